package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
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
	proxies map[string]*proxy // of the workers that go through one
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
	f := &farm{t: t, ctx: ctx, order: order, state: t.TempDir(), address: l.Addr().String(), flags: flags, running: map[string]*process{}, proxies: map[string]*proxy{}}
	_ = l.Close()
	for _, name := range workers {
		key := f.must("worker", "--show-key", "--state", f.stateOf(name))
		line := f.must("coordinator", "enrol", name, key, "--state", f.state, "--address", f.address, fmt.Sprintf("--follower=%t", name == follower))
		f.line = line[strings.LastIndex(line, " ")+1:]
	}
	t.Cleanup(func() {
		for _, p := range f.running {
			_ = p.cmd.Process.Kill()
			<-p.ended
		}
	})
	return f
}

// follower is the name of a machine that copies the ledger.
const follower = "second"

func (f *farm) stateOf(worker string) string { return filepath.Join(f.state, "of "+worker) }

// proxy is one for HTTPS, through which a worker reaches the coordinator.
type proxy struct {
	server *httptest.Server
	mu     sync.Mutex
	cut    chan struct{} // closed when connections go silent
	used   int           // connections
}

// behindProxy has a worker that is still to start go through a proxy.
func (f *farm) behindProxy(worker string) *proxy {
	x := &proxy{cut: make(chan struct{})}
	x.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x.mu.Lock()
		cut := x.cut
		x.used++
		x.mu.Unlock()
		up, err := net.Dial("tcp", f.address)
		if r.Method != http.MethodConnect || err != nil {
			http.Error(w, "no", http.StatusBadGateway)
			return
		}
		defer up.Close()
		down, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			f.t.Error(err)
			return
		}
		defer down.Close()
		var pumps sync.WaitGroup
		pump := func(to, from net.Conn) {
			for text := make([]byte, 1<<14); ; {
				n, err := from.Read(text)
				select {
				case <-cut: // nothing passes, not even the end
					<-f.ctx.Done()
					return
				default:
				}
				if _, e := to.Write(text[:n]); err != nil || e != nil {
					_, _ = to.Close(), from.Close()
					return
				}
			}
		}
		if _, err := io.WriteString(down, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
			return
		}
		pumps.Go(func() { pump(up, down) })
		pumps.Go(func() { pump(down, up) })
		pumps.Wait()
	}))
	f.t.Cleanup(x.server.Close)
	f.proxies[worker] = x
	return x
}

// silence has every connection there is pass nothing any more, and new ones too until mend.
func (x *proxy) silence() {
	x.mu.Lock()
	defer x.mu.Unlock()
	close(x.cut)
}

func (x *proxy) mend() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.cut = make(chan struct{})
}

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
	if name == follower {
		args = []string{"coordinator", "follow", f.line, "--state", f.stateOf(name)}
	}
	p := &process{cmd: exec.CommandContext(f.ctx, "queens", args...), out: new(bytes.Buffer), ended: make(chan error, 1)}
	if x := f.proxies[name]; x != nil {
		p.cmd.Args[2] = strings.ReplaceAll(f.line, f.address, "centre.invalid:4222") // which the proxy alone knows
		p.cmd.Env = append(os.Environ(), "HTTPS_PROXY="+x.server.URL, "NO_PROXY=")
	}
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
		f.behindProxy("alpha")
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
		if f.proxies["alpha"].used == 0 {
			t.Error("the worker did not go through its proxy")
		}
		if went {
			return
		}
	}
	t.Log("every count ended before the last kill")
}

// The machine of the coordinator is lost with everything on it. The follower, which has been
// killed itself, has the ledger, and with the keys becomes the coordinator; the worker, which
// waited, goes on with it.
func TestCoordinatorLost(t *testing.T) {
	const some = 2000 // bytes of results
	f := newFarm(t, 16, []string{"alpha", follower})
	f.start("")
	f.start(follower)
	f.start("alpha")
	f.grow(some)
	f.kill(follower)
	f.start(follower)
	f.grow(some)
	for n := ledgerSize(f.order, f.state); ledgerSize(f.order, f.stateOf(follower)) < min(n, some) && f.ctx.Err() == nil; {
		time.Sleep(time.Millisecond)
	}
	f.kill("", follower)
	copied := ledgerSize(f.order, f.stateOf(follower))
	if err := errors.Join(os.RemoveAll(f.stateOf(follower)+"/cluster"), os.Rename(f.state+"/cluster", f.stateOf(follower)+"/cluster"), os.RemoveAll(f.state+"/runs")); err != nil {
		t.Fatal(err)
	}
	f.state = f.stateOf(follower)
	f.start("")
	f.finish()
	t.Logf("%d of %d bytes were copied", copied, ledgerSize(f.order, f.state))
}

// A second coordinator of a run is refused while the first one waits for workers, and so is a
// worker that was expelled.
func TestCoordinatorsOfOneRun(t *testing.T) {
	f := newFarm(t, 15, []string{"alpha", "beta"}, "--verify", "all")
	f.start("")
	f.grow(1) // its ledger, which has no results
	out, err := exec.CommandContext(f.ctx, "queens", "coordinator", "15", "--engine", "families", "--state", f.state).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 || !strings.Contains(string(out), "works on the run") {
		t.Errorf("a second coordinator: %v\n%s", err, out)
	}
	f.must("coordinator", "expel", "beta", "--state", f.state)
	f.start("beta")
	beta := f.running["beta"]
	if err := <-beta.ended; err == nil || !strings.Contains(beta.out.String(), "enrol") {
		t.Errorf("a worker that was expelled: %v\n%s", err, beta.out)
	}
	delete(f.running, "beta")
	f.start("alpha")
	f.finish()
}

// A worker whose network falls silent in the middle of a count keeps nobody else from ending
// it; one whose network comes back goes on, by new connections.
func TestCoordinatorBehindACut(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute of waiting")
	}
	for name, mended := range map[string]bool{"for good": false, "for a while": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFarm(t, 16, []string{"alpha", "beta"}, "--replicate", "0.1")
			x := f.behindProxy("alpha")
			f.start("")
			f.start("alpha")
			f.grow(2000)
			x.silence()
			f.start("beta")
			f.grow(2000)
			if mended {
				x.mend()
			}
			run := f.finish()
			by := map[string]int{}
			for r, err := range run.Computations() {
				if err != nil {
					t.Fatal(err)
				}
				by[r.Worker]++
			}
			if by["alpha"] == 0 || by["beta"] == 0 {
				t.Errorf("results: %v", by)
			}
		})
	}
}
