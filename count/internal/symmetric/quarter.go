package symmetric

import (
	"math/bits"
	"slices"

	"queens/internal/bitmath"
)

// MaxQuarter is the largest order of [NewQuarter].
const MaxQuarter = 69

// Quarter is the product of the solutions that a quarter turn leaves unchanged. Their queens come
// in fours, each on a pair of lines, in one of two ways. A unit is a set of even lines that are
// paired with odd ones.
//
// In orders 4j+1 a line is even if its distance is. Orders 4j number the distances 1, 3, 5, 7, ...
// as a = 0, -1, 1, -2, ..., so that 4a+1 is the distance up to sign, and a line is even if a is.
// There are j lines of either parity, the innermost first.
//
// A word has the sums and differences of some pairs of lines. In order 4j+1 they are numbers of one
// kind, which differ within a pair, and pairs of like and of unlike parity have none in common. In
// order 4j they are of two kinds, and pairs of like and of unlike parity have only sums in common.
type Quarter struct {
	Order int
	Fours int // of queens off the centre: j
	Units
	Sums uint64 // bits that pairs of like and of unlike parity can share

	lines   [2][]int   // even and odd ones: distances, or their numbers
	unlike  [][]uint64 // words of an even line and an odd one
	options [][]uint64 // the same, with the odd line as a column
	odd     [][]uint64 // words of two odd lines
	even    [][]uint64 // matchings of a set of even lines
	sets    []Table    // of lines of one parity, by their number
}

// NewQuarter returns the product of order n, 0 to [MaxQuarter]. It has no units unless 4 divides n
// or n-1.
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
	if n%4 == 0 {
		q.Sums = ^uint64(0) << q.Fours
	}
	q.unlike, q.odd = q.words(q.lines[0], q.lines[1]), q.words(q.lines[1], q.lines[1])
	for a, words := range q.unlike {
		q.options = append(q.options, nil)
		for b, word := range words {
			q.options[a] = append(q.options[a], word<<q.Fours|1<<b)
		}
	}
	q.even = matchings(q.words(q.lines[0], q.lines[0]))
	for lines := range q.Fours + 1 {
		q.sets = append(q.sets, numbered(q.Fours, q.Fours/2, false, func(high int) int { return lines - high }))
	}
	q.units()
	return q
}

// units estimates nodes of a search of the pairs of unlike parity, which overlooks the two largest
// sums of order 68.
func (q *Quarter) units() {
	crowd := newCrowd(q.options)
	var others [MaxQuarter/4 + 1]uint64 // matchings of odd lines, by the number of lines
	for set, list := range matchings(q.odd) {
		others[bits.OnesCount(uint(set))] += uint64(len(list))
	}
	for even := range uint32(1) << q.Fours {
		lines := bits.OnesCount32(even)
		if (q.Fours-lines)%2 == 0 {
			joins := uint64(len(q.even[q.Others(even)])) * others[q.Fours-lines]
			q.Units = append(q.Units, Unit{
				Lines: even, Weight: 1 << q.Fours,
				Work: crowd.nodes(chosen(q.options, even)) + joins/16 + uint64(q.sets[lines].Cells) + 1<<8,
			})
		}
	}
	slices.SortStableFunc(q.Units, func(a, b Unit) int { return bits.OnesCount32(a.Lines) - bits.OnesCount32(b.Lines) })
}

func chosen(rows [][]uint64, set uint32) (list [][]uint64) {
	for row := range bitmath.Members(set) {
		list = append(list, rows[row])
	}
	return list
}

// words returns the words of pairs of lines. In order 4j the queens of distances |4a+1| and |4b+1|
// are on diagonals 2|a-b| and |2(a+b)+1|.
func (q *Quarter) words(lines, others []int) (words [][]uint64) {
	for i, a := range lines {
		words = append(words, nil)
		for _, b := range others {
			diff, sum := max(a-b, b-a)/2, max(a+b, -a-b-1)
			if q.Order%4 == 1 {
				sum /= 2
			} else {
				sum += q.Fours
			}
			words[i] = append(words[i], 1<<diff|1<<sum)
		}
	}
	return words
}

// Others returns the complement of a set of lines of one parity.
func (q *Quarter) Others(set uint32) uint32 { return 1<<q.Fours - 1 - set }

// Unlike returns the pairings of a set of even lines with odd ones, from the innermost line or from
// the outermost.
func (q *Quarter) Unlike(even uint32, backwards bool) Growth {
	rows := chosen(q.unlike, even)
	if backwards {
		slices.Reverse(rows)
	}
	return Growth{
		First: []uint64{0}, Steps: len(rows), Columns: 1, Sets: q.sets,
		Step: func(i int, set uint32) (uint32, []uint64) { return set, rows[i] },
	}
}

// Board returns the pairings of a set of even lines with odd ones, its columns, in order 4j+1.
func (q *Quarter) Board(even uint32) Board {
	rows := chosen(q.options, even)
	return Board{Rows: rows, Table: q.sets[len(rows)]}
}

// Like returns the pairings within a set of even lines and within sets of as many odd ones. The
// inner lines come first, because they fit least often.
func (q *Quarter) Like(even uint32) Growth {
	return Growth{
		First: q.even[even], Steps: bits.OnesCount32(even) / 2, Columns: 2, Sets: q.sets,
		Step: func(_ int, set uint32) (uint32, []uint64) {
			last := bits.Len32(set) - 1
			return set &^ (1 << last), q.odd[last]
		},
	}
}

// Growth makes words of sets of columns in steps, each of which adds a column to a set, or two of
// which one is the last of the set. The words of a set are those of the set without the added
// columns, each combined with the option of a column if they share no bit. All are below 2^63.
type Growth struct {
	First   []uint64 // words of the empty set
	Steps   int
	Columns int     // that a step adds: 1 or 2
	Sets    []Table // number the sets, by their size

	// Step returns the columns of which step i can add one to make the set, and their options,
	// which are not 0.
	Step func(i int, set uint32) (columns uint32, options []uint64)
}

// Words returns the words of a set after some steps, in any order. It is the definition, and slow.
func (g *Growth) Words(steps int, set uint32) (words []uint64) {
	if steps == 0 {
		return slices.Clone(g.First)
	}
	columns, options := g.Step(steps-1, set)
	for column := range bitmath.Members(columns) {
		for _, word := range g.Words(steps-1, columns&^(1<<column)) {
			if word&options[column] == 0 {
				words = append(words, word|options[column])
			}
		}
	}
	return words
}

// matchings returns the words of all matchings of every set of lines.
func matchings(pairs [][]uint64) [][]uint64 {
	list := make([][]uint64, 1<<len(pairs))
	list[0] = []uint64{0}
	for set := uint32(1); set < 1<<len(pairs); set++ {
		first, rest := bits.TrailingZeros32(set), bitmath.WithoutLowest(set)
		for second := range bitmath.Members(rest) {
			pair := pairs[first][second]
			for _, word := range list[rest&^(1<<second)] {
				if word&pair == 0 {
					list[set] = append(list[set], word|pair)
				}
			}
		}
	}
	return list
}
