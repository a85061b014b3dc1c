package orbit

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"

	"queens"
)

// Two orbits are neighbours, one move apart, exactly if they share a deletion pattern: what is left
// of a member when a queen is taken with its row and column, up to symmetry. For the move from p to
// q passes through one board, p without the old queen, which is q without the new one; and a
// symmetry that maps a pattern of p to one of q maps p to a member of its orbit. So each orbit is
// asked for its n patterns (n(n-1)/2 for moves of two queens), each as the least of its eight
// images, and equal patterns are brought together by sorting. No move is ever tried.

// pattern is a deletion pattern of one orbit. Its key, the packed least image
// scrambled, is cut in two so that no space is lost between patterns.
type pattern struct{ low, high, orbit uint32 }

func (p pattern) key() uint64 { return uint64(p.high)<<32 | uint64(p.low) }

// patternBytes is what a pattern takes: workers copy those that they sort.
const patternBytes = 24

// scramble spreads keys evenly over all 64 bits. Multiplying by an odd number is
// one to one, so equal keys still are equal patterns.
const scramble = 0x9E37_79B9_7F4A_7C15

// blockOrbits is the number of orbits that a worker takes together. Workers take turns,
// so that each has as many patterns of a part as the others.
const blockOrbits = 256

type grouped struct {
	patterns uint64   // different patterns
	edges    []uint64 // pairs of different orbits that share one: lesser<<32 | greater, sorted, each once
}

// group finds the groups of orbits that share a pattern. To bound memory it sorts the patterns in
// rounds, and makes those of the other rounds again when their turn comes. In each round, each
// worker makes the patterns of a share of the orbits and deals them out, then groups those it was
// dealt.
func (a *Atlas) group(ctx context.Context, rounds int, progress func(order, done, parts int)) (all grouped, err error) {
	for round := range rounds {
		if progress != nil {
			progress(a.Order, round, rounds)
		}
		dealt, found := make([][][]pattern, a.workers), make([]grouped, a.workers)
		a.parallel(func(worker int) { dealt[worker] = a.deal(ctx, worker, round, rounds) })
		if err := ctx.Err(); err != nil {
			return grouped{}, err
		}
		a.parallel(func(worker int) {
			var mine []pattern
			for _, by := range dealt {
				mine = append(mine, by[worker]...)
			}
			found[worker] = groupsOf(mine)
		})
		for _, f := range found {
			all.patterns += f.patterns
			all.edges = append(all.edges, f.edges...)
		}
		slices.Sort(all.edges) // an edge may come from several patterns
		all.edges = slices.Compact(all.edges)
	}
	return all, nil
}

func (a *Atlas) parallel(do func(worker int)) {
	var workers sync.WaitGroup
	for worker := range a.workers {
		workers.Go(func() { do(worker) })
	}
	workers.Wait()
}

// deal makes the patterns of the orbits of one worker, and returns those of a round by the worker
// that is to group them. If ctx ends, it stops early.
func (a *Atlas) deal(ctx context.Context, worker, round, rounds int) [][]pattern {
	dealt := make([][]pattern, a.workers)
	for from := worker * blockOrbits; from < len(a.orbits) && ctx.Err() == nil; from += a.workers * blockOrbits {
		for i := from; i < min(from+blockOrbits, len(a.orbits)); i++ {
			a.patternsOf(a.orbits[i], func(w packed) {
				key := uint64(w) * scramble
				part, _ := bits.Mul64(key, uint64(rounds*a.workers))
				if to := int(part) - round*a.workers; to >= 0 && to < a.workers {
					dealt[to] = append(dealt[to], pattern{uint32(key), uint32(key >> 32), uint32(i)})
				}
			})
		}
	}
	return dealt
}

func (a *Atlas) patternsOf(w packed, found func(packed)) {
	m := a.Order
	inverse := w.inverse(m)
	for c := range m {
		r := w.row(m, c)
		p, q := w.without(m, c, r), inverse.without(m, r, c)
		if a.Moves == 1 {
			found(p.least(m-1, q))
			continue
		}
		for d := c; d < m-1; d++ { // columns behind c, as they are numbered now
			s := p.row(m-1, d)
			found(p.without(m-1, d, s).least(m-2, q.without(m-1, s, d)))
		}
	}
}

// groupsOf counts the different patterns of a list, which is put into another order, and finds the
// edges between orbits that share one.
func groupsOf(list []pattern) (g grouped) {
	slices.SortFunc(list, func(a, b pattern) int {
		if x, y := a.key(), b.key(); x != y {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a.orbit, b.orbit)
	})
	list = slices.Compact(list) // an orbit that has a pattern twice
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j].key() == list[i].key() {
			for _, lesser := range list[i:j] {
				g.edges = append(g.edges, uint64(lesser.orbit)<<32|uint64(list[j].orbit))
			}
			j++
		}
		g.patterns++
		i = j
	}
	return g
}

// packed is a permutation of order m, at most 16, in one word with four bits to a column:
//
//	bits               field
//	4m-1 .. 4m-4       row of column 0
//	...                ...
//	3 .. 0             row of column m-1
//
// Bits above are 0. For one m the order of the numbers is the lexicographic order
// of the permutations. The order itself is not in the word.
type packed uint64

// Words that repeat one value: 1 in each column, 15 in every second one, 1 in each byte.
const (
	everyColumn = 0x1111_1111_1111_1111
	lowNibbles  = 0x0F0F_0F0F_0F0F_0F0F
	everyByte   = 0x0101_0101_0101_0101
)

func pack(p queens.Perm) (w packed) {
	for _, r := range p {
		w = w<<4 | packed(r)
	}
	return w
}

func (w packed) unpack(m int) queens.Perm {
	p := make(queens.Perm, m)
	for c := m - 1; c >= 0; c-- {
		p[c] = int(w & 15)
		w >>= 4
	}
	return p
}

func (w packed) row(m, c int) int { return int(w >> (4 * (m - 1 - c)) & 15) }

func (w packed) inverse(m int) (inverse packed) {
	for c := m - 1; c >= 0; c-- {
		inverse |= packed(c) << (4 * (m - 1 - int(w&15)))
		w >>= 4
	}
	return inverse
}

// complement returns the complement: no nibble is above m-1, so none borrows.
func (w packed) complement(m int) packed {
	return everyColumn>>(4*(16-m))*packed(m-1) - w
}

// reverse returns the columns in opposite order: the bytes, then the nibbles of
// each byte change places.
func (w packed) reverse(m int) packed {
	x := bits.ReverseBytes64(uint64(w))
	x = x>>4&lowNibbles | x&lowNibbles<<4
	return packed(x >> (4 * (16 - m)))
}

// without returns w of order m without column c, whose row is r: the rows behind r
// move down by one. Rows of even and of odd columns are treated apart, a byte to
// each: adding 127-r sets the top bit of the byte exactly for rows above r.
func (w packed) without(m, c, r int) packed {
	place := 4 * (m - 1 - c)
	w = w>>(place+4)<<place | w&(1<<place-1)
	above := packed(0x7F-r) * everyByte
	even := (w&lowNibbles + above) >> 7 & everyByte
	odd := (w>>4&lowNibbles + above) >> 7 & everyByte
	return w - even - odd<<4
}

func (w packed) least(m int, inverse packed) packed {
	if m == 0 {
		return 0
	}
	a, b := w.reverse(m), inverse.reverse(m)
	return min(w, a, w.complement(m), a.complement(m), inverse, b, inverse.complement(m), b.complement(m))
}

func (w packed) isSolution(m int) bool {
	var rising, falling uint32
	for range m {
		queen := uint32(1) << (w & 15)
		if (rising|falling)&queen != 0 {
			return false
		}
		rising, falling = (rising|queen)>>1, (falling|queen)<<1
		w >>= 4
	}
	return true
}
