//go:build !amd64 || purego

package pairs

var archKernels []Kernel
