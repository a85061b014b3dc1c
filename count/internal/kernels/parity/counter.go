package parity

import (
	"math"
	"math/rand/v2"
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
	hits     [][]uint32 // of one y
	inBlock  []*target  // of a join
	memory   int64      // of slabs

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
		seek: usualSeek, full: math.MaxUint8, most: math.MaxUint16, heavy: inReach,
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
	seek, parts := n.parts(of)
	results := make([]unit.Result, len(of.Units))
	for _, part := range parts {
		for i, r := range n.newTile(part.Tile, seek).count() {
			results[part.places[i]] = r
		}
	}
	return results
}

// Sampled is the result of [Counter.Sample], with times of a stopwatch for the whole tile.
type Sampled struct {
	Lists  [2]float64  // for the lists of even sets and of odd ones
	Rest   float64     // for everything else
	Unit   int         // index of a unit in the tile
	Result unit.Result // a part of its solutions
	Times  float64     // factor to the whole tile
}

// Sample counts a random part of a tile: pairs with one list of y of each colour, in one block of
// labels, below some nodes. It makes the lists anew if the source does not cache them.
func (n *Counter) Sample(of Tile, random *rand.Rand, stopwatch func() func() float64) (p Sampled) {
	class := n.source.class(of.Queens)
	seek, rows := n.seeks(class, of), rowsOfMembers(class.Class, of)
	t := &tile{Counter: n, class: class, units: of.Units, result: make([]unit.Result, len(of.Units)), seek: seek}
	for _, u := range of.Units {
		t.reach = append(t.reach, t.Reach(u))
	}
	block, times := random.IntN(t.blocks()), [2]float64{1, 1}
	p.Unit, p.Times = random.IntN(len(of.Units)), float64(t.blocks()*len(of.Units))
	for colour, s := range t.sides {
		_, chosen := t.RowsOf(of.Units[p.Unit])
		like := func(y uint32) bool { return y == chosen[colour] }
		seconds := stopwatch()
		y, pieces := (*list)(nil), 1
		if first := s.pieces(); colour == seek && len(first) > 1 {
			y, pieces = s.listFrom(chosen[colour], first[random.IntN(len(first))]), len(first)
		} else {
			y = s.lists.Get(chosen[colour])
		}
		listed := seconds() * float64(pieces)
		seconds = stopwatch()
		join := joint{y: y}
		if colour == seek {
			join.found, times[colour] = s.sparseGroup(rows[colour]), float64(pieces)
		} else {
			of := sampledParts(t.Class)
			shape := s.lean(t.shape(t.Class, colour), rows[colour], y)
			key := groupKey{nameOf(rows[colour]), shape, part{random.IntN(of), of}}
			join.Counter, join.group = n, s.groups.Get(key)
			times[colour] = float64(of)
		}
		p.Lists[colour] += seconds()
		seconds = stopwatch()
		t.open(colour, join, rows[colour], like)
		took := seconds()
		if colour != seek {
			took *= times[colour]
		}
		p.Lists[colour] += took
		p.Times *= times[colour]
		joins := float64(len(t.units)) / float64(len(t.joins[colour][0].units)) // 1 / probability of this one
		times[colour] *= joins
		p.Lists[1-colour] += listed * joins // y of white ones belong to odd sets
	}
	if t.bytes = t.fitsBytes(); seek == neither {
		p.Rest = t.sampleBlock(block, p.Unit, times, stopwatch)
	} else {
		p.Rest = t.sampleSparse(block, p.Unit, times, random, stopwatch)
	}
	p.Result = t.result[p.Unit]
	return p
}

// sampledParts returns the number of parts into which samples divide the nodes of a group.
func sampledParts(c *parity.Class) int {
	switch {
	case c.Even < 12:
		return 1
	case c.Even == 12 || c.Board == parity.Mirrored:
		return 4
	default:
		return 16
	}
}

func (t *tile) sampleBlock(block, unit int, times [2]float64, stopwatch func() func() float64) (took float64) {
	w, b := &t.joins[white][0], &t.joins[black][0]
	blocks := float64(t.blocks())
	t.warm(block)
	seconds := stopwatch()
	t.fill(w, block, &t.Counter.white, func(k int) int { return k })
	took += seconds() * times[white] * blocks
	seconds = stopwatch()
	t.fill(b, block, &t.Counter.black, func(k int) int { return k })
	took += seconds() * times[black] * blocks
	if block*slots < t.reach[unit].Columns {
		seconds = stopwatch()
		t.multiply(unit, block, [2][]uint16{
			t.Counter.white[slices.Index(w.units, unit)], t.Counter.black[slices.Index(b.units, unit)],
		})
		took += seconds() * blocks * float64(len(t.units))
	}
	return took
}

// warm fills a block of each join, as if others had been filled before, to cache the lists. If
// blocks take long it is not worth it.
func (t *tile) warm(block int) {
	for colour := range t.joins {
		if colour != t.seek && (t.Class.Even < 13 || t.Board == parity.Mirrored) {
			t.fill(&t.joins[colour][0], block, &t.Counter.black, func(k int) int { return k })
		}
	}
}

// some is branches of a trie that a sample enters: every of-th one at a depth, from number on. The
// zero value is all of them.
type some struct {
	part
	depth int
	met   int // branches at the depth so far
}

func (s *some) skips(depth int) bool {
	if s.of == 0 || depth != s.depth {
		return false
	}
	s.met++
	return s.met%s.of != s.number
}

// sampled returns the branches of a sparse join that a sample enters, from number on: one column of
// the first queen or, if lists are long, about sixteen further down.
func (g *sparseGroup) sampled(number int) (s some) {
	if len(g.core) == 0 {
		return some{}
	}
	s.part = part{number, g.x.Columns}
	if g.long {
		for s.depth < min(2, len(g.core)-1) {
			s.depth, s.of = s.depth+1, s.of*g.x.Columns
		}
		s.of = max(1, s.of/16)
	}
	return s
}

// sampleSparse is sampleBlock with a sparse join. Outside the block, weights count nothing.
func (t *tile) sampleSparse(block, unit int, times [2]float64, random *rand.Rand,
	stopwatch func() func() float64,
) (took float64) {
	dense := white + black - t.seek
	j, blocks := &t.joins[dense][0], float64(t.blocks())
	t.warm(block)
	seconds := stopwatch()
	t.fill(j, block, &t.Counter.white, func(k int) int { return k })
	took += seconds() * times[dense] * blocks
	seekers := t.seekers(t.joins[t.seek][0].units)
	for _, i := range t.joins[t.seek][0].units {
		s := seekers[i]
		for at := range s.weights {
			if at/s.block()*slots+at%slots < t.reach[i].Columns {
				s.weights[at] = inReach
			}
		}
	}
	if block*slots < t.reach[unit].Columns {
		seconds = stopwatch()
		seekers[unit].heavy = !t.weighted(unit, block, t.Counter.white[slices.Index(j.units, unit)], seekers[unit],
			dense)
		took += seconds() * blocks * float64(len(t.units))
	}
	seconds = stopwatch()
	s, keys := t.seeking(0, 0, seekers)
	took += seconds() * times[t.seek]
	fill := func(number int) (took float64, sum uint64) {
		s.some = s.sampled(number)
		seconds, before := stopwatch(), seekers[unit].sum
		s.fill(keys)
		return seconds(), seekers[unit].sum - before
	}
	above, sum := fill(-1) // no branch
	every := max(1, s.some.of)
	part, more := fill(random.IntN(every))
	took += (above + (part-above)*float64(every)) * times[t.seek]
	t.result[unit].AddProduct(sum+(more-sum)*uint64(every), 1)
	return took
}

// cut is some units of a tile, and their indices in it.
type cut struct {
	Tile
	places []int
}

// parts cuts a tile by sets of one colour to fit in memory. seek is the colour of the sparse join,
// or neither.
func (n *Counter) parts(of Tile) (seek int, list []cut) {
	class := n.source.class(of.Queens)
	seek = n.seeks(class, of)
	unit := 2 * slots * int64(len(class.Rows))
	if seek != neither {
		unit = weightBytes(class.Class)
	}
	sets, whole := of.Odd, of.Even
	if seek == black {
		sets, whole = whole, sets
	}
	for some := range slices.Chunk(sets, int(max(1, n.memory/(unit*int64(len(whole)))))) {
		now := cut{Tile: of}
		now.Units = nil
		for i, u := range of.Units {
			set := u.Odd
			if seek == black {
				set = u.Even
			}
			if slices.Contains(some, set) {
				now.Units, now.places = append(now.Units, u), append(now.places, i)
			}
		}
		if len(now.Units) > 0 {
			list = append(list, now)
		}
	}
	return seek, list
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

func (n *Counter) newTile(of Tile, seek int) *tile {
	t := &tile{
		Counter: n, class: n.source.class(of.Queens), units: of.Units, result: make([]unit.Result, len(of.Units)),
		seek: seek,
	}
	for _, u := range of.Units {
		t.reach = append(t.reach, t.Reach(u))
	}
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

// reaches returns the number of different reaches of rows for which leaf lists are made: tests of
// labels out of reach are wasted, but each reach takes a list, and those of the largest orders are
// long.
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
			bytes += 3*keyBytes*keys + int64(s.members)*(4*mostHits+weightBytes(c))
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
		step := (len(t.Rows) + reaches(t.Class) - 1) / reaches(t.Class)
		m := j.group.members.Get(memberKey{x[colour], (t.reach[i].Rows + step - 1) / step * step})
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
