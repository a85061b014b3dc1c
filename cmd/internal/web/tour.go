package web

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/cmd/internal/answer"
	"queens/draw"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

type chapter struct{ Name, Title, Command, Picture string }

func chapters() []chapter { return named.JSON[[]chapter](ownFile("pages/tour/chapters.json")) }

func chapterNames(time.Time) []string {
	return named.Names(chapters(), func(c chapter) string { return c.Name })
}

// motions are the clockwise quarter turns, and then the exchanges of top and bottom, that make a
// symmetry.
func motions() map[string][2]int {
	return named.JSON[map[string][2]int](ownFile("pages/tour/motions.json"))
}

// tourView computes boards and numbers of order 8; the tests compute those that its template has.
func tourView(_ context.Context, q Query) (View, error) {
	all, families := solutionsOf(usualOrder)
	series, _ := known.Find("solutions")
	list, first := chapters(), all[0].String()
	v := View{
		Command: list[0].Command, Exports: boardExports(first, "?layers=coordinates"),
		Preview: "/api/v1/figures/orbit/" + first + ".png", Data: data{
			"Order": usualOrder, "First": all[0], "Solutions": all, "Families": families, "Fixed": fixedPoints(),
			"Motions": motions(), "Chapters": list, "Counted": series.Values()[1:], "Records": solutionRecords(),
		},
	}
	name := q.word("chapter", "", chapterNames(time.Time{})...)
	for _, c := range list {
		if c.Name == name {
			v.Heading, v.Preview, v.Command = "Tour: "+c.Title, Prefix+"/"+c.Picture, c.Command
		}
	}
	return v, nil
}

func homeView(context.Context, Query) (View, error) {
	records := solutionRecords()
	slices.Reverse(records)
	series, _ := known.Find("solutions")
	values := series.Values()
	all, families := solutionsOf(usualOrder)
	return View{Command: shell.Queens("list", usualOrder), Data: data{
		"Order": usualOrder, "Solutions": all, "Families": families, "Largest": values[len(values)-1],
		"Records": records, "SeamOrder": 100_000, "Search": 9, // of the pictures below the board
	}}, nil
}

// solutionsOf returns the solutions of a small order, and the least of each family.
func solutionsOf(n int) (all, families []queens.Perm) {
	solutions, err := list.Solutions(n, list.Options{})
	if err != nil {
		panic(err) // an order that is not small
	}
	for p := range solutions {
		all = append(all, p)
		if symmetry.IsCanonical(p) {
			families = append(families, p)
		}
	}
	return all, families
}

// solutionRecords returns the records of counting solutions, the first one first.
func solutionRecords() []known.Record {
	return slices.DeleteFunc(known.Records(), func(r known.Record) bool { return r.Series != "solutions" })
}

type classGroup struct {
	Class     symmetry.Class
	Images    uint64 // different ones of each
	Solutions []answer.Listed
	Known     string // orbits of the class in all, empty where that is not known or not asked for
}

// solutionsView shows a page of a list, to order 24: solutions of larger ones come too slowly.
func solutionsView(ctx context.Context, q Query) (View, error) {
	classes := []string{"asymmetric", "central", "rotational"}
	in := Listing{
		Order: q.number("n", usualOrder, 1, 24), Class: q.word("class", "", classes...),
		Limit: q.number("limit", 60, 1, 200), Fundamental: q.Get("all") != "true",
		Modular: q.Get("torus") == "true", After: q.Get("after"),
	}
	found, err := listSolutions(ctx, in)
	if err != nil {
		return View{}, err
	}
	var groups []classGroup
	for _, class := range symmetry.Classes() {
		g := classGroup{Class: class, Images: class.OrbitSize(), Solutions: slices.DeleteFunc(
			slices.Clone(found.Solutions), func(s answer.Listed) bool { return s.Class != class })}
		if v, ok := known.Lookup("class-"+class.String(), in.Order); ok && in.Fundamental && !in.Modular {
			g.Known = v.Value.String()
		}
		if len(g.Solutions) > 0 {
			groups = append(groups, g)
		}
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
		"fundamental": {strconv.FormatBool(in.Fundamental)}, "class": {in.Class},
	}
	command := shell.Queens("list", in.Order, "--fundamental", in.Fundamental, "--class", in.Class, "--after", in.After,
		"--limit", in.Limit)
	if in.Modular {
		request.Set("modular", "true")
		command = shell.Queens("math", "torus", in.Order)
	}
	files := []Export{{Name: "JSON", Link: "/api/v1/solutions" + pageQuery(request, in.After)}}
	if len(found.Solutions) > 0 && in.Order <= draw.MaxGalleryOrder {
		whole = found.Solutions[0].Rows.String()
		files = append(files, exports("All as ", "/api/v1/figures/solutions/"+whole,
			fmt.Sprintf("solutions-%d", in.Order), "svg", "png", "pdf")...)
	}
	return View{Command: command, Exports: files, Data: data{
		"Asked": in, "Found": found, "Classes": classes, "Filtered": in.Class != "" || in.Modular,
		"Groups": groups, "Next": next, "First": first, "Whole": whole,
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

func familyView(_ context.Context, q Query) (View, error) {
	p := read(q, "perm", usualPerm, readPermutation)
	family := answer.NewOrbit(p, false)
	images := family.Images
	slices.SortFunc(images, func(a, b answer.Image) int { return strings.Compare(a.Operation, b.Operation) })
	with := read(q, "with", images[len(images)-1].Rows.String(), readPermutation)
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
	return View{Command: shell.Queens("orbit", p), Exports: files, Data: data{
		// What each symmetry does on a board of side 100: an axis, or an arrow around the middle.
		"Orbit": family, "Axes": named.JSON[map[string]string](ownFile("pages/family/axes.json")),
		"Match": match, "With": with.String(), "Motion": motion,
	}}, nil
}

func searchView(ctx context.Context, q Query) (View, error) {
	const maxListed = 60
	n, moves := q.number("n", 9, 1, maxTrajectory), q.number("moves", 1, 1, 2)
	forest := q.Get("forest") == "true"
	atlas, err := atlasOf(ctx, n, moves)
	if err != nil {
		return View{}, err
	}
	graph := atlas.Reach.Graph(orbit.GraphOptions{Forest: true})
	var lost []string // never reached
	for _, node := range graph.Nodes {
		if node.Layer == orbit.Unreached {
			lost = append(lost, node.Orbit.String())
		}
	}
	formats := []string{"dot", "json"}
	drawn := n <= maxDrawnTrajectory && len(graph.Nodes) > 0
	var circles *rings
	if drawn {
		formats = []string{"svg", "png", "pdf", "dot", "json"}
		if circles, err = newRings(atlas.Reach.Graph(orbit.GraphOptions{Forest: forest})); err != nil {
			return View{}, err
		}
	}
	command := shell.Queens("math", "atlas", n, "--moves", map[int]string{2: "2"}[moves])
	link := fmt.Sprintf("/api/v1/trajectory/%d?moves=%d", n, moves)
	if forest {
		link += "&forest=true"
	}
	return View{
		Command: command, Exports: exports("", link, fmt.Sprintf("trajectory-%d", n), formats...),
		Data: data{
			"Order": n, "MaxOrder": maxTrajectory, "Moves": moves, "Forest": forest, "Graph": graph,
			"Reach": atlas.Reach, "Lost": lost[:min(maxListed, len(lost))], "LostCount": len(lost),
			"Drawn": drawn, "Map": circles,
		},
	}, nil
}

// rings is where the page draws the graph.
type rings struct {
	orbit.Graph
	Places []draw.Place
	View   string  // the part of the plane that has the orbits
	Dark   string  // path of the dark squares of a board
	Middle float64 // of a board whose squares have side 1
	Scale  float64 // of the boards; 0: there is no room for them
}

func newRings(g orbit.Graph) (*rings, error) {
	const leastBoard, mostBoard = 18, 88 // sides
	inner := 0.6
	if len(g.Nodes) <= 12 {
		inner = .4
	}
	places, err := draw.Atlas{Graph: g, Inner: inner}.Places()
	if err != nil {
		return nil, err
	}
	board := mostBoard / .9
	low, high := places[0], places[0]
	for i, p := range places {
		for _, q := range places[:i] {
			board = min(board, max(math.Abs(p.X-q.X), math.Abs(p.Y-q.Y)))
		}
		low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
	}
	board *= .9
	margin := max(board/2, 12) + 6
	r := &rings{Graph: g, Places: places, Middle: float64(g.Order) / 2}
	r.View = fmt.Sprintf("%.0f %.0f %.0f %.0f", low.X-margin, low.Y-margin, high.X-low.X+2*margin,
		high.Y-low.Y+2*margin)
	if board >= leastBoard {
		r.Scale = board / float64(g.Order)
	}
	for row := range g.Order {
		for col := (row + 1) % 2; col < g.Order; col += 2 {
			r.Dark += squarePath(row, col)
		}
	}
	return r, nil
}
