package queens

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
)

// Diagonal is a rising or falling diagonal of a board. On the regular board Index is
// [Square.SumDiag] or [Square.DiffDiag], 0 to 2n-2; on the modular board it is row + column or row
// - column modulo n, 0 to n-1.
type Diagonal struct {
	Line  Line
	Index int
}

// DiagonalOf returns the rising or falling diagonal through a square of the board of order n.
func DiagonalOf(sq Square, line Line, n int, t Topology) Diagonal {
	return Diagonal{line, Lines(sq, n, t)[line]}
}

// On reports whether a board of order n has the diagonal.
func (d Diagonal) On(n int, t Topology) bool {
	last := 2*n - 2
	if t == Modular {
		last = n - 1
	}
	return (d.Line == Rising || d.Line == Falling) && 0 <= d.Index && d.Index <= last
}

// Squares yields the squares of the diagonal from the first column to the last. The diagonal must
// lie on the board. Time O(n).
func (d Diagonal) Squares(n int, t Topology) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for c := range n {
			r := d.Index - c
			if d.Line == Falling {
				r = d.Index + c - n + 1
				if t == Modular {
					r = d.Index + c
				}
			}
			if t == Modular {
				r = (r + n) % n
			}
			if sq := (Square{Row: r, Col: c}); sq.On(n) && !yield(sq) {
				return
			}
		}
	}
}

// Name returns the diagonal as [ParseDiagonal] reads it. On the modular board it is the least sum
// from 2 and the least difference from 0.
func (d Diagonal) Name(n int, t Topology) string {
	switch {
	case d.Line == Rising:
		return "s" + strconv.Itoa(d.Index+2)
	case t == Modular:
		return "d" + strconv.Itoa(d.Index)
	default:
		return "d" + strconv.Itoa(d.Index-n+1)
	}
}

// ParseDiagonal reads a diagonal of the board of order n. In "s9" row plus column is 9 (rising), in
// "d-2" row minus column is -2 (falling), both counted from 1, and modulo n on the modular board.
// Errors: ErrFormat if the text is malformed or the diagonal is not on the board.
func ParseDiagonal(s string, n int, t Topology) (Diagonal, error) {
	kind, number := s[:min(1, len(s))], s[min(1, len(s)):]
	value, err := strconv.Atoi(number)
	if err != nil || kind != "s" && kind != "d" {
		return Diagonal{}, fmt.Errorf("queens: read diagonal %s: want s and a sum of row and column, or d and a "+
			"difference, as in %q or %q: %w", abbreviate(s), "s9", "d-2", ErrFormat)
	}
	least, most := 2, 2*n
	d := Diagonal{Rising, value - 2}
	if kind == "d" {
		least, most = 1-n, n-1
		d = Diagonal{Falling, value + n - 1}
	}
	if value < least || value > most {
		return Diagonal{}, fmt.Errorf("queens: read diagonal %s: want %s%d to %s%d on a board of order %d: %w",
			abbreviate(s), kind, least, kind, most, n, ErrFormat)
	}
	if t == Modular {
		if kind == "d" {
			d.Index++ // row - column + n
		}
		d.Index %= n
	}
	return d, nil
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
		return fmt.Errorf("queens: %d queens for a problem of order %d: %w", len(q), p.Order, ErrNotSolution)
	}
	if err := Check(q, p.Topology); err != nil {
		return err
	}
	for _, sq := range p.Given {
		if q[sq.Col] != sq.Row {
			return fmt.Errorf("queens: the queen given at %v is missing: %w", sq, ErrNotSolution)
		}
	}
	for _, sq := range p.Blocked {
		if q[sq.Col] == sq.Row {
			return fmt.Errorf("queens: a queen is on the blocked square at %v: %w", sq, ErrNotSolution)
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
				return fmt.Errorf("queens: the queen at %v is on the excluded %v %s: %w", sq, line,
					d.Name(p.Order, p.Topology), ErrNotSolution)
			}
		}
	}
	return nil
}

// MarshalText returns the name of the line.
func (l Line) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the name of a line. Errors: ErrFormat.
func (l *Line) UnmarshalText(b []byte) (err error) {
	*l, err = valueOf[Line](lineNames[:], "line", string(b))
	return err
}
