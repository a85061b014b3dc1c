package parity

import (
	"math"
	"slices"
	"sync/atomic"

	"queens/count/unit"

	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/kernels/table"
	"queens/count/internal/parity"
)

// Counter counts tiles of an order. It owns scratch memory and belongs to one goroutine at a time.
type Counter struct {
	source *Source
	kernel Kernel
	stop   *atomic.Bool
	buffers
	white    [][]uint16 // slabs of the white joins, by unit
	black    [][]uint16 // of a black one, by target
	counters [][]vector // of targets
	weights  [][]uint16 // by unit, for a sparse join
	allowed  [][]uint64 // of one y, and
	hits     [][]uint32
	inBlock  []*target // of a join
	memory   int64     // of slabs

	// Tests change these.
	shape func(c *parity.Class, colour int) shape
	seek  func(c *parity.Class) int // colour of the sparse join, or neither
	full  int                       // byte that may have saturated
	most  uint16                    // cell that may have saturated
	heavy uint32                    // weight that is too large
	room  int                       // masks of a batch
}

// New returns a counter that uses the named kernel, or the fastest usable one for "auto" and "".
// Lists come from source, which counters may share. Matrices of a tile take at most memory bytes,
// or those of one odd set.
func New(kernel string, source *Source, memory int64) *Counter {
	n := &Counter{
		source: source, kernel: table.Find(All(), kernel), stop: new(atomic.Bool), buffers: buffers{
			planes: (*[64]vector)(shelf.Aligned[vector](64)),
			left:   (*[maxVectors * layout.LeftStride]vector)(shelf.Aligned[vector](maxVectors * layout.LeftStride)),
		},
		seek: usualSeek, full: math.MaxUint8, most: math.MaxUint16, heavy: mostWeight,
		room: 3 << 10, memory: memory, // 192 kB of masks
	}
	n.shape = n.kernel.usualShape
	return n
}

// Kernel returns the name of the kernel the counter uses.
func (n *Counter) Kernel() string { return n.kernel.Name }

// StopOn ends counts early once the flag is set. Results of calls that end before that are
// complete.
func (n *Counter) StopOn(flag *atomic.Bool) { n.stop = flag }

// usualSeek returns the colour that is faster with a sparse join, because it has many more queens
// and few of its pairs are compatible. Measured at orders 20 to 28.
func usualSeek(c *parity.Class) int {
	least := parity.Sparse
	switch {
	case c.Board == parity.Mirrored && c.Even < 12:
		least = 6
	case c.Board == parity.Turned || c.Even < 11:
		return neither
	}
	for colour := range neither {
		if c.More(colour) >= least {
			return colour
		}
	}
	return neither
}

// Tile is a group of even sets and a group of odd sets of a class, and some units of them.
type Tile struct {
	Queens    int   // of the class: on even rows and even columns
	Even, Odd []int // sets, by their indices
	Units     []parity.Unit
}

// Count returns the results of the units of a tile. It panics unless the even sets share all but
// four of their rows, and the odd sets all but four of the rows that they lack.
func (n *Counter) Count(of Tile) []unit.Result {
	class, results := n.source.class(of.Queens), make([]unit.Result, len(of.Units))
	seek := n.seeks(class, of)
	for _, places := range n.parts(class, of, seek) {
		part := of
		part.Units = nil
		for _, i := range places {
			part.Units = append(part.Units, of.Units[i])
		}
		for k, r := range n.newTile(part, seek).count() {
			results[places[k]] = r
		}
	}
	return results
}

// parts divides the units of a tile by sets of one colour, so that their matrices fit in memory. It
// returns the indices of the units of each part.
func (n *Counter) parts(class *class, of Tile, seek int) [][]int {
	bytes := 2 * slots * int64(len(class.Rows))
	if seek != neither {
		bytes = weightBytes(class.Class)
	}
	whole, number := of.Even, func(u parity.Unit) int { return slices.Index(of.Odd, u.Odd) }
	if seek == black {
		whole, number = of.Odd, func(u parity.Unit) int { return slices.Index(of.Even, u.Even) }
	}
	most := int(max(1, n.memory/(bytes*int64(len(whole)))))
	parts := make([][]int, max(len(of.Even), len(of.Odd))/most+1)
	for i, u := range of.Units {
		part := number(u) / most
		parts[part] = append(parts[part], i)
	}
	return slices.DeleteFunc(parts, func(units []int) bool { return len(units) == 0 })
}

func (n *Counter) seeks(class *class, t Tile) int {
	colour := n.seek(class.Class)
	if colour == neither || !class.sides[colour].fitsSparse(rowsOfMembers(class.Class, t)[colour]) {
		return neither
	}
	return colour
}

type tile struct {
	*Counter
	*class
	units  []parity.Unit
	reach  []parity.Reach
	result []unit.Result
	joins  [2][]joint // by colour: white ones by odd set, black ones by even set
	seek   int        // colour of the sparse join, or neither
	bytes  bool       // counters are the cells of slabs
}

type joint struct {
	join
	rows  uint32 // of y
	y     *list
	units []int

	found   *sparseGroup // instead of the group, for a sparse join
	members []int        // of found, by unit
}

func rowsOfMembers(c *parity.Class, t Tile) (rows [2][]uint32) {
	for _, even := range t.Even {
		rows[white] = append(rows[white], c.EvenSets[even].Lines)
	}
	for _, odd := range t.Odd {
		rows[black] = append(rows[black], 1<<c.Odd-1-c.OddSets[odd].Lines)
	}
	return rows
}

// tileOf returns a tile without joins.
func (n *Counter) tileOf(of Tile, seek int) *tile {
	t := &tile{
		Counter: n, class: n.source.class(of.Queens), units: of.Units, result: make([]unit.Result, len(of.Units)),
		seek: seek,
	}
	for _, u := range of.Units {
		t.reach = append(t.reach, t.Reach(u))
	}
	return t
}

// newTile returns a tile with all joins.
func (n *Counter) newTile(of Tile, seek int) *tile {
	t := n.tileOf(of, seek)
	rows, all := rowsOfMembers(t.Class, of), func(uint32) bool { return true }
	_, y := t.RowsOf(of.Units[0])
	for colour, s := range t.sides {
		if colour == seek {
			t.open(colour, joint{found: s.sparseGroup(rows[colour])}, rows[colour], all)
		} else {
			shape := s.lean(t.shape(t.Class, colour), rows[colour], s.lists.Get(y[colour]))
			t.open(colour, joint{join: join{Counter: n, group: s.group(rows[colour], shape)}}, nil, all)
		}
	}
	t.bytes = t.fitsBytes()
	return t
}

// fitsBytes reports whether all nodes of the groups share counters, and the kernel multiplies them.
func (t *tile) fitsBytes() bool {
	for _, joins := range t.joins {
		if g := joins[0].group; g == nil || len(g.accumulators) != 1 || g.accumulators[0].columns != 0 {
			return false
		}
	}
	return t.kernel.multiplyBytes != nil
}

// reaches returns the number of different reaches of rows for which leaf lists are made, besides
// that of the member itself from order 20 on: tests of labels out of reach are wasted, but each
// reach takes a list, and those of the largest orders are long.
func reaches(c *parity.Class) int {
	switch {
	case c.Even < 11:
		return 3
	case c.Even < 13:
		return 8
	default:
		return 4
	}
}

// Takes estimates the bytes of the lists of a tile with the given numbers of even and odd sets.
func Takes(c *parity.Class, evens, odds int) int64 {
	const keyBytes = 8
	usual := func(labels, queens int) int64 { return int64(labels) * int64(c.UsualList(queens)) >> 8 }
	// A member has lists for half of the reaches, with three quarters of its placements on average.
	leaves := int64(layout.TestBytes+1) * int64(reaches(c)) * 3 / 8
	others, bytes := c.Even-c.Queens, int64(0)
	for colour, s := range [2]struct{ members, x, y, ys int }{
		{evens, c.Queens, c.Queens - c.Order%2, odds}, {odds, others, others, evens},
	} {
		if colour == usualSeek(c) { // one y at a time, packed and filtered
			keys := usual(len(c.Columns), s.y)
			if keys > mostKeys {
				keys /= int64(c.Odd)
			}
			bytes += 3*keyBytes*keys + int64(s.members)*(4*int64(hitsRoom(int(weightBytes(c)/2)))+weightBytes(c))
		} else {
			bytes += leaves*int64(s.members)*usual(len(c.Rows), s.x) + keyBytes*int64(s.ys)*usual(len(c.Columns), s.y)
		}
	}
	return bytes
}

// open makes a join like the given one for each wanted y of a colour.
func (t *tile) open(colour int, like joint, members []uint32, wanted func(y uint32) bool) {
	at := map[uint32]int{} // indices of joins, by rows of y
	for i, u := range t.units {
		x, y := t.RowsOf(u)
		if !wanted(y[colour]) {
			continue
		}
		k, ok := at[y[colour]]
		if !ok {
			k = len(t.joins[colour])
			at[y[colour]] = k
			t.joins[colour] = append(t.joins[colour], like)
			t.joins[colour][k].rows = y[colour]
		}
		j := &t.joins[colour][k]
		j.units = append(j.units, i)
		if j.found != nil {
			member := slices.Index(members, x[colour])
			j.members = append(j.members, member)
			t.result[i].Items[colour] = j.found.length[member]
			continue
		}
		if j.y == nil {
			j.y = t.sides[colour].lists.Get(j.rows)
		}
		t.result[i].Lanes[colour] = uint64(len(j.y.keys))
		reach := t.reach[i].Rows
		if own := t.EvenSets[u.Even].Rank > t.OddSets[u.Odd].Rank; own != (colour == white) || t.Order < 20 {
			step := (len(t.Rows) + reaches(t.Class) - 1) / reaches(t.Class)
			reach = (reach + step - 1) / step * step
		}
		m := j.group.members.Get(memberKey{x[colour], reach})
		j.targets = append(j.targets, &target{member: m})
		t.result[i].Items[colour] = m.length
	}
}

func (t *tile) blocks() int {
	columns := 0
	for _, r := range t.reach {
		columns = max(columns, r.Columns)
	}
	return (columns + slots - 1) / slots
}

func (t *tile) count() []unit.Result {
	if t.seek != neither {
		heavy := t.countSparse()
		t.addTests()
		for _, i := range heavy {
			u := t.units[i]
			t.result[i] = t.newTile(Tile{t.Queens, []int{u.Even}, []int{u.Odd}, []parity.Unit{u}}, neither).count()[0]
		}
		return t.result
	}
	for block := 0; block < t.blocks() && !t.stop.Load(); block++ {
		t.countBlock(block)
	}
	t.addTests()
	return t.result
}

func (t *tile) countBlock(block int) {
	for i := range t.joins[white] {
		j := &t.joins[white][i]
		t.fill(j, block, &t.Counter.white, func(k int) int { return j.units[k] })
	}
	for i := range t.joins[black] {
		j := &t.joins[black][i]
		t.fill(j, block, &t.Counter.black, func(k int) int { return k })
		for k, unit := range j.units {
			if block*slots < t.reach[unit].Columns {
				t.multiply(unit, block, [2][]uint16{t.Counter.white[unit], t.Counter.black[k]})
			}
		}
	}
}

func (t *tile) addTests() {
	for colour := range t.joins {
		for _, j := range t.joins[colour] {
			for k, target := range j.targets {
				t.result[j.units[k]].Tests += target.tests
			}
		}
	}
}

// fill fills the slabs of a block for the units of a join, reusing slabs. place returns the slab of
// a target.
func (t *tile) fill(j *joint, block int, slabs *[][]uint16, place func(target int) int) {
	all := j.targets
	j.targets = t.inBlock[:0]
	for k, i := range j.units {
		if block*slots < t.reach[i].Columns {
			to, slab := all[k], shelf.At(slabs, place(k))
			if t.bytes {
				to.counters = vectorsOf(shelf.Zeros(slab, byteRow*(spare+1+to.reach)))
			} else {
				to.slab = shelf.Zeros(slab, slots*to.reach)
			}
			j.targets = append(j.targets, to)
		}
	}
	j.fillFrom(j.y, block)
	t.inBlock, j.targets = j.targets, all
}

func (j *join) fillFrom(y *list, block int) {
	for i, t := range j.targets {
		if t.isMatrix() {
			continue
		}
		counters := shelf.At(&j.Counter.counters, i)
		if len(*counters) < spare+1+j.group.counters {
			*counters = shelf.Aligned[vector](spare + 1 + j.group.counters)
		}
		t.counters = *counters
	}
	j.fill(y.block(block))
}

// multiply adds the products of equal cells of the slabs of a block to the result of a unit. If a
// cell may have saturated, it fills both slabs again with 32 bits.
func (t *tile) multiply(unit, block int, slabs [2][]uint16) {
	reach, r := t.reach[unit], t.result[unit]
	row, multiply, full := slots, t.kernel.multiply, t.most
	if t.bytes {
		row, multiply, full = byteRow, t.kernel.multiplyBytes, min(t.most, uint16(t.full))
		slabs = [2][]uint16{slabs[white][row*(spare+1):], slabs[black][row*(spare+1):]}
	}
	width := min(slots, reach.Columns-block*slots)
	below := min(width, max(0, reach.ColumnsBelow-block*slots))
	for from := 0; from < reach.Rows; { // rows that count alike
		to := from + 1
		for to < reach.Rows && to != reach.RowsBelow && t.Rows[to].Weight == t.Rows[from].Weight {
			to++
		}
		a, b := slabs[white][from*row:to*row], slabs[black][from*row:to*row]
		twice := below
		if from >= reach.RowsBelow {
			twice = 0
		}
		for i, columns := range [...][2]int{{twice, width}, {0, twice}} {
			sum, pairsA, pairsB, most := multiply(a, b, columns[0], columns[1])
			if most >= full {
				t.multiplyWide(unit, block)
				return
			}
			r.Pairs[white] += pairsA
			r.Pairs[black] += pairsB
			r.AddProduct(sum, uint64(t.Rows[from].Weight)<<i)
		}
		from = to
	}
	t.result[unit] = r
}

// multiplyWide is multiply with slabs of 32 bits, which it fills.
func (t *tile) multiplyWide(unit, block int) {
	var slabs [2][]uint32
	for colour := range t.joins {
		for i := range t.joins[colour] {
			j := &t.joins[colour][i]
			if k := slices.Index(j.units, unit); k >= 0 {
				all := j.targets
				slabs[colour] = make([]uint32, slots*all[k].reach)
				j.targets = []*target{{member: all[k].member, wide: slabs[colour]}}
				j.fillFrom(j.y, block)
				j.targets = all
			}
		}
	}
	reach, r := t.reach[unit], &t.result[unit]
	for i, row := range t.Rows[:reach.Rows] {
		for column := block * slots; column < min((block+1)*slots, reach.Columns); column++ {
			a, b := uint64(slabs[white][i*slots+column%slots]), uint64(slabs[black][i*slots+column%slots])
			r.Pairs[white] += a
			r.Pairs[black] += b
			times := uint64(row.Weight)
			if i < reach.RowsBelow && column < reach.ColumnsBelow {
				times *= 2
			}
			r.AddProduct(a*b, times)
		}
	}
}
