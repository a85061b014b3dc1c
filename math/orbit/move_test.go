package orbit

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/list"
	"queens/symmetry"
)

func listed(t testing.TB, n int, o list.Options) []queens.Perm {
	t.Helper()
	return slices.Collect(must.Get(list.Solutions(n, o))(t))
}

// readLines returns the fields between separators of each line of a file under testdata that is not
// a comment.
func readLines(t testing.TB, name, separator string) (lines [][]string) {
	t.Helper()
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/" + name))(t))) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.Split(strings.TrimSpace(line), separator))
		}
	}
	return lines
}

// mustMove reads "3 1 2.5 8.5".
func mustMove(t testing.TB, fields []string) Move {
	t.Helper()
	sq := queens.Square{Row: must.Get(strconv.Atoi(fields[0]))(t) - 1, Col: must.Get(strconv.Atoi(fields[1]))(t) - 1}
	return Move{From: sq, Row: must.Get(ParseGap(fields[2], 1))(t), Col: must.Get(ParseGap(fields[3], 1))(t)}
}

// TestCaseStudy checks that the solution and orbit numbers of the case study are
// lexicographic ranks: of solutions, and of orbits by their least member (Z18).
func TestCaseStudy(t *testing.T) {
	all, orbits := listed(t, 8, list.Options{}), listed(t, 8, list.Options{Fundamental: true})
	lines := readLines(t, "casestudy.txt", " ")
	if len(lines) != 9 {
		t.Fatalf("%d lines in the file, want 9", len(lines))
	}
	for _, line := range lines {
		from := must.Get(queens.ParsePerm(line[0]))(t)
		to := must.Get(Mov(from, mustMove(t, line[1:5])))(t)
		var got []string
		for _, p := range []queens.Perm{from, to} {
			rank, _ := slices.BinarySearchFunc(all, p, queens.Perm.Compare)
			no, _ := slices.BinarySearchFunc(orbits, symmetry.Canonical(p), queens.Perm.Compare)
			got = append(got, strconv.Itoa(rank+1), strconv.Itoa(no+1))
		}
		if want := line[5:]; !slices.Equal(got, want) {
			t.Errorf("%s: solution, orbit to solution, orbit: %v, want %v", strings.Join(line[:5], " "), got, want)
		}
	}
}

// TestMoveInBothOrders compares deletion first with insertion first, and counts
// how often parameters that are not adjusted go wrong (Z6). The counts of cases, of
// insertions first and of clamped deletions first come from an independent
// program, which put a column behind the last one if its gap was off the board;
// refusing it costs 280 queens times 4 gaps on the average, 1,120 cases.
func TestMoveInBothOrders(t *testing.T) {
	cases, tally := 0, map[string]int{} // n = 7, unadjusted
	for n := 4; n <= 7; n++ {
		for _, p := range listed(t, n, list.Options{}) {
			for m := range Moves(p) {
				cases++
				want := must.Get(Mov(p, m))(t)
				larger, _ := Inc(p, m.Row, m.Col)
				if got, err := Del(larger, afterInc(m)); err != nil || !got.Equal(want) {
					t.Fatalf("%v of %v: %v with the insertion first, %v with the deletion first; %v", m, p, got, want,
						err)
				}
				if n != 7 {
					continue
				}
				smaller, _ := Del(p, m.From)
				a, errA := Inc(smaller, m.Row, m.Col)
				b, errB := Del(larger, m.From)
				c, errC := Inc(smaller, m.Row, min(m.Col, Gap(n-1)))
				rightA, rightB := errA == nil && a.Equal(want), errB == nil && b.Equal(want)
				for what, right := range map[string]bool{
					"all": true, "deletion first": rightA, "clamped": errC == nil && c.Equal(want),
					"insertion first": rightB, "neither": !rightA && !rightB,
				} {
					if right {
						tally[what]++
					}
				}
			}
		}
	}
	if cases != 21096 {
		t.Errorf("%d cases, want 21096", cases)
	}
	if want := map[string]int{
		"all": 17920, "deletion first": 6020 - 1120, "clamped": 6020, "insertion first": 4760, "neither": 7840 + 1120,
	}; !maps.Equal(tally, want) {
		t.Errorf("unadjusted: right %v, want %v", tally, want)
	}
}

// TestNumberOfResults checks n²+1 for Inc and (n-1)²+1 for the moves of one queen.
func TestNumberOfResults(t *testing.T) {
	for _, text := range []string{"1", "21", "2413", "25314", "123456", "15863724"} {
		p := must.Get(queens.ParsePerm(text))(t)
		n := len(p)
		bigger := map[string]bool{}
		for row := range Gap(n + 1) {
			for col := range Gap(n + 1) {
				q, _ := Inc(p, row, col)
				bigger[q.String()] = true
				back, err := Del(q, queens.Square{Row: int(row), Col: int(col)})
				if err != nil || !back.Equal(p) {
					t.Fatalf("%v: deletion after inc %v %v gives %v, %v", p, row, col, back, err)
				}
			}
		}
		if len(bigger) != n*n+1 {
			t.Errorf("%v: %d results of Inc, want %d", p, len(bigger), n*n+1)
		}
		moved := map[queens.Square]map[string]int{}
		for m := range Moves(p) {
			q := must.Get(Mov(p, m))(t)
			if moved[m.From] == nil {
				moved[m.From] = map[string]int{}
			}
			moved[m.From][q.String()]++
		}
		for from, results := range moved {
			solution := queens.Check(p, queens.Regular) == nil
			if len(results) != (n-1)*(n-1)+1 || solution && results[text] != 4 {
				t.Errorf("%v, queen at %v: %d results, want %d; itself %d times", p, from, len(results), (n-1)*(n-1)+1,
					results[text])
			}
		}
	}
}

// TestEquivariance: a symmetry of a board with a queen more is that of the board,
// with the new queen moved along.
func TestEquivariance(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, p := range listed(t, n, list.Options{}) {
			for row := range Gap(n + 1) {
				for col := range Gap(n + 1) {
					q, _ := Inc(p, row, col)
					for _, s := range symmetry.All() { // gaps move as the squares of order n+1
						sq := s.Square(queens.Square{Row: int(row), Col: int(col)}, n+1)
						image, err := Inc(symmetry.Apply(s, p), Gap(sq.Row), Gap(sq.Col))
						if err != nil || !image.Equal(symmetry.Apply(s, q)) {
							t.Fatalf("%v, %v, inc %v %v: %v, %v", s, p, row, col, image, err)
						}
					}
				}
			}
		}
	}
}

func TestWrongMoves(t *testing.T) {
	p := must.Get(queens.ParsePerm("2413"))(t)
	_, inc := Inc(p, 0, 5)
	_, del := Del(p, queens.Square{Row: 0, Col: 0})
	_, off := Del(p, queens.Square{Row: 0, Col: 4})
	_, mov := Mov(p, Move{From: queens.Square{Row: 1, Col: 0}, Row: -1})
	_, nobody := Mov(p, Move{From: queens.Square{Row: 1, Col: 1}})
	for _, c := range []struct {
		err  error
		want string
	}{
		{inc, "inc 0.5 5.5: column position 5.5 is outside 0.5..4.5, a board of order 4"},
		{del, "del 1 1: row 1, column 1 has no queen; the queen of that column is in row 2"},
		{off, "del 1 5: row 1, column 5 is outside a board of order 4"},
		{mov, "mov 2 1 -0.5 0.5: row position -0.5 is outside 0.5..4.5, a board of order 4"},
		{nobody, "mov 2 2 0.5 0.5: row 2, column 2 has no queen; the queen of that column is in " +
			"row 4"},
	} {
		if !errors.Is(c.err, queens.ErrFormat) || !strings.HasPrefix(c.err.Error(), c.want) {
			t.Errorf("error %q, want ErrFormat and %q", c.err, c.want)
		}
	}
}

func TestGapText(t *testing.T) {
	for _, c := range []struct {
		text string
		base int
		gap  Gap
	}{{"0.5", 1, 0}, {"3.5", 1, 3}, {"16.5", 1, 16}, {"-0.5", 0, 0}, {"0.5", 0, 1}, {"2.5", 0, 3}} {
		got, err := ParseGap(c.text, c.base)
		if err != nil || got != c.gap || got.Text(c.base) != c.text {
			t.Errorf("%s from %d: gap %d, %v, written %s", c.text, c.base, got, err, got.Text(c.base))
		}
	}
	for _, text := range []string{"", "1", ".5", "-0.5", "1.50", "1.4", "1,5", "x.5", "-1.5", "99999999999.5"} {
		if _, err := ParseGap(text, 1); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: error %v, want ErrFormat", text, err)
		}
	}
}

func FuzzParseGap(f *testing.F) {
	for _, seed := range []string{"0.5", "-0.5", "3.5", "12", "1e3.5", "+1.5", "٣.5"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, fromZero bool) {
		base := 1
		if fromZero {
			base = 0
		}
		g, err := ParseGap(text, base)
		if err != nil {
			return
		}
		back, err := ParseGap(g.Text(base), base)
		if err != nil || back != g || g < 0 {
			t.Errorf("%q reads as gap %d, written %q, which reads as %d, %v", text, g, g.Text(base), back, err)
		}
	})
}

// afterInc returns the square of the queen to be taken in the coordinates of the board into which
// the new one has been inserted: Mov is also Inc(Row, Col), then Del of this square (errata Z6).
func afterInc(m Move) queens.Square {
	return queens.Square{Row: incRow(m.From.Row, m.Row), Col: incRow(m.From.Col, m.Col)}
}
