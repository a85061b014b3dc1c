package huge

import (
	"math/bits"
	"math/rand/v2"
)

// A rowOrder is a pseudo-random order of the rows of a board, that is never stored.
//
// Up to clumpOrder it is one mixer. On larger boards the sets of diagonals outgrow the fast caches,
// and every row in an order without any pattern would wait for two lines of memory. So rows come in
// clumps there: at any time there are 64 bands of 512 neighbouring rows, chosen at random, and each
// gives 16 rows in turn, before 64 other bands follow. The lines that were fetched for the first
// row of a band serve the others, and the verifier finds them in the cache again. Whatever is
// larger than some 1000 squares is as random as before: every band comes once in each 32nd of the
// order, each time somewhere else.
type rowOrder struct {
	n      int
	random *rand.Rand
	single bool // no clumps
	mixer  mixer

	key   uint64
	pass  int // of 512/visit passes over all bands
	bands [batch]uint32
	count int // of bands
	turn  int // rows that each band has given in this visit
}

// clumpOrder is the largest order whose rows come without clumps: its sets of diagonals
// take a megabyte.
const clumpOrder = 1 << 21

const (
	bandRows = 512 // bits of a line of the cache
	visit    = 16  // rows that a band gives before others follow
)

func newRowOrder(n int, random *rand.Rand) *rowOrder {
	o := &rowOrder{n: n, random: random, single: n <= clumpOrder, key: random.Uint64() | 1, turn: visit}
	o.mixer = o.newMixer()
	return o
}

func (o *rowOrder) newMixer() mixer {
	if o.single {
		return newMixer(o.n, o.random)
	}
	return newMixer((o.n+bandRows-1)/bandRows, o.random)
}

func (o *rowOrder) next(rows *[batch]uint32) int {
	if o.single {
		return o.mixer.next(rows)
	}
	for {
		if o.turn == visit && !o.nextBands() {
			return 0
		}
		k, within := 0, uint64(o.pass*visit+o.turn)
		for _, band := range o.bands[:o.count] {
			r := band*bandRows + o.inBand(uint64(band), within)
			rows[k] = r
			if int(r) < o.n {
				k++
			}
		}
		o.turn++
		if k > 0 { // the last band may end before its rows do
			return k
		}
	}
}

func (o *rowOrder) nextBands() bool {
	for o.turn = 0; ; o.mixer = o.newMixer() {
		if o.count = o.mixer.next(&o.bands); o.count > 0 {
			return true
		}
		if o.pass++; o.pass == bandRows/visit {
			return false
		}
	}
}

// inBand returns the row, from 0 to 511, that a band gives as number i: a permutation for
// each band, since every step of it can be undone.
func (o *rowOrder) inBand(band, i uint64) uint32 {
	h := (band + 1) * o.key
	h ^= h >> 29
	x := (i*(h>>32|1) + h>>20) % bandRows
	x ^= x >> 5
	x = x * (h>>9 | 1) % bandRows
	return uint32(x ^ x>>5)
}

// mixer yields the numbers below n, each once, in a pseudo-random order: it walks
// through a permutation of the numbers of k bits and leaves out what is too large. Every
// step of the permutation can be undone.
type mixer struct {
	n     uint64
	mask  uint64 // 1<<k - 1
	half  uint   // about k/2
	mul   [3]uint64
	add   [3]uint64
	index uint64
}

func newMixer(n int, random *rand.Rand) mixer {
	k := max(bits.Len(uint(n-1)), 1)
	m := mixer{n: uint64(n), mask: 1<<k - 1, half: uint(k+1) / 2}
	for i := range m.mul {
		m.mul[i] = random.Uint64() | 1
		m.add[i] = random.Uint64()
	}
	return m
}

func (m *mixer) next(rows *[batch]uint32) int {
	k := 0
	for k < len(rows) && m.index <= m.mask {
		x := m.index
		m.index++
		for i := range m.mul {
			x = (x*m.mul[i] + m.add[i]) & m.mask
			x ^= x >> m.half
		}
		rows[k] = uint32(x)
		if x < m.n {
			k++
		}
	}
	return k
}
