package complete_test

import (
	"context"
	"fmt"

	"queens"
	"queens/find/complete"
)

func ExampleOne() {
	corner, _ := queens.ParseSquare("a1", 8)
	answer, err := complete.One(context.Background(), queens.Problem{Order: 8, Given: []queens.Square{corner}},
		complete.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(queens.Check(answer.Solution, queens.Regular), answer.Solution[0] == corner.Row)
	// Output: <nil> true
}

func ExampleExplain() {
	b3, _ := queens.ParseSquare("b3", 4)
	d4, _ := queens.ParseSquare("d4", 4)
	p := queens.Problem{Order: 4, Given: []queens.Square{b3}, Blocked: []queens.Square{d4}}
	reason, err := complete.Explain(context.Background(), p, complete.Answer{}, 1000, complete.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(reason.Text(p, 0))
	// Output: row 1 has no free square: 1 given queen (b3), 1 blocked square (d4)
}
