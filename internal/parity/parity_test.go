package parity_test

import (
	"fmt"
	"math/bits"
	"testing"

	"queens/internal/parity"
	"queens/internal/parity/ladder"
)

// pairsOf returns the number of white pairs of placements that share no diagonal, and of black
// ones, for row sets A and A' and column sets B and B'.
func pairsOf(c *parity.Class, even, odd, columns, oddColumns uint32) (white, black uint64) {
	evens, odds := uint32(1)<<c.Even-1, uint32(1)<<c.Odd-1
	fitting := func(x, y parity.Kind, rowsX, columnsX, rowsY, columnsY uint32) (fit uint64) {
		ys := c.Quarter(y).Placements(rowsY, columnsY)
		for _, p := range c.Quarter(x).Placements(rowsX, columnsX) {
			for _, q := range ys {
				if p&q == 0 {
					fit++
				}
			}
		}
		return fit
	}
	white = fitting(parity.EvenEven, parity.OddOdd, even, columns, odd, oddColumns)
	if white > 0 {
		black = fitting(parity.OddEven, parity.EvenOdd, odds&^odd, evens&^columns, evens&^even, odds&^oddColumns)
	}
	return white, black
}

// sets are rows and columns of the white queens, by parity: A, A', B, B'.
type sets [4]uint32

// TestPairs compares the pairs of every class with the placements that a search of the whole board
// finds. The search knows no diagonals of classes.
func TestPairs(t *testing.T) {
	most := 8
	if testing.Short() {
		most = 7
	}
	for n := 1; n <= most; n++ {
		for _, white := range []bool{true, false} {
			found := map[sets]uint64{}
			search(n, white, 0, nil, found)
			for a := n % 2; a <= (n+1)/2; a++ {
				t.Run(fmt.Sprintf("n=%d/white=%v/a=%d", n, white, a), func(t *testing.T) {
					comparePairs(t, parity.Square.New(n, a), white, found)
				})
			}
		}
	}
}

// search counts in found the placements of queens on the squares of one colour, by their rows and
// columns, or by the complements if they are black. It fills row after row; queens are squares
// r*n+c.
func search(n int, white bool, row int, queens []int, found map[sets]uint64) {
	if row == n {
		var s sets
		for _, q := range queens {
			r, c := q/n, q%n
			s[r%2] |= 1 << (r / 2)
			s[2+c%2] |= 1 << (c / 2)
		}
		if !white {
			for i := range s {
				s[i] = (1<<((n+1-i%2)/2) - 1) &^ s[i]
			}
		}
		found[s]++
		return
	}
	search(n, white, row+1, queens, found)
	for col := range n {
		free := ((row+col)%2 == 0) == white
		for _, q := range queens {
			r, c := q/n, q%n
			if c == col || row-r == col-c || row-r == c-col {
				free = false
			}
		}
		if free {
			search(n, white, row+1, append(queens, row*n+col), found)
		}
	}
}

// comparePairs checks every combination of sets.
func comparePairs(t *testing.T, c *parity.Class, isWhite bool, found map[sets]uint64) {
	for _, even := range c.EvenSets {
		for _, odd := range c.OddSets {
			for _, columns := range c.EvenSets {
				for _, oddColumns := range c.OddSets {
					s := sets{even.Lines, odd.Lines, columns.Lines, oddColumns.Lines}
					white, black := pairsOf(c, s[0], s[1], s[2], s[3])
					if isWhite && white != found[s] {
						t.Fatalf("%v: %d white pairs, want %d", s, white, found[s])
					}
					if !isWhite && white > 0 && black != found[s] {
						t.Fatalf("%v: %d black pairs, want %d", s, black, found[s])
					}
				}
			}
		}
	}
}

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
