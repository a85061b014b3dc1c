package join

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/internal/parity"
)

// Ranks returns a number for every set of lines of a quarter with m lines, 1 to 16, that the set
// shares with its reverse and with the complements of both, and with no other set. Package halves
// says what they are for. Results of subproblems depend on the ranks, counts do not.
//
// Sets with many placements have large ranks: more placements then belong to other sets than those
// whose lists are long anyway.
func Ranks(m int) []uint32 {
	all := uint32(1)<<m - 1
	least := func(s uint32) uint32 {
		r := parity.Reversed(s, m)
		return min(s, r, all&^s, all&^r)
	}
	var classes []uint32
	for s := range all + 1 {
		if least(s) == s {
			classes = append(classes, s)
		}
	}
	slices.SortFunc(classes, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(parity.Crowding(b, m), parity.Crowding(a, m)), cmp.Compare(a, b))
	})
	ranks := make([]uint32, all+1)
	for i, s := range classes {
		ranks[s] = uint32(i)
	}
	for s := range all + 1 {
		ranks[s] = ranks[least(s)]
	}
	return ranks
}

func listedShares(m int, ranks []uint32) [][]uint64 {
	classes := int(slices.Max(ranks)) + 1
	shares := make([][]uint64, m+1)
	for size := range shares {
		shares[size] = make([]uint64, classes)
	}
	for s, rank := range ranks {
		shares[bits.OnesCount32(uint32(s))][rank]++
	}
	for _, share := range shares {
		for r := 1; r < classes; r++ {
			share[r] += share[r-1]
		}
		for r := range share {
			share[r] = share[r] << 16 / share[classes-1]
		}
	}
	return shares
}
