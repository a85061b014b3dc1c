package matrix

import (
	"sync"

	"queens/internal/kernel/shelf"
	"queens/internal/parity"
)

// Source makes the lists of an order, and keeps them for later units. Counters of
// several goroutines may share it.
type Source struct {
	order int
	batch int                     // items of a job: maxTests but in tests
	group int                     // bytes of the rows of a matrix that a group of jobs adds to, at most
	cuts  func(m, queens int) int // diagonals by which lists are cut
	// diagonals set apart in packed lists even where there is room for them: 0 but in tests
	corners int

	exchanged bool // white and black are exchanged

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
	queens   int     // of an item or a lane, the more of both
	items    *shelf.Shelf[uint32, *items]
	lanes    *shelf.Shelf[uint32, *lanes]

	// The same placements as they are joined by splitting, nil if they do not fit words.
	rows, columns *shelf.Shelf[uint32, *packed]

	deviceItems, deviceLanes *shelf.Shelf[uint32, *List]
}

// NewSource returns a source of the lists of order n, [parity.MinOrder] to [parity.MaxOrder], that
// keeps so many bytes of them. Lists in use come on top.
func NewSource(n int, memory int64) *Source {
	return &Source{
		order: n, lists: shelf.NewStore(memory), batch: maxTests, group: 1 << 19, cuts: cutsOf,
		classes: map[int]*class{},
	}
}

// Store returns what keeps the lists, for others that are to share its memory.
func (s *Source) Store() *shelf.Store { return s.lists }

// Exchange has white and black exchanged: the unit of a class is counted as the one that a
// reflection of the columns makes of it. The order must be even, and no list made yet.
func (s *Source) Exchange() { s.exchanged = true }

// Open prepares for units of a class, for measurements of their lists.
func (s *Source) Open(queens int) { s.class(queens) }

// class returns the class with so many queens on even rows and columns, or the one with the colours
// exchanged.
func (s *Source) class(queens int) *class {
	s.guard.Lock()
	defer s.guard.Unlock()
	if s.classes[queens] == nil {
		c := parity.New(s.order, queens)
		if s.exchanged {
			c = c.Exchanged()
		}
		s.classes[queens] = s.newClass(c)
	}
	return s.classes[queens]
}

func (s *Source) newClass(c *parity.Class) *class {
	const lanesOfCells = 32 // rows begin at multiples of 64 bytes
	stride := (len(c.OddSets) + blockSlots + lanesOfCells - 1) / lanesOfCells * lanesOfCells
	others := c.Even - c.Queens
	return &class{Class: c, stride: stride, sides: [2]side{
		white: s.newSide(stride, newLister(c, parity.EvenEven, c.Rows, c.Queens, false),
			newLister(c, parity.OddOdd, c.OddSets, c.Queens-c.Order%2, false)),
		black: s.newSide(stride, newLister(c, parity.OddEven, c.Rows, others, true),
			newLister(c, parity.EvenOdd, c.OddSets, others, true)),
	}}
}

func (s *Source) newSide(stride int, of, with *lister) side {
	cut := of.cut(s.cuts(of.quarter.Columns, with.queens))
	x := side{
		of: of, with: with, queens: max(of.queens, with.queens),
		items: shelf.New(s.lists, func(rows uint32) *items {
			return of.newItems(rows, cut, 2*stride, s.batch,
				s.groupRows(stride))
		}),
		lanes: shelf.New(s.lists, func(rows uint32) *lanes { return with.newLanes(rows, cut) }),
	}
	wider := of.cut(max(0, s.cuts(of.quarter.Columns, with.queens)-2)) // slots are four times as long
	x.deviceItems = shelf.New(s.lists, func(rows uint32) *List { return of.deviceItems(rows, wider) })
	x.deviceLanes = shelf.New(s.lists, func(rows uint32) *List { return with.deviceLanes(rows, wider) })
	if p := newPacking(of, with, s.corners); p != nil {
		x.rows = shelf.New(s.lists, func(rows uint32) *packed { return of.newPacked(rows, p) })
		x.columns = shelf.New(s.lists, func(rows uint32) *packed { return with.newPacked(rows, p) })
	}
	return x
}

func (s *Source) groupRows(stride int) int { return max(1, s.group/(2*stride)) }

// cutsOf returns by how many diagonals lists of so many queens on m lines are best cut: as long as
// that leaves 16 lanes, two slots, of a label, and items are not copied to too many cells.
func cutsOf(m, queens int) (number int) {
	const most = 7
	for length := parity.UsualList(m, queens) >> 8; length >= 32 && number < most; length /= 2 {
		number++
	}
	return number
}

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

func (s side) lists() (items, lanes uint64) {
	m := s.of.quarter.Columns
	usual := func(l *lister) uint64 { return uint64(l.labels) * parity.UsualList(m, l.queens) >> 8 }
	return usual(s.of), usual(s.with)
}
