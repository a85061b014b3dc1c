// Package table finds kernels by name. Each package of kernels has one table, the reference first
// and the fastest last.
package table

import "slices"

// Auto is the name of the fastest kernel.
const Auto = "auto"

// Entry describes a kernel, which embeds it.
type Entry struct {
	Name  string      // stable identifier: "portable"
	Needs string      // instruction sets, for people; empty if none
	Has   func() bool // this processor has what the kernel needs; nil means yes
}

// Usable reports whether this processor can run the kernel.
func (e Entry) Usable() bool { return e.Has == nil || e.Has() }

// Describe returns the facts without a type of this package.
func (e Entry) Describe() (name, needs string, usable bool) { return e.Name, e.Needs, e.Usable() }

// Kernel is a kernel of any package, which embeds an [Entry].
type Kernel interface {
	Describe() (name, needs string, usable bool)
}

// IsAuto reports whether name selects the fastest kernel.
func IsAuto(name string) bool { return name == "" || name == Auto }

// Find returns the kernel with the given name, or the last one for "auto" and "", among those that
// this processor can run. The caller has validated the name: Find panics if there is none.
func Find[K Kernel](kernels []K, name string) K {
	for _, k := range slices.Backward(kernels) {
		if own, _, usable := k.Describe(); usable && (own == name || IsAuto(name)) {
			return k
		}
	}
	panic("table: no usable kernel " + name)
}
