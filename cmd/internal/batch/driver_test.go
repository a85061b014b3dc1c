package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/verify"
	"queens/internal/must"
)

// driverOf returns a driver of the engine print with another queue, which passes what is submitted
// to take.
func driverOf(t *testing.T, o Options, live func() ([]queued, error), take func(tasks []int)) *driver {
	t.Helper()
	o.Engine, o.Out = "print", printed(func(text string) {
		var tasks []int
		for line := range strings.Lines(text) {
			_, rest, _ := strings.Cut(line, " task "+o.Dir+" ")
			number, _, _ := strings.Cut(rest, " ")
			tasks = append(tasks, must.Get(strconv.Atoi(number))(t))
		}
		take(tasks)
	})
	d := must.Get(newDriver(t.Context(), o))(t)
	must.Do(t, d.prepare())
	if live != nil {
		d.engine.list = func(context.Context, site) ([]queued, error) { return live() }
	}
	must.Do(t, d.take(t.Context()))
	return d
}

type printed func(text string)

func (p printed) Write(text []byte) (int, error) {
	p(string(text))
	return len(text), nil
}

// TestSubmission has an engine that forgets tasks: they are submitted again when they have been
// absent twice.
func TestSubmission(t *testing.T) {
	var submitted []int
	var live []queued
	take := func(tasks []int) { submitted = append(submitted, tasks...) }
	o := optionsFor(t, 14, "print", t.TempDir())
	o.Tasks = 4
	look := func(d *driver, want ...int) {
		t.Helper()
		submitted = nil
		must.Get(d.submitMissing(t.Context(), live))(t)
		if !slices.Equal(submitted, want) {
			t.Errorf("submitted %v, want %v", submitted, want)
		}
	}
	d := driverOf(t, o, nil, take)
	look(d, 1, 2, 3, 4)
	live = []queued{{Task: 1}, {Task: 2}, {Task: 3}}
	look(d)
	look(d, 4)
	live = append(live, queued{Task: 4})
	look(d)
	live = live[1:]
	look(d)
	live = append(live, queued{Task: 1}) // it was there all the time
	look(d)
	live = live[:2]
	for _, most := range []int{3, 0} {
		d := driverOf(t, o, nil, take) // it knows nothing of the tasks
		d.MaxTasks = most
		d.missing = nil
		look(d)
		if want := []int{1, 4}; most > 0 {
			look(d, want[:most-len(live)]...)
		} else {
			look(d, want...)
		}
	}
}

func all(int) bool { return true }

// attempt writes a ledger of some subproblems of a task, as an attempt would.
func attempt(t *testing.T, d *driver, task int, some func(i int) bool, node string, forge bool) {
	t.Helper()
	o := count.Options{
		Workers: 1, State: d.run.attemptDir(fmt.Sprintf("%d-%s-%s", task, node, randomName())),
		Program: "queens test", Worker: node + " job",
	}
	subproblems := slices.DeleteFunc(slices.Clone(d.tasks[task-1]), func(i int) bool { return !some(i) })
	o.KeepAll, o.Found = true, hurt(0, forge)
	o.Only = func(i int) bool { return slices.Contains(subproblems, i) }
	must.Get(count.Run(t.Context(), d.plan, o))(t)
}

// TestForeignLedgers has foreign files in the directory: they are named and harmless.
func TestForeignLedgers(t *testing.T) {
	var said []string
	o := optionsFor(t, 14, "print", t.TempDir())
	o.Log, o.Tasks = func(text string) { said = append(said, text) }, 1
	d := driverOf(t, o, nil, nil)
	for i := range d.tasks {
		attempt(t, d, i+1, all, "m1", false)
	}
	other := driverOf(t, optionsFor(t, 13, "print", t.TempDir()), nil, nil)
	attempt(t, other, 1, all, "m2", false)
	foreign := must.Get(os.ReadFile(other.run.ledgerOf(attemptsOf(t, other.run.dir)[0])))(t)
	for name, text := range map[string][]byte{
		"1-m2-00000000": foreign, "1-m3-00000000": []byte("nothing"), "1-m4-00000000": {},
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(d.run.ledgerOf(name)), 0o755))
		must.Do(t, os.WriteFile(d.run.ledgerOf(name), text, 0o644))
	}
	for range 2 { // a flaw that is gone the second time was a frame being written
		must.Do(t, d.take(t.Context()))
	}
	if d.report == nil || len(said) != 2 || !strings.Contains(fmt.Sprint(said), "is of another plan") {
		t.Errorf("%+v, said %q", d.report, said)
	}
}

// TestDispute has a node that counts wrong. The error names it and the ledger; when that is
// repaired, the count ends, and the outcome names the node.
func TestDispute(t *testing.T) {
	o := optionsFor(t, 14, "print", t.TempDir())
	o.Tasks, o.Again = 1, 1
	d := driverOf(t, o, nil, nil)
	for i := range d.tasks {
		attempt(t, d, i+1, all, []string{"bad", "good"}[min(i, 1)], i == 0)
	}
	_, err := d.loop(t.Context())
	bad := d.run.ledgerOf(attemptsOf(t, o.Dir)[0])
	if !errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(), "on bad job in "+bad) {
		t.Fatalf("%v, want node bad and its ledger", err)
	}
	checkFlaw(t, o.Dir, "on bad job in "+bad)
	run := must.Get(ledger.Read(t.Context(), bad))(t)
	must.Get(verify.Repair(t.Context(), run, count.Options{Program: "queens test"}, run.Tally.Subproblems, 1))(t)
	if r := driveWell(t, o); len(r.Wrong) != 1 || r.Wrong[0] != "bad" || strings.Contains(fmt.Sprint(r.Nodes), "bad") {
		t.Errorf("outcome %+v, want that node bad was wrong", r)
	}
}

// TestNoTrace has an engine whose tasks do not see the directory.
func TestNoTrace(t *testing.T) {
	o := optionsFor(t, 12, "print", t.TempDir())
	o.Poll = time.Millisecond
	submitted := 0
	d := driverOf(t, o, nil, func([]int) { submitted++ })
	d.Engine = "scripted"
	_, err := d.loop(t.Context())
	if err == nil || !strings.Contains(err.Error(), "they left no trace") ||
		!strings.Contains(err.Error(), "on every node") || submitted != maxTries {
		t.Errorf("%d submissions, %v", submitted, err)
	}
}

// TestEngineAway has an engine that does not answer: nothing follows from that. When it does, it
// holds a task: its reason is logged once.
func TestEngineAway(t *testing.T) {
	var said []string
	o := optionsFor(t, 12, "print", t.TempDir())
	o.Poll = time.Millisecond
	asked, submitted := 0, 0
	ctx, stop := context.WithCancel(t.Context())
	d := driverOf(t, o, func() ([]queued, error) {
		if asked++; asked == 10 {
			stop()
		}
		if asked%3 > 0 {
			return nil, errors.New("connection refused")
		}
		return []queued{{Task: 1, Held: "JobHeldUser"}}, nil
	}, func([]int) { submitted++ })
	d.Engine, d.Log = "scripted", func(text string) { said = append(said, text) }
	if _, err := d.loop(ctx); !errors.Is(err, context.Canceled) || asked != 10 || submitted > 0 {
		t.Errorf("asked %d times, %d submissions, %v", asked, submitted, err)
	}
	other := func(text string) bool { return text != "scripted holds tasks: JobHeldUser" }
	if said = slices.DeleteFunc(said, other); len(said) != 1 {
		t.Errorf("said %q, want the reason once", said)
	}
}

func TestTask(t *testing.T) {
	o := optionsFor(t, 16, "print", t.TempDir())
	o.Tasks = 2
	d := driverOf(t, o, nil, nil)
	task := func(ctx context.Context, number string, pause time.Duration) error {
		return Task(ctx, o.Dir, number, TaskOptions{
			Workers: 1, Program: "queens test", Node: "a-node.of-a-cluster",
			found: hurt(pause, false),
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- task(ctx, "1", time.Second) }()
	awaitResult(t, o.Dir)
	stop()
	if err := <-ended; !errors.Is(err, ErrLater) {
		t.Errorf("stopped: %v, want ErrLater", err)
	}
	share := len(d.tasks[0])
	if first := results(t, o.Dir); first == 0 || first >= share {
		t.Errorf("%d results of %d when the first was there", first, share)
	}
	for range 2 { // the second time there is nothing to do
		must.Do(t, task(t.Context(), "1", 0))
	}
	if sum := results(t, o.Dir); sum != share {
		t.Errorf("%d results in all ledgers of share 1, want each of %d subproblems once", sum, share)
	}
	for _, number := range []string{"0", "99", "1.1", "-1", "x", ""} {
		if err := task(t.Context(), number, 0); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("task %q: %v", number, err)
		}
	}
	must.Do(t, d.take(t.Context()))
	for name := range d.sources {
		if task, ok := parseAttempt(name); !strings.HasPrefix(name, "1-a-node.of-a-cluster-") || task != 1 || !ok {
			t.Errorf("%s: task %d", name, task)
		}
	}
	d.run.Header.Plan[0]++ // as another version of the program would make it
	must.Do(t, publishJSON(filepath.Join(o.Dir, runFile), d.run, os.Rename))
	err := task(t.Context(), "2", 0)
	if state := must.Get(d.run.Tasks(t.Context(), false))(t); !errors.Is(err, ledger.ErrOtherRun) || state.Failed != 1 {
		t.Errorf("%v, %+v: want an attempt that failed", err, state)
	}
}
