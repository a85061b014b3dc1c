// Package search counts the completions of a partly filled board. It knows bitmasks, not plans: the
// caller turns a part of a plan into a [Task] and validates it once; kernels check nothing.
//
// All kernels are in one table, [All]. Every kernel finds the same number of solutions for every
// task it accepts; the number of nodes is its own measure of work.
package search

import (
	"slices"

	"queens/count/internal/kernels/table"
)

// MaxOrder is the largest order of a task.
const MaxOrder = 32

// Task is one board to complete. In words of columns, bit c is column c.
//
// Kernels rely on the caller for this: Rows are distinct rows of the board, no word has a bit
// beyond its last column or diagonal, and the number of Rows equals the number of columns without a
// queen. The words need not come from non-attacking queens.
type Task struct {
	Order   int
	Columns uint64           // columns that hold a queen
	Rising  uint64           // bit r+c for each queen at (r, c)
	Falling uint64           // bit c-r+Order-1 for each queen
	Blocked [MaxOrder]uint64 // per row, columns where a queen is not allowed
	Rows    []int            // open rows, in the order in which they are filled
}

// Result is the outcome of a search.
type Result struct {
	Solutions uint64 // exact
	Nodes     uint64 // board states examined, in the kernel's own way of searching
}

// Kernel is one implementation of the search.
type Kernel struct {
	table.Entry
	Accepts func(t *Task) bool // it can count this task
	Count   func(t *Task) Result
}

// All returns every kernel, the reference first and the fastest last.
func All() []Kernel { return []Kernel{generic, masks, scalar} }

// Choose returns a function that picks the kernel for each task. For "auto" and "" it is the last
// one in the table that accepts the task. For a name it is that kernel if it accepts the task,
// otherwise the fastest one that does.
func Choose(name string) func(t *Task) Kernel {
	inOrder := All() // of ascending preference
	if !table.IsAuto(name) {
		inOrder = append(inOrder, table.Find(inOrder, name))
	}
	return func(t *Task) Kernel {
		for _, k := range slices.Backward(inOrder) {
			if k.Accepts(t) {
				return k
			}
		}
		panic("search: the reference does not accept a task")
	}
}

func allColumns(n int) uint64 { return 1<<n - 1 }

func lowest(set uint64) uint64 { return set & -set }

func withoutLowest(set uint64) uint64 { return set & (set - 1) }

// generic is the portable reference: it follows the definition, accepts every task and is never
// optimised.
var generic = Kernel{
	Entry:   table.Entry{Name: "generic"},
	Accepts: func(*Task) bool { return true },
	Count: func(t *Task) (result Result) {
		t.fill(t.Rows, state{t.Columns, t.Rising, t.Falling}, &result)
		return result
	},
}

func (t *Task) fill(rows []int, b state, result *Result) {
	result.Nodes++
	if len(rows) == 0 {
		result.Solutions++
		return
	}
	r := rows[0]
	for c := range t.Order {
		column, rising, falling := uint64(1)<<c, uint64(1)<<(r+c), uint64(1)<<(c-r+t.Order-1)
		if (t.Blocked[r]|b.columns)&column == 0 && b.rising&rising == 0 && b.falling&falling == 0 {
			t.fill(rows[1:], state{b.columns | column, b.rising | rising, b.falling | falling}, result)
		}
	}
}

// masks is the portable kernel for every task: a recursion over sets of columns. Boards that cannot
// be completed are dropped early. Diagonals have absolute indices, so rows can be filled in any
// order.
var masks = Kernel{
	Entry:   table.Entry{Name: "masks"},
	Accepts: func(*Task) bool { return true },
	Count: func(t *Task) Result {
		s := maskSearch{all: allColumns(t.Order), rows: make([]line, len(t.Rows))}
		for i, r := range t.Rows {
			s.rows[i] = newLine(t, r)
		}
		solutions := s.fill(0, state{t.Columns, t.Rising, t.Falling})
		return Result{Solutions: solutions, Nodes: s.nodes}
	},
}

type state struct{ columns, rising, falling uint64 }

// pruneRows is the number of open rows up to which a board is tested for dead rows and columns.
// With more, nearly every row has a free square and the test costs more than it saves. 5 to 8 rows
// were tried, see docs/laboratory.md.
const pruneRows = 7

type maskSearch struct {
	all   uint64
	rows  []line
	nodes uint64
}

func (s *maskSearch) fill(i int, b state) uint64 {
	s.nodes++
	if i == len(s.rows) {
		return 1
	}
	if len(s.rows)-i <= pruneRows && s.dead(i, b) {
		return 0
	}
	row := &s.rows[i]
	var solutions uint64
	for free := row.free(b); free != 0; free = withoutLowest(free) {
		solutions += s.fill(i+1, row.with(b, lowest(free)))
	}
	return solutions
}

// dead reports whether an open row has no free square, or a free column has no row.
func (s *maskSearch) dead(i int, b state) bool {
	var union uint64
	for j := i; j < len(s.rows); j++ {
		free := s.rows[j].free(b)
		if free == 0 {
			return true
		}
		union |= free
	}
	return union != s.all&^b.columns
}

type line struct {
	rising, falling uint8  // shifts that move the diagonals of the row's first square to bit 0
	open            uint64 // columns that are not blocked in this row
}

func newLine(t *Task, r int) line {
	return line{rising: uint8(r), falling: uint8(t.Order - 1 - r), open: allColumns(t.Order) &^ t.Blocked[r]}
}

// free returns the free columns of the row. &63 promises the compiler small shift counts, which
// saves a comparison.
func (l *line) free(b state) uint64 {
	return l.open &^ (b.columns | b.rising>>(l.rising&63) | b.falling>>(l.falling&63))
}

// with returns b with a queen in this row; queen is a free column.
func (l *line) with(b state, queen uint64) state {
	return state{b.columns | queen, b.rising | queen<<(l.rising&63), b.falling | queen<<(l.falling&63)}
}
