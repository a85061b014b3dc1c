package count_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/upkeep"
	"queens/internal/must"
	"queens/known"
)

// listSchemes are those whose engines join lists of placements.
var listSchemes = []string{"join", "parity"}

// listKernels returns the names of the kernels that count by such a scheme and run here.
func listKernels(t *testing.T, scheme string) (names []string) {
	for _, p := range lookup(t, scheme).Kind.Facts().Kernels {
		if p.Usable {
			names = append(names, p.Kernel)
		}
	}
	return names
}

// hasFastKernel reports whether there is a kernel for the scheme that is made for this processor.
func hasFastKernel(t *testing.T, scheme string) bool {
	return slices.ContainsFunc(lookup(t, scheme).Kind.Facts().Kernels, func(p count.Processor) bool {
		return p.Usable && p.Needs != ""
	})
}

func TestByListsEqualsKnownValues(t *testing.T) {
	for _, name := range listSchemes {
		scheme := lookup(t, name)
		for _, kernel := range listKernels(t, name) {
			last := 13
			switch {
			case kernel == "generic":
				last = 12
			case !strings.HasSuffix(kernel, "portable"):
				last = 17
			}
			if testing.Short() {
				last = 12
			}
			for n := scheme.MinOrder; n <= last; n++ {
				t.Run(fmt.Sprintf("%s/kernel=%s/n=%d", name, kernel, n), func(t *testing.T) {
					tally := must.Get(count.Run(t.Context(), n, scheme, count.Options{Kernel: kernel}))(t)
					checkTotal(t, "Q", tally.Total, known.Solutions, n)
				})
			}
		}
	}
}

// export returns the exported results of a run, with details that are
// the same for every computation.
func export(t *testing.T, n int, scheme string, o count.Options) string {
	t.Helper()
	o.State, o.KeepAll = t.TempDir(), true
	tally := must.Get(count.Run(t.Context(), n, lookup(t, scheme), o))(t)
	checkTotal(t, "Q", tally.Total, known.Solutions, n)
	run := must.Get(ledger.Read(t.Context(), tally.Ledger))(t)
	var text strings.Builder
	must.Do(t, run.Export(&text, ledger.ExportOptions{}))
	for r, err := range run.Results() {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, r.Subproblem, r.Evidence)
	}
	return text.String()
}

// Totals and evidence depend neither on workers nor on kernels.
func TestByListsIsTheSameForAnyWorkersAndKernel(t *testing.T) {
	for _, scheme := range listSchemes {
		t.Run(scheme, func(t *testing.T) {
			n := 13
			if hasFastKernel(t, scheme) {
				n = 17
			}
			want := export(t, n, scheme, count.Options{Workers: 1})
			for _, o := range []count.Options{{Workers: 2}, {Workers: 7}, {Workers: 2, Memory: 64 << 20}} {
				if export(t, n, scheme, o) != want {
					t.Errorf("%+v: the export differs from that of one worker", o)
				}
			}
			want = export(t, 12, scheme, count.Options{})
			for _, kernel := range listKernels(t, scheme) {
				if export(t, 12, scheme, count.Options{Kernel: kernel}) != want {
					t.Errorf("kernel %s: the export differs from that of the fastest", kernel)
				}
			}
		})
	}
}

func TestListsResume(t *testing.T) {
	for _, scheme := range listSchemes {
		t.Run(scheme, func(t *testing.T) {
			n := 14
			if hasFastKernel(t, scheme) {
				n = 17
			}
			resume(t, n, scheme)
		})
	}
}

// resume stops a run after its first result, goes on and verifies all of it.
func resume(t *testing.T, n int, name string) {
	t.Helper()
	scheme := lookup(t, name)
	o := count.Options{State: t.TempDir(), KeepAll: true, Workers: 2}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	interrupted := o
	interrupted.Progress = func(p count.Progress) {
		if p.Finished > 0 {
			cancel()
		}
	}
	if tally, err := count.Run(ctx, n, scheme, interrupted); err != nil &&
		(!errors.Is(err, context.Canceled) || tally == nil || tally.Complete()) {
		t.Fatalf("tally %+v, error %v", tally, err)
	}
	tally := must.Get(count.Run(t.Context(), n, scheme, o))(t)
	checkTotal(t, "Q", tally.Total, known.Solutions, n)
	run := must.Get(ledger.Read(t.Context(), tally.Ledger))(t)
	v, err := upkeep.Verify(t.Context(), run, count.Options{}, upkeep.Sample{Size: 3, Seed: 1})
	// Portable checks itself where it is the only one, otherwise than usual. Units counted in
	// groups are checked one by one, by the kernel that counted other units of the run.
	same := slices.Equal(v.Kernels, []string{tally.Kernel})
	if err != nil || len(v.Sample) != min(3, tally.Subproblems) || same && (hasFastKernel(t, name) || len(v.By) == 0) {
		t.Errorf("verification %+v of a run by kernel %s, error %v", v, tally.Kernel, err)
	}
}

// Classes come with a count by the join, and a kernel that only the join has leaves the symmetric
// searches theirs.
func TestJoinAnswersQuestions(t *testing.T) {
	o := count.Options{Scheme: "join", Kernel: "portable"}
	r := must.Get(count.Solve(t.Context(), count.Question{Order: 12, Of: count.Classes}, o))(t)
	checkTotal(t, "A", r.Asymmetric, func(n int) (queens.Total, bool) { return known.Class("A", n) }, 12)
}

func TestEngineByOrderAndKernel(t *testing.T) {
	for _, test := range []struct {
		n              int
		engine, kernel string
		want           string
	}{
		{15, "", "", "families"},
		{16, "", "", "parity"},
		{21, "", "", "parity"},
		{28, "", "", "parity"},
		{28, "parity-trie", "", "parity-trie"},
		{28, "parity-groups", "", "parity-groups"},
		{28, "parity-runs", "", "parity-runs"},
		{29, "", "", "families"}, // the join ends at 28
		{20, "", "scalar", "families"},
		{20, "", "portable", "parity"},
		{12, "", "portable", "join"},
		{3, "", "portable", "parity"},
		{20, "families", "", "families"},
		{8, "join", "generic", "join"},
	} {
		s, err := count.Question{Order: test.n}.Scheme(count.Options{Scheme: test.engine, Kernel: test.kernel})
		if err != nil || s.Name != test.want {
			t.Errorf("order %d, engine %q, kernel %q: scheme %q, error %v; want %q", test.n, test.engine, test.kernel,
				s.Name, err, test.want)
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	for _, test := range []struct {
		name    string
		order   int
		options count.Options
		want    error
		text    string
	}{
		{"order below", 3, count.Options{Scheme: "join"}, queens.ErrOrder, "join of order 3: want 4 to 28"},
		{"order above", 29, count.Options{Scheme: "join"}, queens.ErrOrder, "join of order 29: want 4 to 28"},
		{
			"kernel of the search", 8,
			count.Options{Scheme: "join", Kernel: "masks"},
			queens.ErrFormat,
			`counts by join have no kernel "masks": want one of auto, generic, portable`,
		},
		{
			"kernel of the join", 8,
			count.Options{Scheme: "families", Kernel: "portable"},
			queens.ErrFormat,
			`counts by search have no kernel "portable": want one of auto, generic`,
		},
		{"too little memory", 8, count.Options{Memory: 1000}, queens.ErrFormat, "memory 1000 bytes: want at least"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := count.Solve(t.Context(), count.Question{Order: test.order}, test.options)
			if !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.text) {
				t.Errorf("error %v, want one that says %q and is %v", err, test.text, test.want)
			}
		})
	}
}
