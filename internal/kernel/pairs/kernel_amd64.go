//go:build !purego

package pairs

var archKernels = []Kernel{avx2, avx512}
