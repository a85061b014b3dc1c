package torus

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"queens"
	"queens/list"
)

// Base is a set of permutations.
type Base uint8

// The sets.
const (
	Permutations Base = iota // one queen in each row and column
	TwoADiagonal             // at most two queens on each diagonal of the regular board
	Regular                  // solutions of the regular board
	Toroidal                 // solutions of the modular board
)

var bases = [...]struct {
	name, summary string
	max           int // largest order whose members are listed
}{
	Permutations: {"permutations", "one queen in each row and column", 9},
	TwoADiagonal: {"two-a-diagonal", "at most two queens on each diagonal", 10},
	Regular:      {"regular", "solutions of the regular board", 14},
	Toroidal:     {"toroidal", "solutions of the modular board", 19},
}

// Bases returns all sets.
func Bases() []Base { return []Base{Permutations, TwoADiagonal, Regular, Toroidal} }

// String returns the name of the set.
func (b Base) String() string {
	if int(b) < len(bases) {
		return bases[b].name
	}
	return fmt.Sprintf("base %d", uint8(b))
}

// Summary says in a few words what is in the set.
func (b Base) Summary() string { return bases[b].summary }

// MaxOrder returns the largest order that Members and Count accept.
func (b Base) MaxOrder() int { return bases[b].max }

// MarshalText returns the name.
func (b Base) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Members yields the members of the set for order n, 1 to MaxOrder. The yielded slice
// is reused.
//
// Errors: queens.ErrOrder for n out of range.
func (b Base) Members(n int) (iter.Seq[queens.Perm], error) {
	if n < 1 || n > b.MaxOrder() {
		return nil, fmt.Errorf("torus: %v of order %d: want 1 to %d: %w", b, n, b.MaxOrder(), queens.ErrOrder)
	}
	switch b {
	case Regular:
		return list.Solutions(n, list.Options{})
	case Toroidal:
		return shifted(atOrigin(n)), nil
	default:
		most := n
		if b == TwoADiagonal {
			most = 2
		}
		return permutations(n, most), nil
	}
}

// permutations yields the permutations with at most so many queens on each diagonal,
// in lexicographic order.
func permutations(n, most int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		p := make(queens.Perm, n)
		rising, falling := make([]int, 2*n), make([]int, 2*n)
		var extend func(col int, rows uint64) bool
		extend = func(col int, rows uint64) bool {
			if col == n {
				return yield(p)
			}
			for rest := rows; rest != 0; rest &= rest - 1 {
				row := bits.TrailingZeros64(rest)
				if rising[row+col] == most || falling[row-col+n] == most {
					continue
				}
				p[col] = row
				rising[row+col]++
				falling[row-col+n]++
				more := extend(col+1, rows&^(1<<row))
				rising[row+col]--
				falling[row-col+n]--
				if !more {
					return false
				}
			}
			return true
		}
		extend(0, 1<<n-1)
	}
}

func shifted(list iter.Seq[queens.Perm]) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for p := range list {
			q := p.Clone()
			for range p {
				if !yield(q) {
					return
				}
				for col := range q {
					q[col] = (q[col] + 1) % len(q)
				}
			}
		}
	}
}

// atOrigin yields the modular solutions with a queen in row 0 of column 0, in
// lexicographic order.
func atOrigin(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		solutions, err := list.Solutions(n, list.Options{Modular: true})
		if err != nil {
			panic(err) // the order was checked
		}
		for p := range solutions {
			if p[0] > 0 || !yield(p) {
				return
			}
		}
	}
}

// Classes are the classes of the members of a set.
type Classes struct {
	Members int       `json:"members,string"` // of the set
	Number  int       `json:"classes,string"`
	Sizes   []SizeRow `json:"sizes"` // by size of the whole class, outside the set too
	Meets   []SizeRow `json:"meets"` // by number of members in the class
}

// SizeRow is a number of classes of one size.
type SizeRow struct {
	Size    int `json:"size"`
	Classes int `json:"classes,string"`
}

func sizeRows(sizes map[int]int) []SizeRow {
	rows := []SizeRow{}
	for size, classes := range sizes {
		rows = append(rows, SizeRow{size, classes})
	}
	slices.SortFunc(rows, func(a, b SizeRow) int { return a.Size - b.Size })
	return rows
}
