package kernel

// Sizes of the lane engine; see docs/laboratory.md for how they were found.
const (
	maxLaneRows = 11             // most open rows of a state in an array
	laneTested  = 7              // most open rows of a child that is examined for dead rows and columns
	laneReady   = 256            // states that make a level worth working on
	laneLimit   = 1120           // no step begins with so many states in the array of the children
	laneCap     = laneLimit + 64 // see laneLevel
	laneFlight  = 32             // states in flight per level
	laneWords   = 5              // words of a state
	// open rows of a task from which on the lanes are worth their set-up, some 3 microseconds
	laneFrom = 10
)

// Words of a state, by index. Rows are filled from the middle outward, in turns on
// both sides; "near" is the side of the row that is filled next, "far" the other one. The
// words of a side hold what attacks its next row: diagonals that move to higher columns
// from row to row outward ("up") and to lower ones ("down").
const (
	wordColumns  = iota // columns with a queen, and all bits from the order on
	wordNearUp          // moves left (<<) with each row outward
	wordNearDown        // moves right (>>)
	wordFarUp
	wordFarDown
	wordFree // in flight only: free squares of the next row that were not tried yet
)

// spread is a number for every lane of 8; wider vectors read the first one.
type spread [8]uint32

// laneLevel holds the states with a given number of open rows, and what a step needs
// to know about the board.
//
// States wait in words[...][head:tail], taken from the front. 32 of them are always
// in flight, each with a square to try; a lane that has tried all squares of its
// state takes the next one. flight keeps them between calls. Where there is nothing
// to do, a lane holds a dummy: a state with one free square, whose child is dead.
//
// Bounds, which no step checks. A step begins only if tail-head >= laneFlight in
// the array of the parents and tail < laneLimit in that of the children. It
//
//   - takes at most 32 states, in two groups: a group loads 16 states from
//     the head on, and the second group's head is at most 16 farther: below tail;
//   - adds at most 32 children, also in two groups: a group stores 16
//     states from the tail on, so below laneLimit-1+16+16 < laneCap;
//   - leaves tail <= laneLimit-1+32.
//
// At the end of a call that used up its parents, tail-head < 32 states are moved to the front: 32
// are loaded from head < tail, below laneLimit+31+32 < laneCap. The front adds a state while tail <
// laneLimit and drain adds 2*laneFlight states to an array of fewer than laneReady. Only the level
// with 3 rows has no children.
type laneLevel struct {
	words  [laneWords][laneCap]uint32
	flight [laneWords + 1][laneFlight]uint32

	apart   spread             // rows from the next row to the first one of the other side
	gap     spread             // rows from the next row to the one after it on its side
	blocked [laneTested]spread // by row of a child: squares where no queen may stand
	shift   [laneTested]spread // by row of a child: rows from the first one of its side
	own     spread             // blocked squares of the row that is filled next

	head, tail int64
	steps      int64 // made so far
	found      int64 // solutions, on the level with 3 rows
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

// busy reports whether a lane holds something else than a dummy.
func (l *laneLevel) busy(dummy uint32) bool {
	for _, columns := range l.flight[wordColumns] {
		if columns != dummy {
			return true
		}
	}
	return false
}
