package matrix

import (
	"fmt"
	"strings"
)

// Kernel is one way to fill matrices. All kernels return the same numbers.
type Kernel struct {
	Name    string      // stable identifier: "portable"
	Summary string      // one sentence, no final period
	Needs   string      // instruction sets, for people; "" means none
	Usable  func() bool // this processor can run it

	// The operations check nothing; the reference has none of them.

	// open writes, for each of n columns, the lanes of valid that are neither in its
	// row of sum nor in its row of diff.
	open func(to, sum, diff []row, valid *row, n int)
	// join writes the intersections of each of n rows of a with each of n of b.
	join func(to, a, b []row, n int)
	// test runs the jobs with the block's tables.
	test func(tables []row, count int, jobs []job, records []uint64, m []uint16, b *block)
	// multiply returns the sum of products of equal cells, and the sums of both
	// rows, of equal length.
	multiply func(a, b []uint16) (products, sumA, sumB uint64)
}

// All returns every kernel of this build, the reference first and the fastest
// last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }

// Auto is the name that asks for the fastest kernel.
const Auto = "auto"

// find returns the kernel of that name, or the fastest usable one for "auto"
// and "".
func find(name string) (found Kernel, err error) {
	names := []string{Auto}
	for _, k := range All() {
		names = append(names, k.Name)
		switch {
		case name == k.Name && !k.Usable():
			return Kernel{}, fmt.Errorf("matrix: kernel %s needs %s, which this processor does not have", name, k.Needs)
		case name == k.Name || (name == Auto || name == "") && k.Usable():
			found = k
		}
	}
	if found.Name == "" {
		return Kernel{}, fmt.Errorf("matrix: no kernel %q: want one of %s", name, strings.Join(names, ", "))
	}
	return found, nil
}

func always() bool { return true }

// generic compares every item with every lane of a unit.
var generic = Kernel{Name: "generic", Summary: "every pair of placements compared", Usable: always}
