package api

import (
	"context"
	"fmt"
	"strings"
	"time"

	"queens"
	"queens/find/complete"
	"queens/format"
	"queens/internal/answer"
	"queens/internal/errs"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

func addPlacements(a *API) {
	add(a, "check", func(_ context.Context, in *struct {
		Placement
		Topology string `query:"topology" enum:"regular,modular" default:"regular"`
	},
	) (*answer.Check, error) {
		return checkOf(in.Perm, in.Topology)
	})
	add(a, "orbit", func(_ context.Context, in *Placement) (*answer.Orbit, error) {
		p, err := ReadPermutation(in.Perm)
		if err != nil {
			return nil, err
		}
		return answer.NewOrbit(p, false), nil
	})
	add(a, "match", match)
	add(a, "apply", apply)
	add(a, "solutions", func(ctx context.Context, in *Listing) (*answer.Solutions, error) {
		return ListSolutions(ctx, *in)
	})
	add(a, "lattice", lattice)
	add(a, "complete", completeBoard)
}

const maxRows = 1000

// Placement is the path of a request about one placement.
type Placement struct {
	Perm string `path:"perm" maxLength:"6000" doc:"a board: the row of the queen of each column, such as 15863724; squares; n lines of n squares; or FEN" example:"15863724"`
}

// ReadPlacement reads a board of any shape that has one queen in each column. Errors:
// queens.ErrFormat.
func ReadPlacement(text string) (queens.Perm, error) {
	b, err := parseBoard(text)
	if err == nil && b.Perm == nil {
		err = errs.Errorf("%s, not one in each column: %w", b.Text, queens.ErrFormat)
	}
	return b.Perm, err
}

func parseBoard(text string) (format.Board, error) {
	b, err := format.ReadBoard(text, format.Reading{Base: format.AnyBase})
	if err == nil && (b.Order < 1 || b.Order > maxRows) {
		err = errs.Errorf("order %d: want 1 to %d: %w", b.Order, maxRows, queens.ErrFormat)
	}
	return b, err
}

// ReadPermutation is ReadPlacement for a board that also has one queen in each row.
func ReadPermutation(text string) (queens.Perm, error) {
	p, err := ReadPlacement(text)
	if first, second, shared := answer.SharedRow(p); err == nil && shared {
		err = errs.Errorf("columns %d and %d both have a queen in row %d; an orbit needs one queen in every row: %w",
			first+1, second+1, p[first]+1, queens.ErrFormat)
	}
	return p, err
}

func checkOf(placement, topology string) (*answer.Check, error) {
	b, err := parseBoard(placement)
	if err != nil {
		return nil, err
	}
	t, _ := queens.ParseTopology(topology) // the enum has its name
	return answer.NewCheck(b, t), nil
}

const maxOperations = 64

func apply(_ context.Context, in *struct {
	Body struct {
		Perm       string `json:"perm" maxLength:"6000" doc:"the placement to start from"`
		Operations string `json:"operations" maxLength:"4000" doc:"one after another, separated by spaces"`
	}
},
) (*answer.Apply, error) {
	p, err := ReadPermutation(in.Body.Perm)
	if err != nil {
		return nil, err
	}
	list, err := orbit.ParseOperations(strings.Fields(in.Body.Operations), 1)
	if err != nil {
		return nil, err
	}
	if len(list) > maxOperations {
		return nil, errs.Errorf("%d operations: want at most %d: %w", len(list), maxOperations, queens.ErrFormat)
	}
	return answer.NewApply(p, list)
}

func match(_ context.Context, in *struct {
	Placement
	Other string `path:"other" maxLength:"6000" doc:"another placement of the same order" example:"17468253"`
},
) (*answer.Match, error) {
	p, err := ReadPermutation(in.Perm)
	if err != nil {
		return nil, err
	}
	q, err := ReadPermutation(in.Other)
	if err != nil {
		return nil, err
	}
	return answer.NewMatch(p, q)
}

// Listing is what is asked of a list.
type Listing struct {
	Order       int    `query:"n" required:"true" minimum:"1" maximum:"32"`
	Fundamental bool   `query:"fundamental" doc:"one solution of each orbit"`
	Class       string `query:"class" enum:"asymmetric,central,rotational" doc:"only this class"`
	Modular     bool   `query:"modular" doc:"only solutions also valid on the torus"`
	Limit       int    `query:"limit" minimum:"1" maximum:"500" default:"60"`
	After       string `query:"after" maxLength:"200" doc:"cursor: the list starts after this placement"`
}

// maxNodes is the most queens placed for one page of a list: some tenths of a second.
const maxNodes = 30_000_000

// ListSolutions returns a page of a list, a short one where more take longer than a moment.
func ListSolutions(ctx context.Context, in Listing) (*answer.Solutions, error) {
	o := list.Options{Fundamental: in.Fundamental, Modular: in.Modular, Limit: uint64(in.Limit)}
	if in.Class != "" {
		class, _ := symmetry.ParseClass(in.Class) // the enum has its name
		o.Classes = []symmetry.Class{class}
	}
	if in.After != "" {
		after, err := ReadPlacement(in.After)
		if err != nil {
			return nil, fmt.Errorf("cursor: %w", err)
		}
		o.After = after
	}
	found, err := list.NextPage(ctx, in.Order, o, maxNodes)
	if err != nil {
		return nil, err
	}
	page := &answer.Solutions{Order: in.Order, None: found.None, Solutions: []answer.Listed{}}
	series := "solutions"
	if in.Fundamental {
		series = "fundamental"
	}
	if v, ok := known.Lookup(series, in.Order); ok {
		page.Known = v.Value.String()
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
	p, err := ReadPermutation(in.Perm)
	if err != nil {
		return nil, err
	}
	n := p.Order()
	if n > maxLattice || in.Column > n {
		return nil, errs.Errorf("order %d, column %d: want an order of at most %d and a column on the board: %w", n,
			in.Column, maxLattice, queens.ErrFormat)
	}
	return answer.NewLattice(p, in.Column)
}

// Limits of one completion.
const (
	maxCompleted  = 1000 // order
	completeNodes = 3_000_000
	explainNodes  = 200_000
	countTime     = 1500 * time.Millisecond
	countMissing  = 14 // queens: with more the number is not looked for
)

// problemOf reads a partial board: a topology, and the names of squares.
func problemOf(n int, topology, given, blocked string) (p queens.Problem, err error) {
	p.Order = n
	p.Topology, _ = queens.ParseTopology(topology) // the enum has its name
	lists, err := format.ReadSquareLists(n, format.AnyBase, given, blocked)
	if err == nil {
		p.Given, p.Blocked = lists[0], lists[1]
	}
	return p, err
}

func completeBoard(ctx context.Context, in *struct {
	Body struct {
		Text     string `json:"text,omitempty" maxLength:"65536" doc:"instead of all else: a problem in any format of queens complete"`
		Order    int    `json:"order,omitempty" minimum:"1" maximum:"1000" doc:"unless there is a text"`
		Queens   string `json:"queens,omitempty" maxLength:"8000" doc:"squares of the given queens"`
		Blocked  string `json:"blocked,omitempty" maxLength:"30000" doc:"squares without queens"`
		Topology string `json:"topology,omitempty" enum:"regular,modular" default:"regular"`
		Seed     int    `json:"seed,omitempty" minimum:"0" maximum:"2147483647"`
	}
},
) (*answer.Complete, error) {
	p, err := problemOf(in.Body.Order, in.Body.Topology, in.Body.Queens, in.Body.Blocked)
	switch {
	case in.Body.Text != "" && (in.Body.Order > 0 || in.Body.Queens+in.Body.Blocked != ""):
		err = errs.Errorf("text: want it alone, as it has the whole problem: %w", queens.ErrFormat)
	case in.Body.Text != "":
		p, _, err = format.ReadProblem(strings.NewReader(in.Body.Text), format.ProblemOptions{Base: format.AnyBase})
	case in.Body.Order == 0:
		err = errs.Errorf("neither an order nor a text: %w", queens.ErrFormat)
	}
	if err == nil && p.Order > maxCompleted {
		err = errs.Errorf("order %d: want 1 to %d: %w", p.Order, maxCompleted, queens.ErrFormat)
	}
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return nil, err
	}
	o := complete.Options{Seed: uint64(in.Body.Seed), Nodes: completeNodes}
	c, err := answer.NewComplete(ctx, p, o, false, func(found complete.Answer) (complete.Reason, error) {
		return complete.Explain(ctx, p, found, explainNodes, o)
	}, nil)
	if err != nil {
		return nil, err
	}
	if c.Rows != nil && p.Order-len(p.Given) <= countMissing {
		counting, cancel := context.WithTimeout(ctx, countTime)
		defer cancel()
		if number, err := answer.NewCompletions(counting, p, complete.Options{}); err == nil { // else it takes too long
			c.Completions = number.Completions
		}
	}
	return c, nil
}
