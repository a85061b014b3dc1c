package puzzle

import (
	"iter"
	"math/bits"
	"strconv"

	"queens"
	"queens/internal/humanize"
)

// words are the bits of a set of squares, bit row*n+column: of boards up to order 16, which is
// faster, or up to Largest.
type words interface{ small | large }

type (
	small [4]uint64
	large [11]uint64
)

type set[W words] struct{ w W }

func (s *set[W]) add(sq int)     { s.w[sq/64] |= 1 << (sq % 64) }
func (s *set[W]) remove(sq int)  { s.w[sq/64] &^= 1 << (sq % 64) }
func (s set[W]) has(sq int) bool { return s.w[sq/64]>>(sq%64)&1 == 1 }
func (s set[W]) empty() bool     { return s == set[W]{} }

func (s set[W]) and(t set[W]) set[W] {
	for i := range len(s.w) {
		s.w[i] &= t.w[i]
	}
	return s
}

func (s set[W]) or(t set[W]) set[W] {
	for i := range len(s.w) {
		s.w[i] |= t.w[i]
	}
	return s
}

func (s set[W]) minus(t set[W]) set[W] {
	for i := range len(s.w) {
		s.w[i] &^= t.w[i]
	}
	return s
}

func (s set[W]) size() (n int) {
	for i := range len(s.w) {
		n += bits.OnesCount64(s.w[i])
	}
	return n
}

func (s set[W]) first() int {
	for sq := range s.each() {
		return sq
	}
	panic("puzzle: first square of an empty set")
}

func (s set[W]) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range len(s.w) {
			for word := s.w[i]; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// board is what the rules and the generator know of a puzzle. Line i is row i, line n+i
// column i, line 2n+i region i: each has exactly one queen.
type board[W words] struct {
	n       int
	rules   []rule[W]
	lines   []set[W]   // n for each kind of line
	base    []set[W]   // squares that a queen on each square attacks, regions left out
	attacks []set[W]   // with regions
	at      [][3]uint8 // row, column and region of each square
	beside  [][]int    // up to four squares

	crossed set[W] // the free squares for which on is right
	on      crossings
}

var lineKinds = [...]string{"row", "column", "region"}

// lines are sets of rows, columns and regions.
type lines [len(lineKinds)]uint32

func newBoard[W words](kind string, n int) *board[W] {
	b := &board[W]{
		n: n, rules: table[W](), lines: make([]set[W], 2*n), base: make([]set[W], n*n),
		attacks: make([]set[W], n*n), at: make([][3]uint8, n*n), beside: make([][]int, n*n),
	}
	for sq := range n * n {
		r, c := sq/n, sq%n
		b.at[sq] = [3]uint8{uint8(r), uint8(c)}
		b.lines[r].add(sq)
		b.lines[n+c].add(sq)
		for other := range n * n {
			down, along := max(r-other/n, other/n-r), max(c-other%n, other%n-c)
			if other != sq && (down == 0 || along == 0 || down == along && (kind != Regions || down == 1)) {
				b.base[sq].add(other)
			}
			if down+along == 1 {
				b.beside[sq] = append(b.beside[sq], other)
			}
		}
	}
	copy(b.attacks, b.base)
	return b
}

func (b *board[W]) divide(region []int) {
	b.crossed, b.on = set[W]{}, crossings{}
	b.lines = append(b.lines[:2*b.n], make([]set[W], b.n)...)
	for sq, i := range region {
		b.at[sq][2] = uint8(i)
		b.lines[2*b.n+i].add(sq)
	}
	for sq, i := range region {
		b.attacks[sq] = b.base[sq].or(b.lines[2*b.n+i])
		b.attacks[sq].remove(sq)
	}
}

func (b *board[W]) square(sq int) queens.Square { return queens.Square{Row: sq / b.n, Col: sq % b.n} }

func (b *board[W]) squares(s set[W]) (list []queens.Square) {
	for sq := range s.each() {
		list = append(list, b.square(sq))
	}
	return list
}

func (b *board[W]) setOf(list []queens.Square) (s set[W]) {
	for _, sq := range list {
		s.add(sq.Row*b.n + sq.Col)
	}
	return s
}

// names returns the names of lines of one kind: "rows 3 and 4".
func (l lines) names() string {
	var words []string
	noun := ""
	for kind, set := range l {
		for ; set != 0; set &= set - 1 {
			i := bits.TrailingZeros32(set)
			if noun = lineKinds[kind]; kind == 2 {
				words = append(words, regionName(i))
			} else {
				words = append(words, strconv.Itoa(i+1))
			}
		}
	}
	if len(words) > 1 {
		noun += "s"
	}
	return noun + " " + humanize.Join(words, ", ", "and")
}

const regionNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

func regionName(i int) string { return regionNames[i : i+1] }

type state[W words] struct {
	*board[W]
	free   set[W] // squares that may have one of the missing queens
	open   lines  // without a queen
	queens set[W]
}

func (b *board[W]) start(given, blocked set[W]) state[W] {
	s := state[W]{board: b}
	for kind := range len(b.lines) / b.n {
		s.open[kind] = 1<<b.n - 1
	}
	s.free = b.union(1<<b.n-1, 0).minus(blocked)
	for sq := range given.each() {
		s.place(sq)
	}
	return s
}

func (s *state[W]) place(sq int) {
	s.queens.add(sq)
	s.free = s.free.minus(s.attacks[sq])
	s.free.remove(sq)
	for kind, i := range s.at[sq] {
		s.open[kind] &^= 1 << i
	}
}

func (s *state[W]) solved() bool { return s.open[0] == 0 }

// openLines yields the free squares of each line without a queen, and its number.
func (s *state[W]) openLines() iter.Seq2[int, set[W]] {
	return func(yield func(int, set[W]) bool) {
		for kind, open := range s.open {
			for ; open != 0; open &= open - 1 {
				i := kind*s.n + bits.TrailingZeros32(open)
				if !yield(i, s.lines[i].and(s.free)) {
					return
				}
			}
		}
	}
}

// line returns the set of one line, which has this number.
func (b *board[W]) line(i int) (l lines) {
	l[i/b.n] = 1 << (i % b.n)
	return l
}

// stuck returns a line without a queen and without a free square, or -1.
func (s *state[W]) stuck() int {
	for i, free := range s.openLines() {
		if free.empty() {
			return i
		}
	}
	return -1
}
