//go:build (!amd64 && !arm64) || purego

package trie

// archKernels are the kernels written for this processor's architecture.
var archKernels []Kernel
