package list

import (
	"math/bits"

	"queens"
	"queens/symmetry"
)

// finder finds the solutions of one part of the list, those that begin with one prefix.
type finder interface {
	// prefixes yields, in lexicographic order, the prefixes of all parts that do not stand before
	// after, which may be nil. The slice is reused. It ends when yield returns false or w says so.
	prefixes(after []uint8, w *watch, yield func(prefix []uint8) bool)
	// find appends to found the solutions that begin with prefix, n rows each, in
	// lexicographic order.
	find(found []uint8, prefix []uint8) []uint8
	// nodes returns the number of queens placed so far.
	nodes() uint64
}

func newFinder(n int, o Options) finder {
	topology := queens.Regular
	if o.Modular {
		topology = queens.Modular
	}
	switch {
	case o.Wants(symmetry.Asymmetric) && o.Modular:
		return newColumns(n, min(n, max(1, n-toroidalLeft)), symmetry.Identity, topology)
	case o.Wants(symmetry.Asymmetric):
		return newRegular(n, o.Fundamental)
	case o.Wants(symmetry.Central):
		return newColumns(n, max(min(1, n/2), n/2-centralLeft), symmetry.Rot180, topology)
	default:
		return newColumns(n, max(min(1, n/2), n/4-rotationalLeft), symmetry.Rot90, topology)
	}
}

// finders returns a function that makes finders for one list, one for each goroutine.
func finders(n int, o Options) func() finder {
	all := !o.Fundamental && o.Wants(symmetry.Asymmetric) && o.Wants(symmetry.Central) && o.Wants(symmetry.Rotational)
	if n < 1 || n > maxImages || !all || o.Modular || o.After != nil {
		return func() finder { return newFinder(n, o) }
	}
	table := newImageTable(n, max(1, (n+1)/2-5)) // parts are of some thousand solutions
	return func() finder { return newImageFinder(table) }
}

// The search of one part of the list.
//
// A plain bitmask backtracker spends its time on mispredicted branches: how many rows a column has
// left, and whether a child is dead, cannot be guessed, and costs about 45 cycles per queen placed.
// So a part is searched breadth first: all boards with c queens make all boards with c+1 queens, in
// order, by a loop whose only branch is its end. A child is always written after the last living
// board; it stays if the end moves on, by 0 or 1 as it is dead or alive. The children of boards in
// lexicographic order are in lexicographic order.
//
// To stay in the first-level cache the boards of a level are expanded in blocks of
// blockLen: a block goes down to the last column before the next one starts.
//
// A child is dead if an open column has no free row left or, near the end, an open
// row is free in no open column (2.8 times fewer boards at order 14).

// blockLen is the number of boards expanded together. At order 14, ns per solution: 32
// 214, 64 186, 128 197, 256 193, 512 194; see docs/laboratory.md.
const blockLen = 64

// maxLevels bounds the columns searched breadth first: five bits each in a path.
const (
	maxLevels = 12
	rowBits   = 5
)

// lookAhead is the number of open columns from which on a wide board is tested
// for rows without a free column.
const lookAhead = 6

// board is a board whose first columns hold queens. Bit r of a set is row r.
type board struct {
	rows            uint32 // rows without a queen
	rising, falling uint32 // rows of the next column attacked along diagonals
	path            uint64 // rows of the queens after the prefix, rowBits each, the last lowest
}

func (b board) next(queen uint32) board {
	return board{
		rows:    b.rows &^ queen,
		rising:  (b.rising | queen) >> 1, // one column right is one row up
		falling: (b.falling | queen) << 1,
		path:    b.path<<rowBits | uint64(bits.TrailingZeros32(queen)),
	}
}

func (b board) free(j int) uint32 { return b.rows &^ (b.rising>>j | b.falling<<j) }

// regular finds all solutions, or all that may be canonical representatives.
type regular struct {
	n           int
	fundamental bool
	narrow      bool       // use lanes for the last columns
	allowed     [32]uint32 // by column: rows a queen may stand in
	rows        [32]uint8  // rows of the solution in progress
	root        int        // column where breadth first search begins
	found       []uint8
	placed      uint64                 // boards that lived, after the prefixes
	boards      [maxLevels + 1][]board // by number of open columns
	lanes       *[laneColumns + 1]laneLevel
}

func newRegular(n int, fundamental bool) *regular {
	f := &regular{n: n, fundamental: fundamental}
	f.narrow = laneColumns < n && n <= laneRows
	for open := 1; open < min(n, maxLevels); open++ {
		f.boards[open] = make([]board, blockLen*(open+1)+1)
	}
	if f.narrow {
		f.lanes = new([laneColumns + 1]laneLevel)
	}
	return f
}

func (f *regular) prefixes(after []uint8, w *watch, yield func([]uint8) bool) {
	newColumns(f.n, partDepth(f.n), symmetry.Identity, queens.Regular).prefixes(after, w, yield)
}

func (f *regular) nodes() uint64 { return f.placed }

func (f *regular) find(found []uint8, prefix []uint8) []uint8 {
	f.found = found
	if f.n == 0 {
		return found
	}
	f.allow(int(prefix[0]))
	b := board{rows: allRows(f.n)}
	for c, r := range prefix {
		queen := uint32(1) << r
		if queen&f.allowed[c] == 0 {
			return found
		}
		b = b.next(queen)
		f.rows[c] = r
	}
	f.descend(b, len(prefix))
	return f.found
}

// allRows returns the set of all rows of a board of order 0 <= n <= 32.
func allRows(n int) uint32 { return uint32(uint64(1)<<n - 1) }

// allow sets the rows that queens may stand in. All rows, unless representatives are wanted: the
// first rows of the eight images of p are p[0], p[n-1], the columns of the queens of the first and
// the last row, and the complements n-1-x of these. The least image begins with the smallest, so if
// p is it and first = p[0], all four lie in first..n-1-first.
func (f *regular) allow(first int) {
	n := f.n
	for c := range n {
		f.allowed[c] = allRows(n)
	}
	if !f.fundamental {
		return
	}
	if 2*first > n-1 {
		f.allowed[0] = 0
		return
	}
	last := n - 1 - first
	ends := uint32(1) | uint32(1)<<(n-1)
	for c := 1; c < n; c++ {
		if c < first || c > last {
			f.allowed[c] &^= ends
		}
	}
	if n > 1 {
		f.allowed[n-1] &= allRows(last+1) &^ allRows(first)
	}
}

// descend completes the board b, whose next column is col: depth first to the columns that are
// searched breadth first.
func (f *regular) descend(b board, col int) {
	free := b.free(0) & f.allowed[min(col, f.n-1)]
	if f.n-col <= maxLevels {
		f.root, b.path = col, 0
		switch {
		case col == f.n:
			f.found = append(f.found, f.rows[:f.n]...)
		case free != 0:
			root := [2]board{b}
			f.expand(root[:], 1, col)
		}
		return
	}
	for ; free != 0; free &= free - 1 {
		row := bits.TrailingZeros32(free)
		f.rows[col] = uint8(row)
		f.descend(b.next(1<<row), col+1)
	}
}

// expand completes the first count boards of in, whose next column col has a free row. It
// requires one more readable element of in.
func (f *regular) expand(in []board, count, col int) {
	open := f.n - col
	switch {
	case open == 1:
		for _, b := range in[:count] {
			f.record(b.path<<rowBits|uint64(bits.TrailingZeros32(b.rows)), col)
		}
	case f.narrow && open == laneColumns:
		f.toLanes(in[:count], col)
	default:
		for start := 0; start < count; start += blockLen {
			size := min(blockLen, count-start)
			made := f.children(in[start:], size, col)
			f.placed += uint64(made)
			if made > 0 {
				f.expand(f.boards[open-1], made, col+1)
			}
		}
	}
}

// children writes the living children of the first count boards of in to the
// next level and returns their number. It has no branch for the end of a board: then
// done is 1, and the free rows of the next board replace the empty set.
func (f *regular) children(in []board, count, col int) int {
	allowed := f.allowed[col]
	out := f.boards[f.n-col-1]
	made := 0
	free := uint64(in[0].free(0) & allowed)
	for i := 0; i < count; {
		following := uint64(in[i+1].free(0) & allowed)
		child := in[i].next(uint32(free & -free))
		out[made] = child
		made += one(f.alive(&child, col+1))
		free &= free - 1
		done := (free - 1) >> 63
		i += int(done)
		free |= following & -done
	}
	return made
}

// alive reports whether every open column, from col on, has a free row and every open
// row a column; far from the end only the next column is checked.
func (f *regular) alive(b *board, col int) bool {
	open := f.n - col
	if open > lookAhead {
		return b.free(0)&f.allowed[col] != 0
	}
	var seen uint32
	var dead uint64
	for j := range open {
		free := b.free(j) & f.allowed[col+j]
		seen |= free
		dead |= (uint64(free) - 1) >> 63
	}
	return dead|uint64(seen^b.rows) == 0
}

// one returns 1 if b and 0 if not; it compiles to a set instruction, no branch.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (f *regular) record(path uint64, col int) {
	for c, first := col, f.root; c >= first; c-- {
		f.rows[c] = uint8(path & (1<<rowBits - 1))
		path >>= rowBits
	}
	f.found = append(f.found, f.rows[:f.n]...)
}

// On boards of order laneRows at most, the last laneColumns columns are kept as
// the sets of their free rows, side by side in two words:
//
//	bits   63-48     47-32     31-16     15-0
//	near   column 4  column 3  column 2  column 1   counted from the next
//	far    column 8  column 7  column 6  column 5
//
// A queen clears its row and its two diagonals in all of them with one and-not per word, and the
// next column comes up by a shift. Empty lanes (columns without a free row) show in a few
// instructions, and so do rows that are in no lane.
const (
	laneRows    = 16
	laneColumns = 8
	nearColumns = 4
	laneMask    = 1<<laneRows - 1
	laneUnits   = 0x0001_0001_0001_0001 // the lowest bit of each lane
)

// shadow[r] are the rows that a queen in row r takes from the 8 columns after its
// own, as near and far word.
var shadow = func() (table [laneRows][2]uint64) {
	for r := range table {
		queen := uint64(1) << r
		for j := range laneColumns {
			attacked := queen | queen<<(j+1)&laneMask | queen>>(j+1)
			table[r][j/nearColumns] |= attacked << (j % nearColumns * laneRows)
		}
	}
	return table
}()

// empty returns a word that is 0 exactly if no lane of w is empty, among the lanes whose lowest bit
// is in units; the others have to be empty and do not matter. (The test for a zero byte in a word,
// Hacker's Delight 6-1: borrows only run into the next lane from one that is empty.)
func empty(w, units uint64) uint64 { return (w - units) &^ w & (units << (laneRows - 1)) }

func rowsIn(w uint64) int {
	w |= w >> 32
	w |= w >> 16
	return bits.OnesCount64(w & laneMask)
}

type lanes struct{ near, far, path uint64 }

// levelLen is room for all children of a block and a block after the last of them: what is expanded
// is always a whole array of blockLen+1 elements, so that the length of no slice takes a register.
const levelLen = blockLen*laneColumns + blockLen + 1

type (
	laneBlock = [blockLen + 1]lanes
	laneLevel = [levelLen]lanes
)

// toLanes completes boards of laneColumns open columns, col being the next.
func (f *regular) toLanes(in []board, col int) {
	out := &f.lanes[laneColumns]
	for len(in) > 0 {
		block := in[:min(blockLen, len(in))]
		in = in[len(block):]
		living := 0
		for _, b := range block {
			w := lanes{path: b.path}
			for j := range nearColumns {
				w.near |= uint64(b.free(j)&f.allowed[col+j]) << (j * laneRows)
				w.far |= uint64(b.free(j+nearColumns)&f.allowed[col+j+nearColumns]) << (j * laneRows)
			}
			out[living] = w
			living += one(empty(w.near, laneUnits)|empty(w.far, laneUnits) == 0)
		}
		f.expandLanes(out, living, laneColumns)
	}
}

// expandLanes completes the first count boards of in, which have open columns left and no column
// without a free row.
func (f *regular) expandLanes(in *laneLevel, count, open int) {
	if open == 1 {
		for _, b := range in[:count] {
			f.record(b.path<<rowBits|uint64(bits.TrailingZeros64(b.near)), f.n-1)
		}
		return
	}
	out := &f.lanes[open-1]
	for start := 0; start < count; start += blockLen {
		made := laneChildren((*laneBlock)(in[start:]), min(blockLen, count-start), open, out)
		f.placed += uint64(made)
		f.expandLanes(out, made, open-1)
	}
}

// laneChildren writes the living children of the first count boards of in, which have open columns,
// to out and returns their number. The loop is that of regular.children. In the last columns rows
// without a column are not looked for: it would cost more than the boards it saves.
func laneChildren(in *laneBlock, count, open int, out *laneLevel) int {
	nearUnits := uint64(laneUnits) >> (max(0, nearColumns+1-open) * laneRows)
	farUnits := uint64(laneUnits) >> ((laneColumns + 1 - open) * laneRows)
	made := 0
	free := in[0].near & laneMask
	for i := 0; i < min(count, blockLen); {
		following := in[i+1].near & laneMask
		row := bits.TrailingZeros64(free) & (laneRows - 1)
		b, taken := &in[i], &shadow[row]
		near := (b.near>>laneRows | b.far<<(64-laneRows)) &^ taken[0]
		far := b.far >> laneRows &^ taken[1]
		out[made] = lanes{near, far, b.path<<rowBits | uint64(row)}
		dead := empty(near, nearUnits) | empty(far, farUnits)
		if open > nearColumns {
			dead |= uint64(rowsIn(near|far) - (open - 1))
		}
		made += one(dead == 0)
		free &= free - 1
		done := (free - 1) >> 63
		i += int(done)
		free |= following & -done
	}
	return made
}

// columns fills a board column by column, from the left. A queen comes with her images under the
// powers of a turn; columns that images have filled are skipped, which keeps the lexicographic
// order.
type columns struct {
	n       int
	prefix  int      // columns of a prefix
	squares []turned // by column, then row
	rows    [32]uint8
	placed  uint64 // queens, without their images

	// of a walk
	end   int     // column before which it ends
	after []uint8 // smaller boards are left out; may be nil
	watch *watch  // may be nil
	leaf  func() bool
}

// lines are sets of lines. Diagonals are numbered by Square.SumDiag and DiffDiag. On the modular
// board two numbers that differ by n are one diagonal, and both are in the set.
type lines struct {
	rows, columns uint32
	sums, diffs   uint64
}

// turned is a square with its images and the lines that their queens take.
type turned struct {
	lines
	images [4]struct{ row, col uint8 }
	count  int // of the images; 0 if queens on them attack each other
}

// The number of columns after the prefixes: a part takes about a millisecond. Each pair of columns
// has one choice under the half turn, each four under the quarter turn.
const (
	toroidalLeft   = 14
	centralLeft    = 7
	rotationalLeft = 5
)

func newColumns(n, prefix int, turn symmetry.Symmetry, t queens.Topology) *columns {
	s := &columns{n: n, prefix: prefix, squares: make([]turned, n*n)}
	for col := range n {
		for row := range n {
			s.squares[col*n+row] = newTurned(queens.Square{Row: row, Col: col}, n, turn, t)
		}
	}
	return s
}

func newTurned(sq queens.Square, n int, turn symmetry.Symmetry, t queens.Topology) (s turned) {
	for first := sq; s.count == 0 || sq != first; s.count++ {
		s.images[s.count].row, s.images[s.count].col = uint8(sq.Row), uint8(sq.Col)
		own := lines{1 << sq.Row, 1 << sq.Col, 1 << sq.SumDiag(), 1 << sq.DiffDiag(n)}
		if t == queens.Modular {
			own.sums |= own.sums<<n | own.sums>>n
			own.diffs |= own.diffs<<n | own.diffs>>n
		}
		if s.meets(&own) {
			return turned{}
		}
		s.lines = s.with(&own)
		sq = turn.Square(sq, n)
	}
	return s
}

func (l *lines) meets(other *lines) bool {
	return l.rows&other.rows != 0 || l.columns&other.columns != 0 || l.sums&other.sums != 0 || l.diffs&other.diffs != 0
}

func (l *lines) with(other *lines) lines {
	return lines{l.rows | other.rows, l.columns | other.columns, l.sums | other.sums, l.diffs | other.diffs}
}

func (s *columns) nodes() uint64 { return s.placed }

func (s *columns) prefixes(after []uint8, w *watch, yield func([]uint8) bool) {
	walk := *s // find has the rest of the board
	walk.end, walk.after, walk.watch = s.prefix, after, w
	walk.leaf = func() bool { return yield(walk.rows[:s.prefix]) }
	walk.place(lines{}, 0, after != nil)
}

func (s *columns) find(found []uint8, prefix []uint8) []uint8 {
	var taken lines
	for col, row := range prefix {
		if taken.columns>>col&1 == 0 {
			taken = s.put(&taken, &s.squares[col*s.n+int(row)])
		}
	}
	s.end = s.n
	s.leaf = func() bool {
		found = append(found, s.rows[:s.n]...)
		return true
	}
	s.place(taken, len(prefix), false)
	return found
}

func (s *columns) put(taken *lines, square *turned) lines {
	for _, sq := range square.images[:square.count] {
		s.rows[sq.col] = sq.row
	}
	return square.with(taken)
}

// place fills the columns from col on in all ways, and calls leaf for each. tight says that the
// columns before col are those of after. It reports whether to continue; the watch and leaf say so.
func (s *columns) place(taken lines, col int, tight bool) bool {
	for ; col < s.end && taken.columns>>col&1 == 1; col++ {
		if tight && s.rows[col] < s.after[col] {
			return true
		}
		tight = tight && s.rows[col] == s.after[col]
	}
	if col == s.end {
		return s.leaf()
	}
	free := allRows(s.n) &^ (taken.rows | uint32(taken.sums>>col) | uint32(taken.diffs>>(s.n-1-col)))
	if tight {
		free &^= allRows(int(s.after[col]))
	}
	squares := s.squares[col*s.n:]
	for ; free != 0; free &= free - 1 {
		row := bits.TrailingZeros32(free)
		square := &squares[row]
		if square.count == 0 || square.count > 1 && square.meets(&taken) {
			continue
		}
		s.placed++
		next := s.put(&taken, square)
		if s.watch != nil && !s.watch.placed(s.rows[:col+1]) {
			return false
		}
		if !s.place(next, col+1, tight && row == int(s.after[col])) {
			return false
		}
	}
	return true
}
