//go:build !purego

package kernel

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{lanes8}
