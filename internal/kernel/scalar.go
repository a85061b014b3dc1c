package kernel

import "math/bits"

//go:generate go run gen_scalar.go

// scalar is the fastest kernel in portable Go, for ordinary boards. Its idea:
// once pruneRows rows are open, the search is a chain of functions, one per
// number of open rows, each of which finds the free squares of all rows that stay
// open with straight-line code before it descends. A child with an empty row, or
// with a column that no row can fill, is dropped without a call; the last two
// rows are counted from their free sets alone.
//
// Invariant: the number of open rows equals the number of free columns.
var scalar = Kernel{
	Name:    "scalar",
	Summary: "ordinary boards in straight-line code with the last two rows in closed form",
	Usable:  always,
	Accepts: func(t *Task) bool { return t.Turn == 1 && !t.Modular && len(t.Rows) >= 3 },
	Count: func(t *Task) Result {
		s := newScalarSearch(t)
		solutions := s.count(state{t.Columns, t.Rising, t.Falling})
		return Result{Solutions: solutions, Nodes: s.nodes}
	},
}

// scalarSearch is a task made ready for the search.
type scalarSearch struct {
	upper []line          // rows that are filled before the straight-line code begins
	lower [pruneRows]line // the other rows, the last one to be filled first
	open  int             // rows of lower in use, 3 to pruneRows
	all   uint64
	apart int // distance of the last two rows
	nodes uint64
}

func newScalarSearch(t *Task) *scalarSearch {
	s := &scalarSearch{all: allColumns(t.Order)}
	s.open = min(len(t.Rows), pruneRows)
	split := len(t.Rows) - s.open
	for _, r := range t.Rows[:split] {
		s.upper = append(s.upper, newLine(t, r))
	}
	for i, r := range t.Rows[split:] {
		s.lower[s.open-1-i] = newLine(t, r)
	}
	// rising is the row's index
	s.apart = max(int(s.lower[0].rising)-int(s.lower[1].rising), int(s.lower[1].rising)-int(s.lower[0].rising))
	return s
}

// count returns the completions of b, a board with all rows open.
func (s *scalarSearch) count(b state) uint64 { return s.fillUpper(s.upper, b) }

// fillUpper fills the given upper rows, then the lower ones.
func (s *scalarSearch) fillUpper(rows []line, b state) uint64 {
	if len(rows) == 0 {
		return s.fillLower(b)
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

// fillLower enters the chain of straight-line functions.
func (s *scalarSearch) fillLower(b state) uint64 {
	free := s.lower[s.open-1].free(b)
	switch s.open {
	case 3:
		return s.fill3(b, free)
	case 4:
		return s.fill4(b, free)
	case 5:
		return s.fill5(b, free)
	case 6:
		return s.fill6(b, free)
	default:
		return s.fill7(b, free)
	}
}

// lastTwo returns the completions of a board with two open rows whose free sets
// are not empty and together hold both free columns: each of the two ways to fill
// them is one solution if its squares are free and the rows are not exactly as
// far apart as the columns.
func lastTwo(above, below, columns uint64, apart int) uint64 {
	low := lowest(columns)
	if low<<(apart&63) == columns&^low {
		return 0 // on one diagonal either way
	}
	if above&below == columns {
		return 2
	}
	return 1 // one row has a single free column, so the other takes the other one
}
