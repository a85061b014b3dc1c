package parity

import (
	"math/bits"
	"slices"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/internal/bitmath"
)

// MaxOrder is the largest order of a [Source]: larger keys have no room for the label in a block.
const MaxOrder = 28

// Colours.
const (
	white = iota
	black
	neither
)

// Source makes and caches the lists of an order. Counters on several goroutines may share it.
type Source struct {
	store *shelf.Store
	class func(queens int) *class
}

// NewSource returns a source for an order of any board, at most [MaxOrder], that caches lists in
// store.
func NewSource(of parity.Maker, store *shelf.Store) *Source {
	s := &Source{store: store}
	s.class = shelf.All(func(queens int) *class {
		c := of(queens)
		return &class{c, s.sidesOf(c)}
	})
	return s
}

type class struct {
	*parity.Class
	sides [2]*side
}

type side struct {
	x, y   parity.Quarter
	queens int // of a placement of x
	turned bool
	label  []int32  // of x, by set of columns; -1 if excluded
	sets   []uint32 // of columns, by label of x
	number []int32  // label of y, by set of columns
	blocks int
	usual  int // estimated placements of a list of y

	lists   *shelf.Shelf[uint32, *list] // by rows of y
	groups  *shelf.Shelf[groupKey, *group]
	sparses *shelf.Shelf[string, *sparseGroup] // by rows of all members
}

type groupKey struct {
	rows string // of all members
	shape
	part
}

// part is every of-th accumulator of a group from number on, or all of them.
type part struct{ number, of int }

func (s *Source) sidesOf(c *parity.Class) [2]*side {
	newSide := func(x, y parity.SquareKind, queens int, complement bool) *side {
		of := &side{
			x: c.Quarter(x), y: c.Quarter(y), queens: queens, turned: c.Board == parity.Turned,
			blocks: (len(c.Columns) + slots - 1) / slots,
		}
		others := queens
		if x == parity.EvenEven {
			others -= c.Order % 2
		}
		of.usual = int(uint64(len(c.Columns)) * c.UsualList(others) >> 8)
		labels := func(sets []parity.Set, board parity.Quarter) (labels []int32, columns []uint32) {
			labels = slices.Repeat([]int32{-1}, 1<<board.Columns)
			for i, set := range sets {
				columns = append(columns, set.Lines)
				if complement {
					columns[i] = (1<<board.Columns - 1) &^ set.Lines
				}
				labels[columns[i]] = int32(i)
			}
			return labels, columns
		}
		of.label, of.sets = labels(c.Rows, of.x)
		of.number, _ = labels(c.Columns, of.y)
		of.lists = shelf.New(s.store, of.list)
		of.groups = shelf.New(s.store, func(key groupKey) *group {
			return of.newGroup(s.store, rowsIn(key.rows), key.shape, key.part)
		})
		of.sparses = shelf.New(s.store, func(rows string) *sparseGroup { return of.newSparseGroup(rowsIn(rows)) })
		return of
	}
	return [2]*side{
		white: newSide(parity.EvenEven, parity.OddOdd, c.Queens, false),
		black: newSide(parity.OddEven, parity.EvenOdd, c.Even-c.Queens, true),
	}
}

func (s *side) group(rows []uint32, of shape) *group {
	return s.groups.Get(groupKey{nameOf(rows), of, part{}})
}

func (s *side) sparseGroup(rows []uint32) *sparseGroup { return s.sparses.Get(nameOf(rows)) }

func nameOf(rows []uint32) (name string) {
	for _, r := range rows {
		name += string(rune(r)) // at most 14 bits, which is below the first surrogate
	}
	return name
}

func rowsIn(name string) (rows []uint32) {
	for _, r := range name {
		rows = append(rows, uint32(r))
	}
	return rows
}

// list is the placements of y on given rows, ordered by label, as keys with the label in the block.
type list struct {
	keys   []uint64
	starts []int // start of each block, and the end
}

// Bytes estimates the size of the list.
func (l *list) Bytes() int64 { return int64(8 * (len(l.keys) + len(l.starts))) }

func (s *side) list(rows uint32) *list {
	keys, labels := make([]uint64, 0, s.usual), make([]int32, 0, s.usual)
	var place func(rows, columns uint32, key uint64)
	place = func(rows, columns uint32, key uint64) {
		if rows == 0 {
			if label := s.number[columns]; label >= 0 {
				keys, labels = append(keys, withLabel(key, int(label)%slots)), append(labels, label)
			}
			return
		}
		row := bits.TrailingZeros32(rows)
		free := s.y.Free(row, columns, key)
		if key == 0 {
			free &= s.y.First()
		}
		for ; free != 0; free &= free - 1 {
			square := bits.TrailingZeros32(free)
			place(rows&(rows-1), columns|1<<s.y.Column(square), key|s.y.Key(row, square))
		}
	}
	place(rows, 0, 0)
	next := make([]int, s.blocks*slots+1) // first, the start of each label
	for _, label := range labels {
		next[label+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	l := &list{keys: make([]uint64, len(keys))}
	for i := 0; i < len(next); i += slots {
		l.starts = append(l.starts, next[i])
	}
	for i, label := range labels {
		l.keys[next[label]] = keys[i]
		next[label]++
	}
	return l
}

func (l *list) block(number int) []uint64 { return l.keys[l.starts[number]:l.starts[number+1]] }

// The label of a key is in bits that no diagonal of [MaxOrder] uses: 28 to 31, 60 and 61.
func withLabel(key uint64, label int) uint64 {
	return key | uint64(label&15)<<28 | uint64(label>>4)<<60
}

func labelOf(key uint64) int { return int(key>>28&15 | key>>56&48) }

const labelBits = 15<<28 | 3<<60

// unused is a bit that only keys of idle lanes have.
const unused = 63

// lean adds to the outer rows of a shape the row that leaves most keys of y, if the members have a
// row in common that the core does not need.
func (s *side) lean(of shape, members []uint32, y *list) shape {
	common := s.common(members)
	if bits.OnesCount32(common) <= s.queens-of.leaf {
		return of
	}
	most, step := -1, len(y.keys)/512+1
	for row := range bitmath.Members(common) {
		kept := 0
		for i := 0; i < len(y.keys); i += step {
			kept += bits.OnesCount32(s.x.Free(row, 0, y.keys[i]))
		}
		if kept > most {
			most, of.outer = kept, 1<<row
		}
	}
	return of
}

// common returns the rows that all members have.
func (s *side) common(members []uint32) uint32 {
	rows := uint32(1)<<s.x.Rows - 1
	for _, r := range members {
		rows &= r
	}
	return rows
}

// trunk is the rows of a group: the core rows of the trie, by level, and the union rows, the others
// of its members.
type trunk struct {
	*side
	core, union []int
	taken       uint32 // core rows
	number      []int  // of each row among the union rows
}

func (s *side) newTrunk(core []int, all uint32) trunk {
	t := trunk{side: s, number: make([]int, s.x.Rows)}
	for _, r := range core {
		t.taken |= 1 << r
	}
	t.core = s.rowsFrom(t.taken)
	for r := range bitmath.Members(all &^ t.taken) {
		t.number[r] = len(t.union)
		t.union = append(t.union, r)
	}
	return t
}

// rowsFrom returns the rows of a set from the middle of the board outwards: queens there leave
// fewer keys.
func (s *side) rowsFrom(set uint32) (rows []int) {
	if s.turned {
		return slices.AppendSeq(rows, bitmath.Members(set))
	}
	for i := range s.x.Rows {
		row := (s.x.Rows - 1) / 2
		if i%2 == 1 {
			row += (i + 1) / 2
		} else {
			row -= i / 2
		}
		if row >= 0 && row < s.x.Rows && set>>row&1 == 1 {
			rows = append(rows, row)
		}
	}
	return rows
}
