//go:build !amd64

package cpu

// detect knows no feature of other processors yet.
func detect() []Feature {
	return []Feature{{"avx2", false}, {"avx512", false}, {"bitalg", false}, {"gfni", false}, {"vbmi2", false}}
}
