package known_test

import (
	"fmt"
	"os"

	"queens/known"
)

func ExampleSolutions() {
	fmt.Println(known.Solutions(8))
	fmt.Println(known.Solutions(28))
	// Output:
	// 92 true
	// 0 false
}

func ExampleClass() {
	a, _ := known.Class("A", 12)
	p, _ := known.Class("P", 12)
	r, _ := known.Class("R", 12)
	q, _ := known.Solutions(12)
	fmt.Println(a, p, r, q == a.Times(8).Plus(p.Times(4)).Plus(r.Times(2)))
	// Output: 1765 18 4 true
}

func ExampleLookup() {
	v, ok := known.Lookup("first-queen", 8, 3)
	fmt.Println(v.Value, v.Source, v.Status, ok)
	// Output: 16 A059963 recomputed-and-published true
}

func ExampleSeries_Row() {
	s, _ := known.Find("first-queen")
	for _, v := range s.Row(6) {
		fmt.Print(v.Value, " ")
	}
	fmt.Println(s.Counts)
	// Output: 0 1 1 1 1 0 solutions
}

func ExampleWriteBFile() {
	s, _ := known.Find("toroidal-at-origin")
	s.Summary = "modular solutions with a queen at the origin"
	if err := known.WriteBFile(firstLines{}, s); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # toroidal-at-origin: modular solutions with a queen at the origin
	// 1 1
	// 2 0
	// 3 0
	// 4 0
	// 5 2
}

// firstLines prints only the first lines written to it.
type firstLines struct{}

func (firstLines) Write(p []byte) (int, error) {
	lines := 0
	for i, b := range p {
		if b == '\n' {
			if lines++; lines == 6 {
				os.Stdout.Write(p[:i+1])
			}
		}
	}
	return len(p), nil
}
