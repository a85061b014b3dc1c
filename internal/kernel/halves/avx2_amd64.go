//go:build !purego

package halves

import "queens/internal/cpu"

//go:generate go -C ../_gen run ./halves -set avx2 -out ../halves/zavx2_amd64.s -stubs ../halves/zavx2_amd64.go -pkg halves

// avx2 goes with the kernel of that name of package pairs.
var avx2 = assembly{meetAVX2, keepAVX2, flipAVX2}.kernel("avx2", func() bool { return cpu.AVX2 })
