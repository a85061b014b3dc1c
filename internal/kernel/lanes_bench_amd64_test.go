//go:build !purego

package kernel

import "testing"

func BenchmarkSteps(b *testing.B) {
	b.Run("kernel="+lanes16.Name, func(b *testing.B) { benchmarkKernelSteps(b, lanes16, &lanes16Steps) })
	b.Run("kernel="+lanes8.Name, func(b *testing.B) { benchmarkKernelSteps(b, lanes8, &lanes8Steps) })
}

func benchmarkKernelSteps(b *testing.B, k Kernel, steps *laneSteps) {
	if !k.Usable() {
		b.Skipf("this processor lacks %s", k.Needs)
	}
	benchmarkSteps(b, steps)
}
