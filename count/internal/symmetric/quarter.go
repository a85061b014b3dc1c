package symmetric

import (
	"math/bits"
	"slices"

	"queens/internal/bitmath"
)

// MaxQuarter is the largest order of [NewQuarter].
const MaxQuarter = 69

// Bits of a word of a [Board].
const wordBits = 63

// Quarter is the product of the solutions that a quarter turn leaves unchanged. Their queens come
// in fours, each on a pair of lines, in one of two ways. A unit is a set of even lines that are
// paired with odd ones.
//
// In orders 4j+1 a line is even if its distance is. Orders 4j number the distances 1, 3, 5, 7, ...
// as a = 0, -1, 1, -2, ..., so that 4a+1 is the distance up to sign, and a line is even if a is.
// There are j lines of either parity, the innermost first.
type Quarter struct {
	Order int
	Fours int // of queens off the centre: j
	Units

	lines   [2][]int      // even and odd ones: distances, or their numbers
	options [][]option    // of each even line: the odd lines
	apart   []uint64      // sums that are not in words, largest first
	like    [2][][]uint64 // matchings of a set of lines of either parity
	columns []Table       // by the number of pairs
}

type option struct {
	word uint64
	sum  uint64 // in orders 4j, as in Sums
}

// NewQuarter returns the product of order n, 0 to [MaxQuarter]. It has no units unless 4 divides n
// or n-1.
func NewQuarter(n int) *Quarter { return newQuarter(n, wordBits) }

// newQuarter limits words to room bits.
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
	var others [33]uint64 // matchings of odd lines, by the number of lines
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

// values returns the difference and the sum of a pair of lines, numbered from 0.
//
// In order 4j+1 sums and differences are numbers of one kind, which differ within a pair. Pairs of
// like and of unlike parity have none in common. In order 4j they are of two kinds, and pairs of
// like and of unlike parity have only sums in common, see [Quarter.Sums]. The queens of distances
// |4a+1| and |4b+1| are on diagonals 2|a-b| and |2(a+b)+1|.
func (q *Quarter) values(a, b int) (diff, sum int) {
	diff, sum = max(a-b, b-a)/2, max(a+b, -a-b-1)
	if q.Order%4 == 1 {
		sum /= 2
	}
	return diff, sum
}

// sumBit is the bit of the sum 0 in words of pairs of unlike parity in order 4j.
func (q *Quarter) sumBit() int { return max(0, 2*q.Fours-1) }

// unlike returns the pair of the even line a and the i-th odd line b. In order 4j one pair has the
// largest difference and one has the largest sum. No pair of like parity has them, so neither is in
// the words.
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

// Sums reduces a word of [Quarter.Unlike] or of [Quarter.Like] to the sums that pairs of like and
// of unlike parity can share: none in orders 4j+1.
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

// Others returns the complement of a set of lines of one parity.
func (q *Quarter) Others(set uint32) uint32 { return 1<<q.Fours - 1 - set }

// Case is the pairings of a set of even lines with odd ones that have certain sums which are not in
// the words of the board.
type Case struct {
	Board
	Sums uint64
}

// Unlike returns the pairings of a set of even lines with odd ones, its columns. Only order 68 has
// several cases, because columns, differences and sums take 65 bits: for each of the two largest
// sums, either no pair has it or a certain pair does, which comes first and excludes most others.
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
					others := slices.Delete(slices.Clone(without), i, i+1)
					divide(slices.Insert(others, 0, []option{o}), sums|o.sum, apart[1:])
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

// Like returns the pairings within a set of lines, even ones if parity is 0, odd ones if it is 1,
// as words of sums and differences. The caller must not modify the list.
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
