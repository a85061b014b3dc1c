//go:build !purego

package halves

import "queens/internal/cpu"

//go:generate go -C ../_gen run ./halves -out ../halves/zavx512_amd64.s -stubs ../halves/zavx512_amd64.go -pkg halves

// archKernels are the kernels written for this processor's architecture.
var archKernels = []kernel{{
	name:   "avx512",
	usable: func() bool { return cpu.AVX512 },
	meet: func(dst []uint64, west, east placements, add uint64) int {
		if len(west.keys) == 0 || len(east.keys) == 0 {
			return 0
		}
		return meetAVX512(&dst[:1][0], &west.checks[0], &west.keys[0], len(west.keys), &east.checks[0], &east.keys[0], len(east.keys), add)
	},
	keep: func(keys []uint64, mask, bits uint64) int {
		if len(keys) == 0 {
			return 0
		}
		return keepAVX512(&keys[0], len(keys), mask, bits)
	},
	flip: func(keys []uint64, field int) {
		if len(keys) > 0 {
			flipAVX512(&keys[0], len(keys), uint64(field))
		}
	},
}}
