//go:build unix

package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/verify"
	"queens/internal/must"
)

// TestRealRecord rehearses a count by two groups on a real Slurm. Each counts the same tasks,
// spread evenly over as many as the plan has subproblems; the second group uses another kernel. All
// results of the merged ledgers must be equal. Then the task with the least work is verified in
// another way. QUEENS_LONG=28/15 is 0.02 % of Q(28), in some three hours of one core; both groups
// then have the same kernel where the other one is portable, which takes five times as long. Above
// order 28 the tasks are those with the least work, as with QUEENS_LONG=29/2. With a folder
// QUEENS_DIR, an interrupted rehearsal continues.
func TestRealRecord(t *testing.T) {
	order, tasks := 20, 15
	if long := os.Getenv("QUEENS_LONG"); strings.Contains(long, "/") {
		must.Get(fmt.Sscanf(long, "%d/%d", &order, &tasks))(t)
	}
	newSlurm(t)
	dir := cmp.Or(os.Getenv("QUEENS_DIR"), t.TempDir())
	var groups []*ledger.Run
	var d *driver
	var chosen []int
	kernel := ""
	for _, group := range []string{"first", "second"} {
		o := optionsFor(t, order, "slurm", filepath.Join(dir, group))
		o.Tasks, o.TaskTime, o.Count.Memory, o.MaxTasks = maxTasks, time.Hour, 2<<30, runtime.NumCPU()
		if kernel != "" {
			other := d.plan.Variant.Method.Info().OtherKernel(kernel)
			if order < 28 || other != "portable" {
				o.Count.Kernel = other
			}
		}
		d = must.Get(newDriver(t.Context(), o))(t)
		must.Do(t, d.prepare())
		chosen = chosen[:0]
		for k := range tasks {
			task := (2*k + 1) * d.run.Shares / (2 * tasks)
			for len(d.tasks[task-1]) == 0 { // a long subproblem begins in an earlier share
				task--
			}
			chosen = append(chosen, task)
		}
		if order > 28 {
			chosen = leastWork(d, tasks)
		}
		for i := range d.tasks {
			if !slices.Contains(chosen, i+1) {
				d.tasks[i] = nil // not in this rehearsal
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		d.Show = func(string, float64, float64) {
			if !slices.ContainsFunc(chosen, d.open) {
				stop()
			}
		}
		if _, err := d.loop(ctx); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		for result, err := range d.merged.Computations() {
			must.Do(t, err)
			kernel = result.Kernel
		}
		t.Logf("tasks %v of %d of order %d: %d results by kernel %s, %.0f s of a core", chosen, d.run.Shares, order,
			d.merged.Tally.Results, kernel, d.merged.Tally.Spent.Processor.Seconds())
		groups = append(groups, d.merged)
	}
	m := must.Get(verify.Merge(t.Context(), d.plan, groups, count.Options{State: t.TempDir()}))(t)
	t.Logf("merged: %d results, %d confirmed, %d disputes", m.Done, m.Confirmed, len(m.Disputes))
	if m.Done < tasks || m.Confirmed != m.Done || len(m.Disputes) > 0 {
		t.Errorf("merged: %+v", m)
	}
	least := leastWork(d, 1)[0]
	seconds := plan.Stopwatch()
	v := must.Get(verify.Run(t.Context(), must.Get(ledger.Read(t.Context(), m.Ledger))(t), count.Options{Workers: 1},
		verify.Sample{Share: &plan.Share{Number: least, Of: d.run.Shares}}))(t)
	t.Logf("task %d verified by %v: %d results, %.0f s, %s", least, v.By, len(v.Sample), seconds(), v.Verdict)
	if v.Verdict != verify.Incomplete || len(v.Sample) != len(d.tasks[least-1]) {
		t.Errorf("verified: %+v", v)
	}
}

// leastWork returns up to n of the driver's tasks that have subproblems, those with the least work.
func leastWork(d *driver, n int) (tasks []int) {
	work := make([]plan.Work, len(d.tasks)+1)
	for i, subproblems := range d.tasks {
		for _, number := range subproblems {
			work[i+1] = work[i+1].Plus(d.plan.Weights()[number])
		}
		if len(subproblems) > 0 {
			tasks = append(tasks, i+1)
		}
	}
	slices.SortFunc(tasks, func(a, b int) int { return work[a].Compare(work[b]) })
	return tasks[:min(n, len(tasks))]
}
