package huge

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestDecimal compares with package strconv, for numbers near each other and far apart.
func TestDecimal(t *testing.T) {
	var d decimal
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 100_000 {
		n := uint64(random.Uint32()) >> random.IntN(32)
		if i < 12_000 {
			n = uint64(i) * 9 % 11_000
		}
		for _, n := range []uint64{n, n + 1, 10*n + 9} {
			if got, want := string(d.append([]byte("7"), n)), "7"+strconv.FormatUint(n, 10); got != want {
				t.Fatalf("%d is written %s", n, got)
			}
		}
	}
}
