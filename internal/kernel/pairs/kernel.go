package pairs

import (
	"fmt"
	"strings"
)

// Kernel is one way to count disjoint pairs. All kernels return the same number
// for the same lists; the figures of [Stats] are a kernel's own.
type Kernel struct {
	Name    string      // stable identifier: "portable"
	Summary string      // one sentence, no final period
	Needs   string      // instruction sets, for people; "" means none
	Usable  func() bool // this processor can run it

	narrow, wide any // lists[uint32] and lists[uint64]; nil for the reference
}

// All returns every kernel of this build, the reference first and the fastest
// last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }

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

// find returns the kernel of that name, or the fastest usable one for "auto"
// and "".
func find(name string) (found Kernel, err error) {
	for _, k := range All() {
		switch {
		case name == k.Name && !k.Usable():
			return Kernel{}, fmt.Errorf("pairs: kernel %s needs %s, which this processor does not have", name, k.Needs)
		case name == k.Name || (name == Auto || name == "") && k.Usable():
			found = k
		}
	}
	if found.Name == "" {
		return Kernel{}, fmt.Errorf("pairs: no kernel %q: want one of %s", name, strings.Join(Names(), ", "))
	}
	return found, nil
}

func always() bool { return true }
