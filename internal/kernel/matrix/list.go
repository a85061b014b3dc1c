package matrix

import (
	"math/bits"

	"queens/internal/parity"
)

// lister lists the placements of one kind of squares by depth-first search.
type lister struct {
	quarter parity.Quarter
	label   []int32 // by set of columns; -1 for one that is left out
	labels  int
	queens  int
	weight  [][]record // by queen and column, what a queen adds to the record

	// The list at hand, in the order it is found.
	keys    []uint64
	records []record
	found   []int32
}

// record is where the rows of tables are that a placement is tested by: up to eight
// offsets of 16 bits, in eighths of a row.
type record [2]uint64

// newLister prepares for a kind of squares of the class. complement says that the
// columns are the other ones of the set that is the label.
func newLister(c *parity.Class, kind parity.Kind, labels []parity.Set, queens int, complement bool) *lister {
	q := c.Quarter(kind)
	l := &lister{quarter: q, label: make([]int32, 1<<q.Columns), labels: len(labels), queens: queens}
	for i := range l.label {
		l.label[i] = -1
	}
	all := uint32(1)<<q.Columns - 1
	for i, s := range labels {
		columns := s.Lines
		if complement {
			columns = all &^ columns
		}
		l.label[columns] = int32(i)
	}
	for i := range queens {
		of := make([]record, q.Columns)
		for col := range of {
			offset := col
			if i%2 == 0 && i+1 < queens {
				offset *= q.Columns
			}
			if i%2 == 0 {
				offset += tableStart(i/2, q.Columns)
			}
			of[col][i/8] = uint64(offset) * 8 << (i / 2 % 4 * 16)
		}
		l.weight = append(l.weight, of)
	}
	return l
}

// tableStart returns the first row of table t; all but the last have the square of
// columns rows.
func tableStart(t, columns int) int { return t * columns * columns }

// list makes the list of all placements on the given rows, in order of their
// labels, and returns where each label begins, and one more.
func (l *lister) list(rows uint32) (starts []uint32, keys []uint64, records []record) {
	l.keys, l.records, l.found = l.keys[:0], l.records[:0], l.found[:0]
	l.place(rows, 0, 0, 0, record{})
	starts = make([]uint32, l.labels+1)
	for _, label := range l.found {
		starts[label+1]++
	}
	for i := range l.labels {
		starts[i+1] += starts[i]
	}
	keys, records = make([]uint64, len(l.keys)), make([]record, len(l.keys))
	next := make([]uint32, l.labels)
	copy(next, starts)
	for i, label := range l.found {
		at := next[label]
		next[label]++
		keys[at], records[at] = l.keys[i], l.records[i]
	}
	return starts, keys, records
}

// place puts queens on the rows that are left; columns and key are those of the
// queens so far.
func (l *lister) place(rows, columns uint32, queen int, key uint64, r record) {
	if rows == 0 {
		if label := l.label[columns]; label >= 0 {
			l.keys, l.records, l.found = append(l.keys, key), append(l.records, r), append(l.found, label)
		}
		return
	}
	q := l.quarter
	row := bits.TrailingZeros32(rows)
	taken := columns | uint32(key)>>(row+q.Sum) | uint32(key>>32)>>(q.Diff-row)
	for free := (uint32(1)<<q.Columns - 1) &^ taken; free != 0; free &= free - 1 {
		col := bits.TrailingZeros32(free)
		w := l.weight[queen][col]
		l.place(rows&(rows-1), columns|1<<col, queen+1, key|q.Key(row, col), record{r[0] + w[0], r[1] + w[1]})
	}
}

// patterns yields, for the number of each subset of the diagonals in cut, the
// subset.
func patterns(cut uint64) []uint64 {
	var list []uint64
	for p := uint64(0); ; p = (p - cut) & cut {
		list = append(list, p)
		if p == cut {
			return list
		}
	}
}
