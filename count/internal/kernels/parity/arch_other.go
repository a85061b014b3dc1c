//go:build (!amd64 && !arm64) || purego

package parity

var archKernels []Kernel
