package complete

import (
	"cmp"
	"context"
	"slices"

	"queens"
)

// lineShare is the number of queens that the other search places per queen of a lineDFS, so that
// both take about the same time.
const lineShare = 4

// lineUnit is the budget in queens of the shortest run of a lineDFS. Runs often succeed soon or
// never.
const lineUnit = 1000

// lineDFS is dfs for boards with few usable diagonals: it also fills diagonals that cannot stay
// empty.
//
// The open rows and columns determine three sums over the missing queens: of row + column, of row -
// column, and of the squares of both. If the usable diagonals of one kind are far from the centre,
// those of the other kind must be near it.
type lineDFS struct {
	*board
	walk
	free    []bool
	lines   [4][]crossing
	alive   [4]int         // open lines with a free square
	left    int            // missing queens
	sum     [2]int         // over the missing queens: of row + column and of row - column
	squares int            // sum of the squares of both
	trail   []int32        // removed squares, latest last
	choice  []int32        // squares to try, for all nodes on the path
	sorted  [2][]*crossing // scratch: usable diagonals, nearest to the mean first
	runs    uint64         // so far
}

type crossing struct {
	value   int // of a diagonal: row + column, or row - column
	squares []int32
	count   int  // of the free squares
	closed  bool // with a queen
	fails   int  // number of times that its squares ran out
	far     int  // of a diagonal: squared, scaled distance from the mean
}

// newLineDFS returns a search of a regular board if it has few usable diagonals of a kind,
// otherwise nil. The bound on the order keeps its sums below 2^63.
func newLineDFS(b *board) *lineDFS {
	if b.topology != queens.Regular || b.n > maxMatched {
		return nil
	}
	s := &lineDFS{board: b, free: slices.Clone(b.free), left: b.m}
	for kind := range s.lines {
		s.lines[kind] = make([]crossing, 2*b.n)
	}
	for i := range b.m {
		row, col := int(b.rows[i]), int(b.cols[i])
		s.count(row, col, 1)
	}
	for sq, free := range b.free {
		if free {
			for kind, line := range s.through(int32(sq)) {
				line.squares = append(line.squares, int32(sq))
				if line.count++; line.count == 1 {
					s.alive[kind]++
				}
			}
		}
	}
	for kind := queens.Rising; kind <= queens.Falling; kind++ {
		for index := range s.lines[kind] {
			s.lines[kind][index].value = index - int(kind-queens.Rising)*(b.n-1)
		}
	}
	if !b.few(min(s.alive[queens.Rising], s.alive[queens.Falling])) {
		return nil
	}
	return s
}

func (b *board) few(usable int) bool { return usable <= b.m+b.m/8+2 }

func (s *lineDFS) count(row, col, queens int) {
	s.sum[0] += queens * (row + col)
	s.sum[1] += queens * (row - col)
	s.squares += queens * 2 * (row*row + col*col)
}

func (s *lineDFS) through(sq int32) [4]*crossing {
	i, j := int(sq)/s.m, int(sq)%s.m
	row, col := int(s.rows[i]), int(s.cols[j])
	return [4]*crossing{&s.lines[0][i], &s.lines[1][j], &s.lines[2][row+col], &s.lines[3][row-col+s.n-1]}
}

// catchUp searches until it has placed nodes queens in all. The budget of run k is lineUnit times
// the largest power of two that divides k.
func (s *lineDFS) catchUp(ctx context.Context, seed, nodes uint64, found func(placed []int32) bool) outcome {
	why := spent
	for why == spent && s.nodes < nodes {
		s.runs++
		why = s.run(ctx, seed+s.runs, min(lineUnit*(s.runs&-s.runs), nodes-s.nodes), found)
	}
	return why
}

// placedSoFar is 0 for no search.
func (s *lineDFS) placedSoFar() uint64 {
	if s == nil {
		return 0
	}
	return s.nodes
}

func (s *lineDFS) run(ctx context.Context, seed, budget uint64, found func(placed []int32) bool) outcome {
	s.begin(seed, budget, found)
	s.extend(ctx)
	return s.why
}

func (s *lineDFS) extend(ctx context.Context) (more bool) {
	if s.left == 0 {
		return s.full()
	}
	mark := len(s.trail)
	line := s.propagate()
	if line == nil {
		s.undo(mark)
		return true
	}
	first := len(s.choice)
	for _, sq := range line.squares {
		if s.free[sq] {
			s.choice = append(s.choice, sq)
		}
	}
	choice := s.choice[first:]
	s.shuffled(choice)
	for k := range choice {
		if !s.node(ctx) {
			break
		}
		sq, mark := s.choice[first+k], len(s.trail)
		s.put(sq)
		more := s.extend(ctx)
		s.undo(mark)
		s.lift(sq)
		if !more {
			break
		}
	}
	s.choice = s.choice[:first]
	s.undo(mark)
	line.fails++
	return s.why == exhausted
}

func (s *lineDFS) put(sq int32) {
	at := s.square(sq)
	s.count(at.Row, at.Col, -1)
	s.left--
	s.placed = append(s.placed, sq)
	for kind, line := range s.through(sq) {
		line.closed = true
		s.alive[kind]--
	}
	for _, line := range s.through(sq) {
		s.clear(line)
	}
}

func (s *lineDFS) lift(sq int32) {
	at := s.square(sq)
	s.count(at.Row, at.Col, 1)
	s.left++
	s.placed = s.placed[:len(s.placed)-1]
	for kind, line := range s.through(sq) {
		line.closed = false
		s.alive[kind]++
	}
}

func (s *lineDFS) clear(line *crossing) {
	for _, sq := range line.squares {
		if !s.free[sq] {
			continue
		}
		s.free[sq] = false
		s.trail = append(s.trail, sq)
		for kind, line := range s.through(sq) {
			if line.count--; line.count == 0 && !line.closed {
				s.alive[kind]--
				line.fails++
			}
		}
	}
}

func (s *lineDFS) undo(mark int) {
	for _, sq := range s.trail[mark:] {
		s.free[sq] = true
		for kind, line := range s.through(sq) {
			if line.count++; line.count == 1 && !line.closed {
				s.alive[kind]++
			}
		}
	}
	s.trail = s.trail[:mark]
}

// propagate removes diagonals that cannot have a queen. It returns the line to fill next, or nil if
// a line or a sum excludes a completion.
//
// With r missing queens, distances from the mean of their diagonals are scaled by r to be integers.
// The squared distances of both kinds have a fixed sum. gap is its excess over the minimum, given
// by the r nearest diagonals of each kind.
func (s *lineDFS) propagate() *crossing {
	r := s.left
again:
	for _, alive := range s.alive {
		if alive < r {
			return nil
		}
	}
	gap := r*r*s.squares - r*s.sum[0]*s.sum[0] - r*s.sum[1]*s.sum[1]
	var usable [2][]*crossing
	for kind := range usable {
		part, total := s.sorted[kind][:0], 0
		for i := range s.lines[kind+2] {
			if line := &s.lines[kind+2][i]; !line.closed && line.count > 0 {
				far := r*line.value - s.sum[kind]
				line.far, total, part = far*far, total+line.value, append(part, line)
			}
		}
		slices.SortFunc(part, func(a, b *crossing) int { return cmp.Compare(a.far, b.far) })
		for _, line := range part[:r] {
			gap -= line.far
		}
		s.sorted[kind], usable[kind] = part, part
		excess := total - s.sum[kind] // sum of the diagonals that stay empty
		switch len(part) - r {
		case 0:
			if excess != 0 {
				return nil
			}
		case 1:
			i := slices.IndexFunc(part, func(line *crossing) bool { return line.value == excess })
			if i < 0 {
				return nil
			}
			s.clear(part[i])
			goto again
		}
	}
	if gap < 0 {
		return nil
	}
	var best *crossing
	consider := func(line *crossing) {
		if best == nil || best.count > 1 && (line.count == 1 || line.count*(best.fails+1) < best.count*(line.fails+1)) {
			best = line
		}
	}
	for kind := range 2 {
		for i := range s.m {
			if line := &s.lines[kind][i]; !line.closed {
				consider(line)
			}
		}
	}
	for kind, part := range usable {
		for _, line := range part[r:] {
			if line.far-part[r-1].far > gap {
				s.clear(line)
			}
		}
		if s.alive[kind+2] < len(part) {
			goto again
		}
		for _, line := range part[:r] {
			if len(part) == r || part[r].far-line.far > gap { // the diagonal cannot stay empty
				consider(line)
			}
		}
	}
	return best
}
