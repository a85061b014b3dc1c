package search

import (
	"math/bits"
	"sync"

	"queens/count/internal/kernels/table"
)

//go:generate go run gen_scalar.go

// scalar is the fastest kernel in portable Go. Once few rows are open, it
// searches level by level, over arrays of boards with the same number of open rows. A board is then
// only its free columns and the free squares of each open row, packed into two to four words. A
// queen masks each of these sets with an entry of a table, with one AND per word. There is one
// function per number of open rows. It makes the children of many boards in sequence without a
// branch that depends on them. Every child is written after the live ones, and the position
// advances if the child lives: if every row has a free square and every free column a row. The last
// two rows are counted from their free sets alone.
//
// As a recursion the same search took more than twice as long, because branch prediction fails on
// whether a child lives and whether a row has another free square (docs/laboratory.md, "Kernels").
//
// Invariant: the number of open rows equals the number of free columns.
var scalar = Kernel{
	Entry: table.Entry{Name: "scalar"},
	Accepts: func(t *Task) bool {
		return len(t.Rows) >= 3 && t.Order < wide.bits
	},
	Count: func(t *Task) Result {
		s := scalarPool.Get().(*scalarSearch)
		defer scalarPool.Put(s)
		s.prepare(t)
		solutions := s.fillUpper(s.upper, state{t.Columns, t.Rising, t.Falling}) + s.fillLower()
		return Result{Solutions: solutions, Nodes: s.nodes}
	},
}

// layout describes how a board lies in words: field 0 is the set of free columns, field i+1 the
// free squares of row i, where the rows filled last have the lowest numbers. The highest bit of a
// field is spare: the carry into it says whether the field is empty.
type layout struct {
	bits int // of a field
	rows int // open rows up to which boards have this form
	fill [narrowRows + 1]func(s *scalarSearch, n int) uint64

	places [narrowRows + 1]place // of the fields
}

type place struct{ word, shift uint8 }

// narrowRows is the largest number of open rows of any layout; it fills three words.
const narrowRows = 8

// Words of the largest board.
const boardWords = 4

// The layouts of gen_scalar.go.
var (
	narrow = layout{
		bits: 21, rows: narrowRows, places: placesOf(3, 21),
		fill: [...]func(*scalarSearch, int) uint64{
			3: (*scalarSearch).narrow3, 4: (*scalarSearch).narrow4, 5: (*scalarSearch).narrow5,
			6: (*scalarSearch).narrow6, 7: (*scalarSearch).narrow7, 8: (*scalarSearch).narrow8,
		},
	}
	wide = layout{
		bits: 32, rows: 7, places: placesOf(2, 32),
		fill: [...]func(*scalarSearch, int) uint64{
			3: (*scalarSearch).wide3, 4: (*scalarSearch).wide4, 5: (*scalarSearch).wide5,
			6: (*scalarSearch).wide6, 7: (*scalarSearch).wide7, 8: nil,
		},
	}
)

func placesOf(per, bits int) (places [narrowRows + 1]place) {
	for field := range places {
		places[field] = place{uint8(field / per), uint8(field % per * bits)}
	}
	return places
}

// Boards of a level.
const batch = 128

// level holds boards with the same number of open rows, word by word.
type level [boardWords][batch]uint64

// Slots of columns: a product with a de Bruijn sequence is cheaper than counting trailing zeros on
// processors that do that in microcode.
const (
	slotBits = 5
	slots    = 1 << slotBits
	scatter  = 0x077C_B531
)

func slot(queen uint64) uint32 { return uint32(queen) * scatter >> (32 - slotBits) }

// cursor is a position in a level.
type cursor struct {
	n, from int    // boards of the level, and the one whose children are next
	free    uint64 // its untried squares in the next row
	made    uint64 // children of all boards
}

// scalarSearch is the scratch memory of one task, about 45 KB, and the prepared task.
type scalarSearch struct {
	boards [narrowRows + 1]level                 // by number of open rows; 0 to 2 are not used
	held   int                                   // boards of level open that wait
	left   [narrowRows][slots][boardWords]uint64 // by row and slot of a queen's column: sets that she leaves
	upper  []line                                // rows that are filled before the others
	lower  [narrowRows]line                      // the other rows, the last one to be filled first
	open   int                                   // rows of lower in use, 3 to narrowRows
	form   *layout
	all    uint64
	apart  int // distance of the last two rows
	nodes  uint64
}

var scalarPool = sync.Pool{New: func() any { return new(scalarSearch) }}

func (s *scalarSearch) prepare(t *Task) {
	s.all, s.nodes, s.held = allColumns(t.Order), 0, 0
	s.form = &wide
	if t.Order < narrow.bits {
		s.form = &narrow
	}
	s.open = min(len(t.Rows), s.form.rows)
	split := len(t.Rows) - s.open
	s.upper = s.upper[:0]
	for _, r := range t.Rows[:split] {
		s.upper = append(s.upper, newLine(t, r))
	}
	for i, r := range t.Rows[split:] {
		s.lower[s.open-1-i] = newLine(t, r)
	}
	for r := range s.open {
		for c := range t.Order {
			queen := uint64(1) << c
			s.leave(&s.left[r][slot(queen)], r, queen)
		}
	}
	s.apart = s.distance(0, 1)
}

func (s *scalarSearch) distance(i, j int) int {
	d := int(s.lower[i].rising) - int(s.lower[j].rising) // rising is the row's index
	return max(d, -d)
}

// leave sets left to the free columns and squares of lower rows that a queen in lower row r leaves.
func (s *scalarSearch) leave(left *[boardWords]uint64, r int, queen uint64) {
	*left = [boardWords]uint64{s.all &^ queen}
	for i := range r {
		d := s.distance(r, i)
		s.put(left, i+1, s.all&^(queen|queen<<d|queen>>d))
	}
}

func (s *scalarSearch) put(board *[boardWords]uint64, field int, set uint64) {
	p := s.form.places[field]
	board[p.word%boardWords] |= set << (p.shift & 63)
}

func (s *scalarSearch) fillUpper(rows []line, b state) uint64 {
	if len(rows) == 0 {
		return s.enter(b)
	}
	row := &rows[0]
	free := row.free(b)
	s.nodes += uint64(bits.OnesCount64(free))
	var solutions uint64
	for ; free != 0; free = withoutLowest(free) {
		solutions += s.fillUpper(rows[1:], row.with(b, lowest(free)))
	}
	return solutions
}

// enter adds a board to the waiting ones if its next row has a free square, and counts the
// completions of all of them once the level is full.
func (s *scalarSearch) enter(b state) uint64 {
	if s.lower[s.open-1].free(b) == 0 {
		return 0
	}
	board := [boardWords]uint64{s.all &^ b.columns}
	for i := range s.open {
		s.put(&board, i+1, s.lower[i].free(b))
	}
	for w, word := range board {
		s.boards[s.open][w][s.held] = word
	}
	s.held++
	if s.held < batch {
		return 0
	}
	return s.fillLower()
}

func (s *scalarSearch) fillLower() uint64 {
	n := s.held
	s.held = 0
	return s.form.fill[s.open](s, n)
}
