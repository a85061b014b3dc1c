package cluster

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

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
	seed, key, err := WorkerKey(t.TempDir())
	if err == nil {
		err = Enrol(state, name, key)
	}
	if err != nil {
		t.Fatal(err)
	}
	return WorkerOptions{Seed: seed, Count: count.Options{Workers: 2, Program: "queens worker"}}, key
}

// addressOf returns the address by which workers know a coordinator that listens.
func addressOf(t *testing.T, c *Coordinator) string {
	t.Helper()
	print, err := Fingerprint(c.options.State)
	if err != nil {
		t.Fatal(err)
	}
	return "tls://" + print + "@" + c.Address()
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

// A key opens nothing but the work of its worker.
func TestKeys(t *testing.T) {
	state := t.TempDir()
	_, other := newWorker(t, state, "beta")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	first, key := newWorker(t, state, "alpha") // while the coordinator runs
	first.Address = addressOf(t, c)
	denied := make(chan error, 10)
	conn, _, err := dial(first.Address, first.Seed, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if m, err := conn.Request(subject(verbJoin, key), []byte(`{"protocol":1,"slots":1}`), time.Minute); err != nil || !strings.Contains(string(m.Data), `"wait":true`) {
		t.Fatalf("its own subject: %v", err)
	}
	for what, try := range map[string]func() error{
		"a request as another worker":     func() error { return conn.Publish(subject(verbTake, other), nil) },
		"a request as the coordinator":    func() error { return conn.Publish(subject(verbTake, localKey), nil) },
		"a verb that there is not":        func() error { return conn.Publish(subject("other", key), nil) },
		"a message of one's own":          func() error { return conn.Publish("anything", nil) },
		"the API of the store":            func() error { return conn.Publish("$JS.API.INFO", nil) },
		"the API of the system":           func() error { return conn.Publish("$SYS.REQ.SERVER.PING", nil) },
		"requests of all workers":         func() error { _, err := conn.SubscribeSync("queens.>"); return err },
		"replies to another worker":       func() error { _, err := conn.SubscribeSync(inbox(other) + ".>"); return err },
		"everything":                      func() error { _, err := conn.SubscribeSync(">"); return err },
		"a reply to another worker's ask": func() error { return conn.Publish(inbox(other)+".x", nil) },
	} {
		if err := errors.Join(try(), conn.Flush()); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		select {
		case err := <-denied:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s is not denied", what)
		}
	}
	t.Run("no key", func(t *testing.T) {
		if _, err := nats.Connect("tls://"+c.Address(), nats.Secure(pinnedTLS(must(Fingerprint(state)))), nats.TLSHandshakeFirst(), nats.Timeout(time.Minute)); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%v, want an authorization error", err)
		}
	})
	t.Run("a key that is not enrolled", func(t *testing.T) {
		seed, _, _ := WorkerKey(t.TempDir())
		err := Work(t.Context(), WorkerOptions{Address: first.Address, Seed: seed})
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "enrol") {
			t.Errorf("%v, want ErrRefused and what to do", err)
		}
	})
	t.Run("another server", func(t *testing.T) {
		wrong := first
		wrong.Address = "tls://" + strings.Repeat("0", 64) + "@" + c.Address()
		if err := Work(t.Context(), wrong); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("%v, want ErrRefused", err)
		}
	})
	t.Run("no TLS", func(t *testing.T) {
		if conn, err := net.Dial("tcp", c.Address()); err == nil {
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(time.Minute))
			_, _ = conn.Write([]byte("CONNECT {}\r\nPING\r\n"))
			text := make([]byte, 100)
			if n, err := conn.Read(text); err == nil && strings.Contains(string(text[:n]), "PONG") {
				t.Errorf("the server answers without TLS: %q", text[:n])
			}
		}
	})
	t.Run("expelled", func(t *testing.T) {
		if had, err := Expel(state, "alpha"); !had || err != nil {
			t.Fatal(had, err)
		}
		if err := c.hub.reload(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := dial(first.Address, first.Seed); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("an expelled worker connects: %v", err)
		}
	})
}

func must(text string, err error) string {
	if err != nil {
		panic(err)
	}
	return text
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
	if err := errors.Join(Enrol(state, "liar", key), again.hub.reload()); err != nil {
		t.Fatal(err)
	}
	if w, ok := again.hub.lookup(key); !ok || w.Banned != "" {
		t.Errorf("enrolled again: %+v, %t", w, ok)
	}
}

// What does not make sense is answered, and changes nothing.
func TestNonsense(t *testing.T) {
	c := start(t, Options{Local: true})
	conn, err := c.hub.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, verb := range verbs {
		for _, text := range []string{"", "null", "{", `{"holds":[-1,99999999]}`, `{"protocol":7,"slots":1}`, `{"protocol":1,"slots":0}`, `{"subproblem":-5}`, strings.Repeat("[", 10000)} {
			if _, err := conn.Request(subject(verb, localKey), []byte(text), 10*time.Second); err != nil {
				t.Errorf("%s %.30q: %v", verb, text, err)
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
	file, key, err := WorkerKey(state)
	if err != nil {
		t.Fatal(err)
	}
	if again, same, err := WorkerKey(state); err != nil || again != file || same != key {
		t.Errorf("a second key: %v", err)
	}
	if print := must(Fingerprint(state)); print != must(Fingerprint(state)) {
		t.Error("a second certificate")
	}
	for _, name := range []string{seedFile, certificateFile} {
		if info, err := os.Stat(filepath.Join(dirOf(state), name)); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	for _, c := range [][2]string{{"a b", key}, {"", key}, {localName, key}, {"alpha", "U123"}, {"alpha", strings.ToLower(key)}} {
		if err := Enrol(state, c[0], c[1]); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("Enrol of %q: %v", c, err)
		}
	}
	if err := errors.Join(Enrol(state, "beta", key), Enrol(state, "alpha", key)); err != nil {
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

// A worker keeps what it has counted while the coordinator is away, and delivers it to the
// next one.
func TestCoordinatorComesBack(t *testing.T) {
	state := t.TempDir()
	o, key := newWorker(t, state, "alpha")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	o.Address = addressOf(t, c)
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
	c = start(t, Options{Listen: address, State: state})
	if w, ok := c.hub.lookup(key); !ok || w.Name != "alpha" {
		t.Errorf("the worker is %+v, %t", w, ok)
	}
	solve(t, state, c)
	if err := <-ended; err != nil {
		t.Errorf("the worker: %v", err)
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
	if server, got, err := parseAddress("tls://" + pin + "@host:4222"); err != nil || server != "tls://host:4222" || got != pin {
		t.Errorf("%q, %q, %v", server, got, err)
	}
	for _, address := range []string{"", "host:4222", "tls://host:4222", "nats://" + pin + "@host:4222", "tls://abc@host:4222", "tls://" + pin + "@host", "tls://" + pin + "@host:1/x", "tls://%zz"} {
		if _, _, err := parseAddress(address); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
