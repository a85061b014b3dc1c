package puzzle

import (
	"iter"
	"math/bits"
	"strconv"

	"queens"
)

// set is a set of squares: bit row*n+column, at most 196.
type set [4]uint64

func (s *set) add(sq int)     { s[sq/64] |= 1 << (sq % 64) }
func (s *set) remove(sq int)  { s[sq/64] &^= 1 << (sq % 64) }
func (s set) has(sq int) bool { return s[sq/64]>>(sq%64)&1 == 1 }
func (s set) empty() bool     { return s == set{} }
func (s set) and(t set) set   { return set{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]} }
func (s set) or(t set) set    { return set{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]} }
func (s set) minus(t set) set { return set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]} }

func (s set) size() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

func (s set) first() int {
	for sq := range s.each() {
		return sq
	}
	panic("puzzle: first square of an empty set")
}

func (s set) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// board is what the rules and the generator know of a puzzle. Line i is row i, line n+i
// column i, line 2n+i region i: each has exactly one queen.
type board struct {
	n       int
	lines   []set      // n for each kind of line
	base    []set      // squares that a queen on each square attacks, regions left out
	attacks []set      // with regions
	at      [][3]uint8 // row, column and region of each square

	crossed set // the free squares for which on is right
	on      crossings
}

var lineKinds = [...]string{"row", "column", "region"}

func newBoard(k Kind, n int) *board {
	b := &board{
		n: n, lines: make([]set, 2*n), base: make([]set, n*n), attacks: make([]set, n*n),
		at: make([][3]uint8, n*n),
	}
	for sq := range n * n {
		r, c := sq/n, sq%n
		b.at[sq] = [3]uint8{uint8(r), uint8(c)}
		b.lines[r].add(sq)
		b.lines[n+c].add(sq)
		for other := range n * n {
			down, along := max(r-other/n, other/n-r), max(c-other%n, other%n-c)
			if other != sq && (down == 0 || along == 0 || down == along && (k.diagonals || down == 1)) {
				b.base[sq].add(other)
			}
		}
	}
	copy(b.attacks, b.base)
	return b
}

func (b *board) divide(region []int) {
	b.crossed, b.on = set{}, crossings{}
	b.lines = append(b.lines[:2*b.n], make([]set, b.n)...)
	for sq, i := range region {
		b.at[sq][2] = uint8(i)
		b.lines[2*b.n+i].add(sq)
	}
	for sq, i := range region {
		b.attacks[sq] = b.base[sq].or(b.lines[2*b.n+i])
		b.attacks[sq].remove(sq)
	}
}

func (b *board) linesOf(sq int) uint64 {
	at := b.at[sq]
	lines := uint64(1)<<at[0] | uint64(1)<<(b.n+int(at[1]))
	if len(b.lines) > 2*b.n {
		lines |= 1 << (2*b.n + int(at[2]))
	}
	return lines
}

func (b *board) square(sq int) queens.Square { return queens.Square{Row: sq / b.n, Col: sq % b.n} }

func (b *board) squares(s set) (list []queens.Square) {
	for sq := range s.each() {
		list = append(list, b.square(sq))
	}
	return list
}

func (b *board) setOf(list []queens.Square) (s set) {
	for _, sq := range list {
		s.add(sq.Row*b.n + sq.Col)
	}
	return s
}

// names returns the names of lines of one kind: "rows 3 and 4".
func (b *board) names(lines uint64) string {
	var words []string
	kind := 0
	for ; lines != 0; lines &= lines - 1 {
		i := bits.TrailingZeros64(lines)
		if kind = i / b.n; kind == 2 {
			words = append(words, regionName(i%b.n))
		} else {
			words = append(words, strconv.Itoa(i%b.n+1))
		}
	}
	noun := lineKinds[kind]
	if len(words) > 1 {
		noun += "s"
	}
	return noun + " " + join(words, ", ", "and")
}

func regionName(i int) string { return string(rune('A' + i)) }

type state struct {
	*board
	free   set    // squares that may have one of the missing queens
	open   uint64 // lines without a queen
	queens set
}

func (b *board) start(given, blocked set) state {
	s := state{board: b, open: 1<<len(b.lines) - 1}
	for _, row := range b.lines[:b.n] {
		s.free = s.free.or(row)
	}
	s.free = s.free.minus(blocked)
	for sq := range given.each() {
		s.place(sq)
	}
	return s
}

func (s *state) place(sq int) {
	s.queens.add(sq)
	s.free = s.free.minus(s.attacks[sq])
	s.free.remove(sq)
	s.open &^= s.linesOf(sq)
}

func (s *state) openLines() iter.Seq2[int, set] {
	return func(yield func(int, set) bool) {
		for open := s.open; open != 0; open &= open - 1 {
			i := bits.TrailingZeros64(open)
			if !yield(i, s.lines[i].and(s.free)) {
				return
			}
		}
	}
}

// stuck returns a line without a queen and without a free square, or -1.
func (s *state) stuck() int {
	for i, free := range s.openLines() {
		if free.empty() {
			return i
		}
	}
	return -1
}
