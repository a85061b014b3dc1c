package orbit

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/enumerate"
	"queens/sym"
)

// TestWide compares wide boards with what a Perm can do, on random permutations, and
// on solutions so that deletions that are solutions occur.
func TestWide(t *testing.T) {
	const seed = 17
	rng := rand.New(rand.NewPCG(seed, 0))
	for n := nibbleOrder + 1; n <= MaxAtlasOrder; n++ {
		list := list(t, n, enumerate.Options{Limit: 100})
		for range 200 {
			list = append(list, rng.Perm(n))
		}
		list = append(list, aroundSmaller(n)...)
		solved := 0
		for _, p := range list {
			w := pack(p)
			if !w.unpack(n).Equal(p) {
				t.Fatalf("%v: packed and unpacked %v", p, w.unpack(n))
			}
			b := w.widen(n)
			if got := b.least(n); got != pack(sym.Canonical(p)) {
				t.Fatalf("%v: least image %v, want %v", p, got.unpack(n), sym.Canonical(p))
			}
			for c, r := range p {
				q, _ := Del(p, queens.Square{Row: r, Col: c})
				s := b.without(n, c)
				if got := s.least(n - 1); got != pack(sym.Canonical(q)) {
					t.Fatalf("%v without column %d: least image %v, want %v", p, c, got.unpack(n-1), sym.Canonical(q))
				}
				if got := b.solvedWithout(n, c); got != isSolution(q) {
					t.Fatalf("%v without column %d: solution %v, want %v", p, c, got, isSolution(q))
				}
				if isSolution(q) {
					solved++
				}
				checkBorderHash(t, p, queens.Square{Row: r, Col: c})
			}
		}
		if solved == 0 {
			t.Errorf("order %d: no deletion was a solution, so nothing was compared", n)
		}
	}
}

// aroundSmaller returns some permutations of order n around solutions of order n-1.
func aroundSmaller(n int) (list []queens.Perm) {
	smaller, err := enumerate.Solutions(n-1, enumerate.Options{Limit: 20})
	if err != nil {
		panic(err)
	}
	for p := range smaller {
		q, err := Inc(p, Gap(n/2), Gap(n/3))
		if err != nil {
			panic(err)
		}
		list = append(list, q)
	}
	return list
}

// checkBorderHash compares the hashes of the images of p, each without the image of
// one queen.
func checkBorderHash(t *testing.T, p queens.Perm, sq queens.Square) {
	t.Helper()
	n := len(p)
	b := pack(p).widen(n)
	want := b.borderHash(n, sq.Col)
	for _, s := range sym.All() {
		image := pack(sym.Apply(s, p)).widen(n)
		if got := image.borderHash(n, s.Square(sq, n).Col); got != want {
			t.Fatalf("%v without %v: hash %x, but %x for %v", p, sq, want, got, s)
		}
	}
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

// TestWidePassesAgree groups the patterns of some orbits of order 17 in one pass and in
// several, and by the obvious way: a map of canonical patterns.
func TestWidePassesAgree(t *testing.T) {
	seq, err := enumerate.Solutions(17, enumerate.Options{Fundamental: true, Limit: 3000})
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
			key := sym.Canonical(q).String()
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
	for _, passes := range []uint64{1, 3, 8} {
		g := &grouping{order: 17, moves: 1, orbits: orbits, workers: 2, passes: passes, wide: true}
		got, err := g.run(context.Background(), nil)
		if err != nil || got.patterns != uint64(len(owners)) || !slices.Equal(got.edges, want) {
			t.Errorf("%d passes: %d patterns, %d edges, %v; want %d, %d", passes, got.patterns, len(got.edges), err, len(owners), len(want))
		}
	}
}

// TestWideOnSmallOrders makes whole graphs both ways, from words of four bits to a
// column and from wide boards.
func TestWideOnSmallOrders(t *testing.T) {
	for _, n := range []int{5, 8, 11, 13} {
		a := newAtlas(t, n, Options{})
		for _, passes := range []uint64{1, 5} {
			g := &grouping{order: n, moves: 1, orbits: a.orbits, workers: 2, passes: passes, wide: true}
			got, err := g.run(context.Background(), nil)
			if err != nil || got.patterns != a.patterns || !slices.Equal(got.edges, a.edges) {
				t.Errorf("order %d, %d passes: %d patterns, %d edges, %v; want %d, %d", n, passes, got.patterns, len(got.edges), err, a.patterns, len(a.edges))
			}
		}
		for i, w := range a.orbits {
			if any := func(packed) bool { return true }; insertable(w, n, any) != insertableWide(w, n, any) {
				t.Errorf("order %d: orbit %d can be inserted %v, from a wide board %v", n, i, insertable(w, n, any), insertableWide(w, n, any))
			}
		}
	}
}

// BenchmarkWide measures what a pattern beyond order 16 costs: to see which pass it
// belongs to, and to make it.
func BenchmarkWide(b *testing.B) {
	const n = MaxAtlasOrder
	var boards []wide
	for _, p := range list(b, n, enumerate.Options{Limit: 1000}) {
		boards = append(boards, pack(p).widen(n))
	}
	b.Run("hash", func(b *testing.B) {
		var sum uint64
		for i := 0; b.Loop(); i++ {
			sum += boards[i%len(boards)].borderHash(n, i%n)
		}
		if sum == 0 {
			b.Error("every hash is 0")
		}
	})
	b.Run("pattern", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			s := boards[i%len(boards)].without(n, i%n)
			if s.least(n-1) == 0 {
				b.Error("a pattern of order 17 is 0")
			}
		}
	})
	b.Run("widen", func(b *testing.B) {
		w := pack(list(b, n, enumerate.Options{Limit: 1})[0])
		for b.Loop() {
			if w.widen(n).rows[0] >= n {
				b.Error("row off the board")
			}
		}
	})
}
