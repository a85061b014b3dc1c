package kernel

import "queens/internal/kernel/table"

// masks is the portable kernel for every kind of task: a recursion over sets of columns. One table
// look-up places a queen, and boards that cannot be completed are dropped early. Diagonals have
// absolute indices, so rows can be filled in any order. The modular board holds its n diagonals
// twice.
var masks = Kernel{
	Entry:   table.Entry{Name: "masks"},
	Accepts: func(*Task) bool { return true },
	Count: func(t *Task) Result {
		s := newMaskSearch(t)
		solutions := s.fill(0, state{t.Columns, s.wrap(t.Rising), s.wrap(t.Falling)})
		return Result{Solutions: solutions, Nodes: s.nodes}
	},
}

type state struct{ columns, rising, falling uint64 }

// pruneRows is the number of open rows up to which a board is tested for dead rows and columns.
// With more, nearly every row has a free square and the test costs more than it saves. 5 to 8 rows
// were tried, see docs/laboratory.md.
const pruneRows = 7

// pruneModular is pruneRows for the modular board, where diagonals can also die: 11 rows take 2.1
// times less than 7 at n = 19, and 13 or more the same as 11.
const pruneModular = 11

type maskRow struct {
	line
	row    int
	queens [MaxOrder]state // by column: the effect of a queen there on a board
}

type maskSearch struct {
	task  *Task
	all   uint64
	rows  []maskRow
	prune int // open rows up to which boards are tested
	dead  func(i int, b state) bool
	nodes uint64
}

func newMaskSearch(t *Task) *maskSearch {
	s := &maskSearch{task: t, all: allColumns(t.Order), rows: make([]maskRow, len(t.Rows))}
	for i, r := range t.Rows {
		row := &s.rows[i]
		row.row = r
		row.line = newLine(t, r)
		for c := range t.Order {
			row.queens[c] = s.queen(r, c)
		}
	}
	s.prune, s.dead = pruneRows, s.deadRegular
	if t.Modular {
		s.prune, s.dead = pruneModular, s.deadModular
	}
	return s
}

func (s *maskSearch) wrap(diagonals uint64) uint64 {
	if s.task.Modular {
		return diagonals | diagonals<<s.task.Order
	}
	return diagonals
}

func (s *maskSearch) queen(r, c int) state {
	n := s.task.Order
	rising, falling := r+c, c-r+n-1
	if s.task.Modular {
		rising, falling = rising%n, (c-r+n)%n
	}
	return state{1 << c, s.wrap(1 << rising), s.wrap(1 << falling)}
}

func (s *maskSearch) fill(i int, b state) uint64 {
	s.nodes++
	if i == len(s.rows) {
		return 1
	}
	if len(s.rows)-i <= s.prune && s.dead(i, b) {
		return 0
	}
	row := &s.rows[i]
	var solutions uint64
	for free := row.free(b); free != 0; free = withoutLowest(free) {
		q := &row.queens[column(free)]
		solutions += s.fill(i+1, state{b.columns | q.columns, b.rising | q.rising, b.falling | q.falling})
	}
	return solutions
}

// deadRegular reports whether an open row has no free square, or a free column has no row.
func (s *maskSearch) deadRegular(i int, b state) bool {
	var union uint64
	for j := i; j < len(s.rows); j++ {
		free := s.rows[j].free(b)
		if free == 0 {
			return true
		}
		union |= free
	}
	return union != s.all&^b.columns
}

// deadModular also tests diagonals: on the modular board each of them holds exactly one queen, so a
// diagonal without a queen needs a free square.
func (s *maskSearch) deadModular(i int, b state) bool {
	n := s.task.Order
	var columns, rising, falling uint64
	for j := i; j < len(s.rows); j++ {
		free := s.rows[j].free(b)
		if free == 0 {
			return true
		}
		columns |= free
		rising |= free << s.rows[j].row        // (r, c) is on diagonal r+c
		falling |= free << (n - s.rows[j].row) // and on diagonal c-r+n
	}
	fold := func(diagonals uint64) uint64 { return (diagonals | diagonals>>n) & s.all }
	return columns != s.all&^b.columns || fold(rising) != s.all&^b.rising || fold(falling) != s.all&^b.falling
}
