package claims

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/docs"
	"queens/known"
)

func run(t *testing.T, no string, n int) Finding {
	t.Helper()
	trial, ok := Find(no)
	if !ok {
		t.Fatalf("there is no trial of %s", no)
	}
	f, err := trial.Run(t.Context(), n)
	if err != nil {
		t.Fatalf("%s, order %d: %v", no, n, err)
	}
	return f
}

// TestEveryTrial runs every trial at the ends of its range and where it begins: in the list of
// errata, in order, and it says something.
func TestEveryTrial(t *testing.T) {
	last := -1
	var order []string
	for _, text := range docs.Errata() {
		for _, e := range text.Errata {
			order = append(order, e.No)
		}
	}
	for _, trial := range All() {
		at := slices.Index(order, trial.No)
		if at <= last {
			t.Errorf("%s is not in docs/documents.csv, or stands behind what follows there", trial.No)
		}
		last = at
		if trial.Usual < trial.Low || trial.Usual > trial.High || strings.HasSuffix(trial.Question, "?") {
			t.Errorf("%s: %+v", trial.No, trial)
		}
		high := trial.High
		if testing.Short() {
			high = min(high, max(trial.Usual, 8))
		}
		for _, n := range []int{trial.Low, trial.Usual, high} {
			f := run(t, trial.No, n)
			if f.Printed == "" || f.Found == "" || len(f.Boards) > 4 || (f.Shows == "") != (len(f.Boards) == 0) {
				t.Errorf("%s, order %d: %+v", trial.No, n, f)
			}
		}
		for _, n := range []int{trial.Low - 1, trial.High + 1} {
			if _, err := trial.Run(t.Context(), n); !errors.Is(err, queens.ErrOrder) {
				t.Errorf("%s, order %d: %v", trial.No, n, err)
			}
		}
	}
}

// TestFindings compares findings with docs/documents.csv, whose numbers come from other programs.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		no    string
		n     int
		found string // a part of Printed and Found together
		holds bool
	}{
		{"Z1", 0, "24 of the 64", false},
		{"Z2", 1, "1 different", false},
		{"Z2", 2, "2 different", false},
		{"Z2", 3, "8 different", true},
		{"Z3", 0, "5 places lead to a solution, in 2 orbits: [13524 35241 25314 52413 24135]", false},
		{"Z5", 0, "after Inc(3.5,3.5) 136425, after Del(1,1) 25314; 2417536, after Del(5,5) 241635, after " +
			"Inc(3.5,3.5) 2514736", false},
		{"Z7", 8, "6 triangles", false},
		{"Z12", 6, "", true},
		{"Z13", 7, "5 different signatures of 6", false},
		{"Z13", 8, "", true},
		{"Z13", 9, "45 different signatures of 46", false},
		{"Z14", 8, "12 orbits", true},
		{"Z14", 9, "45 orbits", false},
		{"Z15", 2, "0 of 0 orbits", true},
		{"Z15", 4, "0 of 1 orbits", false},
		{"Z16", 0, "26831475, solution 9 of orbit 7 becomes 24683175, solution 5 of orbit 3", false},
		{"Z17", 0, "68241753, solution 80 of orbit 636814752, solution 23 of orbit 5", false},
		{"Z19", 9, "7,452 insertions and 309,600 moves find 45 orbits; backtracking places 8,393 queens for all 352 " +
			"solutions", false},
		{"Z20", 0, "(4, 2, 2) and a third side with square 2; (2,0), (0,0), (-1,1) has (4, 2, 2) and 10", false},
		{"C2", 0, "7 imagesRRRMRRR and its beginnings: 8 images", false},
		{"C5", 1, "0 of 1 orbits", false},
		{"C5", 8, "12 of 12 orbits, in 42 solutions, with row 1 46", true},
		{"C6", 0, "8 of 12 choices", false},
		{"E1", 1, "", false}, // the board of 1 is outside
		{"E1", 8, "8·11 + 4·1 + 2·0 = 92", true},
		{"B3", 4, "the order rule refuses 0", false},
		{"B6", 8, "96 / 8 = 12", true},
		{"T1", 0, "73,732 solutions73,712 solutions", false},
		{"T2", 4, "0 solutions satisfy it2 ", false},
		{"T2", 5, "4 solutions satisfy it10 ", false},
		{"T2", 8, "0 solutions satisfy it92 ", false},
		{"T3", 4, "0 solutions satisfy it2 ", false},
		{"T3", 5, "4 solutions satisfy it10 ", false},
		{"T3", 8, "0 solutions satisfy it92 ", false},
		{"T5", 3, "2 queens", false},
		{"T5", 4, "4 queens", true},
		{"T11", 4, "", true},
		{"T11", 5, "solution 8, 41352, comes after 42531", false},
		{"T11", 4, "only of the second algorithm", true},
		{"Z6", 7, "right in 4,900 of 17,920 moves", false},
		{"E6", 2, "0 of 0 solutions, and 2 permutations", true},
		{"E6", 9, "0 of 352 solutions, and 0 permutations", true},
		{"E6", 10, "0 of 724 solutions, and 800 permutations", true},
		{"T12", 8, "all 92 solutions", true},
		{"T13", 10, "129 boards for 92 orbits, 1.40 for one; order 8: 18 for 12, 1.50 for one", false},
		{"T13", 9, "118 boards for 46 orbits, 2.57 for one; order 7: 16 for 6, 2.67 for one", false},
		{"T14", 8, "12 boards in 12 of 12 orbits", true},
		{"T19", 9, "0 of 72 boards", false},
		{"T19", 7, "", true},
	} {
		t.Run(fmt.Sprintf("%s-%d", c.no, c.n), func(t *testing.T) {
			f := run(t, c.no, c.n)
			if f.Holds != c.holds || !strings.Contains(f.Printed+f.Found, c.found) {
				t.Errorf("%+v; want %q, %t", f, c.found, c.holds)
			}
		})
	}
	one := run(t, "E6", 10).Boards
	if !slices.ContainsFunc(one, parse("1,3,5,10,8,6,4,2,7,9").Equal) {
		t.Errorf("E6: %v", one)
	}
	for _, p := range one { // by definition: the queens of one pair, half the order apart
		pairs := slices.Collect(queens.Attacks(p.Squares(), 10, queens.Modular))
		a, b := pairs[0].A, pairs[0].B
		if len(pairs) != 1 || b.Col-a.Col != 5 || max(b.Row-a.Row, a.Row-b.Row) != 5 {
			t.Errorf("E6: %v: %+v", p, pairs)
		}
	}
	// What satisfies the misprinted definition is a known series, and every count of the table is.
	for n := 4; n <= 8; n++ {
		if all, ok := known.Solutions(n); !ok || run(t, "T2", n).Found != all.String()+" solutions exist" {
			t.Errorf("order %d: %+v", n, run(t, "T2", n))
		}
		if !run(t, "C4", n).Holds {
			t.Errorf("order %d: %+v", n, run(t, "C4", n))
		}
	}
}
