package format_test

import (
	"errors"
	"strings"
	"testing"

	"queens"
	"queens/format"
)

// TestNoFalseVerdicts reads texts that people write in a hurry. Each is read as what it says, or
// refused with a sentence that has the part after the exclamation mark.
func TestNoFalseVerdicts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// No line with a placement is skipped.
		{"2413\n1234 wrong\n", `!line 2: "1234 wrong"`},
		{"1234 wrong\n2413\n", `!line 1: "wrong" in place 2 is not a number`},
		{"2413\n3142 # foo\n", `!line 2: "3142 # foo"`},
		{"wrong 3142\n2413\n", `!line 1: "wrong" in place 1 is not a number`},
		{"2 4 1 3 wrong\n3 1 4 2\n", "!line 1"},
		{"b2 wrong\n2413\n", "!line 1"},
		{"[2,4,1,3] 3142 wrong\n", "!line 1"},
		{"3142 wrong [2,4,1,3]\n", "!line 1"},
		{"rank -\n", "!line 1"},
		{"No solutions here\n", "!line 1"},
		{"Solution 1\n2413\nSolution 2\n3142\n", "2413 3142"},
		{"Solution 99\n2413\nSolution 100\n3142\n", "2413 3142"},
		{"There are 2 solutions\n2413\n3142\n", "2413 3142"},
		// A small number after a label, or with an index, is no board of order 1.
		{"Objective: 0\n2413\n", "2413"},
		{"Status: 1\nx[1]=2\nx[2]=4\nx[3]=1\nx[4]=3\n", "2413"},
		{"x: 1\nTotal: 2\n2413\n", "2413"},
		{"x = 3\n2413\n31\n", "!line 3"},
		{"x[1,1] = 1\n", "1"},
		{"x[1,1] = 0\nx[1,2] = 1\nx[2,1] = 0\nx[2,2] = 0\n", "!outside"},
		{"6\n0\n2\n5\n4\n3\n1\n", "!choose --from placement"},
		{" [1]  2  4  6  8 10 12\n [7]  1  3  5  7  9 11\n", "2  4  6  8 10 12 1  3  5  7  9 11"},
		{"[1] 2 4 1 3\n[1] 3 1 4 2\n", "2 4 1 3 3 1 4 2"},
		// Order 0 and order 1.
		{"{}", "!line 1"},
		{"[]", "!an empty list is no board; order 0 is written ()"},
		{"[[]]", "!an empty list"},
		{"()", "()"},
		{"(1,1)", "1"},
		{"[[1,1]]", "1"},
		{"[1,1]", "11"},
		{"1,1", "1,1"},
		{"letting n be 1\nletting init be [[0, 0]]\n", "1"},
		// FEN whose rows are as long as the board is wide.
		{"1Q1/2Q/Q2", "312"},
		{"Q2/1Q1/2Q", "123"},
		{"Q4/2Q2/4Q/1Q1Q1/5", "14243"},
		{"010/100/001", "213"},
		// Chess queens are queens, also together; two empty symbols are those of a chequerboard.
		{".q..\n...Q\nQ...\n..q.\n", "3142"},
		{".♕..\n...♛\nQ...\n..q.\n", "3142"},
		{"QqQq\nqQqq\nqQQq\nQqqq\n", "!cannot tell which symbol is the queen"},
		{"x...\n...o\n....\n....\n", "!want two, one of them for queens"},
		{"#x#x\nx#x#\n#x#x\nx#x#\n", "!cannot tell which symbol is the queen"},
		{"#X#x\nx#xX\nXx#x\nx#X#\n", "3142"},
		// Empty squares are blanks.
		{"   Q\nQ   \n  Q \n Q  \n", "2431"},
		{"   Q\nQ\n  Q\n Q\n", "2431"},
		{"   Q\r\nQ   \r\n  Q \r\n Q  \r\n", "2431"},
		{" Q  \n    \nQ   \n  Q \n", "b4 a2 c1"},
		{"    \n   Q\nQ   \n  Q \n", "d3 a2 c1"},
		{"  Q    \n      Q\nQ      \n    Q  \n", "3142"},
		{"Q Q \n    \n Q Q\n  Q \n", "a4 c4 b2 d2 c1"},
		{" Q\n\nQ\n  Q\n", "!"},
		{"Q\nQ\nQ\n\n", "!"},
		{" Q\n\nQ\n", "!a row of one square, and more after it"},
		{" Q\nQ\n Q\n", "b3 a2 b1"},
		{"    Q\nQ\n  Q\n", "231"},
		{"     Q\nQ\n  Q\n", "!"},
		{"[ ] [Q]\n[Q] [ ]\n", "21"},
		{"( ) (Q) ( )\n( ) ( ) (Q)\n(Q) ( ) ( )\n", "312"},
		{"Q", "1"},
		{".", "!write Q for a queen"},
		{"x", "!write Q for a queen"},
		{"2413\n  \n3142\n", "2413 3142"},
		// Zeros and ones.
		{"[0 1 0 0; 0 0 0 1; 1 0 0 0; 0 0 1 0]", "3142"},
		{"A = [0 1 0 0;\n 0 0 0 1;\n 1 0 0 0;\n 0 0 1 0;];", "3142"},
		{"[1 2; 2 4; 3 1; 4 3]", "3142"},
		{"[2; 4; 1; 3]", "2413"},
		{"0100000110000010", "3142"},
		{"0 1 0 0 0 0 0 1 1 0 0 0 0 0 1 0", "3142"},
		{"0 1 0 0\n0 0 0 1\n", "!4 such lines are a board (as"},
		// A number before a board is its order; a label says what a number counts.
		{"4\n2 4 1 3\n", "2 4 1 3"},
		{"12\n1 3 5 7 9 11 2 4 6 8 10 12\n", "1 3 5 7 9 11 2 4 6 8 10 12"},
		{"4\n.Q..\n...Q\nQ...\n..Q.\n", "3142"},
		{"4\n\n.Q..\n...Q\nQ...\n..Q.\n", "3142"},
		{"4\n1 2\n2 4\n3 1\n4 3\n", "3142"},
		{"12\n2413\n", "!a board of order 4; line 1 says 12"},
		{"1\n2413\n2\n3142\n", "!a board of order 4; line 1 says 1"},
		{"n = 4\n2413\nNumber of solutions: 2\n", "2413"},
		{"N=4\nTotal: 2\n2413\n3142\nTotal: 12\n", "2413 3142"},
		{"n = 5\n2413\n", "!a board of order 4; line 1 says 5"},
		{"Total: 12\n", "!words without a board"},
		{"2413\n3142\n2\n", "!2 after boards of other orders may be their number"},
		{"12\n21\n", "12 21"},
		{"12\n", "12"},
		{"1\n", "1"},
		// A number of a solution without a colon.
		{" 1      1 5 8 6 3 7 2 4\n 2      1 6 8 3 7 4 2 5\n", "!a colon after 1"},
		{" 3      1 2 3 4 5 6 7 8\n", "!a colon after 3"},
		// Bullets are no queens, and words no boards.
		{"- \"..Q.\"\n- \"Q...\"\n- \"...Q\"\n- \".Q..\"\n", "2413"},
		{"* ..Q.\n* Q...\n* ...Q\n* .Q..\n", "2413"},
		{"- . . Q .\n- Q . . .\n- . . . Q\n- . Q . .\n", "2413"},
		{"* 2413\n* 3142\n", "2413 3142"},
		{"- 2 4 1 3\n- 3 1 4 2\n", "2 4 1 3 3 1 4 2"},
		{"- - Q -\n- Q - -\n- - - Q\n- - Q -\n", "c4 b3 d2 c1"},
		{"row,col\n1,2\n2,4\n3,1\n4,3\n", "!line 1"},
		{"ok\nok\n2413\n", "!want a placement"},
		{"no\noo\n", "!want a placement"},
		{"yes no\nno no\n", "!want a placement"},
		// Wrappers of texts.
		{"```\n.Q..\n...Q\nQ...\n..Q.\n```\n", "3142"},
		{"```text\n2413\n```\n3142\n", "2413 3142"},
		{"\x1b[1m.Q..\x1b[0m\n...Q\nQ...\n..\x1b[31;1mQ\x1b[0m.\n", "3142"},
		{"|a|b|c|d|\n|---|---|---|---|\n| |Q| | |\n| | | |Q|\n|Q| | | |\n| | |Q| |\n", "3142"},
	} {
		boards, _, err := read(c.text, format.Reading{Base: format.AnyBase})
		var got []string
		for _, b := range boards {
			got = append(got, b.Text)
		}
		sentence, isError := strings.CutPrefix(c.want, "!")
		switch {
		case isError && (err == nil || !errors.Is(err, queens.ErrFormat) || !strings.Contains(err.Error(), sentence)),
			!isError && (err != nil || strings.Join(got, " ") != c.want):
			t.Errorf("%q is read as %q, %v; want %s", c.text, got, err, c.want)
		}
	}
}
