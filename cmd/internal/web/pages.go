package web

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/cmd/internal/claims"
	"queens/cmd/internal/option"
	"queens/docs"
	"queens/draw"
	"queens/find/huge"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/known"
	"queens/model"
	"queens/symmetry"
)

// allPages returns every page: home, the places of the menu in their order, the pages of one place
// together, and what the footer links. a is the interface that the pages describe and use.
func allPages(a *API) []Page {
	all := named.JSON[[]Page](ownFile("pages/pages.json"))
	views := map[string]func(context.Context, Query) (View, error){
		Home: homeView, "play": playView, "board": boardView, "tour": tourView, "watch": watchView,
		"compare": compareView, "experiments": experimentsView, "solutions": solutionsView, "family": familyView,
		"search": searchView, "huge": hugeView, "numbers": numbersView, "counts": countsView, "papers": papersView,
		"formulations": formulationsView, "embed": embedView,
	}
	views["api"] = func(context.Context, Query) (View, error) {
		files := []Export{{Name: "OpenAPI", Link: "/openapi.json", File: "openapi.json"}}
		return View{Exports: files, Data: a.Operations()}, nil
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
	Name    string // of its folder, and of the path: "orbit"
	Title   string // for heading and links
	Place   string // of the menu, which the first of its pages names; empty for one that the footer links
	Summary string // one sentence, no final period
	Engine  string // what is missing without WebAssembly, where there is no server
	Scripts string // what is missing without JavaScript; empty: what Engine says
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
func exports(name, link, file string, formats ...string) []Export {
	end := strings.IndexByte(link+"?", '?')
	return named.Each(formats, func(ext string) Export {
		return Export{name + strings.ToUpper(ext), link[:end] + "." + ext + link[end:], file + "." + ext}
	})
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

	wrong *error // about the first value that was refused: then no view is shown
}

func (q Query) refuse(format string, args ...any) {
	if *q.wrong == nil {
		*q.wrong = errs.Errorf(format, args...)
	}
}

func (q Query) text(name, missing string) string { return cmp.Or(q.Get(name), missing) }

// number returns the number of a name, or missing; what is no number from low to high is refused.
func (q Query) number(name string, missing, low, high int) int {
	if q.Get(name) == "" {
		return missing
	}
	x, err := option.Integer(name, q.Get(name), low, high)
	if err != nil {
		q.refuse("%w", err)
		return missing
	}
	return x
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

// fixedPoints returns how many solutions each symmetry leaves as they are, by order from 0.
func fixedPoints() (list []symmetry.Fixed) {
	for n := 0; ; n++ {
		all, ok := known.Solutions(n)
		half, okHalf := known.S180(n)
		quarter, okQuarter := known.S90(n)
		if !ok || !okHalf || !okQuarter {
			return list
		}
		list = append(list, symmetry.FixedPoints(n, all, half, quarter))
	}
}

func numbersView(_ context.Context, q Query) (View, error) {
	const maxValues = 400
	series := read(q, "name", "solutions", func(name string) (known.Series, error) {
		series, ok := known.Find(name)
		if !ok {
			return series, errs.Errorf("no series %q: %w", name, queens.ErrFormat)
		}
		return series, nil
	})
	plot, err := draw.FindPlot(q.text("plot", "growth"))
	if err != nil {
		return View{}, err
	}
	values := series.Values()
	more := max(0, len(values)-maxValues) // that are not shown
	files := exports("Plot as ", "/api/v1/plots/"+plot.Name, plot.Name, "svg", "png", "json")
	return View{
		Command: shell.Queens("table", series.Name),
		Data: data{
			"All": known.All(), "Series": series, "Values": values[:len(values)-more], "More": more,
			"Burnside": fixedPoints(), "Records": known.Records(), "Plots": draw.Plots(), "Plot": plot,
		},
		Exports: append([]Export{{Name: "Series as JSON", Link: "/api/v1/tables/" + series.Name}}, files...),
	}, nil
}

// story is a trial in plain words, with a board that its finding shows.
type story struct {
	Claim, Board, Title, Text string
	Order                     int
}

func stories() []story { return named.JSON[[]story](ownFile("pages/papers/stories.json")) }

func papersView(ctx context.Context, q Query) (View, error) {
	no, open := q.text("claim", "T2"), stories()
	if q.Has("claim") {
		open = nil
	}
	all := claims.All()
	i := slices.IndexFunc(all, func(t claims.Trial) bool { return t.No == no })
	if i < 0 {
		return View{}, errs.Errorf("no claim %q: %w", no, queens.ErrFormat)
	}
	trial := all[i]
	n := q.number("n", trial.Usual, trial.Low, trial.High)
	finding, err := trial.Run(ctx, n)
	if err != nil {
		return View{}, err
	}
	before, after := all[max(i-1, 0)].No, all[min(i+1, len(all)-1)].No // claims that can be tried
	erratum, _ := docs.FindErratum(no)
	texts := docs.Errata()
	text := slices.IndexFunc(texts, func(t docs.ErrataText) bool { return slices.Contains(t.Errata, erratum) })
	v := View{
		Command: shell.Queens("papers", "try", no), Preview: "/api/v1/plots/search.png", Heading: trial.Question + "?",
		Data: data{
			"Texts": texts, "Trial": trial, "Order": n, "Finding": finding, "Erratum": erratum,
			"Source": texts[text].Source.Text, "Before": before, "After": after, "Stories": open,
		},
	}
	if len(finding.Boards) > 0 {
		v.Preview = fmt.Sprintf("/api/v1/boards/%v.png?layers=coordinates,conflicts", finding.Boards[0])
	}
	return v, nil
}

func hugeView(_ context.Context, q Query) (View, error) {
	n := q.number("n", 100_000, 4, maxHuge)
	method, seed := q.word("method", "greedy", "greedy", "construct"), q.number("seed", 1, 0, 1<<31-1)
	span := n / 4 // of the part of the board with the lens
	return View{
		Command: shell.Queens("solve", n, "--method", method, "--seed",
			map[string]string{"greedy": strconv.Itoa(seed)}[method], "--stats", true),
		Heading: fmt.Sprintf("A solution for %d queens", n),
		Preview: fmt.Sprintf("/api/v1/huge/picture?n=%d&method=%s&seed=%d", n, method, seed),
		Data: data{
			"Order": n, "MaxOrder": maxHuge, "Seed": seed, "Method": method,
			"Windows":    n >= huge.TwoWindows, // the search has two, and a seam between them
			"TwoWindows": huge.TwoWindows,
			"SeamSpan":   span, "SeamX": n/2 - span*3/4, "SeamY": n/2 - span/2,
		},
	}, nil
}

// Harmless reports whether a click may send the example.
func (o Operation) Harmless() bool {
	return !o.Changes && !o.Stream && !strings.Contains(o.Example, "{")
}

type excerpt struct {
	model.Format
	Beginning string
	Lines     int
	Bytes     int
}

// maxFormulated is the largest order of a board whose texts are shown.
const maxFormulated = 20

func formulationsView(_ context.Context, q Query) (View, error) {
	p := read(q, "perm", usualPerm, readPlacement)
	n := p.Order()
	if n > maxFormulated {
		return View{}, errs.Errorf("perm: order %d: want 1 to %d: %w", n, maxFormulated, queens.ErrFormat)
	}
	encoding := q.word("encoding", "pairwise", model.Encodings()...)
	var formats []excerpt
	files := boardExports(p.String(), "?layers=coordinates,conflicts")
	for _, f := range model.Formats() {
		name := fmt.Sprintf("%d.%s", n, f.Name)
		in, link := ModelRequest{}, "/api/v1/models/"+name
		if f.Name == "cnf" {
			in.Encoding = encoding
			link += "?encoding=" + encoding
		}
		text, err := writeModel(n, f.Name, in)
		if err != nil {
			return View{}, err
		}
		formats = append(formats, beginning(f, string(text)))
		files = append(files, Export{Name: f.Name, Link: link, File: "queens-" + name})
	}
	return View{Command: shell.Queens("model", n, "cnf", "--amo", encoding), Exports: files, Data: data{
		"Order": n, "Perm": p.String(), "Attacks": queens.AttackList(p.Squares(), n, queens.Regular),
		"Definitions": model.Definitions(), "Formats": formats,
		"Encoding": encoding, "Encodings": model.EncodingTable(),
	}}, nil
}

func beginning(f model.Format, text string) excerpt {
	const shownLines, lineLength = 14, 110
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	out := excerpt{Format: f, Lines: len(lines), Bytes: len(text)}
	if len(lines) > shownLines {
		lines = append(lines[:shownLines], "…")
	}
	for i, line := range lines {
		if len(line) > lineLength {
			lines[i] = line[:lineLength] + " …"
		}
	}
	out.Beginning = strings.Join(lines, "\n")
	return out
}
