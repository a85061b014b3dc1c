package count

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/methods/join"
	"queens/count/plan"
	"queens/internal/must"
	"queens/internal/sys"
	"queens/known"
)

// resultsOf returns the results of a plan.
func resultsOf(t *testing.T, p *plan.Plan, o Options) (list []ledger.Result) {
	t.Helper()
	o.Found = func(_ *plan.Plan, r *ledger.Result) error {
		list = append(list, *r)
		return nil
	}
	must.Get(Run(t.Context(), p, o))(t)
	slices.SortFunc(list, func(a, b ledger.Result) int { return a.Subproblem - b.Subproblem })
	return list
}

// Progress and scheduling use the weights of a plan, which differ from its work.
func TestRunGoesByWeights(t *testing.T) {
	p := newPlan(t, 20, "parity")
	r, weights, differ := must.Get(open(t.Context(), p, Options{}))(t), p.Weights(), false
	var whole plan.Work
	todo := r.missing
	for i, sub := range todo {
		whole = whole.Plus(weights[sub.Number])
		if i > 0 && weights[todo[i-1].Number].Compare(weights[sub.Number]) < 0 {
			t.Fatalf("subproblem %d is handed out before %d, which takes longer", todo[i-1].Number, sub.Number)
		}
		differ = differ || i > 0 && todo[i-1].Work.Compare(sub.Work) < 0
	}
	if !differ || r.state.AllWork.Compare(whole) != 0 {
		t.Errorf("order by work %v; all weigh %v, want %v", !differ, r.state.AllWork, whole)
	}
}

// progressOf returns the progress of a run of one worker with the given results and remaining work.
func progressOf(work []plan.Work, took []float64, rest plan.Work) Progress {
	var p Progress
	var elapsed float64
	for i, w := range work {
		p.DoneWork = p.DoneWork.Plus(w)
		p.pace.add(w.Float64(), took[i])
		elapsed += took[i]
	}
	p.AllWork = p.DoneWork.Plus(rest)
	p.Elapsed = time.Duration(elapsed * float64(time.Second))
	return p
}

func workOf(x uint64) plan.Work { return plan.Work{}.Add(x) }

// TestBandOfEvenPace has times exactly proportional to the work, so nothing is uncertain.
func TestBandOfEvenPace(t *testing.T) {
	var work []plan.Work
	var took []float64
	for i := range 40 {
		work = append(work, workOf(uint64(1000+i)))
		took = append(took, float64(1000+i)/1000)
	}
	p := progressOf(work, took, workOf(20_000))
	low, high, ok := p.Band()
	const slack = 0.01
	if want := 20.0; !ok || low < want-slack || high > want+slack {
		t.Errorf("band %g to %g, %v; want 20 s", low, high, ok)
	}
	if _, _, ok := progressOf(work[:5], took[:5], workOf(20_000)).Band(); ok {
		t.Error("a band from five results")
	}
}

// TestBandHoldsNineOfTen counts how often the rest of random runs takes a time within the band. Of
// 400 runs 360 are expected, with a deviation of 6.
func TestBandHoldsNineOfTen(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	const runs, done, left = 400, 60, 40
	held := 0
	for range runs {
		var work []plan.Work
		var took []float64
		var rest plan.Work
		var want float64
		for i := range done + left {
			w := 500 + random.Uint64N(1000)
			time := float64(w) / 1000 * (0.5 + random.Float64())
			if i < done {
				work, took = append(work, workOf(w)), append(took, time)
			} else {
				rest, want = rest.Add(w), want+time
			}
		}
		low, high, ok := progressOf(work, took, rest).Band()
		if !ok {
			t.Fatal("no band")
		}
		if want >= low && want <= high {
			held++
		}
	}
	if held < 330 || held > 390 {
		t.Errorf("the band holds %d times of %d, want about 360", held, runs)
	}
}

// TestTimesBeyondDurations has 1,000 years of work, more than a time.Duration holds.
func TestTimesBeyondDurations(t *testing.T) {
	const year = 365.25 * 86400
	work, took := slices.Repeat([]plan.Work{workOf(1000)}, 40), slices.Repeat([]float64{year / 1000}, 40)
	p := progressOf(work, took, workOf(1e9))
	rest, _ := p.Remaining()
	low, high, _ := p.Band()
	for _, got := range []float64{rest, low, high} {
		if math.Abs(got/year-1000) > 1 {
			t.Errorf("%g years, want 1000", got/year)
		}
	}
}

// A session records its cost in the ledger once, and a later one that counts nothing records
// nothing.
func TestCostIsKept(t *testing.T) {
	if _, unsupported := sys.CPUTime(); unsupported != nil {
		t.Skip(unsupported)
	}
	o := Options{State: t.TempDir(), KeepAll: true}
	for range 2 {
		tally := must.Get(Run(t.Context(), newPlan(t, 12, "search"), o))(t)
		run := must.Get(ledger.Read(t.Context(), tally.Ledger))(t)
		if spent := run.Tally.Spent; spent.Results != 1 || spent.Processor <= 0 {
			t.Errorf("spent %+v, want the cost of one result", spent)
		}
	}
	o.State, o.Unmetered = t.TempDir(), true
	tally := must.Get(Run(t.Context(), newPlan(t, 12, "search"), o))(t)
	if run, err := ledger.Read(t.Context(), tally.Ledger); err != nil || run.Tally.Spent != (ledger.Cost{}) {
		t.Errorf("a process with other work: spent %+v, %v; want no record", run.Tally.Spent, err)
	}
}

// The progress of all solutions excludes the symmetric ones, which Solve counts first.
func TestProgressIsThatOfOneRun(t *testing.T) {
	methods := map[string]bool{}
	o := Options{Progress: func(p Progress) { methods[p.Method] = true }}
	must.Get(Solve(t.Context(), Question{Order: 12, Of: Classes}, o))(t)
	if len(methods) != 1 || !methods["search"] {
		t.Errorf("progress of %v, want that of all solutions alone", methods)
	}
}

var (
	subproblems = flag.String("subproblems", "", "count single subproblems of the join and print CSV: "+
		"order:number,number,...")
	memory = flag.Int64("memory", plan.DefaultMemory, "bytes that they may take")
)

// TestSubproblems measures single subproblems of the join, for instance -subproblems 28:7,500000.
// Columns are order, subproblem, number of column sets, estimated work, processor seconds with one
// worker, nanoseconds per unit of work, the weighted total, the evidence, and the peak memory of
// the process so far in megabytes, if known.
func TestSubproblems(t *testing.T) {
	if *subproblems == "" {
		t.Skip("only on demand: -subproblems")
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(*memory))
	order, list, _ := strings.Cut(*subproblems, ":")
	n, err := strconv.Atoi(order)
	if err != nil {
		t.Fatalf("-subproblems %s: want order:number,number,...", *subproblems)
	}
	p := newPlan(t, n, "join")
	for number := range strings.SplitSeq(list, ",") {
		i, err := strconv.Atoi(number)
		if err != nil || i < 0 || i >= len(p.Subproblems) {
			t.Fatalf("-subproblems %s: order %d has subproblems 0 to %d", *subproblems, n, len(p.Subproblems)-1)
		}
		sub := &p.Subproblems[i]
		o := Options{Workers: 1, Memory: *memory, Only: func(k int) bool { return k == i }}
		seconds := plan.Stopwatch()
		r := resultsOf(t, p, o)[0]
		took := seconds()
		fmt.Fprintf(os.Stderr, "%d,%d,%d,%v,%.3f,%.3f,%v,%v,%s\n", n, i, sub.Pieces.(join.Sets).Count, sub.Work,
			took, took*1e9/sub.Work.Float64(), r.Total, r.Evidence, peakMemory())
	}
}

// peakMemory returns the largest resident set of this process in megabytes, if known.
func peakMemory() string {
	status, _ := os.ReadFile("/proc/self/status")
	_, text, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int
	if n, _ := fmt.Sscan(text, &kilobytes); n != 1 {
		return ""
	}
	return strconv.Itoa(kilobytes / 1000)
}

// Impossible ways are refused in one sentence.
func TestWaysThatAreRefused(t *testing.T) {
	for _, test := range []struct {
		method     string
		n          int
		by, kernel string
		want       string // empty: accepted
	}{
		{"parity", 12, "colours ladder", "", ""},
		{"parity", 13, "colours", "", "order 13: a reflection exchanges the colours of even orders only"},
		{"parity", 12, "image ladder", "generic", ""},
		{"parity", 12, "image ladder", "portable", ""},
		{"join", 12, "image", "", `method join cannot be recounted by "image": want some of halves`},
		{"symmetric-half-turn", 12, "backwards", "", ""},
		{"symmetric-half-turn", 12, "search", "", ""},
		{"parity-half-turn", 13, "rows", "", ""},
		{"parity-half-turn", 13, "image", "", "only all solutions have images by other symmetries"},
		{"parity", 13, "rows", "", "only half turns are counted row by row"},
		{"symmetric-torus", 13, "search", "", "method symmetric-torus already searches the whole board"},
		{"search", 12, "image", "", `method search can be recounted only by another kernel, not "image"`},
		{
			"parity", 12, "halves", "",
			`method parity cannot be recounted by "halves": want some of image, rows, colours, ladder, squares`,
		},
	} {
		p := newPlan(t, test.n, test.method)
		got, want := "", test.want
		o := Options{
			By: strings.Fields(test.by), Kernel: test.kernel, Only: func(i int) bool { return i == 0 },
		}
		if _, err := Run(t.Context(), p, o); err != nil {
			got = err.Error()
			if !errors.Is(err, queens.ErrFormat) {
				t.Errorf("%s by %q: error %v, want ErrFormat", test.method, test.by, err)
			}
		}
		if got != want {
			t.Errorf("%s by %q: %q, want %q", test.method, test.by, got, want)
		}
	}
}

// Products count symmetric solutions.
func TestTurnEngines(t *testing.T) {
	noScalar := lookupVariant(t, "symmetric-half-turn").Method.Info().Accepted("scalar")
	for _, test := range []struct {
		of             Quantity
		n              int
		engine, kernel string
		methods        string // or the error
	}{
		{Symmetric, 12, plan.Auto, plan.Auto, "[symmetric-half-turn symmetric-quarter-turn]"},
		{Symmetric, 12, "symmetric-half-turn", "portable", "[symmetric-half-turn symmetric-quarter-turn]"},
		{Symmetric, 25, plan.Auto, plan.Auto, "[parity-half-turn symmetric-quarter-turn]"},
		{Symmetric, 25, "symmetric-half-turn", plan.Auto, "[symmetric-half-turn symmetric-quarter-turn]"},
		{Symmetric, 26, plan.Auto, plan.Auto, "[symmetric-half-turn symmetric-quarter-turn]"},
		{QuarterTurn, 40, "", "", "[symmetric-quarter-turn]"},
		{QuarterTurn, 12, "symmetric-quarter-turn", plan.Auto, "[symmetric-quarter-turn]"},
		{Reflecting, 12, plan.Auto, plan.Auto, "[parity-reflecting]"},
		{Reflecting, 9, "parity-reflecting", "generic", "[parity-reflecting]"},
		{AllSolutions, 8, "search", plan.Auto, "[symmetric-half-turn symmetric-quarter-turn search]"},
		{AllSolutions, 8, plan.Auto, "scalar", "[symmetric-half-turn symmetric-quarter-turn search]"},
		{Symmetric, 12, plan.Auto, "scalar", noScalar.Error()},
		{
			Symmetric, 12, "search", plan.Auto,
			`method "search": symmetric solutions are counted by symmetric-half-turn, parity-half-turn, symmetric-quarter-turn`,
		},
		{QuarterTurn, 12, "join", plan.Auto, `method "join": quarter-turn solutions are counted by symmetric-quarter-turn`},
		{
			AllSolutions, 12, "symmetric-half-turn", plan.Auto,
			`method "symmetric-half-turn": all solutions are counted by search, search-border, join, parity`,
		},
		{Symmetric, 44, plan.Auto, plan.Auto, "order 44: want 0 to 43"},
		{QuarterTurn, 70, plan.Auto, plan.Auto, "order 70: want 0 to 69"},
		{Reflecting, 12, "parity", plan.Auto, `method "parity": reflecting solutions are counted by parity-reflecting`},
		{
			Reflecting, 12, plan.Auto, "scalar",
			lookupVariant(t, "parity").Method.Info().Accepted("scalar").Error(),
		},
		{Reflecting, 29, plan.Auto, plan.Auto, "order 29: want 0 to 28"},
	} {
		r, err := Solve(t.Context(), Question{Order: test.n, Of: test.of},
			Options{Method: test.engine, Kernel: test.kernel})
		got := fmt.Sprint(err)
		if err == nil {
			var methods []string
			for _, run := range r.Runs {
				methods = append(methods, run.Method)
			}
			got = fmt.Sprint(methods)
		}
		if got != test.methods {
			t.Errorf("%s of order %d by engine %q, kernel %q: %s, want %s", test.of, test.n, test.engine,
				test.kernel, got, test.methods)
		}
	}
}

// A wrong sum is refused even without another count to check it.
func TestSumsAreChecked(t *testing.T) {
	for method, of := range map[string]Quantity{
		"symmetric-quarter-turn": QuarterTurn, "parity-reflecting": Reflecting,
	} {
		o := Options{Found: Faulty(method)}
		if _, err := Solve(t.Context(), Question{Order: 12, Of: of}, o); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("a wrong sum of %s: error %v", method, err)
		}
	}
}

func lookupVariant(t *testing.T, name string) plan.Variant {
	t.Helper()
	return must.Get(methods.Find(name))(t)
}

func newPlan(t *testing.T, n int, method string) *plan.Plan {
	t.Helper()
	return must.Get(plan.New(t.Context(), n, lookupVariant(t, method)))(t)
}

// Faulty gives the first result of one variant more solutions, with matching residues.
func Faulty(method string) func(*plan.Plan, *ledger.Result) error {
	return func(p *plan.Plan, r *ledger.Result) error {
		if r.Subproblem == 0 && p.Variant.Name == method {
			wrong := ledger.NewResult(0, r.Total.Add(8*195))
			r.Total, r.Mod13, r.Mod15 = wrong.Total, wrong.Mod13, wrong.Mod15
		}
		return nil
	}
}

// The certificate requires the run's sum in the ledger, and every check.
func TestFinishRefuses(t *testing.T) {
	p := newPlan(t, 9, "search")
	r := must.Get(open(t.Context(), p, Options{State: t.TempDir(), KeepAll: true}))(t)
	t.Cleanup(func() { _ = r.ledger.Close() })
	if _, err := r.finish(); !errors.Is(err, ledger.ErrIncomplete) {
		t.Errorf("without a result: error %v", err)
	}
	must.Do(t, r.count(t.Context()))
	failed := errors.New("failed")
	r.options.Check = func(queens.Total, []queens.Total) error { return failed }
	if _, err := r.finish(); !errors.Is(err, failed) {
		t.Errorf("a check that fails: error %v", err)
	}
	r.options.Check = nil
	right := r.state.Tally.Total
	r.state.Tally.Total = right.Add(195)
	if _, err := r.finish(); !errors.Is(err, ledger.ErrMismatch) ||
		!strings.Contains(err.Error(), "the ledger adds up to") {
		t.Errorf("sums differ: error %v", err)
	}
	r.state.Tally.Total = right
	if tally, err := r.finish(); err != nil || tally.Total != right {
		t.Errorf("%v, %v", tally, err)
	}
}

// Without a ledger the run checks residues itself.
func TestAcceptWithoutALedger(t *testing.T) {
	r := must.Get(open(t.Context(), newPlan(t, 9, "search"), Options{}))(t)
	for i, spoil := range []func(r *ledger.Result){
		func(r *ledger.Result) { r.Mod13++ },
		func(r *ledger.Result) { r.Mod15++ },
	} {
		result := ledger.NewResult(0, queens.NewTotal(8))
		spoil(&result)
		if err := r.accept(result); !errors.Is(err, ledger.ErrResidue) || r.tally().Done != 0 {
			t.Errorf("%d: error %v, want ErrResidue", i, err)
		}
	}
}

// Each check of a report detects an error that no other check does.
func TestReportChecks(t *testing.T) {
	beyond := func(all, half, quarter uint64) Report { // no value is known for this order
		r := Report{
			Question: Question{Order: 1000}, HalfTurn: new(queens.NewTotal(half)),
			QuarterTurn: new(queens.NewTotal(quarter)),
		}
		if all > 0 {
			r.Solutions = new(queens.NewTotal(all))
		}
		return r
	}
	q12, _ := known.Solutions(12)
	s180, _ := known.S180(12)
	s90, _ := known.S90(12)
	wrong := q12.Add(8)
	twelve, modular := Question{Order: 12}, Question{Order: 11, Topology: queens.Modular}
	for _, test := range []struct {
		name string
		r    Report
		text string // empty: success
	}{
		{"Q of order 12", Report{Question: twelve, Solutions: &q12, HalfTurn: &s180, QuarterTurn: &s90}, ""},
		{"8 more", Report{Question: twelve, Solutions: &wrong, HalfTurn: &s180, QuarterTurn: &s90}, "known value"},
		{"8A+4P+2R", beyond(56, 16, 4), ""},
		{"modulo 8", beyond(58, 16, 4), "modulo 8"},
		{"fewer than symmetric", beyond(8, 16, 4), "less than S180"},
		{"S180 less than S90", beyond(0, 2, 4), "less than S90"},
		{"S180 - S90 = 4P", beyond(0, 10, 4), "not 4P + 2R"},
		{"modular", Report{Question: modular, Solutions: new(queens.NewTotal(89))}, "known value"},
	} {
		err := test.r.conclude()
		if test.text == "" && err != nil || test.text != "" &&
			(!errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(), test.text)) {
			t.Errorf("%s: error %v, want one that says %q", test.name, err, test.text)
		}
	}
}
