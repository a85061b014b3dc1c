package mathematics

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"queens"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
	"queens/math/placements"
	"queens/symmetry"
)

const everyK = -1

type placementsAnswer struct {
	Order  int              `json:"order"`
	Counts []placements.Row `json:"counts"` // by the number of queens
	Known  []string         `json:"known"`  // series that the counts were found equal to
}

// countPlacements counts the sets of k queens of a board of order n, or with everyK of
// every number, on so many cores, 0 for all.
//
// Errors: those of placements.Census; ledger.ErrMismatch.
func countPlacements(ctx context.Context, n, k, workers int) (printer.Shown, error) {
	rows, err := placements.Census(ctx, n, workers)
	if err != nil {
		return printer.Shown{}, err
	}
	r := placementsAnswer{Order: n, Counts: rows, Known: []string{}}
	for _, series := range []struct {
		name  string
		count func(placements.Row) queens.Total
	}{
		{"maximal-sets-by-size", func(r placements.Row) queens.Total { return r.Maximal }},
		{"nonattacking-orbits-by-size", func(r placements.Row) queens.Total { return r.Orbits }},
		{"nonattacking-sets-by-size", func(r placements.Row) queens.Total { return r.Sets }},
	} {
		for size, row := range rows {
			known, err := answer.Compare(series.count(row), fmt.Sprintf("placements: order %d, %s", n, humanize.Plural(size, "queen")), series.name, n, size)
			if err != nil {
				return printer.Shown{}, err
			}
			if known && !slices.Contains(r.Known, series.name) {
				r.Known = append(r.Known, series.name)
			}
		}
	}
	if _, err := answer.Compare(rows[n].Sets, fmt.Sprintf("placements: order %d", n), "solutions", n); err != nil {
		return printer.Shown{}, err
	}
	if k != everyK {
		r.Counts = rows[k : k+1]
	}
	return printer.Show("queens.placements/1", r, func(printer.Style) string { return r.text(k == everyK) }), nil
}

func (r placementsAnswer) text(every bool) string {
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
	if every {
		lines = append(lines, line("any", sum))
	}
	text := printer.Numbers(lines)
	if !every && sum.Sets.IsZero() {
		text += fmt.Sprintf("on a board of order %d, %d queens always attack each other\n", r.Order, r.Counts[0].Queens)
	}
	return text
}

type squareSet struct {
	Order    int             `json:"order"`
	Symmetry *symmetry.Class `json:"symmetry,omitempty"` // of a border constellation
	Images   uint64          `json:"images,omitempty"`   // likewise
	Queens   []queens.Square `json:"queens"`
}
