//go:build !purego

package trie

import (
	"queens/internal/cpu"
	"queens/internal/kernel/table"
	"queens/internal/kernel/trie/layout"
)

//go:generate go -C ../_gen run ./trie -set neon -out ../trie/zneon_arm64.s -stubs ../trie/zneon_arm64.go -pkg trie

var archKernels = []Kernel{
	(&assembly{
		ofMasks: masksOfNEON, ofTests: []testFunc{test0NEON, test1NEON, test2NEON, test3NEON},
		ofFull: fullNEON, ofFlush: flushNEON, ofMultiply: multiplyNEON, readsAfter: slotLanes,
	}).kernel(Kernel{
		Entry: table.Entry{
			Name: "neon", Needs: "NEON",
			Has: func() bool { return cpu.NEON },
		},
		forms: layout.Plain, filter: filterPortable, bounds: boundsPortable, hits: hitsPortable,
	}),
}

var lanesNEON = [2 * slotLanes]uint64{
	^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0),
}

func masksOfNEON(to, keys *uint64, runs *int, squares *uint16, n int, planes *uint64) {
	masksNEON(to, keys, runs, squares, n, planes, &lanesNEON[0])
}
