package parity

import (
	"context"
	"maps"
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
	done, all := 0, 0
	for _, class := range classes {
		all += len(tilesOf(class))
	}
	counted := func() {
		if done++; progress != nil {
			progress(done, all)
		}
	}
	for _, class := range classes {
		if err := addSquares(ctx, class, workers, sum, counted); err != nil {
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
			number, rest := images.DivMod(symmetry.Count)
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

// tilesOf divides the units of a class into tiles of even and odd sets.
func tilesOf(class *parity.Class) (tiles [][2][]int) {
	for evens := range slices.Chunk(indices(class.EvenSets), squareSets) {
		for odds := range slices.Chunk(indices(class.OddSets), squareSets) {
			tiles = append(tiles, [2][]int{evens, odds})
		}
	}
	return tiles
}

// addSquares adds the squares of a class. Its tiles are divided among workers; counted is called
// after each, one at a time.
func addSquares(ctx context.Context, class *parity.Class, workers int, sum [][]queens.Total, counted func()) error {
	weights := maps.Collect(class.Units())
	tiles := tilesOf(class)
	var next atomic.Int64
	var counting sync.WaitGroup
	var adding sync.Mutex
	for range min(plan.CountOptions{Workers: workers}.Cores(), len(tiles)) {
		counting.Go(func() {
			counter := squares.New(class)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(tiles) {
					break
				}
				counter.Add(tiles[i][0], tiles[i][1], func(u parity.Unit) uint64 { return weights[u] })
				adding.Lock()
				counted()
				adding.Unlock()
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
