package count

import (
	"context"
	"fmt"
	"sync"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/kernel"
	"queens/known"
	"queens/sym"
)

// MaxSquaresOrder is the largest order of FirstQueen and Squares: they keep no
// ledger, so they must not take long.
const MaxSquaresOrder = 18

// squaresScheme is the scheme whose name squares go by.
const squaresScheme = "families"

// Distribution says how the solutions of one order are spread over the squares.
type Distribution struct {
	Order      int              `json:"order"`
	Solutions  queens.Total     `json:"solutions"`        // Q(n)
	FirstQueen []queens.Total   `json:"firstQueen"`       // [row]: solutions with the first column's queen in that row
	Squares    [][]queens.Total `json:"squares,omitzero"` // [row][column]: solutions with a queen on that square; nil if not asked for

	Counted int           `json:"counted"`          // squares with a search of their own; the others are images of these
	Nodes   queens.Total  `json:"nodes"`            // board states examined
	Kernel  string        `json:"kernel,omitempty"` // that did most of them; empty if there was none
	Checks  []string      `json:"checks"`           // what was found to hold, one sentence each
	Work    time.Duration `json:"workNanos"`        // time of all workers together
	Elapsed time.Duration `json:"elapsedNanos"`
}

// FirstQueen returns how many solutions of order n have the queen of the first
// column in each row. n is 0..MaxSquaresOrder. By symmetry the same numbers hold
// for the last column, the first row and the last row, so about half of the
// solutions are counted, one by one: 4.6 s of one core at n = 18 with AVX-512.
//
// The numbers must add up to the known Q(n). Options as for Run, without Engine,
// State and Memory: boards are searched and nothing is kept. With Verify every
// square is counted a second time by another kernel on an image of the board,
// which takes a portable kernel some thirty times as long.
//
// If ctx ends there is no Distribution and ctx's error. Errors: queens.ErrOrder;
// queens.ErrFormat for options; ledger.ErrMismatch if a check fails, which means
// broken hardware or code.
func FirstQueen(ctx context.Context, n int, o Options) (*Distribution, error) {
	d := &distributor{name: "first queens", order: n, options: o, wanted: func(orbit []queens.Square) bool {
		return orbit[0].Row == 0 // the first of a sorted orbit that reaches the border
	}}
	return d.run(ctx)
}

// Squares returns how many solutions of order n have a queen on each square. n is
// 0..MaxSquaresOrder. One square of each orbit under the eight symmetries is
// counted, so the matrix has these symmetries by construction. About n/8 + 1/4 times
// Q(n) solutions are counted, one by one: 20 s of one core at n = 18 with AVX-512.
//
// Every row and every column of the matrix must add up to the known Q(n), since a
// solution has one queen in each. Options and errors: those of FirstQueen.
func Squares(ctx context.Context, n int, o Options) (*Distribution, error) {
	d := &distributor{name: "squares", order: n, options: o, squares: true, wanted: func([]queens.Square) bool { return true }}
	return d.run(ctx)
}

// distributor makes one Distribution.
type distributor struct {
	name    string // of what is asked, for errors
	order   int
	options Options
	squares bool                             // the whole matrix is asked for
	wanted  func(orbit []queens.Square) bool // an orbit that is to be counted
	orbits  [][]queens.Square                // that are counted
	began   time.Time
	nodes   map[string]queens.Total // by kernel
	answer  Distribution
}

// run counts, adds up and checks.
func (d *distributor) run(ctx context.Context) (*Distribution, error) {
	if d.order < 0 || d.order > MaxSquaresOrder {
		return nil, fmt.Errorf("count: %s of order %d: want 0 to %d: %w", d.name, d.order, MaxSquaresOrder, queens.ErrOrder)
	}
	if err := d.validate(); err != nil {
		return nil, err
	}
	d.began, d.nodes = time.Now(), map[string]queens.Total{}
	for _, orbit := range sym.SquareOrbits(d.order) {
		if d.wanted(orbit) {
			d.orbits = append(d.orbits, orbit)
		}
	}
	counts, err := d.countOrbits(ctx, d.options.Kernel, firstSquare)
	if err != nil {
		return nil, err
	}
	d.answer.Order, d.answer.Counted, d.answer.Checks = d.order, len(d.orbits), []string{}
	for name, nodes := range d.nodes {
		d.answer.Nodes = d.answer.Nodes.Plus(nodes)
		if most := d.nodes[d.answer.Kernel].Compare(nodes); most < 0 || most == 0 && name < d.answer.Kernel {
			d.answer.Kernel = name
		}
	}
	d.answer.fill(d.orbits, counts, d.squares)
	if err := d.answer.check(); err != nil {
		return nil, err
	}
	if d.options.Verify {
		if err := d.verify(ctx, counts); err != nil {
			return nil, err
		}
	}
	d.answer.Elapsed = time.Since(d.began)
	return &d.answer, nil
}

// validate reports options that do not go with squares.
func (d *distributor) validate() error {
	o := d.options
	if err := o.Validate(); err != nil {
		return err
	}
	if !isAuto(o.Engine) && o.Engine != squaresScheme {
		return fmt.Errorf("count: %s by engine %q: they are counted by %s only: %w", d.name, o.Engine, squaresScheme, queens.ErrFormat)
	}
	return searchEngine().accepts(o.Kernel)
}

// firstSquare returns the square of a sorted orbit that is counted. Which one it is
// makes little difference: at n = 16 two runs each of four choices took 0.35 to
// 0.39 s, see docs/performance.md.
func firstSquare(orbit []queens.Square) queens.Square { return orbit[0] }

// otherSquare returns the square of a sorted orbit that is counted to verify the
// first: an image whose search is another one, except for the centre.
func otherSquare(orbit []queens.Square) queens.Square { return orbit[len(orbit)/2] }

// piece is a slice of the board of one orbit's square.
type piece struct {
	orbit int
	board plan.Board
	work  plan.Work
}

// pieces returns the slices of the boards of all orbits.
func (d *distributor) pieces(square func(orbit []queens.Square) queens.Square) ([]piece, plan.Work, error) {
	var all []piece
	var total plan.Work
	for i, orbit := range d.orbits {
		board, err := plan.BoardOf(queens.Problem{Order: d.order, Given: []queens.Square{square(orbit)}})
		if err != nil {
			return nil, total, fmt.Errorf("count: %w", err)
		}
		work, first := board.Work(), len(all)
		for slice := range board.Slices(work, sliceWork) {
			all = append(all, piece{orbit: i, board: slice})
		}
		if slices := len(all) - first; slices > 0 {
			share, _ := work.DivMod(uint64(slices))
			for k := first; k < len(all); k++ {
				all[k].work = share
				total = total.Plus(share)
			}
		}
	}
	return all, total, nil
}

// found is what a worker sends.
type found struct {
	piece   *piece
	result  kernel.Result
	kernel  string
	elapsed time.Duration
}

// countOrbits returns, for each orbit, the solutions with a queen on one of its
// squares, by all workers.
func (d *distributor) countOrbits(ctx context.Context, name string, square func([]queens.Square) queens.Square) ([]queens.Total, error) {
	choose, err := kernel.Choose(name)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	pieces, work, err := d.pieces(square)
	if err != nil {
		return nil, err
	}
	todo, results := make(chan *piece), make(chan found)
	go func() {
		defer close(todo)
		for i := range pieces {
			select {
			case todo <- &pieces[i]:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range min(d.options.workers(), max(1, len(pieces))) {
		workers.Go(func() {
			for p := range todo {
				if ctx.Err() != nil {
					return
				}
				began, task := time.Now(), taskOf(&p.board)
				k := choose(task)
				results <- found{p, k.Count(task), k.Name, time.Since(began)}
			}
		})
	}
	go func() { workers.Wait(); close(results) }()

	counts := make([]queens.Total, len(d.orbits))
	progress := Progress{Scheme: squaresScheme, Counts: "solutions by square", Total: work, Subproblems: len(pieces)}
	var reported time.Duration
	for f := range results {
		counts[f.piece.orbit] = counts[f.piece.orbit].Add(f.result.Solutions)
		d.nodes[f.kernel] = d.nodes[f.kernel].Add(f.result.Nodes)
		d.answer.Work += f.elapsed
		progress.Done, progress.Found = progress.Done.Plus(f.piece.work), progress.Found.Add(f.result.Solutions)
		progress.Finished++
		progress.Elapsed = time.Since(d.began)
		if progress.Elapsed-reported >= progressInterval {
			d.report(progress)
			reported = progress.Elapsed
		}
	}
	progress.Final = true
	d.report(progress)
	if progress.Finished < len(pieces) {
		return nil, fmt.Errorf("count: %s of order %d: stopped after %d of %d boards: %w", d.name, d.order, progress.Finished, len(pieces), ctx.Err())
	}
	return counts, nil
}

// report tells the progress to whom it may concern.
func (d *distributor) report(p Progress) {
	if d.options.Progress != nil {
		d.options.Progress(p)
	}
}

// fill spreads the counts over the squares of their orbits.
func (a *Distribution) fill(orbits [][]queens.Square, counts []queens.Total, squares bool) {
	a.FirstQueen = make([]queens.Total, a.Order)
	if squares {
		a.Squares = make([][]queens.Total, a.Order)
		for r := range a.Squares {
			a.Squares[r] = make([]queens.Total, a.Order)
		}
	}
	for i, orbit := range orbits {
		for _, sq := range orbit {
			if squares {
				a.Squares[sq.Row][sq.Col] = counts[i]
			}
			if sq.Col == 0 {
				a.FirstQueen[sq.Row] = counts[i]
			}
		}
	}
}

// check compares the sums of all lines with each other and with the known value.
func (a *Distribution) check() error {
	if a.Order == 0 { // the empty board has one solution and no line to add up
		a.Solutions = queens.NewTotal(1)
		return nil
	}
	a.Solutions = sumOf(a.FirstQueen)
	if want, ok := known.Solutions(a.Order); ok && want != a.Solutions {
		return a.failf("the first column adds up to %v, but the known value of Q is %v", a.Solutions, want)
	} else if ok {
		a.Checks = append(a.Checks, "the first column adds up to the known Q")
	}
	if a.Squares == nil {
		return nil
	}
	for i := range a.Order {
		column := make([]queens.Total, 0, a.Order)
		for _, row := range a.Squares {
			column = append(column, row[i])
		}
		if sum := sumOf(a.Squares[i]); sum != a.Solutions {
			return a.failf("row %d adds up to %v, the first column to %v", i+1, sum, a.Solutions)
		}
		if sum := sumOf(column); sum != a.Solutions {
			return a.failf("column %d adds up to %v, the first column to %v", i+1, sum, a.Solutions)
		}
	}
	a.Checks = append(a.Checks, "every row and every column adds up to Q")
	return nil
}

// sumOf returns the sum of totals.
func sumOf(totals []queens.Total) (sum queens.Total) {
	for _, t := range totals {
		sum = sum.Plus(t)
	}
	return sum
}

// verify counts every orbit again, on another of its squares and by another
// kernel.
func (d *distributor) verify(ctx context.Context, counts []queens.Total) error {
	name := otherKernel(plan.Boards, d.answer.Kernel)
	again, err := d.countOrbits(ctx, name, otherSquare)
	if err != nil {
		return err
	}
	for i, orbit := range d.orbits {
		if counts[i] != again[i] {
			return d.answer.failf("%v solutions have a queen at %v, but by kernel %s %v have one at %v",
				counts[i], firstSquare(orbit), name, again[i], otherSquare(orbit))
		}
	}
	d.answer.Checks = append(d.answer.Checks, fmt.Sprintf("%d squares counted again on images, by kernel %s", len(again), name))
	return nil
}

// failf returns the error of a check that does not hold.
func (a *Distribution) failf(format string, args ...any) error {
	return fmt.Errorf("count: order %d: %s: %w", a.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
}
