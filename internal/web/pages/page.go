// Package pages has the pages of the workstation. Menu, addresses and browser tests read the table
// pages.json. A page is a row of it, a folder with the template page.html, which defines "content",
// and a function that answers a query. If need be its folder has script.js, a module that is loaded
// with the page, and style.css. Pages share the custom elements and modules of web/static.
package pages

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/internal/errs"

	"queens"
	"queens/internal/named"
	"queens/internal/web/api"
)

// Files are the folders of the pages.
//
//go:embed */page.html */script.js */style.css
var Files embed.FS

//go:embed pages.json
var table []byte

// All returns every page: home, the places of the menu in their order, the pages of one place
// together, and what the footer links. a is the interface that the pages describe and use.
func All(a *api.API) []Page {
	all := named.JSON[[]Page](table)
	views := map[string]func(context.Context, Query) (View, error){
		Home: homeView, "play": playView, "board": boardView, "tour": tourView, "watch": watchView,
		"compare": compareView, "experiments": experimentsView, "solutions": solutionsView, "family": familyView,
		"search": searchView, "huge": hugeView, "numbers": numbersView, "counts": countsView, "papers": papersView,
		"api": apiView(a.Operations()), "formulations": formulationsView,
	}
	items := map[string]func(time.Time) []string{"play": playItems, "tour": chapterNames}
	for i := range all {
		p := &all[i]
		p.View, p.Items = views[p.Name], items[p.Name]
	}
	return all
}

// data is what a template gets, by name.
type data = map[string]any

// Page describes one page of the workstation.
type Page struct {
	Name    string   // of its folder, and of the path: "orbit"
	Title   string   // for heading and links
	Place   string   // of the menu, which the first of its pages names; empty for one that the footer links
	Old     []string // addresses that lead here
	Summary string   // one sentence, no final period
	// Embeds says that pages of other sites may show the page in a frame, at /embed/NAME. It
	// changes nothing, and nothing on it can be clicked that does.
	Embeds bool
	// Live says that the page needs a server: a site of files leaves it out.
	Live bool
	// Expensive pages wait for their turn: they compute more than a moment.
	Expensive bool

	// Item is the name of the value that may also be the last part of the address: /play/ID is
	// /play?id=ID. Items returns those with a page of their own on a site without a server.
	Item  string
	Items func(now time.Time) []string

	// View answers a query. An error that matches queens.ErrFormat or queens.ErrOrder is the
	// visitor's and is shown on the page.
	View func(ctx context.Context, q Query) (View, error)
}

// Home is the name of the page where one arrives.
const Home = "home"

// Path returns the address of the page on its server: that of its place, or one below it.
func (p Page) Path() string {
	place := strings.ToLower(p.Place)
	switch {
	case p.Name == Home:
		return "/"
	case place == "" || place == p.Name:
		return "/" + p.Name
	}
	return "/" + place + "/" + p.Name
}

// View is what a page shows.
type View struct {
	Command string   // that reproduces it on the command line
	Exports []Export // what it shows, as files; scripts may change them: setExports
	Preview string   // address of a picture for links to the page; empty: the first export that is one, or a board

	Heading string // title of what is shown, for links to it; empty: that of the page
	Data    any    // for the template; usually data
}

// Export is a file with what a page shows.
type Export struct {
	Name string // of the format: "SVG"
	Link string
	File string // name to save it as; empty: the browser shows it
}

// exports returns a file in several formats, which link and file lack; name comes before the
// format.
func exports(name, link, file string, formats ...string) (list []Export) {
	end := strings.IndexByte(link+"?", '?')
	for _, ext := range formats {
		list = append(list, Export{name + strings.ToUpper(ext), link[:end] + "." + ext + link[end:], file + "." + ext})
	}
	return list
}

// boardExports returns the exports of a placement, drawn with the given query.
func boardExports(perm, query string) []Export {
	return exports("", "/api/v1/boards/"+perm+query, "board", "svg", "png", "pdf", "json")
}

// tilePath returns the path, as SVG has it, of the squares of a placement's queens: a board so
// small that nothing else is seen.
func tilePath(p queens.Perm) (path string) {
	for col, row := range p {
		path += squarePath(row, col)
	}
	return path
}

func squarePath(row, col int) string { return fmt.Sprintf("M%d %dh1v1h-1z", col, row) }

// Query is what the address of a page asks for.
type Query struct {
	url.Values
	Server string // by which address it was reached: "http://127.0.0.1:8020"
	Token  bool   // whether the server wants its token

	wrong *error // about the first value that was refused
}

// NewQuery returns what the address of a page asks for.
func NewQuery(values url.Values, server string, token bool) Query {
	return Query{values, server, token, new(error)}
}

// Wrong returns the error about the first value that was refused, or nil. A page need not call it:
// its view is shown only without an error.
func (q Query) Wrong() error { return *q.wrong }

func (q Query) refuse(format string, args ...any) {
	if *q.wrong == nil {
		*q.wrong = errs.Errorf(format, args...)
	}
}

func (q Query) text(name, missing string) string { return cmp.Or(q.Get(name), missing) }

// number returns the number of a name, or missing; what is no number from low to high is refused.
func (q Query) number(name string, missing, low, high int) int {
	text := q.Get(name)
	x, err := strconv.Atoi(text)
	if text != "" && (err != nil || x < low || x > high) {
		q.refuse("%s: %q: want a number from %d to %d: %w", name, text, low, high, queens.ErrFormat)
	} else if text != "" {
		return x
	}
	return missing
}

// word returns the word of a name, or missing; what is not allowed is refused.
func (q Query) word(name, missing string, allowed ...string) string {
	return read(q, name, missing, func(text string) (string, error) {
		if text != missing && !slices.Contains(allowed, text) {
			return "", errs.Errorf("%q: want one of %q: %w", text, allowed, queens.ErrFormat)
		}
		return text, nil
	})
}

// read returns what parse makes of the text of a name, or of usual if it is missing or refused.
func read[T any](q Query, name, usual string, parse func(text string) (T, error)) T {
	x, err := parse(q.text(name, usual))
	if err != nil {
		q.refuse("%s: %w", name, err)
		x, _ = parse(usual)
	}
	return x
}

// What pages show unless the address says otherwise, and the largest order of most.
const (
	usualOrder = 8
	usualPerm  = "15863724"
	maxOrder   = 1000
)
