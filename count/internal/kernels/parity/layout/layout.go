// Package layout is what package parity and the generator of its assembly agree on.
package layout

// Sizes in memory.
const (
	VectorBytes = 64
	MaskStride  = 257 // masks of a vector; one extra so that masks of one square do not share a cache set
	MaxFirsts   = 64  // first pairs of a chunk
	LeftStride  = MaxFirsts + 1
	TestBytes   = 3
	CounterStep = 8 // between numbers of counters in a list
)

// Form is a set of vectors. In each of the first Bytes vectors each label has a slot of 8 lanes.
// The others have wider slots, of the given numbers of lanes, for the labels with the most
// remaining keys.
type Form struct {
	Bytes int
	Wider []int
}

// Vectors returns the number of vectors.
func (f Form) Vectors() int { return f.Bytes + len(f.Wider) }

// Forms has first the Plain ones, without wider slots. The others are ordered by cost, and the last
// one has the most lanes.
var Forms = [...]Form{
	{1, nil},
	{2, nil},
	{3, nil},
	{4, nil},
	{1, []int{16}},
	{1, []int{32}},
	{2, []int{16}},
	{2, []int{32}},
	{1, []int{32, 16}},
	{3, []int{32}},
	{2, []int{32, 16}},
	{1, []int{64, 32, 16}},
	{3, []int{32, 16}},
	{2, []int{64, 32, 16}},
	{3, []int{32, 32, 16}},
	{3, []int{64, 32, 32, 16}},
	{4, []int{64, 64, 32, 16}},
}

// Nearby are the forms of AVX2, whose wider slots are among the Region slots with that of their
// label. Two without wider slots come first; the others are ordered by cost, and the last one has
// the most lanes.
var Nearby = [...]Form{
	{1, nil},
	{2, nil},
	{1, []int{16}},
	{2, []int{16}},
	{3, []int{16}},
	{2, []int{32, 16}},
	{1, []int{64, 32, 16}},
}

// Region is a number of slots: 128 bits, within which AVX2 moves bytes.
const Region = 16

// MaxNeed is a number of slots of 8 lanes, more than any label has.
const MaxNeed = (4*8+64+64+32+16)/8 + 1

// Plain is the number of forms without wider slots.
const Plain = 4
