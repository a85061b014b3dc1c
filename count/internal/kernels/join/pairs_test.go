package join_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"

	"queens"
	kernels "queens/count/internal/kernels/join"
	"queens/internal/must"
	"queens/known"
)

var requireAll = flag.Bool("require-all-kernels", false,
	"fail, rather than skip, where the processor lacks what a kernel needs")

func each(t *testing.T, f func(t *testing.T, c *kernels.Counter)) {
	t.Helper()
	for _, k := range kernels.All() {
		t.Run("kernel="+k.Name, func(t *testing.T) {
			if !k.Usable() {
				if *requireAll {
					t.Fatalf("this processor lacks %s", k.Needs)
				}
				t.Skipf("this processor lacks %s", k.Needs)
			}
			f(t, must.Get(kernels.New(k.Name))(t))
		})
	}
}

// compare compares a count with an independent one, before it may reorder the lists.
func compare(t *testing.T, c *kernels.Counter, a, b []uint64, what string, args ...any) {
	t.Helper()
	if want, got := disjoint(a, b), count(c, a, b); got != want {
		t.Errorf("%s, kernel %s, %d and %d keys: %d pairs, want %d", fmt.Sprintf(what, args...), c.Kernel(), len(a),
			len(b), got, want)
	}
}

func count(c *kernels.Counter, a, b []uint64) uint64 {
	found, _ := c.Count(a, b)
	return found
}

func withSlack(keys []uint64) []uint64 {
	return append(make([]uint64, 0, len(keys)+kernels.Slack), keys...)
}

// disjoint is an independent count.
func disjoint(a, b []uint64) (pairs uint64) {
	for _, x := range a {
		for _, y := range b {
			if x&y == 0 {
				pairs++
			}
		}
	}
	return pairs
}

// density describes a random key: the AND or the OR of random words, masked to the low bits.
type density struct {
	name string
	and  int
	or   int
	bits int
}

var densities = []density{
	{"half", 1, 1, 64},
	{"half of 20 bits", 1, 1, 20},
	{"quarter", 2, 1, 64},
	{"eighth of 57 bits", 3, 1, 57},
	{"sparse", 5, 1, 64},
	{"sparse in 32 bits", 4, 1, 32},
	{"sparse in 33 bits", 4, 1, 33},
	{"very sparse", 7, 1, 64},
	{"dense", 1, 2, 64},
	{"one bit", 1, 1, 1},
	{"no bit", 1, 1, 0},
}

func (d density) key(r *rand.Rand) (key uint64) {
	for range d.or {
		x := ^uint64(0)
		for range d.and {
			x &= r.Uint64()
		}
		key |= x
	}
	return key & (1<<d.bits - 1)
}

func (d density) list(r *rand.Rand, n int) []uint64 {
	keys := make([]uint64, n, n+kernels.Slack)
	for i := range keys {
		keys[i] = d.key(r)
	}
	return keys
}

func TestTable(t *testing.T) {
	names := map[string]bool{}
	for _, k := range kernels.All() {
		if !regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(k.Name) || names[k.Name] {
			t.Errorf("kernel name %q is malformed or taken", k.Name)
		}
		names[k.Name] = true
	}
	if kernels.All()[0].Name != "generic" {
		t.Error("the reference is not the first kernel")
	}
	if _, err := kernels.New("nonesuch"); err == nil {
		t.Error("an unknown kernel was accepted")
	}
}

func TestRandomLists(t *testing.T) {
	sizes := []int{0, 1, 7, 8, 9, 13, 15, 16, 17, 64, 511, 512, 513, 1023, 1024, 1025, 3000}
	each(t, func(t *testing.T, c *kernels.Counter) {
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 0))
		rounds := 12
		if testing.Short() {
			rounds = 2
		}
		for _, d := range densities {
			for range rounds {
				a, b := d.list(r, sizes[r.IntN(len(sizes))]), d.list(r, sizes[r.IntN(len(sizes))])
				compare(t, c, a, b, "seed %d, %s", seed, d.name)
			}
		}
	})
}

func TestSizes(t *testing.T) {
	sizes := []int{0, 1, 7, 8, 9, 12, 13, 14, 511, 512, 513, 1023, 1024, 1025}
	r := rand.New(rand.NewPCG(1, 2))
	d := density{"", 2, 1, 40}
	each(t, func(t *testing.T, c *kernels.Counter) {
		for _, n := range sizes {
			for _, m := range sizes {
				compare(t, c, d.list(r, n), d.list(r, m), "sizes")
			}
		}
	})
}

// TestNarrow counts keys with 31 to 34 open bits, each of which decides about pairs: they are
// rewritten with 32 bits, or are too many for that.
func TestNarrow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	each(t, func(t *testing.T, c *kernels.Counter) {
		for open := 31; open <= 34; open++ {
			var a, b []uint64
			for i := range 40 * open {
				a = append(a, 1<<(i%open))
				b = append(b, 1<<(i%open)|1<<r.IntN(open))
			}
			compare(t, c, withSlack(a), withSlack(b), "%d open bits", open)
		}
	})
}

func TestSpecialLists(t *testing.T) {
	same := func(key uint64, n int) []uint64 { return withSlack(slices.Repeat([]uint64{key}, n)) }
	const n, m = 1500, 700
	tests := []struct {
		name string
		a, b []uint64
		want uint64
	}{
		{"both empty", same(0, 0), same(0, 0), 0},
		{"one empty", same(0, 0), same(0, n), 0},
		{"all zero keys", same(0, n), same(0, m), n * m},
		{"all ones", same(^uint64(0), n), same(^uint64(0), m), 0},
		{"zero and ones", same(0, n), same(^uint64(0), m), n * m},
		{"lowest bit", same(1, n), same(1, m), 0},
		{"highest bit", same(1<<63, n), same(1<<63, m), 0},
		{"different bits", same(1<<63, n), same(1, m), n * m},
		{"halves", same(0xffffffff, n), same(0xffffffff<<32, m), n * m},
		{
			"duplicates", slices.Concat(same(5, n), same(10, n)),
			slices.Concat(same(10, m), same(6, m), make([]uint64, 0, kernels.Slack)), n * m,
		},
	}
	each(t, func(t *testing.T, c *kernels.Counter) {
		for _, tt := range tests {
			if got := count(c, withSlack(tt.a), withSlack(tt.b)); got != tt.want {
				t.Errorf("%s: %d pairs, want %d", tt.name, got, tt.want)
			}
		}
		keys := densities[2].list(rand.New(rand.NewPCG(3, 4)), 2000)
		compare(t, c, keys, keys, "a list with itself")
	})
}

func TestBoards(t *testing.T) {
	each(t, func(t *testing.T, c *kernels.Counter) {
		for n := 4; n <= 14; n += 2 {
			if n > 12 && c.Kernel() == "generic" || n > 10 && testing.Short() {
				continue
			}
			var got queens.Total
			for top, bottom := range halves(n) {
				got = got.Add(count(c, top, bottom))
			}
			if want, _ := known.Solutions(n); got != want {
				t.Errorf("order %d: %d pairs, want %v", n, got, want)
			}
		}
	})
}

// TestInvariance compares counts that must be equal, on lists of a larger board.
func TestInvariance(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	reference := must.Get(kernels.New("portable"))(t)
	a, b := half(18, 0b101100110010010101)
	if testing.Short() {
		a, b = half(16, 0b1011001100100101)
	}
	want := count(reference, a, b)
	if want == 0 {
		t.Fatal("the lists have no pairs")
	}
	each(t, func(t *testing.T, c *kernels.Counter) {
		if c.Kernel() == "generic" && testing.Short() {
			t.Skip("slow")
		}
		for range 3 {
			if got, swapped := count(c, a, b), count(c, b, a); got != want || swapped != want {
				t.Errorf("seed %d: %d pairs, swapped %d, want %d", seed, got, swapped, want)
			}
			r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
			r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
			cut := r.IntN(len(b))
			x, y := count(c, a, withSlack(b[:cut])), count(c, a, withSlack(b[cut:]))
			if x+y != want {
				t.Errorf("seed %d, cut at %d: %d and %d pairs, want %d together", seed, cut, x, y, want)
			}
			turn := r.IntN(64) // renaming the bits changes nothing
			for _, list := range [][]uint64{a, b} {
				for i, key := range list {
					list[i] = key<<turn | key>>(64-turn)
				}
			}
		}
	})
}

func TestSteadyState(t *testing.T) {
	a, b := half(14, 0b01101001110010)
	each(t, func(t *testing.T, c *kernels.Counter) {
		c.Count(a, b)
		if allocs := testing.AllocsPerRun(5, func() { c.Count(a, b) }); allocs != 0 {
			t.Errorf("%v allocations per count, want none", allocs)
		}
	})
}

// A count ends if its flag is set, before or during it, and the next one is complete again.
func TestStop(t *testing.T) {
	a, b := half(18, 0b101100110010010101)
	want := disjoint(a, b)
	each(t, func(t *testing.T, c *kernels.Counter) {
		flag := new(atomic.Bool)
		flag.Store(true)
		c.StopOn(flag)
		found, stats := c.Count(a, b)
		if found != 0 || stats.Nodes+stats.Leaves+stats.Tests != 0 {
			t.Errorf("stopped before: %d pairs, %+v", found, stats)
		}
		if c.Kernel() != "generic" { // it has no nodes
			flag = new(atomic.Bool)
			const nodes = 5
			c.StopAfter(nodes, flag)
			if _, stats := c.Count(a, b); !flag.Load() || stats.Nodes > nodes || stats.Leaves > nodes {
				t.Errorf("stopped after %d nodes: %+v", nodes, stats)
			}
		}
		c.StopOn(new(atomic.Bool))
		if found, stats := c.Count(a, b); found != want || stats.Nodes+stats.Direct <= 5 {
			t.Errorf("not stopped: %d pairs, want %d; %+v", found, want, stats)
		}
	})
}

func TestCountNeedsSlack(t *testing.T) {
	c := must.Get(kernels.New("generic"))(t)
	defer func() {
		if recover() == nil {
			t.Error("a list without slack is counted")
		}
	}()
	c.Count(withSlack([]uint64{1, 2}), make([]uint64, 2, 1+kernels.Slack))
}
