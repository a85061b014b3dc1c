package parity

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/shelf"
	"queens/internal/bitmath"
)

// columnSet is the columns that the queens of a prefix leave free, in ascending order.
type columnSet struct {
	labels  [sparseLines * sparseLines]uint16 // of x with columns i and j, at 8i+j
	apart   [sparseMembers]uint64             // by member: bits 8i+j of queens allowed on its rows
	columns [sparseLines]uint16               // times the bytes of a vector
	_       [2]uint64
	numbers [2][1 << 8]uint8 // bits of the columns in the lower or upper eight of a set
}

// sparseGroup is the placements x on several sets of rows with a common core: prefixes on the core,
// and for each the pairs of last queens of every member. Its size grows with the sets of columns.
type sparseGroup struct {
	trunk
	sets    []columnSet
	set     []int32 // index in sets, by the columns of a prefix; -1: none
	members []pairRows
	length  []uint64 // of x, by member
	rows    []int    // the union rows, then the core rows
	squares []square // by these, and column
}

// pairRows is the two rows of a member's leaves: where the masks of their squares begin, in bytes,
// and their numbers.
type pairRows struct {
	masks, number [2]int
}

// fitsSparse reports whether the sparse join can count members with these rows.
func (s *side) fitsSparse(rows []uint32) bool {
	lines := max(s.x.Rows, s.x.Columns) - (s.queens - sparseLeaf)
	return len(rows) <= sparseMembers && s.queens >= sparseLeaf && lines <= sparseLines &&
		bits.OnesCount32(s.common(rows)) >= s.queens-sparseLeaf
}

func (s *side) newSparseGroup(rows []uint32) *sparseGroup {
	g := &sparseGroup{
		trunk: s.newTrunk(s.rowsFrom(s.common(rows))[:s.queens-sparseLeaf], 1<<s.x.Rows-1),
		set:   slices.Repeat([]int32{-1}, 1<<s.x.Columns), length: make([]uint64, len(rows)),
	}
	g.rows = slices.Concat(g.union, g.core)
	for i, row := range g.rows {
		for column := range s.x.Columns {
			g.squares = append(g.squares, g.squareOf(i*s.x.Columns+column, s.x.Key(row, column)))
		}
	}
	for _, r := range rows {
		r &^= g.taken
		first, second := bits.TrailingZeros32(r), bits.Len32(r)-1
		a, b := g.number[first], g.number[second]
		g.members = append(g.members, pairRows{
			masks:  [2]int{a * s.x.Columns * layout.VectorBytes, b * s.x.Columns * layout.VectorBytes},
			number: [2]int{a, b},
		})
	}
	g.measure(0, 0, 0)
	return g
}

// Bytes estimates the size of the group.
func (g *sparseGroup) Bytes() int64 { return int64(unsafe.Sizeof(columnSet{})) * int64(len(g.sets)) }

// setOf returns the index of the set that the columns of a prefix leave.
func (g *sparseGroup) setOf(columns uint32) int {
	if at := g.set[columns]; at >= 0 {
		return int(at)
	}
	all := uint32(1)<<g.x.Columns - 1
	c := columnSet{}
	list := slices.Collect(bitmath.Members(all &^ columns))
	for i, column := range list {
		c.columns[i] = uint16(layout.VectorBytes * column)
		for set := range 1 << 8 {
			c.numbers[column/8][set] |= uint8(set >> (column % 8) & 1 << i)
		}
	}
	for i := range c.labels {
		c.labels[i] = math.MaxUint16
	}
	for i, a := range list {
		for k, b := range list {
			label := int32(-1)
			if i != k {
				label = g.label[columns|1<<a|1<<b]
			}
			if label < 0 {
				continue
			}
			at := sparseLines*i + k
			c.labels[at] = uint16(label)
			for member, m := range g.members {
				first, second := g.union[m.number[0]], g.union[m.number[1]]
				if g.x.Key(first, a)&g.x.Key(second, b) == 0 {
					c.apart[member] |= 1 << at
				}
			}
		}
	}
	g.set[columns] = int32(len(g.sets))
	g.sets = append(g.sets, c)
	return len(g.sets) - 1
}

// measure adds the placements of each member below a prefix to their lengths.
func (g *sparseGroup) measure(depth int, key uint64, columns uint32) {
	if depth == len(g.core) {
		set := &g.sets[g.setOf(columns)]
		free := g.freeIn(set, key, columns)
		for i := range g.members {
			m := &g.members[i]
			g.length[i] += uint64(bits.OnesCount64(m.placements(free, set.apart[i])))
		}
		return
	}
	row := g.core[depth]
	for free := g.x.Free(row, columns, key); free != 0; free &= free - 1 {
		column := bits.TrailingZeros32(free)
		g.measure(depth+1, key|g.x.Key(row, column), columns|1<<column)
	}
}

// freeIn returns the numbers of the free columns where the prefix attacks no queen, a byte for each
// union row.
func (g *sparseGroup) freeIn(set *columnSet, key uint64, columns uint32) (rows uint64) {
	for i, row := range g.union {
		open := g.x.Free(row, columns, key)
		rows |= uint64(set.numbers[0][uint8(open)]|set.numbers[1][uint8(open>>8)]) << (8 * i)
	}
	return rows
}

// placements returns bit 8i+j for queens in the free columns i and j on the rows of the member, of
// those that are allowed.
func (m *pairRows) placements(free, allowed uint64) (placements uint64) {
	const each = 0x0101_0101_0101_0101
	second := free >> (8 * m.number[1]) & 0xff * each
	for first := free >> (8 * m.number[0]) & 0xff; first != 0; first &= first - 1 {
		placements |= 0xff << (8 * bits.TrailingZeros64(first))
	}
	return placements & second & allowed
}

// reached returns, by set, the placements of a member whose labels are below rows.
func (g *sparseGroup) reached(to *[]uint64, member, rows int) []uint64 {
	allowed := shelf.Zeros(to, len(g.sets))
	for i := range g.sets {
		set := &g.sets[i]
		for rest := set.apart[member]; rest != 0; rest &= rest - 1 {
			at := bits.TrailingZeros64(rest)
			allowed[i] |= uint64(int(set.labels[at])-rows) >> 63 << at
		}
	}
	return allowed
}
