package orbit

import (
	"errors"
	"iter"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/list"
	"queens/math/torus"
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

// permutations yields all permutations of order n; the slice is reused.
func permutations(t *testing.T, n int) iter.Seq[queens.Perm] {
	t.Helper()
	if n == 0 {
		return slices.Values([]queens.Perm{{}})
	}
	return must.Get(torus.Permutations.Members(n))(t)
}

func representatives(t *testing.T, n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for p := range permutations(t, n) {
			if symmetry.IsCanonical(p) && !yield(p) {
				return
			}
		}
	}
}

// permutationOrbits is the number of orbits of permutations by order, from an
// independent program; A000903 has the same values.
var permutationOrbits = []int{1, 1, 1, 2, 7, 23, 115, 694, 5282, 46066}

// TestSignatureIsAKeyOfOrbits compares both keys with orbits: for every member of
// each orbit of permutations up to order 7, and for all representatives of order
// 8.
func TestSignatureIsAKeyOfOrbits(t *testing.T) {
	for n := range 8 {
		for _, key := range []func(Signature) string{Signature.Key, Signature.ShortKey} {
			orbitOf, keyOf := map[string]string{}, map[string]string{}
			for p := range permutations(t, n) {
				k, orbit := key(SignatureOf(p)), symmetry.Canonical(p).String()
				if other, taken := orbitOf[k]; taken && other != orbit {
					t.Fatalf("%s and %s have the key %s", other, orbit, k)
				}
				if other, taken := keyOf[orbit]; taken && other != k {
					t.Fatalf("members of %s have the keys %s and %s", orbit, other, k)
				}
				orbitOf[k], keyOf[orbit] = orbit, k
			}
			if len(orbitOf) != permutationOrbits[n] {
				t.Errorf("order %d: %d orbits, want %d", n, len(orbitOf), permutationOrbits[n])
			}
		}
	}
	for _, r := range Readings() {
		if r.Proved {
			checkCollision(t, r, "permutations of order 8", representatives(t, 8), permutationOrbits[8],
				permutationOrbits[8])
		}
	}
}

func checkCollision(t *testing.T, r Reading, what string, seq iter.Seq[queens.Perm], orbits, keys int) {
	t.Helper()
	c := r.Collide(seq)
	if c.Orbits != orbits || c.Keys != keys || (c.Example != nil) != (orbits != keys) {
		t.Errorf("%s, %s: %v; want %d orbits and %d keys", r.Name, what, c, orbits, keys)
	}
}

// TestSignaturesOfSolutions: signature classes are orbits, and what the weaker readings miss. The
// numbers of keys come from an independent program (errata Z13).
func TestSignaturesOfSolutions(t *testing.T) {
	multisets := map[int]int{7: 5, 9: 45, 11: 336}
	for n := 1; n <= 12; n++ {
		orbits := listed(t, n, list.Options{Fundamental: true})
		for _, r := range Readings() {
			want := len(orbits)
			if keys, fewer := multisets[n]; fewer && r.Name == "multiset" {
				want = keys
			}
			if r.Invariant {
				checkCollision(t, r, "solutions", slices.Values(orbits), len(orbits), want)
			}
		}
	}
}

// TestWeakerReadingsCollide: what they miss among all permutations.
func TestWeakerReadingsCollide(t *testing.T) {
	for _, c := range []struct {
		reading string
		n, keys int
	}{{"lengths", 6, 112}, {"areas", 6, 113}, {"loose-single", 4, 6}, {"loose", 7, 694}} {
		i := slices.IndexFunc(readings, func(r Reading) bool { return r.Name == c.reading })
		checkCollision(t, readings[i], "permutations", representatives(t, c.n), permutationOrbits[c.n], c.keys)
	}
}

// TestReadingsAreInvariant compares all members of each orbit, and finds that the
// one reading that is said not to be invariant is not (Z11).
func TestReadingsAreInvariant(t *testing.T) {
	if !slices.IsSortedFunc(readings, func(a, b Reading) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the readings are not sorted by name")
	}
	for _, r := range Readings() {
		violations := 0
		for p := range representatives(t, 5) {
			key := r.Key(SignatureOf(p))
			for _, q := range symmetry.Images(p) {
				if r.Key(SignatureOf(q)) != key {
					violations++
				}
			}
		}
		if r.Invariant != (violations == 0) {
			t.Errorf("%s: %d members differ from their representative; invariant: %v", r.Name, violations, r.Invariant)
		}
	}
}

// TestKeysFollowTheCriterion compares the criterion as printed with
// equality of keys on all pairs of permutations of order 5.
func TestKeysFollowTheCriterion(t *testing.T) {
	var all []Signature
	for p := range permutations(t, 5) {
		all = append(all, SignatureOf(p))
	}
	for _, a := range all {
		for _, b := range all {
			if agree(a, b) != (a.Key() == b.Key()) || agree(a, b) != (a.ShortKey() == b.ShortKey()) {
				t.Fatalf("%v and %v: equal %v, keys %s and %s", a, b, agree(a, b), a.Key(), b.Key())
			}
		}
	}
}

// TestPrintedSignatures evaluates Table 2 of [zhang2011], both lists of all eight
// rows (Z9, Z10), and the twelve orbits of order 8.
func TestPrintedSignatures(t *testing.T) {
	table := readLines(t, "table2.txt", "|")
	if len(table) != 8 {
		t.Fatalf("%d rows in Table 2, want 8", len(table))
	}
	first := SignatureOf(must.Get(queens.ParsePerm(table[0][0]))(t))
	for _, row := range table {
		s := SignatureOf(must.Get(queens.ParsePerm(row[0]))(t))
		if s.String() != row[1] {
			t.Errorf("%s: %v, want %s", row[0], s, row[1])
		}
		if !agree(s, first) {
			t.Errorf("%s: not equal to the first row", row[0])
		}
	}
	rows := readLines(t, "signatures8.txt", "|")
	if len(rows) != 12 {
		t.Fatalf("%d orbits of order 8, want 12", len(rows))
	}
	for _, row := range rows {
		s := SignatureOf(must.Get(queens.ParsePerm(row[0]))(t))
		if got := s.Canonical().String(); got != row[1] || s.Key() != "8 "+row[1] || s.ShortKey() != "8 "+row[2] {
			t.Errorf("%s: %s, short key %s, want %s", row[0], got, s.ShortKey(), row[1])
		}
	}
}

func BenchmarkKey(b *testing.B) {
	p := must.Get(queens.ParsePerm("15863724"))(b)
	for _, r := range Readings() {
		if r.Proved {
			b.Run("reading="+r.Name+"/n=8", func(b *testing.B) {
				for b.Loop() {
					r.Key(SignatureOf(p))
				}
			})
		}
	}
}

// FuzzOrbitKeys: a permutation, the order of the keys given, has the same keys as
// its images, the same signature in the sense of the criterion, and Del undoes Inc.
func FuzzOrbitKeys(f *testing.F) {
	f.Add([]byte("15863724"), uint8(3), uint8(5))
	f.Add([]byte{}, uint8(0), uint8(0))
	f.Add([]byte("aaaaaaaaaaaaaaaaaaaaaaaab"), uint8(255), uint8(1))
	f.Fuzz(func(t *testing.T, keys []byte, row, col uint8) {
		keys = keys[:min(len(keys), 40)]
		p := make(queens.Perm, len(keys))
		for c := range p {
			p[c] = c
		}
		slices.SortStableFunc(p, func(a, b int) int { return int(keys[a]) - int(keys[b]) })
		s := SignatureOf(p)
		for _, image := range symmetry.Images(p) {
			other := SignatureOf(image)
			if !agree(s, other) || s.Key() != other.Key() || s.ShortKey() != other.ShortKey() {
				t.Errorf("%v and its image %v: %v, %v", p, image, s, other)
			}
		}
		gap := queens.Square{Row: int(row) % (len(p) + 1), Col: int(col) % (len(p) + 1)}
		q := must.Get(Inc(p, Gap(gap.Row), Gap(gap.Col)))(t)
		if back, err := Del(q, gap); err != nil || !back.Equal(p) {
			t.Errorf("%v after inc and del at %v: %v, %v", p, gap, back, err)
		}
		if len(p) == 0 {
			return
		}
		m := Move{From: queens.Square{Row: p[0]}, Row: Gap(gap.Row), Col: Gap(gap.Col)}
		moved := must.Get(Mov(p, m))(t)
		if last, err := Del(q, afterInc(m)); err != nil || !last.Equal(moved) {
			t.Errorf("%v, %v: deletion first %v, insertion first %v, %v", p, m, moved, last, err)
		}
	})
}

func backwards(list Triples) (back Triples) {
	for _, t := range slices.Backward(list) {
		back = append(back, t.Flipped())
	}
	return back
}

// agree is the Sequential-Reverse criterion as it is printed, the slow twin of the keys.
func agree(s, o Signature) bool {
	on := func(a, b Triples) bool { return slices.Equal(a, b) || slices.Equal(a, backwards(b)) }
	return s.Order == o.Order && (on(s.X, o.X) && on(s.Y, o.Y) || on(s.X, o.Y) && on(s.Y, o.X))
}
