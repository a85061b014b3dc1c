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
