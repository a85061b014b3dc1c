package pages

import (
	"context"
	"fmt"
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

type homeData struct {
	Order             int
	Solutions         string // all of the order
	Count, Orbits     queens.Total
	Families          [][]string // orbits, as paths of tiles; the first of each is its least
	Largest           known.Value
	SeamOrder, Search int            // of the pictures below the board
	Records           []known.Record // of counting solutions, the last first
}

func homeView(context.Context, Query) (View, error) {
	s := homeData{Order: usualOrder, SeamOrder: 100_000, Search: 9, Records: solutionRecords()}
	slices.Reverse(s.Records)
	s.Count, _ = known.Solutions(s.Order)
	s.Orbits, _ = known.Fundamental(s.Order)
	series, _ := known.Find("solutions")
	values := series.Values()
	s.Largest = values[len(values)-1]
	solutions, err := list.Solutions(s.Order, list.Options{})
	if err != nil {
		return View{}, err
	}
	var texts []string
	for p := range solutions {
		texts = append(texts, p.String())
		if !symmetry.IsCanonical(p) {
			continue
		}
		var family []string
		for _, image := range symmetry.Orbit(p) { // the least, p, is the first
			family = append(family, tilePath(image))
		}
		s.Families = append(s.Families, family)
	}
	s.Solutions = strings.Join(texts, " ")
	return View{Command: fmt.Sprintf("queens list %d", s.Order), Data: s}, nil
}

// solutionRecords returns the records of counting solutions, the first one first.
func solutionRecords() []known.Record {
	return slices.DeleteFunc(known.Records(), func(r known.Record) bool { return r.Series != "solutions" })
}

type hugeData struct {
	Order, MaxOrder, Seed int
	Method                string
	Windows               bool // the search has two, and a seam between them
	TwoWindows            int  // order from which on it does

	SeamX, SeamY, SeamSpan int // the part of the board with the lens, in columns and rows from 0
}

func hugeView(_ context.Context, q Query) (View, error) {
	n := q.number("n", 100_000, 4, api.MaxHuge)
	s := hugeData{
		Order: n, MaxOrder: api.MaxHuge, Seed: q.number("seed", 1, 0, 1<<31-1),
		Method:  q.word("method", "greedy", "greedy", "construct"),
		Windows: n >= huge.TwoWindows, TwoWindows: huge.TwoWindows, SeamSpan: n / 4,
	}
	s.SeamX, s.SeamY = n/2-s.SeamSpan*3/4, n/2-s.SeamSpan/2
	command := fmt.Sprintf("queens solve %d --method %s", n, s.Method)
	if s.Method == "greedy" {
		command += fmt.Sprintf(" --seed %d", s.Seed)
	}
	return View{
		Command: command + " --stats", Heading: fmt.Sprintf("A solution for %d queens", n), Data: s,
		Preview: fmt.Sprintf("/api/v1/huge/picture?n=%d&method=%s&seed=%d", n, s.Method, s.Seed),
	}, nil
}
