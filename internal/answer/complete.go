package answer

import (
	"context"
	"time"

	"queens"
	"queens/find/complete"
	"queens/internal/answer/printer"
)

// Complete is what became of a partial board, queens.complete/1.
type Complete struct {
	Order       int             `json:"order"`
	Topology    queens.Topology `json:"topology"`
	Possible    *bool           `json:"possible"`              // null: undecided within the limits
	Rows        queens.Perm     `json:"rows"`                  // of a completion; null if none was found
	Unique      *bool           `json:"unique,omitempty"`      // whether it is the only one, if asked and decided
	Second      queens.Perm     `json:"second,omitempty"`      // another one
	Completions *queens.Total   `json:"completions,omitempty"` // their number, if it was counted
	Engine      string          `json:"method"`
	Nodes       string          `json:"nodes"` // queens placed
	Elapsed     time.Duration   `json:"elapsedNanos"`
	Reason      *Reason         `json:"reason,omitempty"`      // why there is none
	Reasoning   time.Duration   `json:"reasonNanos,omitempty"` // time to find that out
}

// Reason is what leaves a board without a completion: queens, blocked squares and diagonals.
type Reason struct {
	Text  string   `json:"text"`
	Line  string   `json:"line,omitempty"`  // a row or column all of whose squares they take
	Lines []string `json:"lines,omitempty"` // rows or columns whose free squares
	See   []string `json:"see,omitempty"`   // lie on these lines only, fewer than they are
	Least int64    `json:"least,omitempty"`
	// every free square is on lines that weigh Least or more together; all weigh less than Least
	// times the missing queens
	Weights  []Weight        `json:"weights,omitempty"`
	Given    []queens.Square `json:"given"`
	Blocked  []queens.Square `json:"blocked"`
	Excluded []string        `json:"excluded"`
	Minimal  bool            `json:"minimal"` // without any one of them there is a completion
}

// Weight is what a line weighs.
type Weight struct {
	Line   string `json:"line"`
	Weight int64  `json:"weight"`
}

// NewComplete completes p, or proves that it is impossible; with unique it looks for a
// second completion as well. If there is none and why is not nil, why returns the reason. If begin
// is not nil, it returns the receiver of a proof that there is no completion except one.
func NewComplete(ctx context.Context, p queens.Problem, o complete.Options, unique bool,
	why func(complete.Answer) (complete.Reason, error),
	begin func(except queens.Perm) (complete.Proof, error),
) (*Complete, error) {
	began := time.Now()
	prove := func(except queens.Perm) (err error) {
		if begin != nil {
			o.Proof, err = begin(except)
		}
		return err
	}
	if err := prove(nil); err != nil {
		return nil, err
	}
	found, err := complete.One(ctx, p, o)
	if err != nil {
		return nil, err
	}
	c := &Complete{
		Order: p.Order, Topology: p.Topology, Rows: found.Solution,
		Engine: found.Engine,
	}
	nodes := found.Nodes
	possible := found.Solution != nil
	if possible || found.Proven {
		c.Possible = &possible
	}
	if unique && possible {
		if err := prove(found.Solution); err != nil {
			return nil, err
		}
		other, err := complete.Another(ctx, p, found.Solution, o)
		if err != nil {
			return nil, err
		}
		nodes += other.Nodes
		c.Second = other.Solution
		if only := other.Solution == nil; !only || other.Proven {
			c.Unique = &only
		}
	}
	c.Nodes, c.Elapsed = printer.Decimal(nodes), time.Since(began)
	if c.Possible != nil && !possible && why != nil {
		began = time.Now()
		reason, err := why(found)
		if err != nil {
			return nil, err
		}
		c.Reason, c.Reasoning = newReason(reason, p, nodes), time.Since(began)
	}
	return c, nil
}

// NewCompletions counts the completions of p.
func NewCompletions(ctx context.Context, p queens.Problem, o complete.Options) (*Complete, error) {
	began := time.Now()
	number, err := complete.Count(ctx, p, o)
	if err != nil {
		return nil, err
	}
	possible := !number.Completions.IsZero()
	return &Complete{
		Order: p.Order, Topology: p.Topology, Possible: &possible,
		Completions: &number.Completions, Engine: number.Engine, Nodes: printer.Decimal(number.Nodes),
		Elapsed: time.Since(began),
	}, nil
}

func newReason(r complete.Reason, p queens.Problem, nodes uint64) *Reason {
	reason := &Reason{
		Text: r.Text(p, nodes), Line: r.Line, Minimal: r.Minimal,
		Given: append([]queens.Square{}, r.Given...), Blocked: append([]queens.Square{}, r.Blocked...),
		Excluded: []string{},
	}
	if r.Hall != nil {
		reason.Lines, reason.See = r.Hall.Names(p)
	}
	if r.Weights != nil {
		reason.Least = r.Weights.Least
		for kind, weights := range r.Weights.Of {
			for index, weight := range weights {
				if weight > 0 {
					reason.Weights = append(reason.Weights,
						Weight{complete.LineName(queens.Line(kind), index, p), weight})
				}
			}
		}
	}
	for _, d := range r.Excluded {
		reason.Excluded = append(reason.Excluded, d.Name(p.Order, p.Topology))
	}
	return reason
}

// Problem is an instance made at random, queens.problem/1. Its form for people is
// that of format.WriteProblem.
type Problem struct {
	Family string `json:"family"`
	Seed   uint64 `json:"seed,string"`
	queens.Problem
	Excluded []string `json:"excluded,omitempty"` // names of diagonals without a queen
}

// NewProblem describes an instance of a family.
func NewProblem(family string, seed uint64, p queens.Problem) *Problem {
	r := &Problem{Family: family, Seed: seed, Problem: p}
	for _, d := range p.Excluded {
		r.Excluded = append(r.Excluded, d.Name(p.Order, p.Topology))
	}
	return r
}
