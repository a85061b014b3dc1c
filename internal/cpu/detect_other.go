//go:build !amd64

package cpu

import "runtime"

func detect() []Feature {
	return []Feature{
		{"avx2", false},
		{"avx512", false},
		{"bitalg", false},
		{"gfni", false},
		{"neon", runtime.GOARCH == "arm64"},
	}
}
