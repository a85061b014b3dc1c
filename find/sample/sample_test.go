package sample_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/find/sample"
	"queens/internal/must"
	"queens/known"
	"queens/list"
)

// TestRanksAreThoseOfTheList compares with the lists of small orders, and goes both ways.
func TestRanksAreThoseOfTheList(t *testing.T) {
	for n := range 10 {
		ranks := must.Get(sample.NewRanks(n))(t)
		list := must.Get(list.Solutions(n, list.Options{}))(t)
		at := uint64(0)
		for p := range list {
			if got, err := ranks.Rank(t.Context(), p); got != at || err != nil {
				t.Fatalf("order %d: rank of %v is %d, %v, want %d", n, p, got, err, at)
			}
			if got, err := ranks.Unrank(t.Context(), at); !got.Equal(p) || err != nil {
				t.Fatalf("order %d: solution %d is %v, %v, want %v", n, at, got, err, p)
			}
			at++
		}
		want, _ := known.Solutions(n)
		if total, err := ranks.Total(t.Context()); queens.NewTotal(total) != want || err != nil {
			t.Errorf("order %d: total %d, %v, want %v", n, total, err, want)
		}
		if _, err := ranks.Unrank(t.Context(), at); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: solution %d exists: %v", n, at, err)
		}
	}
}

// TestRanksOfLargerOrders goes both ways where kernels count.
func TestRanksOfLargerOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{13, 15} {
		ranks := must.Get(sample.NewRanks(n))(t)
		total := must.Get(ranks.Total(t.Context()))(t)
		for _, rank := range []uint64{0, random.Uint64N(total), total - 1} {
			p, err := ranks.Unrank(t.Context(), rank)
			if err != nil || queens.Check(p, queens.Regular) != nil {
				t.Fatalf("order %d: solution %d is %v, %v", n, rank, p, err)
			}
			if got, err := ranks.Rank(t.Context(), p); got != rank || err != nil {
				t.Errorf("order %d: solution %d has rank %d, %v", n, rank, got, err)
			}
		}
		first, _ := complete.First(t.Context(), n, complete.FirstOptions{})
		if p, _ := ranks.Unrank(t.Context(), 0); !p.Equal(first.Solution) {
			t.Errorf("order %d: the first is %v, want %v", n, p, first.Solution)
		}
	}
}

// wantUniform fails where a chi-square as large comes less than once in ten thousand
// uniform samples. Seeds are fixed, so the verdict is too.
func wantUniform(t *testing.T, what string, n int, list []queens.Perm) {
	t.Helper()
	r := must.Get(sample.Uniformity(t.Context(), n, list))(t)
	if r.PValue < 1e-4 {
		t.Errorf("%s, order %d: not uniform: %+v", what, n, r)
	}
}

func TestDrawIsUniform(t *testing.T) {
	for _, n := range []int{5, 8, 9} {
		ranks, _ := sample.NewRanks(n)
		random := rand.New(rand.NewPCG(11, uint64(n)))
		var list []queens.Perm
		for range 10000 {
			list = append(list, must.Get(ranks.Draw(t.Context(), random))(t))
		}
		wantUniform(t, "ranks", n, list)
	}
}

// wantIndependent is wantUniform for what solutions share with their neighbours.
func wantIndependent(t *testing.T, what string, n int, list []queens.Perm) {
	t.Helper()
	c := must.Get(sample.Correlate(list))(t)
	if c.PValue < 1e-4 || c.Effective < 0.9*float64(len(list)) {
		t.Errorf("%s, order %d: not independent: %+v", what, n, c)
	}
}

func drawn(t *testing.T, n, count int, o sample.ChainOptions) (list []queens.Perm) {
	t.Helper()
	chain := must.Get(sample.NewChain(t.Context(), n, o))(t)
	for range count {
		list = append(list, must.Get(chain.Next(t.Context()))(t))
	}
	return list
}

func TestChainIsUniform(t *testing.T) {
	orders, count := []int{4, 5, 6, 7, 8, 9}, 4000
	if testing.Short() {
		orders, count = []int{5, 8}, 1000
	}
	for _, n := range orders {
		list := drawn(t, n, count, sample.ChainOptions{Seed: 1})
		wantUniform(t, "chain", n, list)
		wantIndependent(t, "chain", n, list)
	}
}

// TestChainForgets draws at orders whose solutions cannot be told apart.
func TestChainForgets(t *testing.T) {
	cases := []struct{ n, count int }{{12, 300}, {12, 1500}, {20, 500}, {48, 150}, {100, 30}}
	if testing.Short() {
		cases = cases[:1]
	}
	for _, c := range cases {
		wantIndependent(t, "chain", c.n, drawn(t, c.n, c.count, sample.ChainOptions{Seed: 9}))
	}
}

// TestCorrelateRefutesCloseLooks makes sure that Correlate can fail: 1.2 more shared queens than of
// any two, as taking every solution that a look after 2n^2 steps shows has at order 12, are found.
func TestCorrelateRefutesCloseLooks(t *testing.T) {
	list := drawn(t, 12, 3000, sample.ChainOptions{Seed: 1, Thin: 2 * 12 * 12, Every: 1})
	c, err := sample.Correlate(list)
	if err != nil || c.PValue > 1e-9 || c.Effective > 0.9*float64(len(list)) {
		t.Errorf("looks after 2n^2 steps pass for independent: %+v, %v", c, err)
	}
}

// TestCorrelateOfRepeats knows the answers: of independent draws each repeated k times
// every k-th says something new.
func TestCorrelateOfRepeats(t *testing.T) {
	ranks, _ := sample.NewRanks(10)
	random := rand.New(rand.NewPCG(4, 4))
	for _, repeats := range []int{1, 2, 5} {
		var list []queens.Perm
		for range 4000 {
			p := must.Get(ranks.Draw(t.Context(), random))(t)
			for range repeats {
				list = append(list, p)
			}
		}
		c, err := sample.Correlate(list)
		if err != nil || c.Effective < 3600 || c.Effective > 4400 {
			t.Errorf("%d repeats of 4000 draws: %+v, %v", repeats, c, err)
		}
		// A density sums the squared chances of all squares: the mean of two draws.
		if c.Any < 1 || c.Any > 1.2 {
			t.Errorf("%d repeats: any two share %.3f queens", repeats, c.Any)
		}
	}
	same := slices.Repeat([]queens.Perm{{1, 3, 0, 2}}, 50)
	if c, err := sample.Correlate(same); err != nil || c.Any != 4 || c.Neighbours != 4 {
		t.Errorf("one solution 50 times: %+v, %v", c, err)
	}
}

// TestUniformityRefutesOthers makes sure that the test can fail: looks that are too
// close together show the same solution again and again, and choosing rows at random
// one column after the other prefers some solutions.
func TestUniformityRefutesOthers(t *testing.T) {
	close := drawn(t, 8, 6000, sample.ChainOptions{Seed: 1, Thin: 1, Every: 1})
	var greedy []queens.Perm
	random := rand.New(rand.NewPCG(3, 4))
	for len(greedy) < 6000 {
		if p := randomRows(8, random); p != nil {
			greedy = append(greedy, p)
		}
	}
	for name, list := range map[string][]queens.Perm{"looks after each step": close, "greedy": greedy} {
		if r, err := sample.Uniformity(t.Context(), 8, list); r.PValue > 1e-9 || err != nil {
			t.Errorf("%s passes for uniform: %+v, %v", name, r, err)
		}
	}
}

// randomRows puts a queen on a random free row of each column in turn, nil if one has none.
func randomRows(n int, random *rand.Rand) queens.Perm {
	p := queens.Perm{}
	for col := range n {
		var free []int
		for row := range n {
			if sq := (queens.Square{Row: row, Col: col}); !slices.ContainsFunc(p.Squares(), sq.Attacks) {
				free = append(free, row)
			}
		}
		if len(free) == 0 {
			return nil
		}
		p = append(p, free[random.IntN(len(free))])
	}
	return p
}

func TestSmallAndLargeChains(t *testing.T) {
	for _, n := range []int{0, 1, 64, 200} {
		p, err := must.Get(sample.NewChain(t.Context(), n, sample.ChainOptions{Seed: 5}))(t).Next(t.Context())
		if err != nil || len(p) != n || queens.Check(p, queens.Regular) != nil {
			t.Errorf("order %d: %v, %v", n, p, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ranks, _ := sample.NewRanks(18)
	none, _ := sample.NewRanks(3)
	for name, c := range map[string]struct{ err, want error }{
		"ranks of a large order":  {second(sample.NewRanks(21)), queens.ErrOrder},
		"a draw of none":          {second(none.Draw(t.Context(), rand.New(rand.NewPCG(1, 1)))), queens.ErrOrder},
		"rank of another order":   {second(ranks.Rank(t.Context(), queens.Perm{0})), queens.ErrOrder},
		"rank of no solution":     {second(none.Rank(t.Context(), queens.Perm{0, 1, 2})), queens.ErrNotSolution},
		"ranks cancelled":         {second(ranks.Unrank(ctx, 1<<20)), context.Canceled},
		"chain of order 3":        {second(sample.NewChain(t.Context(), 3, sample.ChainOptions{})), queens.ErrOrder},
		"chain of negative order": {second(sample.NewChain(t.Context(), -1, sample.ChainOptions{})), queens.ErrOrder},
		"chain cancelled":         {second(sample.NewChain(ctx, 50, sample.ChainOptions{})), context.Canceled},
		"chain too cold": {second(sample.NewChain(t.Context(), 8,
			sample.ChainOptions{Beta: 100})), queens.ErrFormat},
		"chain that takes none": {second(sample.NewChain(t.Context(), 8,
			sample.ChainOptions{Every: -1})), queens.ErrFormat},
		"correlation of few": {second(sample.Correlate(slices.Repeat([]queens.Perm{{0}}, 5))), queens.ErrOrder},
		"correlation of two orders": {second(sample.Correlate(append(slices.Repeat([]queens.Perm{{0}}, 50),
			queens.Perm{}))), queens.ErrFormat},
		"uniformity of large":   {second(sample.Uniformity(t.Context(), 13, nil)), queens.ErrOrder},
		"uniformity of nothing": {second(sample.Uniformity(t.Context(), 8, nil)), queens.ErrOrder},
		"uniformity of a non-solution": {second(sample.Uniformity(t.Context(), 4,
			[]queens.Perm{{0, 1, 2, 3}})), queens.ErrNotSolution},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func ExampleRanks() {
	ctx := context.Background()
	ranks, err := sample.NewRanks(8)
	if err != nil {
		panic(err)
	}
	p, err := ranks.Unrank(ctx, 91) // they count from 0 here
	if err != nil {
		panic(err)
	}
	rank, err := ranks.Rank(ctx, p)
	fmt.Println(p, rank, err)

	p, err = ranks.Draw(ctx, rand.New(rand.NewPCG(1, 2)))
	fmt.Println(queens.Check(p, queens.Regular), err)
	// Output:
	// 84136275 91 <nil>
	// <nil> <nil>
}
