package complete

import (
	"cmp"
	"context"
	"slices"

	"queens"
)

// sums lets a dfs also fill diagonals that cannot stay empty, on boards with few usable diagonals.
//
// The open rows and columns determine three sums over the missing queens: of row + column, of row -
// column, and of the squares of both. If the usable diagonals of one kind are far from the centre,
// those of the other kind must be near it.
type sums struct {
	sum     [2]int        // of row + column and of row - column
	squares int           // of both
	needed  []int32       // diagonals that cannot stay empty
	usable  [2][]diagonal // nearest to the mean first
}

type diagonal struct {
	line  int32
	value int // row + column, or row - column
	far   int // squared, scaled distance from the mean
}

// lineShare is the number of queens that the other search places per queen of a dfs with sums, so
// that both take about the same time.
const lineShare = 4

// lineUnit is the budget in queens of the shortest run of a dfs with sums. Runs often succeed soon
// or never.
const lineUnit = 1000

// newSums returns the sums of a regular board if it has few usable diagonals of a kind, otherwise
// nil. The bound on the order keeps them below 2^63.
func newSums(b *board) *sums {
	if b.topology != queens.Regular || b.n > maxMatched ||
		!b.few(min(len(b.usable(queens.Rising)), len(b.usable(queens.Falling)))) {
		return nil
	}
	t := &sums{}
	for i := range b.m {
		t.add(queens.Square{Row: int(b.rows[i]), Col: int(b.cols[i])}, 1)
	}
	return t
}

func (b *board) few(usable int) bool { return usable <= b.m+b.m/8+2 }

func (t *sums) add(sq queens.Square, queens int) {
	t.sum[0] += queens * (sq.Row + sq.Col)
	t.sum[1] += queens * (sq.Row - sq.Col)
	t.squares += queens * 2 * (sq.Row*sq.Row + sq.Col*sq.Col)
}

// newSecondSearch returns a dfs with sums or beliefs, or nil if neither helps on the board.
func newSecondSearch(b *board) *dfs {
	if sums := newSums(b); sums != nil {
		return newDFS(b, sums)
	}
	beliefs := newBeliefs(b)
	if beliefs == nil {
		return nil
	}
	s := newDFS(b, nil)
	s.beliefs = beliefs
	return s
}

// catchUp searches until it has placed its share, given the queens of the other search. The budget
// of run k is that of the shortest run times the largest power of two that divides k.
func (s *dfs) catchUp(ctx context.Context, seed, placed uint64, found func(placed []int32) bool) outcome {
	unit, nodes := uint64(lineUnit), placed/lineShare
	if s.beliefs != nil {
		unit, nodes = firstRun(s.m), placed/beliefShare
	}
	why := spent
	for why == spent && s.nodes < nodes {
		s.runs++
		why = s.run(ctx, seed+s.runs, min(unit*(s.runs&-s.runs), nodes-s.nodes), found)
	}
	return why
}

func (s *dfs) appendDiagonal(line int32) {
	line -= int32(2 * s.m)
	for i, row := range s.rows {
		col := line - row
		if falling := line - int32(2*s.n); falling >= 0 {
			col = row - falling + int32(s.n) - 1
		}
		if j := s.col[int32(s.n)+col]; j >= 0 {
			if sq := int32(i*s.m) + j; s.free[sq] {
				s.choice = append(s.choice, sq)
			}
		}
	}
}

func (s *dfs) clear(d diagonal) {
	first := len(s.choice)
	s.appendSquares(d.line)
	for _, sq := range s.choice[first:] {
		s.remove(sq, sq/int32(s.m), sq%int32(s.m))
	}
	s.choice = s.choice[:first]
}

// propagate removes the squares of diagonals that cannot have a queen, and finds those that need
// one. It returns false if a sum excludes a completion.
//
// With r missing queens, distances from the mean of their diagonals are scaled by r to be integers.
// The squared distances of both kinds have a fixed sum. gap is its excess over the minimum, given
// by the r nearest diagonals of each kind.
func (s *dfs) propagate() bool {
	r, t := s.lines/2, s.sums
again:
	gap := r*r*t.squares - r*t.sum[0]*t.sum[0] - r*t.sum[1]*t.sum[1]
	for kind := range t.usable {
		part, total := t.usable[kind][:0], 0
		first := 2*s.m + kind*2*s.n
		for index, count := range s.count[first : first+2*s.n] {
			if count > 0 {
				value := index - kind*(s.n-1)
				far := r*value - t.sum[kind]
				part, total = append(part, diagonal{int32(first + index), value, far * far}), total+value
			}
		}
		t.usable[kind] = part
		if len(part) < r {
			return false
		}
		slices.SortFunc(part, func(a, b diagonal) int { return cmp.Compare(a.far, b.far) })
		for _, d := range part[:r] {
			gap -= d.far
		}
		excess := total - t.sum[kind] // sum of the diagonals that stay empty
		switch len(part) - r {
		case 0:
			if excess != 0 {
				return false
			}
		case 1:
			i := slices.IndexFunc(part, func(d diagonal) bool { return d.value == excess })
			if i < 0 {
				return false
			}
			s.clear(part[i])
			goto again
		}
	}
	if gap < 0 {
		return false
	}
	t.needed = t.needed[:0]
	for _, part := range t.usable {
		trail := len(s.trail)
		for _, d := range part[r:] {
			if d.far-part[r-1].far > gap {
				s.clear(d)
			}
		}
		if len(s.trail) > trail {
			goto again
		}
		for _, d := range part[:r] {
			if len(part) == r || part[r].far-d.far > gap {
				t.needed = append(t.needed, d.line)
			}
		}
	}
	return true
}
