package orbit

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/list"
	"queens/math/torus"
	"queens/symmetry"
)

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
