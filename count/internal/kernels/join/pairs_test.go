package join_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"queens"
	kernels "queens/count/internal/kernels/join"
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
			f(t, kernels.New(k.Name))
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
	reference := kernels.New("portable")
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
	c := kernels.New("generic")
	defer func() {
		if recover() == nil {
			t.Error("a list without slack is counted")
		}
	}()
	c.Count(withSlack([]uint64{1, 2}), make([]uint64, 2, 1+kernels.Slack))
}

func ExampleCounter_Count() {
	c := kernels.New("auto")
	a := append(make([]uint64, 0, 3+kernels.Slack), 0b0011, 0b0101, 0b1000)
	b := append(make([]uint64, 0, 2+kernels.Slack), 0b1010, 0b0100)
	found, _ := c.Count(a, b) // 0011 and 0100, 0101 and 1010, 1000 and 0100
	fmt.Println(found)
	// Output: 3
}

// FuzzCount reads two lists from bytes: the length of the first list, then 8 bytes per key. The
// rest is repeated to make lists longer than a block.
func FuzzCount(f *testing.F) {
	f.Add([]byte{0}, uint16(0))
	f.Add([]byte("\x01abcdefgh01234567"), uint16(1))
	f.Add([]byte("\x02\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00"+
		"\x03\x00\x00\x00\x00\x00\x00\x00"), uint16(700))
	f.Fuzz(func(t *testing.T, data []byte, times uint16) {
		if len(data) == 0 || len(data) > 4096 {
			return
		}
		first := int(data[0])
		var a, b []uint64
		for i := 1; i+8 <= len(data); i += 8 {
			key := binary.LittleEndian.Uint64(data[i:])
			if first > 0 {
				a, first = append(a, key), first-1
			} else {
				b = append(b, key)
			}
		}
		for k, longest := uint64(1), int(times)%2000; len(a) > 0 && len(b) > 0 && len(a)+len(b) < longest; k++ {
			a = append(a, a[0]>>(k%7)^k) // related keys, not copies
			b = append(b, b[len(b)-1]<<1^b[0])
		}
		a, b = withSlack(a), withSlack(b)
		for _, k := range kernels.All() {
			if k.Usable() {
				compare(t, kernels.New(k.Name), a, b, "fuzz")
			}
		}
	})
}

// halves yields, for every set of n/2 columns of a board of even order n, the two lists of a
// half-board join: the placements of n/2 queens in the top half on these columns, and in the bottom
// half on the others. A key is the set of crossing diagonals.
func halves(n int) iter.Seq2[[]uint64, []uint64] {
	return func(yield func(top, bottom []uint64) bool) {
		for columns := range uint32(1) << n {
			if bits.OnesCount32(columns) != n/2 {
				continue
			}
			top, bottom := half(n, columns)
			if !yield(top, bottom) {
				return
			}
		}
	}
}

func half(n int, columns uint32) (top, bottom []uint64) {
	top = placements(nil, n, 0, n/2, columns, 0, 0, 0)
	bottom = placements(nil, n, n/2, n, (1<<n-1)&^columns, 0, 0, 0)
	return withSlack(top), withSlack(bottom)
}

// placements appends the keys of all placements in rows row to end-1 on the columns left, after
// queens on the given diagonals.
func placements(keys []uint64, n, row, end int, left uint32, rising, falling, key uint64) []uint64 {
	if row == end {
		return append(keys, key)
	}
	for rest := left; rest != 0; rest &= rest - 1 {
		col := bits.TrailingZeros32(rest)
		s, d := uint64(1)<<(row+col), uint64(1)<<(row-col+n-1)
		if rising&s == 0 && falling&d == 0 {
			keys = placements(keys, n, row+1, end, left&^(1<<col), rising|s, falling|d, key|crossing(n, row, col))
		}
	}
	return keys
}

// crossing returns the diagonals through a square that reach both halves of the board. The bottom
// half begins at row t = n/2: rising diagonals row+col from t to t+n-2 are bits 0 to n-2, falling
// ones row-col from t-n+1 to t-1 are bits n-1 to 2n-3.
func crossing(n, row, col int) (key uint64) {
	t := n / 2
	if s := row + col - t; 0 <= s && s <= n-2 {
		key |= 1 << s
	}
	if d := row - col - (t - n + 1); 0 <= d && d <= n-2 {
		key |= 1 << (n - 1 + d)
	}
	return key
}

var (
	calibrate = flag.String("calibrate", "", "print CSV of times for values of a cost: name=value,value,...")
	with      = flag.String("with", "avx2", "kernel to calibrate")
)

// TestCalibrate measures the time of a count as a function of one of its costs, for instance
// -calibrate eager=1,2,3. Columns are name, value, order, and the least and median ns per pair.
func TestCalibrate(t *testing.T) {
	if *calibrate == "" {
		t.Skip("only on demand: -calibrate")
	}
	name, list, _ := strings.Cut(*calibrate, "=")
	for _, s := range []struct{ n, k int }{{16, 48}, {18, 24}, {20, 4}, {22, 1}} {
		sample := sampleHalves(s.n, s.k)
		for value := range strings.SplitSeq(list, ",") {
			c := kernels.New(*with)
			x, err := strconv.ParseFloat(value, 64)
			if name != "none" && (err != nil || !c.SetCost(name, x)) {
				t.Fatalf("-calibrate %s: want name=value,value,...", *calibrate)
			}
			least, median := timesPerPair(c, sample)
			fmt.Fprintf(os.Stderr, "%s,%s,%d,%.3f,%.3f\n", name, value, s.n, least, median)
		}
	}
}

// timesPerPair returns the least and the median time per pair of some runs, in nanoseconds.
func timesPerPair(c *kernels.Counter, sample []halfPair) (least, median float64) {
	var times []float64
	for start := time.Now(); len(times) < 3 || time.Since(start) < time.Second; {
		from := time.Now()
		var found uint64
		for _, s := range sample {
			found += count(c, s.top, s.bottom)
		}
		times = append(times, float64(time.Since(from).Nanoseconds())/float64(found))
	}
	slices.Sort(times)
	return times[0], times[len(times)/2]
}

// halfPair is one column set of a half-board join.
type halfPair struct{ top, bottom []uint64 }

// sampleHalves returns the lists of k random column sets of order n, the same in every run.
func sampleHalves(n, k int) (sample []halfPair) {
	r := rand.New(rand.NewPCG(uint64(n), 20))
	for range k {
		var columns uint32
		for _, c := range r.Perm(n)[:n/2] {
			columns |= 1 << c
		}
		top, bottom := half(n, columns)
		sample = append(sample, halfPair{top, bottom})
	}
	return sample
}

var samples = []struct{ n, k int }{{14, 64}, {16, 48}, {18, 24}, {20, 6}, {22, 2}}

// BenchmarkCount joins halves of real boards. An operation is one column set. ns/pair is the time
// per disjoint pair, without symmetry: an eighth of it is the cost per solution of a whole count.
func BenchmarkCount(b *testing.B) {
	for _, s := range samples {
		var sample []halfPair
		for _, k := range kernels.All() {
			if k.Name == "generic" && s.n > 16 || !k.Usable() {
				continue
			}
			b.Run(fmt.Sprintf("kernel=%s/n=%d", k.Name, s.n), func(b *testing.B) {
				if sample == nil {
					sample = sampleHalves(s.n, s.k)
				}
				benchmarkCount(b, k.Name, sample)
			})
		}
	}
}

func benchmarkCount(b *testing.B, kernel string, sample []halfPair) {
	c := kernels.New(kernel)
	var (
		stats kernels.Stats
		found uint64
		lists int
	)
	for b.Loop() {
		s := sample[lists%len(sample)]
		lists++
		k, st := c.Count(s.top, s.bottom)
		found += k
		stats.Tests += st.Tests
		stats.Leaves += st.Leaves
	}
	ns := float64(b.Elapsed().Nanoseconds())
	b.ReportMetric(ns/float64(found), "ns/pair")
	b.ReportMetric(ns/float64(max(stats.Tests, 1)), "ns/test")
	b.ReportMetric(float64(stats.Tests)/float64(found), "tests/pair")
	b.ReportMetric(float64(stats.Tests)/float64(max(stats.Leaves, 1)), "tests/leaf")
}
