package boards

import (
	"encoding/binary"

	"queens"
)

// Family is a set of solutions given by queens that are in place and squares
// that are blocked. Each solution of the family represents Weight solutions of
// the board.
type Family struct {
	Weight  uint64
	Fixed   []queens.Square // queens in place, in the order they were chosen
	Blocked []queens.Square // squares without a queen, beside the attacked ones
	Rows    []int           // open rows in the order they are to be filled
}

func (f *Family) board(n int, topology queens.Topology) Board {
	b := Board{Order: n, Topology: topology, Rows: f.Rows}
	for _, sq := range f.Blocked {
		b.Blocked[sq.Row] |= 1 << sq.Col
	}
	for _, sq := range f.Fixed {
		b.Place(sq)
	}
	return b
}

// centralRows returns the rows alternating outward from the middle, without those that hold a queen
// of fixed: rows that stay open to the end lie at both borders, where queens attack least.
func centralRows(n int, fixed []queens.Square) []int {
	sign := 1
	if n%2 == 0 {
		sign = -1
	}
	rows := make([]int, 0, n)
	for i := range n {
		r := n/2 + sign*(i+1)/2
		if i%2 == 0 {
			r = n/2 - sign*i/2
		}
		if !holdsRow(fixed, r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func holdsRow(squares []queens.Square, r int) bool {
	for _, sq := range squares {
		if sq.Row == r {
			return true
		}
	}
	return false
}

func holdsCol(squares []queens.Square, c int) bool {
	for _, sq := range squares {
		if sq.Col == c {
			return true
		}
	}
	return false
}

func wholeBoard(n int) []Family {
	return []Family{{Weight: 1, Rows: centralRows(n, nil)}}
}

func (f *Family) appendTo(b []byte) []byte {
	b = binary.AppendUvarint(b, f.Weight)
	for _, squares := range [...][]queens.Square{f.Fixed, f.Blocked} {
		b = binary.AppendUvarint(b, uint64(len(squares)))
		for _, sq := range squares {
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(sq.Row)), uint64(sq.Col))
		}
	}
	b = binary.AppendUvarint(b, uint64(len(f.Rows)))
	for _, r := range f.Rows {
		b = binary.AppendUvarint(b, uint64(r))
	}
	return b
}
