package trie

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"queens/internal/kernel/shelf"
)

// maxLeaf is the largest number of queens of a leaf: 4! placements of one set of columns times 8
// lanes fit a byte.
const maxLeaf = 4

// shape says how a group is walked. Results do not depend on it.
type shape struct {
	leaf  int // queens of a leaf, more if there are too few core rows
	depth int // of the nodes of an accumulator, at most that of the leaf nodes
}

// group is placements of x with the same core rows.
type group struct {
	*side
	core    []int // rows of the trie, in the order of its levels
	union   []int // the other rows of all members
	number  []int // of each row among the union rows
	squares []unionSquare
	nodes   []node   // in preorder
	leaves  int      // leaf nodes
	free    []square // of the leaf nodes, one after the other

	accumulators []accumulator
	counters     int // of an accumulator, at most

	members *shelf.Shelf[memberKey, *member]
}

// node is a placement on the first core rows.
type node struct {
	depth   int
	queen   uint64 // key of the last queen
	key     uint64 // of all
	columns uint32
	first   int    // column of the first queen
	next    int    // node after its subtree
	leaf    int    // number of a leaf node
	free    [2]int // from where to where its squares are that are not attacked, and one in whose mask all lanes are
}

// accumulator is nodes of a depth with the same columns. Its counters are for the labels of x that
// contain these.
type accumulator struct {
	columns uint32
	nodes   []int
	labels  []uint16 // of the counters, ascending
}

// unionSquare is a square of the union rows.
type unionSquare struct {
	square
	key    uint64
	column uint32
}

// newGroup makes a group of members with the given rows, whose lists are kept in the store.
func (s *side) newGroup(store *shelf.Store, rows []uint32, shape shape) *group {
	g := &group{side: s, number: make([]int, s.x.Rows)}
	common, all := uint32(1)<<s.x.Rows-1, uint32(0)
	for _, r := range rows {
		common &= r
		all |= r
	}
	g.core = s.rowsFrom(common)
	g.core = g.core[:min(len(g.core), max(0, s.queens-shape.leaf))]
	if s.queens-len(g.core) > maxLeaf {
		panic("trie: the members of a group have too few rows in common")
	}
	for _, r := range g.core {
		all &^= 1 << r
	}
	for r := range s.x.Rows {
		if all>>r&1 == 1 {
			g.number[r] = len(g.union)
			g.union = append(g.union, r)
		}
	}
	for _, row := range g.union {
		for column := range g.x.Columns {
			key := g.x.Key(row, column)
			of := newSquare(int(g.square(row, column)), bits.TrailingZeros64(key), bits.Len64(key)-1)
			g.squares = append(g.squares, unionSquare{of, key, 1 << column})
		}
	}
	g.grow(node{}, min(shape.depth, len(g.core)), map[uint32]int{})
	for i := range g.accumulators {
		a := &g.accumulators[i]
		for label, columns := range s.sets {
			if a.columns&^columns == 0 {
				a.labels = append(a.labels, uint16(label))
			}
		}
		g.counters = max(g.counters, len(a.labels))
	}
	g.members = shelf.New(store, g.newMember)
	return g
}

// Bytes returns about what the group takes without its members.
func (g *group) Bytes() int64 {
	const nodeBytes, squareBytes = 80, 6
	return int64(nodeBytes*len(g.nodes) + squareBytes*len(g.free) + 2*g.counters*len(g.accumulators))
}

// grow appends a node and those below it.
func (g *group) grow(n node, depth int, known map[uint32]int) {
	at := len(g.nodes)
	if n.depth == depth {
		number, ok := known[n.columns]
		if !ok {
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
		g.free = append(g.free, newSquare(allLanes, unused, unused))
		n.free[1] = len(g.free)
	}
	g.nodes = append(g.nodes, n)
	if n.depth < len(g.core) {
		row := g.core[n.depth]
		for free := free(g.x, row, n.columns, n.key); free != 0; free &= free - 1 {
			column := bits.TrailingZeros32(free)
			queen, first := g.x.Key(row, column), n.first
			if n.depth == 0 {
				first = column
			}
			g.grow(node{n.depth + 1, queen, n.key | queen, n.columns | 1<<column, first, 0, 0, [2]int{}}, depth, known)
		}
	}
	g.nodes[at].next = len(g.nodes)
}

// square returns the number of a square of the union rows.
func (g *group) square(row, column int) uint8 { return uint8(g.number[row]*g.x.Columns + column) }

// leafRows returns the number of rows of a leaf.
func (g *group) leafRows() int { return g.queens - len(g.core) }

// firsts returns the number of first squares of a leaf placement.
func (g *group) firsts() int { return max(0, g.leafRows()-1) }

// memberKey names a member: its rows, and the number of labels of x that are wanted.
type memberKey struct {
	rows  uint32
	reach int
}

// member is the placements on a set of rows.
type member struct {
	reach  int
	length uint64 // placements, whatever their labels
	starts []int  // of each leaf node in list

	// list has, for each leaf node, chunks. A chunk is the numbers of its sets of first squares and
	// of its last squares, a byte each; the squares of each set, a byte each; and for each last
	// square its number, that of its tests, a byte each, and the tests, of three bytes: a set of
	// the chunk, and eight times the counter, two bytes. A 0 ends the node.
	list []uint8
}

// maxSets is the largest number of sets of a chunk.
const maxSets = 64

// Bytes returns about what the member takes.
func (m *member) Bytes() int64 { return int64(cap(m.list) + 8*len(m.starts)) }

// newMember makes the leaf list.
func (g *group) newMember(key memberKey) *member {
	m := &member{reach: key.reach, starts: make([]int, g.leaves)}
	b := leafBuilder{group: g, member: m, counter: make([]uint16, len(g.label))}
	rows := key.rows
	for _, r := range g.core {
		rows &^= 1 << r
	}
	for ; rows != 0; rows &= rows - 1 {
		b.rows = append(b.rows, bits.TrailingZeros32(rows))
	}
	for i := range g.accumulators {
		a := &g.accumulators[i]
		for counter, label := range a.labels {
			b.counter[g.sets[label]] = uint16(counterStep * counter)
		}
		for _, above := range a.nodes {
			for at := above; at < g.nodes[above].next; at++ {
				if n := &g.nodes[at]; n.depth == len(g.core) {
					b.starts[n.leaf] = len(b.list)
					b.place(0, n.key, n.columns)
					b.endChunk()
					b.list = append(b.list, 0)
				}
			}
		}
	}
	m.list = slices.Clip(m.list)
	return m
}

// Sizes of a list.
const (
	counterStep = 8 // between the numbers of counters
	testBytes   = 3
)

// leafBuilder lists the leaf placements of a member.
type leafBuilder struct {
	*group
	*member
	rows    []int
	counter []uint16 // by the columns of a label that contains those of the accumulator

	squares [maxLeaf]uint8
	sets    int // of the chunk
	firsts  []uint8
	tests   [32][]uint8 // by the column of the last square
	noted   int         // tests
}

// place puts queens on the rows from a given one on.
func (b *leafBuilder) place(i int, key uint64, columns uint32) {
	if i < len(b.rows)-1 {
		row := b.rows[i]
		for free := free(b.x, row, columns, key); free != 0; free &= free - 1 {
			column := bits.TrailingZeros32(free)
			b.squares[i] = b.square(row, column)
			b.place(i+1, key|b.x.Key(row, column), columns|1<<column)
		}
		return
	}
	before := b.noted
	if len(b.rows) == 0 {
		b.note(0, columns)
	} else {
		for free := free(b.x, b.rows[i], columns, key); free != 0; free &= free - 1 {
			b.note(bits.TrailingZeros32(free), columns|free&-free)
		}
	}
	if b.noted == before {
		return
	}
	b.firsts = append(b.firsts, b.squares[:max(0, len(b.rows)-1)]...)
	if b.sets++; b.sets == maxSets {
		b.endChunk()
	}
}

// note appends a test if the label of the columns is wanted.
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
	b.tests[last] = binary.LittleEndian.AppendUint16(append(b.tests[last], uint8(b.sets)), b.counter[columns])
}

// endChunk appends the chunk.
func (b *leafBuilder) endChunk() {
	if b.sets == 0 {
		return
	}
	b.list = append(b.list, uint8(b.sets), 0)
	squares := len(b.list) - 1
	b.list = append(b.list, b.firsts...)
	for column, tests := range b.tests {
		if len(tests) == 0 {
			continue
		}
		last := uint8(allLanes)
		if len(b.rows) > 0 {
			last = b.square(b.rows[len(b.rows)-1], column)
		}
		b.list = append(append(b.list, last, uint8(len(tests)/testBytes)), tests...)
		b.tests[column] = tests[:0]
		b.list[squares]++
	}
	b.sets, b.firsts = 0, b.firsts[:0]
}
