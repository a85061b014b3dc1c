package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/verify"
	"queens/internal/must"
)

type scripted struct {
	printer
	live   func() ([]Live, error)
	submit func(b Block) error
}

func (s scripted) Limits(context.Context) (Limits, error) { return Limits{Index: 1 << 20}, nil }

func (s scripted) List(context.Context) ([]Live, error) { return s.live() }

func (s scripted) Submit(_ context.Context, b Block) error { return s.submit(b) }

func (s scripted) Cancel(context.Context) error { return nil }

func driverOf(t *testing.T, o Options, e scripted) *driver {
	t.Helper()
	o.Engine = "print"
	d := must.Get(newDriver(t.Context(), o))(t)
	t.Cleanup(func() { _ = os.RemoveAll(d.state) })
	must.Do(t, d.prepare())
	d.engine = e
	must.Do(t, d.take(t.Context()))
	return d
}

// TestSubmission has an engine that forgets tasks: they are submitted again when they have been
// absent twice.
func TestSubmission(t *testing.T) {
	var submitted []string
	var live []Live
	e := scripted{
		live:   func() ([]Live, error) { return live, nil },
		submit: func(b Block) error { submitted = append(submitted, b.names()...); return nil },
	}
	o := optionsFor(t, 14, "print", t.TempDir())
	o.Tasks = 4
	look := func(d *driver, want string) {
		t.Helper()
		submitted = nil
		must.Get(d.submit(t.Context(), live))(t)
		slices.Sort(submitted)
		if got := strings.Join(submitted, " "); got != want {
			t.Errorf("submitted %q, want %q", got, want)
		}
	}
	d := driverOf(t, o, e)
	look(d, "1 2 3 4")
	live = []Live{{Part: "1"}, {Part: "2"}, {Part: "3"}}
	look(d, "")
	look(d, "4")
	live = append(live, Live{Part: "4"})
	look(d, "")
	live = live[1:]
	look(d, "")
	live = append(live, Live{Part: "1"}) // it was there all the time
	look(d, "")
	second := driverOf(t, o, e) // it knows nothing of the parts
	live = live[:2]
	look(second, "")
	look(second, "1 4")
	d.MaxTasks, second.MaxTasks = 3, 3
	third := driverOf(t, o, e)
	third.MaxTasks = 3
	look(third, "")
	look(third, "1")
}

// TestRecut cuts the remaining work by time: long shares into several parts, remainders into one.
func TestRecut(t *testing.T) {
	o := optionsFor(t, 17, "print", t.TempDir())
	o.Tasks = 6
	e := scripted{submit: func(Block) error { return nil }}
	d := driverOf(t, o, e)
	for _, p := range d.parts { // an attempt at each share, stopped after some results
		attempt(t, d, p, func(i int) bool { return i%3 > 0 }, "m1", false)
	}
	must.Do(t, d.take(t.Context()))
	d.TaskTime = time.Hour
	list := must.Get(d.needs(map[string]bool{}))(t)
	if len(list) != 1 || list[0].name() != "1.1" {
		t.Fatalf("%+v; want one part of a new cut", list)
	}
	open := slices.Collect(list[0].subproblems)
	for _, i := range open {
		if i%3 > 0 {
			t.Errorf("subproblem %d has a result", i+1)
		}
	}
	total := d.secondsOf(open)
	d.TaskTime = time.Duration(total / 5 * float64(time.Second))
	list = slices.DeleteFunc(must.Get(d.needs(map[string]bool{}))(t), func(p *Part) bool { return p.Kind == Again })
	if len(list) < 5 || len(list) > 9 {
		t.Fatalf("%d parts; want some that end in time", len(list))
	}
	seen := map[int]bool{}
	for _, p := range list {
		open := slices.Collect(p.subproblems)
		if seconds := d.secondsOf(open); seconds > 1.5*d.target() && len(open) > 1 {
			t.Errorf("part %s takes %.3f s, tasks have %.3f s", p.name(), seconds, d.target())
		}
		for _, i := range open {
			if seen[i] {
				t.Errorf("subproblem %d is in two parts", i+1)
			}
			seen[i] = true
		}
	}
	if missing := d.run.subproblems() - d.merged.Tally.Results; len(seen) != missing {
		t.Errorf("%d subproblems, want %d", len(seen), missing)
	}
}

func all(int) bool { return true }

// attempt writes a ledger of some subproblems of a part, as an attempt would.
func attempt(t *testing.T, d *driver, p *Part, some func(i int) bool, node string, forge bool) {
	t.Helper()
	state := t.TempDir()
	o := count.Options{Workers: 1, State: state, Program: "queens test", Worker: node + " job"}
	in := map[int]bool{}
	for i := range p.subproblems {
		in[i] = some(i)
	}
	o.Executor = hurt{only: func(i int) bool { return in[i] }, forge: forge}
	must.Do(t, count.Part(t.Context(), d.plan, o))
	text := must.Get(os.ReadFile(filepath.Join(ledger.Dir(state, d.plan.RunName()), "ledger")))(t)
	name := attemptName(p.name(), node) + ledgerSuffix
	must.Do(t, os.WriteFile(filepath.Join(d.run.dir, ledgersDir, name), text, 0o644))
}

// countAgain writes the ledgers of all second counts.
func countAgain(t *testing.T, d *driver) {
	t.Helper()
	must.Get(d.submit(t.Context(), nil))(t)
	for _, p := range d.parts {
		if p.Kind == Again {
			attempt(t, d, p, all, "other", false)
		}
	}
	must.Do(t, d.take(t.Context()))
}

// TestForeignLedgers has foreign files in the directory: they are named and harmless.
func TestForeignLedgers(t *testing.T) {
	var said []string
	o := optionsFor(t, 14, "print", t.TempDir())
	o.Log = func(text string) { said = append(said, text) }
	d := driverOf(t, o, scripted{submit: func(Block) error { return nil }})
	attempt(t, d, d.parts[0], all, "m1", false)
	other := driverOf(t, optionsFor(t, 13, "print", t.TempDir()), scripted{})
	attempt(t, other, other.parts[0], all, "m2", false)
	path := ledgersOf(t, other.run.dir)[0]
	must.Do(t, os.Rename(path, filepath.Join(d.run.dir, ledgersDir, filepath.Base(path))))
	must.Do(t, os.WriteFile(filepath.Join(d.run.dir, ledgersDir, "1-m3-00000000"+ledgerSuffix), []byte("nothing"),
		0o644))
	must.Do(t, os.WriteFile(filepath.Join(d.run.dir, cutsDir, "1.json"), []byte(`{"schema":`), 0o644))
	must.Do(t, d.take(t.Context()))
	countAgain(t, d)
	if !d.complete() || len(said) != 2 || !strings.Contains(fmt.Sprint(said), "is of another plan") {
		t.Errorf("complete %t, said %q", d.complete(), said)
	}
}

func TestDispute(t *testing.T) {
	o := optionsFor(t, 14, "print", t.TempDir())
	o.Tasks, o.Again = 2, 1
	d := driverOf(t, o, scripted{submit: func(Block) error { return nil }})
	attempt(t, d, d.parts[0], all, "bad", true)
	attempt(t, d, d.parts[1], all, "good", false)
	step := func() {
		t.Helper()
		for {
			must.Do(t, d.take(t.Context()))
			if !must.Get(d.judge(t.Context()))(t) {
				break
			}
		}
	}
	step()
	countAgain(t, d)
	step()
	if wrong := d.wrong(); len(d.judged) == 0 || len(d.dispute) > 0 || len(wrong) != 1 || wrong[0] != "bad" {
		t.Errorf("%d disputes, %d settled, wrong: %v", len(d.dispute), len(d.judged), wrong)
	}
	for i := range d.plan.Subproblems {
		if r, ok, err := resultOf(d, i); err != nil || ok && nodeOf(r.Worker) == "bad" {
			t.Errorf("subproblem %d: %+v, %v", i+1, r, err)
		}
	}
	// the pattern is well-formed
	if left, _ := filepath.Glob(filepath.Join(d.run.dir, withdrawnDir, "*-bad-*")); len(left) == 0 {
		t.Error("nothing was withdrawn")
	}
	attempt(t, d, d.parts[0], all, "bad", true) // a task that was still running
	step()
	if len(d.dispute) > 0 {
		t.Error("results of a wrong node count again")
	}
}

func resultOf(d *driver, subproblem int) (ledger.Result, bool, error) {
	for r, err := range d.merged.Results() {
		if err != nil || r.Subproblem == subproblem {
			return r, true, err
		}
	}
	return ledger.Result{}, false, nil
}

// TestWinner decides by nodes, not by repeated claims of one node.
func TestWinner(t *testing.T) {
	claim := func(text string) (c verify.Claim) {
		f := strings.Fields(text)
		return verify.Claim{Says: f[0], Worker: f[1] + " " + f[2], Kernel: f[3]}
	}
	for _, tc := range []struct {
		claims, want string
	}{
		{"8 n2 1 a; 0 n3 2 b; 0 n1 3 a; 0 n1 4 b", "0"},
		{"8 n2 1 a; 0 n3 2 b; 8 n2 3 a; 8 n2 4 b", ""},
		{"8 n2 1 a; 0 n3 2 b; 8 n1 3 a; 0 n1 4 b", ""},
		{"8 n2 1 a; 0 n2 2 b; 0 n2 3 a; 0 n2 4 b", "0"},
		{"8 n2 1 a; 0 n2 2 b; 8 n2 3 a; 0 n2 4 b", ""},
		{"8 n2 1 a; 0 n3 2 b", ""},
		{"8 n1 1 a; 0 n2 2 b; 8 n3 3 a; 0 n4 4 b", ""},
		{"8 n1 1 a; 0 n2 2 b; 8 n2 3 a", ""},
	} {
		var x verify.Dispute
		for text := range strings.SplitSeq(tc.claims, "; ") {
			x.Claims = append(x.Claims, claim(text))
		}
		if says, sure := winner(x); sure != (tc.want != "") || sure && says != tc.want {
			t.Errorf("%s: %q, %t; want %q", tc.claims, says, sure, tc.want)
		}
	}
}

// TestNoTrace has an engine whose tasks do not see the directory.
func TestNoTrace(t *testing.T) {
	o := optionsFor(t, 12, "print", t.TempDir())
	o.Poll = time.Millisecond
	submitted := 0
	d := driverOf(t, o, scripted{
		live:   func() ([]Live, error) { return nil, nil },
		submit: func(b Block) error { submitted++; return nil },
	})
	d.Engine = "scripted"
	_, err := d.loop(t.Context())
	if err == nil || !strings.Contains(err.Error(), "ended without a trace") ||
		!strings.Contains(err.Error(), "on every node") || submitted != 3 {
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
	d := driverOf(t, o, scripted{})
	d.engine = scripted{
		live: func() ([]Live, error) {
			if asked++; asked == 10 {
				stop()
			}
			if asked%3 > 0 {
				return nil, errors.New("connection refused")
			}
			return []Live{{Part: "1", Held: "JobHeldUser"}}, nil
		},
		submit: func(b Block) error { submitted++; return nil },
	}
	d.Engine, d.Log = "scripted", func(text string) { said = append(said, text) }
	if _, err := d.loop(ctx); !errors.Is(err, context.Canceled) || asked != 10 || submitted > 0 {
		t.Errorf("asked %d times, %d submissions, %v", asked, submitted, err)
	}
	other := func(text string) bool { return text != "scripted holds tasks: JobHeldUser" }
	if said = slices.DeleteFunc(said, other); len(said) != 1 {
		t.Errorf("said %q, want the reason once", said)
	}
}

// TestDamage damages the ledgers of a complete count: Verify names them, and the next driver counts
// the lost results again.
func TestDamage(t *testing.T) {
	flip := func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text[len(text)/2] ^= 1
		return os.WriteFile(path, text, 0o644)
	}
	for _, tc := range []struct {
		name string
		harm func(path string) error
		says string
	}{
		{"flipped", flip, " is missing or damaged: it has 20 of the 21 results that record.json lists"},
		{"missing", os.Remove, " is missing or damaged: it has 0 of the 21 results that record.json lists"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			o := optionsFor(t, 16, "local", t.TempDir())
			o.Again, o.Tasks = 0.02, 1
			if r := driveWell(t, o); r.CountedAgain == 0 {
				t.Error("nothing is counted again, want at least one result")
			}
			paths, _ := filepath.Glob(filepath.Join(o.Dir, ledgersDir, "1-*"+ledgerSuffix)) // it is well-formed
			if len(paths) != 1 {
				t.Fatal(paths)
			}
			must.Do(t, tc.harm(paths[0]))
			checkFlaw(t, o.Dir, paths[0]+tc.says)
			must.Get(Drive(t.Context(), o))(t)
			_ = os.Remove(paths[0]) // the damaged one
			driveWell(t, o)
		})
	}
}

func TestTask(t *testing.T) {
	o := optionsFor(t, 16, "print", t.TempDir())
	o.Tasks = 2
	d := driverOf(t, o, scripted{})
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	task := func(ctx context.Context, part string, pause time.Duration) error {
		return Task(ctx, o.Dir, part, TaskOptions{
			Workers: 1, Program: "queens test", Node: "a-node.of-a-cluster",
			execute: func(only func(int) bool) count.Executor { return hurt{only, pause, false} },
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- task(ctx, "1", time.Second) }()
	awaitResult(t, temp)
	stop()
	if err := <-ended; !errors.Is(err, ErrLater) {
		t.Errorf("stopped: %v, want ErrLater", err)
	}
	if first := results(t, o.Dir); first == 0 || first >= d.run.Bounds[1] {
		t.Errorf("%d results of %d when the first was there", first, d.run.Bounds[1])
	}
	for range 2 { // the second time there is nothing to do
		must.Do(t, task(t.Context(), "1", 0))
	}
	if sum := results(t, o.Dir); sum != d.run.Bounds[1] {
		t.Errorf("%d results in all ledgers of share 1, want each of %d subproblems once", sum, d.run.Bounds[1])
	}
	for _, part := range []string{"0", "3", "1.1", "-1", "01", "x"} {
		if err := task(t.Context(), part, 0); !errors.Is(err, queens.ErrFormat) && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("part %q: %v", part, err)
		}
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary directory: %v, %v", left, err)
	}
	must.Do(t, d.take(t.Context()))
	for name, s := range d.sources {
		if s.node != "a-node.of-a-cluster" || s.part != "1" {
			t.Errorf("%s: node %q, part %q", name, s.node, s.part)
		}
	}
}

// TestMemoryOfTasks: what a task counts with is what its memory was made for, or a little more.
func TestMemoryOfTasks(t *testing.T) {
	for floor := int64(128 << 20); floor < 12<<30; floor += 99_999_991 {
		if got := ofTask(forTask(floor)); got < floor || got > floor+1<<20 {
			t.Errorf("%d: %d", floor, got)
		}
	}
}

// TestPrivateDir removes the directories of dead processes, and nothing else.
func TestPrivateDir(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	first, release, err := privateDir(driverDir)
	must.Do(t, err)
	for name, left := range map[string]bool{
		"queens-attempt-1": false, "queens-driver-2": false, "others-1": true, "queens-my-boards": true,
	} {
		must.Do(t, os.Mkdir(filepath.Join(temp, name), 0o755))
		must.Do(t, os.WriteFile(filepath.Join(temp, name, aliveFile), []byte("7 host\n"), 0o644))
		second, release, err := privateDir(attemptDir)
		must.Do(t, err)
		if _, err := os.Stat(filepath.Join(temp, name)); (err == nil) != left {
			t.Errorf("%s: %v, want it left: %t", name, err, left)
		}
		for _, dir := range []string{first, second} {
			if _, err := os.Stat(dir); err != nil {
				t.Errorf("the directory of a process: %v", err)
			}
		}
		release()
	}
	release()
	if left := must.Get(os.ReadDir(temp))(t); len(left) != 2 {
		t.Errorf("left: %v", left)
	}
}
