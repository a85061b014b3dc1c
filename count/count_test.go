package count_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/methods/parity"
	"queens/count/plan"
	"queens/count/survey"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

func lookup(t testing.TB, name string) plan.Variant {
	t.Helper()
	return must.Get(methods.Find(name))(t)
}

func planOf(t testing.TB, n int, name string) *plan.Plan {
	t.Helper()
	return must.Get(plan.New(t.Context(), n, lookup(t, name)))(t)
}

func ExampleAll() {
	total, err := count.All(context.Background(), 12)
	fmt.Println(total, err)
	// Output: 14200 <nil>
}

func ExampleSolve() {
	report, err := count.Solve(context.Background(), count.Question{Order: 12, Of: count.Classes}, count.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println("Q =", report.Solutions, "A =", report.Asymmetric, "P =", report.Central, "R =", report.Rotational)
	// Output: Q = 14200 A = 1765 P = 18 R = 4
}

func ExampleRun() {
	variant, _ := methods.Find("symmetric-half-turn")
	p, err := plan.New(context.Background(), 16, variant)
	if err != nil {
		panic(err)
	}
	tally, err := count.Run(context.Background(), p, count.Options{Workers: 1})
	if err != nil {
		panic(err)
	}
	fmt.Println(tally.Total, tally.Counts)
	// Output: 3000 solutions unchanged by a half turn
}

func TestSolveEqualsKnownValues(t *testing.T) {
	last := 15
	if testing.Short() {
		last = 13
	}
	for _, engine := range methods.Names() {
		for n := range last + 1 {
			if s, err := methods.Find(engine); err == nil && n < s.MinOrder {
				continue
			}
			t.Run(fmt.Sprintf("engine=%s/n=%d", engine, n), func(t *testing.T) {
				r := must.Get(count.Solve(t.Context(), count.Question{Order: n}, count.Options{Method: engine}))(t)
				checkTotal(t, "Q", *r.Solutions, known.Solutions, n)
				checkTotal(t, "fundamental", *r.Fundamental, known.Fundamental, n)
				if n == 0 {
					return // the classes of the empty board are a convention
				}
				letters := map[string]queens.Total{"A": *r.Asymmetric, "P": *r.Central, "R": *r.Rotational}
				for letter, got := range letters {
					checkTotal(t, letter, got, func(n int) (queens.Total, bool) { return known.Class(letter, n) }, n)
				}
			})
		}
	}
}

func checkTotal(t *testing.T, name string, got queens.Total, want func(n int) (queens.Total, bool), n int) {
	t.Helper()
	w, ok := want(n)
	if !ok {
		t.Fatalf("%s: no known value", name)
	}
	if got != w {
		t.Errorf("%s(%d) = %v, want %v", name, n, got, w)
	}
}

func TestSolveSymmetricAndModular(t *testing.T) {
	for n := range 27 {
		if n > 22 && n%4 > 1 { // quarter turns stay fast, half turns do not
			continue
		}
		if n > 22 {
			tally := must.Get(count.Run(t.Context(), planOf(t, n, "symmetric-quarter-turn"), count.Options{}))(t)
			checkTotal(t, "S90", tally.Total, known.S90, n)
			continue
		}
		r := must.Get(count.Solve(t.Context(), count.Question{Order: n, Of: count.Symmetric}, count.Options{}))(t)
		checkTotal(t, "S180", *r.HalfTurn, known.S180, n)
		checkTotal(t, "S90", *r.QuarterTurn, known.S90, n)
		if r.Solutions != nil {
			t.Errorf("n = %d: Q was counted without being asked for", n)
		}
	}
	for n := range 18 {
		r := must.Get(count.Solve(t.Context(), count.Question{Order: n, Topology: queens.Modular}, count.Options{}))(t)
		if want, ok := known.Lookup("toroidal", n); !ok || *r.Solutions != want.Value {
			t.Errorf("modular(%d) = %v, want %v, known: %v", n, r.Solutions, want.Value, ok)
		}
		if divides := n > 1 && (n%2 == 0 || n%3 == 0); divides != (r.Reason != "") {
			t.Errorf("n = %d: reason %q", n, r.Reason)
		}
	}
}

// plainWhite counts the solutions of order n by their white queens, one by one.
func plainWhite(t *testing.T, n int) []count.White {
	t.Helper()
	row := make([]count.White, n/2+1)
	for i := range row {
		row[i].White = n%2 + 2*i
	}
	for p := range must.Get(list.Solutions(n, list.Options{}))(t) {
		white := 0
		for r, c := range p {
			white += 1 - (r+c)%2
		}
		row[white/2].Solutions = row[white/2].Solutions.Add(1)
	}
	return row
}

// The row of white queens equals a plain search, and that in the table. It is counted, or read from
// the ledger of a whole count.
func TestWhiteQueens(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true}
	for n := range 17 {
		all := must.Get(count.Solve(t.Context(), count.Question{Order: n, Of: count.Classes}, options(o, "parity")))(t)
		r := must.Get(count.Solve(t.Context(), count.Question{Order: n, Of: count.WhiteQueens}, o))(t)
		last := r.Runs[len(r.Runs)-1]
		if last.Resumed != last.Subproblems || last.Plan != all.Runs[len(all.Runs)-1].Plan {
			t.Errorf("order %d: %d of %d results from the ledger", n, last.Resumed, last.Subproblems)
		}
		if want := plainWhite(t, min(n, 12)); n <= 12 && !slices.Equal(r.White, want) {
			t.Errorf("order %d: %v, want %v", n, r.White, want)
		}
		for _, w := range r.White {
			if want, ok := known.Lookup("white-queens", n, w.White); n > 0 && (!ok || want.Value != w.Solutions) {
				t.Errorf("order %d: %v with %d white queens, want %v", n, w.Solutions, w.White, want.Value)
			}
		}
	}
	for _, q := range []count.Question{
		{Order: 8, Of: count.WhiteQueens, Topology: queens.Modular},
		{Order: 8, Of: count.WhiteQueens, Given: []queens.Square{{}}},
	} {
		if err := q.Validate(); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%+v: error %v", q, err)
		}
	}
	_, err := count.Solve(t.Context(), count.Question{Order: 8, Of: count.WhiteQueens}, options(o, "search"))
	if !errors.Is(err, queens.ErrFormat) {
		t.Errorf("by search: error %v", err)
	}
}

func options(o count.Options, method string) count.Options {
	o.Method = method
	return o
}

// A wrong row is not reported even if its sum is right.
func TestWhiteQueensRefused(t *testing.T) {
	p := planOf(t, 12, "parity")
	each := make([]queens.Total, len(p.Subproblems))
	each[0] = queens.NewTotal(1)
	if _, err := parity.WhiteQueens(p, each); !errors.Is(err, ledger.ErrMismatch) {
		t.Errorf("an odd number of solutions of two colours: error %v", err)
	}
	q := count.Question{Order: 12, Of: count.WhiteQueens}
	o := count.Options{Check: func(_ queens.Total, found []queens.Total) error {
		each = slices.Clone(found)
		return nil
	}}
	must.Get(count.Solve(t.Context(), q, o))(t)
	most := slices.MaxFunc(each, queens.Total.Compare)
	const moved = 8 * 13 * 15
	o.Found = func(_ *plan.Plan, r *ledger.Result) error {
		switch {
		case r.Subproblem == 0 && len(each) > 3:
			r.Total = r.Total.Add(moved)
		case r.Total == most:
			r.Total = r.Total.Minus(queens.NewTotal(moved))
		}
		return nil
	}
	if _, err := count.Solve(t.Context(), q, o); !errors.Is(err, ledger.ErrMismatch) {
		t.Errorf("a row with the right sum: error %v", err)
	}
}

// Each applicable check detects a wrong total before the certificate, and leaves a doubt in the
// ledger.
func TestWrongTotalIsNotCertified(t *testing.T) {
	const n = 9
	solve := func(o count.Options) error { return second(count.Solve(t.Context(), count.Question{Order: n}, o)) }
	for _, test := range []struct {
		method string
		count  func(o count.Options) error
	}{
		{"search", func(o count.Options) error {
			return second(count.Run(t.Context(), planOf(t, n, "search"), o))
		}},
		{"symmetric-half-turn", func(o count.Options) error {
			return second(count.Solve(t.Context(), count.Question{Order: n, Of: count.Symmetric}, o))
		}},
		{"search", solve},
		{"search-border", func(o count.Options) error { return second(survey.Border(t.Context(), n, o)) }},
	} {
		p := planOf(t, n, test.method)
		o := count.Options{State: t.TempDir(), KeepAll: true, Found: count.Faulty(test.method)}
		for range 2 { // freshly counted, and read again
			if err := test.count(o); !errors.Is(err, ledger.ErrMismatch) ||
				!strings.Contains(err.Error(), "known value") {
				t.Errorf("%s: error %v, want ErrMismatch and the known value", test.method, err)
			}
			run := must.Get(ledger.Read(t.Context(), ledger.Dir(o.State, p.RunName())))(t)
			if !run.Complete() || run.Tally.Done != nil || len(run.Doubts) != 1 ||
				!strings.Contains(run.Doubts[0].Text, "known value") {
				t.Errorf("%s: complete %t, certificate %v, doubts %v; want all results, a doubt and no certificate",
					test.method, run.Complete(), run.Tally.Done, run.Doubts)
			}
		}
	}
}

func second[T any](_ T, err error) error { return err }

// A flipped byte loses the results it touches and nothing else.
func TestRunRecomputesWhatWasDamaged(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true}
	const n = 14
	path := filepath.Join(must.Get(count.Run(t.Context(), planOf(t, n, "search"), o))(t).Ledger, "ledger")
	content := must.Get(os.ReadFile(path))(t)
	content[len(content)/2] ^= 0x10
	must.Do(t, os.WriteFile(path, content, 0o644))
	again := must.Get(count.Run(t.Context(), planOf(t, n, "search"), o))(t)
	if len(again.Flaws) == 0 {
		t.Error("the damage was not named")
	}
	if lost := again.Subproblems - again.Resumed; lost < 1 || lost > 2 {
		t.Errorf("%d subproblems were computed again, want 1 or 2 (the frame and the one whose link vouched for it)",
			lost)
	}
	checkTotal(t, "Q", again.Total, known.Solutions, n)
}

func TestShortRunsKeepNothing(t *testing.T) {
	state := t.TempDir()
	tally := must.Get(count.Run(t.Context(), planOf(t, 12, "search"), count.Options{State: state}))(t)
	if entries := must.Get(os.ReadDir(state))(t); len(entries) > 0 || tally.Ledger != "" {
		t.Errorf("state directory holds %v, tally names ledger %q, want nothing", entries, tally.Ledger)
	}
}

func TestRunStopsBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := count.Run(ctx, planOf(t, 14, "search"), count.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if r, err := count.Solve(ctx, count.Question{Order: 14}, count.Options{}); !errors.Is(err, context.Canceled) ||
		r == nil || r.Solutions != nil {
		t.Errorf("report %+v, error %v; want a partial report without total", r, err)
	}
}

func TestBadQuestionsAndOptions(t *testing.T) {
	type question = count.Question
	type options = count.Options
	noKernel := func(method, kernel string) string {
		return fmt.Sprintf("counts by %s have no kernel %q: want one of auto, generic", method, kernel)
	}
	torus := question{Order: 7, Of: count.Classes, Topology: queens.Modular}
	joinWith, familiesWith := options{Method: "join", Kernel: "masks"}, options{Method: "search", Kernel: "portable"}
	for _, test := range []struct {
		question question
		options  options
		want     error
		text     string
	}{
		{question{Order: -1}, options{}, queens.ErrOrder, "order -1: want 0 to 32"},
		{question{Order: 33}, options{}, queens.ErrOrder, "order 33: want 0 to 32"},
		{question{Order: 8, Of: "some"}, options{}, queens.ErrFormat, `"some": want one of`},
		{torus, options{}, queens.ErrFormat, "only all and symmetric solutions"},
		{question{Order: 8}, options{Method: "join2"}, queens.ErrFormat, `"join2": want one of`},
		{question{Order: 8}, options{Method: "torus"}, queens.ErrFormat, "all solutions are counted by search, "},
		{question{Order: 3}, options{Method: "join"}, queens.ErrOrder, "join of order 3: want 4 to 28"},
		{question{Order: 29}, options{Method: "join"}, queens.ErrOrder, "join of order 29: want 4 to 28"},
		{question{Order: 8}, joinWith, queens.ErrFormat, noKernel("join", "masks") + ", portable"},
		{question{Order: 8}, familiesWith, queens.ErrFormat, noKernel("search", "portable")},
		{question{Order: 8}, options{Memory: 1000}, queens.ErrFormat, "memory 1000 bytes: want at least"},
		{question{Order: 8}, options{Kernel: "fast"}, queens.ErrFormat, `"fast"`},
		{question{Order: 8}, options{Workers: -1}, queens.ErrFormat, "-1 workers"},
	} {
		_, err := count.Solve(t.Context(), test.question, test.options)
		if !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.text) {
			t.Errorf("%+v: error %v, want one that says %q and is %v", test.question, err, test.text, test.want)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{12, 14, 15} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			want, _ := known.Solutions(n)
			for b.Loop() {
				must.Get(count.Solve(b.Context(), count.Question{Order: n}, count.Options{Workers: 1}))(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/want.Float64(), "ns/solution")
		})
	}
}

// An order without a plan is refused.
func TestOrderWithoutPlan(t *testing.T) {
	s := lookup(t, "parity")
	if _, err := count.NewJob(count.Question{Order: s.MaxOrder + 1}, count.Options{Method: s.Name}); !errors.Is(err,
		queens.ErrOrder) {
		t.Errorf("a job without a plan: error %v", err)
	}
}

// TestRun compares one worker with two for every variant and kernel: solutions and nodes are equal,
// and results have residues.
func TestRun(t *testing.T) {
	const order = 11 // has no common divisor with 6, so every variant finds something or proves there is nothing
	for _, variant := range methods.Variants() {
		p := must.Get(plan.New(t.Context(), order, variant))(t)
		for _, processor := range variant.Method.Info().Kernels {
			if !processor.Usable {
				continue
			}
			t.Run(variant.Name+"/"+processor.Kernel, func(t *testing.T) {
				o := count.Options{Kernel: processor.Kernel, Workers: 1}
				o.Found = func(_ *plan.Plan, r *ledger.Result) error {
					if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) || r.Kernel == "" {
						t.Errorf("result %+v", r)
					}
					return nil
				}
				got := must.Get(count.Run(t.Context(), p, o))(t)
				o.Workers = 2
				want := must.Get(count.Run(t.Context(), p, o))(t)
				if got.Total != want.Total || got.Nodes != want.Nodes || got.Done != want.Done {
					t.Errorf("%v solutions, %v nodes, %d subproblems; two workers have %v, %v, %d",
						got.Total, got.Nodes, got.Done, want.Total, want.Nodes, want.Done)
				}
				if value, ok := methods.Published(variant, order); !ok || value != got.Total {
					t.Errorf("%v solutions, published are %v (%t)", got.Total, value, ok)
				}
			})
		}
	}
}

func TestRunRefuses(t *testing.T) {
	p := planOf(t, 8, "search")
	for _, kernel := range []string{"portable", "fastest"} {
		if _, err := count.Run(t.Context(), p, count.Options{Kernel: kernel}); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("kernel %q: %v", kernel, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if tally, err := count.Run(ctx, p, count.Options{}); tally.Done != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v, %v", tally, err)
	}
}

// A share resumes, and needs a place for its results.
func TestCountShareResumes(t *testing.T) {
	o := count.Options{State: t.TempDir(), Method: "search"}
	job := must.Get(count.NewJob(count.Question{Order: 15}, o))(t)
	first := must.Get(job.CountShare(t.Context(), plan.Share{Number: 2, Of: 4}))(t)
	half, err := job.CountShare(t.Context(), plan.Share{Number: 1, Of: 2})
	if err != nil || half.Resumed != first.Done || !half.Complete() || half.Done <= first.Done {
		t.Errorf("share 1/2 after 2/4: %+v, %v; want %d results resumed", half, err, first.Done)
	}
	o.State = ""
	job = must.Get(count.NewJob(count.Question{Order: 15}, o))(t)
	if _, err := job.CountShare(t.Context(), plan.Share{Number: 1, Of: 2}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("without a state directory: %v", err)
	}
}

// TestStopOnRequest stops a run from outside and continues it. A request without a receiver has no
// effect.
func TestStopOnRequest(t *testing.T) {
	root := t.TempDir()
	p := planOf(t, 16, "search")
	dir := ledger.Dir(root, p.RunName())
	asked := false
	o := count.Options{State: root, KeepAll: true, Workers: 2, Kernel: "generic", Progress: func(count.Progress) {
		if !asked {
			asked = true
			if err := os.WriteFile(filepath.Join(dir, "stop"), nil, 0o644); err != nil {
				t.Error(err)
			}
		}
	}}
	tally, err := count.Run(t.Context(), p, o)
	if !errors.Is(err, context.Canceled) || tally == nil || tally.Complete() {
		t.Fatalf("got %v, %v; want a tally that is not complete, and a stop", tally, err)
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "stop"), nil, 0o644)) // no process counts
	o.Progress = nil
	o.Kernel = plan.Auto
	tally = must.Get(count.Run(t.Context(), p, o))(t)
	checkTotal(t, "Q", tally.Total, known.Solutions, 16)
}

// Orbits under rotations and under one reflection: Burnside's lemma with the known Q, S180 and S90,
// and to order 9 the solutions that no image precedes.
func TestOrbitsOfSubgroups(t *testing.T) {
	for n := range 13 {
		q, _ := known.Solutions(n)
		s180, _ := known.S180(n)
		s90, _ := known.S90(n)
		sum, mirrored := q.Plus(s180).Plus(s90.Times(2)), q
		if n < 2 {
			mirrored = queens.NewTotal(2) // the only solution is its own mirror image
		}
		for _, test := range []struct {
			of     count.Quantity
			images []symmetry.Symmetry
			sum    queens.Total
			total  func(r *count.Report) queens.Total
		}{
			{
				count.UpToRotation,
				[]symmetry.Symmetry{symmetry.Rot90, symmetry.Rot180, symmetry.Rot270},
				sum,
				func(r *count.Report) queens.Total { return *r.UpToRotation },
			},
			{
				count.UpToReflection,
				[]symmetry.Symmetry{symmetry.FlipCols},
				mirrored,
				func(r *count.Report) queens.Total { return *r.UpToReflection },
			},
		} {
			r := must.Get(count.Solve(t.Context(), count.Question{Order: n, Of: test.of}, count.Options{}))(t)
			got := test.total(r)
			if got.Times(uint64(len(test.images)+1)) != test.sum {
				t.Errorf("%s(%d) = %v, but the fixed points add up to %v", test.of, n, got, test.sum)
			}
			var least uint64
			for p := range must.Get(list.Solutions(min(n, 9), list.Options{}))(t) {
				if !slices.ContainsFunc(test.images, func(s symmetry.Symmetry) bool {
					return slices.Compare(symmetry.Apply(s, p), p) < 0
				}) {
					least++
				}
			}
			if n < 10 && got != queens.NewTotal(least) {
				t.Errorf("%s(%d) = %v, counted one by one %d", test.of, n, got, least)
			}
		}
	}
}
