//go:build !purego

package kernel

import "testing"

func BenchmarkSteps(b *testing.B) {
	if !lanes8.Usable() {
		b.Skipf("this processor lacks %s", lanes8.Needs)
	}
	benchmarkSteps(b, &lanes8Steps)
}
