package sample_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"queens"
	"queens/find/sample"
)

func ExampleRanks() {
	ctx := context.Background()
	ranks, err := sample.NewRanks(8)
	if err != nil {
		panic(err)
	}
	p, err := ranks.Unrank(ctx, 91) // they count from 0 here
	if err != nil {
		panic(err)
	}
	rank, err := ranks.Rank(ctx, p)
	fmt.Println(p, rank, err)

	p, err = ranks.Draw(ctx, rand.New(rand.NewPCG(1, 2)))
	fmt.Println(queens.Check(p, queens.Regular), err)
	// Output:
	// 84136275 91 <nil>
	// <nil> <nil>
}
