//go:build !amd64 || purego

package kernel

var archKernels []Kernel
