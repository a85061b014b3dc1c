package pages

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"queens/internal/answer"
	"queens/internal/figures"
	"queens/internal/web/api"
	"queens/known"
	"queens/symmetry"
)

type classGroup struct {
	Class     symmetry.Class
	Images    uint64 // different ones of each
	Solutions []answer.Listed
	Known     string // orbits of the class in all, empty where that is not known or not asked for
}

func classGroups(in api.Listing, list []answer.Listed) (groups []classGroup) {
	for _, class := range symmetry.Classes() {
		g := classGroup{Class: class, Images: class.OrbitSize()}
		for _, s := range list {
			if s.Class == class {
				g.Solutions = append(g.Solutions, s)
			}
		}
		if v, ok := known.Lookup("class-"+class.String(), in.Order); ok && in.Fundamental && !in.Modular {
			g.Known = v.Value.String()
		}
		if len(g.Solutions) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// solutionsView shows a page of a list, to order 24: solutions of larger ones come too slowly.
func solutionsView(ctx context.Context, q Query) (View, error) {
	classes := []string{"asymmetric", "central", "rotational"}
	in := api.Listing{
		Order: q.number("n", usualOrder, 1, 24), Class: q.word("class", "", classes...),
		Limit: q.number("limit", 60, 1, 200), Fundamental: q.Get("all") != "true",
		Modular: q.Get("torus") == "true", After: q.Get("after"),
	}
	found, err := api.ListSolutions(ctx, in)
	if err != nil {
		return View{}, err
	}
	next, first, whole := "", "", "" // queries of these pages; a solution whose order is drawn as one picture
	if found.Cursor != "" {
		next = pageQuery(q.Values, found.Cursor)
	}
	if in.After != "" {
		first = pageQuery(q.Values, "")
	}
	request := url.Values{
		"n": {strconv.Itoa(in.Order)}, "limit": {strconv.Itoa(in.Limit)},
		"fundamental": {strconv.FormatBool(in.Fundamental)}, "class": {in.Class}, "after": {in.After},
	}
	if in.Modular {
		request.Set("modular", "true")
	}
	files := []Export{{Name: "JSON", Link: "/api/v1/solutions" + pageQuery(request, in.After)}}
	if len(found.Solutions) > 0 && in.Order <= figures.MaxGalleryOrder {
		whole = found.Solutions[0].Rows.String()
		files = append(files, exports("All as ", "/api/v1/figures/solutions/"+whole,
			fmt.Sprintf("solutions-%d", in.Order), "svg", "png", "pdf")...)
	}
	return View{Command: listCommand(in), Exports: files, Data: data{
		"Asked": in, "Found": found, "Classes": classes, "Filtered": in.Class != "" || in.Modular,
		"Groups": classGroups(in, found.Solutions), "Next": next, "First": first, "Whole": whole,
	}}, nil
}

// pageQuery returns the values that are not empty as a query, of the page after a solution.
func pageQuery(values url.Values, after string) string {
	query := url.Values{}
	for name := range values {
		query.Set(name, values.Get(name))
	}
	query.Set("after", after)
	maps.DeleteFunc(query, func(_ string, list []string) bool { return list[0] == "" })
	return "?" + query.Encode()
}

func listCommand(in api.Listing) string {
	if in.Modular {
		return fmt.Sprintf("queens math torus %d", in.Order)
	}
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
	return strings.Join(append(words, "--limit", strconv.Itoa(in.Limit)), " ")
}

// axes draws what each symmetry does on a board of side 100: an axis, or an arrow around the
// middle.
var axes = [symmetry.Count]string{
	symmetry.Identity:      "M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.Rot90:         "M82 50A32 32 0 0 0 50 18m10-9-10 9 10 9M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.Rot180:        "M82 50A32 32 0 0 0 18 50m-9-10 9 10 9-10M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.Rot270:        "M18 50A32 32 0 0 1 50 18m-10-9 10 9-10 9M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.FlipRows:      "M0 50H100",
	symmetry.FlipCols:      "M50 0V100",
	symmetry.Transpose:     "M0 0L100 100",
	symmetry.AntiTranspose: "M0 100L100 0",
}

func familyView(_ context.Context, q Query) (View, error) {
	p := q.perm("perm", "15863724", api.ReadPermutation)
	numbers := []int{1, 2, 3, 4, 5, 6, 7, 8}
	var products [symmetry.Count][symmetry.Count]int
	for _, a := range symmetry.All() {
		for _, b := range symmetry.All() {
			products[a.OperationNo()-1][b.OperationNo()-1] = a.Then(b).OperationNo()
		}
	}
	family := answer.NewOrbit(p, false)
	images := family.Images
	slices.SortFunc(images, func(a, b answer.Image) int { return strings.Compare(a.Operation, b.Operation) })
	with := q.perm("with", images[len(images)-1].Rows.String(), api.ReadPermutation)
	match, err := answer.NewMatch(p, with)
	if err != nil {
		return View{}, err
	}
	motion := "" // the first symmetry that leads there, empty if none does
	if i := slices.IndexFunc(images, func(image answer.Image) bool { return image.Rows.Equal(with) }); i >= 0 {
		motion = images[i].Symmetry.String()
	}
	files := append(boardExports(p.String(), "?layers=coordinates"),
		Export{Name: "Orbit as JSON", Link: "/api/v1/orbit/" + p.String()})
	for _, kind := range []string{"Orbit", "Signature"} {
		name := strings.ToLower(kind)
		link := "/api/v1/figures/" + name + "/" + p.String()
		files = append(files, exports(kind+" as ", link, name, "svg", "png", "pdf")...)
	}
	return View{Command: "queens orbit " + p.String(), Exports: files, Data: data{
		"Orbit": family, "Products": products, "Numbers": numbers, "Axes": axes,
		"Before": append([]int{0, 0}, numbers[:7]...), // Before[k] is k-1: the index of image pok
		"Match":  match, "With": with.String(), "Motion": motion,
	}}, nil
}
