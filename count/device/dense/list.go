package dense

import (
	"math/bits"
	"slices"

	"queens/count/internal/parity"
)

type lister struct {
	quarter parity.Quarter
	label   []int32 // by set of columns; -1 if excluded
	labels  int
	queens  int
	first   uint32 // squares allowed for the first queen
}

// newLister prepares a kind of squares of the class. With complement, labels are the complements of
// the columns. lanes selects the second list of its colour.
func newLister(c *parity.Class, kind parity.Kind, labels []parity.Set, queens int, complement, lanes bool) *lister {
	q := c.Quarter(kind)
	l := &lister{
		quarter: q, label: slices.Repeat([]int32{-1}, 1<<q.Columns), labels: len(labels), queens: queens,
		first: 1<<q.Squares() - 1,
	}
	if lanes {
		l.first = q.First()
	}
	for i, s := range labels {
		columns := s.Lines
		if complement {
			columns = (1<<q.Columns - 1) &^ columns
		}
		l.label[columns] = int32(i)
	}
	return l
}

// each calls do for every placement on the rows that has a label. columns has the columns of the
// queens, four bits each, by ascending rows.
func (l *lister) each(rows uint32, do func(label int32, key, columns uint64)) {
	l.place(rows, 0, 0, 0, 0, do)
}

func (l *lister) place(rows, taken uint32, key, columns uint64, queen int, do func(label int32, key, columns uint64)) {
	if rows == 0 {
		if label := l.label[taken]; label >= 0 {
			do(label, key, columns)
		}
		return
	}
	q, row := &l.quarter, bits.TrailingZeros32(rows)
	free := q.Free(row, taken, key)
	if queen == 0 {
		free &= l.first
	}
	for ; free != 0; free &= free - 1 {
		square := bits.TrailingZeros32(free)
		column := q.Column(square)
		l.place(rows&(rows-1), taken|1<<column, key|q.Key(row, square), columns|uint64(column)<<(4*queen), queen+1, do)
	}
}
