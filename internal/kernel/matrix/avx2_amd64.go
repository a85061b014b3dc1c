//go:build !purego

package matrix

import (
	"unsafe"

	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./matrix -set avx2 -out ../matrix/zavx2_amd64.s -stubs ../matrix/zavx2_amd64.go -pkg matrix

// avx2 has two vectors for a row.
var avx2 = assembly{
	open: openAVX2, join: joinAVX2, multiply: multiplyAVX2,
	tests:   [...]testFunc{test1AVX2, test2AVX2, test3AVX2, test4AVX2, test5AVX2, test6AVX2, test7AVX2, test8AVX2},
	columns: func(b *block) (*uint64, int) { return (*uint64)(unsafe.Pointer(&b.columns)), blockSlots },
}.kernel(Kernel{
	Entry: table.Entry{
		Name: "avx2", Needs: "AVX2",
		Has: func() bool { return cpu.AVX2 },
	},
	testTime: 5, splitTime: 20, hitTime: 5,
})
