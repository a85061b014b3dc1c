package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

// mergeOrder is the smallest order whose plan has several subproblems.
const mergeOrder = 15

// truth is a complete run of the merge order by the method search.
var truth = sync.OnceValues(func() (*plan.Plan, []ledger.Result) {
	ctx := context.Background()
	p := sure(plan.New(ctx, mergeOrder, sure(methods.Find("search"))))
	return p, resultsOf(ctx, p, count.Options{Program: "queens test"})
})

func sure[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// resultsOf returns the results of a plan.
func resultsOf(ctx context.Context, p *plan.Plan, o count.Options) []ledger.Result {
	list := make([]ledger.Result, len(p.Subproblems))
	o.Found = func(_ *plan.Plan, r *ledger.Result) error {
		list[r.Subproblem] = *r
		return nil
	}
	sure(count.Run(ctx, p, o))
	return list
}

// share returns the results of a share from a machine of its own.
func share(t *testing.T, of plan.Share, kernel string) *ledger.Run {
	t.Helper()
	o := count.Options{State: t.TempDir(), Method: "search", Program: "queens test"}
	o.Worker = o.State
	o.Found = func(_ *plan.Plan, r *ledger.Result) error {
		r.Kernel = cmp.Or(kernel, r.Kernel)
		return nil
	}
	job := must.Get(count.NewJob(count.Question{Order: mergeOrder}, o))(t)
	tally := must.Get(job.CountShare(t.Context(), of))(t)
	run := edit(t, readRun(t, tally.Ledger), func(l *ledger.Ledger) error {
		return l.Spend(ledger.Cost{Results: tally.Done, Processor: time.Second})
	})
	if !tally.Complete() || run.Tally.Results != tally.Done || run.Tally.Total != tally.Total || run.Tally.Done != nil {
		t.Fatalf("share %v: tally %+v, ledger %+v", of, tally, run.Tally)
	}
	return run
}

func allShares(t *testing.T, of int) (sources []*ledger.Run) {
	t.Helper()
	for i := range of {
		sources = append(sources, share(t, plan.Share{Number: i + 1, Of: of}, ""))
	}
	return sources
}

func merge(t *testing.T, state string, sources ...*ledger.Run) (Merged, *ledger.Run) {
	t.Helper()
	m := must.Get(Merge(t.Context(), nil, sources, count.Options{State: state, Program: "queens test"}))(t)
	run := readRun(t, m.Ledger)
	if !run.Recovery.Sound() || run.Tally.Results != m.Done {
		t.Errorf("merged: %+v, its ledger: %+v, %+v", m, run.Tally, run.Recovery)
	}
	return m, run
}

func edit(t *testing.T, run *ledger.Run, change func(*ledger.Ledger) error) *ledger.Run {
	t.Helper()
	led, _, err := ledger.Open(t.Context(), filepath.Dir(run.Path), run.Header, ledger.Options{})
	must.Do(t, err)
	must.Do(t, errors.Join(change(led), led.Close()))
	return readRun(t, run.Path)
}

// forge makes a result wrong by an orbit and returns its subproblem. position is an index among the
// results of the run.
func forge(t *testing.T, run *ledger.Run, position int) (*ledger.Run, int) {
	t.Helper()
	r := results(t, filepath.Dir(run.Path))[position]
	wrong := ledger.NewResult(r.Subproblem, r.Total.Add(8))
	wrong.Kernel, wrong.Worker, wrong.Build = r.Kernel, "liar", r.Build
	return edit(t, run, func(l *ledger.Ledger) error {
		return errors.Join(l.Withdraw(map[int]string{r.Subproblem: "test"}), l.Append(wrong))
	}), r.Subproblem
}

// For any shares and any order of merging, the sum is the number of solutions, and a count
// certifies it without counting.
func TestMergeShares(t *testing.T) {
	want, _ := known.Solutions(mergeOrder)
	for _, of := range []int{1, 2, 7, 300} {
		state := t.TempDir()
		sources := allShares(t, min(of, 7))
		if of == 300 { // one share alone, the rest together
			sources = []*ledger.Run{
				share(t, plan.Share{Number: 150, Of: of}, ""),
				share(t, plan.Share{Number: 1, Of: 1}, ""),
			}
		}
		slices.Reverse(sources)
		m, run := merge(t, state, sources...)
		if !run.Complete() || run.Tally.Total != want || len(m.Missing)+len(m.Disputes) != 0 || run.Tally.Done != nil {
			t.Errorf("%d shares: %+v adds up to %v, want %v and no certificate", of, m, run.Tally.Total, want)
		}
		spent, cost := run.Tally.Spent, ledger.Cost{}
		for _, source := range sources {
			// for overlapping shares it is unknown which part counts
			if s := source.Tally.Spent; of != 300 || source == sources[0] {
				cost = ledger.Cost{Results: cost.Results + s.Results, Processor: cost.Processor + s.Processor}
			}
		}
		if spent != cost || spent.Results == 0 {
			t.Errorf("%d shares: spent %+v, want %+v", of, spent, cost)
		}
		again, same := merge(t, state, sources...)
		if same.Tally.Head != run.Tally.Head || again.Done != m.Done {
			t.Errorf("%d shares: merged again: %+v, frame %d, was %d", of, again, same.Tally.Last, run.Tally.Last)
		}
		report := solve(t, mergeOrder, count.Options{State: state, KeepAll: true, Method: "search"})
		if report.Runs[2].Resumed != m.Subproblems {
			t.Errorf("%d shares: Solve: %+v", of, report)
		}
		if readRun(t, m.Ledger).Tally.Done == nil {
			t.Errorf("%d shares: no certificate", of)
		}
	}
}

// solve counts all solutions, which must have the known number.
func solve(t *testing.T, n int, o count.Options) *count.Report {
	t.Helper()
	report := must.Get(count.Solve(t.Context(), count.Question{Order: n}, o))(t)
	if want, _ := known.Solutions(n); *report.Solutions != want {
		t.Errorf("Solve: %+v, want %v", report, want)
	}
	return report
}

// Overlapping shares confirm each other, also through an earlier merged ledger.
func TestMergeOverlap(t *testing.T) {
	halves := allShares(t, 2)
	third := share(t, plan.Share{Number: 2, Of: 3}, "another")
	state := t.TempDir()
	m, run := merge(t, state, halves[0], halves[1], third)
	if _, same := merge(t, state, third, halves[0], halves[1]); same.Tally.Head != run.Tally.Head {
		t.Errorf("merged again: frame %d, was %d", same.Tally.Last, run.Tally.Last)
	}
	if !run.Complete() || run.Tally.Confirmed != third.Tally.Results || m.Sources[2].Equal != third.Tally.Results ||
		m.Sources[2].New != 0 {
		t.Errorf("merged: %+v, %+v; want %d results confirmed", m, run.Tally, third.Tally.Results)
	}
	twice, last := merge(t, t.TempDir(), run)
	if last.Tally.Confirmed != run.Tally.Confirmed || twice.Confirmed != run.Tally.Confirmed ||
		last.Tally.Total != run.Tally.Total {
		t.Errorf("merged from the merged: %+v, want %+v", last.Tally, run.Tally)
	}
	// A copy of a ledger is not a second computation.
	_, run = merge(t, t.TempDir(), halves[0], halves[0])
	if run.Tally.Confirmed != 0 || run.Tally.Results != halves[0].Tally.Results {
		t.Errorf("a ledger merged with itself: %+v", run.Tally)
	}
}

// Differences are named, and neither result counts; a count then finds the truth.
func TestMergeDispute(t *testing.T) {
	want, _ := known.Solutions(mergeOrder)
	liar, wrong := forge(t, share(t, plan.Share{Number: 1, Of: 2}, ""), 5)
	halves := allShares(t, 2)
	state := t.TempDir()
	m, run := merge(t, state, liar, halves[0], halves[1])
	if len(m.Disputes) != 1 || m.Disputes[0].Subproblem != wrong || m.Disputes[0].Stands ||
		len(m.Disputes[0].Claims) != 2 ||
		m.Disputes[0].Claims[0].Worker != "liar" || m.Disputes[0].Claims[1].Path != halves[0].Path ||
		run.Has(wrong) || m.Done != m.Subproblems-1 {
		t.Errorf("merged: %+v; want a dispute about subproblem %d", m, wrong)
	}
	if len(m.Missing) != 1 || m.Missing[0] != (Missing{wrong, wrong, 1}) {
		t.Errorf("missing: %+v, want subproblem %d", m.Missing, wrong)
	}
	solve(t, mergeOrder, count.Options{State: state, KeepAll: true, Method: "search"})
	t.Run("with what was merged before", func(t *testing.T) {
		state := t.TempDir()
		if _, run := merge(t, state, liar); !run.Has(wrong) {
			t.Fatal("the wrong result was not merged")
		}
		if m, run := merge(t, state, halves...); len(m.Disputes) != 1 || run.Has(wrong) ||
			len(run.Withdrawals()) != 2 { // the first is that of forge
			t.Errorf("merged: %+v; want the wrong result withdrawn", m)
		}
		// Merging the same ledgers restores none of the results.
		for _, source := range append(halves, liar) {
			if _, run := merge(t, state, source); run.Has(wrong) {
				t.Error("a withdrawn result came back")
			}
		}
	})
	t.Run("with results before it", func(t *testing.T) {
		state := t.TempDir()
		merge(t, state, halves[1])
		whole := share(t, plan.Share{Number: 1, Of: 1}, "")
		liar, wrong := forge(t, whole, whole.Tally.Results-1)
		m, run := merge(t, state, liar)
		if len(m.Disputes) != 1 || m.Disputes[0].Subproblem != wrong || run.Has(wrong) || m.Done != m.Subproblems-1 {
			t.Errorf("merged: %+v; want a dispute about subproblem %d", m, wrong)
		}
	})
	t.Run("with a result that is confirmed", func(t *testing.T) {
		state := t.TempDir()
		other := share(t, plan.Share{Number: 1, Of: 2}, "another")
		merge(t, state, halves[0], halves[1], other)
		if m, run := merge(t, state, liar); len(m.Disputes) != 1 || !m.Disputes[0].Stands || !run.Complete() ||
			run.Tally.Total != want {
			t.Errorf("merged: %+v; want a dispute in which the confirmed result stands", m)
		}
	})
}

// A ledger does not restore what another one has revoked.
func TestMergeRevoked(t *testing.T) {
	halves := allShares(t, 2)
	kernel := results(t, filepath.Dir(halves[0].Path))[0].Kernel
	state := t.TempDir()
	merge(t, state, halves[0])
	revoked := edit(t, share(t, plan.Share{Number: 1, Of: 2}, "another"), func(l *ledger.Ledger) error {
		_, err := l.Revoke(kernel, "test")
		return err
	})
	kept := revoked.Tally.Results
	m, run := merge(t, state, revoked, halves[0], halves[1])
	if run.Tally.Results != kept || m.Sources[1].Passed != halves[0].Tally.Results ||
		m.Sources[2].Passed != halves[1].Tally.Results || !slices.Equal(run.Revoked(), []string{kernel}) {
		t.Errorf("merged: %+v, revoked %v; want %d results", m, run.Revoked(), kept)
	}

	// A result that was merged before it was revoked is not disputed.
	liar, wrong := forge(t, share(t, plan.Share{Number: 1, Of: 2}, ""), 5)
	state = t.TempDir()
	merge(t, state, liar)
	if m, run := merge(t, state, revoked); len(m.Disputes) != 0 || !run.Has(wrong) ||
		run.Tally.Total != revoked.Tally.Total {
		t.Errorf("merged: %+v, want %v without a dispute", m, revoked.Tally.Total)
	}
}

// Withdrawals and revocations in one copy of a ledger win over another copy, in either order, even
// if the end of that copy is lost. What was counted again counts.
func TestMergeWithdrawn(t *testing.T) {
	whole := plan.Share{Number: 1, Of: 1}
	const position = 3
	liar, wrong := forge(t, share(t, whole, ""), position)
	again := share(t, whole, "another")
	want, _ := known.Solutions(mergeOrder)
	kernel := results(t, filepath.Dir(liar.Path))[position].Kernel
	for name, change := range map[string]func(l *ledger.Ledger) error{
		"withdrawn": func(l *ledger.Ledger) error { return l.Withdraw(map[int]string{wrong: "test"}) },
		"revoked":   func(l *ledger.Ledger) error { _, err := l.Revoke(kernel, "test"); return err },
	} {
		for _, lost := range []bool{false, true} {
			honest, _ := forge(t, share(t, whole, ""), position)
			before := honest.Size
			honest = edit(t, honest, change)
			if lost {
				must.Do(t, os.Truncate(honest.Path, before))
				honest = readRun(t, honest.Path)
			}
			for _, order := range [][][]*ledger.Run{
				{{honest, liar}},
				{{liar, honest}},
				{{honest}, {liar}},
				{{liar}, {honest}},
				{{liar}, {honest}, {liar, honest}},
			} {
				state := t.TempDir()
				var run *ledger.Run
				for _, sources := range order {
					_, run = merge(t, state, sources...)
				}
				if _, counted := merge(t, state, again); !counted.Complete() || counted.Tally.Total != want {
					t.Errorf("%s: a ledger that was counted again does not count: %+v", name, counted.Tally)
				}
				if run.Has(wrong) {
					t.Errorf("%s, lost %t, merged in %d steps of %d: the wrong result counts", name, lost,
						len(order), len(order[0]))
				}
			}
		}
	}
}

func TestMergeMissing(t *testing.T) {
	shares := allShares(t, 3)
	bounds := must.Get(planOf(t.Context(), shares[0], count.Options{}))(t).Shares(3)
	m, _ := merge(t, t.TempDir(), shares[0], shares[2])
	want := Missing{bounds[1], bounds[2] - 1, shares[1].Tally.Results}
	if len(m.Missing) != 1 || m.Missing[0] != want {
		t.Errorf("missing: %+v, want share 2/3, %+v", m.Missing, want)
	}
}

func TestMergeRefuses(t *testing.T) {
	sources := allShares(t, 2)
	p, _ := truth()
	small := must.Get(plan.New(t.Context(), mergeOrder-4, p.Variant))(t)
	tally, err := count.Run(t.Context(), small, count.Options{State: t.TempDir(), KeepAll: true})
	must.Do(t, err)
	other := readRun(t, tally.Ledger)
	unlike := *sources[0]
	unlike.Header.Plan[3]++
	doubtful := edit(t, share(t, plan.Share{Number: 1, Of: 1}, ""),
		func(l *ledger.Ledger) error { return l.Doubt("a check failed") })
	for _, c := range []struct {
		name    string
		sources []*ledger.Run
		want    error
		tells   string
	}{
		{"nothing", nil, queens.ErrFormat, "ledgers"},
		{"another order", []*ledger.Run{sources[0], other}, ledger.ErrOtherRun, other.Path},
		{"another plan", []*ledger.Run{sources[1], &unlike}, ledger.ErrOtherRun, "plan"},
		{"another plan first", []*ledger.Run{&unlike, sources[1]}, ledger.ErrOtherRun, "plan"},
		{"a doubt", []*ledger.Run{sources[0], doubtful}, ledger.ErrMismatch, "a check failed"},
	} {
		state := t.TempDir()
		_, err := Merge(t.Context(), nil, c.sources, count.Options{State: state})
		if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.tells) {
			t.Errorf("%s: %v, want %v and %q", c.name, err, c.want, c.tells)
		}
		if entries, _ := os.ReadDir(state); len(entries) > 0 {
			t.Errorf("%s: something was written", c.name)
		}
	}
	if _, err := Merge(t.Context(), nil, sources, count.Options{}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("without a state directory: %v", err)
	}
}

// A flipped byte loses its result and nothing else.
func TestMergeDamagedLedger(t *testing.T) {
	sources := allShares(t, 2)
	raw := must.Get(os.ReadFile(sources[0].Path))(t)
	raw[len(raw)/2] ^= 4
	copied := filepath.Join(t.TempDir(), "copy of share 1")
	must.Do(t, os.WriteFile(copied, raw, 0o600))
	m, run := merge(t, t.TempDir(), readRun(t, copied), sources[1])
	lost := 0
	for _, x := range m.Missing {
		lost += x.Results
	}
	if lost < 1 || lost > 2 || run.Tally.Results != m.Subproblems-lost || len(m.Disputes) != 0 {
		t.Errorf("merged: %+v", m)
	}
}

// Compare finds everything in which a merged ledger differs from its sources, also two wrong
// results that add up to the same sum.
func TestCompare(t *testing.T) {
	halves := allShares(t, 2)
	_, merged := merge(t, t.TempDir(), halves...)
	pair := func(run *ledger.Run) *ledger.Run {
		list := results(t, filepath.Dir(run.Path))
		return edit(t, run, func(l *ledger.Ledger) error {
			for i, total := range []queens.Total{list[0].Total.Add(8), list[1].Total.Minus(queens.NewTotal(8))} {
				r := ledger.NewResult(list[i].Subproblem, total)
				if err := errors.Join(l.Withdraw(map[int]string{r.Subproblem: "test"}), l.Append(r)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	first := plan.Share{Number: 1, Of: 2}
	again := share(t, plan.Share{Number: 2, Of: 3}, "another")
	damaged := share(t, first, "")
	raw := must.Get(os.ReadFile(damaged.Path))(t)
	raw[len(raw)/2] ^= 4
	must.Do(t, os.WriteFile(damaged.Path, raw, 0o600))
	unlike := *halves[0]
	unlike.Header.Plan[3]++
	forgedMerged := pair(must.Get(ledger.Read(t.Context(), merged.Path))(t))
	_, merged = merge(t, t.TempDir(), halves...)
	certified := *halves[0]
	certified.Tally.Done = new(ledger.Done)
	_, twice := merge(t, t.TempDir(), halves[0], halves[1], again)
	for _, c := range []struct {
		name    string
		merged  *ledger.Run
		sources []*ledger.Run
		tells   string
	}{
		{"all", merged, halves, ""},
		{"more than once", merged, append(halves, again), ""},
		{"second counts are lost", twice, halves, "by kernel another on "},
		{"some results", halves[0], halves, ""},
		{"a ledger is lost", merged, halves[:1], "none of the ledgers"},
		{"only merged in part", &certified, halves, "has a result"},
		{"a forged pair", merged, []*ledger.Run{pair(share(t, first, "")), halves[1]}, "total"},
		{"a forged pair in the merged one", forgedMerged, halves, "total"},
		{"a byte", merged, []*ledger.Run{halves[0], readRun(t, damaged.Path), halves[1]}, "damaged"},
		{"another plan", merged, append(halves, &unlike), "another plan"},
	} {
		got, err := Compare(t.Context(), c.merged, c.sources)
		if err != nil || !strings.Contains(strings.Join(got, "\n"), c.tells) || (len(got) == 0) != (c.tells == "") {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.tells)
		}
	}
}
