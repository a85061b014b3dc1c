package model

import (
	"context"
	"slices"

	"queens"
)

// SolveCSP calls found with the squares of the queens of each solution of the
// model, column by column, until found returns false; the squares are found's.
//
// It states the problem as a CSP, a variable for each column with the rows as
// values, and searches by forward checking: a chosen row takes from every other
// column the rows that its list of allowed pairs does not name, and the column
// with the fewest rows left, of equals the one nearest to the middle, is next.
// Of the constraints that break symmetry only forbidden squares are kept.
//
// One solution of order 50 on the empty board takes milliseconds. Errors: ctx's.
func (m *Model) SolveCSP(ctx context.Context, found func([]queens.Square) bool) error {
	s := newCSP(m)
	if !slices.Contains(s.left, 0) {
		s.search(ctx, found)
	}
	return s.err
}

type csp struct {
	err     error
	steps   int
	n       int
	modular bool
	domain  [][]uint64 // by column: the rows left, one bit each
	left    []int      // by column: how many
	chosen  []int      // by column: the row, or -1
	open    int        // columns without a row
	removed [][2]int   // column and row of what was taken from a domain
	columns []int      // middle first
}

func newCSP(m *Model) *csp {
	n := m.Order()
	s := &csp{
		n: n, modular: m.problem.Topology == queens.Modular,
		domain: make([][]uint64, n), left: make([]int, n), chosen: make([]int, n), open: n,
	}
	for col := range n {
		s.domain[col] = make([]uint64, (n+63)/64)
		s.chosen[col] = -1
		s.columns = append(s.columns, middleOut(col, n))
	}
	for sq := range m.Allowed() {
		s.domain[sq.Col][sq.Row/64] |= 1 << (sq.Row % 64)
		s.left[sq.Col]++
	}
	return s
}

func (s *csp) search(ctx context.Context, found func([]queens.Square) bool) bool {
	if s.open == 0 {
		squares := make([]queens.Square, s.n)
		for col, row := range s.chosen {
			squares[col] = queens.Square{Row: row, Col: col}
		}
		return found(squares)
	}
	if s.steps++; s.steps%1024 == 0 {
		if s.err = ctx.Err(); s.err != nil {
			return false
		}
	}
	col := -1
	for _, c := range s.columns {
		if s.chosen[c] < 0 && (col < 0 || s.left[c] < s.left[col]) {
			col = c
		}
	}
	s.open--
	defer func() { s.open++ }()
	for i := range s.n {
		row := middleOut(i, s.n)
		if s.domain[col][row/64]>>(row%64)&1 == 0 {
			continue
		}
		mark := len(s.removed)
		s.chosen[col] = row
		more := !s.check(col, row) || s.search(ctx, found)
		s.chosen[col] = -1
		s.restore(mark)
		if !more {
			return false
		}
	}
	return true
}

// check takes from every open column what a queen forbids, and reports whether each keeps a row.
func (s *csp) check(col, row int) bool {
	for other := range s.n {
		if s.chosen[other] >= 0 {
			continue
		}
		d := other - col
		for _, r := range [...]int{row, row + d, row - d} {
			if s.modular {
				r = ((r % s.n) + s.n) % s.n
			}
			if 0 <= r && r < s.n && s.domain[other][r/64]>>(r%64)&1 == 1 {
				s.domain[other][r/64] &^= 1 << (r % 64)
				s.left[other]--
				s.removed = append(s.removed, [2]int{other, r})
			}
		}
		if s.left[other] == 0 {
			return false
		}
	}
	return true
}

func (s *csp) restore(mark int) {
	for _, taken := range s.removed[mark:] {
		col, row := taken[0], taken[1]
		s.domain[col][row/64] |= 1 << (row % 64)
		s.left[col]++
	}
	s.removed = s.removed[:mark]
}
