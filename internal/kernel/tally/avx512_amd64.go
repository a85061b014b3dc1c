//go:build !purego

package tally

import (
	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./tally -out ../tally/zavx512_amd64.s -stubs ../tally/zavx512_amd64.go -pkg tally

// avx512 compares a node with eight options at once.
var avx512 = Kernel{
	Entry: table.Entry{
		Name: "avx512", Summary: "batches of nodes, eight options at a time", Needs: "AVX-512 F and DQ and POPCNT",
		Has: func() bool { return cpu.AVX512 },
	},
	extend: func(to, nodes, options []uint64) int {
		if len(nodes) == 0 || len(options) == 0 {
			return 0
		}
		return extendAVX512(&to[0], &nodes[0], len(nodes), &options[0], len(options)/vector)
	},
}
