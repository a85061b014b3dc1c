package complete

import (
	"slices"

	"queens"
	"queens/internal/errs"
)

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

// openLines returns the rows and columns without a given queen.
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

// newDiagonals returns the diagonals of a problem with its given queens.
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
