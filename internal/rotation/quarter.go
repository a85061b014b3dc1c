package rotation

import (
	"math/bits"
	"slices"

	"queens/internal/bitmath"
)

// Orders of [NewQuarter]: 0 to MaxQuarter, except NoQuarter, whose words would have 67 bits.
const (
	MaxQuarter = 69
	NoQuarter  = 68
)

// Quarter is the product of the solutions that a quarter turn leaves unchanged. Their
// queens come in fours, each on a pair of lines, in one of two ways. Units are the sets of
// even lines that are paired with odd ones.
//
// Of orders 4j+1 a line is even if its distance is. Orders 4j number the distances 1, 3,
// 5, 7, ... as 0, -1, 1, -2, ...: 4a+1 up to sign, and a tells whether the line is even.
// There are j lines of either parity, the innermost first.
type Quarter struct {
	Order int
	Fours int // of queens off the centre, j
	Units []Unit

	lines   [2][]int      // even and odd ones: distances, or their numbers
	options [][]uint64    // of each even line: the odd lines
	like    [2][][]uint64 // matchings of a set of lines of either parity
	columns []Table       // by the number of pairs
}

// NewQuarter returns the product of order n, 0 to [MaxQuarter], but not [NoQuarter]. It has no
// units if 4 does not divide n or n-1.
func NewQuarter(n int) *Quarter {
	q := &Quarter{Order: n, Fours: n / 4}
	if n%4 > 1 {
		return q
	}
	for line := range 2 * q.Fours {
		a := line + 1
		if n%4 == 0 {
			a = line / 2
			if line%2 == 1 {
				a = -a - 1
			}
		}
		q.lines[a&1] = append(q.lines[a&1], a)
	}
	for _, a := range q.lines[0] {
		var row []uint64
		for i, b := range q.lines[1] {
			diff, sum := q.values(a, b)
			row = append(row, 1<<i|diff<<q.Fours|sum<<q.Fours)
		}
		q.options = append(q.options, row)
	}
	for parity := range q.like {
		q.like[parity] = q.matchings(q.lines[parity])
	}
	crowd := newCrowd(q.options)
	var others [33]uint64 // matchings of odd lines, by their number
	for set, list := range q.like[1] {
		others[bits.OnesCount(uint(set))] += uint64(len(list))
	}
	for pairs := range q.Fours + 1 {
		q.columns = append(q.columns, numbered(q.Fours, q.Fours/2, false, func(high int) int { return pairs - high }))
	}
	for even := range uint32(1) << q.Fours {
		left := q.Fours - bits.OnesCount32(even)
		if left%2 == 0 {
			b := q.Unlike(even)
			joins := uint64(len(q.Like(0, q.Others(even)))) * others[left]
			q.Units = append(q.Units, Unit{
				Lines: even, Weight: 1 << q.Fours,
				Work: crowd.nodes(b.Rows) + joins/16 + uint64(b.Cells) + 1<<8,
			})
		}
	}
	slices.SortStableFunc(q.Units, func(a, b Unit) int { return bits.OnesCount32(a.Lines) - bits.OnesCount32(b.Lines) })
	return q
}

// values returns the bits of the difference and of the sum of a pair of lines, both from bit 0 on
// and different. Pairs of like and of unlike parity of order 4j+1 have no value in common. Of order
// 4j they have sums in common, see [Quarter.Sums], and the queens of distances |4a+1| and |4b+1|
// stand on diagonals 2|a-b| and |2(a+b)+1|.
func (q *Quarter) values(a, b int) (diff, sum uint64) {
	d := max(a-b, b-a)
	if q.Order%4 == 1 {
		return 1 << (d / 2), 1 << ((a + b) / 2)
	}
	return 1 << (d / 2), 1 << (q.Fours + max(a+b, -a-b-1))
}

// Sums returns a word of [Quarter.Unlike] or of [Quarter.Like] without all that pairs of like and
// of unlike parity do not have in common: nothing is left of orders 4j+1.
func (q *Quarter) Sums(word uint64, unlike bool) uint64 {
	switch {
	case q.Order%4 == 1:
		return 0
	case unlike:
		return word >> (2 * q.Fours)
	default:
		return word >> q.Fours
	}
}

// Others returns the even lines, or the odd ones, that are not in a set.
func (q *Quarter) Others(set uint32) uint32 { return 1<<q.Fours - 1 - set }

// Unlike returns the board of the pairs of a set of even lines with as many odd
// ones, its columns.
func (q *Quarter) Unlike(even uint32) Board {
	b := Board{Table: q.columns[bits.OnesCount32(even)]}
	for row := range bitmath.Members(even) {
		b.Rows = append(b.Rows, q.options[row])
	}
	return b
}

// Like returns the ways to pair a set of lines with each other, even ones if parity
// is 0, odd ones if it is 1: the sums and differences of each. The list is not to be modified.
func (q *Quarter) Like(parity int, set uint32) []uint64 { return q.like[parity][set] }

func (q *Quarter) matchings(lines []int) [][]uint64 {
	list := make([][]uint64, 1<<len(lines))
	list[0] = []uint64{0}
	for set := uint32(1); set < 1<<len(lines); set++ {
		first, rest := bits.TrailingZeros32(set), bitmath.WithoutLowest(set)
		for second := range bitmath.Members(rest) {
			diff, sum := q.values(lines[first], lines[second])
			for _, word := range list[rest&^(1<<second)] {
				if word&(diff|sum) == 0 {
					list[set] = append(list[set], word|diff|sum)
				}
			}
		}
	}
	return list
}
