package pages

import (
	"context"
	"fmt"
	"slices"

	"queens"
	"queens/docs"
	"queens/internal/claims"
	"queens/internal/errs"
	"queens/internal/figures"
	"queens/known"
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
	name := q.text("name", "solutions")
	series, ok := known.Find(name)
	if !ok {
		return View{}, errs.Errorf("name: no series %q: %w", name, queens.ErrFormat)
	}
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
		Command: "queens table " + name,
		Data: data{
			"All": known.All(), "Series": series, "Values": values[:len(values)-more], "More": more, "Burnside": table,
			"Records": known.Records(), "Plots": figures.Plots(), "Plot": plot,
		},
		Exports: append([]Export{{Name: "Series as JSON", Link: "/api/v1/tables/" + name}}, files...),
	}, nil
}

type papersText struct {
	docs.ErrataText
	Tried map[string]bool // claims that can be tried
	Items []docs.Item
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
	before, behind := "", "" // claims that can be tried
	if i > 0 {
		before = all[i-1].No
	}
	if i+1 < len(all) {
		behind = all[i+1].No
	}
	var erratum docs.Erratum
	var source string
	var texts []papersText
	for _, t := range docs.Errata() {
		line := papersText{ErrataText: t, Tried: map[string]bool{}, Items: docs.Items(t.Source.Key)}
		for _, e := range t.Errata {
			_, line.Tried[e.No] = claims.Find(e.No)
			if e.No == no {
				erratum, source = e, t.Source.Text
			}
		}
		texts = append(texts, line)
	}
	v := View{
		Command: "queens papers try " + no, Preview: "/api/v1/plots/search.png", Heading: trial.Question + "?",
		Data: data{
			"Texts": texts, "Trial": trial, "Order": n, "Finding": finding, "Erratum": erratum, "Source": source,
			"Before": before, "Behind": behind,
		},
	}
	if len(finding.Boards) > 0 {
		v.Preview = fmt.Sprintf("/api/v1/boards/%v.png?layers=coordinates,conflicts", finding.Boards[0])
	}
	return v, nil
}
