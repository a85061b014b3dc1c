//go:build !purego

package matrix

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{avx2, avx512}
