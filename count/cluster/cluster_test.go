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

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/known"
)

// testOrder is an order with some subproblems that take no time.
const testOrder = 15

// options are those of a count that keeps its results in a directory.
func options(state string, c *Coordinator) count.Options {
	return count.Options{State: state, KeepAll: true, Scheme: "families", Workers: 1, Program: "queens test", Executor: c}
}

// start starts a coordinator that hands out families.
func start(t *testing.T, o Options) *Coordinator {
	t.Helper()
	o.Scheme, o.Program = "families", "queens test"
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

// enrolled returns the address of a coordinator that listens, and the options of a worker
// that it lets in under a name.
func enrolled(t *testing.T, state, name string, c *Coordinator) WorkerOptions {
	t.Helper()
	seed, key, err := WorkerKey(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := Enrol(state, name, key); err != nil {
		t.Fatal(err)
	}
	print, err := Fingerprint(state)
	if err != nil {
		t.Fatal(err)
	}
	o := WorkerOptions{Key: key, Seed: seed, Count: count.Options{Workers: 2, Program: "queens worker"}}
	if c != nil {
		o.Address = "tls://" + print + "@" + c.Address()
	}
	return o
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
	var all []WorkerOptions
	for _, name := range names {
		all = append(all, enrolled(t, state, name, nil))
	}
	c := start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
	print, _ := Fingerprint(state)
	var workers sync.WaitGroup
	for _, o := range all {
		o.Address = "tls://" + print + "@" + c.Address()
		workers.Go(func() {
			if err := Work(t.Context(), o); err != nil {
				t.Error(err)
			}
		})
	}
	run := solve(t, state, c)
	workers.Wait() // they are told that it is done
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

// connect returns a connection with the rights of an enrolled worker, for messages that
// no worker sends.
func connect(t *testing.T, o WorkerOptions, more ...nats.Option) *nats.Conn {
	t.Helper()
	conn, err := dial(o.Address, o.Seed, o.Key, more...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// A key opens nothing but the work of its worker.
func TestKeys(t *testing.T) {
	state := t.TempDir()
	other := enrolled(t, state, "beta", nil)
	first := enrolled(t, state, "alpha", nil)
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	first.Address = "tls://" + must(Fingerprint(state)) + "@" + c.Address()
	denied := make(chan error, 10)
	conn := connect(t, first, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	if m, err := conn.Request(subject(DefaultProject, verbJoin, first.Key), []byte(`{"protocol":1,"slots":1}`), 5*time.Second); err != nil || !strings.Contains(string(m.Data), `"wait":true`) {
		t.Fatalf("its own subject: %v", err)
	}
	for what, try := range map[string]func() error{
		"a request as another worker":     func() error { return conn.Publish(subject(DefaultProject, verbTake, other.Key), nil) },
		"a request in another project":    func() error { return conn.Publish(subject("another", verbTake, first.Key), nil) },
		"a message of one's own":          func() error { return conn.Publish("anything", nil) },
		"the API of the store":            func() error { return conn.Publish("$JS.API.INFO", nil) },
		"the API of the system":           func() error { return conn.Publish("$SYS.REQ.SERVER.PING", nil) },
		"requests of all workers":         func() error { _, err := conn.SubscribeSync("queens.>"); return err },
		"replies to another worker":       func() error { _, err := conn.SubscribeSync(inbox(other.Key) + ".>"); return err },
		"everything":                      func() error { _, err := conn.SubscribeSync(">"); return err },
		"a reply to another worker's ask": func() error { return conn.Publish(inbox(other.Key)+".x", nil) },
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
		if _, err := dial(first.Address, "", ""); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%v, want an authorization error", err)
		}
	})
	t.Run("a key that is not enrolled", func(t *testing.T) {
		seed, key, _ := WorkerKey(t.TempDir())
		err := Work(t.Context(), WorkerOptions{Address: first.Address, Key: key, Seed: seed})
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
		if _, err := dial(first.Address, first.Seed, first.Key); !errors.Is(err, nats.ErrAuthorization) {
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

// liar changes the results of a worker on their way.
func liar(t *testing.T, c *Coordinator, o WorkerOptions, lies func(i int) bool) {
	t.Helper()
	w := &worker{conn: connect(t, o), key: o.Key, project: DefaultProject, options: o.Count, log: c.log}
	w.forge = func(r ledger.Result) ledger.Result {
		if !lies(r.Subproblem) {
			return r
		}
		wrong := ledger.NewResult(r.Subproblem, r.Total.Add(8))
		wrong.Kernel, wrong.Nodes, wrong.Elapsed, wrong.Build, wrong.Evidence = r.Kernel, r.Nodes, r.Elapsed, r.Build, r.Evidence
		return wrong
	}
	if err := w.run(t.Context()); err != nil && !errors.Is(err, ErrRefused) {
		t.Error(err)
	}
}

// A worker that lies is found out where its results are counted twice: the total is
// right, none of its results is left unconfirmed, and it is heard no more.
func TestLiar(t *testing.T) {
	state := t.TempDir()
	first, second := enrolled(t, state, "liar", nil), enrolled(t, state, "honest", nil)
	c := start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
	first.Address = "tls://" + must(Fingerprint(state)) + "@" + c.Address()
	second.Address = first.Address
	var workers sync.WaitGroup
	workers.Go(func() { liar(t, c, first, func(i int) bool { return i%4 == 1 }) })
	workers.Go(func() {
		if err := Work(t.Context(), second); err != nil {
			t.Error(err)
		}
	})
	// The third one confirms what the honest one finds when the liar is gone.
	third := enrolled(t, state, "third", c)
	if err := c.hub.reload(); err != nil {
		t.Fatal(err)
	}
	workers.Go(func() {
		if err := Work(t.Context(), third); err != nil {
			t.Error(err)
		}
	})
	run := solve(t, state, c)
	workers.Wait()
	list := c.Status().Workers
	i := slices.IndexFunc(list, func(w Worker) bool { return w.Name == "liar" })
	if w := list[i]; w.Results > 1 && w.Banned == "" {
		t.Errorf("the liar is not found out: %+v", w)
	}
	if run.Tally.Confirmed != run.Tally.Results {
		t.Errorf("%+v, want every result confirmed", run.Tally)
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
			if _, err := conn.Request(subject(DefaultProject, verb, "x"), []byte(text), 10*time.Second); err != nil {
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
		"two servers":            {Listen: ":0", State: "x", Server: "nats://a:1"},
		"no directory":           {Listen: ":0"},
		"a project with blanks":  {Local: true, Project: "a b"},
		"more than all":          {Local: true, Replicate: 1.5},
		"no port":                {Listen: "127.0.0.1", State: t.TempDir()},
		"an address that is had": {Listen: busy.Addr().String(), State: t.TempDir()},
		"a server elsewhere":     {Server: "http://a:1"},
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
	for _, c := range [][2]string{{"a b", key}, {"", key}, {"alpha", "U123"}, {"alpha", strings.ToLower(key)}} {
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
	first, second := enrolled(t, state, "alpha", nil), enrolled(t, state, "beta", nil)
	for i, o := range []WorkerOptions{first, second} {
		c := start(t, Options{Listen: "127.0.0.1:0", State: state, Replicate: 1, Quorum: true})
		o.Address = "tls://" + must(Fingerprint(state)) + "@" + c.Address()
		ctx, stop := context.WithCancel(t.Context())
		var workers sync.WaitGroup
		workers.Go(func() {
			if err := Work(ctx, o); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
		if i == 1 {
			if run := solve(t, state, c); run.Tally.Confirmed != run.Tally.Results {
				t.Errorf("%+v, want every result confirmed", run.Tally)
			}
		} else {
			go func() {
				for s := c.Status(); s.Subproblems == 0 || s.Missing > 0; s = c.Status() {
					time.Sleep(time.Millisecond)
				}
				stop()
			}()
			report, err := count.Solve(ctx, count.Question{Order: testOrder}, options(state, c))
			if !errors.Is(err, count.ErrUnchecked) || !errors.Is(err, context.Canceled) {
				t.Fatalf("%v, want ErrUnchecked", err)
			}
			run, err := ledger.Read(t.Context(), report.Runs[2].Ledger)
			if err != nil || !run.Complete() || run.Tally.Done != nil || run.Tally.Confirmed != 0 {
				t.Errorf("%+v, %v; want all results, none confirmed, no certificate", run.Tally, err)
			}
		}
		stop()
		workers.Wait()
		c.Close()
	}
}

// Another NATS server carries the same messages, for one coordinator of a project.
func TestServerElsewhere(t *testing.T) {
	elsewhere, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	elsewhere.Start()
	t.Cleanup(elsewhere.Shutdown)
	if !elsewhere.ReadyForConnections(time.Minute) {
		t.Fatal("the server is not ready")
	}
	url := elsewhere.ClientURL()
	c := start(t, Options{Server: url})
	if second, err := Start(Options{Server: url, Scheme: "families"}); err == nil || !strings.Contains(err.Error(), "another coordinator") {
		second.Close()
		t.Errorf("a second coordinator: %v", err)
	}
	start(t, Options{Server: url, Project: "another"})
	var workers sync.WaitGroup
	workers.Go(func() {
		if err := Work(t.Context(), WorkerOptions{Address: url, Key: "alpha", Count: count.Options{Workers: 2}}); err != nil {
			t.Error(err)
		}
	})
	solve(t, t.TempDir(), c)
	workers.Wait()
}

// Programs that would not count the same do not work together, and say so.
func TestMixedBuilds(t *testing.T) {
	c := start(t, Options{Local: true})
	conn, err := c.hub.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	w := &worker{conn: conn, key: "x", project: DefaultProject, log: c.log}
	var m manifest
	if err := w.ask(t.Context(), verbJoin, joinRequest{protocolVersion + 1, "queens later", 1}, &m); err != nil || !strings.Contains(m.Refusal, "queens later") {
		t.Errorf("another protocol: %+v, %v", m, err)
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

// A subproblem that no worker can count is set aside; the others are counted, and the run
// ends with an error that names it.
func TestPoison(t *testing.T) {
	state := t.TempDir()
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	conn, err := c.hub.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, stop := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() { cannotCount(ctx, t, c, conn, 2) })
	_, err = count.Solve(t.Context(), count.Question{Order: testOrder}, options(state, c))
	if !errors.Is(err, ErrAside) || !strings.Contains(err.Error(), "[3]") {
		t.Errorf("%v, want ErrAside of subproblem 3", err)
	}
	stop()
	worker.Wait()
	c.Close()
	run := solve(t, state, start(t, Options{Local: true})) // another start tries again
	if by := run.Tally.Results; by == 0 {
		t.Error("no results")
	}
}

// cannotCount is a worker that says of one subproblem that it cannot count it.
func cannotCount(ctx context.Context, t *testing.T, c *Coordinator, conn *nats.Conn, bad int) {
	w := &worker{conn: conn, key: "x", project: DefaultProject, log: c.log}
	var counter *count.Counter
	var m manifest
	for ctx.Err() == nil {
		var r takeReply
		if err := w.ask(ctx, verbTake, struct{}{}, &r); err != nil {
			return
		}
		if r.Join || counter == nil {
			if w.ask(ctx, verbJoin, joinRequest{protocolVersion, "test", 1}, &m) != nil || m.Plan == (ledger.Hash{}) {
				continue
			}
			frame, err := m.frame()
			if err == nil {
				counter, err = count.NewCounter(frame, count.Options{})
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
		for _, task := range r.Tasks {
			frame, _ := m.frame()
			sub, err := frame.Parse(task.Subproblem)
			if err != nil {
				t.Error(err)
				return
			}
			if sub.Number == bad {
				_ = w.ask(ctx, verbFail, failRequest{bad, "a test"}, new(doneReply))
				continue
			}
			result, err := counter.Count(ctx, &sub)
			if err != nil {
				return
			}
			text, _ := result.Encode(m.Plan)
			_ = w.ask(ctx, verbDone, text, new(doneReply))
		}
	}
}
