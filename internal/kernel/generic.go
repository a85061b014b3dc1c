package kernel

import "queens/internal/kernel/table"

// generic is the portable reference: it follows the definition, accepts every
// task and is never optimised. Everything else is compared with it.
var generic = Kernel{
	Entry: table.Entry{
		Name:    "generic",
		Summary: "reference backtracker that follows the definition",
	},
	Accepts: func(*Task) bool { return true },
	Count: func(t *Task) Result {
		b := board{task: t, columns: t.Columns, rising: t.Rising, falling: t.Falling, filled: t.Filled}
		var result Result
		b.fill(t.Rows, &result)
		return result
	},
}

// board is a state of the reference search.
type board struct {
	task                             *Task
	columns, rising, falling, filled uint64
}

// fill counts the ways to fill the given rows.
func (b board) fill(rows []int, result *Result) {
	result.Nodes++
	for len(rows) > 0 && b.filled>>rows[0]&1 == 1 {
		rows = rows[1:] // filled by the image of an earlier queen
	}
	if len(rows) == 0 {
		result.Solutions++
		return
	}
	for c := range b.task.Order {
		if child, ok := b.place(rows[0], c); ok {
			child.fill(rows[1:], result)
		}
	}
}

// place returns b with a queen at (r, c) and its images, and whether none of
// them is blocked or attacked by an earlier queen.
func (b board) place(r, c int) (board, bool) {
	last := b.task.Order - 1
	images := [4][2]int{{r, c}, {last - r, last - c}, {last - c, r}, {c, last - r}}
	count := b.task.Turn
	if 2*r == last && 2*c == last {
		count = 1 // the centre is its own image
	}
	for _, image := range images[:count] {
		if !b.put(image[0], image[1]) {
			return b, false
		}
	}
	return b, true
}

// put adds one queen to b and reports whether its square was free.
func (b *board) put(r, c int) bool {
	n := b.task.Order
	rising, falling := r+c, c-r+n-1
	if b.task.Modular {
		rising, falling = rising%n, (c-r+n)%n
	}
	free := b.task.Blocked[r]>>c&1 == 0 && b.columns>>c&1 == 0 && b.filled>>r&1 == 0 &&
		b.rising>>rising&1 == 0 && b.falling>>falling&1 == 0
	b.columns |= 1 << c
	b.filled |= 1 << r
	b.rising |= 1 << rising
	b.falling |= 1 << falling
	return free
}
