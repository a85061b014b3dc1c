package parity

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count/kind"
	"queens/internal/parity"
	"queens/known"
)

// begin returns a count of order n by runs of row sets.
func begin(n int) *Count { return Kind{}.Begin(schemes()[2], n).(*Count) }

// newPlan returns the subproblems of order n.
func newPlan(t *testing.T, n int) (*Count, []kind.Subproblem) {
	t.Helper()
	c := begin(n)
	whole, err := c.Work(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.Cut(t.Context(), c.Target(whole))
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Number = i
	}
	return c, list
}

// Solutions and evidence depend neither on the ways in which units are counted again nor on the
// memory for lists.
func TestWays(t *testing.T) {
	for n := range 14 {
		c, plan := newPlan(t, n)
		if n > 8 && n%4 < 2 {
			c, plan = newGroupPlan(t, n)
		}
		ways := [][]string{nil, {byImage}, {byMethod}, {byPairs}, {byImage, byMethod, byPairs}}
		if n%2 == 0 {
			ways = append(ways, []string{byColours}, []string{byColours, byImage, byPairs, byMethod})
		}
		want := ""
		for i, by := range ways {
			total, lines := countAgain(t, c, plan, kind.Options{By: by, Memory: int64(2 * (i % 2))})
			if q, _ := known.Solutions(n); total != q {
				t.Errorf("order %d by %q: %v solutions, want %v", n, by, total, q)
			}
			if by == nil {
				want = lines
			}
			if lines != want {
				t.Errorf("order %d by %q: evidence\n%swant\n%s", n, by, lines, want)
			}
		}
	}
}

// countAgain counts a plan and returns the total, and the results of all subproblems.
func countAgain(t *testing.T, c *Count, plan []kind.Subproblem, o kind.Options) (total queens.Total, lines string) {
	t.Helper()
	w, err := newPairer(c, newLists(c, o), o)
	if err != nil {
		t.Fatal(err)
	}
	if w.image != o.Has(byImage) || w.exchanged != o.Has(byColours) || w.pairs != o.Has(byPairs) {
		t.Errorf("order %d by %q: %+v", c.order, o.By, w)
	}
	var text strings.Builder
	for i := range plan {
		r, err := w.Count(t.Context(), &plan[i])
		if err != nil {
			t.Fatal(err)
		}
		if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
			t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
		}
		total = total.Plus(r.Total)
		fmt.Fprintln(&text, r.Total, r.Evidence)
	}
	return total, text.String()
}

// TestLongRehearsal counts eight random units of every class of the largest orders in several ways,
// two where units take up to a minute, and one of the middle class of each order by the slow twin
// too.
func TestLongRehearsal(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("half an hour: only with QUEENS_LONG=1")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{26, 27, 28} {
		c := begin(n)
		ways := [][]string{{byImage}, {byPairs}}
		if n%2 == 0 {
			ways = append(ways, []string{byColours})
		}
		for class := range parity.Classes(n) {
			draw := func() Tile {
				for {
					even, odd := random.IntN(len(class.EvenSets)), random.IntN(len(class.OddSets))
					tile := Tile{class.Queens, even, 1, odd, 1}
					for range tile.units(c) { // none if another unit of the orbit stands for it
						return tile
					}
				}
			}
			units := 8
			if len(class.EvenSets) < 1<<9 {
				units = 2
			}
			for i := range units {
				by := ways
				if i == 0 && class.Queens == n/4 {
					by = append(slices.Clone(ways), []string{byMethod})
				}
				tile := draw()
				t.Run(fmt.Sprintf("n=%d/class=%d", n, class.Queens), func(t *testing.T) { rehearse(t, c, tile, by) })
			}
		}
	}
}

// rehearse counts a tile of one unit as usual and in several ways.
func rehearse(t *testing.T, c *Count, tile Tile, ways [][]string) {
	var want string
	for _, by := range append([][]string{nil}, ways...) {
		seconds := kind.Stopwatch()
		_, text := countAgain(t, c, []kind.Subproblem{{Pieces: tile}}, kind.Options{By: by, Memory: 4 << 30})
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
	c := begin(20)
	sub := &kind.Subproblem{Pieces: Tile{Queens: 5, EvenCount: 252, OddCount: 252}}
	for _, kernel := range (Kind{}).Facts().Kernels {
		if !kernel.Usable {
			continue
		}
		w, err := newPairer(c, newLists(c, kind.Options{}), kind.Options{Kernel: kernel.Kernel})
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []time.Duration{0, 50 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r, err := w.Count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("kernel %s, stopped after %v: result %+v, error %v", kernel.Kernel, after, r, err)
			}
		}
	}
}
