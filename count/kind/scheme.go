package kind

import (
	"fmt"

	"queens"
)

// MaxOrder is the largest order of which all solutions are counted: the rows of a column are the
// bits of a 32-bit word.
const MaxOrder = 32

// Scheme is one way to cut a count into subproblems. Schemes that count the same
// solutions check each other.
type Scheme struct {
	Name     string          // stable identifier: "families"
	Title    string          // for headings: "Parity classes"
	Summary  string          // what subproblems are: one phrase, no final period
	How      string          // how it counts: a paragraph
	Cost     string          // time and space: a sentence or a few
	Read     string          // page of docs with more: "parity-classes.md"; empty if there is none
	Source   string          // key in docs/bibliography.md
	Version  int             // grows whenever the cutting of some orders changes; hashes keep all plans apart
	Former   *Former         // the name and version before, if plans or ledgers have them
	Topology queens.Topology // the board
	Motion   Motion          // which solutions are counted: all, or those a rotation leaves unchanged
	Counts   string          // what is counted, for people: "modular solutions"
	MinOrder int             // smallest order it accepts
	MaxOrder int             // largest order it accepts
	Sampled  int             // largest order of which samples can be drawn, if that is more
	From     int             // the first order that is counted by it if none is named, see plan.Fastest; negative: none
	Second   string          // scheme that counts short counts again; empty: the scheme itself
	SecondBy string          // way to do so, of those of the kind; empty: another kernel alone

	Old      bool // only ledgers have such plans, which are read, continued and verified
	PerQueen bool // each solution counts once for each of its queens
	// Tells says what the results of single subproblems tell: "solutions by square".
	// Empty: nothing, their sum is what counts.
	Tells string

	Kind Kind // that makes and counts its subproblems
}

// Times returns how often each solution is counted: once, by squares as often as it
// has queens.
func (s Scheme) Times(n int) uint64 {
	if s.PerQueen {
		return uint64(n)
	}
	return 1
}

// Former is what a scheme was called before. Ledgers keep the name and the version.
type Former struct {
	Name    string
	Version int
	Same    func(n int) bool // whether the plan of order n is still the same, under this name
}

// Identity returns the name and the version that hashes and ledgers of plans of order n have.
func (s Scheme) Identity(n int) (name string, version int) {
	if s.Former != nil && s.Former.Same(n) {
		return s.Former.Name, s.Former.Version
	}
	return s.Name, s.Version
}

// Motion says which solutions a scheme counts.
type Motion uint8

// The motions.
const (
	Still       Motion = iota // all
	HalfTurn                  // those that the half turn leaves unchanged
	QuarterTurn               // those that the quarter turn leaves unchanged
	Reflecting                // those without attacks along diagonals that a mirror beside the board throws back
)

// Accepts returns nil if the scheme has a plan of order n, otherwise
// queens.ErrOrder.
func (s Scheme) Accepts(n int) error {
	if n < s.MinOrder || n > s.MaxOrder {
		return fmt.Errorf("plan: %s of order %d: want %s: %w", s.Name, n, s.Orders(), queens.ErrOrder)
	}
	return nil
}

// Orders returns the orders that the scheme accepts, for people: "0 to 69".
func (s Scheme) Orders() string {
	return fmt.Sprintf("%d to %d", s.MinOrder, s.MaxOrder)
}

// Samples returns nil if the scheme has a draft of order n to draw samples from, with or without a
// plan, otherwise queens.ErrOrder.
func (s Scheme) Samples(n int) error {
	if n >= s.MinOrder && n <= s.Sampled {
		return nil
	}
	return s.Accepts(n)
}
