package format_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/format"
	"queens/internal/must"
	"queens/internal/named"
	"queens/internal/sys"
)

func read(text string, o format.Reading) (boards []format.Board, note string, err error) {
	r := format.NewReader(strings.NewReader(text), o)
	for b, err := range r.Boards() {
		if err != nil {
			return boards, "", err
		}
		boards = append(boards, b)
	}
	return boards, r.Note(), nil
}

// TestReader reads texts as people write them. Each is read as the boards, with the note after a
// colon if one is given, or refused, before a board is yielded, with a sentence that has the part
// after an exclamation mark.
func TestReader(t *testing.T) {
	for _, c := range []struct{ text, from, want string }{
		// A small number after a label, or with an index, is no board of order 1.
		{"Objective: 0\n2413\n", "", "2413"},
		{"Status: 1\nx[1]=2\nx[2]=4\nx[3]=1\nx[4]=3\n", "", "2413"},
		{"x: 1\nTotal: 2\n2413\n", "", "2413"},
		{"x = 3\n2413\n31\n", "", "!line 3"},
		{"x[1,1] = 1\n", "", "1"},
		{"x[1,1] = 0\nx[1,2] = 1\nx[2,1] = 0\nx[2,2] = 0\n", "", "!outside"},
		{"6\n0\n2\n5\n4\n3\n1\n", "", "!choose --from placement"},
		{" [1]  2  4  6  8 10 12\n [7]  1  3  5  7  9 11\n", "", "2,4,6,8,10,12,1,3,5,7,9,11"},
		{"[1] 2 4 1 3\n[1] 3 1 4 2\n", "", "2413 3142"},
		// A text is judged whole: what may be a heading, a size or a part is refused.
		{"[ ., ., Q, . ]\n[ Q, ., ., .\n[ ., ., ., Q ]\n[ ., Q, ., . ]]", "", "!a list has both lists and"},
		{". . Q .\t. Q . .\nQ . . .\t. . . Q\n. . . Q\tQ . . .\n. Q . .\t. . Q .", "", "!side by side"},
		{"(1;];7;2;55;3;6;4)", "", "!] closes a bracket that wants )"},
		{"(3,4) 0,0) (1,3)", "", "!a bracket is closed that is not open"},
		{" Q  <br>\n   Q<br>\nQ   <br>\n  Q ", "", "3142"},
		{"1:   Q \n2: Q   \n3:    Q\n4:  Q  ", "", "!line 2: a board of order 1"},
		{"# board\n#     Q  \n# Q      \n#       Q\n#   Q    ", "", "!not in columns"},
		{"[[    Q  ] [Q      ] [      Q] [  Q    ]]", "", "!not in columns"},
		{"- 2\n- 4\n- 1\n- 3\n", "", "!line 1"},
		{"Row 1: 1 0 0 0 0 0 0 0 0\nRow 2: 0 0 1 0 0 0 0 0 0\n", "", "!line 2"},
		{"int q[11] = {1,3,5,7,9,11,2,4,6,8,10};", "", "!after a placement of order 2"},
		{"4 4\n0 2\n1 0\n2 3\n3 1\n", "", "!a square, or the size of the board"},
		{"12 12\n*..\n.*.\n..*\n", "", "!after a placement of order 2"},
		{"1 2 3 4 5 6 7 8 9 0\nQ.........\n" + strings.Repeat("..........\n", 9), "", "!after a placement of order 10"},
		{"|1|2|3|4|\n|---|---|---|---|\n|2|4|1|3|", "", "2413"},
		{"q1,q2,q3,q4\n2,4,1,3\n", "", "2413"},
		{"0,2|1,3|2,1|3,0", "", "!two kinds of separators"},
		{"{\"order\":9,\"solutions\":[[2,4,1,3]]}", "", "!in an object of order 9"},
		{"{\"schema\":\"queens.race/1\",\"orders\":[8,2,4,1]}", "", "!no list of boards"},
		{"2413\n(0 conflicts)\n", "", "!line 2"},
		{"letting n be 0\n", "", "()"},
		{
			"- - X - - - -\n- - - - X - -\n- - - - - - X\n- X - - - - -\n- - - X - - -\n- - - - - X -\n", "",
			"!7 squares",
		},
		{"|+♛++|\n|+++♛|\n|♛+++|\n|++♛+|\n|++++|\n", "", "!line 5"},
		{"  1 \n1   \n   1\n", "", "!a row of one square"},
		{"[ , , ,Q]\n[ ,Q, , ]\n[ , ,Q, ]\n", "", "!an empty place"},
		{"[2, , 4, 1, 3]", "", "!an empty place"},
		{"Q Q <- here\nQ\n", "", "!line 1"},
		{"print()", "", "!an empty list"},
		{"(:)", "", "!: without a name"},
		{"2Q1/Q3/3Q/1Q2\na1\n", "", "!line 2"},
		{".Q..\n...Q\n\nQ...\n..Q.\n.Q..\n...Q\nQ...\n\n..Q.\n", "", "!an empty line"},
		{".Q..\n\n...Q\n\nQ...\n\n..Q.\n\n", "", "3142"},
		{"Solution found: 1234\n2413\n", "", "1234 2413"},
		{"Solutions: 1\n2413\n", "", "2413"},
		// Faults, and where they are.
		{
			"2413\n\n# note\n2513\n", "",
			"!line 4: number 5 in place 2 is outside 1..4, a board of order 4; line 1 counts from 1",
		},
		{
			"1302\n2413\n", "",
			"!line 2: number 4 in place 2 is outside 0..3, a board of order 4; line 1 counts from 0",
		},
		{
			"0124", "",
			"!number 4 in place 4 is outside 0..3, a board of order 4; there is a 0, so the numbers count from 0",
		},
		{"2 4 x 3", "", `!"x" in place 3 is not a number`},
		{"1,2 3,4,5", "", "!two kinds of separators"},
		{
			"hello", "",
			"!want a placement, like 2,4,1,3, squares, like d4 or (1,4), or a board of n lines of n squares",
		},
		{"77777777777777", "", "!14 digits without a separator"},
		{
			".Q..\n...Q\nQ...\n", "",
			"!line 3: the board of order 4, which begins in line 1, ends here: want 4 lines of 4 squares",
		},
		{".Q..\n...Q\nQ..\n..Q.", "", "!line 3: a row of 3 squares in a board of order 4, which begins in line 1"},
		{"0 1 0 0\n0 0 0 1\n", "", "!is a row of a 0/1 matrix; 4 such lines are a board"},
		{
			"1211\n1112\n2111\n1121\n", "",
			"!a board of two symbols, or 4 placements: choose --from board or --from placement",
		},
		{
			"1 2 2 4 3 1 4 3", "",
			"!a placement of order 8 or 4 squares (row, column); choose --from placement or --from squares",
		},
		{"7 1 5 8 6 3 7 2 4", "", "!a placement of order 9, or of order 8 after a number of its own"},
		{"#x\nx#", "", "!with the symbols \"# x\": cannot tell which symbol is the queen; write Q for queens"},
		{"abc\nbca\ncab", "", "!want two, one of them for queens (a colour grid is for queens puzzle check)"},
		{"a1 c2", "", "!outside a board of order 2"},
		{"(1,2) (2,4) (3,5)", "", "!the order is the number of squares, 3"},
		{`{"a":[2,4,1,3],"b":[3,1,4,2]}`, "", "!the object has the lists a and b: want a member solution"},
		{`{"base":2,"solution":[1]}`, "", `!base "2": want 0 or 1`},
		{"[[1,2,3", "", "!line 1: a bracket is not closed"},
		{"[\"Q", "", "!line 1: a quotation mark is not closed"},
		{"[\".\\u265b.\",\"..\\u265b\",\"\\u265b..\"]", "", "312"},
		{"['.\\'.']", "", "!"},
		{"\\pi & e\n", "", "!want a placement"},
		{".Q\nQ.", "placement", "!want the row of the queen of each column, like 2,4,1,3"},
		{"2413", "board", "!want 4 lines of 4 squares"},
		{"2413", "squares", "!want squares"},
		{"c1,c2,c3,c4\n2,4,1,3\n2,4,x,3\n", "", `!line 3: "x" in place 3 is not a number`},
		{"..Q.\nQ...\n...Q\n.Q..\nQ.\n.\n", "", "!line 6:"},
		{
			"{\"solution\":[2,4,1,3]}\n{\"other\":1}\n", "",
			"!line 2: the object has no list of boards: want a member solution",
		},
		{". Q\n", "", "!line 1: the board of order 2, which begins in line 1, ends here"},
		// No board of these is yielded before the refusal.
		{"x[1]=2\nx[2]=4\nx[4]=3\n", "", "!3 values and none with the index 3"},
		{"x[1]=1\n\nx[3]=2\n", "", "!none with the index 2"},
		{".Q..\n...Q\nQ...\n..Q.\n....\n", "", "!want 4 lines of 4 squares"},
		{"|Q| |\n| |Q|\n;Q| |\n| |Q|\n", "", "!line 3"},
		{"+----+\n| Q  |\n|   Q|\n;Q   |\n|  Q |\n+----+\n", "", "!line 4"},
		{"+----+\n| Q  |\n|   Q|\n|Q   |\n|  Q |+----+\n", "", "!line 5"},
		{"row 1, column 2\nrow 2, column 4\nrow 3, column 5\n", "", "!outside"},
		{"1\n2\n4\n1\n", "", "!line 1"},
		{"<table><tr><td></td><td></td><td>Q</td></tr><tr><td></td><td>Q</td></tr></table>", "", "!line 1"},
		// What a flag chooses, and notes.
		{"1211\n1112\n2111\n1121\n", "board", "3142: read 1 board of order 4: queens are 2, row 1 on top"},
		{"1 2 2 4 3 1 4 3", "squares", "3142: read 1 list of squares of order 4: (row, column) from 1, row 1 on top"},
		{"1 2 2 4 3 1 4 3", "placement", "12243143: "},
		{"15863724 16837425", "", "15863724 16837425: "},
		{"2413", "rows", "3142: read 1 placement of order 4: a column for each row"},
		{"1302", "", "2413: read 1 placement of order 4: numbers from 0"},
		{"..Q\n*..\n.Q*", "", "c3 b1: read 1 board of order 3: queens are Q, row 1 on top"},
		{"..*\n*..\n.*.", "", "231: read 1 board of order 3: queens are *, row 1 on top"},
		{". # Q\n# Q #\n. # .", "", "c3 b2: read 1 board of order 3: queens are Q, row 1 on top"},
		{"░X░\n▓░▓\nX▓X", "", "313: read 1 board of order 3: queens are X, row 1 on top"},
		{"░█X\n█X█\nX█░", "", "321: read 1 board of order 3: queens are X, row 1 on top"},
		{"...\n...\n...", "", "no queens: read 1 board of order 3: no queens"},
		{"3QQ\n5\n5\n5\n5", "", "!"},
		{"3Q1/Q4/5/5/4Q", "", "d5 a4 e1: read 1 board of order 5: queens are Q, row 1 on top"},
		{"3q1/q4/5/5/4q w - - 0 1", "", "d5 a4 e1: read 1 board of order 5: queens are q, row 1 on top"},
		{
			`{"queens":[{"row":1,"column":2},{"row":2,"column":2}]}`, "",
			"b2 b1: read 1 list of squares of order 2: (row, column) from 1, row 1 on top",
		},
		{"c0,c1,c2\n0,2,1\n", "", "132: read 1 placement of order 3: numbers from 0"},
		{"()\n", "", "(): "},
		{"1 2 3 4\n2 4 1 3\n", "", "1234 2413: "},
		{"  1 2 3\n1 . Q .\n2 . . Q\n3 Q . .\n", "", "312: read 1 board of order 3: queens are Q, row 1 on top"},
		{"123\n.Q.\n..Q\nQ..\n", "", "312: read 1 board of order 3: queens are Q, row 1 on top"},
		// No line with a placement is skipped.
		{"2413\n1234 wrong\n", "", `!line 2: "1234 wrong"`},
		{"1234 wrong\n2413\n", "", `!line 1: "wrong" in place 2 is not a number`},
		{"2413\n3142 # foo\n", "", `!line 2: "3142 # foo"`},
		{"wrong 3142\n2413\n", "", `!line 1: "wrong" in place 1 is not a number`},
		{"2 4 1 3 wrong\n3 1 4 2\n", "", "!line 1"},
		{"b2 wrong\n2413\n", "", "!line 1"},
		{"[2,4,1,3] 3142 wrong\n", "", "!line 1"},
		{"3142 wrong [2,4,1,3]\n", "", "!line 1"},
		{"rank -\n", "", "!line 1"},
		{"No solutions here\n", "", "!line 1"},
		{"Solution 1\n2413\nSolution 2\n3142\n", "", "2413 3142"},
		{"Solution 99\n2413\nSolution 100\n3142\n", "", "2413 3142"},
		{"There are 2 solutions\n2413\n3142\n", "", "2413 3142"},
		// Order 0 and order 1.
		{"{\"schema\":\"queens.list/1\",\"order\":0,\"solutions\":[\n[]\n]}\n", "", "()"},
		{"{\"solution\":[]}\n", "", "()"},
		{"{}", "", "!line 1"},
		{"[]", "", "!an empty list is no board; order 0 is written ()"},
		{"[[]]", "", "!an empty list"},
		{"()", "", "()"},
		{"(1,1)", "", "1"},
		{"[[1,1]]", "", "1"},
		{"[1,1]", "", "11"},
		{"1,1", "", "11"},
		{"letting n be 1\nletting init be [[0, 0]]\n", "", "1"},
		// FEN whose rows are as long as the board is wide.
		{"1Q1/2Q/Q2", "", "312"},
		{"Q2/1Q1/2Q", "", "123"},
		{"Q4/2Q2/4Q/1Q1Q1/5", "", "14243"},
		{"010/100/001", "", "213"},
		// Chess queens are queens, also together; two empty symbols are those of a chequerboard.
		{".q..\n...Q\nQ...\n..q.\n", "", "3142"},
		{".♕..\n...♛\nQ...\n..q.\n", "", "3142"},
		{"QqQq\nqQqq\nqQQq\nQqqq\n", "", "!cannot tell which symbol is the queen"},
		{"x...\n...o\n....\n....\n", "", "!want two, one of them for queens"},
		{"#x#x\nx#x#\n#x#x\nx#x#\n", "", "!cannot tell which symbol is the queen"},
		{"#X#x\nx#xX\nXx#x\nx#X#\n", "", "3142"},
		// Empty squares are blanks.
		{"   Q\nQ   \n  Q \n Q  \n", "", "2431"},
		{"   Q\nQ\n  Q\n Q\n", "", "2431"},
		{"   Q\r\nQ   \r\n  Q \r\n Q  \r\n", "", "2431"},
		{" Q  \n    \nQ   \n  Q \n", "", "b4 a2 c1"},
		{"    \n   Q\nQ   \n  Q \n", "", "d3 a2 c1"},
		{"  Q    \n      Q\nQ      \n    Q  \n", "", "3142"},
		{"Q Q \n    \n Q Q\n  Q \n", "", "a4 c4 b2 d2 c1"},
		{" Q\n\nQ\n  Q\n", "", "!"},
		{"Q\nQ\nQ\n\n", "", "!"},
		{" Q\n\nQ\n", "", "!a row of one square, and more after it"},
		{" Q\nQ\n Q\n", "", "b3 a2 b1"},
		{"    Q\nQ\n  Q\n", "", "231"},
		{"     Q\nQ\n  Q\n", "", "!"},
		{"[ ] [Q]\n[Q] [ ]\n", "", "21"},
		{"( ) (Q) ( )\n( ) ( ) (Q)\n(Q) ( ) ( )\n", "", "312"},
		{"Q", "", "1"},
		{".", "", "!write Q for a queen"},
		{"x", "", "!write Q for a queen"},
		{"2413\n  \n3142\n", "", "2413 3142"},
		// Zeros and ones.
		{"[0 1 0 0; 0 0 0 1; 1 0 0 0; 0 0 1 0]", "", "3142"},
		{"A = [0 1 0 0;\n 0 0 0 1;\n 1 0 0 0;\n 0 0 1 0;];", "", "3142"},
		{"[1 2; 2 4; 3 1; 4 3]", "", "3142"},
		{"[2; 4; 1; 3]", "", "2413"},
		{"0100000110000010", "", "3142"},
		{"0 1 0 0 0 0 0 1 1 0 0 0 0 0 1 0", "", "3142"},
		{"0 1 0 0\n0 0 0 1\n", "", "!4 such lines are a board (as"},
		// A number before a board is its order; a label says what a number counts.
		{"4\n2 4 1 3\n", "", "2413"},
		{"12\n1 3 5 7 9 11 2 4 6 8 10 12\n", "", "1,3,5,7,9,11,2,4,6,8,10,12"},
		{"4\n.Q..\n...Q\nQ...\n..Q.\n", "", "3142"},
		{"4\n\n.Q..\n...Q\nQ...\n..Q.\n", "", "3142"},
		{"4\n1 2\n2 4\n3 1\n4 3\n", "", "3142"},
		{"12\n2413\n", "", "!a board of order 4; line 1 says 12"},
		{"1\n2413\n2\n3142\n", "", "!a board of order 4; line 1 says 1"},
		{"n = 4\n2413\nNumber of solutions: 2\n", "", "2413"},
		{"N=4\nTotal: 2\n2413\n3142\nTotal: 12\n", "", "2413 3142"},
		{"n = 5\n2413\n", "", "!a board of order 4; line 1 says 5"},
		{"Total: 12\n", "", "!words without a board"},
		{"2413\n3142\n2\n", "", "!2 may be the number of boards"},
		{"12\n21\n", "", "12 21"},
		{"12\n", "", "12"},
		{"1\n", "", "1"},
		// A number of a solution without a colon.
		{" 1      1 5 8 6 3 7 2 4\n 2      1 6 8 3 7 4 2 5\n", "", "!a colon after 1"},
		{" 3      1 2 3 4 5 6 7 8\n", "", "!a colon after 3"},
		// Bullets are no queens, and words no boards.
		{"- \"..Q.\"\n- \"Q...\"\n- \"...Q\"\n- \".Q..\"\n", "", "2413"},
		{"* ..Q.\n* Q...\n* ...Q\n* .Q..\n", "", "2413"},
		{"- . . Q .\n- Q . . .\n- . . . Q\n- . Q . .\n", "", "2413"},
		{"* 2413\n* 3142\n", "", "2413 3142"},
		{"- 2 4 1 3\n- 3 1 4 2\n", "", "2413 3142"},
		{"- - Q -\n- Q - -\n- - - Q\n- - Q -\n", "", "c4 b3 d2 c1"},
		{"row,col\n1,2\n2,4\n3,1\n4,3\n", "", "!line 1"},
		{"ok\nok\n2413\n", "", "!want a placement"},
		{"no\noo\n", "", "!want a placement"},
		{"yes no\nno no\n", "", "!want a placement"},
		// Wrappers of texts.
		{"```\n.Q..\n...Q\nQ...\n..Q.\n```\n", "", "3142"},
		{"```text\n2413\n```\n3142\n", "", "2413 3142"},
		{"\x1b[1m.Q..\x1b[0m\n...Q\nQ...\n..\x1b[31;1mQ\x1b[0m.\n", "", "3142"},
		{"|a|b|c|d|\n|---|---|---|---|\n| |Q| | |\n| | | |Q|\n|Q| | | |\n| | |Q| |\n", "", "3142"},
		// Print-outs of languages, tools and solvers.
		{"[\n  1, 5, 8, 6,\n  3, 7, 2, 4\n]\n", "", "15863724"},
		{"[ 0  4  7  5\n  2  6  1  3]\n", "", "15863724"},
		{"tensor([2, 4, 1, 3])", "", "2413"},
		{"Qs = [2, 4, 1, 3] ;\nQs = [3, 1, 4, 2] .\n", "", "2413 3142"},
		{"queens = [2, 4, 1, 3];\n----------\n==========\n% time elapsed: 0.12 s\n", "", "2413"},
		{"Best: [2, 4, 1, 3] fitness 28\n", "", "2413"},
		{"Solution 1/92: 2 4 1 3\nSolution 2/92: 3 1 4 2\n", "", "2413 3142"},
		{"[[.Q.., ...Q, Q..., ..Q.]]", "", "3142"},
		{"[['.' 'Q' '.' '.']\n ['.' '.' '.' 'Q']\n ['Q' '.' '.' '.']\n ['.' '.' 'Q' '.']]", "", "3142"},
		{"\nA =\n\n   0   1   0   0\n   0   0   0   1\n   1   0   0   0\n   0   0   1   0\n", "", "3142"},
		{"4×4 BitMatrix:\n 0  1  0  0\n 0  0  0  1\n 1  0  0  0\n 0  0  1  0", "", "3142"},
		{" 4 | . Q . .\n 3 | . . . Q\n 2 | Q . . .\n 1 | . . Q .\n   +--------\n     a b c d\n", "", "3142"},
		{"┏━━━┳━━━┓\n┃ Q ┃   ┃\n┣━━━╋━━━┫\n┃   ┃ Q ┃\n┗━━━┻━━━┛", "", "12"},
		{"frozenset({(2, 1), (4, 2), (1, 3), (3, 4)})", "", "2413"},
		{"Is this a solution?\n\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n\nThanks in advance.\n", "", "3142"},
		// Boards that people posted.
		{"@a07-board-leetcode.json", "", "3142 2413"},
		{"@a08-board-ortools-underscore.txt", "", "3142"},
		{"@a09-board-bars.txt", "", "1234"},
		{"@a10-board-01.txt", "", "3142"},
		{"@a11-board-fen.txt", "", "16837425"},
		{"@a12-board-pairs.txt", "", "3142"},
	} {
		text, o := c.text, format.Reading{Base: format.AnyBase, From: c.from}
		if c.from == "rows" {
			o.From, o.By = "", c.from
		}
		if name, isFile := strings.CutPrefix(text, "@"); isFile {
			data, err := os.ReadFile(filepath.Join("..", "..", "shared", "corpus", "inputs", name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			text = string(data)
		}
		boards, note, err := read(text, o)
		got := strings.Join(named.Names(boards, func(b format.Board) string { return b.Spelled(1) }), " ")
		if strings.Contains(c.want, ": ") {
			got += ": " + note
		}
		sentence, isError := strings.CutPrefix(c.want, "!")
		switch {
		case isError && (len(boards) > 0 || !errors.Is(err, queens.ErrFormat) ||
			!strings.Contains(err.Error(), sentence)),
			!isError && (err != nil || got != c.want):
			t.Errorf("%q is read as %q, %v; want %s", c.text, got, err, c.want)
		}
	}
}

func TestPlacementsStream(t *testing.T) {
	var text strings.Builder
	for i := range 200_000 {
		text.WriteString([]string{
			"2413\n", "Solution 7: [2, 4, 1, 3]\n", "1133\n", "[2,4,1,3],\n",
			"(2,1) (4,2) (1,3) (3,4)\n", "c4 a3 d2 b1\n", "\n..Q.\nQ...\n...Q\n.Q..\n\n", "b4 d3 a2 c1\n",
		}[i%8])
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for _, err := range format.NewReader(strings.NewReader(text.String()), format.Reading{Base: 1}).Boards() {
		if n++; err != nil {
			t.Fatal(err)
		}
		if n%50_000 == 0 {
			runtime.GC()
			if runtime.ReadMemStats(&after); after.HeapAlloc > before.HeapAlloc+4<<20 {
				t.Errorf("after %d placements %d bytes are kept", n, after.HeapAlloc-before.HeapAlloc)
			}
		}
	}
	if n != 200_000 {
		t.Errorf("%d placements", n)
	}
}

// TestReaderIsLinear compares the processor times of texts with few symbols and of texts four times
// as long: linear time takes 4 times as long, quadratic time 16 times.
func TestReaderIsLinear(t *testing.T) {
	const size = 25_000
	cost := func(text string) time.Duration {
		begin := must.Get(sys.CPUTime())(t)
		_, _, _ = read(text, format.Reading{Base: format.AnyBase})
		return must.Get(sys.CPUTime())(t) - begin
	}
	for _, part := range []string{
		"(1,2) ", `"row":1,`, "[", "|Q| |\n", "[ ][Q]", "x[1]=2\n\n", "1\n", "<td>\n", "[1] 1\n",
		"row=1\n", "1-2 ",
	} {
		begin, end := "", ""
		if part[0] == '"' {
			begin, end = "[{", "}]"
		}
		short := cost(begin + strings.Repeat(part, size) + end)
		long := cost(begin + strings.Repeat(part, 4*size) + end)
		if long > 9*short+time.Second/4 {
			t.Errorf("%q: %v for %d, %v for %d", part, short, size, long, 4*size)
		}
	}
}

// TestHostileFEN reads rows that would be far longer than the text.
func TestHostileFEN(t *testing.T) {
	for _, row := range []string{"4000Q4000", strings.Repeat("4000Q", 100)} {
		if b, err := format.ReadBoard(strings.Repeat(row+"/", 4096), format.Reading{}); err == nil {
			t.Errorf("4096 rows %.20s are read as a board of order %d", row, b.Order)
		}
	}
}

// FuzzReader looks for texts that stop the reader, give boards whose queens are not on them, or are
// read differently when they are written again.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"2413", ".Q\nQ.", "[[\".Q\",\"Q.\"]]", "(1,2) (2,1)", "0 1 0\n1 0 0\n0 0 1", "1Q/Q1", "a1 b2",
		"board(4).\nqueen(1,2).", "n = 2;\nqueens = [1,2];", "order 4\ngiven a1",
		"{\"rows\":[1]}", "|Q| |",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		boards, _, err := read(text, format.Reading{Base: format.AnyBase})
		if err != nil && !errors.Is(err, queens.ErrFormat) {
			t.Fatal(err)
		}
		for _, b := range boards {
			for _, sq := range b.Squares() {
				if !sq.On(b.Order) {
					t.Fatalf("%q: %v of order %d", text, sq, b.Order)
				}
			}
			if len(b.Perm) > 2 {
				again, err := format.ReadBoard(b.Perm.String(), format.Reading{Base: 1, From: format.Placements})
				if err != nil || !again.Perm.Equal(b.Perm) {
					t.Fatalf("%q: %v is read again as %v, %v", text, b.Perm, again, err)
				}
			}
		}
	})
}

// FuzzReadSquares looks for squares that are not on the board.
func FuzzReadSquares(f *testing.F) {
	for _, seed := range []string{"a1 Qb2", "(1,2), (3,4)", "0 0\n7 7", "queen(1,2)."} {
		f.Add(seed, 8)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		squares, err := format.ReadSquares(text, n&1023, format.AnyBase)
		if err != nil && !errors.Is(err, queens.ErrFormat) {
			t.Fatal(err)
		}
		for _, sq := range squares {
			if !sq.On(n & 1023) {
				t.Fatalf("%q: %v of order %d", text, sq, n&1023)
			}
		}
	})
}

// TestReadSquares reads the squares b4, c1 and h8 of the board of order 8 in every spelling.
func TestReadSquares(t *testing.T) {
	want := []queens.Square{{Row: 4, Col: 1}, {Row: 7, Col: 2}, {Row: 0, Col: 7}}
	for _, text := range []string{
		"b4 c1 h8", "B4,c1, H8", "Qb4 Qc1 Qh8", "b4\nc1\nh8\n", `["b4", "c1", "h8"]`, "b4 c1\nh8", "Qb4, Qc1, Qh8.",
		"(5,2) (8,3) (1,8)", "(5, 2), (8, 3), (1, 8)", "5 2\n8 3\n1 8\n", "5,2\n8,3\r\n1,8\n", "5,2 8,3 1,8",
		"5 2, 8 3, 1 8", "5 2; 8 3; 1 8", "[[5, 2], [8, 3], [1, 8]]", "[(5, 2), (8, 3), (1, 8)]",
		"{{5,2},{8,3},{1,8}}",
		"queen(5,2) queen(8,3). queen(1,8).", "block(5,2). block(8,3).\nblock(1,8).", "[5 2]\n[8 3]\n[1 8]",
		"(4,1) (7,2) (0,7)", "4 1\n7 2\n0 7", "[[4, 1], [7, 2], [0, 7]]",
	} {
		if got, err := format.ReadSquares(text, 8, format.AnyBase); !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestReadSquaresTellsFaults(t *testing.T) {
	for _, c := range []struct {
		text string
		base int
		want string
	}{
		{"a1\ni9", format.AnyBase, "line 2"},
		{"(1,2)\n(9,1)", format.AnyBase, "rows and columns are 1 to 8"},
		{
			"(0,2)\n(8,1)", format.AnyBase,
			"line 2: square (8,1) is outside a board of order 8, whose rows and columns are 0 to 7",
		},
		{"(0,2)", 1, "are 1 to 8"},
		{"1 2 3", format.AnyBase, "want squares"},
		{"x", format.AnyBase, "want squares"},
		{"(1,2", format.AnyBase, "not closed"},
		{"1,2 3", format.AnyBase, "want squares"},
		{"(1,2) 7", format.AnyBase, "want squares"},
	} {
		got, err := format.ReadSquares(c.text, 8, c.base)
		if !errors.Is(err, queens.ErrFormat) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%q: %v, %v; want %s", c.text, got, err, c.want)
		}
	}
	if got, err := format.ReadSquares(" \n", 8, format.AnyBase); len(got) > 0 || err != nil {
		t.Errorf("no squares: %v, %v", got, err)
	}
}
