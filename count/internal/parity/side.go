package parity

import (
	"math/bits"
	"slices"
)

// Colours: the parity of row + column.
const (
	White = iota
	Black
)

// Side is the squares of one colour: those with even columns, where the placements x of a unit are,
// and those with odd columns, where the placements y are.
type Side struct{ X, Y Labelled }

// Labelled is the squares of one kind, with the label of each set of columns: its index among the
// sets of white queens, or -1 if its placements count nowhere, because another set represents them.
type Labelled struct {
	Quarter
	Kind   SquareKind
	Queens int     // of a placement
	Labels int     // number of labels
	Label  []int32 // by set of columns
}

// Sides returns the white and the black side. The label of black queens is that of the columns that
// they leave to white ones.
func (c *Class) Sides() [2]Side {
	of := func(kind SquareKind, sets []Set, queens int) Labelled {
		q := c.Quarter(kind)
		l := Labelled{q, kind, queens, len(sets), slices.Repeat([]int32{-1}, 1<<q.Columns)}
		for i, s := range sets {
			columns := s.Lines
			if kind == OddEven || kind == EvenOdd {
				columns = 1<<q.Columns - 1 - columns
			}
			l.Label[columns] = int32(i)
		}
		return l
	}
	others := c.Even - c.Queens
	return [2]Side{
		White: {of(EvenEven, c.Rows, c.Queens), of(OddOdd, c.Columns, c.Queens-c.Order%2)},
		Black: {of(OddEven, c.Rows, others), of(EvenOdd, c.Columns, others)},
	}
}

// Each calls do for every placement with a label and one queen in each of the rows, the first
// one on one of the given squares. columns has those of the queens, four bits each, row by row. It
// takes the time of a search of all placements.
func (l *Labelled) Each(rows, first uint32, do func(label int, key, columns uint64)) {
	l.place(rows, 0, first, 0, 0, 0, do)
}

func (l *Labelled) place(rows, taken, squares uint32, key, columns uint64, queen int,
	do func(label int, key, columns uint64),
) {
	if rows == 0 {
		if label := int(l.Label[taken]); label >= 0 {
			do(label, key, columns)
		}
		return
	}
	row := bits.TrailingZeros32(rows)
	for free := l.Free(row, taken, key) & squares; free != 0; free &= free - 1 {
		square := bits.TrailingZeros32(free)
		column := l.Column(square)
		l.place(rows&(rows-1), taken|1<<column, 1<<l.Squares()-1, key|l.Key(row, square),
			columns|uint64(column)<<(4*queen), queen+1, do)
	}
}
