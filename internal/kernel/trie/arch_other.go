//go:build (!amd64 && !arm64) || purego

package trie

var archKernels []Kernel
