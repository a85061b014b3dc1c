package symmetric

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"testing"
	"time"

	"queens"
	"queens/count/internal/symmetric"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

func begin(method string, n int) *count {
	s := variants()[slices.IndexFunc(variants(), func(s plan.Variant) bool { return s.Name == method })]
	return Method{}.NewCount(s, n).(*count)
}

func newPlan(t *testing.T, n int, method string) (*count, []plan.Subproblem) {
	t.Helper()
	c := begin(method, n)
	whole := must.Get(c.Work(t.Context()))(t)
	list := must.Get(c.Cut(t.Context(), c.Target(whole)))(t)
	for i := range list {
		list[i].Number = i
	}
	return c, list
}

// countProduct returns the total of a product, added up from single results, and their evidence.
func countProduct(t *testing.T, method string, n int, o plan.CountOptions) (total queens.Total, evidence []string) {
	t.Helper()
	c, subs := newPlan(t, n, method)
	w := newWorker(c, o)
	for i := range subs {
		r := must.Get(w.Count(t.Context(), &subs[i]))(t)
		if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
			t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
		}
		total = total.Plus(r.Total)
		evidence = append(evidence, fmt.Sprint(r.Total, r.Evidence))
	}
	return total, evidence
}

// Every known value is found, and neither kernels nor the order of the rows change a result or its
// evidence.
func TestProducts(t *testing.T) {
	for _, test := range []struct {
		method, series                        string
		short, usual, long, generic, backward int
	}{
		{"symmetric-half-turn", "s180", 22, 26, 30, 17, 21},
		{"symmetric-quarter-turn", "s90", 48, 48, 53, 37, 41},
		{"symmetric-torus", "toroidal-half-turn", 21, 23, 25, 19, 21},
		{"symmetric-super-half-turn", "superqueens-half-turn", 18, 20, 26, 18, 18},
		{"symmetric-super-quarter-turn", "superqueens-quarter-turn", 25, 29, 37, 29, 29},
	} {
		most := test.usual
		if testing.Short() {
			most = test.short
		} else if os.Getenv("QUEENS_LONG") != "" {
			most = test.long
		}
		for n := range most + 1 {
			v, ok := known.Lookup(test.series, n)
			if !ok {
				t.Fatalf("%s(%d) is not known", test.series, n)
			}
			total, evidence := countProduct(t, test.method, n, plan.CountOptions{})
			if total != v.Value {
				t.Errorf("%s of order %d: %v, want %v", test.method, n, total, v.Value)
			}
			c := begin(test.method, n)
			if c.Accepts(plan.CountOptions{By: []string{bySearch}}) == nil && n <= test.backward {
				if searched, _ := countProduct(t, test.method, n,
					plan.CountOptions{By: []string{bySearch}}); searched != total {
					t.Errorf("%s of order %d, by a search: %v, want %v", test.method, n, searched, total)
				}
			}
			for _, k := range (Method{}).Info().Kernels {
				if !k.Usable || n > test.backward || k.Kernel == "generic" && n > test.generic {
					continue
				}
				for _, by := range [][]string{nil, {byBackwards}} {
					if _, other := countProduct(t, test.method, n,
						plan.CountOptions{Kernel: k.Kernel, By: by}); fmt.Sprint(other) != fmt.Sprint(evidence) {
						t.Errorf("%s of order %d, kernel %s, by %q: %v, want %v", test.method, n, k.Kernel, by,
							other, evidence)
					}
				}
			}
		}
	}
}

// groupedHalf returns the product of the half turn, and its units with similar ones side by side.
func groupedHalf(t *testing.T, n int) (*worker, *symmetric.Half, []symmetric.Unit) {
	t.Helper()
	c := begin("symmetric-half-turn", n)
	return newWorker(c, plan.CountOptions{}), c.product().(*symmetric.Half), c.product().All()
}

// Similar units have the same results together and alone, and add up to the known value.
func TestAlike(t *testing.T) {
	most := 24
	if testing.Short() {
		most = 21
	}
	for n := 8; n <= most; n++ {
		w, h, units := groupedHalf(t, n)
		var total queens.Total
		largest := 0
		for rest := units; len(rest) > 0; {
			group := rest[:h.Alike(rest)]
			rest = rest[len(group):]
			largest = max(largest, len(group))
			for i, got := range w.counter.Halves(h, group, false, nil) {
				if one := w.counter.Halves(h, group[i:i+1], false, nil)[0]; got != one {
					t.Fatalf("order %d, rows %b: %v together, %v alone", n, group[i].Lines, got, one)
				}
				total = total.Plus(queens.TotalOf(got.Sum.High, got.Sum.Low).Times(group[i].Weight))
			}
		}
		if v, _ := known.Lookup("s180", n); total != v.Value {
			t.Errorf("order %d: %v, want %v", n, total, v.Value)
		}
		if n > 20 && largest != 10 {
			t.Errorf("order %d: at most %d units are alike, want 10", n, largest)
		}
	}
}

var whiteHalves = flag.Int("halves", 0, "add up the white halves of the solutions of this order, 4 to 40, that a "+
	"quarter turn leaves unchanged")

// TestWhiteHalves checks a claim of docs/symmetric.md for orders 4j: white pairs on the rows of
// half of the lines and in the columns of the others are the pairings of the quarter turn, with
// each line of a pair as the row. So tables of the half turn add up to the count of another
// product.
func TestWhiteHalves(t *testing.T) {
	first, last := 4, 24
	if *whiteHalves > 0 {
		first, last = *whiteHalves, *whiteHalves
	}
	for n := first; n <= last; n += 4 {
		w, h, units := groupedHalf(t, n)
		var total uint64
		for len(units) > 0 {
			group := units[:h.Alike(units)]
			units = units[len(group):]
			if bits.OnesCount32(group[0].Lines) != n/4 {
				continue
			}
			var boards []*symmetric.Board
			var tables [][]uint64
			for i, u := range group {
				white := h.Product(u.Lines).White
				boards, tables = append(boards, &white), append(tables, w.counter.Table(i, white.Cells))
			}
			w.counter.Tally(boards, tables)
			for i, u := range group {
				others := uint64(1)<<h.Lines - 1 - uint64(u.Lines)
				total += 2 * tables[i][boards[i].Cell(others)] // the halves of the other lines are equal in number
			}
		}
		v, _ := known.Lookup("s90", n)
		if got := queens.NewTotal(total); got != v.Value {
			t.Errorf("order %d: %v, want %v", n, got, v.Value)
		}
	}
}

// No subproblem splits similar units, and every unit is in one subproblem.
func TestGroupsAreWhole(t *testing.T) {
	c := begin("symmetric-half-turn", 23)
	subs := must.Get(c.Cut(t.Context(), queens.NewTotal(1<<14)))(t)
	units, ends := c.product().All(), map[int]bool{}
	for first := 0; first < len(units); {
		first += c.product().Alike(units[first:])
		ends[first] = true
	}
	first := 0
	for i, sub := range subs {
		run := sub.Pieces.(Lines)
		if run.First != first || run.Count < 1 {
			t.Fatalf("subproblem %d begins with unit %d, want %d", i, run.First, first)
		}
		if first += run.Count; !ends[first] {
			t.Errorf("subproblem %d divides a group", i)
		}
	}
	if first != len(units) || len(subs) < 10 {
		t.Errorf("%d of %d units are in subproblems", first, len(units))
	}
}

// A run of units whose context ends has no result.
func TestProductsStop(t *testing.T) {
	for method, n := range map[string]int{"symmetric-half-turn": 34, "symmetric-quarter-turn": 61} {
		c := begin(method, n)
		for _, kernel := range (Method{}).Info().Kernels {
			if !kernel.Usable {
				continue
			}
			w := newWorker(c, plan.CountOptions{Kernel: kernel.Kernel})
			sub := &plan.Subproblem{Pieces: Lines{First: len(c.product().All()) / 2, Count: len(c.product().All()) / 2}}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			r, err := w.Count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("%s, kernel %s: result %+v, error %v", method, kernel.Kernel, r, err)
			}
		}
	}
}
