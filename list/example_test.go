package list_test

import (
	"context"
	"fmt"
	"os"

	"queens"
	"queens/list"
	"queens/symmetry"
)

func ExampleSolutions() {
	seq, err := list.Solutions(6, list.Options{})
	if err != nil {
		panic(err)
	}
	for p := range seq {
		fmt.Println(p)
	}
	// Output:
	// 246135
	// 362514
	// 415263
	// 531642
}

// The only two-fold symmetric orbit of order 8, and resumption after a vector.
func ExampleOptions() {
	after := queens.Perm{2, 0, 0, 0, 0, 0, 0, 0}
	seq, err := list.Solutions(8, list.Options{
		Classes: []symmetry.Class{symmetry.Central},
		After:   after,
		Limit:   2,
	})
	if err != nil {
		panic(err)
	}
	for p := range seq {
		fmt.Println(p, symmetry.ClassOf(p))
	}
	// Output:
	// 35281746 central
	// 46827135 central
}

// lines writes a solution as letters, a for row 1.
type lines struct{}

func (lines) AppendSolution(b []byte, p []uint8) []byte {
	for _, row := range p {
		b = append(b, 'a'+row)
	}
	return append(b, '\n')
}

func ExampleStream() {
	report, err := list.Stream(context.Background(), 8, list.Options{Limit: 3}, lines{}, func(text []byte) error {
		_, err := os.Stdout.Write(text)
		return err
	})
	fmt.Println(report.Listed, report.Last, err)
	// Output:
	// aehfcgbd
	// afhcgdbe
	// agdfhbec
	// 3 17468253 <nil>
}
