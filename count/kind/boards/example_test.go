package boards_test

import (
	"context"
	"fmt"
	"math/bits"

	"queens"
	"queens/count/kind/boards"
	"queens/count/plan"
)

// A plan is counted subproblem by subproblem, in any order and on any machine; here
// by the plainest search there is.
func Example() {
	scheme, _ := plan.Find("families")
	p, err := plan.New(context.Background(), 10, scheme)
	if err != nil {
		fmt.Println(err)
		return
	}
	var total queens.Total
	count := p.Count.(*boards.Count)
	for _, sub := range p.Subproblems {
		for _, part := range sub.Pieces.(boards.Parts) {
			board, weight := count.Board(part)
			total = total.Plus(queens.NewTotal(completions(board)).Times(weight))
		}
	}
	fmt.Printf("%d families, %v %s\n", len(count.Families()), total, scheme.Counts)
	// Output: 27 families, 724 solutions
}

// completions counts the ways to fill the open rows of a board.
func completions(b boards.Board) (total uint64) {
	if len(b.Rows) == 0 {
		return 1
	}
	row := b.Rows[0]
	for free := b.Free(row); free != 0; free &= free - 1 {
		child := b
		child.Place(queens.Square{Row: row, Col: bits.TrailingZeros64(free)})
		child.Rows = b.Rows[1:]
		total += completions(child)
	}
	return total
}

func ExampleBoard_Slices() {
	scheme, _ := plan.Find("families")
	p, err := plan.New(context.Background(), 8, scheme)
	if err != nil {
		fmt.Println(err)
		return
	}
	sub := p.Subproblems[0]
	board, weight := p.Count.(*boards.Count).Board(sub.Pieces.(boards.Parts)[0])
	for slice := range board.Slices(sub.Work, queens.NewTotal(10)) {
		fmt.Printf("%d open rows, weight %d\n", len(slice.Rows), weight)
	}
	// Output:
	// 2 open rows, weight 8
	// 2 open rows, weight 8
}
