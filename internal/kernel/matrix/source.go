package matrix

import (
	"sync"

	"queens/internal/kernel/shelf"
	"queens/internal/parity"
)

// Source makes the lists of an order, and keeps them for later units. Counters of
// several goroutines may share it.
type Source struct {
	of   parity.Maker
	cuts func(m, queens int) int // diagonals by which lists of devices are cut: cutsOf but in tests

	lists   *shelf.Store
	guard   sync.Mutex
	classes map[int]*class
}

// class is a parity class with its lists.
type class struct {
	*parity.Class
	stride int // of rows of matrices, in cells
	sides  [2]side
}

// side is the lists of one colour.
type side struct {
	of, with *lister // of the items and of the lanes
	items    *shelf.Shelf[uint32, *items]
	lanes    *shelf.Shelf[uint32, *lanes]

	deviceItems, deviceLanes *shelf.Shelf[uint32, *List]
}

// NewSource returns a source of the lists of an order of any board, [parity.MinOrder] to
// [parity.MaxOrder], that are kept in the store. Lists in use come on top.
func NewSource(of parity.Maker, store *shelf.Store) *Source {
	return &Source{of: of, lists: store, cuts: cutsOf, classes: map[int]*class{}}
}

// class returns the class with so many queens on even rows and columns.
func (s *Source) class(queens int) *class {
	s.guard.Lock()
	defer s.guard.Unlock()
	if s.classes[queens] == nil {
		s.classes[queens] = s.newClass(s.of(queens))
	}
	return s.classes[queens]
}

func (s *Source) newClass(c *parity.Class) *class {
	others := c.Even - c.Queens
	return &class{Class: c, stride: len(c.OddSets), sides: [2]side{
		white: s.newSide(newLister(c, parity.EvenEven, c.Rows, c.Queens, false, false),
			newLister(c, parity.OddOdd, c.OddSets, c.Queens-c.Order%2, false, true)),
		black: s.newSide(newLister(c, parity.OddEven, c.Rows, others, true, false),
			newLister(c, parity.EvenOdd, c.OddSets, others, true, true)),
	}}
}

func (s *Source) newSide(of, with *lister) side {
	cut := of.cut(s.cuts(of.quarter.Columns, with.queens))
	return side{
		of: of, with: with,
		items:       shelf.New(s.lists, of.newItems),
		lanes:       shelf.New(s.lists, with.newLanes),
		deviceItems: shelf.New(s.lists, func(rows uint32) *List { return of.deviceItems(rows, cut) }),
		deviceLanes: shelf.New(s.lists, func(rows uint32) *List { return with.deviceLanes(rows, cut) }),
	}
}
