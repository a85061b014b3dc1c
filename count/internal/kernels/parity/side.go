package parity

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/internal/bitmath"
)

// MaxOrder is the largest order of a [Source]. The white sides of 32 have 61 diagonals in common,
// one more than leave room in a key for four bits of a label.
const MaxOrder = 31

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
	usual  int  // estimated placements of a list of y
	long   bool // they take too much memory at once

	rising, falling field // of packed keys
	labels          labelBits

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

func (s *Source) sidesOf(c *parity.Class) (sides [2]*side) {
	for colour, own := range c.Sides() {
		of := &side{
			x: own.X.Quarter, y: own.Y.Quarter, queens: own.X.Queens, turned: c.Board == parity.Turned,
			label: own.X.Label, sets: make([]uint32, own.X.Labels), number: own.Y.Label,
			blocks: (own.Y.Labels + slots - 1) / slots,
		}
		for columns, label := range own.X.Label {
			if label >= 0 {
				of.sets[label] = uint32(columns)
			}
		}
		of.setFields()
		of.usual = int(uint64(own.Y.Labels) * c.UsualList(own.Y.Queens) >> 8)
		of.long = of.usual > mostKeys
		of.lists = shelf.New(s.store, of.list)
		of.groups = shelf.New(s.store, func(key groupKey) *group {
			return of.newGroup(s.store, rowsIn(key.rows), key.shape, key.part)
		})
		of.sparses = shelf.New(s.store, func(rows string) *sparseGroup { return of.newSparseGroup(rowsIn(rows)) })
		sides[colour] = of
	}
	return sides
}

func (s *side) group(rows []uint32, of shape) *group {
	return s.groups.Get(groupKey{nameOf(rows), of, part{}})
}

func (s *side) sparseGroup(rows []uint32) *sparseGroup { return s.sparses.Get(nameOf(rows)) }

// nameOf returns the rows as a key of a shelf, four bytes each: a string of runes loses some of the
// rows of 16 squares.
func nameOf(rows []uint32) string {
	name := make([]byte, 0, 4*len(rows))
	for _, r := range rows {
		name = binary.LittleEndian.AppendUint32(name, r)
	}
	return string(name)
}

func rowsIn(name string) (rows []uint32) {
	for ; name != ""; name = name[4:] {
		rows = append(rows, binary.LittleEndian.Uint32([]byte(name[:4])))
	}
	return rows
}

// list is the placements of y on given rows, ordered by label, as packed keys. If all diagonals
// leave room for it, a key has its label in the block, otherwise the lowest bits.
type list struct {
	keys   []uint64
	starts []int // start of each part, and the end
}

const (
	partLabels = 1 << lowBits
	blockParts = slots / partLabels
)

// Bytes estimates the size of the list.
func (l *list) Bytes() int64 { return int64(8 * (len(l.keys) + len(l.starts))) }

func (s *side) list(rows uint32) *list { return s.listFrom(rows, s.y.First()) }

// pieces returns sets of squares for the first queen of y. The sparse join takes the placements
// with one after another: above order 28 all of them take gigabytes.
func (s *side) pieces() (first []uint32) {
	if !s.long {
		return []uint32{s.y.First()}
	}
	for square := range bitmath.Members(s.y.First()) {
		first = append(first, 1<<square)
	}
	return first
}

// mostKeys is the most keys of y that a sparse join has at once.
const mostKeys = 1 << 26

// listFrom is list with the first queen on one of the given squares.
func (s *side) listFrom(rows, first uint32) *list {
	memory := listMemories.Get().(*listMemory)
	defer listMemories.Put(memory)
	keys, labels := memory.keys[:0], memory.labels[:0]
	var place func(rows, columns uint32, key uint64)
	place = func(rows, columns uint32, key uint64) {
		if rows == 0 {
			if label := s.number[columns]; label >= 0 {
				keys, labels = append(keys, s.pack(key)|s.labels.of(int(label)%slots)), append(labels, label)
			}
			return
		}
		row := bits.TrailingZeros32(rows)
		free := s.y.Free(row, columns, key)
		if key == 0 {
			free &= first
		}
		for ; free != 0; free &= free - 1 {
			square := bits.TrailingZeros32(free)
			place(rows&(rows-1), columns|1<<s.y.Column(square), key|s.y.Key(row, square))
		}
	}
	place(rows, 0, 0)
	memory.keys, memory.labels = keys, labels
	next := shelf.Zeros(&memory.next, s.blocks*slots+1) // first, the start of each label
	for _, label := range labels {
		next[label+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	l := &list{keys: make([]uint64, len(keys))}
	for i := 0; i < len(next); i += partLabels {
		l.starts = append(l.starts, next[i])
	}
	for i, label := range labels {
		l.keys[next[label]] = keys[i]
		next[label]++
	}
	return l
}

// listMemory is what the makers of lists use one after another.
type listMemory struct {
	keys   []uint64
	labels []int32
	next   []int
}

var listMemories = sync.Pool{New: func() any { return new(listMemory) }}

// part returns the keys of the parts from and before to.
func (l *list) part(from, to int) []uint64 { return l.keys[l.starts[from]:l.starts[to]] }

func (l *list) block(number int) list {
	return list{l.keys, l.starts[blockParts*number:][:blockParts+1]}
}

// field is the diagonals of one direction that x and y have in common: their bits in a key, and
// their place in a packed one.
type field struct{ from, width, to int }

func (f field) pack(key uint64) uint64 { return key >> f.from & (1<<f.width - 1) << f.to }

func (f field) unpack(key uint64) uint64 { return key >> f.to & (1<<f.width - 1) << f.from }

// pack returns a key without the diagonals that only x or only y has.
func (s *side) pack(key uint64) uint64 { return s.rising.pack(key) | s.falling.pack(key) }

func (s *side) unpack(key uint64) uint64 { return s.rising.unpack(key) | s.falling.unpack(key) }

// squareOf returns a square with a number and the key of its diagonals.
func (s *side) squareOf(number int, key uint64) square {
	packed := s.pack(key)
	if packed == 0 { // only the smallest boards have such squares
		packed = 1 << unused
	}
	return newSquare(number, bits.TrailingZeros64(packed), bits.Len64(packed)-1)
}

func (s *side) width() int { return s.rising.width + s.falling.width }

func (s *side) setFields() {
	shared := s.x.Diagonals() & s.y.Diagonals()
	of := func(diagonals uint64) field {
		from := bits.TrailingZeros64(diagonals)
		return field{from: from, width: max(0, bits.Len64(diagonals)-from)}
	}
	s.rising, s.falling = of(shared&math.MaxUint32), of(shared&^math.MaxUint32)
	s.falling.to = s.rising.width
	switch {
	case s.width() > 64-lowBits:
		panic("parity: the sides of a colour have too many diagonals in common")
	case s.tight():
		s.labels = labelBits{low: 64 - lowBits}
	default:
		s.labels = usualBits
	}
}

// tight reports whether all diagonals leave no room for a label in the block. Then the two upper
// bits are in place of the diagonals of the first queen, which the remaining keys lack.
func (s *side) tight() bool { return s.width() > usualBits.low }

// lowBits is the number of bits of a label that are always in the key.
const lowBits = 4

// labelBits is where keys have the label in the block: the lowest bits from low on, and the two
// others.
type labelBits struct{ low, fifth, sixth int }

var usualBits = labelBits{58, 62, 63}

// unused is a bit that only keys of idle lanes have, unless sides have 58 diagonals in common.
const unused = 57

// of returns a label in its place, or its lowest bits if the others have none.
func (l labelBits) of(label int) uint64 {
	key := uint64(label%partLabels) << l.low
	if l.fifth != l.sixth {
		key |= l.upper(label / partLabels)
	}
	return key
}

// upper returns the upper two bits of a label in their places.
func (l labelBits) upper(part int) uint64 { return uint64(part&1)<<l.fifth | uint64(part>>1)<<l.sixth }

func (l labelBits) label(key uint64) int {
	return int(key>>(l.low&63)&(partLabels-1) | key>>(l.fifth&63)&1<<4 | key>>(l.sixth&63)&1<<5)
}

func (l labelBits) mask() uint64 { return l.of(slots - 1) }

// below returns the places of labels in the keys that a first queen leaves.
func (s *side) below(queen uint64) labelBits {
	if !s.tight() {
		return s.labels
	}
	return labelBits{s.labels.low, bits.TrailingZeros64(queen), bits.Len64(queen) - 1}
}

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
			kept += bits.OnesCount32(s.x.Free(row, 0, s.unpack(y.keys[i])))
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
