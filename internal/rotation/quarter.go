package rotation

import (
	"math/bits"
	"slices"

	"queens/internal/bitmath"
)

// MaxQuarter is the largest order of [NewQuarter].
const MaxQuarter = 69

// wordBits is how many bits the words of a [Board] have.
const wordBits = 63

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
	options [][]option    // of each even line: the odd lines
	apart   []uint64      // the sums that are in no word, largest first
	like    [2][][]uint64 // matchings of a set of lines of either parity
	columns []Table       // by the number of pairs
}

// option is a pair of an even line with an odd one.
type option struct {
	word uint64
	sum  uint64 // in orders 4j, as in Sums
}

// NewQuarter returns the product of order n, 0 to [MaxQuarter]. It has no units if 4 does not
// divide n or n-1.
func NewQuarter(n int) *Quarter { return newQuarter(n, wordBits) }

// newQuarter returns the product with words of at most so many bits.
func newQuarter(n, room int) *Quarter {
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
	for sum := 2*q.Fours - 3; n%4 == 0 && sum >= max(0, room-q.sumBit()); sum-- {
		q.apart = append(q.apart, 1<<sum)
	}
	for _, a := range q.lines[0] {
		var row []option
		for i, b := range q.lines[1] {
			row = append(row, q.unlike(i, a, b))
		}
		q.options = append(q.options, row)
	}
	for parity := range q.like {
		q.like[parity] = q.matchings(q.lines[parity])
	}
	crowd := newCrowd(words(q.options))
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
			rows := words(q.rows(even))
			joins := uint64(len(q.Like(0, q.Others(even)))) * others[left]
			q.Units = append(q.Units, Unit{
				Lines: even, Weight: 1 << q.Fours,
				Work: crowd.nodes(rows) + joins/16 + uint64(q.columns[len(rows)].Cells) + 1<<8,
			})
		}
	}
	slices.SortStableFunc(q.Units, func(a, b Unit) int { return bits.OnesCount32(a.Lines) - bits.OnesCount32(b.Lines) })
	return q
}

// values returns the difference and the sum of a pair of lines as numbers from 0 on. Of order 4j+1
// they are numbers of one kind, different for one pair, and pairs of like and of unlike parity have
// none in common. Of order 4j they are of two kinds, pairs of like and of unlike parity have only
// sums in common, see [Quarter.Sums], and the queens of distances |4a+1| and |4b+1| stand on
// diagonals 2|a-b| and |2(a+b)+1|.
func (q *Quarter) values(a, b int) (diff, sum int) {
	diff, sum = max(a-b, b-a)/2, max(a+b, -a-b-1)
	if q.Order%4 == 1 {
		sum /= 2
	}
	return diff, sum
}

// sumBit is the bit of the sum 0 in the words of pairs of unlike parity of order 4j.
func (q *Quarter) sumBit() int { return max(0, 2*q.Fours-1) }

// unlike returns the pair of the even line a with the odd line b, the i-th one. Of order 4j one
// pair has the largest difference and one has the largest sum, which no pair of like parity has:
// neither is in the words.
func (q *Quarter) unlike(i, a, b int) option {
	diff, sum := q.values(a, b)
	if q.Order%4 == 1 {
		return option{word: 1<<i | (1<<diff|1<<sum)<<q.Fours}
	}
	o := option{1 << i, 1 << sum}
	if diff < q.Fours-1 {
		o.word |= 1 << (q.Fours + diff)
	}
	if sum < 2*q.Fours-2-len(q.apart) {
		o.word |= 1 << (q.sumBit() + sum)
	}
	return o
}

// Sums returns a word of [Quarter.Unlike] or of [Quarter.Like] without all that pairs of like and
// of unlike parity do not have in common: nothing is left of orders 4j+1.
func (q *Quarter) Sums(word uint64, unlike bool) uint64 {
	switch {
	case q.Order%4 == 1:
		return 0
	case unlike:
		return word >> q.sumBit()
	default:
		return word >> q.Fours
	}
}

// Others returns the even lines, or the odd ones, that are not in a set.
func (q *Quarter) Others(set uint32) uint32 { return 1<<q.Fours - 1 - set }

// Case is some of the ways to pair a set of even lines with odd ones: all of them have certain sums
// that are not in the words of the board.
type Case struct {
	Board
	Sums uint64
}

// Unlike returns the ways to pair a set of even lines with as many odd ones, its columns. There are
// several cases in order 68 alone, where columns, differences and sums take 65 bits: for each of
// the two largest sums, no pair has it or a certain one has.
func (q *Quarter) Unlike(even uint32) (cases []Case) {
	var divide func(rows [][]option, sums uint64, apart []uint64)
	divide = func(rows [][]option, sums uint64, apart []uint64) {
		if len(apart) == 0 {
			cases = append(cases, Case{Board{Rows: words(rows), Table: q.columns[len(rows)]}, sums})
			return
		}
		without := make([][]option, len(rows))
		for i, row := range rows {
			without[i] = slices.DeleteFunc(slices.Clone(row), func(o option) bool { return o.sum == apart[0] })
		}
		divide(without, sums, apart[1:])
		for i, row := range rows {
			for _, o := range row {
				if o.sum == apart[0] {
					with := slices.Clone(without)
					with[i] = []option{o}
					divide(with, sums|o.sum, apart[1:])
				}
			}
		}
	}
	divide(q.rows(even), 0, q.apart)
	return cases
}

func (q *Quarter) rows(even uint32) (rows [][]option) {
	for row := range bitmath.Members(even) {
		rows = append(rows, q.options[row])
	}
	return rows
}

func words(rows [][]option) [][]uint64 {
	list := make([][]uint64, len(rows))
	for i, row := range rows {
		for _, o := range row {
			list[i] = append(list[i], o.word)
		}
	}
	return list
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
			if q.Order%4 == 0 {
				sum += q.Fours
			}
			pair := uint64(1)<<diff | 1<<sum
			for _, word := range list[rest&^(1<<second)] {
				if word&pair == 0 {
					list[set] = append(list[set], word|pair)
				}
			}
		}
	}
	return list
}
