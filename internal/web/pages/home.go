package pages

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/find/huge"
	"queens/internal/web/api"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// usualOrder is that of boards unless the address says otherwise.
const usualOrder = 8

func homeView(context.Context, Query) (View, error) {
	records := solutionRecords()
	slices.Reverse(records)
	count, _ := known.Solutions(usualOrder)
	orbits, _ := known.Fundamental(usualOrder)
	series, _ := known.Find("solutions")
	values := series.Values()
	var texts []string
	var families [][]string // orbits, as paths of tiles; the first of each is its least
	for p := range solutionsOf(usualOrder) {
		texts = append(texts, p.String())
		if !symmetry.IsCanonical(p) {
			continue
		}
		var family []string
		for _, image := range symmetry.Orbit(p) { // the least, p, is the first
			family = append(family, tilePath(image))
		}
		families = append(families, family)
	}
	return View{Command: fmt.Sprintf("queens list %d", usualOrder), Data: data{
		"Order": usualOrder, "Solutions": strings.Join(texts, " "), "Count": count, "Orbits": orbits,
		"Families": families, "Largest": values[len(values)-1], "Records": records,
		"SeamOrder": 100_000, "Search": 9, // of the pictures below the board
	}}, nil
}

// solutionsOf yields the solutions of a small order.
func solutionsOf(n int) iter.Seq[queens.Perm] {
	solutions, err := list.Solutions(n, list.Options{})
	if err != nil {
		panic(err) // an order that is not small
	}
	return solutions
}

// solutionRecords returns the records of counting solutions, the first one first.
func solutionRecords() []known.Record {
	return slices.DeleteFunc(known.Records(), func(r known.Record) bool { return r.Series != "solutions" })
}

func hugeView(_ context.Context, q Query) (View, error) {
	n := q.number("n", 100_000, 4, api.MaxHuge)
	method, seed := q.word("method", "greedy", "greedy", "construct"), q.number("seed", 1, 0, 1<<31-1)
	command := fmt.Sprintf("queens solve %d --method %s", n, method)
	if method == "greedy" {
		command += fmt.Sprintf(" --seed %d", seed)
	}
	span := n / 4 // of the part of the board with the lens
	return View{
		Command: command + " --stats", Heading: fmt.Sprintf("A solution for %d queens", n),
		Preview: fmt.Sprintf("/api/v1/huge/picture?n=%d&method=%s&seed=%d", n, method, seed),
		Data: data{
			"Order": n, "MaxOrder": api.MaxHuge, "Seed": seed, "Method": method,
			"Windows":    n >= huge.TwoWindows, // the search has two, and a seam between them
			"TwoWindows": huge.TwoWindows,
			"SeamSpan":   span, "SeamX": n/2 - span*3/4, "SeamY": n/2 - span/2,
		},
	}, nil
}
