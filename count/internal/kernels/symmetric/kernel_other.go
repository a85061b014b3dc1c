//go:build !amd64 || purego

package symmetric

var archKernels []Kernel
