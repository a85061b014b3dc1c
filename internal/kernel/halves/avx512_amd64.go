//go:build !purego

package halves

import "queens/internal/cpu"

//go:generate go -C ../_gen run ./halves -set avx512 -out ../halves/zavx512_amd64.s -stubs ../halves/zavx512_amd64.go -pkg halves

// avx512 goes with the kernel of that name of package pairs.
var avx512 = assembly{meetAVX512, keepAVX512, flipAVX512}.kernel("avx512", func() bool { return cpu.AVX512 })
