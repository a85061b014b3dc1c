package textbook

import (
	"context"
	"slices"

	"queens"
	"queens/find/exactcover"
	"queens/find/solver"
)

var exactCoverAlgorithm = solver.Algorithm{
	Name:     "exact-cover",
	Title:    "Exact cover with dancing links (DLX)",
	Summary:  "covers every row and column once and every diagonal at most once, the hardest line first",
	Source:   "knuth2000",
	Finds:    solver.All,
	MaxOrder: maxOrder,
	TestMax:  9,
	Exact:    true,
	Traced:   true,
	Given:    true,
	Blocked:  true,
	Modular:  true,
	How: `Rows and columns are items that must be covered exactly once, diagonals items that may be
covered at most once, and every square is an option: it covers its row, its column and its two
diagonals. The search branches on the row or column with the fewest squares left.

Of several such lines it takes the one nearest to the middle of the board: queens there attack most. All squares of
a line are linked in a list; squares that a queen attacks are unlinked, and relinked when she is removed.`,
	Cost: `Half the queens that search column by column places for n = 8, a quarter for n = 12, but
every one of them unlinks dozens of squares. Space is O(n²).`,
	Limits: `Not in lexicographic order.`,
	Pseudocode: []string{
		"search:",
		"  if no row and no column is open: print",
		"  line := the open row or column with the fewest free squares, nearest to the middle",
		"  for each free square of line:",
		"    put a queen there, unlink all squares she attacks",
		"    search",
		"    link them in again, take the queen off",
	},
	Run: runExactCover,
}

// Lines of ExactCover.Pseudocode.
const (
	coverPrint  = 1
	coverTest   = 2
	coverPlace  = 4
	coverRemove = 6
)

func runExactCover(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
	pr := c.Problem
	n := pr.Order
	meter := solver.NewMeter(ctx, c, found)
	lines := middleOut(n)
	place := make([]int, n) // of a row or column in lines
	for i, x := range lines {
		place[x] = i
	}
	var squares []queens.Square
	var options [][]int
	for _, sq := range openSquares(pr) {
		lines := queens.Lines(sq, n, pr.Topology)
		squares = append(squares, sq)
		options = append(options, []int{
			2 * place[sq.Col], 2*place[sq.Row] + 1, 2*n + lines[queens.Rising], 4*n + lines[queens.Falling],
		})
	}
	m, err := exactcover.New(2*n, 4*n, options)
	if err != nil {
		panic(err) // every line has a number of its own
	}
	p := make(queens.Perm, n)
	err = m.Search(ctx, exactcover.Watch{
		Branch: func(item int) {
			if x := lines[item/2]; item%2 == 0 {
				meter.Test(coverTest, x, solver.Whole)
			} else {
				meter.Test(coverTest, solver.Whole, x)
			}
		},
		Choose: func(o int) { meter.Place(coverPlace, squares[o].Col, squares[o].Row) },
		GiveUp: func(o int) { meter.Remove(coverRemove, squares[o].Col, squares[o].Row) },
	}, func(chosen []int) bool {
		for _, o := range chosen {
			p[squares[o].Col] = squares[o].Row
		}
		return meter.Solution(coverPrint, p.Clone())
	})
	stats, _ := meter.End(ctx)
	return stats, err
}

func middleOut(n int) []int {
	lines := make([]int, n)
	for i := range lines {
		lines[i] = i
	}
	slices.SortStableFunc(lines, func(a, b int) int { return max(2*a-n+1, n-1-2*a) - max(2*b-n+1, n-1-2*b) })
	return lines
}

// openSquares returns the squares where a queen may stand: no blocked ones, and of
// the columns of given queens only theirs.
func openSquares(pr queens.Problem) (squares []queens.Square) {
	closed := map[queens.Square]bool{}
	for _, sq := range pr.Blocked {
		closed[sq] = true
	}
	given := map[int]int{}
	for _, sq := range pr.Given {
		given[sq.Col] = sq.Row
	}
	for col := range pr.Order {
		for row := range pr.Order {
			sq := queens.Square{Row: row, Col: col}
			if at, ok := given[col]; !closed[sq] && (!ok || at == row) {
				squares = append(squares, sq)
			}
		}
	}
	return squares
}
