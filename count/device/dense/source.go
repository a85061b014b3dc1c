package dense

import (
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
)

// Source makes and caches the lists of an order. Several goroutines may share it.
type Source struct {
	ahead func(m, queens int) int // number of queens of a prefix of items; prefixOf except in tests
	lists *shelf.Store
	class func(queens int) *class
}

type class struct {
	*parity.Class
	stride int // cells per row of a matrix
	sides  [2]side
}

type side struct {
	of, with *lister // of the items and of the lanes
	ahead    int     // queens of a prefix
	items    *shelf.Shelf[uint32, *List]
	lanes    *shelf.Shelf[uint32, *List]
}

// NewSource returns a source for an order of any board, [parity.MinOrder] to [parity.MaxOrder],
// that caches lists in store. Lists in use come on top.
func NewSource(of parity.Maker, store *shelf.Store) *Source {
	s := &Source{lists: store, ahead: prefixOf}
	s.class = shelf.All(func(queens int) *class { return s.newClass(of(queens)) })
	return s
}

// Class returns a class of the order.
func (s *Source) Class(queens int) *parity.Class { return s.class(queens).Class }

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
	ahead := min(s.ahead(of.quarter.Columns, of.queens), of.queens)
	return side{
		of: of, with: with, ahead: ahead,
		items: shelf.New(s.lists, func(rows uint32) *List { return of.newItems(rows, ahead) }),
		lanes: shelf.New(s.lists, with.newLanes),
	}
}
