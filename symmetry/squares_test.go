package symmetry_test

import (
	"fmt"
	"testing"

	"queens"
	"queens/symmetry"
)

func ExampleSquareOrbits() {
	for _, orbit := range symmetry.SquareOrbits(3) {
		fmt.Println(len(orbit), "like", orbit[0])
	}
	// Output:
	// 4 like row 1, column 1
	// 4 like row 1, column 2
	// 1 like row 2, column 2
}

func TestSquareOrbits(t *testing.T) {
	for n := range 33 {
		orbitOf := map[queens.Square]int{}
		orbits := symmetry.SquareOrbits(n)
		for i, orbit := range orbits {
			for _, sq := range orbit {
				if before, ok := orbitOf[sq]; ok {
					t.Errorf("order %d: %v is in orbits %d and %d", n, sq, before+1, i+1)
				}
				orbitOf[sq] = i
			}
		}
		for r := range n {
			for c := range n {
				sq := queens.Square{Row: r, Col: c}
				i, ok := orbitOf[sq]
				if !ok {
					t.Fatalf("order %d: %v is in no orbit", n, sq)
				}
				for _, s := range symmetry.All() {
					if image := s.Square(sq, n); orbitOf[image] != i {
						t.Errorf("order %d: %v and its image by %v are in different orbits", n, sq, s)
					}
				}
			}
		}
		if m := (n + 1) / 2; len(orbits) != m*(m+1)/2 || len(orbitOf) != n*n {
			t.Errorf("order %d: %d orbits of %d squares, want %d of %d", n, len(orbits), len(orbitOf), m*(m+1)/2, n*n)
		}
	}
}
