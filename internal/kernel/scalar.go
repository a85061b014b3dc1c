package kernel

import (
	"math/bits"
	"sync"
)

//go:generate go run gen_scalar.go

// scalar is the fastest kernel in portable Go, for ordinary boards. Its idea:
// once pruneRows rows are open, the search goes on level by level, over arrays of
// boards with equally many open rows. A board is then no more than its free
// columns and the free squares of each open row; a queen takes from each of these
// sets what a table says, one AND for two rows. There is one function per number of
// open rows. It makes the children of many boards one after another without a branch
// that depends on them: every child is written behind those that live, and the place
// moves on if it lives too, that is if every row has a free square and every free
// column a row. The last two rows are counted from their free sets alone.
//
// The same search as a recursion took 1.7 times as long, because whether a child
// lives and whether a row has another free square cannot be predicted
// (docs/performance.md, "Kernels").
//
// Invariant: the number of open rows equals the number of free columns.
var scalar = Kernel{
	Name:    "scalar",
	Summary: "ordinary boards level by level without branches, with the last two rows in closed form",
	Usable:  always,
	Accepts: func(t *Task) bool { return t.Turn == 1 && !t.Modular && len(t.Rows) >= 3 },
	Count: func(t *Task) Result {
		s := scalarPool.Get().(*scalarSearch)
		defer scalarPool.Put(s)
		s.prepare(t)
		solutions := s.fillUpper(s.upper, state{t.Columns, t.Rising, t.Falling}) + s.fillLower()
		return Result{Solutions: solutions, Nodes: s.nodes}
	},
}

// fields is a board: the set of free squares of row i, one of those filled last,
// is in half i%2 of word i/2, and the set of free columns in the upper half of the
// last word.
type fields [pruneRows/2 + 1]uint64

const (
	fieldBits = 32
	fieldMask = 1<<fieldBits - 1
	eachField = 1<<fieldBits | 1
	fieldTops = eachField << (fieldBits - 1)
)

// batch is the number of boards of a level. 64 to 256 are equally fast.
const batch = 128

// scalarSearch is the scratch memory of one task, about 30 KB, and the task made
// ready for the search.
type scalarSearch struct {
	boards [pruneRows + 1][batch]fields // by number of open rows; 0 to 2 are not used
	held   int                          // boards of level open that wait
	left   [pruneRows][MaxOrder]fields  // squares of the rows below that a queen in a row and column leaves free
	upper  []line                       // rows that are filled before the others
	lower  [pruneRows]line              // the other rows, the last one to be filled first
	open   int                          // rows of lower in use, 3 to pruneRows
	all    uint64
	apart  int // distance of the last two rows
	nodes  uint64
}

// scalarPool keeps scratch memory for the workers.
var scalarPool = sync.Pool{New: func() any { return new(scalarSearch) }}

// prepare makes s ready for a task.
func (s *scalarSearch) prepare(t *Task) {
	s.all, s.nodes, s.held = allColumns(t.Order), 0, 0
	s.open = min(len(t.Rows), pruneRows)
	split := len(t.Rows) - s.open
	s.upper = s.upper[:0]
	for _, r := range t.Rows[:split] {
		s.upper = append(s.upper, newLine(t, r))
	}
	for i, r := range t.Rows[split:] {
		s.lower[s.open-1-i] = newLine(t, r)
	}
	for r := range s.open {
		for c := range t.Order {
			s.left[r][c] = s.leftBy(r, uint64(1)<<c)
		}
	}
	s.apart = s.distance(0, 1)
}

// distance returns how far two of the lower rows are apart.
func (s *scalarSearch) distance(i, j int) int {
	d := int(s.lower[i].rising) - int(s.lower[j].rising) // rising is the row's index
	return max(d, -d)
}

// leftBy returns the squares of the rows below that a queen in lower row r leaves free.
func (s *scalarSearch) leftBy(r int, queen uint64) (left fields) {
	for i := range r {
		d := s.distance(r, i)
		attacked := queen | queen<<d | queen>>d
		left[i/2] |= ^attacked & fieldMask << (i % 2 * fieldBits)
	}
	return left
}

// fillUpper fills the given upper rows and hands the boards over.
func (s *scalarSearch) fillUpper(rows []line, b state) uint64 {
	if len(rows) == 0 {
		return s.enter(b)
	}
	row := &rows[0]
	free := row.free(b)
	s.nodes += uint64(bits.OnesCount64(free))
	var solutions uint64
	for ; free != 0; free = withoutLowest(free) {
		solutions += s.fillUpper(rows[1:], row.with(b, lowest(free)))
	}
	return solutions
}

// enter adds a board to those that wait, if the next row has a free square, and
// returns the completions of all of them if they are enough.
func (s *scalarSearch) enter(b state) uint64 {
	if s.lower[s.open-1].free(b) == 0 {
		return 0
	}
	f := &s.boards[s.open][s.held]
	*f = fields{len(f) - 1: (s.all &^ b.columns) << fieldBits}
	for i := range s.open {
		f[i/2] |= s.lower[i].free(b) << (i % 2 * fieldBits)
	}
	s.held++
	if s.held < batch {
		return 0
	}
	return s.fillLower()
}

// fillLower returns the completions of the boards that wait.
func (s *scalarSearch) fillLower() uint64 {
	n := s.held
	s.held = 0
	switch s.open {
	case 3:
		return s.fill3(n)
	case 4:
		return s.fill4(n)
	case 5:
		return s.fill5(n)
	case 6:
		return s.fill6(n)
	default:
		return s.fill7(n)
	}
}

// none returns 1 if x is 0, and 0 for other x up to 2^63.
func none(x uint64) uint64 { return (x - 1) >> 63 }

// lastTwo returns the completions of a board with two open rows whose free sets,
// the halves of rows, are not empty and together hold both free columns: each of
// the two ways to fill them is one solution if its squares are free and the rows
// are not exactly as far apart as the columns.
func lastTwo(rows, columns uint64, apart int) uint64 {
	diagonal := columns & (columns >> (apart & 63)) // then neither way is
	both := none(rows&(rows>>fieldBits) ^ columns)  // otherwise one row has one free column
	return (1 + both) & -none(diagonal)
}
