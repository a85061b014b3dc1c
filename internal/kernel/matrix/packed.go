package matrix

import (
	"math/bits"
	"slices"

	"queens/internal/kernel/pairs"
)

// packing says how the keys of both lists of a colour are packed for package pairs: the diagonals
// that both use, rising ones first, and the label. If they are one too many, the rising one nearest
// to the corner is set apart: few placements use it.
type packing struct {
	sum, diff         int // first diagonals that are packed
	sums              int // number of rising ones
	sumMask, diffMask uint32
	corner            uint64 // key of the diagonal set apart, 0 if none is
	whole             int32  // if not 0, nothing is packed: whole keys of the labels below are wanted
}

// newPacking returns the packing for two lists, nil if there is none. So many diagonals are set
// apart at least: 0 or 1.
func newPacking(of, with *lister, apart int) *packing {
	common := of.diagonals() & with.diagonals()
	rising, falling := uint32(common), uint32(common>>32)
	apart = max(apart, bits.OnesCount64(common)-pairs.LabelShift)
	if apart > 1 || rising == 0 || max(of.labels, with.labels) > pairs.MaxLabels {
		return nil
	}
	p := &packing{
		sum: bits.TrailingZeros32(rising), diff: bits.TrailingZeros32(falling),
		sums: bits.OnesCount32(rising),
	}
	if apart == 1 {
		p.corner = 1 << p.sum
		p.sum++
		p.sums--
	}
	p.sumMask, p.diffMask = 1<<p.sums-1, 1<<bits.OnesCount32(falling)-1
	return p
}

// diagonals returns the diagonals of all squares, each direction without a gap.
func (l *lister) diagonals() (key uint64) {
	for r := range l.quarter.Rows {
		for c := range l.quarter.Columns {
			key |= l.quarter.Key(r, c)
		}
	}
	return key
}

func (f *found) pack(key uint64, label int32) {
	p, part := f.packing, 0
	if p.whole != 0 {
		if label < p.whole {
			f.keys[0] = append(f.keys[0], key)
		}
		return
	}
	if key&p.corner != 0 {
		part = 1
	}
	f.keys[part] = append(f.keys[part],
		uint64(uint32(key)>>p.sum&p.sumMask)|uint64(uint32(key>>32)>>p.diff&p.diffMask)<<p.sums|uint64(label)<<pairs.LabelShift)
}

// packed is a list for package pairs: the placements that do not use the diagonal set apart, and
// those that do, each in order of their labels.
type packed struct {
	keys   [2][]uint64
	starts [2][]uint32 // where each label begins; one more
}

func (l *lister) newPacked(rows uint32, p *packing) *packed {
	f := l.find(rows, p)
	defer l.found.Put(f)
	list := new(packed)
	for part, keys := range f.keys {
		starts := make([]uint32, l.labels+1)
		for _, key := range keys {
			starts[key>>pairs.LabelShift+1]++
		}
		for i := range l.labels {
			starts[i+1] += starts[i]
		}
		sorted, next := make([]uint64, len(keys)), slices.Clone(starts)
		for _, key := range keys {
			at := &next[key>>pairs.LabelShift]
			sorted[*at] = key
			*at++
		}
		list.keys[part], list.starts[part] = sorted, starts
	}
	return list
}

// whole appends the keys of the placements on the rows that have one of the first labels, and makes
// room for package pairs.
func (l *lister) whole(to []uint64, rows uint32, labels int) []uint64 {
	if labels > 0 {
		f := l.find(rows, &packing{whole: int32(labels)})
		defer l.found.Put(f)
		to = append(to, f.keys[0]...)
	}
	return slices.Grow(to, pairs.Slack)
}

// below returns the placements of the first labels, of one part.
func (l *packed) below(labels, part int) []uint64 { return l.keys[part][:l.starts[part][labels]] }

func (l *packed) Bytes() int64 {
	return int64(8*(cap(l.keys[0])+cap(l.keys[1])) + 4*(cap(l.starts[0])+cap(l.starts[1])))
}

// length returns the number of placements.
func (l *packed) length() uint64 { return uint64(len(l.keys[0]) + len(l.keys[1])) }

// sum adds up the products of cells by splitting the lists of one colour: for each of its pairs the
// cell of the other colour's matrix.
func (n *Counter) sum(u *unit, sparse int, cells pairs.Cells, r *Result) {
	rows, columns := u.packed[sparse][0], u.packed[sparse][1]
	add := func(x, y []uint64) {
		high, low, found, stats := n.pairs.Sum(x, y, cells)
		r.add(high, low)
		r.Pairs[sparse] += found
		r.Tests += stats.Tests + stats.Direct
	}
	gather := func(to *[]uint64, l *packed, labels, parts int) []uint64 {
		*to = (*to)[:0]
		for part := range parts {
			*to = append(*to, l.below(labels, part)...)
		}
		*to = slices.Grow(*to, pairs.Slack)
		return *to
	}
	add(gather(&n.keys[0], rows, u.reach.Rows, 2), gather(&n.keys[1], columns, u.reach.Columns, 1))
	if apart := columns.below(u.reach.Columns, 1); len(apart) > 0 {
		n.keys[1] = slices.Grow(append(n.keys[1][:0], apart...), pairs.Slack)
		add(gather(&n.keys[0], rows, u.reach.Rows, 1), n.keys[1])
	}
}

// weigh makes a matrix the weights of the other colour's pairs: each cell times what it counts for.
// What a matrix of 16 bits does not hold goes to one of 32 bits, see sparse, and comes back where
// no cell needs them: fewer bytes are fewer misses.
func (n *Counter) weigh(u *unit, dense int, wide bool, r *Result) pairs.Cells {
	times := func(i, j int) uint32 {
		times := u.Rows[i].Weight
		if i < u.reach.RowsBelow && j < u.reach.ColumnsBelow {
			times *= 2
		}
		return times
	}
	most := uint32(0)
	for i := range u.reach.Rows {
		if wide {
			for _, x := range n.wide[dense][i*u.stride:][:u.reach.Columns] {
				r.Pairs[dense] += uint64(x)
				most = max(most, x)
			}
			continue
		}
		for _, x := range n.cells[dense][i*u.stride:][:u.reach.Columns] {
			r.Pairs[dense] += uint64(x)
			most = max(most, uint32(x))
		}
	}
	narrow := int64(4*most) <= int64(n.narrow)
	if narrow {
		n.growNarrow(dense, u.class)
	} else {
		n.growWide(dense, u.class)
	}
	for i := range u.reach.Rows {
		var cells []uint16
		var wideCells []uint32
		if !wide || narrow {
			cells = n.cells[dense][i*u.stride:][:u.reach.Columns]
		}
		if wide || !narrow {
			wideCells = n.wide[dense][i*u.stride:][:u.reach.Columns]
		}
		below, above := times(i, 0), times(i, u.reach.ColumnsBelow)
		if !narrow {
			if !wide {
				copyCells(wideCells, cells)
			}
			scale(wideCells[:u.reach.ColumnsBelow], below)
			scale(wideCells[u.reach.ColumnsBelow:], above)
			continue
		}
		if wide {
			copyCells(cells, wideCells)
		}
		scale(cells[:u.reach.ColumnsBelow], uint16(below))
		scale(cells[u.reach.ColumnsBelow:], uint16(above))
	}
	end := u.reach.Rows * u.stride
	if narrow {
		return pairs.Cells{Narrow: n.cells[dense][:end], Stride: u.stride}
	}
	return pairs.Cells{Wide: n.wide[dense][:end], Stride: u.stride}
}

func copyCells[T, S uint16 | uint32](to []T, from []S) {
	for j, x := range from {
		to[j] = T(x)
	}
}

func scale[T uint16 | uint32](cells []T, times T) {
	if times == 1 {
		return
	}
	for j := range cells {
		cells[j] *= times
	}
}
