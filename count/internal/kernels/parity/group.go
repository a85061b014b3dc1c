package parity

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync"

	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/internal/bitmath"
)

// maxLeaf is the largest number of queens of a leaf: two pairs.
const maxLeaf = 4

// shape is a strategy for a group. Results do not depend on it.
type shape struct {
	leaf  int    // queens of a leaf; more if there are too few core rows
	depth int    // of the nodes of an accumulator, at most that of the leaf nodes
	nodes int    // most nodes of an accumulator; 0: any number
	outer uint32 // rows that are core rows only if there are too few others
}

// usualShape returns the fastest shape for a class, measured at orders 17 to 28. Leaves of four
// queens save leaf nodes, each of which costs masks and a call for each member. If cells are small,
// all nodes can share counters, or all of a first queen. Large counts cost sliced ones carries.
func (k *Kernel) usualShape(c *parity.Class, colour int) shape {
	queens := [...]int{white: c.Queens, black: c.Even - c.Queens}[colour]
	switch {
	case c.Board == parity.Turned && c.More(colour) > 0:
		return shape{leaf: 3, depth: 4, nodes: 1}
	case c.Board == parity.Turned:
		return shape{leaf: 2, depth: 3, nodes: 1}
	case c.Even >= 14:
		return shape{leaf: maxLeaf, depth: 3}
	case c.Even == 13 && queens < 8:
		return shape{leaf: maxLeaf, depth: 2}
	case c.Even >= 12 || c.Even == 11 && k.sliced:
		return shape{leaf: maxLeaf, depth: 1}
	default:
		return shape{leaf: maxLeaf}
	}
}

type group struct {
	trunk
	single  bool // each node at the depth of accumulators has its own
	squares []unionSquare
	nodes   []node   // in preorder
	leaves  int      // leaf nodes
	free    []square // of all leaf nodes in sequence

	accumulators []accumulator
	counters     int // most counters of an accumulator

	members *shelf.Shelf[memberKey, *member]
}

type node struct {
	depth   int
	queen   uint64 // key of the last queen, packed
	key     uint64 // of all
	columns uint32
	bare    bool   // no bit of the remaining keys of a leaf node is known to be 0
	first   int    // square of the first queen
	parent  int    // node without the last queen
	next    int    // node after its subtree
	leaf    int    // number of a leaf node
	free    [2]int // range of its squares that are not attacked, and one whose mask has all lanes
}

// accumulator has nodes of one depth with the same columns. Its counters are for the labels of x
// that contain these columns.
type accumulator struct {
	columns uint32
	nodes   []int
	labels  []uint16 // of the counters, ascending
}

type unionSquare struct {
	square
	key    uint64
	column uint32
}

func (s *side) newGroup(store *shelf.Store, rows []uint32, shape shape, only part) *group {
	common, all := s.common(rows), uint32(0)
	for _, r := range rows {
		all |= r
	}
	if s.tight() { // labels are in place of the first queen's diagonals
		shape.leaf = min(shape.leaf, s.queens-1)
	}
	number := min(bits.OnesCount32(common), max(0, s.queens-shape.leaf))
	core := slices.Concat(s.rowsFrom(common&^shape.outer), s.rowsFrom(common&shape.outer))[:number]
	g := &group{trunk: s.newTrunk(core, all), single: shape.nodes == 1}
	if s.queens-len(g.core) > maxLeaf || g.leafMost() > math.MaxUint8 || len(g.union)*g.x.Squares() > allLanes ||
		s.tight() && len(g.core) == 0 && s.queens > 0 {
		panic("parity: the members of a group have too few rows in common")
	}
	for i, row := range g.union {
		for at := range bitmath.Members(g.x.Free(row, 0, 0)) {
			key := g.x.Key(row, at)
			of := g.squareOf(i*g.x.Squares()+at, key)
			g.squares = append(g.squares, unionSquare{of, key, 1 << g.x.Column(at)})
		}
	}
	g.grow(node{}, shape, map[uint32]int{})
	if only.of > 0 {
		var some []accumulator
		for i := only.number; i < len(g.accumulators); i += only.of {
			some = append(some, g.accumulators[i])
		}
		g.accumulators = some
	}
	for i := range g.accumulators {
		a := &g.accumulators[i]
		for label, columns := range s.sets {
			if a.columns&^columns == 0 {
				a.labels = append(a.labels, uint16(label))
			}
		}
		g.counters = max(g.counters, len(a.labels))
	}
	if layout.CounterStep*(spare+g.counters) > math.MaxUint16 {
		panic("parity: an accumulator has too many labels")
	}
	g.members = shelf.New(store, g.newMember)
	return g
}

// Bytes estimates the size of the group without its members.
func (g *group) Bytes() int64 {
	const nodeBytes, squareBytes = 80, 6
	return int64(nodeBytes*len(g.nodes) + squareBytes*len(g.free) + 2*g.counters*len(g.accumulators))
}

func (g *group) grow(n node, shape shape, known map[uint32]int) {
	at := len(g.nodes)
	if n.depth == min(shape.depth, len(g.core)) {
		number, ok := known[n.columns]
		if !ok || shape.nodes > 0 && len(g.accumulators[number].nodes) == shape.nodes {
			number = len(g.accumulators)
			known[n.columns] = number
			g.accumulators = append(g.accumulators, accumulator{columns: n.columns})
		}
		g.accumulators[number].nodes = append(g.accumulators[number].nodes, at)
	}
	if n.depth == len(g.core) {
		n.leaf = g.leaves
		g.leaves++
		n.free[0] = len(g.free)
		for _, s := range g.squares {
			if n.key&s.key == 0 && n.columns&s.column == 0 {
				g.free = append(g.free, s.square)
			}
		}
		var idle int
		idle, n.bare = g.idleBit(&n)
		g.free = append(g.free, newSquare(allLanes, idle, idle))
		n.free[1] = len(g.free)
	}
	g.nodes = append(g.nodes, n)
	if n.depth < len(g.core) {
		row := g.core[n.depth]
		for free := g.x.Free(row, n.columns, n.key); free != 0; free &= free - 1 {
			square := bits.TrailingZeros32(free)
			queen, first := g.x.Key(row, square), n.first
			if n.depth == 0 {
				first = square
			}
			columns := n.columns | 1<<g.x.Column(square)
			g.grow(node{
				depth: n.depth + 1, queen: g.pack(queen), key: n.key | queen, columns: columns,
				first: first, parent: at,
			}, shape, known)
		}
	}
	g.nodes[at].next = len(g.nodes)
}

// idleBit returns a bit that is 0 in all keys that a node leaves, such as a diagonal of its queens.
// It is 1 in idle lanes.
func (g *group) idleBit(n *node) (bit int, bare bool) {
	key := g.pack(n.key)
	if g.tight() && n.depth > 0 {
		key &^= g.firstOf(n) // where labels are
	}
	if g.width() <= unused {
		key |= 1 << unused
	}
	return bits.TrailingZeros64(key) % 64, key == 0
}

// firstOf returns the packed key of the first queen of a node.
func (g *group) firstOf(n *node) uint64 { return g.pack(g.x.Key(g.core[0], n.first)) }

// leafMost bounds the leaf placements of one leaf node with one set of columns: the permutations of
// the rows, times two squares per row for half turns.
func (g *group) leafMost() int {
	most := 1
	for i := range g.queens - len(g.core) {
		most *= i + 1
		if g.turned {
			most *= 2
		}
	}
	return most
}

// memberKey is a member's rows and the number of wanted labels of x.
type memberKey struct {
	rows  uint32
	reach int
}

// A member is the placements on a set of rows.
type member struct {
	reach  int
	length uint64 // placements, with any label
	starts []int  // of each leaf node in list

	// list has chunks for each leaf node. A leaf placement is a pair of first squares and a pair of
	// last ones, some of which may be allLanes. A chunk has the numbers of its first and last
	// pairs, a byte each; the first pairs, two bytes each; and for each last pair its squares and
	// the number of its tests, a byte each, and the tests, of three bytes: a first pair of the
	// chunk, and eight times the counter, two bytes. The number of tests is even and ascends in a
	// chunk, so that processors predict the ends of loops. Tests 2i and 2i+1 have different
	// counters. A 0 ends the node.
	list []uint8
}

const maxSquares = parity.MaxLines // of a row

// Bytes estimates the size of the member.
func (m *member) Bytes() int64 { return int64(cap(m.list) + 8*len(m.starts)) }

func (g *group) newMember(key memberKey) *member {
	m := &member{reach: key.reach, starts: make([]int, g.leaves)}
	memory := leafMemories.Get().(*leafMemory)
	defer leafMemories.Put(memory)
	b := leafBuilder{group: g, member: m, leafMemory: memory}
	b.built, b.counter = b.built[:0], shelf.Room(&b.counter, len(g.label))
	for row := range bitmath.Members(key.rows &^ g.taken) {
		b.rows, b.numbers = append(b.rows, row), append(b.numbers, g.number[row]*g.x.Squares())
	}
	for i := range g.accumulators {
		a := &g.accumulators[i]
		for counter, label := range a.labels {
			b.counter[g.sets[label]] = uint16(layout.CounterStep * (spare + 1 + counter))
		}
		for _, above := range a.nodes {
			for at := above; at < g.nodes[above].next; at++ {
				if n := &g.nodes[at]; n.depth == len(g.core) {
					b.starts[n.leaf] = len(b.built)
					b.place(0, n.key, n.columns, 0)
					b.endChunk()
					b.built = append(b.built, 0)
				}
			}
		}
	}
	m.list = slices.Clone(append(b.built, 0, 0)) // kernels load two tests at once, as eight bytes
	return m
}

const spare = 0 // a counter before those of the labels that is never read

type leafBuilder struct {
	*group
	*member
	*leafMemory
	rows    []int
	numbers []int // of their first squares
	squares [maxLeaf]uint8
	noted   int // all tests
}

// leafMemory is what the builders of members use one after another.
type leafMemory struct {
	built   []uint8
	counter []uint16                         // by the columns of a label that contains those of the accumulator
	firsts  []uint8                          // squares of the first pairs of the chunk
	tests   [maxSquares * maxSquares][]uint8 // of the chunk, by the squares of the last pair
	lasts   []int                            // last pairs of the chunk
}

var leafMemories = sync.Pool{New: func() any { return new(leafMemory) }}

// numberOf returns the number of a square of row i of the leaf, or of all lanes beyond its rows.
func (b *leafBuilder) numberOf(i, square int) uint8 {
	if i >= len(b.rows) {
		return allLanes
	}
	return uint8(b.numbers[i] + square)
}

// place puts queens on the rows from row i on. last is the number of the last pair's squares so
// far.
func (b *leafBuilder) place(i int, key uint64, columns uint32, last int) {
	if i == maxLeaf {
		b.note(last, columns)
		return
	}
	if i == maxLeaf/2 {
		last = 0
	}
	before := b.noted
	if i >= len(b.rows) {
		b.squares[i] = allLanes
		b.place(i+1, key, columns, last*maxSquares)
	} else {
		row := b.rows[i]
		for free := b.x.Free(row, columns, key); free != 0; free &= free - 1 {
			square := bits.TrailingZeros32(free)
			if i == maxLeaf-1 {
				b.note(last*maxSquares+square, columns|1<<b.x.Column(square))
				continue
			}
			b.squares[i] = b.numberOf(i, square)
			b.place(i+1, key|b.x.Key(row, square), columns|1<<b.x.Column(square), last*maxSquares+square)
		}
	}
	if i == maxLeaf/2 && b.noted > before {
		if b.firsts = append(b.firsts, b.squares[:i]...); len(b.firsts) == i*layout.MaxFirsts {
			b.endChunk()
		}
	}
}

func (b *leafBuilder) note(last int, columns uint32) {
	label := b.label[columns]
	if label < 0 {
		return
	}
	b.length++
	if int(label) >= b.reach {
		return
	}
	b.noted++
	if len(b.tests[last]) == 0 {
		b.lasts = append(b.lasts, last)
	}
	b.tests[last] = binary.LittleEndian.AppendUint16(append(b.tests[last], uint8(len(b.firsts)/2)), b.counter[columns])
}

func (b *leafBuilder) endChunk() {
	if len(b.firsts) == 0 {
		return
	}
	b.built = append(b.built, uint8(len(b.firsts)/2), 0)
	lasts := len(b.built) - 1
	b.built = append(b.built, b.firsts...)
	for _, last := range b.lasts {
		b.tests[last] = inTwos(b.tests[last])
	}
	slices.SortFunc(b.lasts, func(x, y int) int { return len(b.tests[x]) - len(b.tests[y]) })
	for _, last := range b.lasts {
		tests := b.tests[last]
		b.built = append(b.built, b.numberOf(2, last/maxSquares), b.numberOf(3, last%maxSquares))
		b.built = append(b.built, uint8(len(tests)/layout.TestBytes))
		b.built = append(b.built, tests...)
		b.tests[last] = tests[:0]
	}
	b.built[lasts] = uint8(len(b.lasts))
	b.firsts, b.lasts = b.firsts[:0], b.lasts[:0]
}

// inTwos returns the tests of a last pair in pairs with different counters, padded with spare
// tests.
func inTwos(tests []uint8) []uint8 {
	const two = 2 * layout.TestBytes
	test := func(at int) []uint8 { return tests[at : at+layout.TestBytes] }
	for at := 0; at+two <= len(tests); at += two {
		other := at + layout.TestBytes
		for other < len(tests) && slices.Equal(test(at)[1:], test(other)[1:]) {
			other += layout.TestBytes
		}
		if other == len(tests) { // no others remain
			tests = slices.Insert(tests, at+layout.TestBytes, spareTest[:]...)
			continue
		}
		for i, x := range test(other) {
			tests[other+i], tests[at+layout.TestBytes+i] = tests[at+layout.TestBytes+i], x
		}
	}
	if len(tests)%two != 0 {
		tests = append(tests, spareTest[:]...)
	}
	return tests
}

var spareTest = [layout.TestBytes]uint8{0, layout.CounterStep * spare, 0}
