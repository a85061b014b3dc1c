package answer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"text/tabwriter"

	"queens/internal/answer/counted"

	"queens"
	"queens/internal/human"
	"queens/math/placements"
)

// EveryK asks NewPlacements for every number of queens.
const EveryK = -1

// Placements counts sets of queens that do not attack each other,
// queens.placements/1.
type Placements struct {
	Schema string           `json:"schema"`
	Order  int              `json:"order"`
	Counts []placements.Row `json:"counts"` // by the number of queens
	Known  []string         `json:"known"`  // series that the counts were found equal to

	every bool
}

// NewPlacements counts the sets of k queens of a board of order n, or with EveryK of
// every number, on so many cores, 0 for all.
//
// Errors: those of placements.Census; ledger.ErrMismatch.
func NewPlacements(ctx context.Context, n, k, workers int) (*Placements, error) {
	rows, err := placements.Census(ctx, n, workers)
	if err != nil {
		return nil, err
	}
	r := &Placements{Schema: "queens.placements/1", Order: n, Counts: rows, Known: []string{}, every: k == EveryK}
	for _, series := range []struct {
		name  string
		count func(placements.Row) queens.Total
	}{
		{"maximal-sets-by-size", func(r placements.Row) queens.Total { return r.Maximal }},
		{"nonattacking-orbits-by-size", func(r placements.Row) queens.Total { return r.Orbits }},
		{"nonattacking-sets-by-size", func(r placements.Row) queens.Total { return r.Sets }},
	} {
		for size, row := range rows {
			known, err := counted.Compare(series.count(row), fmt.Sprintf("placements: order %d, %s", n, human.Plural(size, "queen")), series.name, n, size)
			if err != nil {
				return nil, err
			}
			if known && !slices.Contains(r.Known, series.name) {
				r.Known = append(r.Known, series.name)
			}
		}
	}
	if _, err := counted.Compare(rows[n].Sets, fmt.Sprintf("placements: order %d", n), "solutions", n); err != nil {
		return nil, err
	}
	if !r.every {
		r.Counts = rows[k : k+1]
	}
	return r, nil
}

// Text returns a line for each number of queens.
func (r *Placements) Text(Style) string {
	line := func(name string, row placements.Row) []string {
		return []string{name, row.Sets.String(), row.Orbits.String(), row.Maximal.String(), row.MaximalOrbits.String()}
	}
	lines := [][]string{{"queens", "all", "orbits", "maximal", "orbits"}}
	var sum placements.Row
	for _, row := range r.Counts {
		lines = append(lines, line(strconv.Itoa(row.Queens), row))
		sum.Sets, sum.Orbits = sum.Sets.Plus(row.Sets), sum.Orbits.Plus(row.Orbits)
		sum.Maximal, sum.MaximalOrbits = sum.Maximal.Plus(row.Maximal), sum.MaximalOrbits.Plus(row.MaximalOrbits)
	}
	if r.every {
		lines = append(lines, line("any", sum))
	}
	text := counted.Lines(lines, tabwriter.AlignRight)
	if !r.every && sum.Sets.IsZero() {
		text += fmt.Sprintf("on a board of order %d, %d queens always attack each other\n", r.Order, r.Counts[0].Queens)
	}
	return text
}

// Set is one set of queens of a list, queens.placement/1.
type Set struct {
	Schema string          `json:"schema"`
	Order  int             `json:"order"`
	Queens []queens.Square `json:"queens"`
}

// Greedy is the greedy sequence of queens on an unbounded board, queens.greedy/1.
type Greedy struct {
	Schema string      `json:"schema"`
	Rows   queens.Perm `json:"rows"`
}

// Text returns a row a line.
func (g *Greedy) Text(s Style) string { return boardLines(s, g.Rows) }
