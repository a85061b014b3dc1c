package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/sys"
)

// ErrLater says that a task was stopped before its part was complete, or could not write its
// results, and should be started again.
var ErrLater = errors.New("start it again")

// TaskOptions configure a task. The zero value uses the run's figures.
type TaskOptions struct {
	Workers int
	Memory  int64
	Node    string // name of the machine; empty: the system's
	Job     string // of the engine
	Program string
	Log     func(text string) // logs a sentence; required

	execute func(only func(int) bool) count.Executor // for tests; nil: the local one
	other   bool                                     // for tests: this program makes another plan
}

const publishInterval = time.Minute

// Task counts what earlier attempts have left of a part, and publishes its ledger at the start,
// every minute, and at the end.
//
// Errors: ErrLater; ledger.ErrMismatch, ledger.ErrResidue or ledger.ErrOtherRun if a check failed;
// queens.ErrFormat for an unknown part.
func Task(ctx context.Context, dir, name string, o TaskOptions) (err error) {
	run, err := ReadRun(dir)
	if err != nil {
		return err
	}
	if o.other {
		run.Plan[0]++
	}
	part, err := run.part(name)
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	o.Node, o.Memory = cmp.Or(o.Node, host), cmp.Or(o.Memory, run.Memory)
	o.Job = cmp.Or(o.Job, fmt.Sprint("process ", os.Getpid()))
	temp, release, err := privateDir(attemptDir)
	if err != nil {
		return err
	}
	defer release()
	t := &task{
		run: run, part: part, options: o, temp: temp, name: attemptName(name, o.Node),
		note: Attempt{
			Part: name, Node: o.Node, Job: o.Job, Program: o.Program, Workers: o.Workers, Started: time.Now().UTC(),
		},
	}
	if err := t.publish(); err != nil {
		return fmt.Errorf("%w; make room or let the nodes write there", err)
	}
	err = t.count(ctx)
	stopped := ctx.Err() != nil || errors.Is(err, context.Canceled)
	t.note.Ended = err == nil
	t.note.Failed = errors.Is(err, ledger.ErrMismatch) || errors.Is(err, ledger.ErrResidue) ||
		errors.Is(err, ledger.ErrOtherRun)
	if err != nil && !stopped {
		t.note.Error = err.Error()
	}
	published := t.publish()
	for wait := time.Second; published != nil && wait < publishInterval; wait *= 2 {
		o.Log(fmt.Sprintf("%v; trying again for a minute", published))
		time.Sleep(wait)
		published = t.publish()
	}
	full := errors.As(err, new(*ledger.WriteError))
	switch {
	case err == nil && published != nil:
		return fmt.Errorf("%w: %w", ErrLater, published)
	case full || err != nil && stopped:
		return fmt.Errorf("%w: %w", ErrLater, err)
	}
	return err
}

type task struct {
	run     *Run
	part    *Part
	options TaskOptions
	temp    string // private directory
	name    string // of the attempt
	ledger  string // in temp
	note    Attempt
}

func (t *task) count(ctx context.Context) error {
	p, err := t.run.plan(ctx)
	if err != nil {
		return err
	}
	todo := map[int]bool{}
	for i := range t.part.subproblems {
		todo[i] = true
	}
	if err := t.forget(ctx, todo); err != nil || len(todo) == 0 {
		return err
	}
	o, err := t.countOptions(p)
	if err != nil {
		return err
	}
	only := func(i int) bool { return todo[i] }
	o.Executor = count.Local{Only: only}
	if t.options.execute != nil {
		o.Executor = t.options.execute(only)
	}
	dir := ledger.Dir(t.temp, p.RunName())
	t.ledger = filepath.Join(dir, "ledger")
	last := time.Now()
	o.Progress = func(count.Progress) {
		if time.Since(last) < publishInterval {
			return
		}
		last = time.Now()
		var err error
		if IsStopped(t.run.dir) {
			err = count.RequestStop(dir)
		}
		if err = cmp.Or(err, t.publish()); err != nil {
			t.options.Log(fmt.Sprintf("%v; trying again in a minute", err))
		}
	}
	return count.Part(ctx, p, o)
}

func (t *task) forget(ctx context.Context, todo map[int]bool) error {
	files, err := t.run.files(ledgersDir, ledgerSuffix, t.part.name())
	if err != nil {
		return err
	}
	for _, f := range files {
		old, err := t.run.readLedger(ctx, filepath.Join(t.run.dir, ledgersDir, f.Name()))
		if err != nil || old.Header.Plan != t.run.Plan {
			continue // the driver reports it; here its results are counted again
		}
		for i := range todo {
			if old.Has(i) {
				delete(todo, i)
			}
		}
	}
	return ctx.Err()
}

func (t *task) countOptions(p *plan.Plan) (o count.Options, err error) {
	o = count.Options{
		Workers: t.options.Workers, Kernel: t.run.Kernel, Memory: t.options.Memory, Scheme: t.run.Scheme,
		Program: t.options.Program, Worker: t.note.Node + " " + t.note.Job,
	}
	if t.part.Kind == Again {
		o.Kernel = p.Scheme.Kind.Facts().OtherKernel(t.part.Kernel)
		o, err = o.Again(p.Frame)
	}
	o.State = t.temp
	return o, cmp.Or(err, o.Fits(p.Order, p.Scheme))
}

func (t *task) publish() error {
	path := filepath.Join(t.run.dir, ledgersDir, t.name)
	t.note.Written = time.Now().UTC()
	if used, err := sys.CPUTime(); err == nil {
		t.note.Processor = used.Seconds()
	}
	if err := replaceJSON(path+noteSuffix, t.note); err != nil {
		return err
	}
	info, err := os.Stat(t.ledger)
	if errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0 { // stopped before it had a header
		return nil
	}
	return copyFile(t.ledger, path+ledgerSuffix)
}
