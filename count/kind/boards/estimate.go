package boards

import (
	"math/bits"

	"queens"
	"queens/count/kind"
	"queens/internal/bitmath"
)

// Numbers of random descents of an estimate. All families together get
// draftDescents, because they decide how finely the whole plan is cut; a part
// gets minDescents, enough to be cut further or not.
const (
	draftDescents = 8192
	minDescents   = 8
	maxDescents   = 1024
)

// generator is the SplitMix64 sequence of pseudo-random numbers; the state is
// the seed. Source: [steele2014].
type generator uint64

func (g *generator) next() uint64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number in [0, k), k >= 1, by multiplication and shift: the
// deviation from uniformity is below k/2^64.
func (g *generator) below(k int) int {
	hi, _ := bits.Mul64(g.next(), uint64(k))
	return int(hi)
}

// seedOf returns the seed of the estimate for a board, a function of the board alone.
func seedOf(b *Board) generator {
	g := generator(b.Columns)
	for _, word := range [...]uint64{b.Rising, b.Falling, b.Filled, uint64(b.Order)} {
		g = generator(g.next() ^ word)
	}
	return g
}

// estimate returns the expected number of board states from b on: the mean over random descents of
// the sum of the products of the numbers of free squares. Source: [knuth1975].
func (b *Board) estimate(descents int) kind.Work {
	g := seedOf(b)
	var sum kind.Work
	for range descents {
		at := *b
		product := queens.NewTotal(1)
		for len(at.Rows) > 0 {
			sum = sum.Plus(product)
			free := at.Free(at.Rows[0])
			k := bits.OnesCount64(free)
			if k == 0 {
				product = queens.Total{}
				break
			}
			for range g.below(k) {
				free = bitmath.WithoutLowest(free)
			}
			at.fill(bits.TrailingZeros64(free))
			product = product.Times(uint64(k))
		}
		sum = sum.Plus(product)
	}
	mean, _ := sum.DivMod(uint64(descents))
	if mean.IsZero() {
		mean = queens.NewTotal(1)
	}
	return mean
}
