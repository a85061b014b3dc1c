package verify

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

// keptRun saves a complete run of order n with some totals that are wrong by an orbit.
func keptRun(t *testing.T, n int, method string, o count.Options, wrong ...int) (*plan.Plan, *ledger.Run) {
	t.Helper()
	p := newPlan(t, n, method)
	tally := must.Get(count.Run(t.Context(), must.Get(plan.New(t.Context(), n, p.Variant))(t), o))(t)
	kept := results(t, tally.Ledger)
	return p, edit(t, readRun(t, tally.Ledger), func(led *ledger.Ledger) (err error) {
		for _, i := range wrong {
			forged := ledger.NewResult(i, kept[i].Total.Add(8))
			forged.Kernel, forged.Evidence, forged.Nodes = kept[i].Kernel, kept[i].Evidence, kept[i].Nodes
			forged.Build = "forger"
			err = errors.Join(err, led.Withdraw(map[int]string{i: "a forger was here"}), led.Append(forged))
		}
		return err
	})
}

func readRun(t *testing.T, dir string) *ledger.Run {
	t.Helper()
	return must.Get(ledger.Read(t.Context(), dir))(t)
}

func results(t *testing.T, dir string) (list []ledger.Result) {
	t.Helper()
	for r, err := range readRun(t, dir).Computations() {
		must.Do(t, err)
		list = append(list, r)
	}
	return list
}

func usableKernels(t *testing.T, method string) (usable int) {
	t.Helper()
	for _, p := range must.Get(methods.Find(method))(t).Method.Info().Kernels {
		if p.Usable {
			usable++
		}
	}
	return usable
}

// Two wrong results are found and replaced by the majority, and the count then ends well, with
// either engine.
func TestRepair(t *testing.T) {
	for _, c := range []struct {
		n      int
		method string
	}{{14, "search"}, {15, "join"}} {
		t.Run(c.method, func(t *testing.T) {
			o := count.Options{State: t.TempDir(), KeepAll: true, Method: c.method, Program: "queens test"}
			_, run := keptRun(t, c.n, c.method, o, 0, 2)
			dir := strings.TrimSuffix(run.Path, "/ledger")
			if _, err := count.Solve(t.Context(), count.Question{Order: c.n}, o); !errors.Is(err, ledger.ErrMismatch) {
				t.Fatalf("Solve with two wrong results: %v, want ErrMismatch", err)
			}
			if run = readRun(t, dir); len(run.Doubts) == 0 {
				t.Error("no doubt is kept of a check that failed")
			}
			r := must.Get(Repair(t.Context(), run, o, run.Tally.Results, 1))(t)
			if len(r.Replaced) != 2 || r.Replaced[0].Subproblem+r.Replaced[1].Subproblem != 2 ||
				len(r.Upheld) != 0 || r.Confirmed != run.Tally.Results || len(r.Sample) != run.Tally.Results {
				t.Errorf("repaired: %+v; want subproblems 0 and 2 replaced, and all confirmed", r)
			}
			// A third kernel, if there is one, replaces the one that was wrong.
			spare := usableKernels(t, c.method) > 2
			for _, one := range r.Replaced {
				if one.Wrong != one.Right.Add(8) ||
					len(slices.Compact(slices.Sorted(slices.Values(one.Kernels)))) < 2 || spare &&
					slices.Contains(one.Kernels, one.By) {
					t.Errorf("replaced: %+v; want a total wrong by 8, and two kernels, others if there are three", one)
				}
			}
			if again, err := Repair(t.Context(), run, o, run.Tally.Results, 1); err != nil || len(again.Sample) != 0 {
				t.Errorf("a second repair: %+v, %v; want nothing left to do", again, err)
			}
			want := *solve(t, c.n, o).Solutions
			if run := readRun(t, dir); len(run.Doubts) != 0 || run.Tally.Total != want || run.Tally.Done == nil ||
				run.Tally.Done.Total != want || !run.Recovery.Sound() {
				t.Errorf("in the end: %+v, doubts %v; want a certificate of %v", run.Tally, run.Doubts, want)
			}
		})
	}
}

// A run whose results are all confirmed, including two wrong ones, is repaired because it is in
// doubt, also in several parts.
func TestRepairOfConfirmed(t *testing.T) {
	for _, sample := range []int{1, 1000} {
		o := count.Options{State: t.TempDir(), KeepAll: true, Method: "search", Program: "queens test"}
		_, run := keptRun(t, 14, "search", o, 0, 2)
		dir := filepath.Dir(run.Path)
		run = edit(t, run, func(led *ledger.Ledger) (err error) {
			for _, r := range results(t, dir) {
				r.Worker = "friend"
				err = errors.Join(err, led.Append(r))
			}
			return err
		})
		if r, err := Repair(t.Context(), run, o, 1000, 1); err != nil || len(r.Sample) > 0 {
			t.Errorf("a run that is not in doubt: %+v, %v; want nothing computed", r, err)
		}
		want, _ := known.Solutions(14)
		for parts := 0; ; parts++ {
			report, err := count.Solve(t.Context(), count.Question{Order: 14}, o)
			if err == nil && *report.Solutions != want {
				t.Errorf("%v, want %v", report.Solutions, want)
			}
			if err == nil {
				break
			}
			if !errors.Is(err, ledger.ErrMismatch) || parts > 5 {
				t.Fatalf("after %d repairs: %v", parts, err)
			}
			if r, err := Repair(t.Context(), readRun(t, dir), o, sample, uint64(parts)); err != nil ||
				len(r.Sample) == 0 {
				t.Fatalf("repair: %+v, %v", r, err)
			}
		}
	}
}

// A ledger with another name is not repaired, and no file appears next to it.
func TestRepairOfACopy(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true, Method: "search", Program: "queens test"}
	_, run := keptRun(t, 14, "search", o)
	data := must.Get(os.ReadFile(run.Path))(t)
	path := filepath.Join(t.TempDir(), "n14.ledger")
	must.Do(t, os.WriteFile(path, data, 0o644))
	if _, err := Run(t.Context(), readRun(t, path), o, Sample{Size: 2}); err != nil {
		t.Errorf("verify: %v", err)
	}
	_, repairErr := Repair(t.Context(), readRun(t, path), o, 1, 1)
	_, revokeErr := Revoke(t.Context(), readRun(t, path), "masks", "test", "test")
	for _, err := range []error{repairErr, revokeErr} {
		if err == nil || !strings.Contains(err.Error(), "queens runs merge") {
			t.Errorf("%v, want what to do", err)
		}
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("beside the copy: %v", entries)
	}
}

// Two of three computations must agree; otherwise nothing is written.
func TestRepairSettlesByMajority(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true, Program: "queens test"}
	p, run := keptRun(t, 14, "search", o)
	led, _, err := ledger.Open(t.Context(), filepath.Dir(run.Path), p.Header("test"), ledger.Options{})
	must.Do(t, err)
	defer led.Close()
	kept := results(t, led.Dir())[2]
	wrong := func(by uint64) ledger.Result {
		r := ledger.NewResult(kept.Subproblem, kept.Total.Add(by))
		r.Kernel = "masks"
		return r
	}
	var r Repaired
	before := led.Tally()
	first, second := wrong(8), wrong(16)
	first.Kernel = kept.Kernel
	err = r.settle(t.Context(), p, led, o, [][2]ledger.Result{{first, second}})
	if !errors.Is(err, ledger.ErrMismatch) || led.Tally() != before {
		t.Errorf("three totals: %v, %+v; want ErrMismatch and nothing written", err, led.Tally())
	}
	second = wrong(8)
	must.Do(t, r.settle(t.Context(), p, led, o, [][2]ledger.Result{{kept, second}}))
	if len(r.Upheld) != 1 || r.Upheld[0].Wrong != second.Total || r.Upheld[0].Right != kept.Total ||
		len(r.Replaced) != 0 {
		t.Errorf("%+v, want the ledger upheld", r)
	}
	if tally := led.Tally(); tally.Total != before.Total || tally.Confirmed != 1 {
		t.Errorf("tally %+v, want %v with one result confirmed", tally, before.Total)
	}
}

func TestRevokeOfAKernel(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true, Kernel: "masks"}
	_, run := keptRun(t, 14, "search", o)
	if n, err := Revoke(t.Context(), run, "generic", "a test", "queens test"); n != 0 || err != nil {
		t.Errorf("Revoke of a kernel that took no part: %d, %v", n, err)
	}
	n, err := Revoke(t.Context(), run, "masks", "a test", "queens test")
	if err != nil || n != run.Tally.Results {
		t.Errorf("Revoke: %d, %v; want all %d", n, err, run.Tally.Results)
	}
	o.Kernel = "scalar"
	solve(t, 15, o)
}
