//go:build !purego

package histogram

var archKernels = []Kernel{avx512()}
