package queens

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Errors that callers branch on. They are wrapped: use errors.Is.
var (
	// ErrOrder says that an order is outside the range a function accepts.
	ErrOrder = errors.New("order out of range")
	// ErrNotSolution says that two queens attack each other.
	ErrNotSolution = errors.New("not a solution")
	// ErrFormat says that a text or a file is malformed.
	ErrFormat = errors.New("malformed input")
)

// Topology says whether diagonals end at the border of the board (Regular) or continue at the
// opposite border (Modular, the torus).
type Topology uint8

const (
	// Regular is the ordinary board: diagonals end at the border.
	Regular Topology = iota
	// Modular is the torus: diagonals continue at the opposite border, so all
	// squares with equal row + column modulo n share a rising diagonal, and all
	// with equal row - column modulo n a falling one.
	Modular
)

var topologyNames = [...]string{Regular: "regular", Modular: "modular"}

// Topologies returns the names of all topologies, new, in the order of their values.
func Topologies() []string { return slices.Clone(topologyNames[:]) }

// String returns "regular" or "modular".
func (t Topology) String() string {
	if t.valid() {
		return topologyNames[t]
	}
	return fmt.Sprintf("topology %d", uint8(t))
}

// ParseTopology reads the name of a topology.
//
// Errors: ErrFormat for any other word.
func ParseTopology(s string) (Topology, error) {
	for i, name := range topologyNames {
		if s == name {
			return Topology(i), nil
		}
	}
	return 0, fmt.Errorf("queens: topology %q: want one of %s: %w", s, strings.Join(topologyNames[:], ", "), ErrFormat)
}

// MarshalText returns the name of the topology.
//
// Errors: ErrFormat for a value that is none of the constants.
func (t Topology) MarshalText() ([]byte, error) {
	if !t.valid() {
		return nil, fmt.Errorf("queens: write topology %d: want one of %s: %w", uint8(t),
			strings.Join(topologyNames[:], ", "), ErrFormat)
	}
	return []byte(t.String()), nil
}

func (t Topology) valid() bool { return int(t) < len(topologyNames) }

// UnmarshalText reads what MarshalText wrote.
//
// Errors: those of ParseTopology.
func (t *Topology) UnmarshalText(b []byte) (err error) {
	*t, err = ParseTopology(string(b))
	return err
}

// MaxProblemOrder is the largest order of a Problem: sums of a row and a column
// fit 31 bits, so the index of a diagonal fits an int everywhere.
const MaxProblemOrder = 1 << 30

// Problem is one instance: place queens on a board of the given order so that no two attack each
// other, one in each row and column, with the given queens in place and none on a blocked square or
// an excluded diagonal. The zero value is the empty board.
type Problem struct {
	Order    int        `json:"order"`
	Topology Topology   `json:"topology"`
	Given    []Square   `json:"given,omitempty"`
	Blocked  []Square   `json:"blocked,omitempty"`
	Excluded []Diagonal `json:"excluded,omitempty"`
}

// Validate reports the first thing that makes the problem meaningless: an order outside
// 0..MaxProblemOrder (ErrOrder), an unknown topology (ErrFormat), a square or diagonal outside the
// board (ErrFormat), a given queen on a blocked square or an excluded diagonal (ErrFormat) or two
// given queens that attack each other (an *AttackError, which is ErrNotSolution). Time and space
// O(given + blocked + excluded), whatever the order.
func (p Problem) Validate() error {
	if p.Order < 0 || p.Order > MaxProblemOrder {
		return fmt.Errorf("queens: problem of order %d: want 0 to %d: %w", p.Order, MaxProblemOrder, ErrOrder)
	}
	if !p.Topology.valid() {
		return fmt.Errorf("queens: problem with %v: want one of %s: %w", p.Topology,
			strings.Join(topologyNames[:], ", "), ErrFormat)
	}
	blocked := make(map[Square]bool, len(p.Blocked))
	for _, sq := range p.Blocked {
		if !sq.On(p.Order) {
			return fmt.Errorf("queens: blocked square at %v is outside a board of order %d: %w", sq, p.Order, ErrFormat)
		}
		blocked[sq] = true
	}
	excluded := make(map[Diagonal]bool, len(p.Excluded))
	for _, d := range p.Excluded {
		if !d.On(p.Order, p.Topology) {
			return fmt.Errorf("queens: excluded %v %d, counted from 0, is not one of a %v board of order %d: %w",
				d.Line, d.Index, p.Topology, p.Order, ErrFormat)
		}
		excluded[d] = true
	}
	given := make(map[Square]bool, len(p.Given))
	for _, sq := range p.Given {
		if !sq.On(p.Order) {
			return fmt.Errorf("queens: given queen at %v is outside a board of order %d: %w", sq, p.Order, ErrFormat)
		}
		if given[sq] {
			return fmt.Errorf("queens: given queen at %v is listed twice: %w", sq, ErrFormat)
		}
		given[sq] = true
		if blocked[sq] {
			return fmt.Errorf("queens: given queen at %v is on a blocked square: %w", sq, ErrFormat)
		}
		for _, line := range [...]Line{Rising, Falling} {
			if d := DiagonalOf(sq, line, p.Order, p.Topology); excluded[d] {
				return fmt.Errorf("queens: given queen at %v is on the excluded %v %s: %w", sq, line,
					d.Name(p.Order, p.Topology), ErrFormat)
			}
		}
	}
	for attack := range Attacks(p.Given, p.Order, p.Topology) {
		return &AttackError{attack}
	}
	return nil
}
