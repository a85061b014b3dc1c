package join

import (
	"math/bits"

	"queens/count/internal/kernels/table"
	"queens/internal/bitmath"
)

// portable is the whole algorithm in Go, and the slow twin of all operations in assembly.
var portable = Kernel{
	Entry:  table.Entry{Name: "portable"},
	narrow: portableLists[uint32](),
	wide:   withNarrow(portableLists[uint64]()),
}

func portableLists[K word]() lists[K] {
	return lists[K]{
		sample: samplePortable[K],
		part:   partPortable[K],
		filter: filterPortable[K],
		test:   testPortable[K],
		costs: costs{
			split: 2000, key: 3, block: 1500, row: 3,
			test: 6, chunk: 4, chunks: maxChunks, eager: 1, few: 12,
		},
	}
}

func withNarrow(l lists[uint64]) lists[uint64] {
	l.narrow = narrowPortable
	return l
}

func union[K word](list []K) (bits K) {
	for ; len(list) >= 4; list = list[4:] {
		bits |= list[0] | list[1] | list[2] | list[3]
	}
	for _, key := range list {
		bits |= key
	}
	return bits
}

// partPortable writes every key to both lists and advances in its own: no branch to mispredict.
func partPortable[K word](ones, zeros, list []K, bit uint) int {
	k, last := 0, len(zeros)-1
	for i, key := range list {
		ones[k], zeros[last-(i-k)] = key, key
		k += int(key >> (bit & 63) & 1)
	}
	return k
}

func filterPortable[K word](kept, list []K, bit uint) int {
	k := 0
	for _, key := range list {
		kept[k] = key
		k += int(^key >> (bit & 63) & 1)
	}
	return k
}

func narrowPortable(to []uint32, list []uint64, open uint64) {
	g := newGather(open)
	for i, key := range list {
		to[i] = uint32(g.farther(g.near(key)))
	}
}

// direct counts the disjoint pairs one by one.
func direct[K word](few, many []K) (pairs uint64) {
	for _, x := range few {
		k := 0
		for _, y := range many {
			if x&y == 0 {
				k++
			}
		}
		pairs += uint64(k)
	}
	return pairs
}

func samplePortable[K word](a, b []K, open K) (bit, product uint) {
	var x, y [64]uint64
	na, nb := turnPicked(&x, a), turnPicked(&y, b)
	bit, most := commonBit(&x, &y, uint64(open))
	return bit, share(most, na, nb)
}

// commonBit returns the open bit with the largest product of the numbers of keys that have it, and
// that product.
func commonBit(x, y *[64]uint64, open uint64) (bit uint, most uint64) {
	best := -1
	for ; open != 0; open &= open - 1 {
		p := bits.TrailingZeros64(open)
		if score := bits.OnesCount64(x[p]) * bits.OnesCount64(y[p]); score > best {
			best, bit = score, uint(p)
		}
	}
	return bit, uint64(best)
}

// share returns a product of counts, of na and nb keys, in units of 1/4096.
func share(product uint64, na, nb int) uint {
	if na*nb == 64*64 {
		return uint(product)
	}
	return uint(product) * 4096 / uint(na*nb)
}

// turnPicked transposes up to 64 keys, spread over the list, and returns their number: bit i of
// word p is bit p of key i. to must be zero.
func turnPicked[K word](to *[64]uint64, list []K) int {
	n := min(len(list), len(to))
	step := len(list) / n
	for i := range n {
		to[i] = uint64(list[i*step])
	}
	bitmath.Transpose(to)
	return n
}

// gather packs chosen bits of a word in their order, like the instruction PEXT, in six rounds.
// Round i moves the bits whose number of gaps below has bit i by 2^i.
//
// Source: parallel suffix, [warren2013] section 7-4.
type gather struct {
	open uint64
	move [6]uint64
}

func newGather(open uint64) gather {
	g := gather{open: open}
	gaps := ^open << 1 // bits with a gap right below
	for i := range g.move {
		suffix := gaps
		for j := 1; j < 64; j <<= 1 {
			suffix ^= suffix << j
		}
		g.move[i] = suffix & open
		open = open ^ g.move[i] | g.move[i]>>(1<<i)
		gaps &^= suffix
	}
	return g
}
