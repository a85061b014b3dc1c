package join

import "testing"

// Sets have the same rank exactly if they are images of each other under reversal and
// complement.
func TestRanks(t *testing.T) {
	for m := 1; m <= 9; m++ {
		ranks := Ranks(m)
		images := func(s int) map[int]bool {
			var back int
			for i := range m {
				if s>>i%2 == 1 {
					back += 1 << (m - 1 - i)
				}
			}
			all := 1<<m - 1
			return map[int]bool{s: true, back: true, all - s: true, all - back: true}
		}
		for a := range ranks {
			of := images(a)
			for b := range ranks {
				if same := ranks[a] == ranks[b]; same != of[b] {
					t.Fatalf("%d lines, sets %b and %b: ranks %d and %d", m, a, b, ranks[a], ranks[b])
				}
			}
		}
	}
}
