package design

import (
	"fmt"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/errs"
)

// MaxHops is the largest order of a HopSet, which is checked in time O(n^4).
const MaxHops = 127

// HopSet has frequency hopping patterns for Order channels, with a period of Order slots. Two
// senders have a hit in a slot in which they use the same channel.
type HopSet struct {
	Order    int           `json:"order"`
	Slopes   []int         `json:"slopes"`   // of the patterns: in slot i, channel slope*i mod Order
	Patterns []queens.Perm `json:"patterns"` // the channel of each slot; each a solution on the torus
}

// NewHops returns the linear patterns of order n, 5 to MaxHops and prime to 6, one for each slope
// from 2 to p-2, where p is the least prime factor of n.
//
// The difference of two slopes is prime to n, so two patterns have exactly one hit for each cyclic
// shift in time and channels. As a solution on the torus, a pattern has one hit with a carrier that
// stays on a channel or moves by one a slot. NewHops checks both. Errors: queens.ErrOrder. Sources:
// [shaar1984], [polya1918].
func NewHops(n int) (HopSet, error) {
	if n < 5 || n > MaxHops || n%2 == 0 || n%3 == 0 {
		return HopSet{}, errs.Errorf("hopping patterns for %d channels: want a number from 5 to %d without a "+
			"factor 2 or 3: %w", n, MaxHops, queens.ErrOrder)
	}
	h := HopSet{Order: n}
	for slope := 2; bitmath.GCD(slope+1, n) == 1; slope++ {
		p := make(queens.Perm, n)
		for i := range p {
			p[i] = slope * i % n
		}
		good := queens.Check(p, queens.Modular) == nil
		for _, other := range h.Patterns {
			good = good && Hits(p, other) == 1
		}
		if !good {
			panic(fmt.Sprintf("design: the pattern of slope %d for %d channels has several hits", slope, n))
		}
		h.Slopes, h.Patterns = append(h.Slopes, slope), append(h.Patterns, p)
	}
	return h, nil
}

// Hits returns the most slots in which two patterns of one order use the same channel, over all
// cyclic shifts in time and in channels: their Hamming cross-correlation. Time O(n^2).
func Hits(p, q queens.Perm) (most int) {
	n := len(p)
	for late := range p {
		hits := make([]int, n) // by shift in channels
		for i := range p {
			shift := (p[(i+late)%n] - q[i] + n) % n
			hits[shift]++
			most = max(most, hits[shift])
		}
	}
	return most
}
