package search

import "queens/count/internal/kernels/table"

// generic is the portable reference: it follows the definition, accepts every task and is never
// optimised.
var generic = Kernel{
	Entry:   table.Entry{Name: "generic"},
	Accepts: func(*Task) bool { return true },
	Count: func(t *Task) Result {
		b := board{task: t, columns: t.Columns, rising: t.Rising, falling: t.Falling}
		var result Result
		b.fill(t.Rows, &result)
		return result
	},
}

type board struct {
	task                     *Task
	columns, rising, falling uint64
}

func (b board) fill(rows []int, result *Result) {
	result.Nodes++
	if len(rows) == 0 {
		result.Solutions++
		return
	}
	for c := range b.task.Order {
		child := b
		if child.put(rows[0], c) {
			child.fill(rows[1:], result)
		}
	}
}

func (b *board) put(r, c int) bool {
	rising, falling := r+c, c-r+b.task.Order-1
	free := b.task.Blocked[r]>>c&1 == 0 && b.columns>>c&1 == 0 &&
		b.rising>>rising&1 == 0 && b.falling>>falling&1 == 0
	b.columns |= 1 << c
	b.rising |= 1 << rising
	b.falling |= 1 << falling
	return free
}
