package kernel

import "fmt"

// Sizes of the lane engine, found by experiment: see docs/laboratory.md.
const (
	maxLaneRows = 11             // most open rows of a state in an array
	laneTested  = 7              // most open rows of a child that is examined for dead rows and columns
	laneReady   = 256            // states that make a level worth working on
	laneLimit   = 1120           // most states of a level to which a step adds more
	laneCap     = laneLimit + 64 // see laneLevel
	laneFlight  = 32             // states in flight per level
	laneWords   = 5              // words of a state
	// open rows of a task from which the lanes are worth their set-up of about 3 microseconds
	laneFrom = 10
)

// Words of a state, by index. Rows are filled from the middle outward, alternating between the
// sides; "near" is the side of the row that is filled next, "far" the other one. The words of a
// side hold the attacks on its next row, by diagonals that move to higher columns from row to row
// outward ("up") and to lower ones ("down").
const (
	wordColumns  = iota // columns with a queen, and all bits from the order up
	wordNearUp          // moves left (<<) with each row outward
	wordNearDown        // moves right (>>)
	wordFarUp
	wordFarDown
	wordFree // in flight only: untried free squares of the next row
)

// spread is one number for each of 8 lanes; wider vectors read the first one.
type spread [8]uint32

// laneLevel holds the states with a given number of open rows, and the facts about the board that a
// step needs.
//
// States wait in words[...][head:tail] and leave from the front. 32 of them are always in flight,
// each with a square to try. A lane that has tried all squares of its state takes the next one.
// flight keeps them between calls. An idle lane holds a dummy: a state with one free square, whose
// child is dead.
//
// Bounds, which a step does not check: it begins only if tail-head >= laneFlight in the array of
// the parents and tail < laneLimit in that of the children. It
//
//   - takes at most 32 states in two groups. A group loads 16 states from the head, and the second
//     group's head is at most 16 farther: below tail;
//   - adds at most 32 children, also in two groups. A group stores 16 states from the tail, so
//     below laneLimit-1+16+16 < laneCap;
//   - leaves tail <= laneLimit-1+32.
//
// A call that used up its parents then moves the remaining tail-head < 32 states to the front: it
// loads 32 from head < tail, below laneLimit+31+32 < laneCap. The front adds a state while tail <
// laneLimit, and drain adds 2*laneFlight states to an array of fewer than laneReady. Only the level
// with 3 rows has no children.
type laneLevel struct {
	words  [laneWords][laneCap]uint32
	flight [laneWords + 1][laneFlight]uint32

	apart   spread             // rows from the next row to the first one of the other side
	gap     spread             // rows from the next row to the one after it on its side
	blocked [laneTested]spread // by row of a child: squares where a queen is not allowed
	shift   [laneTested]spread // by row of a child: rows from the first one of its side
	own     spread             // blocked squares of the row that is filled next

	head, tail int64
	steps      int64 // so far
	found      int64 // solutions, on the level with 3 rows
}

// check panics if a step has broken the bounds.
func (l *laneLevel) check() {
	if l.head < 0 || l.head > l.tail || l.tail > laneLimit-1+laneFlight {
		panic(fmt.Sprintf("kernel: a level holds states %d to %d of %d", l.head, l.tail, laneCap))
	}
}

func (l *laneLevel) waiting() int64 { return l.tail - l.head }

func (l *laneLevel) compact() {
	if l.head == 0 {
		return
	}
	for w := range l.words {
		copy(l.words[w][:], l.words[w][l.head:l.tail])
	}
	l.head, l.tail = 0, l.waiting()
}

func (l *laneLevel) add(s [laneWords]uint32) {
	for w := range l.words {
		l.words[w][l.tail] = s[w]
	}
	l.tail++
}

func (l *laneLevel) addDummies(count int64, dummy uint32) {
	for w := range l.words {
		clear(l.words[w][l.tail : l.tail+count])
	}
	for i := range count {
		l.words[wordColumns][l.tail+i] = dummy
	}
	l.tail += count
}

func (l *laneLevel) idle(dummy uint32) {
	for w := range l.flight {
		clear(l.flight[w][:])
	}
	for lane := range laneFlight {
		l.flight[wordColumns][lane], l.flight[wordFree][lane] = dummy, ^dummy
	}
}

func (l *laneLevel) busy(dummy uint32) bool {
	for _, columns := range l.flight[wordColumns] {
		if columns != dummy {
			return true
		}
	}
	return false
}
