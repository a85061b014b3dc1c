// Package placements counts the ways to place k queens on a board so that no two attack each
// other: all of them, those to which no queen can be added, and both up to rotation and
// reflection. [Dominate] finds the fewest queens that leave no square free.
//
// [Count] counts. Counts up to symmetry use Burnside's lemma; a separate search
// counts the sets that a symmetry leaves unchanged. [Greedy] is about a board without end.
//
//	table, err := placements.Count(ctx, placements.Board{Rows: 8, Cols: 8}, placements.Any, 0)
//	fmt.Println(table[8].Sets, table[8].Orbits) // 92 12
package placements

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"queens"
	"queens/internal/errs"
)

// Limits of the sides of a board: for one number of queens, and for all of them, which takes some
// minutes of a core at 14 by 14.
const (
	MaxSide = 32
	MaxAny  = 14
)

// Any asks for all numbers of queens.
const Any = -1

// Board is a board of Rows x Cols squares.
type Board struct {
	Rows int `json:"rows"`
	Cols int `json:"columns"`
}

// String returns "order 8", or "4 x 5 squares".
func (on Board) String() string {
	if on.Rows == on.Cols {
		return fmt.Sprintf("order %d", on.Rows)
	}
	return fmt.Sprintf("%d x %d squares", on.Rows, on.Cols)
}

// Row is what is known about sets of one number of queens.
type Row struct {
	Queens        int          `json:"queens"`
	Sets          queens.Total `json:"sets"`          // no two queens attack each other
	Orbits        queens.Total `json:"orbits"`        // the same up to symmetry
	Maximal       queens.Total `json:"maximal"`       // of the sets, those to which no queen can be added
	MaximalOrbits queens.Total `json:"maximalOrbits"` // the same up to symmetry
}

// Count counts the sets of k queens, or with Any those of each number from 0 to the shorter side:
// one row of the result for each number. A square board has eight symmetries, any other four. It
// uses the given number of workers, 0 for one for each processor; the result does not depend on it.
//
// Time is proportional to the number of sets of fewer than k queens, for Any some tenfold with each
// order: 0.3 s of a core for 11 by 11, 3 s for 12 by 12. Errors: queens.ErrOrder for a side outside
// 0..MaxSide, or MaxAny for Any, and for k outside 0..min(Rows, Cols); ctx's error if it ends.
func Count(ctx context.Context, on Board, k, workers int) ([]Row, error) {
	most, side := MaxSide, min(on.Rows, on.Cols)
	if k == Any {
		most = MaxAny
	}
	switch {
	case side < 0 || max(on.Rows, on.Cols) > most:
		return nil, errs.Errorf("board of %v: want sides from 0 to %d: %w", on, most, queens.ErrOrder)
	case k < Any || k > side:
		return nil, errs.Errorf("%d queens: want a number from 0 to %d; more do not fit without attacks: %w",
			k, side, queens.ErrOrder)
	case workers <= 0:
		workers = runtime.GOMAXPROCS(0)
	}
	all := on.count(ctx, k, workers)
	orbits := on.tallies()
	orbits.add(all)
	images := on.symmetries()
	for _, image := range images[1:] {
		orbits.add(newFixed(ctx, on, k, image).count())
	}
	if err := ctx.Err(); err != nil {
		return nil, errs.Errorf("board of %v: %w", on, err)
	}
	group := uint64(len(images))
	var rows []Row
	for size := range all {
		if k == Any || k == size {
			rows = append(rows, Row{
				Queens: size, Sets: total(all[size][0], 1), Maximal: total(all[size][1], 1),
				Orbits: total(orbits[size][0], group), MaximalOrbits: total(orbits[size][1], group),
			})
		}
	}
	return rows, nil
}

// symmetries returns where each symmetry of the board moves a square, the identity first.
func (on Board) symmetries() []func(queens.Square) queens.Square {
	type square = queens.Square
	images := []func(square) square{
		func(sq square) square { return sq },
		func(sq square) square { return square{Row: on.Rows - 1 - sq.Row, Col: sq.Col} },
		func(sq square) square { return square{Row: sq.Row, Col: on.Cols - 1 - sq.Col} },
		func(sq square) square { return square{Row: on.Rows - 1 - sq.Row, Col: on.Cols - 1 - sq.Col} },
	}
	if on.Rows == on.Cols {
		for _, image := range slices.Clone(images) {
			images = append(images, func(sq square) square { return image(square{Row: sq.Col, Col: sq.Row}) })
		}
	}
	return images
}

// tallies are numbers of sets, and of maximal ones, for each number of queens. A search that fills
// a word would take years.
type tallies [][2]uint64

func (on Board) tallies() tallies { return make(tallies, min(on.Rows, on.Cols)+1) }

func (t tallies) add(other tallies) {
	for k, x := range other {
		t[k][0] += x[0]
		t[k][1] += x[1]
	}
}

// total returns a number divided by the order of a group, which divides it.
func total(count, group uint64) queens.Total {
	if count%group != 0 {
		panic(fmt.Sprintf("placements: %d fixed sets are no multiple of %d", count, group))
	}
	return queens.NewTotal(count / group)
}

// count counts all sets. If ctx ends it stops, and the counts mean nothing. A set whose first queen
// is in the left half counts for its mirror image too.
func (on Board) count(ctx context.Context, k, workers int) tallies {
	if k == 0 || on.Rows*on.Cols == 0 {
		return newFixed(ctx, on, k, on.symmetries()[0]).count()
	}
	type task struct {
		row, queens int
		taken       lines
		empty       uint64
		times       int
	}
	tasks := make(chan task, on.Rows*on.Cols+1)
	s, rest := search{ctx: ctx, rows: on.Rows, cols: on.Cols, queens: k}, task{times: 1}
	for row := 0; k != 1 && row < on.Rows-1; row++ {
		for col := range (on.Cols + 1) / 2 {
			tasks <- task{row + 1, 1, s.with(lines{}, row, col), rest.empty, min(2, on.Cols-2*col)}
		}
		rest.row, rest.empty = row+1, s.without(row, 0, rest.empty, s.free(lines{}, row))
	}
	tasks <- rest // the first queen is in the last row, or there is none; for one queen all
	close(tasks)
	sum := on.tallies()
	var group sync.WaitGroup
	var adding sync.Mutex
	for range workers {
		group.Go(func() {
			for t := range tasks {
				s := s
				s.tallies = make(tallies, len(sum)+1) // the last stays empty
				s.extend(t.row, t.queens, t.taken, t.empty)
				adding.Lock()
				for range t.times {
					sum.add(s.tallies[:len(sum)])
				}
				adding.Unlock()
			}
		})
	}
	group.Wait()
	return sum
}

// fixed counts the sets that one symmetry leaves unchanged: each is a union of orbits of squares
// under the powers of the symmetry, and no two squares of an orbit attack each other.
type fixed struct {
	ctx    context.Context // the caller's of Count
	queens int
	first  []queens.Square   // one of each orbit
	orbits [][]queens.Square // whose squares do not attack each other
	chosen []queens.Square
	tallies
}

func newFixed(ctx context.Context, on Board, k int, image func(queens.Square) queens.Square) *fixed {
	f := &fixed{ctx: ctx, queens: k, tallies: on.tallies()}
	seen := map[queens.Square]bool{}
	for i := range on.Rows * on.Cols {
		first := queens.Square{Row: i / on.Cols, Col: i % on.Cols}
		if seen[first] {
			continue
		}
		f.first = append(f.first, first)
		orbit := []queens.Square{first}
		for sq := image(first); sq != first; sq = image(sq) {
			seen[sq] = true
			orbit = append(orbit, sq)
		}
		if queens.AttackingPairs(orbit, max(on.Rows, on.Cols), queens.Regular) == 0 {
			f.orbits = append(f.orbits, orbit)
		}
	}
	return f
}

func (f *fixed) count() tallies {
	f.extend(0)
	return f.tallies
}

// attacked reports whether a chosen queen attacks a square. What attacks one square of an orbit
// attacks, being unchanged, all of them.
func (f *fixed) attacked(sq queens.Square) bool {
	return slices.ContainsFunc(f.chosen, sq.Attacks)
}

// extend counts the chosen set and all that arise from it by orbits from number first on.
func (f *fixed) extend(first int) {
	size := len(f.chosen)
	if f.ctx.Err() != nil || size > f.queens && f.queens != Any {
		return
	}
	if f.queens == Any || f.queens == size {
		f.tallies[size][0]++
		if !slices.ContainsFunc(f.first, func(sq queens.Square) bool { return !f.attacked(sq) }) {
			f.tallies[size][1]++
		}
	}
	for i := first; i < len(f.orbits); i++ {
		if f.attacked(f.orbits[i][0]) {
			continue
		}
		f.chosen = append(f.chosen, f.orbits[i]...)
		f.extend(i + 1)
		f.chosen = f.chosen[:size]
	}
}

// search counts sets row by row, with at most one queen in each. It does not place the last queen,
// but adds up where she can be. It ends early if ctx does.
type search struct {
	ctx        context.Context // the caller's of Count
	rows, cols int
	queens     int // number that is counted, or Any
	tallies        // one longer than that of the board
}

// lines has a bit for each line with a queen: c for a column, r+c for a rising and c-r+rows-1 for a
// falling diagonal of the square in row r and column c.
type lines struct{ columns, rising, falling uint64 }

// free returns the columns of a row that no queen attacks; the row has none.
func (s *search) free(taken lines, row int) uint64 {
	attacked := taken.columns | taken.rising>>(row&63) | taken.falling>>((s.rows-1-row)&63)
	return (1<<(s.cols&63) - 1) &^ attacked
}

func (s *search) with(taken lines, row, col int) lines {
	return lines{
		columns: taken.columns | 1<<(col&63),
		rising:  taken.rising | 1<<((row+col)&63),
		falling: taken.falling | 1<<((col-row+s.rows-1)&63),
	}
}

// hopeless are the rows without a queen of a set from which no maximal one arises.
const hopeless = ^uint64(0)

// without adds a row to the rows above that have no queen. A later queen attacks at most three of
// its free squares.
func (s *search) without(row, queens int, empty, free uint64) uint64 {
	later := s.rows - 1 - row
	if s.queens != Any {
		later = min(later, s.queens-queens)
	}
	if bits.OnesCount64(free) > 3*later {
		return hopeless
	}
	return empty | 1<<(row&63)
}

// extend counts the sets of the queens on the lines taken, above row, and of others from row on.
func (s *search) extend(row, queens int, taken lines, empty uint64) {
	if queens < 3 && s.ctx.Err() != nil {
		return
	}
	free, below := s.free(taken, row), s.rows-1-row
	if queens+1 == s.queens || below == 0 && s.queens == Any {
		s.lastQueen(row, queens, taken, empty, free)
		if below == 0 {
			return
		}
		free = 0
	}
	if s.queens == Any || below >= s.queens-queens {
		s.extend(row+1, queens, taken, s.without(row, queens, empty, s.free(taken, row)))
	}
	if below == 0 {
		return
	}
	for ; free != 0; free &= free - 1 {
		s.extend(row+1, queens+1, s.with(taken, row, bits.TrailingZeros64(free)), empty)
	}
}

// lastQueen counts the sets with one more queen, on a free square of row, and if that is the last
// row and all numbers are counted, those without.
func (s *search) lastQueen(row, queens int, taken lines, empty, free uint64) {
	with, none := &s.tallies[queens+1], &s.tallies[queens]
	with[0] += uint64(bits.OnesCount64(free))
	if s.queens == Any {
		none[0]++
	}
	if empty == hopeless {
		return
	}
	covering, missed := free, free // squares from which a queen attacks all free ones of other rows
	for others := empty | (1<<s.rows-1)&^(2<<row-1); others != 0; others &= others - 1 {
		other := bits.TrailingZeros64(others)
		distance := max(row-other, other-row) & 63
		for squares := s.free(taken, other); squares != 0; squares &= squares - 1 {
			missed = squares & -squares
			if covering &= missed | missed<<distance | missed>>distance; covering == 0 {
				return
			}
		}
	}
	with[1] += uint64(bits.OnesCount64(covering))
	if s.queens == Any && missed == 0 {
		none[1]++
	}
}

// Greedy yields the rows, from 0, of the first n queens on a board without end in both directions:
// the queen of each column in turn, from 0, stands in the first row that no earlier queen attacks.
// The endless sequence is a permutation of all rows.
//
// The queen of column c costs about c/64 steps or fewer. Source: OEIS A065188, which counts from 1.
func Greedy(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		var rows, rising, falling growing // falling diagonals by row-column+n
		least := 0                        // no row below is free
		for col := range n {
			for rows.from(least)&1 == 1 {
				least++
			}
			// Rows row to row+63 at once, bit i for row+i.
			attacked := func(row int) uint64 {
				return rows.from(row) | rising.from(row+col) | falling.from(row-col+n)
			}
			row := least
			for attacked(row) == ^uint64(0) {
				row += 64
			}
			row += bits.TrailingZeros64(^attacked(row))
			rows.add(row)
			rising.add(row + col)
			falling.add(row - col + n)
			if !yield(row) {
				return
			}
		}
	}
}

type growing []uint64

// from returns the members x to x+63 as bits 0 to 63.
func (g growing) from(x int) uint64 {
	word, bit := x/64, x%64
	if word >= len(g) {
		return 0
	}
	members := g[word] >> bit
	if word+1 < len(g) {
		members |= g[word+1] << (64 - bit) // nothing for bit 0
	}
	return members
}

func (g *growing) add(x int) {
	for x/64 >= len(*g) {
		*g = append(*g, 0)
	}
	(*g)[x/64] |= 1 << (x % 64)
}
