package format

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

// randomGrid returns n by n numbers of regions in pieces, the first square of each in order.
func randomGrid(r *rand.Rand, n int) [][]int {
	grid := make([][]int, n)
	for i := range grid {
		grid[i] = make([]int, n)
	}
	for i, sq := range r.Perm(n * n) {
		if grid[sq/n][sq%n] = r.IntN(n); i < n {
			grid[sq/n][sq%n] = i
		}
	}
	return grid
}

var colors = strings.Fields("red blue green pink teal gold gray lime navy olive plum rose rust sand snow wine ash " +
	"bone clay corn dune fern iris jade kiwi moss")

// symbolSets are the names of regions, numbered from 0, and whether they are in the order of their
// first squares, rather than in their own.
var symbolSets = []struct {
	of      func(i int) string
	byFirst bool
}{
	{func(i int) string { return string(rune('A' + i)) }, false},
	{func(i int) string { return string(rune('a' + i)) }, false},
	{func(i int) string { return fmt.Sprint(i) }, false},
	{func(i int) string { return fmt.Sprint(i + 1) }, false},
	{func(i int) string { return fmt.Sprint(i*7 + 30) }, true},
	{func(i int) string { return colors[i] }, true},
	{func(i int) string { return "RGBYPOCMKWTVILNSUEDFHJQXZA"[i : i+1] }, true},
	{func(i int) string {
		return string([]rune("🟥🟦🟩🟨🟪🟧🟫⬛⬜αβγδεζηθικλμνξοπρ")[i])
	}, true},
}

// gridSpelling is what is before, between and after words, rows and all of a board; lines of # are
// drawn with +---+.
type gridSpelling struct{ begin, open, between, end, next, finish string }

var gridSpellings = []gridSpelling{
	{"", "", " ", "", "\n", ""},
	{"", "", ",", "", "\n", ""},
	{"", "", ", ", "", "\n", ""},
	{"", "", "\t", "", "\n", ""},
	{"", "", ";", "", "\n", ""},
	{"", "|", "|", "|", "\n", ""},
	{"#", "| ", " | ", " |", "\n#", "\n#"},
	{"[", `["`, `","`, `"]`, ",", "]"},
	{`{"size": 9, "colorRegions": [`, `["`, `","`, `"]`, ",", "]}"},
	{"[", "['", "','", "']", ",", "]"},
	{"", "", " ", "", "\n\n", ""},
	{"\ufeff", "", " ", "", "\r\n", "\r\n"},
	{"", "", "", "", "\n", ""}, // the characters alone, if each word is one
}

func (s gridSpelling) write(rows [][]string) string {
	if s.open+s.between == "" && !oneRune(rows) {
		s.between = " "
	}
	var lines []string
	for _, row := range rows {
		lines = append(lines, s.open+strings.Join(row, s.between)+s.end)
	}
	frame := "+" + strings.Repeat("---+", len(rows)) + "\n"
	return strings.ReplaceAll(s.begin+strings.Join(lines, s.next)+s.finish, "#", frame)
}

func oneRune(rows [][]string) bool {
	return !slices.ContainsFunc(slices.Concat(rows...), func(word string) bool { return len([]rune(word)) != 1 })
}

// letters names the regions of a grid A, B and so on, in order, or in the order of first squares.
func letters(grid [][]int, byFirst bool) (rows []string) {
	var order []int
	for _, row := range grid {
		for _, i := range row {
			if byFirst && !slices.Contains(order, i) {
				order = append(order, i)
			}
		}
	}
	for _, row := range grid {
		var line strings.Builder
		for _, i := range row {
			if byFirst {
				i = slices.Index(order, i)
			}
			line.WriteByte('A' + byte(i))
		}
		rows = append(rows, line.String())
	}
	return rows
}

// TestRegionsRoundTrip reads random boards in every set of symbols and every spelling, without
// marks, with marks after symbols, and on a second board.
func TestRegionsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for n := 3; n <= MaxRegions; n++ {
		for s, symbols := range symbolSets {
			if n == len(colors) && s == 6 {
				continue // the letters are A to Z
			}
			for k, spell := range gridSpellings {
				grid := randomGrid(r, n)
				want := Regions{Order: n, Rows: letters(grid, symbols.byFirst)}
				rows, second := make([][]string, n), make([][]string, n)
				marks := (s + k) % 3 // none, after the symbol, on a second board
				for i, row := range grid {
					for c, region := range row {
						word, mark := symbols.of(region), "."
						if sq := (queens.Square{Row: i, Col: c}); marks > 0 && r.IntN(n) == 0 {
							if mark = []string{"Q", "x"}[r.IntN(2)]; mark == "Q" {
								want.Queens = append(want.Queens, sq)
							} else {
								want.Crossed = append(want.Crossed, sq)
							}
							if marks == 1 {
								word += mark
							}
						}
						rows[i], second[i] = append(rows[i], word), append(second[i], mark)
					}
				}
				text := spell.write(rows)
				if marks == 2 {
					text += "\n\n" + gridSpellings[0].write(second)
				}
				got, err := ReadRegions(text)
				if err != nil || !slices.Equal(got.Rows, want.Rows) || !slices.Equal(got.Queens, want.Queens) ||
					!slices.Equal(got.Crossed, want.Crossed) {
					t.Fatalf("symbols %d, spelling %d, marks %d: read %+v, error %v, want %+v of\n%s", s, k, marks, got,
						err, want, text)
				}
			}
		}
	}
}

// plainRegions is the twin of ReadRegions for letters between blanks, without marks: n rows of n
// words, or of a word with n letters, n different ones.
func plainRegions(text string) (rows [][]string) {
	different := map[string]bool{}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			rows = append(rows, words)
		}
	}
	for i, row := range rows {
		if len(row) == 1 {
			row = strings.Split(row[0], "")
		}
		if rows[i] = row; len(row) != len(rows) {
			return nil
		}
		for _, word := range row {
			different[word] = true
		}
	}
	if len(different) != len(rows) {
		return nil
	}
	return rows
}

// TestRegionsMutations changes 10,000 boards in a few characters. What is read is what the twin
// reads.
func TestRegionsMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	read := 0
	for range 10_000 {
		n := 3 + r.IntN(7)
		var rows [][]string
		for _, row := range letters(randomGrid(r, n), false) {
			rows = append(rows, strings.Split(row, ""))
		}
		text := []byte(gridSpellings[0].write(rows) + "\n")
		for range 1 + r.IntN(3) {
			switch at := r.IntN(len(text)); r.IntN(3) {
			case 0:
				text[at] = text[r.IntN(len(text))]
			case 1:
				text = slices.Delete(text, at, at+1)
			default:
				text = slices.Insert(text, at, text[r.IntN(len(text))])
			}
			if len(text) == 0 {
				break
			}
		}
		got, err := ReadRegions(string(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: an error of several lines: %v", text, err)
			}
			continue
		}
		read++
		want := plainRegions(string(text))
		if want == nil {
			t.Fatalf("%s read as %v, the twin refuses", text, got.Rows)
		}
		for i, row := range want {
			for c, word := range row {
				if got.Symbols[got.Rows[i][c]-'A'] != word {
					t.Fatalf("%s read as %v with symbols %v, the twin reads %v", text, got.Rows, got.Symbols, want)
				}
			}
		}
	}
	if read < 1000 {
		t.Errorf("%d of 10,000 boards were read", read)
	}
}

func TestRegionsHead(t *testing.T) {
	got := must.Get(ReadRegions("kind diagonals // no kind of mine\n\n// two rows\nA B // one\nB A\n", "kind", "id"))(t)
	if !slices.Equal(got.Rows, []string{"AB", "BA"}) || len(got.Head) != 1 || got.Head["kind"] != "diagonals" {
		t.Errorf("read %+v", got)
	}
	const level = `{"colorRegions": [["A","A","B"],["A","C","B"],["C","C","B"]], "queens": %s}`
	for list, want := range map[string]string{
		"[]": "[]", "3": "[]", "[[0,1]]": "[row 1, column 2]", "[[3,1]]": "[row 3, column 1]",
		`["b3"]`: "[row 1, column 2]", `[{"col":2,"row":0}]`: "[row 1, column 3]",
	} {
		if got := must.Get(ReadRegions(fmt.Sprintf(level, list)))(t); fmt.Sprint(got.Queens) != want || got.Order != 3 {
			t.Errorf("queens %s are read as %v", list, got.Queens)
		}
	}
	for _, list := range []string{"[[1,2]]", "[1,2]", "[[0,3]]", `["d4"]`, "[1,2,0]"} {
		if got, err := ReadRegions(fmt.Sprintf(level, list)); err == nil {
			t.Errorf("queens %s are read as %v", list, got.Queens)
		}
	}
	given := must.Get(ReadRegions("Q.\n.#\n"))(t)
	if len(given.Rows) > 0 || fmt.Sprint(given.Given, given.Blocked) != "[row 1, column 1] [row 2, column 2]" {
		t.Errorf("read %+v", given)
	}
}

// FuzzReadRegions looks for a board that is read, but not again from its letters.
func FuzzReadRegions(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for i, spell := range gridSpellings {
		var rows [][]string
		for _, row := range letters(randomGrid(r, 5), false) {
			rows = append(rows, strings.Split(row, ""))
		}
		f.Add(spell.write(rows))
		f.Add(fmt.Sprintf("kind regions\n%s\n\n%s", spell.write(rows), "Qx...\n.....\n.....\n.....\n....."[:i+1]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ReadRegions(text, "kind")
		if err != nil || len(got.Rows) == 0 {
			return
		}
		if got.Order < 1 || got.Order > MaxRegions || len(got.Rows) != got.Order {
			t.Fatalf("%q: %+v", text, got)
		}
		again, err := ReadRegions(strings.Join(got.Rows, "\n"))
		if err != nil || !slices.Equal(again.Rows, got.Rows) {
			t.Fatalf("%q: read %+v, then %+v, error %v", text, got, again, err)
		}
	})
}
