//go:build !purego

package pairs

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{avx2, avx512}
