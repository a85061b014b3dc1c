package parity

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/internal/bitmath"
)

// largeQueens is the most queens of a colour that TestLargeOrders samples in seconds.
const largeQueens = 6

// TestLargeOrders fills a block of two random members of classes of the largest orders, with each
// kernel and, if it fits, the sparse join, and compares cells with all pairs of the two lists of
// placements. With QUEENS_LONG, it is all classes and that many rounds.
func TestLargeOrders(t *testing.T) {
	rounds, most := 1, largeQueens
	if long := os.Getenv("QUEENS_LONG"); long != "" {
		most = parity.MaxOrder
		if n, err := strconv.Atoi(long); err == nil {
			rounds = n
		}
	}
	random := rand.New(rand.NewPCG(29, 31))
	for n := 29; n <= MaxOrder; n++ {
		source, cells, full := NewSource(parity.Square.Of(n), shelf.NewStore(0)), 0, uint16(0)
		for c := range parity.Square.Classes(n) {
			for colour, s := range source.class(c.Queens).sides {
				if s.queens > most || testing.Short() && s.queens%3 > 0 {
					continue
				}
				for range rounds {
					more, cell := largeBlock(t, source.class(c.Queens), colour, random)
					cells, full = cells+more, max(full, cell)
				}
			}
		}
		t.Logf("order %d: %d cells, at most %d pairs in one", n, cells, full)
	}
}

// cell is a place in the matrix of a member, with its pairs.
type cell struct{ member, row, column, pairs int }

func largeBlock(t *testing.T, c *class, colour int, random *rand.Rand) (cells int, most uint16) {
	t.Helper()
	s := c.sides[colour]
	x, y := c.RowsOf(parity.Unit{Even: random.IntN(len(c.EvenSets)), Odd: random.IntN(len(c.OddSets))})
	rows := []uint32{x[colour], x[colour]}
	if all := uint32(1)<<s.x.Rows - 1; rows[0] != 0 && rows[0] != all && (s.queens > 1 || !s.tight()) {
		of := slices.Collect(bitmath.Members(rows[0]))
		others := slices.Collect(bitmath.Members(all &^ rows[0]))
		rows[1] ^= 1<<of[random.IntN(len(of))] | 1<<others[random.IntN(len(others))]
	}
	block := random.IntN((len(c.Columns) + slots - 1) / slots)
	list, reach := s.blockList(y[colour], block), len(c.Rows)
	var some []cell
	for range 20 {
		at := cell{random.IntN(len(rows)), random.IntN(reach), random.IntN(min(slots, len(c.Columns)-block*slots)), 0}
		ys := s.placed(s.y, y[colour], s.columnsOf(block*slots+at.column))
		for _, a := range s.placed(s.x, rows[at.member], s.sets[at.row]) {
			for _, b := range ys {
				if a&b == 0 {
					at.pairs++
				}
			}
		}
		some, most = append(some, at), max(most, uint16(at.pairs))
	}
	for _, k := range All() {
		if !k.Usable() {
			continue
		}
		counter := New(k.Name, &Source{class: func(int) *class { return c }}, 0)
		name := fmt.Sprintf("order %d, class %d, colour %d, rows %b and %b, kernel %s", c.Order, c.Queens, colour, rows,
			y[colour], k.Name)
		if usualSeek(c.Class) != colour {
			usual := counter.kernel.usualShape(c.Class, colour)
			j := join{Counter: counter, group: s.group(rows, s.lean(usual, rows, list))}
			for _, r := range rows {
				m := j.group.members.Get(memberKey{r, reach})
				j.targets = append(j.targets, &target{member: m, slab: make([]uint16, slots*reach)})
			}
			j.fillFrom(list, block)
			for _, at := range some {
				if got := int(j.targets[at.member].slab[at.row*slots+at.column]); got != at.pairs {
					t.Fatalf("%s: %d pairs of %+v", name, got, at)
				}
			}
			for _, target := range j.targets {
				most = max(most, slices.Max(target.slab))
			}
		}
		if s.fitsSparse(rows) {
			j := &sparseJoin{Counter: counter, sparseGroup: s.sparseGroup(rows)}
			var want [2][2]uint64
			for i := range rows {
				j.seekers = append(j.seekers, &seeker{
					member: i, rows: reach, columns: len(c.Columns), hits: make([]uint32, 0, 64*mostWords),
					weights: make([]uint16, s.blocks*slots*reach),
				})
			}
			for i, at := range some {
				weight := &j.seekers[at.member].weights[(block*reach+at.row)*slots+at.column]
				if *weight == 0 {
					*weight = inReach | uint16(i)
					want[at.member][0] += uint64(i * at.pairs)
					want[at.member][1] += uint64(at.pairs)
				}
			}
			j.fill(j.keysOf(list))
			for i, got := range j.seekers {
				if got.sum != want[i][0] || got.pairs != want[i][1] {
					t.Fatalf("%s, sparse: sum %d of %d pairs, want %d", name, got.sum, got.pairs, want[i])
				}
			}
		}
	}
	return len(some), most
}

// columnsOf returns the columns of a label of y.
func (s *side) columnsOf(label int) uint32 {
	return uint32(slices.Index(s.number, int32(label)))
}

// placed returns the keys of the placements on some rows and columns.
func (s *side) placed(q parity.Quarter, rows, columns uint32) (keys []uint64) {
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
		place(rows, columns, 0)
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
			for _, key := range s.placed(s.y, rows, s.columnsOf(number)) {
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
