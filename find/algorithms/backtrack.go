package algorithms

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"queens"
	"queens/count/methods/search"
	"queens/find/exactcover"
	"queens/find/solver"
	"queens/symmetry"
)

var runWirth = onBoard(func(b *board, _ solver.Call) {
	b.wirth(0, func(queens.Perm) bool { return true })
})

// wirth tries the first firstRows rows of the first column, 0 for all, and reports the solutions
// for which keep returns true.
func (b *board) wirth(firstRows int, keep func(queens.Perm) bool) {
	b.fill(&filling{test: 2, place: 3, remove: 5, firstRows: firstRows, full: func() bool {
		if last := len(b.p) - 1; !keep(b.p) {
			b.Prune(4, last, b.p[last])
			return true
		}
		return b.Solution(4, b.p.Clone())
	}}, 0)
}

var runGenerateAndTest = onBoard(func(b *board, _ solver.Call) {
	table := map[string]bool{}
	b.wirth(0, func(p queens.Perm) bool {
		for _, image := range symmetry.Images(p) {
			if table[image.String()] {
				return false
			}
		}
		table[p.String()] = true
		return true
	})
})

var runLeastOfEight = onBoard(func(b *board, c solver.Call) {
	var canonizer symmetry.Canonizer[int]
	b.wirth((c.Problem.Order+1)/2, func(p queens.Perm) bool { return canonizer.IsLeast(p) })
})

var runNaur = onBoard(func(w *board, c solver.Call) {
	n := c.Problem.Order
	start := queens.Square{Col: (n - 1) / 2}
	fill := &filling{test: 5, place: 6, remove: 9, full: func() bool {
		for _, image := range symmetry.Images(w.p) {
			if image[start.Col] == start.Row && image.Compare(w.p) < 0 {
				w.Prune(8, start.Col, start.Row)
				return true
			}
		}
		return w.Solution(8, w.p.Clone())
	}}
	for ; start.Row < (n+1)/2; start.Row++ {
		w.put(1, start.Col, start.Row)
		if w.Stopped() || !w.fill(fill, 0) {
			return
		}
		w.take(1, start.Col)
		for _, s := range symmetry.All() {
			w.setForbidden(true, s.Square(start, n))
		}
	}
})

var runRohlPermutation = onBoard(func(b *board, c solver.Call) {
	r := rohlPermutation{b, make(queens.Perm, c.Problem.Order)}
	for i := range r.rows {
		r.rows[i] = i
	}
	r.choose(0)
})

type rohlPermutation struct {
	*board
	rows queens.Perm // those of the first queens, then the others
}

func (r *rohlPermutation) choose(k int) (more bool) {
	if k == len(r.rows) {
		return r.Solution(6, r.rows.Clone())
	}
	first := r.rows[k]
	for i := k; i < len(r.rows); i++ {
		row := r.rows[i]
		r.rows[i], r.rows[k] = first, row
		if r.safe(4, k, row) {
			r.put(5, k, row)
			if r.Stopped() || !r.choose(k+1) {
				return false
			}
			r.take(7, k)
		}
		r.rows[i] = row
	}
	r.rows[k] = first
	return true
}

var runRohlList = onBoard(func(b *board, c solver.Call) {
	n := c.Problem.Order
	r := rohlList{b, make([]int, n+1)}
	for row := range n {
		r.next[row] = row // after entry i stands row i: entry 0 is before all
	}
	r.next[n] = noRow
	r.search(0)
})

// noRow ends the list of unused rows.
const noRow = -1

type rohlList struct {
	*board
	next []int // next[r+1] is the unused row after row r; next[0] the first
}

func (r *rohlList) search(col int) (more bool) {
	if col == len(r.p) {
		return r.Solution(6, r.p.Clone())
	}
	last := 0 // entry of next that leads to row
	for row := r.next[last]; row != noRow; row = r.next[last] {
		if r.safe(4, col, row) {
			r.put(5, col, row)
			r.next[last] = r.next[row+1]
			if r.Stopped() || !r.search(col+1) {
				return false
			}
			r.next[last] = row
			r.take(7, col)
		}
		last = row + 1
	}
	return true
}

var runBitmask = solver.Metered(func(m *solver.Meter, c solver.Call) {
	b := bitmask{Meter: m, p: make(queens.Perm, c.Problem.Order)}
	b.fill(0, 1<<c.Problem.Order-1, 0, 0)
})

type bitmask struct {
	*solver.Meter
	p queens.Perm
}

// fill fills the columns from col on in all ways and reports whether to continue. Bit r
// of the sets stands for row r: rows without a queen, and the rows of column col that
// are attacked along diagonals.
func (b *bitmask) fill(col int, open, rising, falling uint32) bool {
	if col == len(b.p) {
		return b.Solution(4, b.p.Clone())
	}
	b.Count(solver.Try, 1, col, solver.Whole)
	for safe := open &^ (rising | falling); safe != 0; safe &= safe - 1 {
		queen := safe & -safe
		row := bits.TrailingZeros32(queen)
		b.Count(solver.Place, 3, col, row)
		b.p[col] = row
		if b.Stopped() || !b.fill(col+1, open&^queen, (rising|queen)>>1, (falling|queen)<<1) {
			return false
		}
		b.Count(solver.Remove, 6, col, row)
	}
	return true
}

var runComposition = solver.Metered(func(m *solver.Meter, c solver.Call) {
	n := c.Problem.Order
	boards := func(yield func(queens.Perm) bool) { yield(queens.Perm{}) }
	for range n {
		boards = addQueen(n, m, boards)
	}
	for p := range boards {
		if !m.Solution(6, p.Clone()) {
			break
		}
	}
})

func addQueen(n int, m *solver.Meter, boards iter.Seq[queens.Perm]) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for b := range boards {
			col := len(b)
			for row := range n {
				m.Count(solver.Try, 3, col, row)
				if attackedBy(b, row) {
					m.Conflict(3, col, row)
					continue
				}
				m.Count(solver.Place, 4, col, row)
				if m.Stopped() || !yield(append(b, row)) {
					return
				}
				m.Count(solver.Remove, 5, col, row)
			}
		}
	}
}

var runNondeterministic = solver.Metered(func(m *solver.Meter, c solver.Call) {
	w := worlds{Meter: m, n: c.Problem.Order}
	kept := [][]uint8{{}}
	for col := 0; col < w.n && !w.Stopped(); col++ {
		kept = w.choose(kept)
	}
	for _, world := range kept {
		if w.Stopped() {
			break
		}
		w.setUp(7, world)
		w.Solution(7, queens.PermOf(world))
	}
})

// worlds is a run of Nondeterministic. There is one board to look at, on which the boards
// that are kept are set up one after the other.
type worlds struct {
	*solver.Meter
	n     int
	board []uint8 // rows of the queens on the board to look at
}

func (w *worlds) setUp(line uint8, world []uint8) {
	same := 0
	for same < min(len(w.board), len(world)) && w.board[same] == world[same] {
		same++
	}
	for col := len(w.board) - 1; col >= same; col-- {
		w.Count(solver.Remove, line, col, int(w.board[col]))
	}
	for col := same; col < len(world); col++ {
		w.Count(solver.Place, line, col, int(world[col]))
	}
	w.board = append(w.board[:same], world[same:]...)
}

func (w *worlds) choose(kept [][]uint8) [][]uint8 {
	var next [][]uint8
	for _, world := range kept {
		if w.Stopped() {
			break
		}
		w.setUp(2, world)
		col := len(world)
		for row := range w.n {
			w.Count(solver.Try, 4, col, row)
			if attackedBy(world, row) {
				w.Conflict(4, col, row)
				continue
			}
			w.Count(solver.Place, 5, col, row)
			next = append(next, append(slices.Clip(world), uint8(row)))
			w.Count(solver.Remove, 6, col, row)
		}
	}
	return next
}

// board is a regular board filled with queens that do not attack each other. It reports to the
// Meter.
type board struct {
	*solver.Meter
	p             queens.Perm // by column: row of the queen, or solver.Whole
	rows          []bool      // with a queen
	rising, falls []bool      // by Square.SumDiag and DiffDiag
	forbidden     []bool      // by row * n + column; may be nil
}

// onBoard makes an Algorithm.Run from a search on an empty board.
func onBoard(search func(*board, solver.Call)) solver.Run {
	return solver.Metered(func(m *solver.Meter, c solver.Call) { search(newBoard(m, c.Problem.Order), c) })
}

func newBoard(m *solver.Meter, n int) *board {
	return &board{
		Meter: m, p: slices.Repeat(queens.Perm{solver.Whole}, n),
		rows: make([]bool, n), rising: make([]bool, 2*n), falls: make([]bool, 2*n),
	}
}

// attacked reports whether a queen attacks a square in an empty column.
func (b *board) attacked(col, row int) bool {
	sq := queens.Square{Row: row, Col: col}
	return b.rows[row] || b.rising[sq.SumDiag()] || b.falls[sq.DiffDiag(len(b.p))]
}

func (b *board) setForbidden(forbidden bool, squares ...queens.Square) {
	n := len(b.p)
	if b.forbidden == nil {
		b.forbidden = make([]bool, n*n)
	}
	for _, sq := range squares {
		b.forbidden[sq.Row*n+sq.Col] = forbidden
	}
}

// safe counts a test of a square and reports whether it is neither forbidden nor attacked.
func (b *board) safe(line uint8, col, row int) bool {
	b.Count(solver.Try, line, col, row)
	if b.forbidden != nil && b.forbidden[row*len(b.p)+col] {
		b.Prune(line, col, row)
		return false
	}
	if b.attacked(col, row) {
		b.Conflict(line, col, row)
		return false
	}
	return true
}

func (b *board) put(line uint8, col, row int) {
	b.mark(col, row, true)
	b.p[col] = row
	b.Count(solver.Place, line, col, row)
}

func (b *board) take(line uint8, col int) {
	row := b.p[col]
	b.mark(col, row, false)
	b.p[col] = solver.Whole
	b.Count(solver.Remove, line, col, row)
}

func (b *board) mark(col, row int, queen bool) {
	sq := queens.Square{Row: row, Col: col}
	b.rows[row], b.rising[sq.SumDiag()], b.falls[sq.DiffDiag(len(b.p))] = queen, queen, queen
}

// filling has the options of [board.fill].
type filling struct {
	test, place, remove uint8       // lines of the pseudocode
	firstRows           int         // rows tried in column 0; 0 means all
	columns             bool        // test each column once, not each square
	full                func() bool // called for each full board; returns whether to continue
}

// fill fills the empty columns from col in all ways, in lexicographic order. It returns false if
// full stopped it or the run is over.
func (b *board) fill(f *filling, col int) bool {
	rows := len(b.p)
	for col < rows && b.p[col] != solver.Whole {
		col++
	}
	if col == rows {
		return f.full()
	}
	if col == 0 && f.firstRows > 0 {
		rows = f.firstRows
	}
	if f.columns {
		b.Count(solver.Try, f.test, col, solver.Whole)
	}
	for row := range rows {
		if f.columns && b.attacked(col, row) || !f.columns && !b.safe(f.test, col, row) {
			continue
		}
		b.put(f.place, col, row)
		if b.Stopped() || !b.fill(f, col+1) {
			return false
		}
		b.take(f.remove, col)
	}
	return true
}

// attackedBy reports whether queens, given by their rows, attack a square of the next column.
func attackedBy[R ~uint8 | ~int](rows []R, row int) bool {
	for col, other := range rows {
		if away := row - int(other); away == 0 || away == len(rows)-col || away == col-len(rows) {
			return true
		}
	}
	return false
}

var runBorderConstellations = onBoard(func(b *board, c solver.Call) {
	classes, _ := search.BorderConstellations(c.Problem.Order) // of every order that the table accepts
	for _, class := range classes {
		if b.Stopped() || !fillConstellation(b, class) {
			break
		}
	}
})

// fillConstellation completes one constellation, once for each orbit, and may stop the run.
func fillConstellation(b *board, c search.Constellation) (more bool) {
	for _, sq := range c.Queens {
		b.put(1, sq.Col, sq.Row)
	}
	missing := func(p queens.Perm) bool {
		return slices.ContainsFunc(c.Queens, func(sq queens.Square) bool { return p[sq.Col] != sq.Row })
	}
	fill := &filling{
		test: 4, place: 6, remove: 7, columns: true,
		full: func() bool {
			if c.Class != symmetry.Asymmetric {
				for _, image := range symmetry.Images(b.p) {
					if image.Compare(b.p) < 0 && !missing(image) {
						b.Prune(3, c.Queens[0].Col, c.Queens[0].Row)
						return true
					}
				}
			}
			return b.Solution(3, b.p.Clone())
		},
	}
	if !b.fill(fill, 0) {
		return false
	}
	for _, sq := range slices.Backward(c.Queens) {
		b.take(1, sq.Col)
	}
	return true
}

func runExactCover(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
	n := c.Problem.Order
	meter := solver.NewMeter(ctx, c, found)
	lines := middleOut(n)
	place := make([]int, n) // of a row or column in lines
	for i, x := range lines {
		place[x] = i
	}
	var squares []queens.Square
	var options [][]int
	for i := range n * n {
		sq := queens.Square{Row: i % n, Col: i / n}
		lines := queens.Lines(sq, n, c.Problem.Topology)
		squares = append(squares, sq)
		options = append(options, []int{
			2 * place[sq.Col], 2*place[sq.Row] + 1, 2*n + lines[queens.Rising], 4*n + lines[queens.Falling],
		})
	}
	p := make(queens.Perm, n)
	err := exactcover.Search(ctx, 2*n, 4*n, options, exactcover.Watch{
		Branch: func(item int) {
			if x := lines[item/2]; item%2 == 0 {
				meter.Count(solver.Try, 2, x, solver.Whole)
			} else {
				meter.Count(solver.Try, 2, solver.Whole, x)
			}
		},
		Choose: func(o int) { meter.Count(solver.Place, 4, squares[o].Col, squares[o].Row) },
		GiveUp: func(o int) { meter.Count(solver.Remove, 6, squares[o].Col, squares[o].Row) },
	}, func(chosen []int) bool {
		for _, o := range chosen {
			p[squares[o].Col] = squares[o].Row
		}
		return meter.Solution(1, p.Clone())
	})
	stats, _ := meter.End()
	return stats, err
}

func middleOut(n int) []int {
	lines := make([]int, n)
	for i := range lines {
		lines[i] = i
	}
	slices.SortStableFunc(lines, func(a, b int) int { return max(2*a-n+1, n-1-2*a) - max(2*b-n+1, n-1-2*b) })
	return lines
}
