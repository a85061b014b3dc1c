package matrix

import (
	"bytes"
	"math"
	"math/bits"
	"unsafe"
)

// Shape of a block.
const (
	slotLanes  = 8
	blockSlots = 64
	maxSlots   = 8  // slots of one label in a block
	diagonals  = 32 // of either direction
)

// row has one bit for each lane of a block; the lanes of slot i are byte i.
type row [blockSlots / 8]uint64

// spread says where counters go: column first+i gets that of slot slots[i] for the
// bits i of mask. The other slots are 255.
type spread struct {
	slots [blockSlots]uint8
	mask  uint64
}

// block is up to 64 slots whose labels lie within 64 of each other. Vectors like
// it aligned to 64 bytes.
type block struct {
	sum, diff [diagonals]row // lanes that use a diagonal
	valid     row            // lanes in use
	columns   [blockSlots]uint8
	spreads   [maxSlots]spread // of the first slot of each label, of the second, ...
	number    int64            // of spreads in use
	first     int64            // column of the first label
	_         [6]int64
}

// noSlots are the slots of a spread without columns.
var noSlots = [blockSlots]uint8(bytes.Repeat([]byte{math.MaxUint8}, blockSlots))

// lanes is the other list of a unit.
type lanes struct {
	starts  []uint32 // where each label begins; one more
	keys    []uint64
	longest int // placements of one label
	cells   []laneCell
}

// laneCell is the lanes that use, of the diagonals by which lists are cut, those of
// one pattern.
type laneCell struct {
	blocks  []block
	longest int // placements of one label
}

func (l *lister) newLanes(rows uint32, cut uint64) *lanes {
	starts, keys, _ := l.list(rows)
	la := &lanes{starts: starts, keys: keys}
	for i := range l.labels {
		la.longest = max(la.longest, int(starts[i+1]-starts[i]))
	}
	for _, left := range la.parted(cut) {
		la.cells = append(la.cells, newLaneCell(left))
	}
	return la
}

// parted returns, for each pattern of the cut and each label, the lanes with them.
func (la *lanes) parted(cut uint64) [][][]uint64 {
	cells := make([][][]uint64, len(patterns(cut)))
	for i := range cells {
		cells[i] = make([][]uint64, len(la.starts)-1)
	}
	numbers, sorted, next := numbersOf(la.keys, cut), make([]uint64, len(la.keys)), make([]int, len(cells)+1)
	for label := range len(la.starts) - 1 {
		from, to := la.starts[label], la.starts[label+1]
		clear(next)
		for _, number := range numbers[from:to] {
			next[number+1]++
		}
		list := sorted[from:to]
		for i := range cells {
			next[i+1] += next[i]
			cells[i][label] = list[next[i]:next[i+1]]
		}
		for i, key := range la.keys[from:to] {
			at := &next[numbers[int(from)+i]]
			list[*at] = key
			*at++
		}
	}
	return cells
}

func newLaneCell(left [][]uint64) (c laneCell) {
	p, slots := packer{left: left}, 0
	for _, keys := range left {
		c.longest = max(c.longest, len(keys))
		slots += slotsOf(keys)
	}
	for p.more() {
		if len(c.blocks) == cap(c.blocks) { // only now and then is a block not filled
			grown := Aligned[block](len(c.blocks) + slots/blockSlots + 2)
			c.blocks = grown[:copy(grown, c.blocks)]
		}
		c.blocks = c.blocks[:len(c.blocks)+1]
		slots -= p.fill(&c.blocks[len(c.blocks)-1])
	}
	return c
}

// packer puts lanes into blocks.
type packer struct {
	left  [][]uint64 // by label
	first int        // of the labels that have lanes left
}

// slotsOf returns the number of slots that lanes of one label fill.
func slotsOf(keys []uint64) int { return (len(keys) + slotLanes - 1) / slotLanes }

func (p *packer) more() bool {
	for p.first < len(p.left) && len(p.left[p.first]) == 0 {
		p.first++
	}
	return p.first < len(p.left)
}

// fill makes a block and returns the slots used. It takes few slots of each label,
// so that few spreads are needed.
func (p *packer) fill(b *block) (slots int) {
	window := p.left[p.first:min(p.first+blockSlots, len(p.left))]
	most := 0
	for used := 0; used < blockSlots && most < maxSlots; {
		most++
		used = 0
		for _, keys := range window {
			used += min(slotsOf(keys), most)
		}
	}
	*b = block{first: int64(p.first)}
	for i := range window {
		for r := 0; r < most && len(window[i]) > 0 && slots < blockSlots; r++ {
			n := min(slotLanes, len(window[i]))
			b.put(slots, window[i][:n])
			window[i] = window[i][n:]
			b.columns[slots] = uint8(i)
			if s := &b.spreads[r]; s.mask == 0 {
				s.slots = noSlots
			}
			b.spreads[r].slots[i] = uint8(slots)
			b.spreads[r].mask |= 1 << i
			b.number = max(b.number, int64(r+1))
			slots++
		}
	}
	return slots
}

func (b *block) put(slot int, keys []uint64) {
	for i, key := range keys {
		lane := slot*slotLanes + i
		word, bit := lane/64, uint64(1)<<(lane%64)
		b.valid[word] |= bit
		for s := uint32(key); s != 0; s &= s - 1 {
			b.sum[bits.TrailingZeros32(s)][word] |= bit
		}
		for d := uint32(key >> 32); d != 0; d &= d - 1 {
			b.diff[bits.TrailingZeros32(d)][word] |= bit
		}
	}
}

// Aligned returns n zero values that begin at a multiple of 64 bytes. T holds no
// pointers.
func Aligned[T any](n int) []T {
	const align = 64
	var zero T
	memory := make([]uint64, (n*int(unsafe.Sizeof(zero))+align)/8)
	p := unsafe.Pointer(unsafe.SliceData(memory))
	return unsafe.Slice((*T)(unsafe.Add(p, -uintptr(p)&(align-1))), n)
}

func (la *lanes) Bytes() (n int64) {
	n = int64(4*cap(la.starts) + 8*cap(la.keys))
	for _, c := range la.cells {
		n += int64(unsafe.Sizeof(block{})) * int64(cap(c.blocks))
	}
	return n
}

// length returns the number of placements.
func (la *lanes) length() uint64 { return uint64(la.starts[len(la.starts)-1]) }
