package api

import (
	"context"
	"fmt"

	"queens"
	"queens/internal/answer"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

func addSolutions(a *API) {
	add(a, operation{
		id: "solutions", heavy: true, path: Prefix + "/solutions", tag: "lists",
		example: "/api/v1/solutions?n=8&fundamental=true&limit=4",
		summary: "Solutions in lexicographic order, a page at a time",
		text:    "The answer has a cursor if there are more; pass it to get the next page.",
	}, solutions)
	add(a, operation{
		id: "lattice", heavy: true, path: Prefix + "/lattice/{perm}", tag: "placements",
		example: "/api/v1/lattice/2413",
		summary: "Where inserting or moving a queen gives a solution",
		text: "Positions are half numbers between lines of the placement. With column, they are for moving the " +
			"queen in that column.",
	}, lattice)
}

const maxPage = 500

// Listing is what is asked of a list.
type Listing struct {
	Order       int    `query:"n" required:"true" minimum:"1" maximum:"32"`
	Fundamental bool   `query:"fundamental" doc:"one solution of each orbit"`
	Class       string `query:"class" enum:"asymmetric,central,rotational" doc:"only this class"`
	Modular     bool   `query:"modular" doc:"only solutions also valid on the torus"`
	Corner      bool   `query:"corner" doc:"only solutions with a queen in a corner"`
	Limit       int    `query:"limit" minimum:"1" maximum:"500" default:"60"`
	After       string `query:"after" maxLength:"200" doc:"cursor: the list starts after this placement"`
}

func solutions(ctx context.Context, in *Listing) (*answer.Solutions, error) {
	return ListSolutions(ctx, *in)
}

// maxNodes is the most queens that are placed for one page of a list: some tenths
// of a second.
const maxNodes = 30_000_000

// ListSolutions returns a page of a list. It is short, and has a cursor, where
// looking for more takes longer than a moment, or ctx ends.
func ListSolutions(ctx context.Context, in Listing) (*answer.Solutions, error) {
	if in.Limit < 1 || in.Limit > maxPage {
		return nil, fmt.Errorf("limit %d: want 1 to %d: %w", in.Limit, maxPage, queens.ErrFormat)
	}
	o := list.Options{Fundamental: in.Fundamental, Modular: in.Modular, Corner: in.Corner, Limit: uint64(in.Limit)}
	if in.Class != "" {
		class, err := symmetry.ParseClass(in.Class)
		if err != nil {
			return nil, err
		}
		o.Classes = []symmetry.Class{class}
	}
	if in.After != "" {
		after, err := queens.ParsePerm(in.After)
		if err != nil {
			return nil, fmt.Errorf("cursor: %w", err)
		}
		o.After = after
	}
	found, err := list.NextPage(ctx, in.Order, o, maxNodes)
	if err != nil {
		return nil, err
	}
	page := &answer.Solutions{
		Schema: "queens.solutions/1", Order: in.Order, None: found.None, Solutions: []answer.Listed{},
	}
	if total, ok := known.Solutions(in.Order); ok && !in.Fundamental {
		page.Known = total.String()
	} else if total, ok := known.Fundamental(in.Order); ok && in.Fundamental {
		page.Known = total.String()
	}
	if found.Next != nil {
		page.Cursor = found.Next.String()
	}
	for _, p := range found.Solutions {
		page.Solutions = append(page.Solutions, answer.NewListed(p))
	}
	return page, nil
}

// maxLattice is the largest order of a lattice: it has (n+1)² positions.
const maxLattice = 60

func lattice(_ context.Context, in *struct {
	Placement
	Column int `query:"column" minimum:"0" maximum:"60" doc:"move the queen in this column; 0: insert one"`
},
) (*answer.Lattice, error) {
	p, err := parsePermutation(in.Perm)
	if err != nil {
		return nil, err
	}
	n := p.Order()
	if n > maxLattice || in.Column > n {
		return nil, fmt.Errorf("order %d, column %d: want an order of at most %d and a column on the board: %w", n,
			in.Column, maxLattice, queens.ErrFormat)
	}
	return answer.NewLattice(p, in.Column)
}
