//go:build !purego

package kernel

import "testing"

func BenchmarkSteps16(b *testing.B) { benchSteps(b, &lanes16Steps) }
func BenchmarkSteps8(b *testing.B)  { benchSteps(b, &lanes8Steps) }
