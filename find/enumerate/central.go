package enumerate

// centralDepth is the number of columns in the prefixes of a halfTurn finder.
const centralDepth = 3

// halfTurn finds the solutions that a half turn leaves unchanged. The queen at
// (row, col) comes with the one at (n-1-row, n-1-col), so the first half of the
// columns says everything, and the lexicographic order of the halves is that of the
// whole.
type halfTurn struct {
	n           int
	rows        [32]uint8
	taken       uint32 // rows
	sums, diffs uint64 // diagonals that are taken, by Square.SumDiag and DiffDiag
	found       []uint8
	prefix      []uint8
}

func (h *halfTurn) find(found []uint8, prefix []uint8) []uint8 {
	h.found, h.prefix = found, prefix
	h.place(0)
	return h.found
}

// place fills the columns from col to the middle in all ways.
func (h *halfTurn) place(col int) {
	n := h.n
	if 2*col >= n {
		h.found = append(h.found, h.rows[:n]...)
		return
	}
	first, last := 0, n-1
	switch {
	case col < len(h.prefix):
		first = int(h.prefix[col])
		last = first
	case 2*col == n-1: // the middle column is its own image, and so is its queen
		first, last = col, col
	}
	for row := first; row <= last; row++ {
		rows := uint32(1)<<row | uint32(1)<<(n-1-row)
		sums := uint64(1)<<(row+col) | uint64(1)<<(2*n-2-row-col)
		diffs := uint64(1)<<(row-col+n-1) | uint64(1)<<(col-row+n-1)
		if h.taken&rows != 0 || h.sums&sums != 0 || h.diffs&diffs != 0 || h.attacksItself(row, col) {
			continue
		}
		h.taken, h.sums, h.diffs = h.taken|rows, h.sums|sums, h.diffs|diffs
		h.rows[col], h.rows[n-1-col] = uint8(row), uint8(n-1-row)
		h.place(col + 1)
		h.taken, h.sums, h.diffs = h.taken&^rows, h.sums&^sums, h.diffs&^diffs
	}
}

// attacksItself reports whether a queen and its image attack each other: they do
// on the middle row and on the two long diagonals, except in the centre, where they
// are one.
func (h *halfTurn) attacksItself(row, col int) bool {
	m := h.n - 1
	return 2*col != m && (2*row == m || row == col || row+col == m)
}
