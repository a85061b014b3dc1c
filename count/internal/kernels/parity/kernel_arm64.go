//go:build !purego

package parity

import (
	"queens/count/internal/cpu"
	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/table"
)

//go:generate go -C ../_gen run ./parity -set neon -out ../parity/zneon_arm64.s -stubs ../parity/zneon_arm64.go -pkg parity

var archKernels = []Kernel{
	(&assembly{
		ofMasks: masksOfNEON, ofTests: []testFunc{test0NEON, test1NEON, test2NEON, test3NEON},
		ofFull: fullNEON, ofFlush: flushNEON, ofMultiply: multiplyNEON, readsAfter: slotLanes,
	}).kernel(Kernel{
		Entry: table.Entry{
			Name: "neon", Needs: "NEON",
			Has: func() bool { return cpu.NEON },
		},
		forms: layout.Forms[:layout.Plain], region: slots,
		filter: filterPortable, bounds: boundsPortable, hits: hitsPortable,
	}),
}

var lanesNEON = [2 * slotLanes]uint64{
	^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0),
}

func masksOfNEON(to, keys *uint64, runs *int, squares *uint16, n int, planes *uint64) {
	masksNEON(to, keys, runs, squares, n, planes, &lanesNEON[0])
}
