package torus

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"queens/internal/errs"
)

// Necklace is what a diagonal of the torus looks like: a closed string of n beads, one for each of
// its squares, some of them queens. Strings are the same necklace if one becomes the other by
// rotation, reversal or multiplication of positions by a unit modulo n.
type Necklace struct {
	Beads string `json:"beads"`        // "1" for a queen, "0" for none; the least string
	Count int    `json:"count,string"` // diagonals that look so
}

// leastNecklace returns the least string of n beads, 1 to 64, that is the same
// necklace, the first bead as the highest bit. Time O(units * n).
func leastNecklace(beads uint64, n int) uint64 {
	least := beads
	for u := range units(max(2, n)) {
		image := uint64(0)
		for rest := beads; rest != 0; rest &= rest - 1 {
			image |= 1 << (u * bits.TrailingZeros64(rest) % n)
		}
		for range n {
			image = image>>1 | image&1<<(n-1)
			least = min(least, image)
		}
	}
	return least
}

// Necklaces counts the diagonals of the torus, 2n for each solution of the regular
// board of order n, 1 to Regular.MaxOrder(), by their necklaces: fewest queens first, then
// in the order of the strings.
//
// Errors: queens.ErrOrder for n out of range; ctx's error if it ends.
func Necklaces(ctx context.Context, n int) ([]Necklace, error) {
	solutions, err := Regular.Members(n)
	if err != nil {
		return nil, err
	}
	made := map[uint64]int{} // strings as they are, not the least
	diagonals := make([]uint64, 2*n)
	done := 0
	for p := range solutions {
		if done++; done%pollMembers == 0 && ctx.Err() != nil {
			return nil, errs.Errorf("necklaces of order %d: stopped after %d solutions: %w", n, done, ctx.Err())
		}
		clear(diagonals)
		for c, r := range p {
			diagonals[(r+c)%n] |= 1 << c
			diagonals[n+(r-c+n)%n] |= 1 << c
		}
		for _, beads := range diagonals {
			made[beads]++
		}
	}
	counts := map[uint64]int{}
	for beads, k := range made {
		counts[leastNecklace(beads, n)] += k
	}
	list := []Necklace{}
	for beads, k := range counts {
		list = append(list, Necklace{fmt.Sprintf("%0*b", n, beads), k})
	}
	slices.SortFunc(list, func(a, b Necklace) int {
		return cmp.Or(strings.Count(a.Beads, "1")-strings.Count(b.Beads, "1"), strings.Compare(a.Beads, b.Beads))
	})
	return list, nil
}
