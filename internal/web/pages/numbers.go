package pages

import (
	"context"
	"fmt"
	"slices"

	"queens"
	"queens/docs"
	"queens/internal/claims"
	"queens/internal/figures"
	"queens/known"
	"queens/symmetry"
)

type numbersData struct {
	All      []known.Series
	Series   known.Series
	Values   []known.Value
	More     int // values that are not shown
	Burnside []burnside
	Records  []known.Record
	Plots    []figures.Plot
	Plot     figures.Plot // shown large
}

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
		return View{}, fmt.Errorf("name: no series %q: %w", name, queens.ErrFormat)
	}
	plot, err := figures.FindPlot(q.text("plot", "growth"))
	if err != nil {
		return View{}, err
	}
	s := numbersData{
		All: known.All(), Series: series, Values: series.Values(), Records: known.Records(), Plots: figures.Plots(),
		Plot: plot,
	}
	if len(s.Values) > maxValues {
		s.More = len(s.Values) - maxValues
		s.Values = s.Values[:maxValues]
	}
	for line, ok := burnsideOf(1); ok; line, ok = burnsideOf(line.Order + 1) {
		s.Burnside = append(s.Burnside, line)
	}
	files := exports("Plot as ", "/api/v1/plots/"+plot.Name, plot.Name, "svg", "png", "pdf", "json")
	return View{
		Command: "queens table " + name, Data: s,
		Exports: append([]Export{{Name: "Series as JSON", Link: "/api/v1/tables/" + name}}, files...),
	}, nil
}

type papersData struct {
	Texts          []papersText
	Trial          claims.Trial
	Order          int
	Finding        claims.Finding
	Erratum        docs.Erratum
	Source         string
	Before, Behind string // claims that can be tried, empty at the ends
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
		return View{}, fmt.Errorf("no claim %q: %w", no, queens.ErrFormat)
	}
	s := papersData{Trial: all[i], Order: q.number("n", all[i].Usual, all[i].Low, all[i].High)}
	if i > 0 {
		s.Before = all[i-1].No
	}
	if i+1 < len(all) {
		s.Behind = all[i+1].No
	}
	var err error
	if s.Finding, err = s.Trial.Run(ctx, s.Order); err != nil {
		return View{}, err
	}
	for _, t := range docs.Errata() {
		line := papersText{ErrataText: t, Tried: map[string]bool{}, Items: docs.Items(t.Source.Key)}
		for _, e := range t.Errata {
			_, line.Tried[e.No] = claims.Find(e.No)
			if e.No == no {
				s.Erratum, s.Source = e, t.Source.Text
			}
		}
		s.Texts = append(s.Texts, line)
	}
	v := View{
		Command: "queens papers try " + no, Preview: "/api/v1/plots/search.png", Heading: s.Trial.Question + "?",
		Data: s,
	}
	if len(s.Finding.Boards) > 0 {
		v.Preview = fmt.Sprintf("/api/v1/boards/%v.png?layers=coordinates,conflicts", s.Finding.Boards[0])
	}
	return v, nil
}
