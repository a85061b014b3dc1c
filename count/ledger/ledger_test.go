package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"queens"
	"queens/internal/must"
)

// testHeader returns the header of an invented run whose plan is the bytes 01 02 03 ...
func testHeader(subproblems int) Header {
	h := Header{
		Order: 8, Topology: queens.Regular, Of: "all", Method: "search", MethodVersion: 1,
		Subproblems: subproblems, Program: "queens test", Created: time.Unix(1_700_000_000, 0).UTC(),
	}
	for i := range h.Plan {
		h.Plan[i] = byte(i + 1)
	}
	return h
}

// testResult returns the correct result of a subproblem. The totals exceed 64 bits.
func testResult(i int) Result {
	r := NewResult(i, queens.TotalOf(uint64(i/3), uint64(i+1)*1_000_003))
	r.Nodes, r.Kernel, r.Elapsed = uint64(i)*17, "generic", time.Duration(i)*time.Millisecond
	return r
}

func trueTotal(n int) (sum queens.Total) {
	for i := range n {
		sum = sum.Plus(testResult(i).Total)
	}
	return sum
}

func mustOpen(t testing.TB, dir string, subproblems int) (*Ledger, *Recovery) {
	t.Helper()
	l, rec, err := Open(context.Background(), dir, testHeader(subproblems), Options{})
	must.Do(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l, rec
}

func opened(t testing.TB, dir string, subproblems int, o Options, d disk) *Ledger {
	t.Helper()
	l, _, err := open(context.Background(), dir, testHeader(subproblems), o, d)
	must.Do(t, err)
	return l
}

func mustAppend(t testing.TB, l *Ledger, subproblems ...int) {
	t.Helper()
	for _, i := range subproblems {
		must.Do(t, l.Append(testResult(i)))
	}
}

func mustClose(t testing.TB, l *Ledger) {
	t.Helper()
	must.Do(t, l.Close())
}

func missing(l *Ledger) (subproblems []int) {
	for i := range l.Tally().Subproblems {
		if !l.Has(i) {
			subproblems = append(subproblems, i)
		}
	}
	return subproblems
}

func complete(t *testing.T, dir string, subproblems int) {
	t.Helper()
	l, _ := mustOpen(t, dir, subproblems)
	mustAppend(t, l, missing(l)...)
	mustClose(t, l)
	run := must.Get(Read(context.Background(), dir))(t)
	if !run.Complete() || run.Tally.Total != trueTotal(subproblems) {
		t.Errorf("completed run: complete %v, total %v, want %v", run.Complete(), run.Tally.Total,
			trueTotal(subproblems))
	}
}

func TestRoundTrip(t *testing.T) {
	const subproblems = 20_000 // more than one window of the reader
	dir := filepath.Join(t.TempDir(), "runs", "n8")
	l, rec := mustOpen(t, dir, subproblems)
	if !rec.Sound() || l.Tally().Results != 0 || l.Dir() != dir {
		t.Fatalf("new ledger: %+v, %+v", rec, l.Tally())
	}
	for i := subproblems - 1; i >= 0; i -= 2 {
		mustAppend(t, l, i)
	}
	if _, err := l.Finish("queens test"); !errors.Is(err, ErrIncomplete) {
		t.Errorf("Finish of half a run: %v, want ErrIncomplete", err)
	}
	mustClose(t, l)
	mustClose(t, l)
	if err := l.Append(testResult(0)); !errors.Is(err, ErrClosed) {
		t.Errorf("Append after Close: %v, want ErrClosed", err)
	}

	l, rec = mustOpen(t, dir, subproblems)
	if !rec.Sound() || l.Tally().Results != subproblems/2 || l.Has(0) || !l.Has(1) || l.Has(-1) || l.Has(subproblems) {
		t.Fatalf("half a ledger: %+v, %+v", rec, l.Tally())
	}
	todo := missing(l)
	if len(todo) != subproblems/2 || todo[0] != 0 || todo[1] != 2 {
		t.Fatalf("missing %d: %v ...", len(todo), todo[:2])
	}
	mustAppend(t, l, todo...)
	done := must.Get(l.Finish("queens test"))(t)
	if done.Total != trueTotal(subproblems) || done.Results != subproblems {
		t.Fatalf("Finish = %+v; want total %v", done, trueTotal(subproblems))
	}
	if again := must.Get(l.Finish("another program"))(t); again != done {
		t.Errorf("second Finish = %+v; want %+v", again, done)
	}
	tally := l.Tally()
	mustClose(t, l)

	run := must.Get(Read(context.Background(), dir))(t)
	want := testHeader(subproblems)
	want.Schema = Schema
	if run.Header != want {
		t.Errorf("header %+v, want %+v", run.Header, want)
	}
	if *run.Tally.Done != done || run.Tally.Head != tally.Head || run.Tally.Last != tally.Last ||
		run.Tally.Total != tally.Total {
		t.Errorf("tally %+v, want %+v", run.Tally, tally)
	}
	if !run.Recovery.Sound() || !run.Complete() || run.Holder != "" || run.Size == 0 {
		t.Errorf("run %+v", run)
	}
	next := 0
	for r, err := range run.Computations() {
		if err != nil || !r.same(testResult(next)) {
			t.Fatalf("result %d: %+v, %v; want %+v", next, r, err, testResult(next))
		}
		next++
	}
	if next != subproblems {
		t.Errorf("%d results, want %d", next, subproblems)
	}
}

func TestTallySumsNodesAndWork(t *testing.T) {
	l, _ := mustOpen(t, t.TempDir(), 3)
	mustAppend(t, l, 0, 1, 2, 1)
	tally := l.Tally()
	if want := queens.NewTotal(0 + 17 + 34); tally.Nodes != want || tally.Work != 3*time.Millisecond ||
		tally.Results != 3 {
		t.Errorf("tally %+v, want %v nodes and 3 ms", tally, want)
	}
}

func TestAppendRefuses(t *testing.T) {
	wrongResidue := testResult(1)
	wrongResidue.Mod13 ^= 1
	other := NewResult(0, queens.NewTotal(5))
	negative := testResult(1)
	negative.Elapsed = -1
	longName := testResult(1)
	longName.Kernel = strings.Repeat("k", maxName+1)
	for _, c := range []struct {
		name   string
		result Result
		want   error
		text   string
	}{
		{"residue", wrongResidue, ErrResidue, "subproblem 2"},
		{"beyond the plan", testResult(3), queens.ErrFormat, "subproblem 4 is outside 1..3"},
		{"negative", NewResult(-1, queens.Total{}), queens.ErrFormat, "subproblem 0"},
		{"negative time", negative, queens.ErrFormat, "negative"},
		{"long kernel", longName, queens.ErrFormat, "kernel"},
		{"another total", other, ErrMismatch, "subproblem 1 has total 1000003 in frame 2 at byte"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			l, _ := mustOpen(t, dir, 3)
			mustAppend(t, l, 0)
			before := l.Tally()
			err := l.Append(c.result)
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("Append: %v, want %v with %q", err, c.want, c.text)
			}
			if l.Tally() != before {
				t.Errorf("tally %+v, was %+v", l.Tally(), before)
			}
			mustAppend(t, l, 1) // a refusal is not final
		})
	}
}

func TestOpenRefusesAnotherRun(t *testing.T) {
	dir := t.TempDir()
	l, _ := mustOpen(t, dir, 3)
	mustAppend(t, l, 0)
	mustClose(t, l)
	before := fileIn(t, dir)
	for _, c := range []struct {
		text   string
		change func(h *Header)
	}{
		{"order is 8, want 9", func(h *Header) { h.Order++ }},
		{"topology is regular, want modular", func(h *Header) { h.Topology = queens.Modular }},
		{"question is all, want symmetric", func(h *Header) { h.Of = "symmetric" }},
		{"method is search, want constellations", func(h *Header) { h.Method = "constellations" }},
		{"method version is 1, want 2", func(h *Header) { h.MethodVersion++ }},
		{"plan is 0102", func(h *Header) { h.Plan[0]++ }},
		{"plan is 0102", func(h *Header) { h.Plan[31]++ }}, // not in the prefix that frames have
		{"number of subproblems is 3, want 4", func(h *Header) { h.Subproblems++ }},
	} {
		h := testHeader(3)
		c.change(&h)
		_, _, err := Open(context.Background(), dir, h, Options{})
		if !errors.Is(err, ErrOtherRun) || !strings.Contains(err.Error(), c.text) ||
			!strings.Contains(err.Error(), dir) {
			t.Errorf("Open: %v, want ErrOtherRun with %q", err, c.text)
		}
	}
	if !slices.Equal(before, fileIn(t, dir)) {
		t.Error("a refused ledger was changed")
	}
	h := testHeader(3) // another program, another day and another kernel are the same run
	h.Program, h.Created, h.Kernel = "queens later", time.Time{}, "avx2"
	l, rec, err := Open(t.Context(), dir, h, Options{})
	if err != nil || !rec.Sound() || l.state.header.Program != "queens test" {
		t.Fatalf("Open: %+v, %v; want the header in the file", rec, err)
	}
	mustClose(t, l)
}

func TestOpenRefusesHeaders(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(h *Header)
		want   error
	}{
		{"order", func(h *Header) { h.Order = -1 }, queens.ErrOrder},
		{"subproblems", func(h *Header) { h.Subproblems = MaxSubproblems + 1 }, queens.ErrFormat},
		{"method version", func(h *Header) { h.MethodVersion = -1 }, queens.ErrFormat},
		{"method", func(h *Header) { h.Method = "\xff" }, queens.ErrFormat},
		{"kernel", func(h *Header) { h.Kernel = "\xff" }, queens.ErrFormat},
	} {
		h := testHeader(1)
		c.change(&h)
		if _, _, err := Open(context.Background(), t.TempDir(), h, Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestOpenWhereNothingCanBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plain file")
	must.Do(t, os.WriteFile(path, nil, 0o644))
	dir := filepath.Join(path, "runs", "n8")
	_, _, err := Open(context.Background(), dir, testHeader(1), Options{})
	if err == nil || !strings.Contains(err.Error(), "open run") || strings.Contains(err.Error(), "\n") {
		t.Errorf("Open below a file: %v, want one line that says what was opened", err)
	}
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	closed := t.TempDir()
	must.Do(t, os.Chmod(closed, 0o555))
	if _, _, err := Open(context.Background(), filepath.Join(closed, "n8"), testHeader(1),
		Options{}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("Open in a directory without write permission: %v, want ErrPermission", err)
	}
}

func TestOpenKeepsWhatIsNoLedger(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ledgerName)
	text := []byte(strings.Repeat("this is somebody's diary\n", 1000))
	must.Do(t, os.WriteFile(path, text, 0o644))
	if _, _, err := Open(context.Background(), dir, testHeader(1), Options{}); !errors.Is(err, ErrNoLedger) ||
		errors.Is(err, queens.ErrFormat) {
		t.Errorf("Open: %v, want ErrNoLedger, which is nobody's input", err)
	}
	if _, err := Read(context.Background(), dir); !errors.Is(err, ErrNoLedger) {
		t.Errorf("Read: %v, want ErrNoLedger", err)
	}
	if after, _ := os.ReadFile(path); !slices.Equal(text, after) {
		t.Error("the file was changed")
	}
}

func TestAppendConcurrently(t *testing.T) {
	const subproblems, workers = 2000, 8
	dir := t.TempDir()
	l := opened(t, dir, subproblems, Options{interval: time.Millisecond}, osDisk{})
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w / 2; i < subproblems; i += workers / 2 { // every subproblem twice
				if err := l.Append(testResult(i)); err != nil {
					t.Error(err)
				}
				if i%500 == 0 {
					_, _ = l.Tally(), l.Has(i)
					if err := l.Sync(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	mustClose(t, l)
	run, err := Read(context.Background(), dir)
	if err != nil || !run.Recovery.Sound() || run.Recovery.Repeated != 0 || run.Tally.Total != trueTotal(subproblems) {
		t.Errorf("after %d workers: %+v, %v", workers, run, err)
	}
}

func ExampleOpen() {
	dir, _ := os.MkdirTemp("", "queens")
	defer os.RemoveAll(dir)
	header := Header{Order: 5, Method: "first-queen", MethodVersion: 1, Subproblems: 5, Program: "example"}
	led, recovery, err := Open(context.Background(), filepath.Join(dir, "n5"), header, Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println("sound:", recovery.Sound())
	for i := range header.Subproblems { // two solutions of order 5 for every row of the first queen
		if err := led.Append(NewResult(i, queens.NewTotal(2))); err != nil {
			panic(err)
		}
	}
	done, err := led.Finish("example")
	fmt.Println("total:", done.Total, err)
	fmt.Println(led.Close())
	// Output:
	// sound: true
	// total: 10 <nil>
	// <nil>
}
