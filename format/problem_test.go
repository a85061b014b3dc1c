package format_test

import (
	"cmp"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/format"
	"queens/internal/must"
)

func readProblem(text string) (queens.Problem, string, error) {
	return format.ReadProblem(strings.NewReader(text), format.Reading{Base: format.AnyBase})
}

func TestProblemText(t *testing.T) {
	at := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	for want, p := range map[string]queens.Problem{
		"order 4\n. Q . .\n. . . .\n. . # .\n. . . .\n": {
			Order: 4, Given: []queens.Square{at(0, 1)},
			Blocked: []queens.Square{at(2, 2)},
		},
		"order 8\n": {Order: 8},
		"order 5\ntopology modular\nexcluded s4 d3\n": {
			Order: 5, Topology: queens.Modular,
			Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 2}, {Line: queens.Falling, Index: 3}},
		},
		"order 65\ngiven a65\nblocked b65 c1\n": {
			Order: 65, Given: []queens.Square{at(0, 0)},
			Blocked: []queens.Square{at(0, 1), at(64, 2)},
		},
	} {
		var b strings.Builder
		if err := format.WriteProblem(&b, p, ""); err != nil || b.String() != want {
			t.Errorf("%+v is written\n%s, %v, want\n%s", p, b.String(), err, want)
		}
		got, how, err := readProblem(want)
		if err != nil || how != "" || !reflect.DeepEqual(got, p) {
			t.Errorf("%s is read as %+v, %q, %v, want %+v", want, got, how, err, p)
		}
	}
	got, _, err := readProblem("\ufeff// by hand\r\n.q\r\n.#// a row\r\n")
	if err != nil || got.Order != 2 || len(got.Given) != 1 || len(got.Blocked) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestProblemTextRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                     `no board; want one, a line "order 8"`,
		"order x":              "want the order once, from 0 to 4194304",
		"order 8\norder 9":     "want the order once",
		"given a1":             "want the order once",
		"order 8\ngiven j1":    "line 2: read square",
		"order 8\nqueen a1":    `line 2: "queen": want order, topology`,
		"order 8\nexcluded x":  "line 2: read diagonal",
		"..\n...":              "line 2: row 2 of the board has 3 squares, want 2 rows of 2",
		"..\n..\n..":           "line 3: row 3 of the board",
		"...\n...":             "the board has 2 rows, want 3",
		"topology flat":        "want the order once",
		"order 4\ngiven a1 b2": "share a rising diagonal",
	} {
		if _, _, err := readProblem(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		} else if !errors.Is(err, queens.ErrFormat) && !errors.Is(err, queens.ErrNotSolution) {
			t.Errorf("%q: %v is neither ErrFormat nor ErrNotSolution", text, err)
		}
	}
}

// The sameProblem of one problem: order 4, a queen in row 1, column 2, and two blocked squares, in
// row 3, column 3, and in row 4, column 1.
var sameProblem = []string{
	"order 4\ngiven b4\nblocked c2 a1",
	"order 4\ngiven (1,2)\nblocked (3,3) (4,1)",
	"order 4\ngiven (0,1)\nblocked (2,2) [3, 0]", // a 0 is the base of all lines
	"order 4\n. Q . .\n. . . .\n. . # .\n# . . .",
	". Q . .\n. . . .\n. . # .\n# . . .",
	"|_|q|_|_|\n|_|_|_|_|\n|_|_|*|_|\n|*|_|_|_|\n",
	"+---+---+---+---+\n|   | Q |   |   |\n+---+---+---+---+\n|   |   |   |   |\n+---+---+---+---+\n" +
		"|   |   | x |   |\n+---+---+---+---+\n| x |   |   |   |\n+---+---+---+---+\n",
	`[".Q..","....","..#.","#..."]`,
	`[["-","♛","-","-"],["-","-","-","-"],["-","-","X","-"],["X","-","-","-"]]`,
	"board(4). queen(1,2).\nblock(3,3). % a comment\nblock(4,1).",
	"#const n = 4.\nqueen(0,1). block(2,2). block(3,0).",
	"n = 4;\nm = 2;\nrow = [3,4];\ncol = [3,1];\nqueens = [|1,2|];\n",
	"/* a comment\n of two lines */ n=4; queens=[[1,2]]; blocked = [| 3,3 | 4,1 |];",
	"language ESSENCE' 1.0\n$ a comment\nletting n = 4\nletting init = [[0, 1]]\n" +
		"letting blocked = [[2,2], [3,0]; int(0..1)]",
	"letting n be 4\nletting init be [[1,2]]\nletting blocked be [[3,3],[4,1]]\n",
	"n = 4\ninit = [[0, 1]]\nblocked = [[2, 2], [3, 0]]\ndiags = [[0, 1]]\namount = 0\n",
	`{"schema":"queens.problem/1","family":"x","seed":"1","order":4,"topology":"regular",` +
		`"given":[{"row":1,"column":2}],"blocked":[{"row":3,"column":3},{"row":4,"column":1}]}`,
}

func TestProblemSpellings(t *testing.T) {
	want, _, err := readProblem(sameProblem[0])
	must.Do(t, err)
	for _, text := range sameProblem {
		if got, how, err := readProblem(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nis read as %+v, %q, %v; want %+v", text, got, how, err, want)
		}
	}
}

// TestProblemOfPlacement reads what commands write as a problem without a missing queen.
func TestProblemOfPlacement(t *testing.T) {
	p := queens.Perm{1, 3, 5, 0, 2, 4}
	want := queens.Problem{Order: 6, Given: p.Squares()}
	for _, f := range format.All() {
		for s := range queens.Spellings() {
			var b strings.Builder
			w := format.NewWriter(&b, f.Encoder(6, format.Options{Spelling: queens.Spelling(s)}))
			must.Do(t, w.WritePerm(p))
			must.Do(t, w.Close())
			if got, _, err := readProblem(b.String()); err != nil || !reflect.DeepEqual(inOrder(got), inOrder(want)) {
				t.Errorf("%s\nis read as %+v, %v; want %+v", b.String(), got, err, want)
			}
		}
	}
	got, _, err := readProblem(`{"schema":"queens.solution/1","order":6,"rows":[2,4,6,1,3,5]}`)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for _, text := range []string{
		`{"order":6,"solutions":[]}`, `{"order":6,"solutions":[[2,4,6,1,3,5],[3,6,2,5,1,4]]}`, "246135\n362514\n",
	} {
		if got, _, err := readProblem(text); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

func FuzzReadProblem(f *testing.F) {
	f.Add("order 4\ntopology modular\nexcluded s4 d3\n. Q . .\n")
	f.Add("order 65\ngiven a65\nblocked b65 c1\n")
	for _, text := range sameProblem {
		f.Add(text)
	}
	f.Add("8 3\n0 3\n5 4\n3 7\n")
	f.Add("()")
	f.Add("letting A 0 [0]")
	f.Add("n =  10\nnumdiags =  1\ndiags =  [[4, 1], [2, 1]]\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := readProblem(text)
		if err != nil || p.Order > 1000 {
			return
		}
		for _, name := range format.ProblemFormats(true) {
			again(t, p, name)
		}
	})
}

// again writes a problem in a format and requires that it is read as the same problem, and by a
// Reader as its given queens, once and twice in a text, unless it is a picture.
func again(t *testing.T, p queens.Problem, name string) {
	t.Helper()
	var b strings.Builder
	must.Do(t, format.WriteProblem(&b, p, name))
	got, how, err := readProblem(b.String())
	if err != nil || !reflect.DeepEqual(inOrder(got), inOrder(p)) {
		t.Fatalf("%+v is written as %s\n%s and read as %+v, %q, %v", p, name, b.String(), got, how, err)
	}
	picture := name == format.OwnProblem && p.Topology == queens.Regular
	for copies := 1; copies < 3 && len(p.Given) > 0 && !picture; copies++ {
		boards, _, err := read(strings.Repeat(b.String(), copies), format.Reading{Base: format.AnyBase})
		if err != nil || len(boards) != copies || boards[0].Order != p.Order || boards[0].Topology != p.Topology ||
			!slices.Equal(sorted(boards[copies-1].Squares()), sorted(p.Given)) {
			t.Fatalf("%d of\n%s are read as %+v, %v", copies, b.String(), boards, err)
		}
	}
}

// inOrder returns the problem with every square and diagonal once.
func inOrder(p queens.Problem) queens.Problem {
	byPlace := func(a, b queens.Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) }
	p.Given, p.Blocked = append([]queens.Square(nil), p.Given...), append([]queens.Square(nil), p.Blocked...)
	slices.SortFunc(p.Given, byPlace)
	slices.SortFunc(p.Blocked, byPlace)
	p.Blocked = slices.Compact(p.Blocked)
	p.Excluded = append([]queens.Diagonal(nil), p.Excluded...)
	return p
}

func TestProblemRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(51, 1))
	for range 2000 {
		p := queens.Problem{Order: random.IntN(12), Topology: queens.Topology(random.IntN(2))}
		for range 3 * p.Order {
			sq := queens.Square{Row: random.IntN(p.Order), Col: random.IntN(p.Order)}
			more := p
			switch random.IntN(6) {
			case 0:
				more.Given = append(slices.Clone(p.Given), sq)
			case 1:
				more.Excluded = append(slices.Clone(p.Excluded),
					queens.DiagonalOf(sq, queens.Rising+queens.Line(random.IntN(2)), p.Order, p.Topology))
			case 2:
				more.Blocked = append(slices.Clone(p.Blocked), sq)
			}
			if more.Validate() == nil {
				p = more
			}
		}
		for _, name := range format.ProblemFormats(true) {
			again(t, p, name)
		}
	}
}

// TestProblemCorpus reads what people have published.
func TestProblemCorpus(t *testing.T) {
	for file, want := range map[string]string{
		"a13-completion-cses.txt":          "a board: order 8, 4 blocked squares",
		"a14-completion-kattis.txt":        "a list of holes: order 8, 3 blocked squares, rows and columns from 0",
		"a15-completion-asp.lp":            "ASP facts: order 4, 3 blocked squares, rows and columns from 1",
		"a16-completion.dzn":               "MiniZinc data: order 4, 3 blocked squares, rows and columns from 1",
		"a17-csplib-diag.param":            "CSPLib parameters: order 10, 14 excluded diagonals",
		"a18-csplib-completion-3655.param": "CSPLib parameters: order 3655, 3641 given queens, rows and columns from 0",
	} {
		text, err := os.ReadFile("../../shared/corpus/inputs/" + file)
		if errors.Is(err, fs.ErrNotExist) {
			t.Skip("the corpus is missing")
		}
		if _, how, err := readProblem(string(text)); err != nil || how != want {
			t.Errorf("%s is read as %q, %v, want %q", file, how, err, want)
		}
	}
	foreign, own := must.Get(os.ReadFile("../../shared/corpus/inputs/a18-csplib-completion-3655.param"))(t),
		must.Get(os.ReadFile("../../shared/corpus/inputs/a18-problem.txt"))(t)
	p, _, err := readProblem(string(foreign))
	must.Do(t, err)
	q, _, err := readProblem(string(own))
	must.Do(t, err)
	if !reflect.DeepEqual(inOrder(p), inOrder(q)) {
		t.Error("a18: the translation by hand is another problem")
	}
}
