package parity_test

import (
	"fmt"
	"math/bits"
	"testing"

	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
)

// TestWeights adds up the weights of the units of all classes: they are all pairs of sets.
func TestWeights(t *testing.T) {
	for n := range 21 {
		var got, want uint64
		for a := n % 2; a <= (n+1)/2; a++ {
			c := parity.Square.New(n, a)
			want += uint64(len(c.EvenSets)) * uint64(len(c.OddSets))
		}
		for c := range parity.Square.Classes(n) {
			for _, weight := range c.Units() {
				got += weight
			}
		}
		if got != want {
			t.Errorf("order %d: weights add up to %d, want %d", n, got, want)
		}
	}
}

// TestCovers divides all sets into groups with a core, and adds up the weights of the units that
// count.
func TestCovers(t *testing.T) {
	for n := range 21 {
		for c := range parity.Square.Classes(n) {
			for _, most := range []int{1, 5, 16} {
				even, odd := c.Covers(3, 3, most)
				for flip, cover := range []parity.Cover{even, odd} {
					sets, m, queens := c.EvenSets, c.Even, c.Queens
					if flip == 1 {
						sets, m, queens = c.OddSets, c.Odd, c.Even-c.Queens
					}
					members := 0
					for g, group := range cover.Groups {
						core := uint32(1)<<m - 1
						for _, i := range group {
							core &= sets[i].Lines ^ (1<<m-1)*uint32(flip)
							if cover.Of[i] != g {
								t.Fatalf("order %d, class %d: set %d is in groups %d and %d", n,
									c.Queens, i, g, cover.Of[i])
							}
						}
						if members += len(group); len(group) > most || bits.OnesCount32(core) < queens-3 {
							t.Errorf("order %d, class %d: group of %d with core %b", n, c.Queens, len(group), core)
						}
					}
					if members != len(sets) {
						t.Errorf("order %d, class %d: %d members, want %d", n, c.Queens, members, len(sets))
					}
				}
				var got, want uint64
				for e := range c.EvenSets {
					for o := range c.OddSets {
						got += c.WeightIn(even, parity.Unit{Even: e, Odd: o})
					}
				}
				for _, weight := range c.Units() {
					want += weight
				}
				if got != want {
					t.Errorf("order %d, class %d, groups of %d: weights add up to %d, want %d", n,
						c.Queens, most, got, want)
				}
			}
		}
	}
}

// TestRanks checks two assumptions of the symmetries: a set and its images have one rank, and the
// rows of a matrix represent all sets.
func TestRanks(t *testing.T) {
	for n := range 21 {
		for c := range parity.Square.Classes(n) {
			rank := map[uint32]uint32{}
			for _, s := range c.EvenSets {
				rank[s.Lines] = s.Rank
			}
			all := uint32(1)<<c.Even - 1
			for i, s := range c.EvenSets {
				if bits.OnesCount32(s.Lines) != c.Queens || rank[parity.Reversed(s.Lines, c.Even)] != s.Rank ||
					i > 0 && c.EvenSets[i-1].Rank > s.Rank {
					t.Errorf("order %d, class %d: set %b has rank %d", n, c.Queens, s.Lines, s.Rank)
				}
				if r, ok := rank[all&^s.Lines]; n%2 == 0 && ok && r != s.Rank {
					t.Errorf("order %d, class %d: set %b and the other lines have ranks %d and %d", n,
						c.Queens, s.Lines, s.Rank, r)
				}
			}
			if n%2 == 0 && fmt.Sprint(c.OddSets) != fmt.Sprint(c.EvenSets) {
				t.Errorf("order %d, class %d: even and odd lines have other ranks", n, c.Queens)
			}
			rows := 0
			for _, s := range c.Rows {
				rows += int(s.Weight)
			}
			if rows != len(c.EvenSets) {
				t.Errorf("order %d, class %d: rows stand for %d sets, want %d", n, c.Queens, rows, len(c.EvenSets))
			}
		}
	}
}

func TestExchanged(t *testing.T) {
	for n := 0; n <= 10; n += 2 {
		for c := range parity.Square.Classes(n) {
			x := c.Exchanged()
			for u := range c.Units() {
				got, want := ladder.Lists(x, u).Low, ladder.Lists(c, u).Low
				if got != want || x.Reach(u) != c.Reach(u) ||
					x.Image(u) != c.Image(u) || x.Queens != c.Even-c.Queens {
					t.Errorf("order %d, class %d: unit %v has %d solutions, with the colours exchanged %d",
						n, c.Queens, u, want, got)
				}
			}
		}
	}
}

func TestImages(t *testing.T) {
	for n := range 11 {
		for c := range parity.Square.Classes(n) {
			for u := range c.Units() {
				image := c.Image(u)
				got, want := ladder.Lists(c, image).Low, ladder.Lists(c, u).Low
				if got != want || c.Image(image) != u ||
					c.Reach(image) != c.Reach(u) {
					t.Errorf("order %d, class %d: unit %v has %d solutions, its image %v %d", n,
						c.Queens, u, want, image, got)
				}
			}
		}
	}
}
