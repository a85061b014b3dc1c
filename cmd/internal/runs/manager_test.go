package runs_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"queens"
	"queens/cmd/internal/batch"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

type served struct {
	*runs.Manager
	stop func()
}

func serve(t *testing.T, root string) served {
	t.Helper()
	m := must.Get(runs.NewManager(root, count.Options{Program: "test"}))(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); m.Run(ctx) }()
	s := served{m, sync.OnceFunc(func() {
		cancel()
		<-ended
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})}
	t.Cleanup(s.stop)
	return s
}

// slow is a saved count of more than two seconds of processor time, long one of about 15 seconds,
// which tests stop.
var (
	slow   = count.Question{Order: 17}
	long   = count.Question{Order: 18}
	slowly = count.Options{Kernel: "scalar", Workers: 1, KeepAll: true, Method: "search"}
)

func (s served) start(t *testing.T, q count.Question, o count.Options) runs.Run {
	t.Helper()
	return retry(t, func() (runs.Run, error) { return s.Start(t.Context(), q, o) })
}

func retry(t *testing.T, begin func() (runs.Run, error)) runs.Run {
	t.Helper()
	for {
		status, err := begin()
		if err == nil {
			return status
		}
		if !errors.Is(err, runs.ErrBusy) || t.Context().Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond) // until Run has its context
	}
}

// get returns a run, which must be in a state.
func (s served) get(t *testing.T, name string, want runs.State) runs.Run {
	t.Helper()
	run := must.Get(s.Get(t.Context(), name))(t)
	if run.State != want {
		t.Fatalf("%+v; want it %s", run, want)
	}
	return run
}

// checkUnknown checks that no run has a name.
func (s served) checkUnknown(t *testing.T, name string) {
	t.Helper()
	if run, err := s.Get(t.Context(), name); !errors.As(err, new(*runs.UnknownError)) {
		t.Errorf("%+v, %v; want an unknown run", run, err)
	}
}

// await returns a run as soon as it fits. Any other end of the run is an error.
func (s served) await(t *testing.T, name string, fits func(runs.Run) bool) runs.Run {
	t.Helper()
	messages, end := s.Subscribe()
	defer end()
	status := must.Get(s.Get(t.Context(), name))(t)
	for !fits(status) {
		if status.State == runs.Complete || status.State == runs.Failed {
			t.Fatalf("waited in vain; last: %+v", status)
		}
		if s := <-messages; s.Name == name {
			status = s
		}
	}
	return status
}

func is(state runs.State) func(runs.Run) bool {
	return func(s runs.Run) bool { return s.State == state }
}

func someDone(s runs.Run) bool { return s.State == runs.Counting && s.Done > 2 && s.Live != nil }

func checkSolutions(t *testing.T, s runs.Run, n int) {
	t.Helper()
	if want, _ := known.Solutions(n); s.Sum != want {
		t.Errorf("%s: %v solutions, want %v", s.Name, s.Sum, want)
	}
}

// TestCountOutlivesItsServer stops a count, resumes it, ends the server, and lets the next one
// finish.
func TestCountOutlivesItsServer(t *testing.T) {
	root := t.TempDir()
	first := serve(t, root)
	name := first.start(t, slow, slowly).Name
	counting := first.await(t, name, someDone)
	halted, err := first.Stop(t.Context(), name)
	if err != nil || halted.State != runs.Stopped {
		t.Fatalf("stop: %+v, %v", halted, err)
	}
	stopped := must.Get(ledger.Read(t.Context(), ledger.Dir(root, name)))(t)
	if share := stopped.Tally.Fraction(); share != *halted.Fraction || share < *counting.Fraction-1e-6 ||
		halted.Rest <= 0 {
		t.Errorf("%v of the work is done while it counts, %v when it is stopped, %v by its ledger; the rest takes %v s",
			*counting.Fraction, *halted.Fraction, share, halted.Rest)
	}
	if _, err := first.Stop(t.Context(), name); !errors.Is(err, runs.ErrIdle) {
		t.Errorf("a second stop: %v", err)
	}
	if resumed, err := first.Resume(t.Context(), name); err != nil || *resumed.Fraction < *halted.Fraction {
		t.Fatalf("resumed: %+v, %v", resumed, err)
	}
	if _, err := first.Resume(t.Context(), name); !errors.Is(err, runs.ErrBusy) {
		t.Errorf("a second resume: %v", err)
	}
	if _, err := first.Remove(name); !errors.Is(err, runs.ErrBusy) {
		t.Errorf("remove a run in progress: %v", err)
	}
	first.await(t, name, func(s runs.Run) bool { return someDone(s) && s.Done > halted.Done })
	first.stop()

	second := serve(t, root)
	final := second.await(t, name, is(runs.Complete))
	checkSolutions(t, final, slow.Order)
	fundamental, _ := known.Fundamental(slow.Order)
	if len(final.Checks) != 3 || !strings.Contains(final.Checks[1], "known value") ||
		!strings.Contains(final.Checks[2], "8A + 4P + 2R") || final.Answer == nil ||
		*final.Answer.Fundamental != fundamental {
		t.Errorf("%+v: want checks and the classes", final)
	}
	second.stop()
	third := serve(t, root)
	if read := third.get(t, name, runs.Complete); !slices.Equal(read.Checks, final.Checks) || read.Answer == nil {
		t.Errorf("after a restart: %+v; want the checks %q", read, final.Checks)
	}
	run := must.Get(ledger.Read(t.Context(), ledger.Dir(root, name)))(t)
	l, _, err := ledger.Open(t.Context(), ledger.Dir(root, name), run.Header, ledger.Options{})
	must.Do(t, err)
	must.Do(t, errors.Join(l.Doubt("a check of the test does not hold"), l.Close()))
	if read := third.get(t, name, runs.Failed); len(read.Checks) != 0 ||
		!strings.Contains(read.Reason, "a check of the test does not hold") {
		t.Errorf("in doubt: %+v", read)
	}
	if list := must.Get(third.List(t.Context()))(t); len(list) == 0 {
		t.Error("list: no run")
	}
	must.Get(third.Remove(name))(t)
	third.checkUnknown(t, name)
}

// TestShortCountsAreSaved counts orders too short for a ledger, were they not counts of a server.
func TestShortCountsAreSaved(t *testing.T) {
	root := t.TempDir()
	first := serve(t, root)
	short := first.start(t, count.Question{Order: 8, Of: count.Classes}, count.Options{}).Name
	first.await(t, short, is(runs.Complete))
	if _, err := first.Stop(t.Context(), short); !errors.Is(err, runs.ErrIdle) {
		t.Errorf("a finished count is stopped: %v", err)
	}
	symmetric := first.await(t, first.start(t, count.Question{Order: 12, Of: count.Symmetric}, count.Options{}).Name,
		is(runs.Complete))
	if want, _ := known.S180(12); symmetric.Sum != want {
		t.Errorf("%v %s, want %v", symmetric.Sum, symmetric.Counts, want)
	}
	first.stop()
	second := serve(t, root)
	read := second.get(t, short, runs.Complete)
	if *read.Fraction != 1 || *read.Answer.Fundamental != queens.NewTotal(12) {
		t.Errorf("after a restart: %+v", read)
	}
	checkSolutions(t, read, 8)
	if list := must.Get(second.List(t.Context()))(t); len(list) != 2 {
		t.Errorf("%d runs: %+v", len(list), list)
	}
	must.Get(second.Remove(short))(t)
	second.checkUnknown(t, short)
}

// TestStopFromOutside uses "queens runs stop": the run is stopped, also for the next server, which
// resumes it.
func TestStopFromOutside(t *testing.T) {
	root := t.TempDir()
	first := serve(t, root)
	name := first.start(t, long, slowly).Name
	first.await(t, name, someDone)
	must.Do(t, os.WriteFile(filepath.Join(ledger.Dir(root, name), "stop"), nil, 0o644))
	first.await(t, name, is(runs.Stopped))
	first.stop()
	second := serve(t, root)
	if s := second.get(t, name, runs.Stopped); s.Command == "" {
		t.Fatalf("%+v; want it with a command", s)
	}
	retry(t, func() (runs.Run, error) { return second.Resume(t.Context(), name) })
	second.await(t, name, is(runs.Counting))
}

// TestCountOfAnotherProcess sees and stops a run whose ledger another process writes.
func TestCountOfAnotherProcess(t *testing.T) {
	root := t.TempDir()
	m := serve(t, root)
	names := make(chan string, 1)
	ended := make(chan error, 1)
	o := slowly
	o.State = root
	o.Progress = func(p count.Progress) {
		if all, err := runs.Names(root); err == nil && p.Method == "search" && p.Done > 2 {
			for _, name := range all {
				if s, err := m.Get(t.Context(), name); err == nil && s.Method == "search" {
					select {
					case names <- name:
					default:
					}
				}
			}
		}
	}
	go func() {
		_, err := count.Solve(t.Context(), long, o)
		ended <- err
	}()
	name := <-names
	if s := m.await(t, name, is(runs.Elsewhere)); s.Holder == "" {
		t.Errorf("%+v: want its holder", s)
	}
	if _, err := m.Resume(t.Context(), name); !errors.Is(err, runs.ErrBusy) {
		t.Errorf("resume a run of another process: %v", err)
	}
	must.Get(m.Stop(t.Context(), name))(t)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the other process: %v, want a stop", err)
	}
	m.await(t, name, is(runs.Stopped))
	if _, err := m.Stop(t.Context(), name); !errors.Is(err, runs.ErrIdle) {
		t.Errorf("stop what nobody counts: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	root := t.TempDir()
	m := serve(t, root)
	m.start(t, count.Question{Order: 8}, count.Options{}) // now it runs
	if _, err := m.Start(t.Context(), count.Question{Order: 99}, count.Options{}); err == nil {
		t.Error("order 99 was accepted")
	}
	if _, err := m.Start(t.Context(), count.Question{Order: 26}, count.Options{Memory: 200 << 20}); err == nil {
		t.Error("order 26 is counted in 200M")
	}
	if _, err := m.Start(t.Context(), slow, count.Options{Kernel: "abacus"}); err == nil {
		t.Error("an unknown kernel was accepted")
	}
	_, removed := m.Remove("n9-none")
	_, resumed := m.Resume(t.Context(), "n9-none")
	for _, err := range []error{removed, resumed} {
		if !errors.As(err, new(*runs.UnknownError)) {
			t.Errorf("a run that there is not: %v", err)
		}
	}
	if _, err := runs.NewManager(root, count.Options{}); !errors.Is(err, ledger.ErrLocked) {
		t.Errorf("a second manager: %v", err)
	}
}

// The fraction of an incomplete run is its share of the time, as in Progress, not of the
// subproblems; a Manager reports the same.
func TestFractionIsThatOfTheWork(t *testing.T) {
	root := t.TempDir()
	variant := must.Get(methods.Find("parity"))(t)
	p := must.Get(plan.New(t.Context(), 16, variant))(t)
	var want float64
	found := 0
	_, err := count.Run(t.Context(), p, count.Options{
		State: root, KeepAll: true, Workers: 1, Progress: func(p count.Progress) { want = p.Fraction() },
		Found: func(*plan.Plan, *ledger.Result) error {
			if found++; found > len(p.Subproblems)/2 { // the largest come first
				return context.Canceled
			}
			return nil
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	run := must.Get(ledger.Read(t.Context(), ledger.Dir(root, p.RunName())))(t)
	bySubproblems := float64(run.Tally.Results) / float64(run.Tally.Subproblems)
	share := run.Tally.Fraction()
	if math.Abs(share-want) > 1e-9 || math.Abs(want-bySubproblems) < 0.05 {
		t.Errorf("share %v; want %v, and not the %v of the subproblems", share, want, bySubproblems)
	}
	m := must.Get(runs.NewManager(root, count.Options{}))(t)
	defer m.Close()
	status, err := m.Get(t.Context(), p.RunName())
	if err != nil || status.Fraction == nil || *status.Fraction != share || status.Schema != "queens.run/1" {
		t.Errorf("%+v, %v; want the fraction %v", status, err, share)
	}
}

// A complete run with a doubt in its ledger is not complete for a watcher.
func TestDoubtfulRun(t *testing.T) {
	root := t.TempDir()
	variant := must.Get(methods.Find("search"))(t)
	o := count.Options{State: root, KeepAll: true, Program: "queens test"}
	tally := must.Get(count.Run(t.Context(), must.Get(plan.New(t.Context(), 12, variant))(t), o))(t)
	p := must.Get(plan.New(t.Context(), 12, variant))(t)
	led, _, err := ledger.Open(t.Context(), tally.Ledger, p.Header("queens test"), ledger.Options{})
	must.Do(t, err)
	must.Do(t, errors.Join(led.Doubt("Q leaves 3 modulo 8"), led.Close()))
	m := must.Get(runs.NewManager(root, o))(t)
	defer m.Close()
	s, err := m.Get(t.Context(), p.RunName())
	if err != nil || s.State != runs.Failed || !strings.Contains(s.Reason, "Q leaves 3 modulo 8") {
		t.Errorf("Get: %+v, %v; want a run that failed, and why", s, err)
	}
}

// A count by tasks of a batch engine is listed with its progress and nodes.
func TestRunOfTasks(t *testing.T) {
	root, dir := t.TempDir(), filepath.Join(t.TempDir(), "q14")
	program := must.Get(os.Executable())(t)
	var lines strings.Builder
	o := batch.Options{
		Dir: dir, Question: count.Question{Order: 14}, Count: count.Options{Program: "queens test"}, Engine: "print",
		Program: program, Tasks: 1,
		Out: &lines, Log: func(text string) { t.Log(text) },
	}
	m := must.Get(runs.NewManager(root, count.Options{}))(t)
	defer m.Close()
	must.Do(t, batch.Remember(root, dir))
	for _, want := range []runs.State{runs.Elsewhere, runs.Elsewhere, runs.Complete} { // first counts, second counts
		lines.Reset()
		must.Get(batch.Drive(t.Context(), o))(t)
		list := must.Get(m.List(t.Context()))(t)
		if len(list) != 1 || list[0].State != want || list[0].Name != "q14" || list[0].Tasks.Engine != "print" {
			t.Fatalf("%+v; want a run that is %s", list, want)
		}
		s := must.Get(m.Get(t.Context(), "q14"))(t)
		if s.State != want || s.Subproblems != list[0].Subproblems || s.Question.Order != 14 {
			t.Errorf("%+v", s)
		}
		if complete := want == runs.Complete; s.Complete != complete || (s.Total != nil) != complete ||
			s.Tasks.Shares != 1 || s.Plan == "" ||
			(s.Head != "" && s.Frame > 0 && s.Worked > 0 && s.Size > 0) != (s.Done > 0) {
			t.Errorf("%+v, tasks %+v: want them complete: %v", s, s.Tasks, complete)
		}
		if _, err := m.Stop(t.Context(), "q14"); !errors.Is(err, runs.ErrIdle) {
			t.Errorf("stop: %v, want %v", err, runs.ErrIdle)
		}
		for line := range strings.Lines(lines.String()) {
			_, words, _ := strings.Cut(line, " task "+dir+" ")
			options := batch.TaskOptions{Workers: 1, Program: "queens test"}
			must.Do(t, batch.Task(t.Context(), dir, strings.Fields(words)[0], options))
		}
	}
}

// Runs are opened while they are removed again and again: no two processes hold one, and each reads
// its own results again.
func TestRemoveWhileOthersOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "n8")
	header := ledger.Header{Order: 8, Of: "all", Method: "search", MethodVersion: 1, Subproblems: 3}
	var holders atomic.Int32
	var opened atomic.Int64
	done := make(chan struct{})
	var writers, remover sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 60 {
				l, _, err := ledger.Open(t.Context(), dir, header, ledger.Options{})
				if errors.Is(err, ledger.ErrLocked) || errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold the run", n)
				}
				opened.Add(1)
				if err := l.Append(ledger.NewResult(int(opened.Load())%3, queens.NewTotal(7))); err != nil {
					t.Error(err)
				}
				if run, err := ledger.Read(t.Context(), dir); err != nil || run.Tally.Results != l.Tally().Results {
					t.Errorf("Read: %+v, %v; want %d results", run, err, l.Tally().Results)
				}
				holders.Add(-1)
				if err := l.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	remover.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if err := runs.Remove(dir); err != nil && !errors.Is(err, ledger.ErrLocked) &&
				!errors.Is(err, fs.ErrNotExist) {
				t.Error(err)
				return
			}
		}
	})
	writers.Wait()
	close(done)
	remover.Wait()
	if opened.Load() == 0 {
		t.Error("nobody came to open the run")
	}
}

// List has every run with a ledger, also an unreadable one, and says which process writes it.
func TestList(t *testing.T) {
	root := t.TempDir()
	if list := must.Get(runs.List(t.Context(), root))(t); len(list) > 0 {
		t.Errorf("runs of an empty state directory: %+v", list)
	}
	header := ledger.Header{Order: 8, Of: "all", Method: "search", MethodVersion: 1, Subproblems: 2}
	open, _, err := ledger.Open(t.Context(), ledger.Dir(root, "b-open"), header, ledger.Options{})
	must.Do(t, errors.Join(err, open.Append(ledger.NewResult(0, queens.NewTotal(7)))))
	defer open.Close()
	diary := ledger.Dir(root, "z-diary")
	must.Do(t, errors.Join(os.Mkdir(ledger.Dir(root, "no-ledger"), 0o755), os.Mkdir(diary, 0o755)))
	must.Do(t, os.WriteFile(filepath.Join(diary, "ledger"), []byte(strings.Repeat("dear diary ", 1000)), 0o644))
	list := must.Get(runs.List(t.Context(), root))(t)
	if len(list) != 2 || list[0].Name != "b-open" || list[0].Holder == "" || list[0].Done != 1 ||
		list[1].Name != "z-diary" || list[1].State != runs.Broken || !strings.Contains(list[1].Reason, "not a ledger") {
		t.Errorf("%+v; want b-open and z-diary", list)
	}
}
