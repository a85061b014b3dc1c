package trie

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// maxLeaf is the largest number of queens of a leaf: 4! placements of one set of columns times 8 lanes fit a byte.
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
	nodes   []node // in preorder
	leaves  int    // leaf nodes

	accumulators []accumulator
	counters     int // of an accumulator
	members      []*member
}

// node is a placement on the first core rows.
type node struct {
	depth       int
	queen       uint64 // key of the last queen
	key         uint64 // of all
	columns     uint32
	next        int // node after its subtree
	leaf        int // number of a leaf node
	accumulator int // of a node of its depth, and below
}

// accumulator is nodes of a depth with the same columns.
type accumulator struct {
	columns uint32
	nodes   []int
}

// unionSquare is a square of the union rows, or of no row and column: all lanes in use are in its mask.
type unionSquare struct {
	square
	key    uint64
	column uint32
}

// member is the placements on a set of rows.
type member struct {
	rows   uint32
	length uint64 // placements
	starts []int  // of each leaf node in list

	// list has, for each leaf node and each m in ascending order: m, a byte, and the number of sets of first squares that have m
	// last squares, two bytes; for each of these the first squares, and for each last square a byte and two of its counter. A 0
	// ends the node.
	list []uint8
	used [][]use // by accumulator

	counters []vector
}

// use is a counter that placements of a member have, and their label.
type use struct{ counter, label uint16 }

// newGroup makes a group of members with the given rows. Each needs the labels of x below its reach.
func (s *side) newGroup(rows []uint32, reach []int, shape shape) *group {
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
			of := square{uint16(g.square(row, column)), uint8(bits.TrailingZeros64(key)), uint8(bits.Len64(key) - 1)}
			g.squares = append(g.squares, unionSquare{of, key, 1 << column})
		}
	}
	g.squares = append(g.squares, unionSquare{square: square{uint16(g.stride() - 1), unused, unused}})
	depth := min(shape.depth, len(g.core))
	g.grow(node{}, depth, map[uint32]int{})
	rank := ranks(s.x.Columns-depth, s.queens-depth)
	g.counters = 1 + int(slices.Max(rank))
	for i, r := range rows {
		g.members = append(g.members, g.newMember(r, reach[i], rank))
	}
	return g
}

// ranks numbers the sets of k of n elements.
func ranks(n, k int) (rank []uint16) {
	next := uint16(0)
	rank = make([]uint16, 1<<n)
	for set := range rank {
		if bits.OnesCount(uint(set)) == k {
			rank[set] = next
			next++
		}
	}
	return rank
}

// grow appends a node and those below it.
func (g *group) grow(n node, depth int, known map[uint32]int) {
	if n.depth == depth {
		number, ok := known[n.columns]
		if !ok {
			number = len(g.accumulators)
			known[n.columns] = number
			g.accumulators = append(g.accumulators, accumulator{columns: n.columns})
		}
		n.accumulator = number
		g.accumulators[number].nodes = append(g.accumulators[number].nodes, len(g.nodes))
	}
	at := len(g.nodes)
	if n.depth == len(g.core) {
		n.leaf = g.leaves
		g.leaves++
	}
	g.nodes = append(g.nodes, n)
	if n.depth < len(g.core) {
		row := g.core[n.depth]
		for column := range g.x.Columns {
			if !g.attacked(n.key, n.columns, row, column) {
				queen := g.x.Key(row, column)
				g.grow(node{n.depth + 1, queen, n.key | queen, n.columns | 1<<column, 0, 0, n.accumulator}, depth, known)
			}
		}
	}
	g.nodes[at].next = len(g.nodes)
}

// stride returns the number of squares of the union rows, and one more where the mask of all lanes is that belong to keys.
func (g *group) stride() int { return len(g.union)*g.x.Columns + 1 }

// square returns the number of a square of the union rows.
func (g *group) square(row, column int) uint8 { return uint8(g.number[row]*g.x.Columns + column) }

// leafRows returns the number of rows of a leaf.
func (g *group) leafRows() int { return g.queens - len(g.core) }

// firsts returns the number of first squares of a leaf placement.
func (g *group) firsts() int { return max(0, g.leafRows()-1) }

// newMember makes the leaf list.
func (g *group) newMember(rows uint32, reach int, rank []uint16) *member {
	m := &member{rows: rows, starts: make([]int, g.leaves), used: make([][]use, len(g.accumulators)), counters: make([]vector, g.counters)}
	labels := make([][]int32, len(g.accumulators)) // of the counters in use
	var leaf []int
	for r := range g.x.Rows {
		if rows>>r&1 == 1 && !slices.Contains(g.core, r) {
			leaf = append(leaf, r)
		}
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.depth < len(g.core) {
			continue
		}
		if labels[n.accumulator] == nil {
			labels[n.accumulator] = slices.Repeat([]int32{-1}, g.counters)
		}
		b := leafBuilder{group: g, rows: leaf, reach: reach, rank: rank, above: g.accumulators[n.accumulator].columns, labels: labels[n.accumulator]}
		b.place(0, n.key, n.columns, nil)
		m.length += b.length
		m.starts[n.leaf] = len(m.list)
		m.list = b.appendTo(m.list)
	}
	for a, list := range labels {
		for counter, label := range list {
			if label >= 0 {
				m.used[a] = append(m.used[a], use{uint16(counter), uint16(label)})
			}
		}
	}
	return m
}

// leafBuilder lists the leaf placements of a leaf node.
type leafBuilder struct {
	*group
	rows   []int
	reach  int
	rank   []uint16
	above  uint32 // columns of the accumulator
	labels []int32

	length uint64
	sets   [32]int // of first squares, by the number of last squares, and
	lists  [32][]uint8
}

// place puts queens on the rows from a given one on; squares are those of the queens on the rows before it.
func (b *leafBuilder) place(i int, key uint64, columns uint32, squares []uint8) {
	if i < len(b.rows)-1 {
		for column := range b.x.Columns {
			if row := b.rows[i]; !b.attacked(key, columns, row, column) {
				b.place(i+1, key|b.x.Key(row, column), columns|1<<column, append(squares, b.square(row, column)))
			}
		}
		return
	}
	var last []uint8
	if len(b.rows) == 0 {
		last = b.note(last, 0, columns)
	}
	for _, row := range b.rows[i:] {
		for column := range b.x.Columns {
			if !b.attacked(key, columns, row, column) {
				last = b.note(last, b.square(row, column), columns|1<<column)
			}
		}
	}
	if n := len(last) / 3; n > 0 {
		b.sets[n]++
		b.lists[n] = append(append(b.lists[n], squares...), last...)
	}
}

// note appends a last square with its counter if the label of all columns is wanted.
func (b *leafBuilder) note(last []uint8, square uint8, columns uint32) []uint8 {
	label := b.label[columns]
	if label < 0 {
		return last
	}
	b.length++
	if int(label) >= b.reach {
		return last
	}
	counter := b.rank[without(columns, b.above)]
	b.labels[counter] = label
	return binary.LittleEndian.AppendUint16(append(last, square), counter)
}

// appendTo appends the list of the node.
func (b *leafBuilder) appendTo(list []uint8) []uint8 {
	for m, sets := range b.sets {
		if sets > 0 {
			list = append(binary.LittleEndian.AppendUint16(append(list, uint8(m)), uint16(sets)), b.lists[m]...)
		}
	}
	return append(list, 0)
}
