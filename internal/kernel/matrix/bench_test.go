package matrix

import (
	"fmt"
	"testing"
)

// BenchmarkSolutions counts whole orders on one goroutine.
func BenchmarkSolutions(b *testing.B) {
	for _, k := range All() {
		if !k.Usable() || k.Name == "generic" {
			continue
		}
		for n := 15; n <= 20; n++ {
			b.Run(fmt.Sprintf("kernel=%s/n=%d", k.Name, n), func(b *testing.B) {
				for b.Loop() {
					solutions(b, k.Name, n, func(*Counter) {})
				}
			})
		}
	}
}
