//go:build !amd64 || purego

package histogram

var archKernels []Kernel
