// Package kernel counts the completions of a partly filled board. It knows bitmasks, not plans: its
// caller turns a part of a plan into a [Task] and validates it once; kernels check nothing.
//
// There is one table of kernels, [All], with the portable reference first. Every kernel gives the
// same number of solutions for every task it accepts; the number of nodes is its own measure of
// work. Selection, command line, agreement tests, fuzzing and benchmarks walk the table.
package kernel

import (
	"math/bits"
	"slices"

	"queens/internal/kernel/table"
)

// MaxOrder is the largest order of a task.
const MaxOrder = 32

// Task is one board to complete. Words of columns have bit c for column c.
//
// The caller promises, and kernels rely on it: Rows are distinct rows of the board, no word has a
// bit beyond its last column or diagonal, and there are as many Rows as columns without a queen; on
// the modular board as many as rising and as falling diagonals without one. The words need not come
// from queens that could stand on a board together.
type Task struct {
	Order   int
	Modular bool             // diagonals wrap around; then Rising and Falling are taken modulo Order
	Columns uint64           // columns that hold a queen
	Rising  uint64           // bit r+c for each queen at (r, c)
	Falling uint64           // bit c-r+Order-1 for each queen; (c-r) mod Order if Modular
	Blocked [MaxOrder]uint64 // per row, columns where no queen may stand
	Rows    []int            // open rows in the order they are to be filled
}

// Result is what a kernel found.
type Result struct {
	Solutions uint64 // exact
	Nodes     uint64 // board states examined, by this kernel's own way of searching
}

// Kernel is one implementation of "count the completions of a task".
type Kernel struct {
	table.Entry
	Accepts func(t *Task) bool // it can count this task
	From    int                // open rows from which on it is faster than the kernels before it in the table
	Count   func(t *Task) Result
}

// All returns every kernel of this build, the reference first and the fastest last.
func All() []Kernel { return append([]Kernel{generic, masks, scalar}, archKernels...) }

// Choose returns a function that picks the kernel for each task. For "auto" and "" that is the
// fastest one that runs here and accepts the task, by the place in the table and From. For a name
// it is that kernel where it accepts the task, and elsewhere the fastest portable one that does.
//
// Errors: the name is unknown, or the kernel needs what this processor does not have.
func Choose(name string) (func(t *Task) Kernel, error) { return choose(All(), name) }

// choose is Choose for a table of kernels, the reference first, the fastest last.
func choose(all []Kernel, name string) (func(t *Task) Kernel, error) {
	named, err := table.Find("kernel", all, name)
	if err != nil {
		return nil, err
	}
	anyName := table.IsAuto(name)
	var usable []Kernel // in ascending order of preference
	for _, k := range all {
		if k.Usable() && (anyName || k.Needs == "") {
			usable = append(usable, k)
		}
	}
	if !anyName {
		usable = append(usable, named)
	}
	return func(t *Task) Kernel {
		for _, k := range slices.Backward(usable) {
			if k.Accepts(t) && (!anyName || len(t.Rows) >= k.From) {
				return k
			}
		}
		panic("kernel: the reference does not accept a task")
	}, nil
}

func allColumns(n int) uint64 { return 1<<n - 1 }

func lowest(set uint64) uint64 { return set & -set }

func withoutLowest(set uint64) uint64 { return set & (set - 1) }

func column(queen uint64) int { return bits.TrailingZeros64(queen) }
