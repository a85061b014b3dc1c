//go:build !purego

package halves

// archKernels are the kernels written for this processor's architecture.
var archKernels = []kernel{avx2, avx512}

// assembly is the functions of a kernel. They check nothing, and want at least one
// key or placement in each list.
type assembly struct {
	meet func(dst *uint64, westChecks *uint32, westKeys *uint64, west int, eastChecks *uint32, eastKeys *uint64, east int, add uint64) int
	keep func(keys *uint64, n int, mask, bits uint64) int
	flip func(keys *uint64, n int, field uint64)
}

// kernel returns the kernel made of the functions.
func (a assembly) kernel(name string, usable func() bool) kernel {
	return kernel{
		name:   name,
		usable: usable,
		meet: func(dst []uint64, west, east placements, add uint64) int {
			if len(west.keys) == 0 || len(east.keys) == 0 {
				return 0
			}
			return a.meet(&dst[:1][0], &west.checks[0], &west.keys[0], len(west.keys), &east.checks[0], &east.keys[0], len(east.keys), add)
		},
		keep: func(keys []uint64, mask, bits uint64) int {
			if len(keys) == 0 {
				return 0
			}
			return a.keep(&keys[0], len(keys), mask, bits)
		},
		flip: func(keys []uint64, field int) {
			if len(keys) > 0 {
				a.flip(&keys[0], len(keys), uint64(field))
			}
		},
	}
}
