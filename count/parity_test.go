package count

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
	"queens/count/plan"
	"queens/internal/frames"
	"queens/internal/parity"
	"queens/known"
)

// Solutions and evidence depend neither on the ways in which units are counted again nor on the memory for lists. Order 17 has
// classes of which lists are split.
func TestWays(t *testing.T) {
	orders := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17}
	if testing.Short() {
		orders = orders[:13]
	}
	for _, n := range orders {
		p := newPlan(t, n, "parity")
		ways := [][]string{nil, {byImage}, {byMethod}, {byPairs}, {byImage, byMethod, byPairs}}
		if n%2 == 0 {
			ways = append(ways, []string{byColours}, []string{byColours, byImage, byPairs, byMethod})
		}
		if n == 17 { // seconds
			ways = [][]string{nil, {byImage, byMethod, byPairs}}
		}
		want := ""
		for i, by := range ways {
			total, lines := countAgain(t, p, Options{By: by, Memory: int64(2 * (i % 2))})
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
func countAgain(t *testing.T, p *plan.Plan, o Options) (total queens.Total, lines string) {
	t.Helper()
	w, err := newPairer(p.Frame, newParitySource(p.Frame, o), o)
	if err != nil {
		t.Fatal(err)
	}
	if w.image != o.has(byImage) || w.exchanged != o.has(byColours) || w.pairs != o.has(byPairs) {
		t.Errorf("order %d by %q: %+v", p.Order, o.By, w)
	}
	var text strings.Builder
	for i := range p.Subproblems {
		r, err := w.count(t.Context(), &p.Subproblems[i])
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

// TestLongRehearsal counts one unit of every class of the largest orders, and again in the ways there are: in all of them where a
// count takes some seconds, otherwise as its image.
func TestLongRehearsal(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("minutes: only with QUEENS_LONG=1")
	}
	for _, n := range []int{27, 28} {
		d, err := plan.NewDraft(t.Context(), n, lookupScheme(t, "parity"))
		if err != nil {
			t.Fatal(err)
		}
		units := map[int]parity.Unit{} // by class; of rare classes any unit
		for _, s := range slices.Backward(d.SampleUnits(t.Context(), sampledUnits, 1)) {
			units[s.Queens] = s.Unit
		}
		for class := range parity.Classes(n) {
			u, drawn := units[class.Queens]
			if !drawn {
				for u = range class.Units() {
					break
				}
			}
			tile := plan.Tile{Queens: class.Queens, Even: u.Even, EvenCount: 1, Odd: u.Odd, OddCount: 1}
			t.Run(fmt.Sprintf("n=%d/class=%d", n, class.Queens), func(t *testing.T) { rehearse(t, d.Frame, tile) })
		}
	}
}

// rehearse counts a tile of one unit in several ways.
func rehearse(t *testing.T, f *plan.Frame, tile plan.Tile) {
	ways := [][]string{nil, {byImage}, {byPairs}}
	if f.Order%2 == 0 {
		ways = append(ways, []string{byColours})
	}
	ways = append(ways, []string{byMethod})
	var want string
	most := 1.0
	for _, by := range ways {
		o := Options{By: by}
		w, err := newPairer(f, newParitySource(f, o), o)
		if err != nil {
			t.Fatal(err)
		}
		seconds := stopwatch()
		class := frames.Of(f).Class(tile.Queens)
		for u := range f.Units(tile) {
			if w.image {
				u = class.Image(u)
			}
			w.counter.Prepare(tile.Queens, u)
		}
		lists := seconds()
		r, err := w.count(t.Context(), &plan.Subproblem{Pieces: tile})
		if err != nil {
			t.Fatal(err)
		}
		whole := seconds()
		text := fmt.Sprint(r.Total, r.Evidence)
		t.Logf("row sets %d, %d by %q: lists %.2f s, counting %.2f s, %s", tile.Even, tile.Odd, by, lists, whole-lists, text)
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

// What cannot be counted again in a way is refused in one sentence.
func TestWaysThatAreRefused(t *testing.T) {
	for _, test := range []struct {
		scheme string
		n      int
		o      Options
		want   string // empty: accepted
	}{
		{"parity", 12, Options{By: []string{byColours, byMethod}}, ""},
		{"parity", 13, Options{By: []string{byColours}}, "count: order 13: a reflection exchanges the colours of even orders only"},
		{"parity", 12, Options{By: []string{byHalves}}, `count: scheme parity is not counted again by "halves": want some of image, colours, method, pairs`},
		{"parity", 12, Options{By: []string{byMethod}, Kernel: "generic"}, "count: kernel generic compares all pairs one by one and has no other method"},
		{"parity", 12, Options{By: []string{byPairs}, Kernel: "generic"}, ""},
		{"join", 12, Options{By: []string{byImage}}, `count: scheme join is not counted again by "image": want some of halves`},
		{"half-turn", 12, Options{By: []string{byBackwards}}, ""},
		{"half-turn", 12, Options{By: []string{bySearch}}, ""},
		{"torus-half-turn", 13, Options{By: []string{bySearch}}, "count: scheme torus-half-turn is a search of the whole board already"},
		{"families", 12, Options{By: []string{byImage}}, `count: scheme families is counted again by another kernel alone, not by "image"`},
	} {
		p := newPlan(t, test.n, test.scheme)
		got := ""
		if _, err := NewCounter(p.Frame, test.o); err != nil {
			got = strings.TrimSuffix(err.Error(), ": "+queens.ErrFormat.Error())
			if !errors.Is(err, queens.ErrFormat) {
				t.Errorf("%s by %q: error %v, want ErrFormat", test.scheme, test.o.By, err)
			}
		}
		if got != test.want {
			t.Errorf("%s by %q: %q, want %q", test.scheme, test.o.By, got, test.want)
		}
	}
}

// A tile whose context ends has no result.
func TestPairerStops(t *testing.T) {
	scheme, err := plan.Lookup("parity")
	if err != nil {
		t.Fatal(err)
	}
	f, err := plan.NewFrame(20, scheme)
	if err != nil {
		t.Fatal(err)
	}
	sub := &plan.Subproblem{Pieces: plan.Tile{Queens: 5, EvenCount: 252, OddCount: 252}}
	for _, kernel := range parityEngine().kernels() {
		if !kernel.Usable {
			continue
		}
		w, err := newPairer(f, newParitySource(f, Options{}), Options{Kernel: kernel.Kernel})
		if err != nil {
			t.Fatal(err)
		}
		for _, after := range []time.Duration{0, 50 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r, err := w.count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("kernel %s, stopped after %v: result %+v, error %v", kernel.Kernel, after, r, err)
			}
		}
	}
}
