package api

import (
	"context"
	"fmt"

	"queens"
	"queens/find/enumerate"
	"queens/known"
	"queens/math/orbit"
	"queens/sym"
)

// addSolutions registers the list of solutions and the positions of Inc and Mov.
func addSolutions(a *API) {
	add(a, operation{
		id: "solutions", heavy: true, path: Prefix + "/solutions", tag: "lists", example: "/api/v1/solutions?n=8&fundamental=true&limit=4",
		summary: "Solutions in lexicographic order, a page at a time",
		text:    "The answer has a cursor if there are more; the next page is asked for with it.",
	}, solutions)
	add(a, operation{
		id: "lattice", heavy: true, path: Prefix + "/lattice/{perm}", tag: "placements", example: "/api/v1/lattice/2413",
		summary: "Where a queen can be inserted, or moved to, so that the result is a solution",
		text:    "Positions are half numbers between lines, of the placement itself; with column, of a move of the queen of that column.",
	}, lattice)
}

// maxPage is the most solutions of one answer.
const maxPage = 500

// Solutions is a page of a list.
type Solutions struct {
	Schema    string     `json:"schema" enum:"queens.solutions/1"`
	Order     int        `json:"order"`
	Solutions []Solution `json:"solutions"`
	Cursor    string     `json:"cursor,omitempty"` // for the next page; missing on the last
	None      string     `json:"none,omitempty"`   // why there is none of this kind, where theory says so
	Known     string     `json:"known,omitempty"`  // how many there are of all classes, if known
}

// Solution is one line of the list.
type Solution struct {
	Rows      []int  `json:"rows"`
	Text      string `json:"text"`
	Class     string `json:"class" enum:"asymmetric,central,rotational"`
	Canonical bool   `json:"canonical"`
	Modular   bool   `json:"modular"` // a solution on the torus
	Corner    bool   `json:"corner"`  // a queen stands in a corner
}

// Listing is what is asked of a list.
type Listing struct {
	Order       int    `query:"n" required:"true" minimum:"1" maximum:"32"`
	Fundamental bool   `query:"fundamental" doc:"one solution of each orbit"`
	Class       string `query:"class" enum:"asymmetric,central,rotational" doc:"only this class"`
	Modular     bool   `query:"modular" doc:"only solutions on the torus as well"`
	Corner      bool   `query:"corner" doc:"only solutions with a queen in a corner"`
	Limit       int    `query:"limit" minimum:"1" maximum:"500" default:"60"`
	After       string `query:"after" maxLength:"200" doc:"cursor: the list begins behind this placement"`
}

func solutions(ctx context.Context, in *Listing) (*Solutions, error) { return ListSolutions(ctx, *in) }

// mostNodes is the most queens that are placed for one page of a list: some tenths
// of a second.
const mostNodes = 30_000_000

// ListSolutions returns a page of a list. It is short, and has a cursor, where
// looking for more takes longer than a moment, or ctx ends.
func ListSolutions(ctx context.Context, in Listing) (*Solutions, error) {
	if in.Limit < 1 || in.Limit > maxPage {
		return nil, fmt.Errorf("limit %d: want 1 to %d: %w", in.Limit, maxPage, queens.ErrFormat)
	}
	o := enumerate.Options{Fundamental: in.Fundamental, Modular: in.Modular, Corner: in.Corner, Limit: uint64(in.Limit)}
	if in.Class != "" {
		class, err := sym.ParseClass(in.Class)
		if err != nil {
			return nil, err
		}
		o.Classes = []sym.Class{class}
	}
	if in.After != "" {
		after, err := queens.ParsePerm(in.After)
		if err != nil {
			return nil, fmt.Errorf("cursor: %w", err)
		}
		o.After = after
	}
	found, err := enumerate.List(ctx, in.Order, o, mostNodes)
	if err != nil {
		return nil, err
	}
	page := &Solutions{Schema: "queens.solutions/1", Order: in.Order, None: found.None, Solutions: []Solution{}}
	if total, ok := known.Solutions(in.Order); ok && !in.Fundamental {
		page.Known = total.String()
	} else if total, ok := known.Fundamental(in.Order); ok && in.Fundamental {
		page.Known = total.String()
	}
	if found.Next != nil {
		page.Cursor = found.Next.String()
	}
	for _, p := range found.Solutions {
		page.Solutions = append(page.Solutions, solutionOf(p))
	}
	return page, nil
}

// solutionOf describes one solution.
func solutionOf(p queens.Perm) Solution {
	n := p.Order()
	return Solution{
		Rows: rowsOf(p), Text: p.String(), Class: sym.ClassOf(p).String(), Canonical: sym.IsCanonical(p),
		Modular: queens.Check(p, queens.Modular) == nil,
		Corner:  p[0] == 0 || p[0] == n-1 || p[n-1] == 0 || p[n-1] == n-1,
	}
}

// Lattice says where a queen may go.
type Lattice struct {
	Schema    string     `json:"schema" enum:"queens.lattice/1"`
	Text      string     `json:"text"`
	Column    int        `json:"column,omitempty"` // of the queen that moves; missing: a queen is inserted
	Positions []Position `json:"positions"`
}

// Position is a place between lines whose result is a solution.
type Position struct {
	Row       string `json:"row"` // a half number
	Column    string `json:"column"`
	Operation string `json:"operation"`
	Result    string `json:"result"`
	Orbit     string `json:"orbit"` // canonical representative of the result
}

// maxLattice is the largest order of a lattice: it has (n+1)² positions.
const maxLattice = 60

func lattice(_ context.Context, in *struct {
	Placement
	Column int `query:"column" minimum:"0" maximum:"60" doc:"the queen of this column moves; 0: one is inserted"`
},
) (*Lattice, error) {
	p, err := parsePermutation(in.Perm)
	if err != nil {
		return nil, err
	}
	n := p.Order()
	if n > maxLattice || in.Column > n {
		return nil, fmt.Errorf("order %d, column %d: want an order of at most %d and a column on the board: %w", n, in.Column, maxLattice, queens.ErrFormat)
	}
	l := &Lattice{Schema: "queens.lattice/1", Text: p.String(), Column: in.Column, Positions: []Position{}}
	for row := range n + 1 {
		for col := range n + 1 {
			r, c := orbit.Gap(row), orbit.Gap(col)
			text := fmt.Sprintf("inc %v %v", r, c)
			var q queens.Perm
			if in.Column == 0 {
				q, err = orbit.Inc(p, r, c)
			} else {
				m := orbit.Move{From: queens.Square{Row: p[in.Column-1], Col: in.Column - 1}, Row: r, Col: c}
				text = m.String()
				q, err = orbit.Mov(p, m)
			}
			if err != nil {
				return nil, err
			}
			if queens.Check(q, queens.Regular) == nil && !q.Equal(p) {
				l.Positions = append(l.Positions, Position{r.String(), c.String(), text, q.String(), sym.Canonical(q).String()})
			}
		}
	}
	return l, nil
}
