package matrix

import (
	"unsafe"
)

// shelf keeps lists by their set of rows, the latest ones, up to some bytes.
type shelf[T any] struct {
	lister *lister
	make   func(rows uint32) (*T, int64)
	most   int64
	bytes  int64
	lists  map[uint32]*T
	order  []kept
}

// kept is a list on a shelf with its size.
type kept struct {
	rows  uint32
	bytes int64
}

func newShelf[T any](l *lister, most int64, build func(rows uint32) (*T, int64)) shelf[T] {
	return shelf[T]{lister: l, make: build, most: most, lists: map[uint32]*T{}}
}

// get returns the list of a set of rows.
func (s *shelf[T]) get(rows uint32) *T {
	if list := s.lists[rows]; list != nil {
		return list
	}
	list, bytes := s.make(rows)
	for len(s.order) > 0 && s.bytes+bytes > s.most {
		delete(s.lists, s.order[0].rows)
		s.bytes -= s.order[0].bytes
		s.order = s.order[1:]
	}
	s.lists[rows] = list
	s.bytes += bytes
	s.order = append(s.order, kept{rows, bytes})
	return list
}

// bytes returns the memory of a list.
func (it *items) bytes() (n int64) {
	n = int64(4*cap(it.starts) + 8*cap(it.keys))
	for _, c := range it.cells {
		n += int64(8*cap(c.records) + int(unsafe.Sizeof(job{}))*cap(c.jobs))
	}
	return n
}

func (la *lanes) bytes() (n int64) {
	n = int64(4*cap(la.starts) + 8*cap(la.keys))
	for _, c := range la.cells {
		n += int64(unsafe.Sizeof(block{})) * int64(cap(c.blocks))
	}
	return n
}

// length returns the number of placements.
func (it *items) length() uint64 { return uint64(it.starts[len(it.starts)-1]) }
func (la *lanes) length() uint64 { return uint64(la.starts[len(la.starts)-1]) }

// cuts is the number of diagonals by which lists are cut.
const cuts = 1

// cut returns a number of diagonals by which to cut lists: the most central ones,
// in turn a falling and a rising one; none for boards of a few squares.
func (l *lister) cut(number int) (cut uint64) {
	q := l.quarter
	if q.Rows < 4 {
		return 0
	}
	middle := [2]int{32 + q.Diff + (q.Columns-q.Rows)/2, (q.Rows+q.Columns)/2 - 1 + q.Sum}
	for i := range number {
		step := (i/2 + 1) / 2
		if i/2%2 == 1 {
			step = -step
		}
		cut |= 1 << (middle[i%2] + step)
	}
	return cut
}
