package huge

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/internal/errs"
)

// Greedy finds a solution of order n at random and verifies it. It is fast and uses little memory,
// but it is not fair: some solutions are much more likely than others, and queens of its boards are
// spread more evenly than those of a solution chosen uniformly.
//
// Rows come in a pseudo-random order (see rowOrder). Two windows of neighbouring columns
// move over the left and the right half of the board (one, where it is small), and the rows
// take, in turn, the first column in a window where neither diagonal is attacked. Both
// diagonals run with the column, so one word of each set of diagonals says it for all
// columns of the window. The few rows that find no place are offered again, and the last
// ones change places with queens chosen at random.
//
// The same n and seed give the same solution on every machine. progress, if not nil, is called with
// the number of queens placed every some milliseconds. Time O(n), see docs/laboratory.md; space 4.8
// n bytes, the result included. Errors: queens.ErrOrder for n = 2, 3, which have no solution, and
// outside 1..queens.MaxProblemOrder; ctx's error if it ends.
func Greedy(ctx context.Context, n int, seed uint64, progress func(placed int)) ([]uint32, GreedyReport, error) {
	if n < 1 || n == 2 || n == 3 || n > queens.MaxProblemOrder {
		return nil, GreedyReport{}, errs.Errorf("greedy solution of order %d: want 1 or 4 to %d: %w", n,
			queens.MaxProblemOrder, queens.ErrOrder)
	}
	if progress == nil {
		progress = func(int) {}
	}
	g := &greedy{
		n: n, rows: make([]uint32, n), rising: newBitset(2 * n), falling: newBitset(2 * n),
		left: make([]uint32, 0, n/leftShare+64), progress: progress,
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	for ; ; g.report.Restarts++ {
		g.clear()
		done := g.run(ctx, random)
		if err := ctx.Err(); err != nil {
			return nil, g.report, errs.Errorf("greedy solution of order %d: stopped: %w", n, err)
		}
		if done {
			g.verify()
			return g.rows, g.report, nil
		}
	}
}

// GreedyReport says what a greedy solution took.
type GreedyReport struct {
	Restarts uint64 `json:"restarts,string"` // boards abandoned; 0 for all but small orders
	Refused  uint64 `json:"refused,string"`  // rows that found no column when they came first
	Repaired uint64 `json:"repaired,string"` // queens that were placed by an exchange at the end
	Tries    uint64 `json:"tries,string"`    // exchanges tried

	// Repairs is the curve of the repair: how many exchanges were tried for each
	// queen that was placed so on the board handed out, in turn. Some thousands at most.
	Repairs []uint64 `json:"repairs"`
}

// windowCols is the number of columns of the window: an unaligned load of 64 bits, at
// the byte of its first bit, has 57 of a set of diagonals for certain.
const windowCols = 56

const windowMask = 1<<windowCols - 1

// TwoWindows is the order from which on Greedy has two windows: with one, fewer small boards
// are abandoned.
const TwoWindows = 1 << 12

// About one row in leftShare, or somewhat fewer, finds no place at first: 3.6 % on large boards.
const leftShare = 27

const unplaced = 1<<32 - 1

// greedy is a board that is filled. A diagonal is in its set if it holds a queen.
type greedy struct {
	n       int
	rows    []uint32 // of the queens; in the columns of a window only where taken says so, and beyond it not yet
	rising  bitset   // col + row
	falling bitset   // col - row + n-1
	windows [2]window
	left    []uint32 // rows that found no place
	placed  int
	touched byte // keeps the loads of touch alive

	progress func(int)
	report   GreedyReport
}

// window is the part of the board in which one half of the rows looks for a column.
type window struct {
	base, end int    // first column; all before it are filled; first one of the next half
	taken     uint64 // columns from base on that cannot be used: filled, or beyond end
}

func (w *window) slide() {
	full := min(bits.TrailingZeros64(^w.taken), w.end-w.base)
	w.base += full
	w.taken >>= full
	if rest := w.end - w.base; rest < 64 {
		w.taken |= ^uint64(0) << rest
	}
}

func (g *greedy) clear() {
	if g.placed > 0 { // fresh memory is empty
		clear(g.rising)
		clear(g.falling)
	}
	half := g.n // small boards have one window
	if g.n >= TwoWindows {
		half /= 2
	}
	g.windows = [2]window{{end: half}, {base: half, end: g.n}}
	for i := range g.windows {
		g.windows[i].slide()
	}
	g.placed, g.left = 0, g.left[:0]
}

// run reports whether the board is full. It is not if ctx ended.
func (g *greedy) run(ctx context.Context, random *rand.Rand) (full bool) {
	g.offerAll(ctx, newRowOrder(g.n, random))
	g.report.Refused += uint64(len(g.left))
	for before := len(g.left) + 1; len(g.left) < before && len(g.left) > 0 && ctx.Err() == nil; {
		before = len(g.left)
		turn := -1
		g.left = slices.DeleteFunc(g.left, func(r uint32) bool { turn++; return g.offer(r, turn) })
	}
	return ctx.Err() == nil && g.repair(ctx, random)
}

// batch is the number of rows whose words are touched before the first is placed.
const batch = 64

// reportEvery is the number of batches between two looks at the context, about a millisecond.
const reportEvery = 1 << 10

func (g *greedy) offerAll(ctx context.Context, order *rowOrder) {
	var rows [batch]uint32
	for batches := 1; batches%reportEvery != 0 || ctx.Err() == nil; batches++ {
		k := order.next(&rows)
		if k == 0 {
			return
		}
		g.touch(rows[:k])
		g.offerBatch(rows[:k])
		if batches%reportEvery == 0 {
			g.progress(g.placed)
		}
	}
}

// slideMargin is the number of columns that a window must have before it so that a batch
// cannot lead it beyond its end.
const slideMargin = 4 * batch

// offerBatch offers rows to the two windows in turn. Away from the ends of the windows it keeps
// them in registers and slides them after every queen: that takes fewer cycles than asking whether
// it is needed, which would be guessed wrong every other time. Where a queen goes depends on the
// one before it in the same window only, so the processor works on both windows at the same time.
func (g *greedy) offerBatch(rows []uint32) {
	a, b := &g.windows[0], &g.windows[1]
	if a.end-a.base < slideMargin || b.end-b.base < slideMargin || len(rows)%2 != 0 {
		for i, r := range rows {
			if !g.offer(r, i) {
				g.left = append(g.left, r)
			}
		}
		return
	}
	rising, falling, placed := g.rising, g.falling, g.rows
	baseA, takenA, baseB, takenB, last := uint(a.base), a.taken, uint(b.base), b.taken, uint(g.n-1)
	refused := len(g.left)
	for i := 0; i+1 < len(rows); i += 2 {
		r := rows[i]
		up, down := baseA+uint(r), baseA+last-uint(r)
		free := ^(rising.from(up) | falling.from(down) | takenA) & windowMask
		if free != 0 {
			col := uint(bits.TrailingZeros64(free))
			placed[baseA+col] = r
			rising.add(up + col)
			falling.add(down + col)
			takenA |= 1 << (col % 64)
			full := uint(bits.TrailingZeros64(^takenA)) // at most windowCols
			baseA += full
			takenA >>= full % 64
		} else {
			g.left = append(g.left, r)
		}
		r = rows[i+1]
		up, down = baseB+uint(r), baseB+last-uint(r)
		free = ^(rising.from(up) | falling.from(down) | takenB) & windowMask
		if free != 0 {
			col := uint(bits.TrailingZeros64(free))
			placed[baseB+col] = r
			rising.add(up + col)
			falling.add(down + col)
			takenB |= 1 << (col % 64)
			full := uint(bits.TrailingZeros64(^takenB))
			baseB += full
			takenB >>= full % 64
		} else {
			g.left = append(g.left, r)
		}
	}
	g.placed += len(rows) - (len(g.left) - refused)
	a.base, a.taken, b.base, b.taken = int(baseA), takenA, int(baseB), takenB
}

// touch loads what the rows will need soon, so that the memory works on all of them at
// the same time. Offers cannot do that: each depends on the one before.
func (g *greedy) touch(rows []uint32) {
	var sum byte
	rising, falling, last := g.rising, g.falling, uint(g.n-1)
	bases := [2]uint{uint(g.windows[0].base), uint(g.windows[1].base)}
	for i, r := range rows {
		base := bases[i%2]
		sum += rising[(base+uint(r))/8] + falling[(base+last-uint(r))/8]
	}
	g.touched += sum
}

// offer puts the queen of row r into the first column of a window where it is not
// attacked, and reports whether there is one: the window of number turn, or the other.
func (g *greedy) offer(r uint32, turn int) bool {
	for try := range 2 {
		w := &g.windows[(turn+try)%2]
		up, down := uint(w.base)+uint(r), uint(w.base+g.n-1)-uint(r)
		free := ^(g.rising.from(up) | g.falling.from(down) | w.taken) & windowMask
		if free == 0 {
			continue
		}
		i := uint(bits.TrailingZeros64(free))
		g.rows[uint(w.base)+i] = r
		g.rising.add(up + i)
		g.falling.add(down + i)
		w.taken |= 1 << i
		w.slide()
		g.placed++
		return true
	}
	return false
}

func (g *greedy) free(col, row int) bool {
	return !g.rising.has(uint(col+row)) && !g.falling.has(uint(col-row+g.n-1))
}

func (g *greedy) put(col, row int) {
	g.rows[col] = uint32(row)
	g.rising.add(uint(col + row))
	g.falling.add(uint(col - row + g.n - 1))
}

// emptyColumns returns the columns without a queen and marks them in rows.
func (g *greedy) emptyColumns() []int {
	var empty []int
	for _, w := range g.windows {
		for col := w.base; col < w.end; col++ {
			if i := col - w.base; i >= 64 || w.taken>>i&1 == 0 {
				empty = append(empty, col)
				g.rows[col] = unplaced
			}
		}
	}
	return empty
}

// repairTries bounds the exchanges tried for one queen before the board is abandoned. One
// of about 40 works where n is large, [docs/laboratory.md]; there is always one.
const repairTries = 20_000

// repair fills the columns that are still empty: with a row that is free there, if there
// is one, otherwise by an exchange. The queen of another column takes the empty column,
// in its own row, and one of the rows left over takes its place.
func (g *greedy) repair(ctx context.Context, random *rand.Rand) (full bool) {
	empty := g.fit(g.emptyColumns())
	g.report.Repairs = make([]uint64, 0, len(empty))
	for k, col := range empty {
		row, before := int(g.left[k]), g.report.Tries
		if k%64 == 63 && ctx.Err() != nil || !g.exchange(col, row, random) {
			return false
		}
		g.report.Repaired++
		g.report.Repairs = append(g.report.Repairs, g.report.Tries-before)
	}
	g.left = g.left[:0]
	return true
}

// fitLimit bounds the empty columns that are tried with all rows left over: their number
// squared is what it takes.
const fitLimit = 4096

// fit puts the rows left over into empty columns where they are not attacked, and
// returns the columns that are still empty.
func (g *greedy) fit(empty []int) []int {
	if len(empty) > fitLimit {
		return empty
	}
	return slices.DeleteFunc(empty, func(col int) bool {
		k := slices.IndexFunc(g.left, func(r uint32) bool { return g.free(col, int(r)) })
		if k < 0 {
			return false
		}
		g.put(col, int(g.left[k]))
		g.placed++
		last := len(g.left) - 1
		g.left[k], g.left = g.left[last], g.left[:last]
		return true
	})
}

// exchange fills the empty column col and row by moving the queen of another column, and
// reports whether it found one. The square that queen leaves shares neither diagonal
// with the two it opens: it lies in the row of one and the column of the other.
func (g *greedy) exchange(col, row int, random *rand.Rand) bool {
	for range repairTries {
		g.report.Tries++
		other := int(random.Uint64N(uint64(g.n)))
		if g.rows[other] == unplaced {
			continue
		}
		otherRow := int(g.rows[other])
		if !g.free(col, otherRow) || !g.free(other, row) || col+otherRow == other+row || col-otherRow == other-row {
			continue
		}
		g.rising.remove(uint(other + otherRow))
		g.falling.remove(uint(other - otherRow + g.n - 1))
		g.put(col, otherRow)
		g.put(other, row)
		g.placed++
		return true
	}
	return false
}

// verify checks the rows alone and reuses the memory of the sets of diagonals. A board that is not
// a solution is an error of this package.
func (g *greedy) verify() {
	clear(g.rising)
	clear(g.falling)
	v := Verifier{order: g.n, rows: newBitset(g.n), rising: g.rising, falling: g.falling}
	err := v.Add(g.rows)
	clash, endErr := v.Close()
	if err != nil || endErr != nil || clash != nil {
		panic(fmt.Sprintf("huge: greedy made a board of order %d that is not a solution: %v, %v, %v", g.n, clash, err,
			endErr))
	}
}

// A rowOrder is a pseudo-random order of the rows of a board, that is never stored.
//
// Up to clumpOrder it is one mixer. On larger boards the sets of diagonals outgrow the fast caches,
// and every row in an order without any pattern would wait for two lines of memory. So rows come in
// clumps there: at any time there are 64 bands of 512 neighbouring rows, chosen at random, and each
// gives 16 rows in turn, before 64 other bands follow. The lines that were fetched for the first
// row of a band serve the others, and the verifier finds them in the cache again. Whatever is
// larger than some 1000 squares is as random as before: every band comes once in each 32nd of the
// order, each time somewhere else.
type rowOrder struct {
	n      int
	random *rand.Rand
	single bool // no clumps
	mixer  mixer

	key   uint64
	pass  int // of 512/visit passes over all bands
	bands [batch]uint32
	count int // of bands
	turn  int // rows that each band has given in this visit
}

// clumpOrder is the largest order whose rows come without clumps: its sets of diagonals
// take a megabyte.
const clumpOrder = 1 << 21

const (
	bandRows = 512 // bits of a line of the cache
	visit    = 16  // rows that a band gives before others follow
)

func newRowOrder(n int, random *rand.Rand) *rowOrder {
	o := &rowOrder{n: n, random: random, single: n <= clumpOrder, key: random.Uint64() | 1, turn: visit}
	o.mixer = o.newMixer()
	return o
}

func (o *rowOrder) newMixer() mixer {
	if o.single {
		return newMixer(o.n, o.random)
	}
	return newMixer((o.n+bandRows-1)/bandRows, o.random)
}

func (o *rowOrder) next(rows *[batch]uint32) int {
	if o.single {
		return o.mixer.next(rows)
	}
	for {
		if o.turn == visit && !o.nextBands() {
			return 0
		}
		k, within := 0, uint64(o.pass*visit+o.turn)
		for _, band := range o.bands[:o.count] {
			r := band*bandRows + o.inBand(uint64(band), within)
			rows[k] = r
			if int(r) < o.n {
				k++
			}
		}
		o.turn++
		if k > 0 { // the last band may end before its rows do
			return k
		}
	}
}

func (o *rowOrder) nextBands() bool {
	for o.turn = 0; ; o.mixer = o.newMixer() {
		if o.count = o.mixer.next(&o.bands); o.count > 0 {
			return true
		}
		if o.pass++; o.pass == bandRows/visit {
			return false
		}
	}
}

// inBand returns the row, from 0 to 511, that a band gives as number i: a permutation for
// each band, since every step of it can be undone.
func (o *rowOrder) inBand(band, i uint64) uint32 {
	h := (band + 1) * o.key
	h ^= h >> 29
	x := (i*(h>>32|1) + h>>20) % bandRows
	x ^= x >> 5
	x = x * (h>>9 | 1) % bandRows
	return uint32(x ^ x>>5)
}

// mixer yields the numbers below n, each once, in a pseudo-random order: it walks
// through a permutation of the numbers of k bits and leaves out what is too large. Every
// step of the permutation can be undone.
type mixer struct {
	n     uint64
	mask  uint64 // 1<<k - 1
	half  uint   // about k/2
	mul   [3]uint64
	add   [3]uint64
	index uint64
}

func newMixer(n int, random *rand.Rand) mixer {
	k := max(bits.Len(uint(n-1)), 1)
	m := mixer{n: uint64(n), mask: 1<<k - 1, half: uint(k+1) / 2}
	for i := range m.mul {
		m.mul[i] = random.Uint64() | 1
		m.add[i] = random.Uint64()
	}
	return m
}

func (m *mixer) next(rows *[batch]uint32) int {
	k := 0
	for k < len(rows) && m.index <= m.mask {
		x := m.index
		m.index++
		for i := range m.mul {
			x = (x*m.mul[i] + m.add[i]) & m.mask
			x ^= x >> m.half
		}
		rows[k] = uint32(x)
		if x < m.n {
			k++
		}
	}
	return k
}
