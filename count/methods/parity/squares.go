package parity

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"queens"
	"queens/count/internal/kernels/squares"
	"queens/count/internal/parity"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/symmetry"
)

// squareSets is the number of even and of odd sets whose units are counted together.
const squareSets = 8

// Squares returns the number of completions of a problem on the regular board, of order 0 to 24,
// with a queen on each square, by row and column. It counts all squares together, in about three
// times the time of all solutions at order 16 and ten times at order 18, and saves nothing. 0
// workers are one for each core; each has lists of its own, 150 MB at order 19.
//
// progress, which may be nil, is called with the number of parts done and of all.
//
// Errors: queens.ErrOrder; queens.ErrFormat for a modular board; those of queens.Problem.Validate;
// ctx's error.
func Squares(ctx context.Context, p queens.Problem, workers int, progress func(done, of int)) ([][]queens.Total,
	error,
) {
	s, err := plan.Variant{Name: "squares by parity classes", MaxOrder: maxSquares}.On(p)
	if err != nil {
		return nil, err
	}
	n, whole := p.Order, len(p.Given)+len(p.Blocked)+len(p.Excluded) == 0
	classes := slices.Collect(parity.Square.Classes(n))
	if !whole {
		classes = slices.Collect(openSquares(s.Problem, n).Classes(n))
	}
	sum := make([][]queens.Total, n)
	for r := range sum {
		sum[r] = make([]queens.Total, n)
	}
	var tiles []squareTile
	for _, class := range classes {
		for evens := range slices.Chunk(parity.Indices(class.EvenSets), squareSets) {
			for odds := range slices.Chunk(parity.Indices(class.OddSets), squareSets) {
				tiles = append(tiles, squareTile{class, evens, odds})
			}
		}
	}
	if addSquares(ctx, tiles, workers, sum, progress); ctx.Err() != nil {
		return nil, errs.Errorf("squares of order %d: %w", n, ctx.Err())
	}
	if !whole {
		return sum, nil
	}
	for _, orbit := range symmetry.SquareOrbits(n) { // units stand for their images
		var images queens.Total
		for _, at := range orbit {
			images = images.Plus(sum[at.Row][at.Col])
		}
		number, rest := images.DivMod(uint64(len(orbit)))
		if rest != 0 {
			panic("parity: the images of a square do not add up to a multiple of their number")
		}
		for _, at := range orbit {
			sum[at.Row][at.Col] = number
		}
	}
	return sum, nil
}

// maxSquares keeps weights of squares within 64 bits and the time within hours.
const maxSquares = 24

// squareTile is all units of some even and some odd sets.
type squareTile struct {
	class       *parity.Class
	evens, odds []int
}

// addSquares adds the squares of tiles, which are divided among workers. The counter of a worker
// keeps the lists of one class.
func addSquares(ctx context.Context, tiles []squareTile, workers int, sum [][]queens.Total,
	progress func(done, of int),
) {
	done := 0
	var next atomic.Int64
	var counting sync.WaitGroup
	var adding sync.Mutex
	for range min(plan.CountOptions{Workers: workers}.Cores(), len(tiles)) {
		counting.Go(func() {
			var counter *squares.Counter
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				last := i >= len(tiles)
				if counter != nil && (last || counter.Class != tiles[i].class) {
					adding.Lock()
					found := counter.Board()
					for r, row := range sum {
						for c := range row {
							row[c] = row[c].Plus(queens.NewTotal(found[r][c]))
						}
					}
					adding.Unlock()
					counter = nil
				}
				if last {
					return
				}
				t := tiles[i]
				if counter == nil {
					counter = squares.New(t.class)
				}
				every := parity.Cover{Of: make([]int, len(t.class.EvenSets))}
				counter.Add(t.evens, t.odds, func(u parity.Unit) uint64 { return t.class.WeightIn(every, u) })
				adding.Lock()
				if done++; progress != nil {
					progress(done, len(tiles))
				}
				adding.Unlock()
			}
		})
	}
	counting.Wait()
}
