package symmetry

import (
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

// perms yields every permutation of order n in lexicographic order, reusing one slice.
func perms(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		p, taken := make(queens.Perm, n), make([]bool, n)
		var place func(c int) bool
		place = func(c int) bool {
			if c == n {
				return yield(p)
			}
			for r := range n {
				if !taken[r] {
					p[c], taken[r] = r, true
					if !place(c + 1) {
						return false
					}
					taken[r] = false
				}
			}
			return true
		}
		place(0)
	}
}

func solutions(n int) []queens.Perm {
	var found []queens.Perm
	for p := range perms(n) {
		if queens.Check(p, queens.Regular) == nil {
			found = append(found, p.Clone())
		}
	}
	return found
}

// applyBySquares is the slow twin of Apply.
func applyBySquares(s Symmetry, p queens.Perm) queens.Perm {
	q := make(queens.Perm, len(p))
	for _, sq := range p.Squares() {
		to := s.Square(sq, len(p))
		q[to.Col] = to.Row
	}
	return q
}

func mustParse(t testing.TB, text string) queens.Perm {
	t.Helper()
	return must.Get(queens.ParsePerm(text))(t)
}

func TestApplyMovesSquares(t *testing.T) {
	for n := range 7 {
		for p := range perms(n) {
			before, images := p.Clone(), Images(p)
			for _, s := range All() {
				if got, want := Apply(s, p), applyBySquares(s, p); !got.Equal(want) || !images[s].Equal(want) {
					t.Fatalf("%v of %v: %v, among the images %v, want %v", s, p, got, images[s], want)
				}
			}
			if !p.Equal(before) {
				t.Fatalf("%v became %v", before, p)
			}
		}
	}
}

func TestOrbit(t *testing.T) {
	for n := range 7 {
		for p := range perms(n) {
			orbit := Orbit(p)
			for i, image := range orbit {
				if i > 0 && orbit[i-1].Compare(image) >= 0 {
					t.Fatalf("%v: orbit not in lexicographic order at %d", p, i+1)
				}
			}
			for _, s := range All() {
				if !slices.ContainsFunc(orbit, applyBySquares(s, p).Equal) {
					t.Fatalf("%v: its %v is not in the orbit", p, s)
				}
			}
			if len(orbit)*len(Stabilizer(p)) != Count {
				t.Fatalf("%v: %d images, stabilizer of order %d", p, len(orbit), len(Stabilizer(p)))
			}
		}
	}
}

func TestNotAPermutationPanics(t *testing.T) {
	for _, p := range []queens.Perm{{0, 0}, {0, 2}, {-1, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d: no panic", p)
				}
			}()
			Apply(Rot90, p)
		}()
	}
}

// leastOfEight is the slow twin of Canonical.
func leastOfEight(p queens.Perm) queens.Perm {
	least := p
	for _, s := range All() {
		if image := applyBySquares(s, p); image.Compare(least) < 0 {
			least = image
		}
	}
	return least
}

func checkCanonical(t *testing.T, p queens.Perm, bytes *Canonizer[uint8]) {
	t.Helper()
	want := leastOfEight(p)
	if got := Canonical(p); !got.Equal(want) {
		t.Fatalf("%v: representative %v, want %v", p, got, want)
	}
	small := queens.RowsOf[uint8](p)
	if one, many := IsCanonical(p), bytes.IsLeast(small); one != p.Equal(want) || many != one {
		t.Fatalf("%v: IsCanonical %v, Canonizer %v, want %v", p, one, many, p.Equal(want))
	}
}

func TestCanonicalIsLeastOfEight(t *testing.T) {
	var z Canonizer[uint8]
	for n := range 7 {
		for p := range perms(n) {
			checkCanonical(t, p, &z)
		}
	}
}

// TestCanonicalRandom covers orders around the limits of stack and element type, and symmetric
// permutations, where no comparison ends early.
func TestCanonicalRandom(t *testing.T) {
	const seed = 20261121
	rng := rand.New(rand.NewPCG(seed, 0))
	var z Canonizer[uint8]
	for _, n := range []int{9, 17, 63, 64, 65, 127, 128, 255} {
		for range 20 {
			p := queens.Perm(rng.Perm(n))
			checkCanonical(t, p, &z)
			checkCanonical(t, leastOfEight(p), &z)
			for c := range n / 2 { // make p symmetric to the half turn
				if at := slices.Index(p, n-1-p[c]); at != n-1-c {
					p[at], p[n-1-c] = p[n-1-c], p[at]
				}
			}
			if n%2 == 0 && !slices.Contains(Stabilizer(p), Rot180) {
				t.Fatalf("seed %d: %v is not symmetric", seed, p)
			}
			checkCanonical(t, p, &z)
			checkCanonical(t, leastOfEight(p), &z)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add([]byte{0, 4, 7, 5, 2, 6, 1, 3})
	f.Add([]byte{1, 3, 0, 2})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, keys []byte) {
		keys = keys[:min(len(keys), 80)]
		p := make(queens.Perm, len(keys)) // the ranks of the keys: any permutation
		for c := range p {
			p[c] = c
		}
		slices.SortStableFunc(p, func(a, b int) int { return int(keys[a]) - int(keys[b]) })
		checkCanonical(t, p, new(Canonizer[uint8]))
	})
}

func readLines(t *testing.T, name string) [][]string {
	t.Helper()
	var lines [][]string
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/" + name))(t))) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.Fields(line))
		}
	}
	return lines
}

func TestOrbitsOfOrder8(t *testing.T) {
	all := solutions(8)
	orbits := readLines(t, "orbits8.txt")
	if len(orbits) != 12 {
		t.Fatalf("%d orbits in the file, want 12", len(orbits))
	}
	for _, line := range orbits {
		var ranks []string
		for _, member := range Orbit(mustParse(t, line[0])) {
			rank, _ := slices.BinarySearchFunc(all, member, queens.Perm.Compare)
			ranks = append(ranks, strconv.Itoa(rank+1))
		}
		if !slices.Equal(ranks, line[1:]) {
			t.Errorf("orbit of %s: solutions %v, want %v", line[0], ranks, line[1:])
		}
	}
}

func TestFundamentalSolutions(t *testing.T) {
	var got [][]string
	for n := 1; n <= 9; n++ {
		for _, p := range solutions(n) {
			if IsCanonical(p) {
				got = append(got, []string{p.String(), ClassOf(p).Letter()})
			}
		}
	}
	want := readLines(t, "fundamental.txt")
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%d fundamental solutions differ from the %d of the file", len(got), len(want))
	}
}

func TestIsCanonicalDoesNotAllocate(t *testing.T) {
	p := mustParse(t, "15863724")
	var z Canonizer[int]
	z.IsLeast(p)
	if avg := testing.AllocsPerRun(100, func() { IsCanonical(p); z.IsLeast(p) }); avg != 0 {
		t.Errorf("%v allocations per run, want 0", avg)
	}
}

func BenchmarkIsCanonical(b *testing.B) {
	all := solutions(8)
	var small [][]uint8
	for _, p := range all {
		small = append(small, queens.RowsOf[uint8](p))
	}
	var z Canonizer[uint8]
	for form, isLeast := range map[string]func(i int) bool{
		"stateless": func(i int) bool { return IsCanonical(all[i]) },
		"canonizer": func(i int) bool { return z.IsLeast(small[i]) },
	} {
		b.Run("form="+form+"/n=8", func(b *testing.B) {
			for b.Loop() {
				for i := range all {
					isLeast(i)
				}
			}
			b.ReportMetric(float64(len(all))*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}
