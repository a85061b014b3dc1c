package puzzle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/find/complete"
	"queens/internal/golden"
	"queens/internal/must"
)

// specs yields the Spec of number i: kinds and grades in turn, every order in its turn.
func specAt(i int) Spec {
	kind := kinds[i%len(kinds)]
	grade := Grades()[i/len(kinds)%len(Grades())]
	least := kind.MinOrder(grade)
	return Spec{Kind: kind.Name, Grade: grade, Order: least + i/12%(MaxOrder+1-least), Seed: fmt.Sprint(i)}
}

// TestPuzzles makes 200 puzzles of all kinds, orders and grades, 10,000 of them with
// QUEENS_LONG: each has one solution by another search, which the rules of its grade
// reach without a chain and with its effort. Sizes of regions are within the bounds.
func TestPuzzles(t *testing.T) {
	number := 200
	if os.Getenv("QUEENS_LONG") != "" {
		number = 10_000
	}
	used, texts := map[string]bool{}, fnv.New64a()
	for i := range number {
		spec := specAt(i)
		p := must.Get(Generate(spec))(t)
		if err := p.Validate(); err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		e, err := p.Explain(t.Context(), math.MaxInt)
		solution := e.Solution
		if err != nil || !e.Solved {
			t.Fatalf("%s: the rules found %+v, error %v", p.ID, e, err)
		}
		if found := backtrack(p, 2); len(found) != 1 || !found[0].Equal(solution) {
			t.Fatalf("%s: backtracking finds %v, the rules %v", p.ID, found, solution)
		}
		effort, grade := 0, must.Get(parseGrade(spec.Grade))(t)
		for _, step := range e.Steps {
			rule := slices.IndexFunc(Rules(), func(r Rule) bool { return r.Name == step.Rule })
			effort += Rules()[rule].Weight
			if g := Rules()[rule].Grade; g > grade {
				t.Errorf("%s: the rules need grade %v", p.ID, g)
			}
			used[step.Rule] = true
			if (step.Queen == nil) == (len(step.Crossed) == 0) {
				t.Errorf("%s: step %+v has a queen and crosses, or neither", p.ID, step)
			}
			for _, sq := range step.Crossed {
				if solution[sq.Col] == sq.Row {
					t.Errorf("%s: %q crosses out a queen", p.ID, step.Text)
				}
			}
		}
		if least, most := grade.efforts(p.Order); effort < least || effort > most {
			t.Errorf("%s: an effort of %d, want %d to %d", p.ID, effort, least, most)
		}
		checkRegions(t, p, grade)
		checkForms(t, p, spec)
		if texts.Write([]byte(p.Text())); i == 199 && texts.Sum64() != 0xc7eaedfe00c3d84d {
			t.Errorf("the first 200 puzzles are not those of version 2: %#x", texts.Sum64())
		}
	}
	for _, rule := range Rules() {
		if used[rule.Name] != (rule.Grade <= Expert) && (rule.Name != "group" || number > 200) { // which is rare
			t.Errorf("rule %s: used is %v", rule.Name, used[rule.Name])
		}
	}
}

func checkRegions(t *testing.T, p Puzzle, grade Grade) {
	t.Helper()
	text := strings.Join(p.Regions, "")
	for _, letter := range regionNames[:p.Order] {
		size := strings.Count(text, string(letter))
		if len(p.Regions) > 0 && (size > p.Order*p.Order/4 || size < 2 && grade > Easy) {
			t.Errorf("%s: region %c has %d squares", p.ID, letter, size)
		}
	}
	if len(p.Regions) == 0 {
		return
	}
	if _, how, err := Parse([]byte(p.Text())); how != "" || err != nil {
		t.Errorf("%s: %s, error %v", p.ID, how, err) // regions in several pieces
	}
}

// TestDrawings puts every letter and every picture into puzzles of several orders, on which it is a
// region, and which have one solution.
func TestDrawings(t *testing.T) {
	letters, seen := 0, map[string]bool{}
	for i, d := range drawings() {
		form := strings.Join(d.Rows, "/")
		if letters += 2 / (1 + len(d.Name)); seen[form] || seen[d.Name] {
			t.Errorf("%s: there are two of them", d.Name)
		}
		seen[form], seen[d.Name] = true, true
		for _, n := range []int{8, 10} {
			spec := Spec{Kind: []string{Regions, Diagonals}[i%2], Order: n, Grade: "medium", Seed: fmt.Sprint(i)}
			_, grade, _ := spec.validate()
			g := newGenerator(spec, grade)
			var ok bool
			if g.drawing, ok = d.squares(n); !ok || g.piece(g.drawing) != g.drawing {
				t.Errorf("%s: does not fit order %d, or is not in one piece", d.Name, n)
				continue
			}
			p, tries := Puzzle{}, 0
			for ok = false; !ok && tries < 20_000; tries++ {
				p, ok = g.try()
			}
			if !ok || len(backtrack(p, 2)) != 1 {
				t.Errorf("%s, order %d: no puzzle with one solution in %d beginnings", d.Name, n, tries)
			} else if !slices.ContainsFunc([]byte(regionNames[:n]), func(l byte) bool { return looks(p, l) == form }) {
				t.Errorf("%s is in none of %v", d.Name, p.Regions)
			}
		}
	}
	if letters != 26 || len(drawings())-letters < 40 {
		t.Errorf("%d letters and %d pictures", letters, len(drawings())-letters)
	}
}

// looks returns a region as it would be drawn.
func looks(p Puzzle, letter byte) string {
	first, last := p.Order, 0
	var rows []string
	for _, row := range p.Regions {
		if i := strings.IndexByte(row, letter); i >= 0 {
			first, last = min(first, i), max(last, strings.LastIndexByte(row, letter))
			rows = append(rows, row)
		}
	}
	for i, row := range rows {
		rows[i] = strings.Map(func(r rune) rune { return map[bool]rune{true: '#', false: '.'}[r == rune(letter)] },
			row[first:last+1])
	}
	return strings.Join(rows, "/")
}

// TestShapes: some boards are symmetric, with one region in place of another after a half turn.
func TestShapes(t *testing.T) {
	symmetric := 0
	for i := range 40 {
		p := must.Get(Generate(Spec{Kind: Regions, Order: 7, Grade: "medium", Seed: fmt.Sprint(i)}))(t)
		text, to, same := strings.Join(p.Regions, ""), map[byte]byte{}, true
		for sq := range text {
			a, b := text[sq], text[len(text)-1-sq]
			same = same && (to[a] == 0 || to[a] == b)
			to[a] = b
		}
		if same {
			symmetric++
		}
	}
	if symmetric < 4 || symmetric > 20 {
		t.Errorf("%d of 40 boards are symmetric, want about 10", symmetric)
	}
}

// TestWeek: the puzzles of a week become larger and harder, and no day is like another.
func TestWeek(t *testing.T) {
	var before Spec
	kinds := map[string]bool{}
	titles := [7]string{
		"Monday, 30 November: small, easy", "Tuesday, 1 December: small, medium",
		"Wednesday, 2 December: small, medium",
		"Thursday, 3 December: large, medium", "Friday, 4 December: large, hard", "Saturday, 5 December: large, hard",
		"Sunday, 6 December: large, expert",
	}
	for day := range 7 { // 30 November 2026 is a Monday
		s := must.Get(Daily(time.Date(2026, 11, 30+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)))(t)
		grade := must.Get(parseGrade(s.Grade))(t)
		if got, want := s.Title(), titles[day]; got != want {
			t.Errorf("day %d has the title %q, want %q", day, got, want)
		}
		if day > 0 && (s.Order < before.Order || grade < must.Get(parseGrade(before.Grade))(t)) {
			t.Errorf("day %d is easier than the one before: %+v, %+v", day, before, s)
		}
		must.Get(Generate(s))(t)
		before, kinds[s.Kind] = s, true
	}
	if first := week[1]; len(kinds) != 3 || first.Order > 6 || first.Grade != "easy" || before.Order < 10 ||
		before.Grade != "expert" {
		t.Errorf("a week from %+v to %+v, of %d kinds", first, before, len(kinds))
	}
	if _, err := Daily("2026-02-30"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("30 February: %v", err)
	}
}

// TestTitle: only the puzzle of a day has the title of the day.
func TestTitle(t *testing.T) {
	for id, want := range map[string]string{
		"2-r6e-2026-11-30": "Monday, 30 November: small, easy", "2-r6m-2026-11-30": "", "2-r6e-2026-12-01": "",
		"2-r6e-1": "",
	} {
		p := must.Get(Generate(must.Get(ParseID(id))(t)))(t)
		if line, _, _ := strings.Cut(p.Text(), "\n"); strings.HasPrefix(line, "//") != (want != "") ||
			want != "" && line != "// "+want {
			t.Errorf("%s begins with %q, want %q", id, line, want)
		}
	}
}

// TestLine reads puzzles of all kinds and orders again from a line, with played marks and without.
func TestLine(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	for n := 1; n <= Largest; n++ {
		for i := range 30 {
			p := randomRegions(r, n)
			if i%3 == 0 {
				p = Puzzle{Kind: Completion, Order: n}
			}
			for k, sq := range r.Perm(n * n)[:r.IntN(n*n)] {
				at := queens.Square{Row: sq / n, Col: sq % n}
				switch {
				case i%3 == 0 && k == 0:
					p.Given = append(p.Given, at)
				case i%3 == 0 && k <= n*n/2:
					p.Blocked = append(p.Blocked, at)
				case i%2 == 0 && k%2 == 0:
					p.Queens = append(p.Queens, at)
				case i%2 == 0:
					p.Crossed = append(p.Crossed, at)
				}
			}
			line := p.Line()
			got, _, err := Parse([]byte(line))
			if err != nil || got.Text() != p.Text() || len(line) > 2*n*(n+1)+16 {
				t.Fatalf("%q is read as\n%s error %v, want\n%s", line, got.Text(), err, p.Text())
			}
		}
	}
}

func checkForms(t *testing.T, p Puzzle, spec Spec) {
	t.Helper()
	want := fmt.Sprintf("%+v", p)
	for form, text := range map[string]string{"text": p.Text(), "JSON": string(must.Get(json.Marshal(p))(t))} {
		if back, how, err := Parse([]byte(text)); err != nil || how != "" || fmt.Sprintf("%+v", back) != want {
			t.Errorf("%s as %s: read %+v, error %v, want %s", p.ID, form, back, err, want)
		}
	}
	if back, err := ParseID(p.ID); err != nil || back != spec {
		t.Errorf("ParseID(%q) = %+v, %v, want %+v", p.ID, back, err, spec)
	}
}

// backtrack returns up to most solutions of a puzzle by trying every square of every row,
// after nothing but its rules.
func backtrack(p Puzzle, most int) (found []queens.Perm) {
	n := p.Order
	rows := p.Rows()
	column := make([]int, 0, n) // of the queen of each row
	fits := func(r, c int) bool {
		if p.Kind == Completion && (rows[r][c] == '#' || strings.Contains(rows[r], "Q") && rows[r][c] != 'Q') {
			return false
		}
		for above, other := range column {
			down, along := r-above, max(c-other, other-c)
			if along == 0 || along == down && (down == 1 || p.Kind != Regions) ||
				p.Kind != Completion && rows[above][other] == rows[r][c] {
				return false
			}
		}
		return true
	}
	var fill func()
	fill = func() {
		r := len(column)
		if r == n {
			perm := make(queens.Perm, n)
			for r, c := range column {
				perm[c] = r
			}
			found = append(found, perm)
			return
		}
		for c := 0; c < n && len(found) < most; c++ {
			if fits(r, c) {
				column = append(column, c)
				fill()
				column = column[:r]
			}
		}
	}
	fill()
	return found
}

// TestSolutionsAgree compares the exact cover with backtracking, and with package
// complete, on boards with none, one and many solutions.
func TestSolutionsAgree(t *testing.T) {
	for i := range 60 {
		spec := specAt(i)
		spec.Order = spec.Order%4 + 7
		p := must.Get(Generate(spec))(t)
		if i%2 == 0 && p.Kind == Completion { // fewer clues
			p.Blocked = p.Blocked[:len(p.Blocked)/2]
		} else if p.Kind != Completion { // other regions; the first square moves if it can
			row := []byte(p.Regions[i%p.Order])
			row[i%(p.Order-1)] = row[i%(p.Order-1)+1]
			p.Regions = slices.Clone(p.Regions)
			p.Regions[i%p.Order] = string(row)
			if p.Validate() != nil {
				continue
			}
		}
		got, err := p.Solutions(t.Context(), 1000)
		want := backtrack(p, 1000)
		slices.SortFunc(got, queens.Perm.Compare)
		slices.SortFunc(want, queens.Perm.Compare)
		if err != nil || !slices.EqualFunc(got, want, queens.Perm.Equal) {
			t.Errorf("puzzle %d: exact cover finds %v (error %v), backtracking %v", i, got, err, want)
		}
		if p.Kind != Completion {
			continue
		}
		number, err := complete.Count(t.Context(), queens.Problem{Order: p.Order, Given: p.Given, Blocked: p.Blocked},
			complete.Options{})
		if err != nil || number.Completions != queens.NewTotal(uint64(len(got))) {
			t.Errorf("puzzle %d: exact cover finds %d completions, package complete %v (error %v)", i, len(got),
				number.Completions, err)
		}
	}
}

// TestVectors fixes the puzzles of some IDs, their sentences and their solutions: another
// generator, or another order of the rules, needs another Version.
func TestVectors(t *testing.T) {
	var out strings.Builder
	for _, id := range []string{
		"2-r8m-2026-11-24", "2-r5x-7", "2-r9h-2027-01-01", "2-r14e-0", "2-d8e-2026-11-24", "2-d7x-3", "2-d10h-1",
		"2-d6m-5",
		"2-c8m-2026-11-24", "2-c6x-0", "2-c6h-12", "2-c14m-3", "2-c5e-999999999999",
	} {
		spec := must.Get(ParseID(id))(t)
		p := must.Get(Generate(spec))(t)
		e := must.Get(p.Explain(t.Context(), math.MaxInt))(t)
		fmt.Fprintf(&out, "%s\n", p.Text())
		for _, step := range e.Steps {
			fmt.Fprintf(&out, "%s: %s\n", step.Rule, step.Text)
		}
		fmt.Fprintf(&out, "solution %v\n\n", e.Solution)
	}
	golden.Compare(t, "testdata/puzzles.txt", []byte(out.String()))
}

func parsed(t *testing.T, text string) Puzzle {
	t.Helper()
	p, _, err := Parse([]byte(text))
	must.Do(t, err)
	return p
}

// TestHints follows hints to the solution, and is corrected on the way.
func TestHints(t *testing.T) {
	for i := range 24 {
		p := must.Get(Generate(specAt(i)))(t)
		hint := func() Explanation { return must.Get(p.Explain(t.Context(), 1))(t) }
		p.Queens = slices.Clone(p.Given)
		solution := hint().Solution
		for len(p.Queens) < p.Order {
			e := hint()
			if len(e.Steps) != 1 {
				t.Fatalf("%s: %+v with queens %v", p.ID, e, p.Queens)
			}
			p.Crossed = append(p.Crossed, e.Steps[0].Crossed...)
			if queen := e.Steps[0].Queen; queen != nil {
				p.Queens = append(p.Queens, *queen)
			}
		}
		if e := hint(); len(e.Steps) > 0 || !e.Solved {
			t.Errorf("%s: a solved puzzle has hint %+v", p.ID, e)
		}
		queen := queens.Square{Row: solution[0], Col: 0}
		beside := queens.Square{Row: (solution[0] + 1) % p.Order, Col: 0}
		for _, tc := range []struct {
			placed, crossed []queens.Square
			want            string
		}{
			{[]queens.Square{beside}, nil, fmt.Sprintf("The queen at %v is wrong: ", beside)},
			{nil, []queens.Square{queen}, fmt.Sprintf("The cross at %v is wrong: ", queen)},
		} {
			p.Queens, p.Crossed = tc.placed, tc.crossed
			if step := hint().Steps[0]; step.Rule != Mistake ||
				!strings.HasPrefix(step.Text, tc.want) || strings.Contains(step.Text, "no solution has it") {
				t.Errorf("%s: hint %+v, want %q", p.ID, step, tc.want)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		text      string
		solutions int
	}{
		{"kind completion\nQ....\n.....\n.....\n.....\n.....\n", 2},
		{"kind completion\nQ.....\n......\n......\n......\n......\n......\n", 0},
		{"kind regions\nAAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n", 2},
	} {
		p := parsed(t, tc.text)
		solutions, grade, err := p.Check(t.Context())
		if err != nil || len(solutions) != tc.solutions || grade != "" {
			t.Errorf("%q: %v, grade %q, %v, want %d solutions", tc.text, solutions, grade, err, tc.solutions)
		}
		if why := p.WhyNone(); (why != "") != (len(solutions) == 0) {
			t.Errorf("%q: %q with %d solutions", tc.text, why, len(solutions))
		}
		if _, err := p.Explain(t.Context(), 1); !errors.Is(err, ErrNotUnique) {
			t.Errorf("%q: explained with error %v", tc.text, err)
		}
	}
}

// TestInputErrors reads puzzles and IDs that somebody has edited.
func TestInputErrors(t *testing.T) {
	rows := func(kind, list string) string {
		return "kind " + kind + "\n" + strings.ReplaceAll(list, " ", "\n")
	}
	for _, tc := range []struct{ text, want string }{
		{"", "want a board, n rows of n squares"},
		{"AAAAA\n", "want 5 rows of 5 squares, or 10 with a second board for the marks, found 1"},
		{"kind queens\nA\n", `kind "queens": want one of completion, diagonals, regions`},
		{
			"kind regions\nkind regions\n",
			`line 2: "kind regions": want one word after kind, once, before the board`,
		},
		{"kind regions\ngrade very hard\n", `line 2: "grade very hard": want one word after grade`},
		{rows("regions", "AAAAA BBBBB CCCCC DDDDD"), "want 5 rows of 5 squares, or 10 with"},
		{rows("regions", "AAAAA BBBBB CCCCC DDDDD EEEE"), "line 6 has 4 squares, line 2 has 5"},
		{
			rows("regions", "AAAAA BBBBB CCCCC DDDDD EEEEZ"), "6 different symbols on a board of order 5, want " +
				`5, one for each region; the rarest is "Z" on line 6, column 5`,
		},
		{rows("regions", "AAAAA BBBBB CCCCC DDDDD DDDDD"), "4 different symbols on a board of order 5"},
		{
			rows("completion", "AAAAA BBBBB CCCCC DDDDD EEEEA"),
			"kind completion: a completion has the symbols Q, . and #, other kinds have regions",
		},
		{rows("regions", "Q.... ..#.. ..... ..... ....."), "kind regions: a completion has"},
		{
			rows("regions", "AAA BBB CCC Q.. .?. ..."), `line 6, column 2 has "?", want a mark, Q, x or a dot`,
		},
		{strings.Repeat(strings.Repeat("A", 27)+"\n", 27), "line 1 has 27 squares, want at most 26"},
		{rows("completion", "Q.... Q.... ..... ..... ....."), "share a column"},
		{`{"kind":"regions"`, "line 1: a bracket is not closed"},
		{`{"kind":"completion","order":5,"given":[{"row":6,"column":1}]}`, "row 6, column 1"},
		{
			`{"kind":"completion","order":5,"given":[{"row":1,"column":1}],"regions":["AB"]}`,
			"a completion has no regions",
		},
		{`{"kind":"regions","order":5,"given":[{"row":1,"column":1}]}`, "neither given queens nor blocked squares"},
		{`{"kind":"regions","order":5,"id":"1 r"}`, `ID "1 r": want one like`},
		{`{"kind":"completion","order":1000000}`, "order 1000000: want 1 to 26"},
		{`{"kind":"completion","order":5,"grade":"brutal"}`, `grade "brutal": want one of easy, medium, hard, expert`},
		{
			`{"kind":"completion","order":5,"blocked":[{"row":1,"column":1},{"row":1,"column":1}]}`,
			"row 1, column 1 is listed twice, or is outside a board of order 5",
		},
		{
			`{"kind":"completion","order":5,"queens":[{"row":1,"column":1}],"crossed":[{"row":1,"column":1}]}`,
			"row 1, column 1 is listed twice, or is outside a board of order 5",
		},
		{`{"kind":"regions","order":1,"regions":["B"]}`, `row 1 has "B", want 1 letters from A to A`},
		{`{"kind":"regions","order":2,"regions":["AA","AA"]}`, "region B has no square"},
		{strings.Repeat("A", maxText+1), "want at most 65536"},
	} {
		if _, _, err := Parse([]byte(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("Parse(%.60q): %v, want %q", tc.text, err, tc.want)
		}
	}
	for _, tc := range []struct{ id, want string }{
		{"", "want one like 2-r8m-2026-11-24"},
		{"2-r8-2026-11-24", "want one like"},
		{"2-q8m-5", "want one like"},
		{"2-r8q-5", "want one like"},
		{"2-r08m-5", "want one like"},
		{"0-r8m-5", "want one like"},
		{"1-r8m-5", "needs generator version 1, this is version 2"},
		{"3-r8m-5", "needs generator version 3, this is version 2"},
		{"2-r4m-5", "order 4: want 5 to 14"},
		{"2-c5h-5", "order 5: hard puzzles of kind completion start at order 6"},
		{"2-r8m-2026-02-30", `date "2026-02-30": want a day like 2026-11-24`},
		{"2-r8m-2026-11-24-1", "want a day"},
		{"2-r8m-05", `seed "05": want a number from 0 to 999999999999`},
		{"2-r8m-1000000000000", "want a number from 0"},
	} {
		if _, err := ParseID(tc.id); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("ParseID(%q): %v, want %q", tc.id, err, tc.want)
		}
	}
}

// FuzzParse looks for a text that is read, but not as its own Text.
func FuzzParse(f *testing.F) {
	for i := range 3 {
		p := must.Get(Generate(specAt(i)))(f)
		object, _ := json.Marshal(p)
		f.Add([]byte(p.Text()))
		f.Add(object)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, _, err := Parse(text)
		if err != nil || p.Order == 1 && len(p.Blocked) == 1 { // "#" alone is a comment
			return
		}
		back, _, err := Parse([]byte(p.Text()))
		if err != nil || back.Text() != p.Text() {
			t.Fatalf("%q: read back %+v, error %v", text, back, err)
		}
		if p.Order > 10 {
			return // the search may be long
		}
		if _, err := p.Explain(t.Context(), math.MaxInt); err != nil && !errors.Is(err, ErrNotUnique) {
			t.Fatal(err)
		}
	})
}

func ExamplePuzzle_Explain() {
	p, err := Generate(Spec{Kind: Regions, Order: 8, Grade: "medium", Seed: "2026-11-24"})
	if err != nil {
		panic(err)
	}
	e, err := p.Explain(context.Background(), 1)
	fmt.Println(p.ID, err)
	fmt.Println(e.Steps[0].Text)
	// Output:
	// 2-r8m-2026-11-24 <nil>
	// All squares of region C are in row 1, so no other square of row 1 has a queen.
}

func BenchmarkGenerate(b *testing.B) {
	for _, kind := range kinds {
		for _, grade := range Grades() {
			for _, n := range []int{8, 14} {
				b.Run(fmt.Sprintf("%s/%s/%d", kind.Name, grade, n), func(b *testing.B) {
					for i := 0; b.Loop(); i++ {
						must.Get(Generate(Spec{Kind: kind.Name, Order: n, Grade: grade, Seed: fmt.Sprint(i)}))(b)
					}
				})
			}
		}
	}
}
