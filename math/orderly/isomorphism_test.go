package orderly

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/math/torus"
)

// renames reports by the definition whether a map of nodes takes g to h.
func renames(to []int, g, h Graph) bool {
	for i := range g {
		for j := range g {
			if g[i]>>j&1 != h[to[i]-1]>>(to[j]-1)&1 {
				return false
			}
		}
	}
	return true
}

// TestIsomorphism compares with all renamings, for random graphs.
func TestIsomorphism(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	found := 0
	graph := func(n int) Graph {
		g := make(Graph, n)
		for i := range n {
			for j := range i {
				if random.IntN(2) == 0 {
					g[i] |= 1 << j
					g[j] |= 1 << i
				}
			}
		}
		return g
	}
	for range 2000 {
		n := 1 + random.IntN(6)
		g, h := graph(n), graph(n)
		want := false
		for to := range must.Get(torus.Permutations.Members(n))(t) {
			to := slices.Clone(to)
			for i := range to {
				to[i]++
			}
			want = want || renames(to, g, h)
		}
		got, ok := Isomorphism(g, h)
		if ok != want || ok && !renames(got, g, h) {
			t.Fatalf("%b to %b: %v, %v, want %v", g, h, got, ok, want)
		}
		if ok {
			found++
		}
	}
	if found < 100 || found > 1900 {
		t.Errorf("%d of 2000 pairs are isomorphic", found)
	}
	// The pentagon and the pentagram, and the squares around the middle of a board of order 3, by
	// moves of a knight and around the ring.
	for _, pair := range [][2]string{
		{"1-2 2-3 3-4 4-5 5-1", "1-3,3-5,5-2,2-4,4-1"},
		{"1-6 6-7 7-2 2-8 8-3 3-4 4-5 5-1", "1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-1"},
	} {
		g, h := must.Get(ParseGraph(pair[0]))(t), must.Get(ParseGraph(pair[1]))(t)
		if to, ok := Isomorphism(g, h); !ok || !renames(to, g, h) {
			t.Errorf("%s: %v", pair, to)
		}
	}
	if _, ok := Isomorphism(make(Graph, 2), make(Graph, 3)); ok {
		t.Error("2 nodes are isomorphic to 3")
	}
}

// TestOneOfEachClass: no two graphs of the list are isomorphic, and ParseGraph reads them.
func TestOneOfEachClass(t *testing.T) {
	var graphs []Graph
	for _, k := range Families() {
		if k.Name != "graphs" {
			continue
		}
		for _, err := range k.Counts(t.Context(), 5, func(text string) {
			g := must.Get(ParseGraph(strings.TrimPrefix(text, "-")))(t)
			for len(g) < 5 {
				g = append(g, 0)
			}
			graphs = append(graphs, g)
		}) {
			must.Do(t, err)
		}
	}
	if len(graphs) != 34 { // OEIS A000088
		t.Errorf("%d graphs", len(graphs))
	}
	for i, g := range graphs {
		for j, h := range graphs {
			if to, ok := Isomorphism(g, h); ok != (i == j) {
				t.Errorf("%b to %b: %v", g, h, to)
			}
		}
	}
}

func TestBadGraphs(t *testing.T) {
	for _, text := range []string{"1", "1-", "-2", "1-1", "0-1", "1-17", "1-2-3", "a-b", "1 - 2"} {
		if g, err := ParseGraph(text); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: %b, %v", text, g, err)
		}
	}
}
