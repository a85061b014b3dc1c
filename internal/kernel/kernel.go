// Package kernel counts the completions of a partly filled board. It knows words
// and bits, not plans: its caller turns a part of a plan into a [Task] and
// validates it once; kernels check nothing.
//
// There is one table of kernels, [All], with the portable reference first. Every
// kernel gives the same number of solutions for every task it accepts; the
// number of nodes is its own measure of work. Selection, command line, agreement
// tests, fuzzing and benchmarks walk the table.
package kernel

import (
	"fmt"
	"math/bits"
	"strings"
)

// MaxOrder is the largest order of a task.
const MaxOrder = 32

// Task is one board to complete. Words of columns have bit c for column c.
type Task struct {
	Order   int
	Modular bool             // diagonals wrap around; then Rising and Falling are taken modulo Order
	Turn    int              // queens per placement: 1, or the images under the half turn (2) or the quarter turn (4)
	Columns uint64           // columns that hold a queen
	Rising  uint64           // bit r+c for each queen at (r, c)
	Falling uint64           // bit c-r+Order-1 for each queen; (c-r) mod Order if Modular
	Filled  uint64           // rows that hold a queen
	Blocked [MaxOrder]uint64 // per row, columns where no queen may stand
	Rows    []int            // open rows in the order they are to be filled; with Turn 2 and 4 one of each orbit suffices
}

// Result is what a kernel found.
type Result struct {
	Solutions uint64 // exact
	Nodes     uint64 // board states examined, by this kernel's own way of searching
}

// Kernel is one implementation of "count the completions of a task".
type Kernel struct {
	Name    string             // stable identifier: "generic"
	Summary string             // one sentence, no final period
	Needs   string             // instruction sets, for people; "" means none
	Usable  func() bool        // this processor can run it
	Accepts func(t *Task) bool // it can count this task
	Count   func(t *Task) Result
}

// All returns every kernel of this build, the reference first and the fastest
// last.
func All() []Kernel { return append([]Kernel{generic, masks, scalar}, archKernels...) }

// Auto is the name that asks for the fastest kernel.
const Auto = "auto"

// Names returns "auto" and the names of all kernels.
func Names() []string {
	names := []string{Auto}
	for _, k := range All() {
		names = append(names, k.Name)
	}
	return names
}

// Choose returns a function that picks the kernel for each task: the named one
// where it accepts the task and the reference elsewhere, or the fastest usable
// one for "auto" and "".
//
// It fails for a name that is unknown or not usable on this processor.
func Choose(name string) (func(t *Task) Kernel, error) {
	var usable []Kernel
	for _, k := range All() {
		switch {
		case name == k.Name && !k.Usable():
			return nil, fmt.Errorf("kernel: %s needs %s, which this processor does not have", name, k.Needs)
		case name == k.Name || (name == Auto || name == "") && k.Usable():
			usable = append(usable, k)
		}
	}
	if len(usable) == 0 {
		return nil, fmt.Errorf("kernel: no kernel %q: want one of %s", name, strings.Join(Names(), ", "))
	}
	return func(t *Task) Kernel {
		for i := len(usable) - 1; i >= 0; i-- {
			if usable[i].Accepts(t) {
				return usable[i]
			}
		}
		return generic
	}, nil
}

// allColumns returns the set of all columns of a board of order n, 0 <= n <= 32.
func allColumns(n int) uint64 { return 1<<n - 1 }

func always() bool { return true }

// lowest returns the lowest member of a set.
func lowest(set uint64) uint64 { return set & -set }

// withoutLowest returns the set without its lowest member.
func withoutLowest(set uint64) uint64 { return set & (set - 1) }

// column returns the column of a set with one member.
func column(queen uint64) int { return bits.TrailingZeros64(queen) }
