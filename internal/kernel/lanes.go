package kernel

import (
	"math/bits"
	"sync"
)

// The lane engine counts boards with many states side by side, one per 32-bit lane of a
// vector.
//
// A state has its open rows on both sides of a filled middle. Each step fills the next row of one
// side, then of the other. All states with k open rows wait in the array of their level. A step
// works on 32 states of a level. It makes one child of each, with the lowest untried free square,
// drops the dead children and appends the others to the array of the next level. A lane without
// squares takes the next state. So lanes are nearly always busy, and no branch depends on a board.
// The deepest level with enough states goes first, so arrays stay short.
//
// A child with at most laneTested open rows is dead if one of them has no free square or a free
// column has no row. A child with more rows is dead if its next row has no free square. Children
// with two rows are counted at once. Every row has one of the two remaining columns, so there is 1
// solution, 2 if both rows have both, and none if the columns are as far apart as the rows.
//
// The lanes, their arrays and the order of rows are original; experiments and limits are in
// docs/laboratory.md.

// laneStep makes children of the states of parents until fewer than laneFlight of them wait, or
// laneLimit children do. children is nil on the level with 3 rows, which counts.
type laneStep func(parents, children *laneLevel)

// laneSteps are the functions of one instruction set, by number of open rows of the parents,
// without and with blocked squares in the rows concerned.
type laneSteps [maxLaneRows + 1][2]laneStep

// laneSearch is the scratch memory of one task, about 300 KB, and the prepared task.
type laneSearch struct {
	levels [maxLaneRows + 1]laneLevel // by number of open rows; 0 to 2 are not used
	step   [maxLaneRows + 1]laneStep
	top    int                     // open rows of the states that the front adds
	dummy  [maxLaneRows + 1]uint32 // columns of a dummy

	order     int
	front     [MaxOrder]line // rows that are filled before the others, in this order
	frontRows int
	rows      [maxLaneRows]int // the other rows, in the order in which they are filled
	low, high int              // the first of these on either side
	lowFirst  bool             // rows[0] is low
	nodes     uint64
}

var lanePool = sync.Pool{New: func() any { return new(laneSearch) }}

// acceptsLanes reports whether the lane engine can count a task: any with 3 open rows.
func acceptsLanes(t *Task) bool { return len(t.Rows) >= 3 }

func countLanes(t *Task, steps *laneSteps) Result {
	s := lanePool.Get().(*laneSearch)
	defer lanePool.Put(s)
	if !s.prepare(t, steps) {
		return Result{Nodes: 1}
	}
	s.fillFront(0, state{t.Columns, t.Rising, t.Falling})
	s.finish()
	return Result{Solutions: uint64(s.levels[3].found), Nodes: s.nodes}
}

func (s *laneSearch) fillFront(i int, b state) {
	if i == s.frontRows {
		s.enter(b)
		return
	}
	row := &s.front[i]
	free := row.free(b)
	s.nodes += uint64(bits.OnesCount64(free))
	for ; free != 0; free = withoutLowest(free) {
		s.fillFront(i+1, row.with(b, lowest(free)))
	}
}

func (s *laneSearch) enter(b state) {
	l := &s.levels[s.top]
	w := s.words(b)
	if w[wordColumns]|w[wordNearUp]|w[wordNearDown]|l.own[0] == ^uint32(0) {
		return
	}
	if l.tail >= laneLimit {
		s.settle(s.top)
		l.compact()
	}
	l.add(w)
}

func (s *laneSearch) words(b state) [laneWords]uint32 {
	lowUp, lowDown := uint32(b.rising>>s.low), uint32(b.falling>>(s.order-1-s.low))
	highUp, highDown := uint32(b.falling>>(s.order-1-s.high)), uint32(b.rising>>s.high)
	columns := uint32(b.columns | ^allColumns(s.order))
	if s.lowFirst {
		return [...]uint32{columns, lowUp, lowDown, highUp, highDown}
	}
	return [...]uint32{columns, highUp, highDown, lowUp, lowDown}
}

// settle works on the deepest level with laneReady states until no level with up to top rows has
// them.
func (s *laneSearch) settle(top int) {
	for k := 3; k <= top; {
		if s.levels[k].waiting() < laneReady {
			k++
			continue
		}
		s.work(k)
		k = max(k-1, 3)
	}
}

func (s *laneSearch) work(k int) {
	parents := &s.levels[k]
	var children *laneLevel
	if k > 3 {
		children = &s.levels[k-1]
		children.compact()
		children.check()
	}
	s.step[k](parents, children)
	parents.check()
}

func (s *laneSearch) finish() {
	for k := s.top; k >= 3; k-- {
		s.settle(k)
		s.drain(k)
	}
	for k := 3; k <= s.top; k++ {
		s.nodes += uint64(s.levels[k].steps * laneFlight)
	}
}

// drain empties the level with k rows, above which no state is left. It adds dummies until the
// lanes hold nothing else.
//
// The lanes begin and end with dummies, and each dummy taken replaces a state or a dummy whose
// child was made. So the count of steps contains exactly as many children of dummies as dummies
// were taken.
func (s *laneSearch) drain(k int) {
	l := &s.levels[k]
	if l.waiting() == 0 && !l.busy(s.dummy[k]) {
		return
	}
	left := l.waiting() // real states
	for left > 0 || l.busy(s.dummy[k]) {
		l.compact()
		l.addDummies(left+2*laneFlight-l.waiting(), s.dummy[k])
		before := l.waiting()
		s.work(k)
		taken := before - l.waiting()
		states := min(taken, left)
		left -= states
		s.nodes -= uint64(taken - states)
		if k > 3 && s.levels[k-1].tail >= laneLimit {
			s.settle(k - 1)
		}
	}
	l.head, l.tail = 0, 0
}
