package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
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
	"queens/known"
)

// options are those of a count that keeps its results in a directory.
func options(state string, c *Coordinator) count.Options {
	return count.Options{State: state, KeepAll: true, Scheme: testScheme, Workers: 1, Program: "queens test", Executor: c}
}

// start starts a coordinator.
func start(t *testing.T, o Options) *Coordinator {
	t.Helper()
	o.Scheme, o.Program = testScheme, "queens test"
	c, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// solve counts by a coordinator, and checks the total, the certificate and the ledger.
func solve(t *testing.T, state string, c *Coordinator) *ledger.Run {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	report, err := count.Solve(ctx, count.Question{Order: testOrder}, options(state, c))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := known.Solutions(testOrder)
	run, err := ledger.Read(t.Context(), report.Runs[2].Ledger)
	if err != nil {
		t.Fatal(err)
	}
	if *report.Solutions != want || run.Tally.Total != want || run.Tally.Done == nil || !run.Recovery.Sound() {
		t.Errorf("counted %v, ledger %+v, %+v; want %v", report.Solutions, run.Tally, run.Recovery, want)
	}
	return run
}

// newWorker returns the options of a worker that coordinators of a state directory let in
// under a name, and its key.
func newWorker(t *testing.T, state, name string) (o WorkerOptions, key string) {
	t.Helper()
	own := t.TempDir()
	key, err := PublicKey(own)
	if err == nil {
		err = Enrol(state, EnrolledWorker{Name: name, Key: key})
	}
	if err != nil {
		t.Fatal(err)
	}
	return WorkerOptions{State: own, Count: count.Options{Workers: 2, Program: "queens worker"}}, key
}

// addressOf returns the address by which workers know a coordinator that listens.
func addressOf(t *testing.T, c *Coordinator) string {
	t.Helper()
	key, err := PublicKey(c.options.State)
	if err != nil {
		t.Fatal(err)
	}
	return "https://" + key + "@" + c.Address()
}

// work has a worker count until the test stops it or the count is done.
func work(t *testing.T, c *Coordinator, o WorkerOptions) (wait func()) {
	t.Helper()
	o.Address = addressOf(t, c)
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	var one sync.WaitGroup
	one.Go(func() {
		defer stop()
		if err := Work(ctx, o); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(one.Wait) // which the end of t.Context ends
	return one.Wait
}

func TestLocalAlone(t *testing.T) {
	state := t.TempDir()
	c := start(t, Options{Local: true})
	if c.Address() != "" {
		t.Errorf("listens at %s", c.Address())
	}
	run := solve(t, state, c)
	for r, err := range run.Results() {
		if err != nil || r.Worker != "coordinator" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
}

// Two workers over TLS count everything, and every result is counted by both.
func TestWorkers(t *testing.T) {
	state := t.TempDir()
	names := []string{"alpha", "beta"}
	c := start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
	for _, name := range names {
		o, _ := newWorker(t, state, name)
		defer work(t, c, o)() // they are told that it is done
	}
	run := solve(t, state, c)
	if run.Tally.Confirmed != run.Tally.Results {
		t.Errorf("%+v, want every result confirmed", run.Tally)
	}
	by := map[int][]string{}
	for r, err := range run.Computations() {
		if err != nil {
			t.Fatal(err)
		}
		by[r.Subproblem] = append(by[r.Subproblem], r.Worker)
	}
	for i, list := range by {
		if slices.Sort(list); !slices.Equal(list, names) {
			t.Errorf("subproblem %d is counted by %v", i, list)
		}
	}
}

// A worker that lies is found out where its results are counted twice: the total is
// right, every result is confirmed, and the worker is heard no more, also by the next
// coordinator, until it is enrolled again.
func TestLiar(t *testing.T) {
	state := t.TempDir()
	c := start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
	lying, key := newWorker(t, state, "liar")
	honest, _ := newWorker(t, state, "honest")
	third, _ := newWorker(t, state, "third")
	lying.forge = func(r ledger.Result) ledger.Result {
		wrong := ledger.NewResult(r.Subproblem, r.Total.Add(8))
		wrong.Kernel, wrong.Nodes, wrong.Elapsed, wrong.Build, wrong.Evidence = r.Kernel, r.Nodes, r.Elapsed, r.Build, r.Evidence
		return wrong
	}
	lying.Address = addressOf(t, c)
	refused := make(chan error, 1)
	go func() { refused <- Work(t.Context(), lying) }()
	for _, o := range []WorkerOptions{honest, third} {
		// They come when the liar has delivered a result.
		wait := make(chan struct{})
		go func() {
			defer close(wait)
			for !slices.ContainsFunc(c.Status().Workers, func(w Worker) bool { return w.Name == "liar" && w.Results > 0 }) && t.Context().Err() == nil {
				time.Sleep(time.Millisecond)
			}
			work(t, c, o)()
		}()
		defer func() { <-wait }()
	}
	if run := solve(t, state, c); run.Tally.Confirmed != run.Tally.Results {
		t.Errorf("%+v, want every result confirmed", run.Tally)
	}
	if err := <-refused; !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "wrong") {
		t.Errorf("the liar: %v, want ErrRefused and why", err)
	}
	again := start(t, Options{Listen: "127.0.0.1:0", State: state})
	lying.Address = addressOf(t, again)
	if err := Work(t.Context(), lying); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "wrong") {
		t.Errorf("the liar at another coordinator: %v, want ErrRefused and why", err)
	}
	if err := errors.Join(Enrol(state, EnrolledWorker{Name: "liar", Key: key}), again.hub.reload()); err != nil {
		t.Fatal(err)
	}
	if w, ok := again.hub.lookup(key); !ok || w.Banned != "" {
		t.Errorf("enrolled again: %+v, %t", w, ok)
	}
}

// What does not make sense is answered, and changes nothing.
func TestNonsense(t *testing.T) {
	c := start(t, Options{Local: true})
	for _, verb := range append(verbs, "other", "") {
		for _, text := range []string{"", "null", "{", `{"holds":[-1,99999999]}`, `{"protocol":7,"slots":1}`, `{"protocol":1,"slots":0}`, `{"subproblem":-5}`, strings.Repeat("[", 10000)} {
			for _, key := range []string{localKey, "", "nobody"} {
				if reply := c.answer(verb, key, []byte(text)); !json.Valid(reply) {
					t.Errorf("%s %.30q: %q", verb, text, reply)
				}
			}
		}
	}
	solve(t, t.TempDir(), c)
}

func TestStartRefuses(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for name, o := range map[string]Options{
		"nobody who counts":      {},
		"no directory":           {Listen: ":0"},
		"more than all":          {Local: true, Replicate: 1.5},
		"no port":                {Listen: "127.0.0.1", State: t.TempDir()},
		"an address that is had": {Listen: busy.Addr().String(), State: t.TempDir()},
	} {
		if c, err := Start(o); err == nil {
			c.Close()
			t.Errorf("%s: no error", name)
		}
	}
}

// Keys are private, are made once, and what is no key is refused.
func TestKeyFiles(t *testing.T) {
	state := t.TempDir()
	key, err := PublicKey(state)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := PublicKey(state); err != nil || again != key {
		t.Errorf("a second key: %v", err)
	}
	file := filepath.Join(dirOf(state), keyFile)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{"", "x", strings.Replace(string(text), "PRIVATE", "PUBLIC", 1), string(text[:len(text)/2])} {
		other := t.TempDir()
		if err := replace(other, keyFile, func() ([]byte, error) { return []byte(wrong), nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := PublicKey(other); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("a file that holds %q: %v", wrong, err)
		}
	}
	for _, c := range [][2]string{{"a b", key}, {"", key}, {localName, key}, {"alpha", "123"}, {"alpha", strings.ToUpper(key)}, {"alpha", key + "0"}} {
		if err := Enrol(state, EnrolledWorker{Name: c[0], Key: c[1]}); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("Enrol of %q: %v", c, err)
		}
	}
	if err := errors.Join(Enrol(state, EnrolledWorker{Name: "beta", Key: key}), Enrol(state, EnrolledWorker{Name: "alpha", Key: key})); err != nil {
		t.Fatal(err)
	}
	if list, err := Enrolled(state); err != nil || len(list) != 1 || list[0].Name != "alpha" {
		t.Errorf("enrolled: %v, %v; want a key once", list, err)
	}
	if had, err := Expel(state, "beta"); had || err != nil {
		t.Errorf("Expel of nobody: %t, %v", had, err)
	}
}

// Where two workers must agree, one alone ends nothing: the run waits, a stop leaves it
// without certificate, and a second worker completes it later.
func TestQuorumNeedsTwo(t *testing.T) {
	state := t.TempDir()
	first, _ := newWorker(t, state, "alpha")
	second, _ := newWorker(t, state, "beta")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
	first.Address = addressOf(t, c)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- Work(ctx, first) }()
	go func() {
		defer stop()
		for s := c.Status(); (s.Subproblems == 0 || s.Missing > 0) && ctx.Err() == nil; s = c.Status() {
			time.Sleep(time.Millisecond)
		}
	}()
	report, err := count.Solve(ctx, count.Question{Order: testOrder}, options(state, c))
	if !errors.Is(err, count.ErrUnchecked) || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want ErrUnchecked", err)
	}
	run, err := ledger.Read(t.Context(), report.Runs[2].Ledger)
	if err != nil || !run.Complete() || run.Tally.Done != nil || run.Tally.Confirmed != 0 {
		t.Errorf("%+v, %v; want all results, none confirmed, no certificate", run.Tally, err)
	}
	<-ended
	c.Close()

	c = start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
	wait := work(t, c, second)
	if run := solve(t, state, c); run.Tally.Confirmed != run.Tally.Results {
		t.Errorf("%+v, want every result confirmed", run.Tally)
	}
	wait()
}

// Results go together, and every one arrives.
func TestResultsGoTogether(t *testing.T) {
	c := start(t, Options{Listen: "127.0.0.1:0", State: t.TempDir(), Replicate: 1})
	requests := map[string]int{}
	var mu sync.Mutex
	var last Progress
	w := &worker{options: count.Options{Workers: 3}, log: slog.New(slog.DiscardHandler), progress: func(p Progress) { last = p }, call: func(_ context.Context, verb string, request []byte) ([]byte, error) {
		mu.Lock()
		requests[verb]++
		mu.Unlock()
		return c.answer(verb, localKey, request), nil
	}}
	var one sync.WaitGroup
	one.Go(func() {
		if err := w.run(t.Context()); err != nil {
			t.Error(err)
		}
	})
	run := solve(t, t.TempDir(), c)
	one.Wait()
	if found := run.Tally.Results + run.Tally.Confirmed; found != 2*run.Tally.Subproblems || requests[verbDone] == 0 || requests[verbDone] > found/2 {
		t.Errorf("%d results of %d subproblems in %v requests", found, run.Tally.Subproblems, requests)
	} else if last.Work != fmt.Sprintf("order %d by %s", testOrder, run.Header.Scheme) || last.Results < found || last.Away != nil {
		t.Errorf("the worker says %+v, want %d results", last, found)
	}
}

// A worker keeps what it has counted while the coordinator is away, and delivers it to the
// next one.
func TestCoordinatorComesBack(t *testing.T) {
	state := t.TempDir()
	o, key := newWorker(t, state, "alpha")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	o.Address = addressOf(t, c)
	var last Progress
	var once sync.Once
	away := make(chan struct{})
	o.Progress = func(p Progress) {
		if last = p; p.Away != nil {
			once.Do(func() { close(away) })
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- Work(ctx, o) }()
	first, stopFirst := context.WithCancel(ctx)
	go func() {
		defer stopFirst()
		for s := c.Status(); (s.Subproblems == 0 || s.Missing == s.Subproblems) && ctx.Err() == nil; s = c.Status() {
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := count.Solve(first, count.Question{Order: testOrder}, options(state, c))
	stopFirst()
	address := c.Address()
	c.Close()
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	select {
	case <-away:
	case err := <-ended: // everything was counted before
		ended <- err
	case <-ctx.Done():
		t.Fatal("the worker does not say that the coordinator is away")
	}
	c = start(t, Options{Listen: address, State: state})
	if w, ok := c.hub.lookup(key); !ok || w.Name != "alpha" {
		t.Errorf("the worker is %+v, %t", w, ok)
	}
	solve(t, state, c)
	if err := <-ended; err != nil {
		t.Errorf("the worker: %v", err)
	}
	if last.Away != nil {
		t.Errorf("the worker says that the coordinator is away: %v", last.Away)
	}
}

// Programs that would not count the same do not work together, and say so.
func TestMixedBuilds(t *testing.T) {
	if r := (joinRequest{protocolVersion + 1, "queens later", 1}).refusal("queens test"); !strings.Contains(r, "queens later") || !strings.Contains(r, "queens test") {
		t.Errorf("another protocol: %q", r)
	}
	for _, m := range []manifest{
		{Order: 8, Scheme: "families", Version: 1 << 20},
		{Order: 8, Scheme: "of tomorrow", Version: 1},
		{Order: 1 << 20, Scheme: "families", Version: 1},
	} {
		if f, err := m.frame(); err == nil {
			t.Errorf("%+v: %v", m, f)
		}
	}
}

func TestAddresses(t *testing.T) {
	pin := strings.Repeat("0a", 32)
	if server, got, err := parseAddress("https://" + pin + "@host:4222"); err != nil || server != "host:4222" || got != pin {
		t.Errorf("%q, %q, %v", server, got, err)
	}
	for _, address := range []string{"", "host:4222", "https://host:4222", "tls://" + pin + "@host:4222", "https://abc@host:4222", "https://" + pin + "@host", "https://" + pin + "@host:1/x", "https://%zz"} {
		if _, _, err := parseAddress(address); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
