package count_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/verify"
	"queens/internal/must"
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
	case hasFastKernel(t, method):
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
		{29, "", "", "search"}, // the join ends at 28
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
