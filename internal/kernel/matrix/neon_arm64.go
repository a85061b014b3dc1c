//go:build !purego

package matrix

import (
	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{neon}

// neon has four vectors for a row. Its times are those of portable, that of a test by the number of
// instructions: none has been measured.
var neon = assembly{
	open: openNEON, join: joinNEON, multiply: multiplyNEON,
	tests:   [...]testFunc{test1NEON, test2NEON, test3NEON, test4NEON, test5NEON, test6NEON, test7NEON, test8NEON},
	columns: (*block).spreadsOf,
}.kernel(Kernel{
	Entry: table.Entry{
		Name: "neon", Needs: "NEON",
		Has: func() bool { return cpu.NEON },
	},
	testTime: 6, splitTime: 40, hitTime: 6,
})
