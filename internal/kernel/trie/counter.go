package trie

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/kernel/matrix"
	"queens/internal/kernel/table"
	"queens/internal/parity"
)

// Counter counts units of an order. It is used by one goroutine at a time.
type Counter struct {
	order  int
	kernel Kernel
	stop   *atomic.Bool

	// Tests change these.
	shape [2]shape // by colour
	full  int      // byte that says that it may be more
	most  uint16   // cell that says so
	room  int      // masks of a batch
}

// New returns a counter of order n, at most [MaxOrder], that uses the named kernel, or the fastest one usable on this processor
// for "auto" and "".
//
// It fails for a kernel that is unknown or not usable on this processor.
func New(kernel string, n int) (*Counter, error) {
	k, err := table.Find("trie", All(), kernel)
	if err != nil {
		return nil, err
	}
	usual := shape{leaf: 3, depth: 2}
	return &Counter{
		order: n, kernel: k, stop: new(atomic.Bool), shape: [2]shape{usual, usual},
		full: math.MaxUint8, most: math.MaxUint16, room: 3 << 10, // 192 kB
	}, nil
}

// StopOn makes counts end early once the flag is set. What Count returned while the flag is not set is whole.
func (n *Counter) StopOn(flag *atomic.Bool) { n.stop = flag }

// tile is units of a class that are counted together.
type tile struct {
	*Counter
	class  *parity.Class
	units  []parity.Unit
	reach  []parity.Reach
	result []matrix.Result
	joins  [2][]joint // by colour: white ones by odd set, black ones by even set
}

// joint is a join with its y and the unit of each member.
type joint struct {
	join
	y     *list
	units []int
}

// Count counts units of the class with the given number of queens on even rows and columns, and returns their results. It panics
// unless the even sets of all units share all but four of their rows, and the odd sets all but four of the rows that they lack.
// Units with the same even set or the same odd set share work, so it is best to count all pairs of some sets.
func (n *Counter) Count(queens int, units []parity.Unit) []matrix.Result {
	return n.newTile(queens, units).count()
}

// newTile makes groups and lists.
func (n *Counter) newTile(queens int, units []parity.Unit) *tile {
	t := &tile{Counter: n, class: parity.New(n.order, queens), units: units, result: make([]matrix.Result, len(units))}
	for _, u := range units {
		t.reach = append(t.reach, t.class.Reach(u))
	}
	for colour, s := range sidesOf(t.class) {
		t.open(colour, s)
	}
	return t
}

// count goes through the blocks.
func (t *tile) count() []matrix.Result {
	columns := 0
	for _, r := range t.reach {
		columns = max(columns, r.Columns)
	}
	for block := 0; block*slots < columns && !t.stop.Load(); block++ {
		slabs := make([][2][]uint16, len(t.units))
		for colour := range t.joins {
			for i := range t.joins[colour] {
				t.fill(&t.joins[colour][i], colour, block, slabs)
			}
		}
		for i := range t.units {
			if block*slots < t.reach[i].Columns {
				t.multiply(i, block, slabs[i])
			}
		}
	}
	for colour := range t.joins {
		for _, j := range t.joins[colour] {
			for k, i := range j.units {
				t.result[i].Tests += j.targets[k].tests
			}
		}
	}
	return t.result
}

// open makes the group of a colour, and a join for each y.
func (t *tile) open(colour int, s *side) {
	var rows, others []uint32 // of x and of y
	var reach []int
	units := map[uint32][]int{} // by rows of y
	member := make([]int, len(t.units))
	for i, u := range t.units {
		x, y := rowsOf(t.class, u)
		at := slices.Index(rows, x[colour])
		if at < 0 {
			at = len(rows)
			rows, reach = append(rows, x[colour]), append(reach, 0)
		}
		member[i], reach[at] = at, max(reach[at], t.reach[i].Rows)
		if units[y[colour]] == nil {
			others = append(others, y[colour])
		}
		units[y[colour]] = append(units[y[colour]], i)
	}
	g := s.newGroup(rows, reach, t.shape[colour])
	for _, y := range others {
		j := joint{join: join{Counter: t.Counter, group: g}, y: s.list(y), units: units[y]}
		for _, i := range j.units {
			m := g.members[member[i]]
			j.targets = append(j.targets, &target{member: m})
			t.result[i].Items[colour], t.result[i].Lanes[colour] = m.length, uint64(len(j.y.keys))
		}
		t.joins[colour] = append(t.joins[colour], j)
	}
}

// fill makes the slabs of a block of the units of a join.
func (t *tile) fill(j *joint, colour, block int, slabs [][2][]uint16) {
	all := j.targets
	j.targets = nil
	for k, i := range j.units {
		if block*slots < t.reach[i].Columns {
			all[k].slab = make([]uint16, slots*len(t.class.Rows))
			slabs[i][colour] = all[k].slab
			j.targets = append(j.targets, all[k])
		}
	}
	j.fill(j.y.block(block))
	j.targets = all
}

// multiply adds the products of equal cells of the slabs of a block to the result of a unit. If a cell is full, both slabs are
// made again in 32 bits.
func (t *tile) multiply(unit, block int, slabs [2][]uint16) {
	reach, r := t.reach[unit], &t.result[unit]
	width := min(slots, reach.Columns-block*slots)
	below := min(width, max(0, reach.ColumnsBelow-block*slots))
	before := *r
	for i, row := range t.class.Rows[:reach.Rows] {
		a, b := slabs[white][i*slots:][:width], slabs[black][i*slots:][:width]
		sum, pairsA, pairsB, most := t.kernel.multiply(a, b)
		if most >= t.most {
			*r = before
			t.multiplyWide(unit, block)
			return
		}
		r.Pairs[white] += pairsA
		r.Pairs[black] += pairsB
		if i < reach.RowsBelow && below > 0 {
			twice, _, _, _ := t.kernel.multiply(a[:below], b[:below])
			sum += twice
		}
		addTo(r, sum, uint64(row.Weight))
	}
}

// addTo adds a product to the solutions.
func addTo(r *matrix.Result, x, y uint64) {
	high, low := bits.Mul64(x, y)
	var carry uint64
	r.Low, carry = bits.Add64(r.Low, low, 0)
	r.High, carry = bits.Add64(r.High, high, carry)
	if carry != 0 {
		panic("trie: more than 2^128 solutions")
	}
}

// multiplyWide is multiply with slabs of 32 bits, which it makes.
func (t *tile) multiplyWide(unit, block int) {
	var slabs [2][]uint32
	for colour := range t.joins {
		slabs[colour] = make([]uint32, slots*len(t.class.Rows))
		for i := range t.joins[colour] {
			j := &t.joins[colour][i]
			if k := slices.Index(j.units, unit); k >= 0 {
				all := j.targets
				j.targets = []*target{{member: all[k].member, wide: slabs[colour]}}
				j.fill(j.y.block(block))
				j.targets = all
			}
		}
	}
	reach, r := t.reach[unit], &t.result[unit]
	for i, row := range t.class.Rows[:reach.Rows] {
		for column := block * slots; column < min((block+1)*slots, reach.Columns); column++ {
			a, b := uint64(slabs[white][i*slots+column%slots]), uint64(slabs[black][i*slots+column%slots])
			r.Pairs[white] += a
			r.Pairs[black] += b
			times := uint64(row.Weight)
			if i < reach.RowsBelow && column < reach.ColumnsBelow {
				times *= 2
			}
			addTo(r, a*b, times)
		}
	}
}
