package matrix

import (
	"math/bits"
	"slices"
	"sync"

	"queens/internal/parity"
)

// lister lists the placements of one kind of squares by depth-first search.
type lister struct {
	quarter parity.Quarter
	label   []int32 // by set of columns; -1 for one that is left out
	labels  int
	queens  int
	weight  [][]record // by queen and column, what a queen adds to the record
	found   sync.Pool  // *found, scratch memory
}

// found is a list in the order of the search.
type found struct {
	placements []placement
	labels     []int32

	packing *packing    // not nil: only packed keys are wanted
	keys    [2][]uint64 // without and with the diagonal set apart
}

// placement is one of the list.
type placement struct {
	key uint64
	record
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

// find makes the list of all placements on the given rows; the caller puts it back.
func (l *lister) find(rows uint32, p *packing) *found {
	f, _ := l.found.Get().(*found)
	if f == nil {
		f = new(found)
	}
	f.placements, f.labels, f.packing, f.keys = f.placements[:0], f.labels[:0], p,
		[2][]uint64{f.keys[0][:0], f.keys[1][:0]}
	switch {
	case rows != 0:
		l.place(f, rows, 0, 0, placement{})
	case p != nil:
		f.pack(0, l.label[0])
	default:
		f.placements, f.labels = append(f.placements, placement{}), append(f.labels, l.label[0])
	}
	return f
}

// list makes the list of all placements on the given rows, in order of their
// labels, and returns where each label begins, and one more.
func (l *lister) list(rows uint32) (starts []uint32, keys []uint64, records []record) {
	f := l.find(rows, nil)
	defer l.found.Put(f)

	starts = make([]uint32, l.labels+1)
	for _, label := range f.labels {
		starts[label+1]++
	}
	for i := range l.labels {
		starts[i+1] += starts[i]
	}
	keys, records = make([]uint64, len(f.labels)), make([]record, len(f.labels))
	next := slices.Clone(starts)
	for i, label := range f.labels {
		at := next[label]
		next[label]++
		keys[at], records[at] = f.placements[i].key, f.placements[i].record
	}
	return starts, keys, records
}

// place puts queens on the rows that are left, at least one; columns and p are those
// of the queens so far.
func (l *lister) place(f *found, rows, columns uint32, queen int, p placement) {
	q := &l.quarter
	row := bits.TrailingZeros32(rows)
	rows &= rows - 1
	taken := columns | uint32(p.key)>>(row+q.Sum) | uint32(p.key>>32)>>(q.Diff-row)
	weights := l.weight[queen]
	for free := (uint32(1)<<q.Columns - 1) &^ taken; free != 0; free &= free - 1 {
		col := bits.TrailingZeros32(free)
		w := &weights[col]
		with := placement{p.key | q.Key(row, col), record{p.record[0] + w[0], p.record[1] + w[1]}}
		if rows != 0 {
			l.place(f, rows, columns|1<<col, queen+1, with)
		} else if label := l.label[columns|1<<col]; label >= 0 && f.packing != nil {
			f.pack(with.key, label)
		} else if label >= 0 {
			f.placements, f.labels = append(f.placements, with), append(f.labels, label)
		}
	}
}

// numbersOf returns the number of the pattern of each key.
func numbersOf(keys []uint64, cut uint64) []uint8 {
	numbers := make([]uint8, len(keys))
	for bit := 0; cut != 0; cut &= cut - 1 {
		place := bits.TrailingZeros64(cut) & 63
		for i, key := range keys {
			numbers[i] |= uint8(key >> place & 1 << bit)
		}
		bit++
	}
	return numbers
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
