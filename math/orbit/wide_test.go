package orbit

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/list"
	"queens/symmetry"
)

// TestWide compares wide boards with what a Perm can do, on random permutations, and
// on solutions so that deletions that are solutions occur.
func TestWide(t *testing.T) {
	const seed = 17
	rng := rand.New(rand.NewPCG(seed, 0))
	for n := nibbleOrder + 1; n <= MaxAtlasOrder; n++ {
		perms := listed(t, n, list.Options{Limit: 100})
		for range 200 {
			perms = append(perms, rng.Perm(n))
		}
		perms = append(perms, aroundSmaller(n)...)
		solved, borders := 0, newBorders(n)
		for _, p := range perms {
			w := pack(p)
			if !w.unpack(n).Equal(p) {
				t.Fatalf("%v: packed and unpacked %v", p, w.unpack(n))
			}
			rows := w.rows(n)
			b := newWide(rows[:n])
			if got := fieldsPerm(b.least(n), n); !got.Equal(symmetry.Canonical(p)) {
				t.Fatalf("%v: least image %v, want %v", p, got, symmetry.Canonical(p))
			}
			for c, r := range p {
				q, _ := Del(p, queens.Square{Row: r, Col: c})
				s := b.without(n, c, r)
				if got := fieldsPerm(s.least(n-1), n-1); !got.Equal(symmetry.Canonical(q)) {
					t.Fatalf("%v without column %d: least image %v, want %v", p, c, got, symmetry.Canonical(q))
				}
				if got := solvedWithout(rows[:n], c); got != isSolution(q) {
					t.Fatalf("%v without column %d: solution %v, want %v", p, c, got, isSolution(q))
				}
				if isSolution(q) {
					solved++
				}
				checkBorders(t, borders, p, queens.Square{Row: r, Col: c})
				checkKey(t, s.least(n-1), n-1)
			}
		}
		if solved == 0 {
			t.Errorf("order %d: no deletion was a solution, so nothing was compared", n)
		}
	}
}

// checkKey makes f, a least image of order m, again from its key.
func checkKey(t *testing.T, f fields, m int) {
	t.Helper()
	want := f.rows(m)
	key := f.key(m)
	if m <= nibbleOrder {
		if key != packBytes(want[:m]) {
			t.Fatalf("%v: key %x, want the packed word %x", want[:m], key, packBytes(want[:m]))
		}
		return
	}
	sixteen := int(key & 15) // column of row 16, from the last
	left := queens.Perm{}
	for c := range nibbleOrder - 1 {
		left = append(left, key.row(nibbleOrder, c))
	}
	last := nibbleOrder * (nibbleOrder - 1) / 2 // the sum of all rows
	for _, r := range left {
		last -= r
	}
	left = slices.Insert(append(left, last), nibbleOrder-sixteen, nibbleOrder)
	if !left.Equal(permOf(want[:m])) {
		t.Fatalf("%v: key %x says %v", want[:m], key, left)
	}
}

// aroundSmaller returns some permutations of order n around solutions of order n-1.
func aroundSmaller(n int) (perms []queens.Perm) {
	smaller, err := list.Solutions(n-1, list.Options{Limit: 20})
	if err != nil {
		panic(err)
	}
	for p := range smaller {
		q, err := Inc(p, Gap(n/2), Gap(n/3))
		if err != nil {
			panic(err)
		}
		perms = append(perms, q)
	}
	return perms
}

// fieldsPerm returns f of order m as a Perm.
func fieldsPerm(f fields, m int) queens.Perm {
	rows := f.rows(m)
	return permOf(rows[:m])
}

// checkBorders compares the numbers of the images of p, each without the image of one
// queen.
func checkBorders(t *testing.T, b *borders, p queens.Perm, sq queens.Square) {
	t.Helper()
	want := bordersOf(b, p, sq)
	for _, s := range symmetry.All() {
		if got := bordersOf(b, symmetry.Apply(s, p), s.Square(sq, len(p))); got != want {
			t.Fatalf("%v without %v: %x, but %x for %v", p, sq, want, got, s)
		}
	}
}

func bordersOf(b *borders, p queens.Perm, sq queens.Square) uint64 {
	rows := pack(p).rows(len(p))
	w := newWide(rows[:len(p)])
	first := b.first3(&w)
	return b.part(&first, sq.Col, sq.Row, 1<<32)
}

// TestPackedOrder: beyond four bits to a column numbers still are in lexicographic
// order, and all of a word's bits are used as its map says.
func TestPackedOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 0))
	for n := nibbleOrder + 1; n <= MaxAtlasOrder; n++ {
		for range 1000 {
			p, q := queens.Perm(rng.Perm(n)), queens.Perm(rng.Perm(n))
			for c := range rng.IntN(3) { // a common beginning
				other := slices.Index(q, p[c])
				q[c], q[other] = q[other], q[c]
			}
			if got, want := pack(p) < pack(q), slices.Compare(p, q) < 0; got != want {
				t.Fatalf("%v before %v: %v, want %v", p, q, got, want)
			}
		}
		last := make(queens.Perm, n)
		for c := range last {
			last[c] = n - 1 - c
		}
		if n == 18 && pack(last)>>58 != 1 {
			t.Errorf("order 18: last word %b, want 59 bits", pack(last))
		}
	}
}

// TestWidePartsAgree groups the patterns of some orbits of order 17 in one part and in
// several, and by the obvious way: a map of canonical patterns.
func TestWidePartsAgree(t *testing.T) {
	seq, err := list.Solutions(17, list.Options{Fundamental: true, Limit: 3000})
	if err != nil {
		t.Fatal(err)
	}
	var orbits []packed
	owners := map[string][]uint32{}
	for p := range seq {
		i := uint32(len(orbits))
		orbits = append(orbits, pack(p))
		for c, r := range p {
			q, _ := Del(p, queens.Square{Row: r, Col: c})
			key := symmetry.Canonical(q).String()
			owners[key] = append(owners[key], i)
		}
	}
	var want []uint64
	for _, list := range owners {
		for j, greater := range list {
			for _, lesser := range list[:j] {
				if lesser != greater {
					want = append(want, uint64(lesser)<<32|uint64(greater))
				}
			}
		}
	}
	want = sortedOnce(want)
	if len(want) == 0 {
		t.Fatal("no edges among these orbits: nothing is compared")
	}
	for _, parts := range []uint64{1, 3, 8} {
		g := &grouping{order: 17, moves: 1, orbits: orbits, workers: 2, parts: parts, borders: newBorders(17)}
		for _, scratch := range []string{"", t.TempDir()} {
			got, err := runGrouping(t, g, scratch)
			if err != nil || got.patterns != uint64(len(owners)) || !slices.Equal(got.edges, want) {
				t.Errorf("%d parts, scratch %q: %d patterns, %d edges, %v; want %d, %d", parts, scratch, got.patterns,
					len(got.edges), err, len(owners), len(want))
			}
		}
	}
}

// TestWideOnSmallOrders makes whole graphs both ways, from words of four bits to a
// column and from wide boards.
func TestWideOnSmallOrders(t *testing.T) {
	for _, n := range []int{5, 8, 11, 13} {
		a := newAtlas(t, n, Options{})
		for _, parts := range []uint64{1, 5} {
			g := &grouping{order: n, moves: 1, orbits: a.orbits, workers: 2, parts: parts, borders: newBorders(n)}
			got, err := g.run(context.Background())
			if err != nil || got.patterns != a.patterns || !slices.Equal(got.edges, edgesOf(a)) {
				t.Errorf("order %d, %d parts: %d patterns, %d edges, %v; want %d, %d", n, parts, got.patterns,
					len(got.edges), err, a.patterns, a.Edges())
			}
		}
		for i, w := range a.orbits {
			if any := func(packed) bool { return true }; insertable(w, n, any) != insertableWide(w, n, any) {
				t.Errorf("order %d: orbit %d can be inserted %v, from a wide board %v", n, i, insertable(w, n, any),
					insertableWide(w, n, any))
			}
		}
	}
}

// BenchmarkWide measures what a pattern beyond order 16 costs: to see which part it
// belongs to, and to make it.
func BenchmarkWide(b *testing.B) {
	const n = MaxAtlasOrder
	var orbits []packed
	for _, p := range listed(b, n, list.Options{Limit: 1000}) {
		orbits = append(orbits, pack(p))
	}
	for name, part := range map[string]uint64{"all": allParts, "none": 1<<32 - 1} {
		b.Run("made="+name, func(b *testing.B) {
			g := &grouping{order: n, moves: 1, orbits: orbits, borders: newBorders(n), parts: 1 << 32}
			var made []pattern
			for i := 0; b.Loop(); i++ {
				made = g.appendWide(made[:0], uint32(i%len(orbits)), part)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/pattern")
		})
	}
}
