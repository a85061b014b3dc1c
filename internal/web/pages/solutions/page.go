// Package solutions is the page that browses solutions.
package solutions

import (
	"context"
	"embed"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"queens/internal/answer"
	"queens/internal/figures"
	"queens/internal/web/api"
	"queens/internal/web/page"
	"queens/known"
	"queens/symmetry"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page browses solutions.
var Page = page.Page{
	Name: "solutions", Title: "List", Place: "Solutions",
	Summary: "Solutions one by one, in lexicographic order; each leads to its orbit",
	Files:   files, View: view, Expensive: true,
}

type listing struct {
	Asked    api.Listing
	Found    *answer.Solutions
	Classes  []string
	Next     string // query of the next page
	First    string // query of the first page; empty on it
	Filtered bool   // not every solution is shown
	Groups   []group
	Whole    string // a solution whose order is drawn as one picture; empty: none
}

type group struct {
	Class     symmetry.Class
	Images    uint64 // different ones of each
	Solutions []answer.Listed
	Known     string // orbits of the class in all, empty where that is not known or not asked for
}

func grouped(in api.Listing, list []answer.Listed) (groups []group) {
	for _, class := range symmetry.Classes() {
		g := group{Class: class, Images: class.OrbitSize()}
		for _, s := range list {
			if s.Class == class {
				g.Solutions = append(g.Solutions, s)
			}
		}
		if v, ok := known.Lookup("class-"+class.String(), in.Order); ok && in.Fundamental && !in.Modular && !in.Corner {
			g.Known = v.Value.String()
		}
		if len(g.Solutions) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// maxOrder is the largest order whose solutions come fast enough.
const maxOrder = 24

func view(ctx context.Context, q page.Query) (page.View, error) {
	var in api.Listing
	var err error
	in.Order = q.Int("n", 8, 1, maxOrder)
	classes := []string{"asymmetric", "central", "rotational"}
	in.Class = q.Word("class", "", classes...)
	in.Limit = q.Int("limit", 60, 1, 200)
	in.Fundamental = q.Get("all") != "true"
	in.Modular, in.Corner, in.After = q.Get("torus") == "true", q.Get("corner") == "true", q.Get("after")
	found, err := api.ListSolutions(ctx, in)
	if err != nil {
		return page.View{}, err
	}
	l := listing{Asked: in, Found: found, Classes: classes, Filtered: in.Class != "" || in.Modular || in.Corner}
	l.Groups = grouped(in, found.Solutions)
	if len(found.Solutions) > 0 && in.Order <= figures.MaxGalleryOrder {
		l.Whole = found.Solutions[0].Rows.String()
	}
	if found.Cursor != "" {
		l.Next = query(q.Values, found.Cursor)
	}
	if in.After != "" {
		l.First = query(q.Values, "")
	}
	exports := url.Values{"n": {strconv.Itoa(in.Order)}, "limit": {strconv.Itoa(in.Limit)}, "fundamental": {
		strconv.FormatBool(in.Fundamental),
	}}
	for name, value := range map[string]string{"class": in.Class, "after": in.After} {
		if value != "" {
			exports.Set(name, value)
		}
	}
	for name, on := range map[string]bool{"modular": in.Modular, "corner": in.Corner} {
		if on {
			exports.Set(name, "true")
		}
	}
	files := []page.Export{{Name: "JSON", Link: "/api/v1/solutions?" + exports.Encode()}}
	if l.Whole != "" {
		files = append(files, page.Exports("All as ", "/api/v1/figures/solutions/"+l.Whole, fmt.Sprintf("solutions-%d",
			in.Order), "svg", "png", "pdf")...)
	}
	return page.View{Command: command(in), Exports: files, Data: l}, nil
}

func query(values url.Values, after string) string {
	next := url.Values{}
	for name, value := range values {
		if name != "after" && len(value) > 0 && value[0] != "" {
			next.Set(name, value[0])
		}
	}
	if after != "" {
		next.Set("after", after)
	}
	return "?" + next.Encode()
}

func command(in api.Listing) string {
	words := []string{"queens", "list", strconv.Itoa(in.Order)}
	if in.Fundamental {
		words = append(words, "--fundamental")
	}
	if in.Class != "" {
		words = append(words, "--class", in.Class)
	}
	if in.After != "" {
		words = append(words, "--after", in.After)
	}
	line := strings.Join(append(words, "--limit", strconv.Itoa(in.Limit)), " ")
	if in.Modular {
		line = fmt.Sprintf("queens math torus %d", in.Order)
	}
	return line
}
