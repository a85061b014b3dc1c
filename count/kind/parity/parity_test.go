package parity

import (
	"context"
	"errors"
	"fmt"
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

// begin returns a count of order n.
func begin(n int) *Count { return Kind{}.Begin(schemes()[0], n).(*Count) }

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
// memory for lists. Order 17 has classes of which lists are split.
func TestWays(t *testing.T) {
	orders := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17}
	if testing.Short() {
		orders = orders[:13]
	}
	for _, n := range orders {
		c, plan := newPlan(t, n)
		ways := [][]string{nil, {byImage}, {byMethod}, {byPairs}, {byImage, byMethod, byPairs}}
		if n%2 == 0 {
			ways = append(ways, []string{byColours}, []string{byColours, byImage, byPairs, byMethod})
		}
		if n == 17 { // seconds
			ways = [][]string{nil, {byImage, byMethod, byPairs}}
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
	w, err := newPairer(c, c.newSource(o), o)
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

// TestLongRehearsal counts one unit of every class of the largest orders, and again in the ways
// there are: in all of them where a count takes some seconds, otherwise as its image.
func TestLongRehearsal(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("minutes: only with QUEENS_LONG=1")
	}
	for _, n := range []int{27, 28} {
		c := begin(n)
		units := map[int]parity.Unit{} // by class; of rare classes any unit
		for _, s := range slices.Backward(c.sampleUnits(t.Context(), sampledUnits, 1, nil)) {
			units[s.Queens] = s.Unit
		}
		for class := range parity.Classes(n) {
			u, drawn := units[class.Queens]
			if !drawn {
				for u = range class.Units() {
					break
				}
			}
			tile := Tile{Queens: class.Queens, Even: u.Even, EvenCount: 1, Odd: u.Odd, OddCount: 1}
			t.Run(fmt.Sprintf("n=%d/class=%d", n, class.Queens), func(t *testing.T) { rehearse(t, c, tile) })
		}
	}
}

// rehearse counts a tile of one unit in several ways.
func rehearse(t *testing.T, c *Count, tile Tile) {
	ways := [][]string{nil, {byImage}, {byPairs}}
	if c.order%2 == 0 {
		ways = append(ways, []string{byColours})
	}
	ways = append(ways, []string{byMethod})
	var want string
	most := 1.0
	for _, by := range ways {
		o := kind.Options{By: by}
		w, err := newPairer(c, c.newSource(o), o)
		if err != nil {
			t.Fatal(err)
		}
		seconds := kind.Stopwatch()
		class := c.class(tile.Queens)
		for u := range c.Units(tile) {
			if w.image {
				u = class.Image(u)
			}
			w.counter.Prepare(tile.Queens, u)
		}
		lists := seconds()
		r, err := w.Count(t.Context(), &kind.Subproblem{Pieces: tile})
		if err != nil {
			t.Fatal(err)
		}
		whole := seconds()
		text := fmt.Sprint(r.Total, r.Evidence)
		t.Logf("row sets %d, %d by %q: lists %.2f s, counting %.2f s, %s", tile.Even, tile.Odd, by, lists,
			whole-lists, text)
		if by == nil {
			want, most = text, whole
		}
		if text != want {
			t.Errorf("by %q: %s, want %s", by, text, want)
		}
		if by != nil && most > 5 {
			break
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
		w, err := newPairer(c, c.newSource(kind.Options{}), kind.Options{Kernel: kernel.Kernel})
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
