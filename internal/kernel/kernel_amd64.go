//go:build !purego

package kernel

var archKernels = []Kernel{lanes8}
