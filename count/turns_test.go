package count

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/frames"
	"queens/internal/turns"
	"queens/known"
)

// countProduct returns the total of a product, added up from single results, and their evidence.
func countProduct(t *testing.T, scheme string, n int, o Options) (total queens.Total, evidence []string) {
	t.Helper()
	p := newPlan(t, n, scheme)
	w, err := newTallier(p.Frame, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Subproblems {
		r, err := w.count(t.Context(), &p.Subproblems[i])
		if err != nil {
			t.Fatal(err)
		}
		if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
			t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
		}
		total = total.Plus(r.Total)
		evidence = append(evidence, fmt.Sprint(r.Total, r.Evidence))
	}
	return total, evidence
}

// Every known value comes out, and neither kernels nor the order of the rows change
// a result or its evidence.
func TestProducts(t *testing.T) {
	for _, test := range []struct {
		scheme, series                        string
		short, usual, long, generic, backward int
	}{
		{"half-turn", "s180", 22, 26, 30, 17, 21},
		{"quarter-turn", "s90", 41, 48, 53, 37, 41},
		{"torus-half-turn", "toroidal-half-turn", 21, 23, 25, 19, 21},
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
			total, evidence := countProduct(t, test.scheme, n, Options{})
			if total != v.Value {
				t.Errorf("%s of order %d: %v, want %v", test.scheme, n, total, v.Value)
			}
			if test.scheme != "torus-half-turn" && n <= test.backward {
				if searched, _ := countProduct(t, test.scheme, n, Options{By: []string{bySearch}}); searched != total {
					t.Errorf("%s of order %d, by a search: %v, want %v", test.scheme, n, searched, total)
				}
			}
			for _, k := range productEngine().kernels() {
				if !k.Usable || n > test.backward || k.Kernel == "generic" && n > test.generic {
					continue
				}
				for _, by := range [][]string{nil, {byBackwards}} {
					if _, other := countProduct(t, test.scheme, n, Options{Kernel: k.Kernel, By: by}); fmt.Sprint(other) != fmt.Sprint(evidence) {
						t.Errorf("%s of order %d, kernel %s, by %q: %v, want %v", test.scheme, n, k.Kernel, by, other, evidence)
					}
				}
			}
		}
	}
}

// groupedHalf returns the product of the half turn, and its units so that those that are alike stand together.
func groupedHalf(t *testing.T, n int) (*tallier, *turns.Half, []turns.Unit) {
	t.Helper()
	f, err := plan.NewFrame(n, lookupScheme(t, "half-turn"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := newTallier(f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := w.products.Half()
	return w, h, h.Units
}

// Units that are alike are counted together as they are one by one, and add up to what is known.
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
			for i, got := range w.halves(group) {
				if one := w.halves(group[i : i+1])[0]; got != one {
					t.Fatalf("order %d, rows %b: %v together, %v alone", n, group[i].Lines, got, one)
				}
				total = total.Plus(queens.TotalOf(got.high, got.low).Times(group[i].Weight))
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

// Units of the orders that were counted by version 1 keep their places in its plans.
func TestOrderOfUnits(t *testing.T) {
	for _, n := range []int{32, 33, 34, 35, 36, 37} {
		old, err := plan.NewFrame(n, lookupScheme(t, "half-turn-product"))
		if err != nil {
			t.Fatal(err)
		}
		if same := slices.Equal(frames.Of(old).Lines(), turns.NewHalf(n).Units); same != (n == 36) {
			t.Errorf("order %d: units in the order of today: %v", n, same)
		}
	}
}

// A ledger of version 1 of half turns is verified by its own plan.
func TestFormerLedgerIsVerified(t *testing.T) {
	p := newPlan(t, 20, "half-turn-product")
	c, err := NewCounter(p.Frame, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Count(t.Context(), &p.Subproblems[0])
	if err != nil {
		t.Fatal(err)
	}
	run := ledgerWith(t, HeaderOf(p, "test"), r)
	if run.Header.Scheme != "half-turn-product" || run.Header.SchemeVersion != 1 || run.Header.Plan == ledger.Hash(newPlan(t, 20, "half-turn").Hash) {
		t.Errorf("the ledger is of today: %+v", run.Header)
	}
	if _, err := Verify(t.Context(), run, Options{}, Sample{Size: 1, Seed: 1}); err != nil {
		t.Error(err)
	}
}

// Counts that are not finished can be continued: this program makes their plans.
func TestUnfinishedCountsContinue(t *testing.T) {
	files, err := filepath.Glob("../data/ledgers/*.ledger")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		run, err := ledger.Read(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := lookupScheme(t, run.Header.Scheme).Present(run.Header.Order)
		if !ok {
			t.Errorf("%s: no scheme makes its plan", file)
		}
		p, err := plan.New(t.Context(), run.Header.Order, s)
		if err != nil {
			t.Fatal(err)
		}
		if err := samePlan(p, run.Header); err != nil || RunName(p)+".ledger" != filepath.Base(file) {
			t.Errorf("%s is continued as %s: %v", file, RunName(p), err)
		}
	}
}

var whiteHalves = flag.Int("halves", 0, "add up the white halves of the solutions of this order, 4 to 40, that a quarter turn leaves unchanged")

// TestWhiteHalves adds up what docs/notes/symmetric.md says of orders 4j: white pairs on the rows of half of
// the lines and in the columns of the others are the pairings of the quarter turn, each line of a pair taken
// for the row. So tables of the half turn add up to what another product counts.
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
			var boards []*turns.Board
			var tables [][]uint64
			for i, u := range group {
				white := h.Product(u.Lines).White
				boards, tables = append(boards, &white), append(tables, w.table(i, white.Cells))
			}
			w.counter.Tally(boards, tables)
			for i, u := range group {
				others := uint64(1)<<h.Lines - 1 - uint64(u.Lines)
				total += 2 * tables[i][boards[i].Cell(others)] // the halves of the other lines are as many
			}
		}
		v, _ := known.Lookup("s90", n)
		if got := queens.NewTotal(total); got != v.Value {
			t.Errorf("order %d: %v, want %v", n, got, v.Value)
		}
	}
}

// No subproblem has only some of the units that are alike, and all units are in subproblems, once.
func TestGroupsAreWhole(t *testing.T) {
	p := newPlan(t, 23, "half-turn")
	products, ends := frames.Of(p.Frame), map[int]bool{}
	units := products.Lines()
	for first := 0; first < len(units); {
		first += products.Alike(units[first:])
		ends[first] = true
	}
	first := 0
	for _, sub := range p.Subproblems {
		run := sub.Pieces.(plan.Lines)
		if run.First != first || run.Count < 1 {
			t.Fatalf("subproblem %d begins with unit %d, want %d", sub.Number, run.First, first)
		}
		if first += run.Count; !ends[first] {
			t.Errorf("subproblem %d divides a group", sub.Number)
		}
	}
	if first != len(units) {
		t.Errorf("%d of %d units are in subproblems", first, len(units))
	}
}

// A run of units whose context ends has no result.
func TestProductsStop(t *testing.T) {
	for scheme, n := range map[string]int{"half-turn": 34, "quarter-turn": 61} {
		s := lookupScheme(t, scheme)
		f, err := plan.NewFrame(n, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, kernel := range productEngine().kernels() {
			if !kernel.Usable {
				continue
			}
			w, err := newTallier(f, Options{Kernel: kernel.Kernel})
			if err != nil {
				t.Fatal(err)
			}
			sub := &plan.Subproblem{Pieces: plan.Lines{First: len(frames.Of(f).Lines()) / 2, Count: len(frames.Of(f).Lines()) / 2}}
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			r, err := w.count(ctx, sub)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
				t.Errorf("%s, kernel %s: result %+v, error %v", scheme, kernel.Kernel, r, err)
			}
		}
	}
}

// Questions about symmetric solutions: products count them, and a search of whole boards is the second method.
func TestTurnEngines(t *testing.T) {
	_, noScalar := engineFor(plan.LineSets, "scalar")
	for _, test := range []struct {
		of             Quantity
		n              int
		engine, kernel string
		schemes        string // or the error
	}{
		{Symmetric, 12, Auto, Auto, "[half-turn quarter-turn]"},
		{Symmetric, 12, "half-turn", "portable", "[half-turn quarter-turn]"},
		{QuarterTurn, 40, "", "", "[quarter-turn]"},
		{QuarterTurn, 12, "quarter-turn", Auto, "[quarter-turn]"},
		{AllSolutions, 8, "families", Auto, "[half-turn quarter-turn families]"},
		{AllSolutions, 8, Auto, "scalar", "[half-turn quarter-turn families]"},
		{Symmetric, 12, Auto, "scalar", fmt.Sprint("count: ", noScalar)},
		{Symmetric, 12, "families", Auto, `count: scheme "families": symmetric solutions are counted by half-turn: malformed input`},
		{QuarterTurn, 12, "join", Auto, `count: scheme "join": quarter-turn solutions are counted by quarter-turn: malformed input`},
		{AllSolutions, 12, "half-turn", Auto, `count: scheme "half-turn" counts solutions unchanged by a half turn, not all solutions: malformed input`},
		{Symmetric, 42, Auto, Auto, "count: order 42: want 0 to 41: order out of range"},
		{QuarterTurn, 68, Auto, Auto, "count: plan: quarter-turn of order 68: want 0 to 69 except 68: order out of range"},
		{QuarterTurn, 70, Auto, Auto, "count: order 70: want 0 to 69: order out of range"},
	} {
		r, err := Solve(t.Context(), Question{Order: test.n, Of: test.of}, Options{Scheme: test.engine, Kernel: test.kernel, Verify: true})
		got := fmt.Sprint(err)
		if err == nil {
			var schemes []string
			for _, run := range r.Runs {
				schemes = append(schemes, run.Scheme)
			}
			got = fmt.Sprint(schemes)
		}
		if got != test.schemes {
			t.Errorf("%s of order %d by engine %q, kernel %q: %s, want %s", test.of, test.n, test.engine, test.kernel, got, test.schemes)
		}
	}
}

// A sum that the quarter turn's does not fit, by a multiple of 4, is refused.
func TestQuarterTurnIsChecked(t *testing.T) {
	o := Options{Executor: faulty{"quarter-turn", 8 * 195}}
	if _, err := Solve(t.Context(), Question{Order: 12, Of: QuarterTurn}, o); !errors.Is(err, ledger.ErrMismatch) {
		t.Errorf("a wrong sum: error %v", err)
	}
}
