package construct

import (
	"context"
	"fmt"
	"iter"

	"queens"
	"queens/find/solver"
)

// Pattern is a rule that writes down solutions. The zero value is not valid.
type Pattern struct {
	Name      string `json:"name"`      // stable identifier: "knight-walk"
	Title     string `json:"title"`     // for headings
	Summary   string `json:"summary"`   // one sentence, no final period
	Source    string `json:"source"`    // key in docs/bibliography.md
	Condition string `json:"condition"` // for which orders, in words: "n prime to 6"
	How       string `json:"-"`         // the rule, rows and columns counted from 1: a paragraph or a few

	// works is Condition, for n >= 1. Orders 2 and 3 are not asked about.
	works func(n int) bool
	// boards yields the solutions of an order for which it works, at least one.
	boards func(n int) iter.Seq[Board]
	// pseudocode is what happens, the last line being "solution", and line the number of
	// the line at which the queen in a row is placed; nil for most patterns, which have one
	// solution of an order then.
	pseudocode []string
	line       func(n, row int) uint8
}

// Refuses says why the pattern has no solution of order n, in words that follow
// "order n: ", or "" if it has one. Time O(sqrt n) at most, for patterns that search
// O(n^3) up to order MaxSearchOrder.
func (p *Pattern) Refuses(n int) string {
	switch {
	case n < 1 || n > queens.MaxProblemOrder:
		return fmt.Sprintf("want 1 to %d", queens.MaxProblemOrder)
	case n == 2 || n == 3:
		return "no solution exists"
	case !p.works(n):
		return "works only for " + p.Condition
	}
	return ""
}

// Boards yields the solutions of order n that the pattern has, at least one, in an
// order of its own. They are different unless the pattern says otherwise.
//
// Errors: queens.ErrOrder where Refuses has something to say.
func (p *Pattern) Boards(n int) (iter.Seq[Board], error) {
	if why := p.Refuses(n); why != "" {
		return nil, fmt.Errorf("construct: %s: order %d: %s: %w", p.Name, n, why, queens.ErrOrder)
	}
	return p.boards(n), nil
}

// First returns the first board of Boards, and its error.
func (p *Pattern) First(n int) (Board, error) {
	boards, err := p.Boards(n)
	if err != nil {
		return Board{}, err
	}
	for b := range boards {
		return b, nil
	}
	panic("construct: " + p.Name + " accepts an order for which it has no solution")
}

func one(b Board) iter.Seq[Board] { return func(yield func(Board) bool) { yield(b) } }

func each[T any](items iter.Seq[T], board func(T) Board) iter.Seq[Board] {
	return func(yield func(Board) bool) {
		for item := range items {
			if !yield(board(item)) {
				return
			}
		}
	}
}

func rule(runs func(n int) iter.Seq[Run]) func(n int) iter.Seq[Board] {
	return func(n int) iter.Seq[Board] { return one(Board{Order: n, Runs: runs(n)}) }
}

// Find returns the pattern of a name.
func Find(name string) (*Pattern, bool) {
	for i := range patterns {
		if patterns[i].Name == name {
			return &patterns[i], true
		}
	}
	return nil, false
}

// All returns every pattern, sorted by name.
func All() []*Pattern {
	all := make([]*Pattern, len(patterns))
	for i := range patterns {
		all[i] = &patterns[i]
	}
	return all
}

// maxPermOrder is the largest order of a Perm from an Algorithm of this package, 8
// bytes a queen; Boards has no limit.
const maxPermOrder = 1 << 24

// Algorithms returns the patterns as algorithms, sorted by name.
func Algorithms() []*solver.Algorithm {
	all := make([]*solver.Algorithm, len(patterns))
	for i := range patterns {
		all[i] = patterns[i].algorithm()
	}
	return all
}

var plainPseudocode = []string{
	"for column from first to last:",
	"  put a queen in the row that the rule says",
	"solution",
	"for another one: empty the board",
}

// Lines of plainPseudocode.
const (
	plainPlace  = 1
	plainSolved = 2
	plainClear  = 3
)

func (p *Pattern) algorithm() *solver.Algorithm {
	a := &solver.Algorithm{
		Name: p.Name, Title: p.Title, Summary: p.Summary, Source: p.Source,
		Finds: solver.Some, MinOrder: 1, MaxOrder: maxPermOrder, TestMax: 60, Exact: true,
		Traced: true, Pseudocode: plainPseudocode,
		How: p.How,
		Cost: "Time and space O(n) for a solution. The command queens solve streams larger orders in no memory at " +
			"all.",
		Limits:  "Works for " + p.Condition + ". It gives few solutions per order, all very regular.",
		Refuses: p.Refuses,
		Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
			m := solver.NewMeter(ctx, c, found)
			boards, err := p.Boards(c.Problem.Order)
			if err != nil {
				return solver.Stats{}, err
			}
			first := true
			for b := range boards {
				if m.Stopped() {
					break
				}
				if !first {
					m.Clear(plainClear)
				}
				first = false
				perm := b.Perm()
				for col, row := range perm {
					m.Place(p.lineOf(perm, col), col, row)
				}
				if !m.Solution(p.solvedLine(), perm) {
					break
				}
			}
			return m.End(ctx)
		},
	}
	if p.pseudocode != nil {
		a.Pseudocode = p.pseudocode
	}
	return a
}

func (p *Pattern) lineOf(perm queens.Perm, col int) uint8 {
	if p.line == nil {
		return plainPlace
	}
	return p.line(len(perm), perm[col])
}

func (p *Pattern) solvedLine() uint8 {
	if p.pseudocode == nil {
		return plainSolved
	}
	return uint8(len(p.pseudocode) - 1)
}
