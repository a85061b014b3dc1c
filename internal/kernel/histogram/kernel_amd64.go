//go:build !purego

package histogram

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{avx512()}
