package solve_test

import (
	"context"
	"fmt"

	"queens"
	"queens/model"
	"queens/model/solve"
)

func ExampleRun() {
	m, err := model.New(queens.Problem{Order: 6, Topology: queens.Modular}, model.Options{})
	if err != nil {
		panic(err)
	}
	dlx, err := solve.Find("dlx")
	if err != nil {
		panic(err)
	}
	answer, err := solve.Run(context.Background(), dlx, m, "", nil)
	fmt.Println("no solution:", answer.None, err)
	// Output: no solution: true <nil>
}
