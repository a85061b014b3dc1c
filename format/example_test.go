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
	f, err := format.Find("board")
	if err != nil {
		fmt.Println(err)
		return
	}
	input := strings.NewReader("..Q.\nQ...\n...Q\n.Q..\n\n.Q\n.Q\n")
	for p, err := range f.Decode(input, format.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p)
	}
	// Output:
	// 2413
	// format: read board: line 7: rows 1 and 2 both have a queen in column 2; every column holds one: malformed input
}

func ExampleAll() {
	for _, f := range format.All() {
		fmt.Printf("%-6s %s\n", f.Name, f.Summary)
	}
	// Output:
	// board  A picture of Q and dots per solution, row 1 on top, then an empty line
	// csv    Comma separated values with a header row c1 to cn
	// json   One JSON document with all solutions, one array per line
	// ndjson One JSON object per line, its rows under the key solution
	// text   One solution per line, in any of the accepted spellings
}
