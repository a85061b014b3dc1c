//go:build !amd64 || purego

package join

var archKernels []Kernel
