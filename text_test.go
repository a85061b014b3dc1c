package queens_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/math/torus"
)

// TestNames reads the names of topologies, spellings and lines, which callers cannot change.
func TestNames(t *testing.T) {
	checkNames(t, "topology", queens.Topologies, queens.ParseTopology)
	checkNames(t, "spelling", queens.Spellings, queens.ParseSpelling)
	checkNames(t, "line", func() []string { return []string{"row", "column", "rising diagonal", "falling diagonal"} },
		func(name string) (line queens.Line, err error) {
			err = line.UnmarshalText([]byte(name))
			return line, err
		})
	_, err := queens.Topology(7).MarshalText()
	wantError(t, err, `topology "topology 7": want one of regular, modular`, queens.ErrFormat)
}

func checkNames[E interface {
	~uint8
	String() string
}](t *testing.T, what string, names func() []string, parse func(string) (E, error)) {
	t.Helper()
	for i, name := range names() {
		if got, err := parse(name); err != nil || got != E(i) || got.String() != name {
			t.Errorf("%s %d, %q, is read as %v, error %v", what, i, name, got, err)
		}
	}
	all := strings.Join(names(), ", ")
	names()[0] = "any"
	_, err := parse("any")
	wantError(t, err, what+` "any": want one of `+all, queens.ErrFormat)
	if got := E(9).String(); got != what+" 9" {
		t.Errorf("an unknown %s is %q", what, got)
	}
}

// TestRoundTrip also covers queens that attack each other or share rows.
func TestRoundTrip(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	for n := range 41 {
		for range 20 {
			p := make(queens.Perm, n)
			for c := range p {
				p[c] = random.IntN(n)
			}
			if got, err := queens.ParsePerm(p.String()); err != nil || !got.Equal(p) {
				t.Fatalf("seed %d: %v is read as %v, error %v", seed, p, got, err)
			}
			if n == 0 {
				continue // AppendText writes nothing
			}
			for s := range int(queens.Squares) { // package format reads squares
				for _, form := range []string{"%s", " %s\r\n"} {
					spelled := fmt.Sprintf(form, p.AppendText(nil, queens.Spelling(s), 1))
					if got, err := queens.ParsePerm(spelled); err != nil || !got.Equal(p) {
						t.Fatalf("seed %d, %v: %q is read as %v, error %v", seed, queens.Spelling(s), spelled, got, err)
					}
				}
			}
		}
	}
}

func TestAppendText(t *testing.T) {
	count := func(n int) queens.Perm {
		p := make(queens.Perm, n)
		for c := range p {
			p[c] = c
		}
		return p
	}
	for _, c := range []struct {
		name string
		p    queens.Perm
		s    queens.Spelling
		base int
		want string
	}{
		{"order 0", queens.Perm{}, queens.Auto, 1, ""},
		{"order 1", queens.Perm{0}, queens.Auto, 1, "1"},
		{"order 1 from 0", queens.Perm{0}, queens.Commas, 0, "0"},
		{"order 9", count(9), queens.Auto, 1, "123456789"},
		{"order 10", count(10), queens.Auto, 1, "1,2,3,4,5,6,7,8,9,10"},
		{"order 10, digits", count(10), queens.Digits, 1, "1,2,3,4,5,6,7,8,9,10"},
		{"order 10 from 0", count(10), queens.Auto, 0, "0,1,2,3,4,5,6,7,8,9"},
		{"order 10 from 0, digits", count(10), queens.Digits, 0, "0123456789"},
		{"order 11 from 0, digits", count(11), queens.Digits, 0, "0,1,2,3,4,5,6,7,8,9,10"},
		{"squares", queens.Perm{0, 4, 7, 5, 2, 6, 1, 3}, queens.Squares, 0, "a8 b4 c1 d3 e6 f2 g7 h5"},
		{"row below the board", queens.Perm{12, 0, 1}, queens.Auto, 1, "13,1,2"},
		{"row above the board", queens.Perm{0, -1}, queens.Digits, 1, "1,0"},
		{"squares outside the board", queens.Perm{3, 0}, queens.Squares, 1, "4,1"},
	} {
		if got := string(c.p.AppendText([]byte("x"), c.s, c.base)); got != "x"+c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, "x"+c.want)
		}
	}
	if got := (queens.Perm{}).String(); got != "()" {
		t.Errorf("the empty board is %q", got)
	}
}

func TestParsePerm(t *testing.T) {
	solution := queens.Perm{0, 4, 7, 5, 2, 6, 1, 3}
	for _, c := range []struct {
		text string
		want queens.Perm
	}{
		{"15863724", solution},
		{" 1, 5, 8, 6,3 , 7, 2, 4\n", solution},
		{"1 5 8 6  3 7 2 4", solution},
		{"1", queens.Perm{0}},
		{"11", queens.Perm{0, 0}},
		{" ()", queens.Perm{}},
	} {
		if got, err := queens.ParsePerm(c.text); err != nil || !slices.Equal(got, c.want) || got == nil {
			t.Errorf("%q is read as %v, error %v, want %v", c.text, got, err, c.want)
		}
	}
}

func TestParsePermTells(t *testing.T) {
	const none = `: no number in it (order 0 is written "()")`
	for _, c := range []struct{ text, want string }{
		{"", ` ""` + none},
		{" \n", ` " \n"` + none},
		{"2,,4,1,3", `: "" in column 2 is not a number`},
		{",1", `: "" in column 1 is not a number`},
		{"1586372411", ` "1586372411": 10 digits without a separator; from order 10 on write commas or spaces`},
		{"12x", `: "x" in column 3 is not a number`},
		{"1,2.5,3", `: "2.5" in column 2 is not a number`},
		{"2415", ": row 5 in column 4 is outside 1..4, a board of order 4"},
		{"0123", ": row 0 in column 1 is outside 1..4, a board of order 4"},
		{"1,-2", ": row -2 in column 2 is outside 1..2, a board of order 2"},
		{"1,99999999999999999999", ": row 99999999999999999999 in column 2 is outside 1..2, a board of order 2"},
		{"a1 b2", `: "a1" in column 1 is not a number`},
		{"[2,1]", `: "[2" in column 1 is not a number`},
		{strings.Repeat("7", 99), ` "` + strings.Repeat("7", 40) +
			`"...: 99 digits without a separator; from order 10 on write commas or spaces`},
	} {
		p, err := queens.ParsePerm(c.text)
		wantError(t, err, "read solution"+c.want, queens.ErrFormat)
		if p != nil {
			t.Errorf("%q: %v stands beside an error", c.text, p)
		}
	}
}

// TestOtherBoardsAreRefused spells all permutations of small orders as 0/1 matrices, as pairs and
// as several boards. None may be read as one-line notation, which would be of another placement.
func TestOtherBoardsAreRefused(t *testing.T) {
	refuse := func(between, end string, groups [][]string) {
		t.Helper()
		var spelled []string
		for _, group := range groups {
			spelled = append(spelled, strings.Join(group, between))
		}
		text := strings.Join(spelled, end)
		if p, err := queens.ParsePerm(text); p != nil || !errors.Is(err, queens.ErrFormat) {
			t.Fatalf("%q is read as %v, error %v", text, p, err)
		}
	}
	for n := 2; n <= 5; n++ {
		for p := range must.Get(torus.Permutations.Members(n))(t) {
			rows, pairs, boards := make([][]string, n), make([][]string, n), make([][]string, 2)
			for r := range n {
				for c := range n {
					rows[r] = append(rows[r], strconv.Itoa(min(1, max(0, 1-(p[c]-r)*(p[c]-r)))))
				}
				pairs[r] = []string{strconv.Itoa(p[r] + 1), strconv.Itoa(r + 1)}
				boards[0] = append(boards[0], strconv.Itoa(p[r]+1))
				boards[1] = append(boards[1], strconv.Itoa(n-p[r]))
			}
			for _, s := range [][2]string{
				{"", " "},
				{"", "\n"},
				{"", ","},
				{"", ""},
				{" ", "\n"},
				{" ", " "},
				{",", ","},
				{", ", "\r\n"},
				{",", ";"},
				{"\t", "\n"},
				{"|", "|\n|"},
			} {
				refuse(s[0], s[1], rows)
				for r := range n {
					if n > 2 {
						refuse(s[0], s[1], rows[r:r+1])
					}
				}
			}
			for _, s := range [][2]string{
				{",", " "},
				{" ", ","},
				{" ", ", "},
				{",", "\n"},
				{" ", "\n"},
				{" ", "\t"},
				{"\t", "\n"},
				{", ", "), ("},
				{",", ";"},
				{" ", "; "},
				{":", ","},
			} {
				refuse(s[0], s[1], pairs)
				refuse(s[0], s[1], boards)
			}
			for _, end := range []string{" ", ", ", ",", "\n"} {
				if n > 2 {
					refuse("", end, boards)
				}
			}
		}
	}
}

func FuzzParsePerm(f *testing.F) {
	for _, text := range []string{
		"", "()", "15863724", "1,5,8,6,3,7,2,4", "2 4 1 3", "2,,1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := queens.ParsePerm(text)
		if err != nil {
			if !errors.Is(err, queens.ErrFormat) || !strings.HasPrefix(err.Error(), "read solution") ||
				p != nil {
				t.Errorf("%q is read as %v, error %q", text, p, err)
			}
			return
		}
		for _, r := range p {
			if r < 0 || r >= len(p) {
				t.Fatalf("%q is read as %v, with a row outside the board", text, []int(p))
			}
		}
		if again, err := queens.ParsePerm(p.String()); err != nil || !again.Equal(p) {
			t.Errorf("%v is read as %v, error %v", p, again, err)
		}
		for s := range int(queens.Squares) {
			spelled := p.AppendText(nil, queens.Spelling(s), 1)
			if again, err := queens.ParsePerm(string(spelled)); len(p) > 0 && (err != nil || !again.Equal(p)) {
				t.Errorf("%v is written %q and read as %v, error %v", p, spelled, again, err)
			}
		}
		// A modular solution is a regular one.
		if queens.Check(p, queens.Modular) == nil && queens.Check(p, queens.Regular) != nil {
			t.Errorf("%v is a modular solution and not a regular one", p)
		}
	})
}

func TestJSONCountsFromOne(t *testing.T) {
	type board struct {
		Rows    queens.Perm     `json:"rows"`
		Attacks []queens.Attack `json:"attacks"`
	}
	for _, tc := range []struct {
		board board
		want  string
	}{
		{board{}, `{"rows":null,"attacks":null}`},
		{board{Rows: queens.Perm{}}, `{"rows":[],"attacks":null}`},
		{
			board{queens.Perm{1, 3, 0, 2}, []queens.Attack{
				{A: queens.Square{Col: 3}, B: queens.Square{Row: 10, Col: 13}, Line: queens.Falling},
			}},
			`{"rows":[2,4,1,3],"attacks":[{"a":{"row":1,"column":4},"b":{"row":11,"column":14},"line":"falling diagonal"}]}`,
		},
	} {
		text, err := json.Marshal(tc.board)
		if err != nil || string(text) != tc.want {
			t.Fatalf("%v: %s, %v; want %s", tc.board, text, err, tc.want)
		}
		var back board
		if err := json.Unmarshal(text, &back); err != nil || !back.Rows.Equal(tc.board.Rows) ||
			!slices.Equal(back.Attacks, tc.board.Attacks) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	var p queens.Perm
	var s queens.Square
	if err := json.Unmarshal([]byte(`["1"]`), &p); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("rows of texts: %v", err)
	}
	if err := json.Unmarshal([]byte(`"a1"`), &s); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("a square as text: %v", err)
	}
}
