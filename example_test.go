package queens_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"queens"
)

func Example() {
	p, err := queens.ParsePerm("15863724")
	if err != nil {
		panic(err)
	}
	fmt.Println(p, "is a solution of order", p.Order())
	fmt.Println("on the board:", queens.Check(p, queens.Regular))
	fmt.Println("on the torus:", queens.Check(p, queens.Modular))
	// Output:
	// 15863724 is a solution of order 8
	// on the board: <nil>
	// on the torus: the queens at row 1, column 1 and row 6, column 4 share a rising diagonal: not a solution
}

func ExampleParsePerm() {
	for _, text := range []string{"2413", "2,4,1,3", "2 4 1 3", "2,4,1,5"} {
		p, err := queens.ParsePerm(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println([]int(p)) // rows counted from 0
	}
	// Output:
	// [1 3 0 2]
	// [1 3 0 2]
	// [1 3 0 2]
	// read solution: row 5 in column 4 is outside 1..4, a board of order 4
}

func ExamplePerm_AppendText() {
	p := queens.Perm{1, 3, 0, 2}
	for s, name := range queens.Spellings() {
		fmt.Printf("%-7s from 1: %-12s from 0: %s\n", name,
			p.AppendText(nil, queens.Spelling(s), 1), p.AppendText(nil, queens.Spelling(s), 0))
	}
	// Output:
	// auto    from 1: 2413         from 0: 1302
	// digits  from 1: 2413         from 0: 1302
	// commas  from 1: 2,4,1,3      from 0: 1,3,0,2
	// spaces  from 1: 2 4 1 3      from 0: 1 3 0 2
	// squares from 1: a3 b1 c4 d2  from 0: a3 b1 c4 d2
	// pairs   from 1: (2,1) (4,2) (1,3) (3,4) from 0: (1,0) (3,1) (0,2) (2,3)
}

func ExampleCheck() {
	err := queens.Check(queens.Perm{0, 2, 4, 3, 1}, queens.Regular)
	fmt.Println(err)
	fmt.Println(errors.Is(err, queens.ErrNotSolution))
	if pair, ok := errors.AsType[*queens.AttackError](err); ok {
		fmt.Println(pair.Attack.A.Name(5), pair.Attack.B.Name(5), pair.Attack.Line)
	}
	// Output:
	// the queens at row 5, column 3 and row 4, column 4 share a rising diagonal: not a solution
	// true
	// c1 d2 rising diagonal
}

func ExampleAttacks() {
	p := queens.Perm{0, 1, 3, 2}
	for attack := range queens.Attacks(p.Squares(), p.Order(), queens.Regular) {
		fmt.Println(attack)
	}
	// Output:
	// the queens at row 1, column 1 and row 2, column 2 share a falling diagonal
	// the queens at row 4, column 3 and row 3, column 4 share a rising diagonal
}

func ExampleParseSquare() {
	sq, err := queens.ParseSquare("c4", 8)
	fmt.Println(sq, err)
	_, err = queens.ParseSquare("c9", 8)
	fmt.Println(err)
	// Output:
	// row 5, column 3 <nil>
	// read square "c9": outside a board of order 8 (files a to h, ranks 1 to 8)
}

func ExampleProblem_Validate() {
	p := queens.Problem{Order: 8, Given: []queens.Square{{Row: 0, Col: 3}, {Row: 4, Col: 7}}}
	fmt.Println(p.Validate())
	p.Given[1].Row = 5
	fmt.Println(p.Validate())
	// Output:
	// the queens at row 1, column 4 and row 5, column 8 share a falling diagonal: not a solution
	// <nil>
}

func ExampleProblem() {
	var p queens.Problem
	err := json.Unmarshal([]byte(`{"order": 5, "topology": "modular"}`), &p)
	fmt.Println(p.Order, p.Topology, err)
	// Output: 5 modular <nil>
}

// A Total is exact to 128 bits and is a string in JSON.
func ExampleTotal() {
	t := queens.NewTotal(1 << 63).Times(8).Add(92)
	mod, _ := t.DivMod(1000)
	fmt.Println(t, mod, t.Mod(1000))
	text, _ := json.Marshal(t)
	fmt.Println(string(text))
	// Output:
	// 73786976294838206556 73786976294838206 556
	// "73786976294838206556"
}

func ExampleParseTotal() {
	t, err := queens.ParseTotal("234907967154122528") // Q(27)
	fmt.Println(t, err)
	_, err = queens.ParseTotal("12e3")
	fmt.Println(err)
	// Output:
	// 234907967154122528 <nil>
	// read total "12e3": 'e' at position 3 is not a digit
}
