package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/sys"
)

// ErrLater says that a task was stopped before it was complete, or could not write its results, and
// should be started again.
var ErrLater = errors.New("start it again")

// TaskOptions configure a task. The zero value uses the run's figures.
type TaskOptions struct {
	Workers int
	Memory  int64
	Node    string // name of the machine; empty: the system's
	Job     string // of the engine
	Program string

	found func(*plan.Plan, *ledger.Result) error // for tests
}

// Task counts what earlier attempts have left of a task into a ledger in the directory. What it was
// counting when it is stopped or killed is lost, nothing else.
//
// Errors: ErrLater; ledger.ErrMismatch, ledger.ErrResidue or ledger.ErrOtherRun if a check failed;
// queens.ErrFormat for an unknown number.
func Task(ctx context.Context, dir, number string, o TaskOptions) error {
	run, err := ReadRun(dir)
	if err != nil {
		return err
	}
	task, err := strconv.Atoi(number)
	if err != nil || task < 1 || task > run.Shares+run.AgainTasks {
		return errs.Errorf("%s has no task %q: want 1 to %d: %w", dir, number, run.Shares+run.AgainTasks,
			queens.ErrFormat)
	}
	host, _ := os.Hostname()
	o.Node, o.Memory = cmp.Or(o.Node, host), cmp.Or(o.Memory, run.Memory)
	o.Job = cmp.Or(o.Job, fmt.Sprint("process ", os.Getpid()))
	state := run.attemptDir(attemptName(task, o.Node))
	if err := sys.MkdirAll(state, 0o755); err != nil {
		return errs.Errorf("%w; make room or let the nodes write there", err)
	}
	switch err = run.count(ctx, task, state, o); {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.As(err, new(*ledger.WriteError)):
		return fmt.Errorf("%w: %w", ErrLater, err)
	}
	return errors.Join(err, os.WriteFile(filepath.Join(state, errorFile), []byte(err.Error()), 0o644))
}

// stopInterval is the time after which a task notices the stop file.
const stopInterval = 10 * time.Second

func (r *Run) count(ctx context.Context, task int, state string, o TaskOptions) error {
	p, err := r.plan(ctx)
	if err != nil {
		return err
	}
	todo, err := r.todo(ctx, task, p)
	if err != nil || len(todo) == 0 {
		return err
	}
	options := count.Options{
		Workers: o.Workers, Kernel: r.Header.Kernel, Memory: o.Memory, Method: r.Header.Method, Program: o.Program,
		Worker: o.Node + " " + o.Job,
	}
	if task > r.Shares {
		if options.Kernel, err = r.otherKernel(ctx, p, todo); err != nil || options.Kernel == "" {
			return err
		}
		if options.By, err = p.Variant.OtherWays(p.Order, nil); err != nil {
			return err
		}
	}
	options.State, options.Unlocked = state, true // only this process knows its name
	options.Only = func(i int) bool { _, open := slices.BinarySearch(todo, i); return open }
	options.KeepAll, options.Found = true, o.found
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var looked time.Time
	options.Progress = func(count.Progress) {
		if time.Since(looked) >= stopInterval {
			if looked = time.Now(); IsStopped(r.dir) {
				stop()
			}
		}
	}
	if err := options.Fits(p.Order, p.Variant); err != nil {
		return err
	}
	_, err = count.Run(ctx, p, options)
	return err
}

// todo returns what earlier attempts have left of a task.
func (r *Run) todo(ctx context.Context, task int, p *plan.Plan) ([]int, error) {
	todo := slices.Clone(r.tasks(p)[task-1])
	names, err := r.attempts(task)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if old, err := r.read(ctx, name); err == nil { // otherwise the driver reports it; its results are counted again
			todo = slices.DeleteFunc(todo, old.Has)
		}
	}
	return todo, ctx.Err()
}

// otherKernel returns a kernel that has found none of the results of some subproblems, or "" while
// the merged ledger lacks them all.
func (r *Run) otherKernel(ctx context.Context, p *plan.Plan, subproblems []int) (string, error) {
	merged, err := ledger.Read(ctx, r.Ledger())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var kernels []string
	for result, err := range merged.ResultsOf(subproblems) {
		if err != nil {
			return "", err
		}
		kernels = append(kernels, result.Kernel)
	}
	if len(kernels) == 0 {
		return "", nil
	}
	return p.Variant.Method.Info().OtherKernel(strings.Join(distinct(kernels), "+")), nil
}
