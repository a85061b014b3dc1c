package join

import "unsafe"

// Keys of a test.
const (
	blockLanes = 512
	rowBytes   = blockLanes / 8
)

type row [blockLanes / 64]uint64

// Limits of the plan of a block.
const (
	maxWidth  = 7  // bits of a chunk; 128 rows
	maxChunks = 13 // enough for 64 bits with tables of 32 rows
)

// block is the scratch memory of a leaf, about 120 KB, aligned to 64 bytes for vectors.
type block struct {
	tables [maxChunks][1 << maxWidth]row // lanes compatible with each value of a chunk
	planes [64]row                       // lanes that have a bit
	valid  row                           // lanes that hold a key
	lanes  [blockLanes]uint64            // keys of a partial block
	taken  int                           // number of lanes
	items  [blockLanes]uint32            // packed open bits of items, for kernels that do that ahead
	chunks int                           // chunks in use
	width  [16]uint8                     // bits of each chunk
	field  [16]uint64                    // each chunk as an operand of BEXTR: first bit, length in bits 8-15
}

// leaf counts the disjoint pairs of a and b. It cuts one list into blocks of lanes, and tests the
// keys of the other against each.
func (j *joiner[K]) leaf(a, b []K, open K) (pairs uint64) {
	open &= union(a) & union(b)
	if open == 0 {
		return uint64(len(a)) * uint64(len(b))
	}
	c := &j.costs
	onA, planA := c.plan(size(open), len(b), len(a))
	onB, planB := c.plan(size(open), len(a), len(b))
	if onA < onB {
		a, b, planB = b, a, planA
	}
	s := j.block
	s.cut(size(open), planB)
	for len(b) > 0 && !j.stop.Load() {
		lanes := b[:min(len(b), blockLanes)]
		b = b[len(lanes):]
		s.setValid(len(lanes))
		pairs += j.test(s, a, fullBlock(s, lanes), open)
		j.stats.Leaves++
		j.stats.Tests += uint64(len(a))
	}
	return pairs
}

// plan returns the least cost of testing items against the blocks of lanes, and the number of
// chunks that has it.
func (c *costs) plan(open, items, lanes int) (cost float64, chunks int) {
	blocks := float64((lanes + blockLanes - 1) / blockLanes)
	cost = -1
	for k := (open + maxWidth - 1) / maxWidth; k <= min(open, c.chunks); k++ {
		width, wider := open/k, open%k
		rows := float64((k + wider) << width)
		x := blocks * (c.block + c.row*rows + float64(items)*(c.test+c.chunk*float64(k)))
		if cost >= 0 && x >= cost {
			break
		}
		cost, chunks = x, k
	}
	return cost, chunks
}

// cut divides the open bits into chunks, the wider ones first.
func (s *block) cut(open, chunks int) {
	s.chunks = chunks
	at := 0
	for i := range chunks {
		width := open / chunks
		if i < open%chunks {
			width++
		}
		s.width[i] = uint8(width)
		s.field[i] = uint64(at | width<<8)
		at += width
	}
}

func (s *block) setValid(n int) {
	s.taken = n
	for i := range s.valid {
		s.valid[i] = 1<<min(max(n-64*i, 0), 64) - 1
	}
}

// fullBlock returns lanes in a list from which a whole block may be read.
func fullBlock[K word](s *block, lanes []K) []K {
	if len(lanes) == blockLanes {
		return lanes
	}
	full := unsafe.Slice((*K)(unsafe.Pointer(&s.lanes)), blockLanes)
	copy(full, lanes)
	return full
}
