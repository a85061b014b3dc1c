package queens

import (
	"cmp"
	"slices"
	"strings"

	"queens/internal/errs"
)

// Errors that callers branch on. They are wrapped: use errors.Is.
var (
	// ErrOrder says that an order is outside the range a function accepts.
	ErrOrder = errs.Hidden(errs.Usage, "order out of range")
	// ErrNotSolution reports that two queens attack each other.
	ErrNotSolution = errs.New(errs.Refuted, "not a solution")
	// ErrFormat reports a malformed text or file.
	ErrFormat = errs.Hidden(errs.Usage, "malformed input")
)

// Topology is a kind of board.
type Topology uint8

const (
	// Regular is the ordinary board: diagonals end at the border.
	Regular Topology = iota
	// Modular is the torus: diagonals continue at the opposite border, so squares with equal row +
	// column or row - column modulo n share a diagonal.
	Modular
)

var topologyNames = [...]string{Regular: "regular", Modular: "modular"}

// Topologies returns the names of all topologies, in the order of their values.
func Topologies() []string { return slices.Clone(topologyNames[:]) }

// String returns "regular" or "modular".
func (t Topology) String() string {
	return nameOf(topologyNames[:], "topology", uint8(t))
}

// ParseTopology reads the name of a topology. Errors: ErrFormat.
func ParseTopology(s string) (Topology, error) {
	return valueOf[Topology](topologyNames[:], "topology", s)
}

// MarshalText returns the name of the topology. Errors: ErrFormat if it is none of the constants.
func (t Topology) MarshalText() ([]byte, error) {
	_, err := ParseTopology(t.String())
	return []byte(t.String()), err
}

// UnmarshalText reads the name of a topology. Errors: ErrFormat.
func (t *Topology) UnmarshalText(b []byte) (err error) {
	*t, err = ParseTopology(string(b))
	return err
}

// MaxProblemOrder is the largest order of a Problem: the sum of a row and a column fits 31 bits, so
// the index of a diagonal fits an int on every machine.
const MaxProblemOrder = 1 << 30

// Problem asks for a solution of the given order with all given queens and none on a blocked square
// or an excluded diagonal. The zero value is the empty board.
type Problem struct {
	Order    int        `json:"order"`
	Topology Topology   `json:"topology"`
	Given    []Square   `json:"given,omitempty"`
	Blocked  []Square   `json:"blocked,omitempty"`
	Excluded []Diagonal `json:"excluded,omitempty"`
}

// Validate returns the first error of the problem: an order outside 0..MaxProblemOrder (ErrOrder),
// an unknown topology, a square or diagonal outside the board, a given queen that is repeated, on a
// blocked square or on an excluded diagonal (ErrFormat), or two given queens that attack each other
// (*AttackError). Time and space O(given + blocked + excluded), for any order.
func (p Problem) Validate() error {
	if p.Order < 0 || p.Order > MaxProblemOrder {
		return errs.Errorf("problem of order %d: want 0 to %d: %w", p.Order, MaxProblemOrder, ErrOrder)
	}
	if int(p.Topology) >= len(topologyNames) {
		return errs.Errorf("problem with %v: want one of %s: %w", p.Topology,
			strings.Join(topologyNames[:], ", "), ErrFormat)
	}
	blocked := make(map[Square]bool, len(p.Blocked))
	for _, sq := range p.Blocked {
		if !sq.On(p.Order) {
			return errs.Errorf("blocked square at %v is outside a board of order %d: %w", sq, p.Order, ErrFormat)
		}
		blocked[sq] = true
	}
	excluded := make(map[Diagonal]bool, len(p.Excluded))
	for _, d := range p.Excluded {
		if !d.On(p.Order, p.Topology) {
			return errs.Errorf("excluded %v %d, counted from 0, is not one of a %v board of order %d: %w",
				d.Line, d.Index, p.Topology, p.Order, ErrFormat)
		}
		excluded[d] = true
	}
	given := make(map[Square]bool, len(p.Given))
	for _, sq := range p.Given {
		if !sq.On(p.Order) {
			return errs.Errorf("given queen at %v is outside a board of order %d: %w", sq, p.Order, ErrFormat)
		}
		if given[sq] {
			return errs.Errorf("given queen at %v is listed twice: %w", sq, ErrFormat)
		}
		given[sq] = true
		if blocked[sq] {
			return errs.Errorf("given queen at %v is on a blocked square: %w", sq, ErrFormat)
		}
		for _, line := range [...]Line{Rising, Falling} {
			if d := DiagonalOf(sq, line, p.Order, p.Topology); excluded[d] {
				return errs.Errorf("given queen at %v is on the excluded %v %s: %w", sq, line,
					d.Name(p.Order, p.Topology), ErrFormat)
			}
		}
	}
	for attack := range Attacks(p.Given, p.Order, p.Topology) {
		return &AttackError{attack}
	}
	return nil
}

// Forbidden returns the squares of Blocked and of the Excluded diagonals, sorted by row and column,
// each once. The problem must be valid. Time O(blocked log blocked + n excluded).
func (p Problem) Forbidden() []Square {
	squares := slices.Clone(p.Blocked)
	for _, d := range p.Excluded {
		squares = slices.AppendSeq(squares, d.Squares(p.Order, p.Topology))
	}
	slices.SortFunc(squares, func(a, b Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	return slices.Compact(squares)
}

// Check returns nil if q solves the problem: it has the right order, passes [Check], holds every
// given queen and none on a blocked square or an excluded diagonal. Time O(n + given + blocked).
// Errors: those of Check, otherwise ErrNotSolution.
func (p Problem) Check(q Perm) error {
	if len(q) != p.Order {
		return errs.Errorf("%d queens for a problem of order %d: %w", len(q), p.Order, ErrNotSolution)
	}
	if err := Check(q, p.Topology); err != nil {
		return err
	}
	for _, sq := range p.Given {
		if q[sq.Col] != sq.Row {
			return errs.Errorf("the queen given at %v is missing: %w", sq, ErrNotSolution)
		}
	}
	for _, sq := range p.Blocked {
		if q[sq.Col] == sq.Row {
			return errs.Errorf("a queen is on the blocked square at %v: %w", sq, ErrNotSolution)
		}
	}
	excluded := make(map[Diagonal]bool, len(p.Excluded))
	for _, d := range p.Excluded {
		excluded[d] = true
	}
	if len(excluded) == 0 {
		return nil
	}
	for _, sq := range q.Squares() {
		for _, line := range [...]Line{Rising, Falling} {
			if d := DiagonalOf(sq, line, p.Order, p.Topology); excluded[d] {
				return errs.Errorf("the queen at %v is on the excluded %v %s: %w", sq, line,
					d.Name(p.Order, p.Topology), ErrNotSolution)
			}
		}
	}
	return nil
}
