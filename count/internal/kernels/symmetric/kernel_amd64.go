//go:build !purego

package symmetric

import (
	"queens/count/internal/cpu"
	"queens/count/internal/kernels/table"
)

//go:generate go -C ../_gen run ./symmetric -set avx2 -out ../symmetric/zavx2_amd64.s -stubs ../symmetric/zavx2_amd64.go -pkg symmetric
//go:generate go -C ../_gen run ./symmetric -set avx512 -out ../symmetric/zavx512_amd64.s -stubs ../symmetric/zavx512_amd64.go -pkg symmetric

var archKernels = []Kernel{{
	Entry: table.Entry{
		Name: "avx2", Needs: "AVX2 and POPCNT",
		Has: func() bool { return cpu.AVX2 },
	},
	extend: extendFunc(extendAVX2).extend,
}, avx512()}

type extendFunc func(to, nodes *uint64, n int, options *uint64, vectors int) int

func (of extendFunc) extend(to, nodes, options []uint64) int {
	if len(nodes) == 0 || len(options) == 0 {
		return 0
	}
	return of(&to[0], &nodes[0], len(nodes), &options[0], len(options)/vector)
}

// avx512 handles the last row only with AVX-512 BITALG.
func avx512() Kernel {
	k := Kernel{
		Entry: table.Entry{
			Name: "avx512", Needs: "AVX-512 F and DQ and POPCNT",
			Has: func() bool { return cpu.AVX512 },
		},
		extend: extendFunc(extendAVX512).extend,
	}
	if cpu.BITALG {
		k.weigh = func(nodes []uint64, l *lines) (found, sum uint64) {
			return weighAVX512(&nodes[0], len(nodes), &l.pick[0], 1<<len(l.columns)-1, &l.low[0], &l.high[0],
				uint64(len(l.low)-1), l.split, uint64(len(l.high)-1), &l.numbers[0])
		}
		k.count = func(nodes []uint64, l *lines) uint64 {
			return countAVX512(&nodes[0], len(nodes), &l.pick[0], 1<<len(l.columns)-1, &l.low[0], &l.high[0],
				uint64(len(l.low)-1), l.split, uint64(len(l.high)-1), &l.numbers[0])
		}
	}
	return k
}
