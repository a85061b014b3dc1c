package cli

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"queens/count/ledger"
	"queens/known"
)

// farm is a coordinator and its workers, processes of their own.
type farm struct {
	t       *testing.T
	ctx     context.Context // bounds everything
	order   int
	state   string // of the coordinator
	address string // HOST:PORT
	line    string // address for workers
	flags   []string
	running map[string]*process
}

// process is one of them.
type process struct {
	cmd   *exec.Cmd
	out   *bytes.Buffer
	ended chan error
}

// newFarm enrols workers with a coordinator that is still to start.
func newFarm(t *testing.T, order int, workers []string, flags ...string) *farm {
	t.Helper()
	if raced {
		t.Skip("the tests of package cluster have the same in one process")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	f := &farm{t: t, ctx: ctx, order: order, state: t.TempDir(), address: l.Addr().String(), flags: flags, running: map[string]*process{}}
	_ = l.Close()
	for _, name := range workers {
		key := f.must("worker", "--show-key", "--state", f.stateOf(name))
		line := f.must("coordinator", "enrol", name, key, "--state", f.state, "--address", f.address)
		f.line = strings.TrimPrefix(line, "queens worker ")
	}
	t.Cleanup(func() {
		for _, p := range f.running {
			_ = p.cmd.Process.Kill()
			<-p.ended
		}
	})
	return f
}

func (f *farm) stateOf(worker string) string { return filepath.Join(f.state, "of "+worker) }

// must runs a command that succeeds and returns what it prints.
func (f *farm) must(args ...string) string {
	f.t.Helper()
	out, err := exec.CommandContext(f.ctx, "queens", args...).CombinedOutput()
	if err != nil {
		f.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// start starts the coordinator, of the empty name, or a worker.
func (f *farm) start(name string) {
	f.t.Helper()
	args := append([]string{"coordinator", fmt.Sprint(f.order), "--engine", "families", "--only-others", "--listen", f.address, "--state", f.state}, f.flags...)
	if name != "" {
		args = []string{"worker", f.line, "--state", f.stateOf(name), "--workers", "1", "--kernel", "masks"}
	}
	p := &process{cmd: exec.CommandContext(f.ctx, "queens", args...), out: new(bytes.Buffer), ended: make(chan error, 1)}
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	if err := p.cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	go func() { p.ended <- p.cmd.Wait() }()
	f.running[name] = p
}

// kill ends processes as a loss of power does.
func (f *farm) kill(names ...string) {
	for _, name := range names {
		p := f.running[name]
		_ = p.cmd.Process.Kill()
		<-p.ended
		delete(f.running, name)
	}
}

// grow waits until the ledger has so many bytes more, and reports whether it did before
// the count ended.
func (f *farm) grow(more int64) bool {
	f.t.Helper()
	before := ledgerSize(f.order, f.state)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		if ledgerSize(f.order, f.state) >= before+more {
			return true
		}
		select {
		case err := <-f.running[""].ended:
			f.running[""].ended <- err
			return false
		default:
		}
	}
	return false
}

// finish waits for the coordinator and checks its answer and the ledger, every computation
// in which must be that of the same number of solutions.
func (f *farm) finish() *ledger.Run {
	f.t.Helper()
	p := f.running[""]
	err := <-p.ended
	delete(f.running, "")
	want, _ := known.Solutions(f.order)
	if out := p.out.String(); err != nil || !regexp.MustCompile(`(?m)^`+want.String()+`$`).MatchString(out) {
		f.t.Fatalf("coordinator: %v, want %v\n%s", err, want, out)
	}
	run := readFamilies(f.t, f.order, f.state)
	if !run.Complete() || run.Tally.Total != want || run.Tally.Done == nil || len(run.Recovery.Damages) > 0 || run.Recovery.Repeated > 0 {
		f.t.Errorf("the ledger: %+v, %+v", run.Tally, run.Recovery)
	}
	f.t.Logf("%d results, %d of them by two computations", run.Tally.Results, run.Tally.Confirmed)
	return run
}

// Worker, coordinator and everything are killed in the middle of a count and started
// again: the total is right, and nothing is counted twice in it.
func TestCoordinatorOfTheKilled(t *testing.T) {
	const some = 2000 // bytes of results
	for _, order := range []int{16, 17} {
		f := newFarm(t, order, []string{"alpha", "beta"}, "--replicate", "0.1")
		f.start("")
		f.start("alpha")
		f.start("beta")
		went := f.grow(some)
		f.kill("alpha")
		f.start("alpha")
		went = went && f.grow(some)
		f.kill("")
		f.start("")
		went = went && f.grow(some)
		f.kill("", "alpha", "beta")
		f.start("beta") // which waits for the coordinator
		f.start("")
		f.start("alpha")
		f.finish()
		if went {
			return
		}
	}
	t.Log("every count ended before the last kill")
}

// A second coordinator of a run is refused, while the first one goes on; a worker that is
// expelled is refused, too.
func TestCoordinatorsOfOneRun(t *testing.T) {
	f := newFarm(t, 15, []string{"alpha", "beta"}, "--verify", "all")
	f.start("")
	f.start("alpha")
	f.grow(1)
	second := exec.CommandContext(f.ctx, "queens", "coordinator", "15", "--engine", "families", "--state", f.state)
	out, err := second.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); ok && (exit.ExitCode() != 1 || !strings.Contains(string(out), "works on it")) || err == nil && len(f.running[""].ended) == 0 {
		t.Errorf("a second coordinator: %v\n%s", err, out)
	}
	f.must("coordinator", "expel", "beta", "--state", f.state)
	f.finish()
}
