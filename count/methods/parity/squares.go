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
// Errors: queens.ErrOrder; queens.ErrFormat for a modular board; those of queens.Problem.Validate;
// ctx's error.
func Squares(ctx context.Context, p queens.Problem, workers int) ([][]queens.Total, error) {
	s, err := plan.Variant{Name: "squares by parity classes", MaxOrder: maxSquares}.On(p)
	if err != nil {
		return nil, err
	}
	n, whole := p.Order, len(p.Given)+len(p.Blocked)+len(p.Excluded) == 0
	classes := parity.Square.Classes(n)
	if !whole {
		classes = openSquares(s.Problem, n).Classes(n)
	}
	sum := make([][]queens.Total, n)
	for r := range sum {
		sum[r] = make([]queens.Total, n)
	}
	for class := range classes {
		if err := addSquares(ctx, class, workers, sum); err != nil {
			return nil, errs.Errorf("squares of order %d: %w", n, err)
		}
	}
	if !whole {
		return sum, nil
	}
	found := make([][]queens.Total, n)
	for r := range sum { // units stand for their images: the sum over the images of a square is eight times its number
		for c := range sum {
			var images queens.Total
			for _, s := range symmetry.All() {
				image := s.Square(queens.Square{Row: r, Col: c}, n)
				images = images.Plus(sum[image.Row][image.Col])
			}
			number, rest := images.DivMod(uint64(len(symmetry.All())))
			if rest != 0 {
				panic("parity: images of a square do not add up to a multiple of eight")
			}
			found[r] = append(found[r], number)
		}
	}
	return found, nil
}

// maxSquares keeps weights of squares within 64 bits and the time within hours.
const maxSquares = 24

// addSquares adds the squares of a class. Its tiles are divided among workers.
func addSquares(ctx context.Context, class *parity.Class, workers int, sum [][]queens.Total) error {
	weights := map[parity.Unit]uint64{}
	for u, weight := range class.Units() {
		weights[u] = weight
	}
	evens := slices.Collect(slices.Chunk(indices(class.EvenSets), squareSets))
	odds := slices.Collect(slices.Chunk(indices(class.OddSets), squareSets))
	var next atomic.Int64
	var counting sync.WaitGroup
	var adding sync.Mutex
	for range min(plan.CountOptions{Workers: workers}.Cores(), len(evens)*len(odds)) {
		counting.Go(func() {
			counter := squares.New(class)
			for ctx.Err() == nil {
				tile := int(next.Add(1)) - 1
				if tile >= len(evens)*len(odds) {
					break
				}
				counter.Add(evens[tile/len(odds)], odds[tile%len(odds)], func(u parity.Unit) uint64 { return weights[u] })
			}
			adding.Lock()
			defer adding.Unlock()
			found := counter.Board()
			for r, row := range sum {
				for c := range row {
					row[c] = row[c].Plus(queens.NewTotal(found[r][c]))
				}
			}
		})
	}
	counting.Wait()
	return ctx.Err()
}

func indices(sets []parity.Set) (list []int) {
	for i := range sets {
		list = append(list, i)
	}
	return list
}
