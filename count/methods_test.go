package count_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/verify"
	"queens/internal/must"
	"queens/internal/sys"
	"queens/known"
)

func usableKernels(t *testing.T, method string) []plan.Processor {
	return slices.DeleteFunc(slices.Clone(lookup(t, method).Method.Info().Kernels),
		func(p plan.Processor) bool { return !p.Usable })
}

// hasFastKernel reports whether a kernel of the variant is made for this processor.
func hasFastKernel(t *testing.T, method string) bool {
	return slices.ContainsFunc(usableKernels(t, method), func(p plan.Processor) bool { return p.Needs != "" })
}

// Every kernel finds the known value, by each variant; for long orders only with QUEENS_LONG=1.
func TestEveryKernel(t *testing.T) {
	for method, long := range map[string]int{"search": 16, "search-border": 14, "join": 20, "parity": 20} {
		lists := long == 20
		for _, p := range usableKernels(t, method) {
			last := 12
			switch {
			case lists && p.Kernel == plan.Reference:
			case os.Getenv("QUEENS_LONG") != "":
				last = long
			case testing.Short() || !lists:
			case p.Needs != "":
				last = 17
			default:
				last = 13
			}
			for n := lookup(t, method).MinOrder; n <= last; n++ {
				t.Run(fmt.Sprintf("%s/kernel=%s/n=%d", method, p.Kernel, n), func(t *testing.T) {
					tally := must.Get(count.Run(t.Context(), planOf(t, n, method), count.Options{Kernel: p.Kernel}))(t)
					checkTotal(t, "Q", tally.Total, known.Solutions, n)
				})
			}
		}
	}
}

// export returns the exported results of a run, with the details that all computations share.
func export(t *testing.T, n int, method string, o count.Options) string {
	t.Helper()
	o.State, o.KeepAll = t.TempDir(), true
	tally := must.Get(count.Run(t.Context(), planOf(t, n, method), o))(t)
	checkTotal(t, "Q", tally.Total, known.Solutions, n)
	run := must.Get(ledger.Read(t.Context(), tally.Ledger))(t)
	var text strings.Builder
	must.Do(t, run.Export(&text))
	for r, err := range run.Computations() {
		must.Do(t, err)
		fmt.Fprintln(&text, r.Subproblem, r.Evidence)
	}
	return text.String()
}

// longOrder returns an order with several subproblems that takes some tenths of a second.
func longOrder(t *testing.T, method string) int {
	switch {
	case method == "search":
		return 14
	case hasFastKernel(t, method) && !testing.Short():
		return 17
	case method == "join":
		return 16
	default:
		return 13
	}
}

// Totals and evidence depend neither on workers nor on memory nor on kernels.
func TestRunIsTheSameForAnyWorkersAndKernel(t *testing.T) {
	for _, method := range []string{"search", "join", "parity"} {
		t.Run(method, func(t *testing.T) {
			n := longOrder(t, method)
			want := export(t, n, method, count.Options{Workers: 1})
			if strings.Count(want, "\n") < 6 {
				t.Fatalf("too few subproblems to tell anything:\n%s", want)
			}
			for _, o := range []count.Options{{Workers: 2}, {Workers: 7}, {Workers: 2, Memory: 128 << 20}} {
				if export(t, n, method, o) != want {
					t.Errorf("%+v: the export differs from that of one worker", o)
				}
			}
			n = min(n, 12)
			if method == "search" {
				n = 14
			}
			want = export(t, n, method, count.Options{})
			for _, p := range usableKernels(t, method) {
				if export(t, n, method, count.Options{Kernel: p.Kernel}) != want {
					t.Errorf("kernel %s: the export differs from that of the fastest", p.Kernel)
				}
			}
		})
	}
}

// An interrupted run resumes, has the same result, and is verified.
func TestRunResumes(t *testing.T) {
	for _, name := range []string{"search", "join", "parity"} {
		t.Run(name, func(t *testing.T) {
			n := longOrder(t, name) + 1
			if hasFastKernel(t, name) && name != "search" {
				n = 17
			}
			p, o := planOf(t, n, name), count.Options{State: t.TempDir(), KeepAll: true, Workers: 2}
			for session := range 3 {
				ctx, cancel := context.WithCancel(t.Context())
				interrupted := o
				interrupted.Progress = func(p count.Progress) {
					if p.Done > 4*session {
						cancel()
					}
				}
				tally, err := count.Run(ctx, p, interrupted)
				cancel()
				if err == nil {
					break // too fast for a progress report
				}
				if !errors.Is(err, context.Canceled) || tally == nil || tally.Complete() {
					t.Fatalf("session %d: tally %+v, error %v", session, tally, err)
				}
			}
			tally := must.Get(count.Run(t.Context(), p, o))(t)
			checkTotal(t, "Q", tally.Total, known.Solutions, n)
			again := must.Get(count.Run(t.Context(), p, o))(t)
			if again.Resumed != again.Subproblems || again.Total != tally.Total {
				t.Errorf("a complete run was not read from its ledger: %+v", again)
			}
			run := must.Get(ledger.Read(t.Context(), tally.Ledger))(t)
			v, err := verify.Run(t.Context(), run, count.Options{}, verify.Sample{Size: 3, Seed: 1})
			// Portable checks itself in another way if it is the only one. Units counted in groups
			// are checked one by one, by the kernel that counted other units of the run.
			same := slices.Equal(v.Kernels, []string{tally.Kernel})
			if err != nil || len(v.Sample) != min(3, tally.Subproblems) ||
				same && (hasFastKernel(t, name) || len(v.By) == 0) {
				t.Errorf("verification %+v of a run by kernel %s, error %v", v, tally.Kernel, err)
			}
		})
	}
}

// The join also gives classes, and its own kernels do not affect the symmetric searches.
func TestJoinAnswersQuestions(t *testing.T) {
	o := count.Options{Method: "join", Kernel: "portable"}
	r := must.Get(count.Solve(t.Context(), count.Question{Order: 12, Of: count.Classes}, o))(t)
	checkTotal(t, "A", *r.Asymmetric, func(n int) (queens.Total, bool) { return known.Class("A", n) }, 12)
}

func TestEngineByOrderAndKernel(t *testing.T) {
	for _, test := range []struct {
		n              int
		engine, kernel string
		want           string
	}{
		{15, "", "", "search"},
		{16, "", "", "parity"},
		{21, "", "", "parity"},
		{28, "", "", "parity"},
		{31, "", "", "parity"},
		{32, "", "", "search"}, // parity classes end at 31
		{20, "", "scalar", "search"},
		{20, "", "portable", "parity"},
		{12, "", "portable", "join"},
		{3, "", "portable", "parity"},
		{20, "search", "", "search"},
		{8, "join", "generic", "join"},
	} {
		o := count.Options{Method: test.engine, Kernel: test.kernel}
		if s := must.Get(count.NewJob(count.Question{Order: test.n}, o))(t).Variant(); s.Name != test.want {
			t.Errorf("order %d, engine %q, kernel %q: variant %q, want %q", test.n, test.engine, test.kernel, s.Name,
				test.want)
		}
	}
}

// pairs is a board of order n, 2 to 32, with pairs of queens: one and her image under the half
// turn. It is the slow twin of the variant symmetric-half-turn, and independent of it: no family,
// no blocked square, no kernel, and another choice of the next row. Bit c of columns is column c;
// bit r+c of rising and bit c-r+n-1 of falling are the diagonals of the square at row r, column c.
type pairs struct {
	n                        int
	open                     uint32 // rows of the upper half without a queen
	columns, rising, falling uint64
}

// newPairs returns the empty board. The middle row of an odd order is its own image, so its queen
// is in the centre.
func newPairs(n int) pairs {
	b := pairs{n: n, open: 1<<(n/2) - 1}
	if n%2 == 1 {
		b.columns, b.rising, b.falling = 1<<(n/2), 1<<(n-1), 1<<(n-1)
	}
	return b
}

// free returns the columns of a row of the upper half that no queen attacks. On the two long
// diagonals a queen would attack her image.
func (b *pairs) free(row int) uint64 {
	all := uint64(1)<<b.n - 1
	return all &^ (b.columns | b.rising>>row | b.falling>>(b.n-1-row) | 1<<row | 1<<(b.n-1-row))
}

func (b *pairs) with(row, col int) pairs {
	next, last := *b, 2*b.n-2
	next.open &^= 1 << row
	next.columns |= 1<<col | 1<<(b.n-1-col)
	next.rising |= 1<<(row+col) | 1<<(last-row-col)
	falling := col - row + b.n - 1
	next.falling |= 1<<falling | 1<<(last-falling)
	return next
}

func (b *pairs) narrowest() (row int, free uint64) {
	least := b.n + 1
	for open := b.open; open != 0 && least > 1; open &= open - 1 {
		r := bits.TrailingZeros32(open)
		f := b.free(r)
		if k := bits.OnesCount64(f); k < least {
			row, free, least = r, f, k
		}
	}
	return row, free
}

// completions counts the ways to fill the open rows, at least one.
func (b *pairs) completions() (found uint64) {
	row, free := b.narrowest()
	if b.open&(b.open-1) == 0 {
		return uint64(bits.OnesCount64(free))
	}
	for ; free != 0; free &= free - 1 {
		next := b.with(row, bits.TrailingZeros64(free))
		found += next.completions()
	}
	return found
}

// halfTurnSolutions counts the solutions of order n >= 4 that the half turn leaves unchanged: twice
// those with one row's queen in the left half, because of the reflection.
func halfTurnSolutions(n int) (found uint64) {
	b := newPairs(n)
	row := n/2 - 1
	for left := b.free(row) & (1<<(n/2) - 1); left != 0; left &= left - 1 {
		next := b.with(row, bits.TrailingZeros64(left))
		found += 2 * next.completions()
	}
	return found
}

// The twin counts what the variant symmetric-half-turn counts. Long: 20 minutes of one core.
func TestHalfTurnByPairs(t *testing.T) {
	for n := 4; n <= 29; n++ {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			if n > 19 {
				long(t)
			}
			want, ok := known.S180(n)
			if !ok {
				t.Fatal("no known value")
			}
			if got := queens.NewTotal(halfTurnSolutions(n)); got != want {
				t.Errorf("S180(%d) = %v, want %v", n, got, want)
			}
		})
	}
}

// A zero total differs from a missing one, also in JSON.
func TestReportJSON(t *testing.T) {
	for _, test := range []struct {
		q             count.Question
		want, without string
	}{
		{count.Question{Order: 2}, `"solutions":"0"`, `"missing"`},
		{count.Question{Order: 8, Of: count.Symmetric}, `"halfTurn":"4"`, `"solutions"`},
	} {
		r := must.Get(count.Solve(t.Context(), test.q, count.Options{}))(t)
		text, err := json.Marshal(r)
		if err != nil || !strings.HasPrefix(string(text), `{"schema":"queens.count/1"`) ||
			!strings.Contains(string(text), test.want) || strings.Contains(string(text), test.without) {
			t.Errorf("%s, %v: want %s", text, err, test.want)
		}
		var read count.Report
		if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(&read, r) {
			t.Errorf("read %+v, %v; want %+v", read, err, r)
		}
	}
}

// long skips a test of the long suite, scripts/long.
func long(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("minutes: only with QUEENS_LONG=1")
	}
}

func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	return must.Get(sys.CPUTime())(b)
}

// BenchmarkPlan counts whole plans of the method search on one goroutine and reports processor
// time and nodes per solution of the board.
func BenchmarkPlan(b *testing.B) {
	for _, kernel := range methods.Processors() {
		if !kernel.Usable || kernel.Kernel == "generic" || kernel.Kernel == "masks" {
			continue
		}
		for n := 14; n <= 18; n++ {
			b.Run(fmt.Sprintf("kernel=%s/n=%d", kernel.Kernel, n), func(b *testing.B) {
				p := planOf(b, n, "search")
				want, _ := known.Solutions(n)
				var nodes float64
				began := cpuTime(b)
				for b.Loop() {
					tally := must.Get(count.Run(b.Context(), p, count.Options{Kernel: kernel.Kernel, Workers: 1}))(b)
					if tally.Total != want {
						b.Fatalf("Q(%d) = %v, want %v", n, tally.Total, want)
					}
					nodes = tally.Nodes.Float64()
				}
				spent := cpuTime(b) - began
				b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N)/want.Float64(), "cpu-ns/solution")
				b.ReportMetric(nodes/want.Float64(), "nodes/solution")
			})
		}
	}
}
