package parity

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"queens/count/unit"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/internal/bitmath"
)

// Queens of a colour: TestLargeOrders samples at most largeQueens by default, many units only up to
// usualQueens, and few cells above manyQueens, where a cell takes seconds.
const largeQueens, usualQueens, manyQueens = 6, 10, 11

// TestLargeOrders fills a block of random units of the largest orders, colour by colour, with each
// kernel and, if it fits, the sparse join. It compares cells with a search for pairs of placements,
// and matrices with each other and with those of the reflected rows, which have other lists and, in
// even orders, the other colour. With QUEENS_LONG, it is over a hundred units of an order, some of
// every class, and products of both colours: ten minutes at order 29, two hours in all.
func TestLargeOrders(t *testing.T) {
	for n := 29; n <= MaxOrder; n++ {
		// Kernels share lists.
		source := NewSource(parity.Square.Of(n), shelf.NewStore(1<<30))
		reflected := source
		if n%2 == 0 {
			reflected = NewSource(parity.Square.Of(n).Exchanged(), shelf.NewStore(1<<30))
		}
		for c := range parity.Square.Classes(n) {
			t.Run(fmt.Sprintf("%d/%d", n, c.Queens), func(t *testing.T) { compareLarge(t, source, reflected, c) })
		}
	}
}

func compareLarge(t *testing.T, source, reflected *Source, c *parity.Class) {
	random, number := rand.New(rand.NewPCG(uint64(c.Order), uint64(c.Queens))), 1
	long := os.Getenv("QUEENS_LONG") != ""
	if long && max(c.Queens, c.Even-c.Queens) <= usualQueens {
		number = 18 + 14*(1-c.Order%2) // of six classes in odd orders, and of three
	}
	units, cells, most := 0, 0, uint16(0)
	for i := range number {
		u := parity.Unit{Even: random.IntN(len(c.EvenSets)), Odd: random.IntN(len(c.OddSets))}
		number := random.IntN((len(c.Columns) + slots - 1) / slots)
		var blocks [2]*largeBlock
		for colour, s := range source.class(c.Queens).sides {
			if !long && (s.queens > largeQueens || testing.Short() && s.queens%3 > 0) {
				continue
			}
			b := newLargeBlock(source.class(c.Queens), colour, u, number, random)
			b.slow = i%4 == 0
			b.compare(t, source.class(c.Queens), colour)
			for i, r := range b.rows {
				b.rows[i] = parity.Reversed(r, s.x.Rows)
			}
			b.y = parity.Reversed(b.y, s.y.Rows)
			b.compare(t, reflected.class(c.Queens), (colour+1-c.Order%2)%2)
			blocks[colour], cells, most = b, cells+len(b.cells), max(most, b.most)
		}
		if blocks[white] != nil && blocks[black] != nil {
			compareProduct(t, source, c.Queens, u, number, blocks)
			units++
			t.Logf("%d units, %d cells, at most %d pairs in one", units, cells, most)
		}
	}
}

// Groups are cached by the rows of their members: all that the largest order has.
func TestRowsOfGroups(t *testing.T) {
	rows := NewSource(parity.Square.Of(MaxOrder), shelf.NewStore(0)).class(8).sides[white].x.Rows
	for r := range uint32(1) << rows {
		want := []uint32{r, r ^ 1<<(rows-1)}
		if got := rowsIn(nameOf(want)); !slices.Equal(got, want) {
			t.Fatalf("rows %b become %b", want, got)
		}
	}
}

// largeBlock is a block of the matrices of a unit and of one that has another row.
type largeBlock struct {
	rows   []uint32 // of x
	y      uint32
	number int
	cells  []cell     // by the slow twin
	slabs  [][]uint16 // by the first kernel, unless a sparse join is usual
	most   uint16     // pairs in a cell
	slow   bool       // also by the portable kernel, which takes most of the time
}

// cell is a place in the matrix of a member, with its pairs.
type cell struct{ member, row, column, pairs int }

func newLargeBlock(c *class, colour int, u parity.Unit, number int, random *rand.Rand) *largeBlock {
	s := c.sides[colour]
	x, y := c.RowsOf(u)
	b := &largeBlock{rows: []uint32{x[colour], x[colour]}, y: y[colour], number: number}
	if all := uint32(1)<<s.x.Rows - 1; b.rows[0] != 0 && b.rows[0] != all && (s.queens > 1 || !s.tight()) {
		of := slices.Collect(bitmath.Members(b.rows[0]))
		others := slices.Collect(bitmath.Members(all &^ b.rows[0]))
		b.rows[1] ^= 1<<of[random.IntN(len(of))] | 1<<others[random.IntN(len(others))]
	}
	cells := 20
	if s.queens > manyQueens {
		cells = 2
	}
	for range cells {
		at := cell{random.IntN(2), random.IntN(len(c.Rows)), random.IntN(min(slots, len(c.Columns)-number*slots)), 0}
		if slices.ContainsFunc(b.cells, func(c cell) bool { c.pairs = 0; return c == at }) {
			continue
		}
		for _, key := range s.placed(s.x, b.rows[at.member], s.sets[at.row], 0) {
			at.pairs += len(s.placed(s.y, b.y, s.columnsOf(number*slots+at.column), key))
		}
		b.cells, b.most = append(b.cells, at), max(b.most, uint16(at.pairs))
	}
	return b
}

// compare fills the block with lists of a class, by all kernels.
func (b *largeBlock) compare(t *testing.T, c *class, colour int) {
	t.Helper()
	s, reach := c.sides[colour], len(c.Rows)
	list := s.blockList(b.y, b.number)
	for i, k := range All() {
		if !k.Usable() || i == 0 && len(All()) > 1 && !b.slow {
			continue
		}
		counter := New(k.Name, &Source{class: func(int) *class { return c }}, 0)
		name := fmt.Sprintf("order %d, class %d, colour %d, rows %b and %b, block %d, kernel %s", c.Order, c.Queens,
			colour, b.rows, b.y, b.number, k.Name)
		if usualSeek(c.Class) != colour {
			usual := counter.kernel.usualShape(c.Class, colour)
			j := join{Counter: counter, group: s.group(b.rows, s.lean(usual, b.rows, list))}
			var slabs [][]uint16
			for _, r := range b.rows {
				m := j.group.members.Get(memberKey{r, reach})
				slabs = append(slabs, make([]uint16, slots*reach))
				j.targets = append(j.targets, &target{member: m, slab: slabs[len(slabs)-1]})
			}
			j.fillFrom(list, b.number)
			for _, at := range b.cells {
				if got := int(slabs[at.member][at.row*slots+at.column]); got != at.pairs {
					t.Fatalf("%s: %d pairs of %+v", name, got, at)
				}
			}
			for i, slab := range slabs {
				if b.slabs != nil && !slices.Equal(slab, b.slabs[i]) {
					t.Fatalf("%s: another matrix %d", name, i)
				}
				b.most = max(b.most, slices.Max(slab))
			}
			b.slabs = slabs
		}
		if s.fitsSparse(b.rows) {
			j := &sparseJoin{Counter: counter, sparseGroup: s.sparseGroup(b.rows)}
			var want [2]uint64
			for i := range b.rows {
				j.seekers = append(j.seekers, &seeker{
					member: i, rows: reach, columns: len(c.Columns), hits: make([]uint32, 0, 64*mostWords+slack),
					width: s.blocks * slots, weights: make([]uint16, reach*s.blocks*slots),
				})
			}
			for i, s := range j.seekers {
				s.allowed = j.reached(new([]uint64), i, reach)
			}
			for i, at := range b.cells {
				weight := &j.seekers[at.member].weights[(at.row*s.blocks+b.number)*slots+at.column]
				if *weight == 0 {
					*weight = mostWeight/2 | uint16(i)
					want[at.member] += uint64(*weight) * uint64(at.pairs)
				}
			}
			j.fill(j.keysOf(list))
			for i, got := range j.seekers {
				if got.sum != want[i] {
					t.Fatalf("%s, sparse: sum %d, want %d", name, got.sum, want[i])
				}
			}
		}
	}
}

// compareProduct multiplies the matrices of a unit in a block cell by cell, and compares with all
// kernels, unless a cell is full.
func compareProduct(t *testing.T, source *Source, queens int, u parity.Unit, block int, of [2]*largeBlock) {
	t.Helper()
	if of[white].slabs == nil || of[black].slabs == nil || max(of[white].most, of[black].most) == math.MaxUint16 {
		return
	}
	slabs := [2][]uint16{of[white].slabs[0], of[black].slabs[0]}
	for _, k := range All() {
		if !k.Usable() {
			continue
		}
		tile := New(k.Name, source, 0).tileOf(alone(queens, u), neither)
		var want unit.Result
		reach := tile.reach[0]
		for i, row := range tile.Rows[:reach.Rows] {
			for at := block * slots; at < min((block+1)*slots, reach.Columns); at++ {
				a, b := uint64(slabs[white][i*slots+at%slots]), uint64(slabs[black][i*slots+at%slots])
				times := uint64(row.Weight)
				if i < reach.RowsBelow && at < reach.ColumnsBelow {
					times *= 2
				}
				want.Pairs[white], want.Pairs[black] = want.Pairs[white]+a, want.Pairs[black]+b
				want.AddProduct(a*b, times)
			}
		}
		if block*slots < reach.Columns {
			tile.multiply(0, block, slabs)
		}
		if got := tile.result[0]; got != want {
			t.Fatalf("order %d, class %d, unit %v, block %d, kernel %s: %+v, want %+v", tile.Order, queens, u, block,
				k.Name, got, want)
		}
	}
}

// columnsOf returns the columns of a label of y.
func (s *side) columnsOf(label int) uint32 {
	return uint32(slices.Index(s.number, int32(label)))
}

// placed returns the keys of the placements on some rows and columns, beside queens with a key.
func (s *side) placed(q parity.Quarter, rows, columns uint32, key uint64) (keys []uint64) {
	var place func(rows, columns uint32, key uint64)
	place = func(rows, columns uint32, key uint64) {
		if rows == 0 {
			keys = append(keys, key)
			return
		}
		row := bits.TrailingZeros32(rows)
		for column := range bitmath.Members(q.Free(row, ^columns, key)) {
			place(rows&(rows-1), columns&^(1<<column), key|q.Key(row, column))
		}
	}
	if bits.OnesCount32(rows) == bits.OnesCount32(columns) {
		place(rows, columns, key)
	}
	return keys
}

// blockList is a list with the keys of one block only.
func (s *side) blockList(rows uint32, block int) *list {
	l := &list{starts: make([]int, block*blockParts)}
	for label := range slots {
		if label%partLabels == 0 {
			l.starts = append(l.starts, len(l.keys))
		}
		if number := block*slots + label; slices.Contains(s.number, int32(number)) {
			for _, key := range s.placed(s.y, rows, s.columnsOf(number), 0) {
				l.keys = append(l.keys, s.pack(key)|s.labels.of(label))
			}
		}
	}
	for len(l.starts) <= s.blocks*blockParts {
		l.starts = append(l.starts, len(l.keys))
	}
	return l
}

// TestLimits exceeds the limits of keys and lists: too many diagonals, squares and counters.
func TestLimits(t *testing.T) {
	for want, build := range map[string]func(){
		"parity: the sides of a colour have too many diagonals in common": func() {
			NewSource(parity.Square.Of(MaxOrder+1), shelf.NewStore(0)).class(8)
		},
		"parity: the members of a group have too few rows in common": func() { // sixteen rows of sixteen squares
			NewSource(parity.Square.Of(31), shelf.NewStore(0)).class(2).sides[white].group(
				[]uint32{0b11, 0b1100, 0xfff0}, shape{leaf: maxLeaf, depth: 1})
		},
		"parity: an accumulator has too many labels": func() {
			s := NewSource(parity.Square.Of(20), shelf.NewStore(0)).class(4).sides[white]
			s.sets = slices.Repeat(s.sets[:1], 1<<13)
			s.group([]uint32{0b1111}, shape{leaf: maxLeaf, depth: 1})
		},
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %s", got, want)
				}
			}()
			build()
		}()
	}
}

// TestLabels filters keys with random diagonals by queens on others, as the sparse join does, and
// compares their labels. The less room keys have, the more queens it takes until all is there.
func TestLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{20, 28, 29, 30, 31} {
		c := NewSource(parity.Square.Of(n), shelf.NewStore(0)).class(n / 4)
		for colour, s := range c.sides {
			j := &sparseJoin{
				Counter: newCounter(t, n, func(*Counter) {}), sparseGroup: &sparseGroup{trunk: trunk{side: s}},
				seekers: []*seeker{{columns: len(c.Columns)}},
			}
			var places []uint64 // of queens
			for _, at := range random.Perm(s.width()) {
				places = append(places, 1<<at)
			}
			queens := 6
			var y list
			var labels []uint16
			for label := range s.blocks * slots {
				if label%partLabels == 0 {
					y.starts = append(y.starts, len(y.keys))
				}
				for range random.IntN(4) * random.IntN(2) {
					key := uint64(0)
					for range 10 {
						key |= places[2*queens+random.IntN(s.width()-2*queens)]
					}
					if label < len(c.Columns) {
						y.keys, labels = append(y.keys, key|s.labels.of(label%slots)), append(labels, uint16(label))
					}
				}
			}
			y.starts = append(y.starts, len(y.keys))
			of := j.keysOf(&y)
			for depth := range queens {
				j.batched = nil
				of.eachPart(func(part int, keys []uint64) { j.appendLabels(keys, part, of.places) })
				got, from := []uint16(nil), 0
				of.eachPart(func(_ int, keys []uint64) {
					got = append(got, j.batched[from:][:len(keys)]...)
					from += (len(keys) + 63) &^ 63
				})
				if !slices.Equal(got, labels) {
					t.Fatalf("order %d, colour %d, below %d queens: labels %v, want %v", n, colour, depth, got, labels)
				}
				of = j.leave(of, depth, places[2*depth]|places[2*depth+1])
			}
			if len(of.ends) > 0 {
				t.Errorf("order %d, colour %d: labels in %d parts", n, colour, len(of.ends))
			}
		}
	}
}

// TestPieces lists y by their first queens, as the largest orders do, and compares with the slow
// twin.
func TestPieces(t *testing.T) {
	for n := 9; n <= 12; n++ {
		for colour := range 2 {
			counter := newCounter(t, n, seek(colour))
			for c := range parity.Square.Classes(n) {
				side := counter.source.class(c.Queens).sides[colour]
				side.long = side.usual > 1 // which has a queen
			}
			solutions(t, parity.Square, n, 2, counter, true)
		}
	}
}
