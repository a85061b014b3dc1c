package tally

import (
	"fmt"
	"strings"
)

// Kernel is one way to extend nodes. All kernels return the same tables.
type Kernel struct {
	Name    string      // stable identifier: "portable"
	Summary string      // one sentence, no final period
	Needs   string      // instruction sets, for people; "" means none
	Usable  func() bool // this processor can run it

	// extend writes the nodes that are a node and an option that share no bit, in the
	// order of the nodes, and returns how many. It checks nothing: to has room for all
	// pairs and vector words more, the number of options is a multiple of vector. Nil for
	// the reference.
	extend func(to, nodes, options []uint64) int
}

// All returns every kernel of this build, the reference first and the fastest last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }

// Auto is the name that asks for the fastest kernel.
const Auto = "auto"

// find returns the kernel of that name, or the fastest usable one for "auto" and "".
func find(name string) (found Kernel, err error) {
	names := []string{Auto}
	for _, k := range All() {
		names = append(names, k.Name)
		switch {
		case name == k.Name && !k.Usable():
			return Kernel{}, fmt.Errorf("tally: kernel %s needs %s, which this processor does not have", name, k.Needs)
		case name == k.Name || (name == Auto || name == "") && k.Usable():
			found = k
		}
	}
	if found.Name == "" {
		return Kernel{}, fmt.Errorf("tally: no kernel %q: want one of %s", name, strings.Join(names, ", "))
	}
	return found, nil
}

func always() bool { return true }

// generic places one queen after another.
var generic = Kernel{Name: "generic", Summary: "one placement after another, the reference", Usable: always}

// portable extends nodes without branches that depend on them.
var portable = Kernel{Name: "portable", Summary: "batches of nodes, one option at a time", Usable: always, extend: extendPortable}

func extendPortable(to, nodes, options []uint64) (n int) {
	for _, node := range nodes {
		for _, option := range options {
			to[n] = node | option
			n += int((node&option - 1) >> 63) // 1 if they share no bit: they share none above mark
		}
	}
	return n
}
