package design_test

import (
	"context"
	"fmt"

	"queens/math/design"
)

func ExampleNewMemoryMap() {
	m, err := design.NewMemoryMap(8)
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Banks, "banks for 8 by 8 elements; fewer are impossible:", m.Least())
	fmt.Println(m.Check())
	// Output:
	// 9 banks for 8 by 8 elements; fewer are impossible: true
	// <nil>
}

func ExampleNewParityCheck() {
	h, err := design.NewParityCheck(context.Background(), 31, 3, 6, 6)
	if err != nil {
		panic(err)
	}
	fmt.Println("girth", h.Girth, "rank", h.Rank)
	// Output: girth 6 rank 91
}
