package trace_test

import (
	"context"
	"fmt"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/find/trace"
)

func ExampleTrace_Steps() {
	ctx := context.Background()
	wirth, _ := algorithms.Find("wirth")
	tr, err := trace.Open(wirth, solver.Call{Problem: queens.Problem{Order: 4}}, trace.Options{})
	if err != nil {
		panic(err)
	}
	defer tr.Close()
	for step, err := range tr.Steps(ctx, 56) {
		if err != nil {
			panic(err)
		}
		fmt.Println("step 57 -", step.Before.Sentence(step.Event), step.Before.Rows)
		break
	}
	// Output: step 57 - solution 1: 2413 [1 3 0 2]
}
