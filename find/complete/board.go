package complete

import (
	"fmt"

	"queens"
)

// Bounds of a board to be completed.
const (
	// MaxOrder is the largest order: arrays of all lines are made.
	MaxOrder = 1 << 22
	// MaxOpen is the largest number of rows without a queen for all but local repair:
	// their squares take some 20 bytes each, 3 GB at this bound.
	MaxOpen = 12000
	// RepairFrom is the number of missing queens above which Auto repairs first: a
	// search for as many takes 50 MB and 0.2 s, and both grow with their square.
	RepairFrom = 2000
)

// board is what is left of a problem when the given queens are placed: the rows and
// columns without a queen, and of their squares those where a queen may stand. A
// square is the number i*m+j of its row i and its column j among the m open ones.
type board struct {
	n, m     int
	topology queens.Topology
	rows     []int32 // open rows, as on the whole board
	cols     []int32 // open columns
	// col gives the open column at x, or -1, for x from -n to 2n-1; on the modular
	// board it repeats itself with period n. So the squares of the diagonals through
	// (r, c) in another row r' are col[n+c+(r'-r)] and col[n+c-(r'-r)].
	col  []int32
	free []bool
}

// newBoard returns the board of a valid problem. Time and space O(n + m*m).
//
// Errors: queens.ErrOrder for more than MaxOpen open rows.
func newBoard(p queens.Problem) (*board, error) {
	n := p.Order
	if open := n - len(p.Given); open > MaxOpen || n > MaxOrder {
		return nil, fmt.Errorf("complete: order %d with %d queens given: want at most %d queens to place, and order "+
			"at most %d: %w",
			n, len(p.Given), MaxOpen, MaxOrder, queens.ErrOrder)
	}
	rowTaken, colTaken := make([]bool, n), make([]bool, n)
	closed := newDiagonals(n, p.Topology)
	for _, sq := range p.Given {
		rowTaken[sq.Row], colTaken[sq.Col] = true, true
		closed.take(sq)
	}
	for _, d := range p.Excluded {
		closed.taken[d.Line][d.Index] = true
	}
	b := &board{n: n, topology: p.Topology, rows: untaken(rowTaken), cols: untaken(colTaken)}
	b.m = len(b.rows)
	b.col = make([]int32, 3*n)
	for x := range b.col {
		b.col[x] = -1
	}
	row := make([]int32, n)
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
			line[j] = !closed.has(queens.Square{Row: int(r), Col: int(c)})
		}
	}
	for _, sq := range p.Blocked {
		if j := b.col[n+sq.Col]; j >= 0 && !rowTaken[sq.Row] {
			b.free[int(row[sq.Row])*b.m+int(j)] = false
		}
	}
	return b, nil
}

func untaken(taken []bool) []int32 {
	var open []int32
	for i, t := range taken {
		if !t {
			open = append(open, int32(i))
		}
	}
	return open
}

// diagonals is a set of diagonals, by kind and index.
type diagonals struct {
	n        int
	topology queens.Topology
	taken    [4][]bool
}

func newDiagonals(n int, t queens.Topology) *diagonals {
	return &diagonals{n, t, [4][]bool{queens.Rising: make([]bool, 2*n), queens.Falling: make([]bool, 2*n)}}
}

func (d *diagonals) take(sq queens.Square) {
	lines := queens.Lines(sq, d.n, d.topology)
	d.taken[queens.Rising][lines[queens.Rising]], d.taken[queens.Falling][lines[queens.Falling]] = true, true
}

func (d *diagonals) has(sq queens.Square) bool {
	lines := queens.Lines(sq, d.n, d.topology)
	return d.taken[queens.Rising][lines[queens.Rising]] || d.taken[queens.Falling][lines[queens.Falling]]
}

func (b *board) square(sq int32) queens.Square {
	return queens.Square{Row: int(b.rows[int(sq)/b.m]), Col: int(b.cols[int(sq)%b.m])}
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
