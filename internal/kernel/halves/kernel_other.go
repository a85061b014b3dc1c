//go:build !amd64 || purego

package halves

// archKernels are the kernels written for this processor's architecture.
var archKernels []kernel
