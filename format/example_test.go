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

func ExampleFormat() {
	f, err := format.Find("fen")
	if err != nil {
		fmt.Println(err)
		return
	}
	input := strings.NewReader("2Q1/Q3/3Q/1Q2\n10Q/Q/\n")
	for p, err := range f.Decode(input, format.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p)
	}
	// Output:
	// 2413
	// format: read fen: line 2: rank 3: 10 empty squares on a board of order 3: malformed input
}

func ExampleAll() {
	for _, f := range format.All() {
		fmt.Printf("%-6s %s\n", f.Name, f.Summary)
	}
	// Output:
	// board  A picture of Q and dots per solution, row 1 on top, then an empty line
	// csv    Comma separated values with a header row c1 to cn
	// fen    The board field of chess notation, rank n first, empty runs as decimal numbers
	// json   One JSON document with all solutions, one array per line
	// ndjson One JSON object per line, its rows under the key solution
	// text   One solution per line, in any of the accepted spellings
}
