package format_test

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/format"
	"queens/symmetry"
)

// amount is less with -short.
func amount(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

func read(text string, o format.Reading) (boards []format.Board, note string, err error) {
	r := format.NewReader(strings.NewReader(text), o)
	for b, err := range r.Boards() {
		if err != nil {
			return nil, "", err
		}
		boards = append(boards, b)
	}
	return boards, r.Note(), nil
}

// permutations returns all of order 1 to 6 and some random ones to order 12, in some of which two
// queens share a row.
func permutations(random int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for n := 1; n <= 6; n++ {
			for p := range all(n) {
				if !yield(p) {
					return
				}
			}
		}
		source := rand.New(rand.NewPCG(51, 1))
		for range random {
			p := queens.Perm(source.Perm(1 + source.IntN(12)))
			if source.IntN(4) == 0 {
				p[source.IntN(len(p))] = source.IntN(len(p))
			}
			if !yield(p) {
				return
			}
		}
	}
}

func all(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		p := make(queens.Perm, 0, n)
		var extend func() bool
		extend = func() bool {
			if len(p) == n {
				return yield(p.Clone())
			}
			for r := range n {
				if !slices.Contains(p, r) {
					p = append(p, r)
					if !extend() {
						return false
					}
					p = p[:len(p)-1]
				}
			}
			return true
		}
		extend()
	}
}

// frames of a board: before and after the board, before, between and after the squares of a row,
// and between rows.
type frame struct{ begin, open, between, end, next, finish string }

var frames = []frame{
	{"", "", "", "", "\n", ""},
	{"", "", " ", "", "\n", "\n"},
	{"", " ", " ", " ", "\n", "\n"},
	{"", "", "\t", "", "\n", ""},
	{"", "", ",", "", "\r\n", "\r\n"},
	{"", "", ", ", "", "\n", ""},
	{"", "", ";", "", "\n", ""},
	{"", "", " ", "", "\n\n", "\n"},
	{"", "|", "|", "|", "\n", "\n"},
	{"", "| ", " | ", " |", "\n", ""},
	{"+--------+\n", "| ", " ", " |", "\n", "\n+--------+\n"},
	{"+--------+\n", "|", "", "|", "\n", "\n+--------+\n"},
	{"+---+---+\n", "| ", " | ", " |", "\n+---+---+\n", "\n+---+---+\n"},
	{"┌───┬───┐\n", "│ ", " │ ", " │", "\n├───┼───┤\n", "\n└───┴───┘\n"},
	{"", `"`, `","`, `"`, "\n", "\n"},
	{"[", `"`, "", `"`, ",", "]"},
	{"[", `'`, " ", `'`, ", ", "]"},
	{"[\n", `  "`, "", `"`, ",\n", "\n]\n"},
	{"[[", `["`, `","`, `"]`, ",", "]]"},
	{"[", `['`, `', '`, `']`, ",\n ", "]\n"},
	{`{"board": [`, `["`, `", "`, `"]`, ",", `]}`},
	{`{"size": 4, "cells": [`, `"`, "", `"`, ",", `]}`},
	{"Solution 1:\n", "", " ", "", "\n", "\n"},
	{"Solution 1\n", "", "", "", "\n", ""},
	{"Solution 1: \n", "", "", "", "\n", ""},
	{"# a comment\n", "", "", "", "\n", ""},
	{"", "", "", "", "/", ""},
	{"", "", "", "", " ", ""},
	{"-----\n", "", " ", "", "\n", "\n-----\n"},
	{"", "[", "][", "]", "\n", "\n"},
	{"", "[ ", ", ", " ]", "\n", "\n"},
}

// symbols of a queen and of an empty square. The readers know neither; some are only told apart by
// their numbers.
var symbols = []string{
	"Q.", "Q_", "q-", "Q*", "*.", "X.", "xo", "10", "1.", "♛·", "♕□", "👑⬜", "#.", "O-", "ab", "Q0", "@ø", ".Q",
	"·♛",
}

func rowsOf(p queens.Perm, pair string) (rows [][]string) {
	queen, empty := string([]rune(pair)[:1]), string([]rune(pair)[1:])
	if pair[0] == '.' || pair == "·♛" {
		queen, empty = empty, queen
	}
	for r := range p {
		row := slices.Repeat([]string{empty}, len(p))
		for c := range p {
			if p[c] == r {
				row[c] = queen
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TestReadsEveryBoard writes placements as boards in any pair of symbols and any frame. Each is
// read as itself, or refused with the flag that then reads it.
func TestReadsEveryBoard(t *testing.T) {
	source := rand.New(rand.NewPCG(51, 2))
	read, refused := 0, 0
	for p := range permutations(amount(500, 10_000)) {
		for range amount(2, 5) {
			pair, f := symbols[source.IntN(len(symbols))], frames[source.IntN(len(frames))]
			if len(p) < 3 && pair == "10" { // placements from 0
				continue
			}
			if isRead := readBack(t, p, pair, f, ""); isRead {
				read++
				continue
			}
			refused++
			if len(p) > 2 && !readBack(t, p, pair, f, format.Pictures) {
				t.Errorf("%v in %s and %q is refused with --from board", p, pair, f)
			}
		}
	}
	if refused > read/10 {
		t.Errorf("%d boards are refused, %d read", refused, read)
	}
}

// readBack reads a board, and reports false if it is refused as open.
func readBack(t *testing.T, p queens.Perm, pair string, f frame, from string) bool {
	var lines []string
	for _, row := range rowsOf(p, pair) {
		lines = append(lines, f.open+strings.Join(row, f.between)+f.end)
	}
	text := f.begin + strings.Join(lines, f.next) + f.finish
	boards, _, err := read(text, format.Reading{Base: format.AnyBase, From: from})
	if len(p) < 3 && (err != nil || len(boards) == 0) { // each symbol occurs as often; "#" is a comment
		return false
	}
	if err != nil && strings.Contains(err.Error(), "choose --from") && from == "" {
		return false
	}
	isSame(t, text, boards, err, p)
	return true
}

func isSame(t *testing.T, text string, boards []format.Board, err error, p queens.Perm) {
	t.Helper()
	if err != nil || len(boards) != 1 || boards[0].Order != len(p) ||
		!slices.Equal(sorted(boards[0].Squares()), sorted(p.Squares())) {
		t.Fatalf("%v is read from\n%s\n%q as %v, %v", p, text, text, boards, err)
	}
}

func sorted(squares []queens.Square) []queens.Square {
	return slices.SortedFunc(slices.Values(squares), func(a, b queens.Square) int {
		return 1000*(a.Row-b.Row) + a.Col - b.Col
	})
}

// TestReadsEveryPlacement writes placements in one-line notation and as squares, from 0 and from 1,
// by columns and by rows, with any separator and frame.
func TestReadsEveryPlacement(t *testing.T) {
	source := rand.New(rand.NewPCG(51, 3))
	pick := func(of ...string) string { return of[source.IntN(len(of))] }
	open := 0
	for p := range permutations(amount(1000, 10_000)) {
		isPerm := len(slices.Compact(slices.Sorted(slices.Values(p)))) == len(p)
		for range amount(2, 8) {
			if len(p) == 2 && p[0] == p[1] { // (1,1) is the square of order 1
				continue
			}
			base, by := source.IntN(2), "columns"
			numbers := p
			if isPerm && source.IntN(2) == 0 {
				by, numbers = "rows", symmetry.Apply(symmetry.Transpose, p)
			}
			text := placementText(pick, p, numbers, base)
			if base == 1 || isPerm { // a 0 or an n shows the base
				boards, _, err := read(text, format.Reading{Base: format.AnyBase, By: by})
				if err != nil && strings.Contains(err.Error(), "choose --from") {
					open++
					continue
				}
				isSame(t, text, boards, err, p)
			}
		}
	}
	if open > 150 {
		t.Errorf("%d placements are refused", open)
	}
}

// placementText writes p in one of many ways; numbers are those of one-line notation, from 0.
func placementText(pick func(...string) string, p, numbers queens.Perm, base int) string {
	n := len(p)
	var words, pairs, names []string
	for c, r := range p {
		words = append(words, strconv.Itoa(numbers[c]+base))
		name := queens.Square{Row: r, Col: c}.Name(n)
		names = append(names, pick("", "Q")+pick(name, strings.ToUpper(name)))
		pairs = append(pairs, fmt.Sprintf("%d%%s%d", r+base, c+base))
	}
	kind := pick("numbers", "pairs", "names")
	switch {
	case kind == "pairs" && n > 2:
		end, between := map[string]string{"(": ")", "[": "]", "queen(": ").", "": ""}, pick(",", ", ")
		begin := pick("(", "[", "queen(", "")
		next := pick(" ", ", ", "\n")
		if begin == "" {
			between, next = pick(",", " ", ", "), "\n"
		}
		text := begin + strings.Join(pairs, end[begin]+next+begin) + end[begin]
		if end[begin] == ")" || end[begin] == "]" {
			text = pick(text, "["+strings.ReplaceAll(text, "\n", ",")+"]")
		}
		return strings.ReplaceAll(text, "%s", between)
	case kind == "names" && n > 1:
		text := strings.Join(names, pick(" ", ",", ", ", "\n"))
		return strings.Replace(pick("%s", "Solution 1: %s", "[%s]"), "%s", text, 1)
	}
	between := pick(",", " ", ", ", "; ", ";", "\t", "  ")
	if n-1+base <= 9 && n > 1 {
		between = pick(between, "")
	}
	text := pick("%s", "%s\n", "%s,", "(%s)", "[%s]", "{%s}", "Solution 1: [%s]", "Solution 1: %s\r\n", "1: %s",
		"1) %s", "# note\n%s\n", `{"queens": [%s]}`, `{"n": 8, "cells": [%s]}`, "x = [%s];")
	return strings.Replace(text, "%s", strings.Join(words, between), 1)
}

// TestMutations damages boards and placements. What is still read has the verdict of a reader that
// knows nothing else.
func TestMutations(t *testing.T) {
	source, accepted, solutions := rand.New(rand.NewPCG(51, 4)), 0, 0
	var texts []string
	for n := 4; n <= 8; n++ {
		for p := range all(n) {
			if queens.Check(p, queens.Regular) == nil && len(texts) < 60*n {
				var lines []string
				for _, row := range rowsOf(p, "Q.") {
					lines = append(lines, strings.Join(row, []string{"", " "}[len(texts)%2]))
				}
				texts = append(texts, strings.Join(lines, "\n"), p.String(), string(p.AppendText(nil, queens.Commas,
					0)))
			}
		}
	}
	for range amount(2000, 10_000) {
		text := []byte(texts[source.IntN(len(texts))])
		for range 1 + source.IntN(3) {
			at, with := source.IntN(len(text)), "Q.q#x0123456789 ,\n"[source.IntN(18)]
			switch source.IntN(4) {
			case 0:
				text[at] = with
			case 1:
				text = slices.Insert(text, at, with)
			case 2:
				text = slices.Delete(text, at, at+1)
			default:
				other := source.IntN(len(text))
				text[at], text[other] = text[other], text[at]
			}
			if len(text) == 0 {
				break
			}
		}
		boards, _, err := read(string(text), format.Reading{Base: format.AnyBase})
		if err != nil || len(boards) == 0 {
			continue
		}
		accepted++
		is := true
		for _, b := range boards {
			is = is && b.Perm != nil && queens.Check(b.Perm, queens.Regular) == nil
		}
		if is {
			solutions++
		}
		if want := slowVerdict(string(text)); is != want {
			t.Errorf("%q\n%s\nis read as %v, a solution: %t; want %t", text, text, boards, is, want)
		}
	}
	if accepted < 300 || solutions < 10 {
		t.Errorf("%d are read, %d solutions", accepted, solutions)
	}
}

// slowVerdict reports whether all of a text is boards of Q and . without attacks, or each line the
// rows of such a board.
func slowVerdict(text string) bool {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
	if strings.ContainsAny(text, "Qq.") {
		var on [][2]int
		n := 0
		for r, line := range lines {
			line = strings.NewReplacer(" ", "", ",", "").Replace(line)
			n = len(line)
			for c, mark := range line {
				if strings.ContainsRune("Qq", mark) {
					on = append(on, [2]int{r, c})
				}
			}
		}
		return n == len(lines) && isSolution(on, n)
	}
	for _, line := range lines {
		words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' })
		if len(words) == 1 {
			words = strings.Split(words[0], "")
		}
		var on [][2]int
		for c, word := range words {
			row, _ := strconv.Atoi(word)
			on = append(on, [2]int{row, c})
		}
		if !isSolution(on, len(words)) {
			return false
		}
	}
	return true
}

// isSolution compares all pairs of n queens.
func isSolution(on [][2]int, n int) bool {
	for i, a := range on {
		for _, b := range on[:i] {
			if rows, columns := a[0]-b[0], a[1]-b[1]; rows*columns == 0 || rows == columns || rows == -columns {
				return false
			}
		}
	}
	return len(on) == n
}

// TestCorpusOfBoards reads boards that people posted.
func TestCorpusOfBoards(t *testing.T) {
	folder := filepath.Join("..", "..", "shared", "corpus", "inputs")
	for name, want := range map[string]string{
		"a07-board-leetcode.json":          "3142 2413",
		"a08-board-ortools-underscore.txt": "3142",
		"a09-board-bars.txt":               "1234",
		"a10-board-01.txt":                 "3142",
		"a11-board-fen.txt":                "16837425",
		"a12-board-pairs.txt":              "3142",
	} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if errors.Is(err, os.ErrNotExist) {
			t.Skip("no corpus")
		}
		boards, _, err := read(string(text), format.Reading{Base: format.AnyBase})
		var got []string
		for _, b := range boards {
			got = append(got, b.Text)
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: %v, %v; want %s", name, got, err, want)
		}
	}
}

func TestReaderTells(t *testing.T) {
	for _, c := range []struct{ text, from, want string }{
		{
			"2413\n\n# note\n2513\n", "",
			"line 4: number 5 in place 2 is outside 1..4, a board of order 4; line 1 counts from 1",
		},
		{
			"1302\n2413\n", "",
			"line 2: number 4 in place 2 is outside 0..3, a board of order 4; line 1 counts from 0",
		},
		{
			"0124", "",
			"number 4 in place 4 is outside 0..3, a board of order 4; there is a 0, so the numbers count from 0",
		},
		{"2 4 x 3", "", `"x" in place 3 is not a number`},
		{"1,2 3,4,5", "", "two kinds of separators"},
		{
			"hello", "",
			"want a placement, like 2,4,1,3, squares, like d4 or (1,4), or a board of n lines of n squares",
		},
		{"77777777777777", "", "14 digits without a separator"},
		{
			".Q..\n...Q\nQ...\n", "",
			"line 3: the board of order 4, which begins in line 1, ends here: want 4 lines of 4 squares",
		},
		{".Q..\n...Q\nQ..\n..Q.", "", "line 3: a row of 3 squares in a board of order 4, which begins in line 1"},
		{"0 1 0 0\n0 0 0 1\n", "", "is a row of a 0/1 matrix; 4 such lines are a board"},
		{
			"1211\n1112\n2111\n1121\n", "",
			"a board of two symbols, or 4 placements: choose --from board or --from placement",
		},
		{
			"1 2 2 4 3 1 4 3", "",
			"a placement of order 8 or 4 squares (row, column); choose --from placement or --from squares",
		},
		{"7 1 5 8 6 3 7 2 4", "", "a placement of order 9, or of order 8 after a number of its own"},
		{"#x\nx#", "", "with the symbols \"# x\": cannot tell which symbol is the queen; write Q for queens"},
		{"abc\nbca\ncab", "", "want two, one of them for queens (a colour grid is for queens puzzle check)"},
		{"a1 c2", "", "outside a board of order 2"},
		{"(1,2) (2,4) (3,5)", "", "3 squares are a board of order 3"},
		{`{"a":[2,4,1,3],"b":[3,1,4,2]}`, "", "the object has the lists a and b: want a member solution"},
		{`{"base":2,"solution":[1]}`, "", `base "2": want 0 or 1`},
		{"[[1,2,3", "", "line 1: a bracket is not closed"},
		{".Q\nQ.", format.Placements, "want the row of the queen of each column, like 2,4,1,3"},
		{"2413", format.Pictures, "want 4 lines of 4 squares"},
		{"2413", format.Lists, "want squares"},
	} {
		boards, _, err := read(c.text, format.Reading{Base: format.AnyBase, From: c.from})
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q is read as %v, %v; want %s", c.text, boards, err, c.want)
		}
	}
}

// TestHostileFEN reads rows that would be far longer than the text.
func TestHostileFEN(t *testing.T) {
	for _, row := range []string{"4000Q4000", strings.Repeat("4000Q", 100)} {
		if boards, _, err := read(strings.Repeat(row+"/", 4096), format.Reading{}); err == nil {
			t.Errorf("4096 rows %.20s are read as %d boards", row, len(boards))
		}
	}
}

func TestReaderChooses(t *testing.T) {
	for _, c := range []struct {
		text string
		o    format.Reading
		want string // the boards, and the note
	}{
		{
			"1211\n1112\n2111\n1121\n",
			format.Reading{From: format.Pictures},
			"3142: read 1 board of order 4: queens are 2, row 1 on top",
		},
		{
			"1 2 2 4 3 1 4 3",
			format.Reading{From: format.Lists},
			"3142: read 1 list of squares of order 4: (row, column) from 1, row 1 on top",
		},
		{"1 2 2 4 3 1 4 3", format.Reading{From: format.Placements}, "1 2 2 4 3 1 4 3: "},
		{"15863724 16837425", format.Reading{}, "15863724 16837425: "},
		{"2413", format.Reading{By: "rows"}, "3142: read 1 placement of order 4: a column for each row"},
		{"1302", format.Reading{}, "1302: read 1 placement of order 4: numbers from 0"},
		{"..Q\n*..\n.Q*", format.Reading{}, "c3 b1: read 1 board of order 3: queens are Q, row 1 on top"},
		{"..*\n*..\n.*.", format.Reading{}, "231: read 1 board of order 3: queens are *, row 1 on top"},
		{". # Q\n# Q #\n. # .", format.Reading{}, "c3 b2: read 1 board of order 3: queens are Q, row 1 on top"},
		{"░X░\n▓░▓\nX▓X", format.Reading{}, "313: read 1 board of order 3: queens are X, row 1 on top"},
		{"░█X\n█X█\nX█░", format.Reading{}, "321: read 1 board of order 3: queens are X, row 1 on top"},
		{"...\n...\n...", format.Reading{}, "no queens: read 1 board of order 3: no queens"},
		{"3QQ\n5\n5\n5\n5", format.Reading{}, ""},
		{"3Q1/Q4/5/5/4Q", format.Reading{}, "d5 a4 e1: read 1 board of order 5: queens are Q, row 1 on top"},
		{
			"3q1/q4/5/5/4q w - - 0 1",
			format.Reading{},
			"d5 a4 e1: read 1 board of order 5: queens are q, row 1 on top",
		},
		{
			`{"queens":[{"row":1,"column":2},{"row":2,"column":2}]}`,
			format.Reading{},
			"b2 b1: read 1 list of squares of order 2: (row, column) from 1, row 1 on top",
		},
		{"c0,c1,c2\n0,2,1\n", format.Reading{}, "021: read 1 placement of order 3: numbers from 0"},
		{"()\n", format.Reading{}, "(): "},
		{"1 2 3 4\n2 4 1 3\n", format.Reading{}, "1 2 3 4 2 4 1 3: "},
		{
			"  1 2 3\n1 . Q .\n2 . . Q\n3 Q . .\n",
			format.Reading{},
			"312: read 1 board of order 3: queens are Q, row 1 on top",
		},
		{"123\n.Q.\n..Q\nQ..\n", format.Reading{}, "312: read 1 board of order 3: queens are Q, row 1 on top"},
	} {
		c.o.Base = format.AnyBase
		boards, note, err := read(c.text, c.o)
		var got []string
		for _, b := range boards {
			got = append(got, b.Text)
		}
		if text := strings.Join(got, " ") + ": " + note; err == nil && text != c.want || err != nil &&
			c.want != "" {
			t.Errorf("%q is read as %s, %v; want %s", c.text, text, err, c.want)
		}
	}
}

// TestFastReader reads boards and damaged ones alone and after a heading, which the fast readers
// leave to the general one.
func TestFastReader(t *testing.T) {
	source, accepted := rand.New(rand.NewPCG(51, 5)), 0
	for p := range permutations(amount(1000, 10_000)) {
		var lines []string
		for _, row := range rowsOf(p, "Q.") {
			lines = append(lines, strings.Join(row, []string{"", " "}[source.IntN(2)]))
		}
		picture := strings.Join(lines, "\n")
		names := string(p.AppendText(nil, queens.Squares, 1))
		for _, text := range []string{picture, names, p.String(), string(p.AppendText(nil, queens.Spaces, 1))} {
			damaged := []byte(text)
			if len(p) > 2 && source.IntN(2) == 0 {
				damaged[source.IntN(len(text))] = "Q.qa1 2x"[source.IntN(8)]
			}
			alone := string(damaged) + "\n\n"
			fast, note, err := read(alone, format.Reading{Base: format.AnyBase})
			slow, slowNote, slowErr := read("Board number one:\n"+alone, format.Reading{Base: format.AnyBase})
			if len(p) < 3 || (err != nil) != (slowErr != nil) && strings.Contains(fmt.Sprint(err, slowErr), "choose") {
				continue
			}
			if (err == nil) != (slowErr == nil) || len(fast) != len(slow) || note != slowNote {
				t.Fatalf("%q is read as %v, %s, %v; after a heading as %v, %s, %v", alone, fast, note, err, slow,
					slowNote, slowErr)
			}
			for i := range fast {
				accepted++
				if !slices.Equal(fast[i].Squares(), slow[i].Squares()) || fast[i].Order != slow[i].Order {
					t.Fatalf("%q is read as %v, after a heading as %v", alone, fast, slow)
				}
			}
		}
	}
	if accepted < 3000 {
		t.Errorf("%d are read", accepted)
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
