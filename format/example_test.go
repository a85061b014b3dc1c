package format_test

import (
	"fmt"
	"os"
	"strings"

	"queens"
	"queens/format"
)

func ExampleFind() {
	f, err := format.Find("json")
	if err != nil {
		fmt.Println(err)
		return
	}
	w := format.NewWriter(os.Stdout, f.Encoder(4, format.Options{}))
	for _, p := range []queens.Perm{{1, 3, 0, 2}, {2, 0, 3, 1}} {
		if err := w.WritePerm(p); err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"schema":"queens.list/1","order":4,"solutions":[
	// [2,4,1,3],
	// [3,1,4,2]
	// ]}
}

func ExampleReader() {
	input := strings.NewReader("|Q| | |\n| | |Q|\n| |Q| |\n\nSolution 2: [2, 4, 1, 3]\n(1,2) (2,4) (3,1) (4,4)\n")
	r := format.NewReader(input, format.Reading{Base: format.AnyBase})
	for b, err := range r.Boards() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(b.Spelled(1), b.Perm != nil && queens.Check(b.Perm, queens.Regular) == nil)
	}
	fmt.Println(r.Note())
	// Output:
	// 132 false
	// 2413 true
	// b4 d3 a2 d1 false
	// read 1 board of order 3: queens are Q, row 1 on top; 1 list of squares of order 4: (row, column) from 1, row 1 on top
}
