// Package table finds kernels by name. Each package of kernels has one table, the reference first
// and the fastest last.
package table

import (
	"fmt"
	"strings"
)

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

// Names returns "auto" and the names of all kernels.
func Names[K Kernel](kernels []K) []string {
	names := []string{Auto}
	for _, k := range kernels {
		name, _, _ := k.Describe()
		names = append(names, name)
	}
	return names
}

// Find returns the kernel with the given name, or the last usable one for "auto" and "".
//
// Errors: no such kernel, or this processor does not support it.
func Find[K Kernel](kernels []K, name string) (found K, err error) {
	err = fmt.Errorf("no kernel %q: want one of %s", name, strings.Join(Names(kernels), ", "))
	for _, k := range kernels {
		switch own, needs, usable := k.Describe(); {
		case own == name && !usable:
			return found, fmt.Errorf("kernel %s needs %s, which this processor does not have", name, needs)
		case own == name || IsAuto(name) && usable:
			found, err = k, nil
		}
	}
	return found, err
}
