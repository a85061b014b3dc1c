package complete

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/find/solver"
	"queens/internal/errs"
)

// dfs searches depth first. It fills the row or column with the most failures per free square, in
// random order of its squares.
//
// It counts the free squares of every open line. A queen removes squares one at a time, and the
// trail records them for undo.
type dfs struct {
	*board
	walk
	free    []bool
	count   []int32            // free squares by line: rows 0..m-1, columns m..2m-1, with sums diagonals
	weight  []int32            // 1 + number of times that the line ran out of free squares
	open    []int32            // rows and columns, the open ones first
	place   []int32            // position of a line in open
	lines   int                // number of open lines
	sums    *sums              // of the missing queens, if few diagonals are usable; or nil
	beliefs *beliefs           // of the first queens; may be nil
	runs    uint64             // by catchUp
	trail   []int32            // removed squares, latest last
	choice  []int32            // squares to try, for all nodes on the path
	dead    int32              // line that last ran out of free squares; -1 after a solution
	proof   *solver.Refutation // receives the refuted queens; may be nil
}

func newDFS(b *board, sums *sums) *dfs {
	lines := 2 * b.m
	if sums != nil {
		lines += 4 * b.n
	}
	s := &dfs{
		board: b, free: slices.Clone(b.free), count: make([]int32, lines), weight: slices.Repeat([]int32{1}, lines),
		open: make([]int32, 2*b.m), place: make([]int32, 2*b.m), lines: 2 * b.m, sums: sums,
	}
	for line := range s.open {
		s.open[line], s.place[line] = int32(line), int32(line)
	}
	for i := range b.m {
		for j, free := range b.free[i*b.m : (i+1)*b.m] {
			if free {
				s.tally(int32(i), int32(j), 1)
			}
		}
	}
	return s
}

func (s *dfs) run(ctx context.Context, seed, budget uint64, found func(placed []int32) bool) outcome {
	s.begin(seed, budget, found)
	if s.beliefs != nil {
		for i := range s.beliefs.squares { // forget the odds and draw a bias
			b := &s.beliefs.squares[i]
			b.bias, b.from = math.Exp(beliefBias*(2*s.random.Float64()-1)), [4]float64{1, 1, 1, 1}
		}
	}
	if s.proof != nil {
		s.proof.Restart()
	}
	s.extend(ctx)
	if s.proof != nil && s.why == exhausted {
		s.proof.Done(s.conflict())
	}
	return s.why
}

func (s *dfs) extend(ctx context.Context) (more bool) {
	if s.lines == 0 {
		s.dead = -1
		return s.full()
	}
	mark := len(s.trail)
	if s.sums != nil && !s.propagate() {
		s.restore(mark)
		return true
	}
	line := s.pick()
	guided := s.beliefs != nil && 5*s.lines > 4*s.m && s.count[line] > 1 // the first queens
	if guided {
		line = s.believed()
	}
	if s.count[line] == 0 {
		s.weight[line]++
		s.dead = line
		s.restore(mark)
		return true
	}
	first := len(s.choice)
	s.appendSquares(line)
	choice := s.choice[first:]
	if guided {
		slices.SortFunc(choice, func(a, b int32) int { return cmp.Compare(s.beliefs.odds[b], s.beliefs.odds[a]) })
	} else {
		s.random.Shuffle(len(choice), func(i, k int) { choice[i], choice[k] = choice[k], choice[i] })
	}
	for k := range choice {
		if !s.node(ctx) {
			break
		}
		sq, mark := s.choice[first+k], len(s.trail)
		last := k == len(choice)-1
		if s.proof != nil {
			kind, index := s.line(line)
			s.proof.Try(s.square(sq), last, kind, index) // the refuted squares before force the last one
		}
		more := !s.put(sq) || s.extend(ctx)
		s.undo(mark)
		if !more {
			break
		}
		if s.proof != nil && !last { // what refutes the last one refutes the queens before
			s.proof.Refuted(s.conflict())
		}
	}
	s.choice = s.choice[:first]
	if s.sums != nil {
		s.weight[line]++
		s.restore(mark)
	}
	return s.why == exhausted
}

func (s *dfs) conflict() (line queens.Line, index int) {
	if s.dead < 0 {
		return solver.Full, 0
	}
	return s.line(s.dead)
}

func (s *dfs) pick() int32 {
	best := s.open[0]
	lines := s.open[:s.lines]
	if s.sums != nil {
		s.sums.needed = append(s.sums.needed, lines...)
		lines = s.sums.needed
	}
	for _, line := range lines {
		count := s.count[line]
		if count <= 1 {
			return line
		}
		if int64(count)*int64(s.weight[best]) < int64(s.count[best])*int64(s.weight[line]) {
			best = line
		}
	}
	return best
}

func (s *dfs) appendSquares(line int32) {
	if line >= int32(2*s.m) {
		s.appendDiagonal(line)
		return
	}
	sq, step := s.start(line)
	for range s.m {
		if s.free[sq] {
			s.choice = append(s.choice, sq)
		}
		sq += step
	}
}

func (s *dfs) put(sq int32) bool {
	m := int32(s.m)
	i, j := sq/m, sq%m
	s.placed = append(s.placed, sq)
	if s.sums != nil {
		s.sums.add(s.square(sq), -1)
	}
	s.close(i)
	s.close(m + j)
	for other := i * m; other < (i+1)*m; other++ {
		if s.free[other] {
			s.remove(other, i, other-i*m)
		}
	}
	r, c := s.rows[i], int32(s.n)+s.cols[j]
	dead := int32(-1)
	for _, row := range s.open[:s.lines] {
		if row >= m {
			continue
		}
		base, d := row*m, s.rows[row]-r
		if s.free[base+j] {
			s.remove(base+j, row, j)
		}
		for _, k := range [...]int32{s.col[c+d], s.col[c-d]} { // on the diagonals
			if k >= 0 && s.free[base+k] {
				s.remove(base+k, row, k)
				if s.count[m+k] == 0 {
					dead = m + k
				}
			}
		}
		if s.count[row] == 0 {
			dead = row
		}
		if dead >= 0 {
			s.weight[dead]++
			s.dead = dead
			return false
		}
	}
	for _, line := range s.open[:s.lines] {
		if s.count[line] == 0 {
			s.weight[line]++
			s.dead = line
			return false
		}
	}
	return true
}

// remove removes a square, in an open row or that of the queen being placed.
func (s *dfs) remove(sq, row, col int32) {
	s.free[sq] = false
	s.tally(row, col, -1)
	s.trail = append(s.trail, sq)
}

// tally changes the number of free squares of the lines through a square.
func (s *dfs) tally(row, col, by int32) {
	s.count[row] += by
	s.count[int32(s.m)+col] += by
	if s.sums != nil {
		first, r, c := int32(2*s.m), s.rows[row], s.cols[col]
		s.count[first+r+c] += by
		s.count[first+int32(3*s.n)-1+r-c] += by
	}
}

func (s *dfs) close(line int32) {
	s.lines--
	last := s.open[s.lines]
	at := s.place[line]
	s.open[at], s.place[last] = last, at
	s.open[s.lines], s.place[line] = line, int32(s.lines)
}

// undo removes the last queen: her lines open, and squares after mark on the trail become free.
func (s *dfs) undo(mark int) {
	s.restore(mark)
	last := len(s.placed) - 1
	if s.sums != nil {
		s.sums.add(s.square(s.placed[last]), 1)
	}
	s.placed = s.placed[:last]
	s.lines += 2 // the lines closed last follow the open ones
}

// restore makes the squares after mark on the trail free.
func (s *dfs) restore(mark int) {
	m := int32(s.m)
	for _, other := range s.trail[mark:] {
		s.free[other] = true
		s.tally(other/m, other%m, 1)
	}
	s.trail = s.trail[:mark]
}

type outcome uint8

const (
	exhausted outcome = iota // everything was tried
	stopped                  // by found
	spent                    // the node budget
	canceled                 // by the context
)

const pollNodes = 256

type walk struct {
	random *rand.Rand
	nodes  uint64                    // placed queens
	budget uint64                    // of nodes
	poll   uint64                    // nodes at the next look at both
	placed []int32                   // squares with a queen
	found  func(placed []int32) bool // receives a solution; returns whether to continue
	why    outcome
}

func (w *walk) begin(seed, budget uint64, found func(placed []int32) bool) {
	w.budget, w.poll, w.found, w.why = w.nodes+min(budget, math.MaxUint64-w.nodes), w.nodes, found, exhausted
	w.random = rand.New(rand.NewPCG(seed, 0))
}

func (w *walk) full() bool {
	if !w.found(w.placed) {
		w.why = stopped
	}
	return w.why == exhausted
}

// node counts a queen, and reports whether the budget and the context allow her.
func (w *walk) node(ctx context.Context) bool {
	if w.nodes == w.poll && !w.allowed(ctx) {
		return false
	}
	w.nodes++
	return true
}

func (w *walk) allowed(ctx context.Context) bool {
	switch {
	case w.nodes >= w.budget:
		w.why = spent
	case ctx.Err() != nil:
		w.why = canceled
	}
	w.poll = min(w.nodes+pollNodes, w.budget)
	return w.why == exhausted
}

func (w *walk) placedSoFar() uint64 { return w.nodes }

// Limits of a board.
const (
	// MaxOrder is the largest order: there are arrays of all lines.
	MaxOrder = 1 << 22
	// MaxOpen is the largest number of missing queens, except for local repair: a board of their
	// rows takes some 20 bytes per square, 3 GB at this limit.
	MaxOpen = 12000
	// RepairFrom is the number of missing queens above which Auto repairs first: a search takes 50
	// MB and 0.2 s, and both grow with the square of the number.
	RepairFrom = 2000
)

// board is the rest of a problem after placing the given queens: the open rows and columns, and
// where a queen may stand in them. Square i*m+j is in row i and column j of the m open ones.
type board struct {
	n, m     int
	topology queens.Topology
	rows     []int32 // open rows of the whole board
	cols     []int32 // open columns
	// col[n+x] is the open column at x, or -1, for x from -n to 2n-1, with period n on the modular
	// board. So the diagonals through (r, c) meet row r' in col[n+c+(r'-r)] and col[n+c-(r'-r)].
	col  []int32
	free []bool
}

// newBoard returns the board of a valid problem. Time and space O(n + m*m). Errors: queens.ErrOrder
// above MaxOpen or MaxOrder.
func newBoard(p queens.Problem) (*board, error) {
	n := p.Order
	if open := n - len(p.Given); open > MaxOpen || n > MaxOrder {
		return nil, errs.Errorf("order %d with %d queens given: want at most %d queens to place, and order "+
			"at most %d: %w", n, len(p.Given), MaxOpen, MaxOrder, queens.ErrOrder)
	}
	closed := newDiagonals(p)
	b := &board{n: n, topology: p.Topology}
	b.rows, b.cols = openLines(p)
	b.m = len(b.rows)
	b.col = slices.Repeat([]int32{-1}, 3*n)
	row := slices.Repeat([]int32{-1}, n)
	for i, r := range b.rows {
		row[r] = int32(i)
	}
	for j, c := range b.cols {
		b.col[n+int(c)] = int32(j)
	}
	if p.Topology == queens.Modular {
		copy(b.col[:n], b.col[n:2*n])
		copy(b.col[2*n:], b.col[n:2*n])
	}
	b.free = make([]bool, b.m*b.m)
	for i, r := range b.rows {
		line := b.free[i*b.m : (i+1)*b.m]
		for j, c := range b.cols {
			line[j] = closed.hits(queens.Square{Row: int(r), Col: int(c)}) == 0
		}
	}
	for _, sq := range p.Blocked {
		if i, j := row[sq.Row], b.col[n+sq.Col]; i >= 0 && j >= 0 {
			b.free[int(i)*b.m+int(j)] = false
		}
	}
	return b, nil
}

func openLines(p queens.Problem) (rows, cols []int32) {
	rowTaken, colTaken := make([]bool, p.Order), make([]bool, p.Order)
	for _, sq := range p.Given {
		rowTaken[sq.Row], colTaken[sq.Col] = true, true
	}
	for i := range int32(p.Order) {
		if !rowTaken[i] {
			rows = append(rows, i)
		}
		if !colTaken[i] {
			cols = append(cols, i)
		}
	}
	return rows, cols
}

// diagonals counts the queens on each diagonal, plus one if it is excluded.
type diagonals struct {
	n        int
	topology queens.Topology
	on       [4][]int32
}

func newDiagonals(p queens.Problem) *diagonals {
	d := &diagonals{n: p.Order, topology: p.Topology}
	d.on[queens.Rising], d.on[queens.Falling] = make([]int32, 2*d.n), make([]int32, 2*d.n)
	for _, sq := range p.Given {
		d.add(sq, 1)
	}
	for _, x := range p.Excluded {
		d.on[x.Line][x.Index]++
	}
	return d
}

func (d *diagonals) through(sq queens.Square) (rising, falling *int32) {
	lines := queens.Lines(sq, d.n, d.topology)
	return &d.on[queens.Rising][lines[queens.Rising]], &d.on[queens.Falling][lines[queens.Falling]]
}

func (d *diagonals) add(sq queens.Square, queens int32) {
	rising, falling := d.through(sq)
	*rising += queens
	*falling += queens
}

// hits returns how many of the two diagonals through a square are excluded or have a queen.
func (d *diagonals) hits(sq queens.Square) int {
	rising, falling := d.through(sq)
	return int(min(*rising, 1) + min(*falling, 1))
}

func (b *board) square(sq int32) queens.Square {
	return queens.Square{Row: int(b.rows[int(sq)/b.m]), Col: int(b.cols[int(sq)%b.m])}
}

// on returns the lines through a square by kind: the numbers of an open row and column, and the
// indexes of the diagonals.
func (b *board) on(sq int32) [4]int32 {
	lines, m := queens.Lines(b.square(sq), b.n, b.topology), int32(b.m)
	return [4]int32{sq / m, sq % m, int32(lines[queens.Rising]), int32(lines[queens.Falling])}
}

// lineAt returns the index on the whole board of a line that on returns.
func (b *board) lineAt(kind queens.Line, at int) int {
	switch kind {
	case queens.Row:
		return int(b.rows[at])
	case queens.Col:
		return int(b.cols[at])
	}
	return at
}

// line returns an open line by number: rows from 0 to m-1, columns from m to 2m-1.
func (b *board) line(no int32) (kind queens.Line, index int) {
	if m := int32(b.m); no >= m {
		return queens.Col, int(b.cols[no-m])
	}
	return queens.Row, int(b.rows[no])
}

// start returns the first square of an open line, and the distance of the next.
func (b *board) start(line int32) (first, step int32) {
	if m := int32(b.m); line >= m {
		return line - m, m
	}
	return line * int32(b.m), 1
}

func (b *board) solution(p queens.Problem, placed []int32) queens.Perm {
	q := make(queens.Perm, b.n)
	for _, sq := range p.Given {
		q[sq.Col] = sq.Row
	}
	for _, sq := range placed {
		at := b.square(sq)
		q[at.Col] = at.Row
	}
	return q
}
