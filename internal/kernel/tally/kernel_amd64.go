//go:build !purego

package tally

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{avx512()}
