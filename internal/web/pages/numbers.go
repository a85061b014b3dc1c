package pages

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/docs"
	"queens/find/huge"
	"queens/internal/claims"
	"queens/internal/errs"
	"queens/internal/figures"
	"queens/internal/shell"
	"queens/internal/web/api"
	"queens/known"
	"queens/model"
	"queens/symmetry"
)

// burnside is how many solutions of an order the operations leave as they are.
type burnside struct {
	Order       int
	Fixed       [symmetry.Count]queens.Total // by number of the operation
	Sum, Orbits queens.Total
}

func burnsideOf(n int) (line burnside, ok bool) {
	all, ok := known.Solutions(n)
	half, okHalf := known.S180(n)
	quarter, okQuarter := known.S90(n)
	fixed := symmetry.FixedPoints(n, all, half, quarter)
	line.Order, line.Sum = n, fixed.Sum()
	for _, s := range symmetry.All() {
		line.Fixed[s.OperationNo()-1] = fixed[s]
	}
	line.Orbits, _ = fixed.Orbits()
	return line, ok && okHalf && okQuarter
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
	plot, err := figures.FindPlot(q.text("plot", "growth"))
	if err != nil {
		return View{}, err
	}
	values := series.Values()
	more := max(0, len(values)-maxValues) // that are not shown
	var table []burnside
	for line, ok := burnsideOf(1); ok; line, ok = burnsideOf(line.Order + 1) {
		table = append(table, line)
	}
	files := exports("Plot as ", "/api/v1/plots/"+plot.Name, plot.Name, "svg", "png", "json")
	return View{
		Command: shell.Queens("table", series.Name),
		Data: data{
			"All": known.All(), "Series": series, "Values": values[:len(values)-more], "More": more, "Burnside": table,
			"Records": known.Records(), "Plots": figures.Plots(), "Plot": plot,
		},
		Exports: append([]Export{{Name: "Series as JSON", Link: "/api/v1/tables/" + series.Name}}, files...),
	}, nil
}

func papersView(ctx context.Context, q Query) (View, error) {
	no := q.text("claim", "T2")
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
	var erratum docs.Erratum
	var source string
	tried, items := map[string]bool{}, map[string][]docs.Item{} // claims that can be tried; by paper
	for _, t := range docs.Errata() {
		items[t.Source.Key] = docs.Items(t.Source.Key)
		for _, e := range t.Errata {
			_, tried[e.No] = claims.Find(e.No)
			if e.No == no {
				erratum, source = e, t.Source.Text
			}
		}
	}
	v := View{
		Command: shell.Queens("papers", "try", no), Preview: "/api/v1/plots/search.png", Heading: trial.Question + "?",
		Data: data{
			"Texts": docs.Errata(), "Tried": tried, "Items": items, "Trial": trial, "Order": n, "Finding": finding,
			"Erratum": erratum, "Source": source,
			"Before": before, "After": after,
		},
	}
	if len(finding.Boards) > 0 {
		v.Preview = fmt.Sprintf("/api/v1/boards/%v.png?layers=coordinates,conflicts", finding.Boards[0])
	}
	return v, nil
}

func hugeView(_ context.Context, q Query) (View, error) {
	n := q.number("n", 100_000, 4, api.MaxHuge)
	method, seed := q.word("method", "greedy", "greedy", "construct"), q.number("seed", 1, 0, 1<<31-1)
	span := n / 4 // of the part of the board with the lens
	return View{
		Command: shell.Queens("solve", n, "--method", method, "--seed",
			map[string]string{"greedy": strconv.Itoa(seed)}[method], "--stats", true),
		Heading: fmt.Sprintf("A solution for %d queens", n),
		Preview: fmt.Sprintf("/api/v1/huge/picture?n=%d&method=%s&seed=%d", n, method, seed),
		Data: data{
			"Order": n, "MaxOrder": api.MaxHuge, "Seed": seed, "Method": method,
			"Windows":    n >= huge.TwoWindows, // the search has two, and a seam between them
			"TwoWindows": huge.TwoWindows,
			"SeamSpan":   span, "SeamX": n/2 - span*3/4, "SeamY": n/2 - span/2,
		},
	}, nil
}

type apiData struct {
	api.Operation
	Body string // of the example
	Curl string
	Try  bool // it can be tried without harm
}

func apiView(operations []api.Operation) func(context.Context, Query) (View, error) {
	return func(_ context.Context, q Query) (View, error) {
		list := make([]apiData, len(operations))
		for i, o := range operations {
			harmless := !o.Changes && !o.Stream && !strings.Contains(o.Example, "{")
			list[i] = apiData{o, string(o.Body), curl(o, q), harmless}
		}
		return View{Exports: []Export{{Name: "OpenAPI", Link: "/openapi.json", File: "openapi.json"}}, Data: list}, nil
	}
}

func curl(o api.Operation, q Query) string {
	words := []string{"curl"}
	if q.Token {
		words = append(words, "-H", `"Authorization: Bearer $TOKEN"`)
	}
	if o.Stream {
		words = append(words, "-N")
	}
	if o.Method != "GET" {
		words = append(words, "-X", o.Method)
	}
	if o.Body != nil {
		words = append(words, "-H", "'Content-Type: application/json'", "-d", "'"+string(o.Body)+"'")
	}
	return strings.Join(append(words, "'"+q.Server+o.Example+"'"), " ")
}

type definition struct {
	model.Definition
	Holds  bool
	Source string
}

type written struct {
	model.Format
	Beginning string
	Lines     int
	Bytes     int
	Cut       bool
}

// maxFormulated is the largest order of a board whose texts are shown.
const maxFormulated = 20

func formulationsView(_ context.Context, q Query) (View, error) {
	p := read(q, "perm", usualPerm, api.ReadPlacement)
	n := p.Order()
	if n > maxFormulated {
		return View{}, errs.Errorf("perm: order %d: want 1 to %d: %w", n, maxFormulated, queens.ErrFormat)
	}
	encoding := q.word("encoding", "pairwise", model.Encodings()...)
	var definitions []definition
	for _, d := range model.Definitions() {
		line := definition{Definition: d, Holds: d.Decider(n)(p.Squares()), Source: d.Source}
		if source, ok := docs.FindSource(d.Source); ok {
			line.Source = source.Text
		}
		definitions = append(definitions, line)
	}
	var formats []written
	files := boardExports(p.String(), "?layers=coordinates,conflicts")
	for _, f := range model.Formats() {
		name := fmt.Sprintf("%d.%s", n, f.Name)
		in, link := api.ModelRequest{}, "/api/v1/models/"+name
		if f.Name == "cnf" {
			in.Encoding = encoding
			link += "?encoding=" + encoding
		}
		text, err := api.WriteModel(n, f.Name, in)
		if err != nil {
			return View{}, err
		}
		formats = append(formats, beginning(f, string(text)))
		files = append(files, Export{Name: f.Name, Link: link, File: "queens-" + name})
	}
	return View{Command: shell.Queens("model", n, "cnf", "--amo", encoding), Exports: files, Data: data{
		"Order": n, "Perm": p.String(), "Attacks": queens.AttackList(p.Squares(), n, queens.Regular),
		"Definitions": definitions, "Encoding": encoding, "Encodings": model.EncodingTable(), "Formats": formats,
	}}, nil
}

func beginning(f model.Format, text string) written {
	const shownLines, lineLength = 14, 110
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	out := written{Format: f, Lines: len(lines), Bytes: len(text), Cut: len(lines) > shownLines}
	lines = lines[:min(len(lines), shownLines)]
	for i, line := range lines {
		if len(line) > lineLength {
			lines[i] = line[:lineLength] + " …"
		}
	}
	out.Beginning = strings.Join(lines, "\n")
	return out
}
