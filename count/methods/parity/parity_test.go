package parity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	kernels "queens/count/internal/kernels/parity"
	"queens/count/internal/parity"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

// Solutions and evidence depend neither on the ways to count again nor on memory.
func TestWays(t *testing.T) {
	for n := range 14 {
		c, subs := newPlan(t, n)
		ways := [][]string{nil, {byImage}, {byMethod}, {byImage, byMethod}}
		if n%2 == 0 {
			ways = append(ways, []string{byColours}, []string{byColours, byImage, byMethod})
		}
		want := ""
		for i, by := range ways {
			q, _ := known.Solutions(n)
			want = checkAgain(t, c, subs, plan.CountOptions{By: by, Memory: int64(2 * (i % 2))}, q, want)
		}
	}
}

// TestBoards counts an empty board, half turns and reflecting queens in all ways; queen by queen
// there is no evidence.
func TestBoards(t *testing.T) {
	for i, of := range []struct {
		series, by            string
		first, step, most, to int // to: in short tests
	}{{"solutions", bySquares, 0, 1, 12, 10}, {"s180", byRows, 1, 2, 25, 21}, {"reflecting", bySquares, 0, 1, 15, 12}} {
		for n := of.first; n <= of.most && (n <= of.to || !testing.Short()); n += of.step {
			c := Method{}.NewCount(variants()[1+i], n).(*Count)
			subs := must.Get(c.Cut(t.Context(), plan.Work{}))(t)
			want := ""
			v, ok := known.Lookup(of.series, n)
			if !ok {
				t.Fatalf("%s(%d) is not known", of.series, n)
			}
			for k, by := range [][]string{nil, {byMethod}, {of.by}} {
				if k == 2 {
					want = regexp.MustCompile(`\[.*\]`).ReplaceAllString(want, "[]")
				}
				want = checkAgain(t, c, subs, plan.CountOptions{By: by, Memory: int64(2 * (k % 2))}, v.Value, want)
			}
		}
	}
}

// idle is a device that must not count.
type idle struct{ plan.Device }

func (idle) Slots() int { return 1 }

// TestOthersWithoutDevices checks that half turns and reflecting queens stay on the processor: a
// device would count all solutions of the order.
func TestOthersWithoutDevices(t *testing.T) {
	o := plan.CountOptions{Devices: []plan.Device{idle{}}}
	for i, device := range []bool{true, false, false} {
		w := Method{}.NewCount(variants()[i], 23).Workers(o)()
		if _, ok := w.(*deviceWorker); ok != device {
			t.Errorf("%s: worker %T", variants()[i].Name, w)
		}
	}
}

func workerOf(t *testing.T, c *Count, o plan.CountOptions) *worker {
	t.Helper()
	return newWorker(c, newSource(c, o, o.Bytes()/2), o)
}

// checkAgain counts a plan and returns its evidence, which it compares unless the other is empty.
func checkAgain(t *testing.T, c *Count, subs []plan.Subproblem, o plan.CountOptions, want queens.Total,
	evidence string,
) string {
	t.Helper()
	total, lines := countAgain(t, c, subs, o)
	if total != want {
		t.Errorf("order %d, %+v: %v solutions, want %v", c.order, o, total, want)
	}
	if evidence != "" && lines != evidence {
		t.Errorf("order %d, %+v: evidence\n%swant\n%s", c.order, o, lines, evidence)
	}
	return cmp.Or(evidence, lines)
}

func countAgain(t *testing.T, c *Count, subs []plan.Subproblem, o plan.CountOptions) (queens.Total, string) {
	t.Helper()
	w, total := workerOf(t, c, o), queens.Total{}
	var text strings.Builder
	for i := range subs {
		r := must.Get(w.Count(t.Context(), &subs[i]))(t)
		if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
			t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
		}
		total = total.Plus(r.Total)
		fmt.Fprintln(&text, r.Total, r.Evidence)
	}
	return total, text.String()
}

// TestLongRehearsal counts eight random units of every class of the largest orders in several ways,
// two of a class if units take up to a minute, as from order 29 on; kernels compare blocks of more.
// It counts one of the middle class of each order to 28 also with the slow twin.
func TestLongRehearsal(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("half an hour: only with QUEENS_LONG=1")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := 26; n <= kernels.MaxOrder; n++ {
		c := unitByUnit(n)
		ways := [][]string{{byImage}}
		if n%2 == 0 {
			ways = append(ways, []string{byColours})
		}
		for class := range parity.Square.Classes(n) {
			draw := func() groupTile {
				for {
					even, odd := random.IntN(len(class.EvenSets)), random.IntN(len(class.OddSets))
					tile := groupTile{class.Queens, even, odd}
					for range tile.units(c) { // none if another unit of the orbit represents it
						return tile
					}
				}
			}
			units := 8
			if n > 28 || len(class.EvenSets) < 1<<9 {
				units = 2
			}
			for i := range units {
				by := ways
				if i == 0 && class.Queens == n/4 && n <= 28 {
					by = append(slices.Clone(ways), []string{byMethod})
				}
				tile := draw()
				t.Run(fmt.Sprintf("n=%d/class=%d", n, class.Queens), func(t *testing.T) { rehearse(t, c, tile, by) })
			}
		}
	}
}

// unitByUnit returns a count whose tiles are single units.
func unitByUnit(n int) *Count {
	c := begin(n)
	cover := func(sets []parity.Set) (cover parity.Cover) {
		for i := range sets {
			cover.Groups, cover.Of = append(cover.Groups, []int{i}), append(cover.Of, i)
		}
		return cover
	}
	c.covers = func(queens int) covers {
		class := c.class(queens)
		return covers{cover(class.EvenSets), cover(class.OddSets)}
	}
	return c
}

func rehearse(t *testing.T, c *Count, tile groupTile, ways [][]string) {
	var want string
	for _, by := range append([][]string{nil}, ways...) {
		seconds := plan.Stopwatch()
		_, text := countAgain(t, c, []plan.Subproblem{{Pieces: tile}}, plan.CountOptions{By: by, Memory: 4 << 30})
		t.Logf("row sets %d, %d by %q: %.2f s, %s", tile.Even, tile.Odd, by, seconds(), text)
		if by == nil {
			want = text
		}
		if text != want {
			t.Errorf("by %q: %s, want %s", by, text, want)
		}
	}
}

// A tile whose context ends has no result.
func TestPairerStops(t *testing.T) {
	for _, kernel := range usable() {
		n, queens := 26, 6 // its first tile takes many times what it has
		if kernel == plan.Reference {
			n, queens = 20, 5 // of order 26 a list of labels, between which it stops, takes seconds
		}
		c, sub := begin(n), &plan.Subproblem{Pieces: groupTile{Queens: queens}}
		w := newWorker(c, newSource(c, plan.CountOptions{}, 1<<30), plan.CountOptions{Kernel: kernel})
		for _, after := range []time.Duration{0, 50 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r, err := w.Count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("kernel %s, stopped after %v: result %+v, error %v", kernel, after, r, err)
			}
		}
	}
}

// The probability of each tile is its share of the time, and the samples represent all tiles. The
// first ones are from different stretches of the plan.
func TestDraw(t *testing.T) {
	const seeds = 20
	for _, n := range []int{12, 16} {
		c, subs := newPlan(t, n)
		sum := 0.0
		for seed := range uint64(seeds) {
			list := draw(subs, c.Weigh, rand.New(rand.NewPCG(seed, 1)))
			for _, d := range list {
				sum += d.inverse / seeds / drawnTiles
			}
			for first := 1; first <= drawnTiles; first *= 2 {
				places := map[int]bool{}
				for _, d := range list[:first] {
					places[d.place*first/drawnTiles] = true
				}
				if len(places) != first {
					t.Fatalf("order %d, seed %d: the first %d samples are from %d stretches", n,
						seed, first, len(places))
				}
			}
		}
		if want := float64(len(subs)); math.Abs(sum/want-1) > 0.05 {
			t.Errorf("order %d: samples stand for %.1f tiles, want about %.0f", n, sum, want)
		}
	}
}

// Samples of tiles, also by the reference, have the known number of solutions on average.
func TestSamples(t *testing.T) {
	const n, samples = 12, 3000
	c, subs := newPlan(t, n)
	planner := func(context.Context) ([]plan.Subproblem, error) { return subs, nil }
	for _, kernel := range []string{"", plan.Reference} {
		sum, number := 0.0, 0
		for seed := uint64(1); number < samples; seed++ {
			for s, err := range must.Get(c.Samples(t.Context(), planner, plan.CountOptions{Kernel: kernel}, seed))(t) {
				if err != nil || s.Seconds < 0 || !s.Placed {
					t.Fatalf("%+v, %v", s, err)
				}
				sum += s.Solutions
				number++
			}
		}
		q, _ := known.Solutions(n)
		if mean := sum / float64(number) / q.Float64(); mean < 0.95 || mean > 1.05 {
			t.Errorf("kernel %q: %.3f of the known solutions in the mean of %d samples", kernel, mean, number)
		}
	}
}

// Every place is equally likely to be first.
func TestSpreadEvenly(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	list := []int{0, 1, 2, 3, 4, 5, 6, 7}
	var first [8]int
	const rounds = 8000
	for range rounds {
		spread := spreadEvenly(list, random)
		first[spread[0]]++
		slices.Sort(spread)
		if !slices.Equal(spread, list) {
			t.Fatalf("%v are not all", spread)
		}
	}
	for i, number := range first { // a thousand expected, with a deviation of 30
		if number < 850 || number > 1150 {
			t.Errorf("%d comes first in %d of %d rounds", i, number, rounds)
		}
	}
}

// BenchmarkClasses times the classes that take nearly all of the time of orders 28 to 31, with the
// same samples of tiles. It reports the hours of each class.
func BenchmarkClasses(b *testing.B) {
	o := plan.CountOptions{Workers: 1, Memory: 6 << 30}
	for n := 28; n <= kernels.MaxOrder; n++ {
		c := begin(n)
		for class := range parity.Square.Classes(n) {
			if more := max(class.More(0), class.More(1)); more > 5 {
				continue
			}
			b.Run(fmt.Sprintf("n=%d/class=%d", n, class.Queens), func(b *testing.B) {
				subs, tiles := must.Get(c.Cut(b.Context(), plan.Work{}))(b), []plan.Subproblem(nil)
				for _, sub := range subs {
					if sub.Pieces.(groupTile).Queens == class.Queens {
						tiles = append(tiles, sub)
					}
				}
				samples, seconds := 16, 0.0
				for b.Loop() {
					s := newSampler(c, subs, o, 1)
					for _, d := range draw(tiles, c.Weigh, rand.New(rand.NewPCG(uint64(n), 1)))[:samples] {
						r := must.Get(s.measure(b.Context(), d.tile))(b)
						seconds += r.Seconds * d.inverse / float64(samples)
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(seconds/float64(b.N)/3600, "hours/class")
			})
		}
	}
}
