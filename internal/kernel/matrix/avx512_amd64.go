//go:build !purego

package matrix

import (
	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./matrix -set avx512 -out ../matrix/zavx512_amd64.s -stubs ../matrix/zavx512_amd64.go -pkg matrix

// avx512 has one vector for a row.
var avx512 = assembly{
	open: openAVX512, join: joinAVX512, multiply: multiplyAVX512,
	tests: [...]testFunc{
		test1AVX512, test2AVX512, test3AVX512, test4AVX512, test5AVX512, test6AVX512, test7AVX512,
		test8AVX512,
	},
	columns: (*block).spreadsOf,
}.kernel(Kernel{
	Entry: table.Entry{
		Name: "avx512", Needs: "AVX-512 F, BW, BITALG and VBMI",
		Has: func() bool { return cpu.BITALG },
	},
	testTime: 2.5, splitTime: 5, hitTime: 3.3, saturates: true,
})
