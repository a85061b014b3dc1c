package ledger

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"queens"
	"queens/internal/must"
)

var formatDump = filepath.Join("testdata", "example.hex")

// exampleResult is half of Q(8) = 92, by the row of the first queen.
func exampleResult(subproblem int, kernel string) Result {
	r := NewResult(subproblem, queens.NewTotal(46))
	r.Nodes, r.Kernel, r.Elapsed, r.Build = 1029, kernel, 250*time.Microsecond, "queens test"
	return r
}

// exampleBytes returns the ledger of the example, written in a bubble in which it is the year 2000.
func exampleBytes(t *testing.T) (data []byte) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		l, _ := mustOpen(t, dir, 2)
		second := exampleResult(1, "masks")
		second.Worker = "mill"
		second.Evidence = []Evidence{{Name: "sets", Value: 4}, {Name: "pairs", Value: 23}}
		must.Do(t, l.Append(exampleResult(0, "generic")))
		must.Do(t, l.Append(exampleResult(1, "avx2")))
		must.Do(t, l.Doubt("Q = 93"))
		must.Do(t, l.Withdraw(map[int]string{0: "recounted"}))
		must.Get(l.Revoke("avx2", "broken"))(t)
		must.Do(t, l.Append(exampleResult(0, "masks")))
		must.Do(t, l.Append(second))
		must.Get(l.Finish("queens test"))(t)
		must.Do(t, l.Spend(Cost{Results: 4, Processor: 700 * time.Microsecond}))
		mustClose(t, l)
		data = fileIn(t, dir)
	})
	return data
}

// dumpBytes returns the bytes of formatDump: the part left of the bar, without the offset and its
// colon.
func dumpBytes(t *testing.T) (data []byte) {
	t.Helper()
	for line := range strings.Lines(strings.ReplaceAll(string(must.Get(os.ReadFile(formatDump))(t)), "\r\n", "\n")) {
		_, text, _ := strings.Cut(line, ":")
		digits, _, _ := strings.Cut(text, "|")
		b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
		if err != nil {
			t.Fatalf("%s: line %q: %v", formatDump, line, err)
		}
		data = append(data, b...)
	}
	if len(data) == 0 {
		t.Fatalf("%s has no bytes", formatDump)
	}
	return data
}

func TestDump(t *testing.T) {
	got, want := exampleBytes(t), dumpBytes(t)
	if bytes.Equal(got, want) {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	t.Errorf("program and %s differ from byte %d on (%d and %d bytes); the program writes\n%s",
		formatDump, at, len(got), len(want), hex.Dump(got))
}

// The reverse direction: reading the bytes gives what their comments say.
func TestDumpIsRead(t *testing.T) {
	run := must.Get(Read(context.Background(), writeLedger(t, dumpBytes(t))))(t)
	total, program := queens.NewTotal(92), "queens test" // Q(8) = 92
	if !run.Complete() || !run.Recovery.Sound() || run.Tally.Total != total || run.Header.Order != 8 {
		t.Errorf("run %+v, want a sound and complete one of order 8 with total 92", run)
	}
	if d := run.Tally.Done; d == nil || d.Total != total || d.Results != 2 || d.Program != program ||
		d.Time.Year() != 2000 {
		t.Errorf("certificate %+v", d)
	}
}

// Records with another number of fields, or of another form, are rejected.
func TestDecodeIsStrict(t *testing.T) {
	data := bytes.Clone(exampleBytes(t))
	offsets := bounds(t, data)
	payload := data[offsets[4]+prefixLen : offsets[5]]     // a result
	body := bytes.Index(payload, []byte{0x8B, 0x00, 0x62}) // array of eleven, subproblem 0, two digits
	if rec, err := decode(payload); err != nil || rec.fault != nil || body < 0 {
		t.Fatalf("the record itself: %+v, %v", rec, err)
	}
	for name, change := range map[string]func(b []byte) []byte{
		"six fields":         func(b []byte) []byte { b[0] = 0x86; return append(b, 0) },
		"four fields":        func(b []byte) []byte { b[0] = 0x84; return b[:body] },
		"a map":              func(b []byte) []byte { b[0] = 0xA5; return b },
		"bytes behind":       func(b []byte) []byte { return append(b, 0) },
		"cut":                func(b []byte) []byte { return b[:len(b)-1] },
		"twelve in the body": func(b []byte) []byte { b[body] = 0x8C; return append(b, 0) },
		"ten in the body":    func(b []byte) []byte { b[body] = 0x8A; return b[:len(b)-1] },
		"frame 0":            func(b []byte) []byte { b[2] = 0; return b },
		"endless array":      func(b []byte) []byte { b[0] = 0x9F; return append(b, 0xFF) },
		"tagged":             func(b []byte) []byte { return append([]byte{0xC1}, b...) },
	} {
		if rec, err := decode(change(bytes.Clone(payload))); err == nil && rec.fault == nil {
			t.Errorf("%s: decoded as %+v", name, *rec)
		}
	}
}

// FuzzReplay reads hostile files. Reading must end without a panic, the results must add up, the
// chunks must cover the file, and cutting the torn tail, as Open does, must not change the rest.
func FuzzReplay(f *testing.F) {
	h := testHeader(4)
	data := runBytes(f, h, 0, 1, 2, 3)
	offsets := bounds(f, data)
	f.Add([]byte{})
	f.Add(data)
	f.Add(data[:offsets[3]+20])
	f.Add(data[offsets[1]:])
	f.Add(slices.Concat(data[:offsets[2]], []byte("garbage"), data[offsets[3]:]))
	f.Add(slices.Concat(data, data))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, size := bytes.NewReader(data), int64(len(data))
		var covered int64
		for c, err := range scan(context.Background(), r, size) {
			if err != nil || c.offset != covered || c.length <= 0 {
				t.Fatalf("chunk %+v at %d: %v", c, covered, err)
			}
			covered = c.end()
		}
		if covered != size {
			t.Fatalf("chunks cover %d of %d bytes", covered, size)
		}
		_, _ = headerOf(context.Background(), r, size)
		p, err := replayFile(context.Background(), r, size, h)
		if err != nil {
			known := errors.Is(err, ErrOtherRun) || errors.Is(err, ErrSchema) || errors.Is(err, ErrNoLedger)
			if !known {
				t.Fatalf("error without a kind: %v", err)
			}
			return
		}
		sum, results := queens.Total{}, 0
		for _, k := range p.index {
			sum, results = sum.Plus(k.total), results+1
		}
		if sum != p.tally.Total || results != p.tally.Results || results > h.Subproblems {
			t.Fatalf("tally %+v, %d results sum to %v", p.tally, results, sum)
		}
		again, err := replayFile(context.Background(), r, p.end, h)
		if err != nil || again.tally.Total != p.tally.Total || again.recovery.Torn != 0 ||
			again.last.hash != p.last.hash {
			t.Fatalf("after the cut: %+v, %v, was %+v", again, err, p)
		}
	})
}

// FuzzRecord decodes hostile payloads. What decodes as a sound result must survive another round
// trip.
func FuzzRecord(f *testing.F) {
	data := runBytes(f, testHeader(4), 0, 3)
	offsets := bounds(f, data)
	for i := range 3 {
		f.Add(data[offsets[i]+prefixLen : offsets[i+1]])
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		rec, err := decode(payload)
		if err != nil || rec.fault != nil || rec.kind != resultKind || rec.result.validate(MaxSubproblems) != nil {
			return
		}
		want := *rec
		encoded := must.Get(encoding.Marshal(envelope[any]{
			Kind: rec.kind, Seq: rec.seq, Prev: rec.prev, Plan: rec.plan, Body: rec.result,
		}))(t)
		if rec, err = decode(encoded); err != nil || !reflect.DeepEqual(*rec, want) {
			t.Fatalf("%+v, %v; want %+v", rec, err, want)
		}
	})
}

func benchResult(i int) Result {
	r := NewResult(i, queens.NewTotal(uint64(i)*7919<<16+12345))
	r.Nodes, r.Kernel, r.Elapsed = 3_000_000_000+uint64(i), "portable", time.Duration(i)*1001+time.Second
	return r
}

func BenchmarkAppend(b *testing.B) {
	l := opened(b, b.TempDir(), MaxSubproblems, Options{}, osDisk{})
	defer l.Close()
	i := 0
	for b.Loop() {
		must.Do(b, l.Append(benchResult(i)))
		i++
	}
	b.ReportMetric(float64(l.end)/float64(i), "B/result")
}

func BenchmarkAppendSync(b *testing.B) {
	l := opened(b, b.TempDir(), MaxSubproblems, Options{interval: -1}, osDisk{})
	defer l.Close()
	i := 0
	for b.Loop() {
		must.Do(b, l.Append(benchResult(i)))
		i++
	}
}

func benchRun(b *testing.B, results int) (dir string) {
	dir = b.TempDir()
	l := opened(b, dir, results, Options{}, osDisk{})
	for i := range results {
		must.Do(b, l.Append(benchResult(i)))
	}
	must.Do(b, l.Close())
	return dir
}

// BenchmarkRead reads a million results; ten thousand with -short.
func BenchmarkRead(b *testing.B) {
	results := 1_000_000
	if testing.Short() {
		results = 10_000
	}
	dir := benchRun(b, results)
	b.ReportAllocs()
	for b.Loop() {
		run, err := Read(context.Background(), dir)
		if err != nil || !run.Complete() {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*results), "ns/result")
}

// BenchmarkExport exports a hundred thousand results.
func BenchmarkExport(b *testing.B) {
	const results = 100_000
	run := must.Get(Read(context.Background(), benchRun(b, results)))(b)
	for b.Loop() {
		must.Do(b, run.Export(io.Discard))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*results), "ns/result")
}

// auditor is the program of docs/formats/ledger.md.
var auditor = filepath.Join("..", "..", "docs", "examples", "ledger.py")

// audited returns what the auditor prints about each ledger.
func audited(t *testing.T, ledgers [][]byte) (says []string) {
	t.Helper()
	dir := t.TempDir()
	args := []string{must.Get(filepath.Abs(auditor))(t)}
	for i, data := range ledgers {
		args = append(args, fmt.Sprint(i))
		must.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), data, 0o644))
	}
	cmd := exec.Command("python3", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	says = make([]string, len(ledgers))
	for line := range strings.Lines(string(out)) {
		var i int
		name, text, _ := strings.Cut(line, ": ")
		if _, err := fmt.Sscan(name, &i); err != nil {
			t.Fatalf("the auditor prints %q", line)
		}
		says[i] += text
	}
	return says
}

func sound(tally Tally, state string) string {
	return fmt.Sprintf("%d of %d results, sum %v, %s, head %v\n", tally.Results, tally.Subproblems, tally.Total, state,
		tally.Head)
}

// The auditor, written from the description of the format, agrees with this package about sound
// ledgers, and finds every damage of the other tests that can be found without counting: all but a
// cut between two frames.
func TestRealAuditor(t *testing.T) {
	must.Find(t, "python3", "python3")
	settled, doubted := settledBytes(t)
	if lines := bytes.Count(must.Get(os.ReadFile(auditor))(t), []byte("\n")); lines > 80 {
		t.Errorf("the auditor has %d lines, want at most 80", lines)
	}
	ledgers, names := [][]byte{settled, doubted, dumpBytes(t), settled[:bounds(t, settled)[20]]}, []string{}
	want := []string{"certified", "in doubt", "certified", "no certificate"}
	for i, data := range ledgers {
		want[i] = sound(readBytes(t, data).Tally, want[i])
	}
	step, skipped := 67, 0
	if !testing.Short() {
		step = 23
	}
	for _, data := range [][]byte{settled, doubted} {
		violence(t, data, step, func(name string, damaged []byte) {
			cut := slices.Contains(bounds(t, data), len(damaged)) && bytes.HasPrefix(data, damaged)
			if skipped++; skipped%7 == 0 && !cut {
				ledgers, names = append(ledgers, bytes.Clone(damaged)), append(names, name)
			}
		})
	}
	add := func(name string, data []byte) { ledgers, names = append(ledgers, data), append(names, name) }
	h, wrongResidue, alien := testHeader(3), testResult(1), testHeader(3)
	wrongResidue.Mod13 ^= 1
	alien.Plan[0]++
	three, evident := runBytes(t, h, 0, 1, 2), testResult(1)
	next := func(data []byte, r Result) []byte {
		return append(bytes.Clone(data), nextFrame(t, data, resultKind, h, r)...)
	}
	for no := 1; no < 4; no++ { // the checksum is right
		for at := range bounds(t, three)[no] - bounds(t, three)[no-1] - prefixLen {
			add(fmt.Sprintf("frame %d altered at %d", no, at),
				reframe(t, three, no, func(payload []byte) { payload[at] ^= 4 }))
		}
	}
	for at := range three {
		flipped := bytes.Clone(three)
		flipped[at] ^= 0x80
		add(fmt.Sprintf("a bit of byte %d is flipped", at), flipped)
	}
	evident.Evidence, evident.Kernel = []Evidence{{Name: "pairs", Value: 5}}, "join"
	other := evident
	other.Evidence, other.Kernel = []Evidence{{Name: "pairs", Value: 6}}, "trie"
	moreNodes := by(1, "avx2", "")
	moreNodes.Nodes++
	add("a wrong residue", next(three, wrongResidue))
	add("beyond the plan", next(three, testResult(3)))
	add("two totals", next(three, NewResult(1, queens.NewTotal(8))))
	add("two figures", next(next(three, evident), other))
	add("two numbers of nodes", next(next(three, by(1, "avx2", "")), moreNodes))
	add("withdrawn", next(settled, wrongResult(20, "avx2", "")))
	add("another run", append(bytes.Clone(three), runBytes(t, alien, 0)...))
	add("a wrong certificate", append(bytes.Clone(three),
		nextFrame(t, three, doneKind, h, Done{Total: queens.NewTotal(5), Results: 3})...))
	add("nothing", nil)
	for i, says := range audited(t, ledgers) {
		switch {
		case i < len(want) && says != want[i]:
			t.Errorf("ledger %d: the auditor says %swant %s", i, says, want[i])
		case i >= len(want) && !strings.HasPrefix(says, "byte ") && says != "it has no frames\n":
			t.Errorf("%s: the auditor says %s", names[i-len(want)], says)
		}
	}
	t.Logf("%d ledgers", len(ledgers))
}

func TestReadLooksAtAFileToo(t *testing.T) {
	dir := t.TempDir()
	l, _ := mustOpen(t, dir, 3)
	mustAppend(t, l, 2)
	for _, path := range []string{dir, filepath.Join(dir, ledgerName)} {
		run, err := Read(t.Context(), path) // while l writes
		if err != nil || run.Tally.Results != 1 || run.Holder == "" {
			t.Fatalf("Read %q: %+v, %v", path, run, err)
		}
	}
	if _, err := Read(t.Context(), filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Read of nothing: %v, want ErrNotExist", err)
	}
}

func TestReadKeepsTheLastDoubts(t *testing.T) {
	dir := t.TempDir()
	l, _ := mustOpen(t, dir, 3)
	for i := range maxNotes + 2 {
		must.Do(t, l.Doubt(fmt.Sprint("note ", i)))
	}
	if err := l.Doubt(strings.Repeat("x", maxNote+1)); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("a note too long: %v, want ErrFormat", err)
	}
	run, err := Read(t.Context(), dir)
	if err != nil || len(run.Doubts) != maxNotes || run.Doubts[0].Text != "note 2" ||
		run.Doubts[maxNotes-1].Text != "note 101" {
		t.Errorf("Read: %d doubts, %v", len(run.Doubts), err)
	}
}

func TestReadEmptyFile(t *testing.T) {
	if _, err := Read(t.Context(), writeLedger(t, nil)); !errors.Is(err, ErrNoHeader) {
		t.Errorf("Read of an empty file: %v, want ErrNoHeader", err)
	}
}

// Without its first header a file belongs to the run of most frames.
func TestReadFollowsTheMajority(t *testing.T) {
	foreign := testHeader(9)
	foreign.Plan[0] = 0xAA
	alien, most := runBytes(t, foreign, 0), runBytes(t, testHeader(3), 0, 1, 2)
	for _, data := range [][]byte{most, alien} {
		data[prefixLen] ^= 1 // of its header
	}
	if _, err := Read(t.Context(), writeLedger(t, slices.Concat(most, alien))); !errors.Is(err, ErrNoHeader) {
		t.Errorf("a majority without header: %v, want ErrNoHeader", err)
	}
	run := readBytes(t, slices.Concat(alien, runBytes(t, testHeader(3), 0, 1, 2)))
	if run.Tally.Subproblems != 3 || run.Tally.Results != 3 {
		t.Errorf("a majority behind another run: %+v; want three results", run.Tally)
	}
}

func TestResultsOfAChangedFile(t *testing.T) {
	data := runBytes(t, testHeader(3), 0, 1, 2)
	if r, err := resultAt(bytes.NewReader(data), int64(bounds(t, data)[1]), 1); !errors.Is(err, errChanged) {
		t.Errorf("the result of another subproblem: %+v, %v", r, err)
	}
	dir := writeLedger(t, data)
	run := must.Get(Read(t.Context(), dir))(t)
	must.Do(t, os.WriteFile(run.Path, runBytes(t, testHeader(3), 2, 1, 0), 0o644))
	var failed error
	for _, err := range run.Chronicle() {
		failed = err
	}
	if failed == nil {
		t.Error("Results of a file that has changed: no error")
	}
}

const exportTop = `# {"schema":"queens.export/1","order":8,"topology":"regular","of":"all","method":"search",` +
	`"methodVersion":1,"plan":"0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20","subproblems":4}
subproblem,total,mod13,mod15
`

// The export does not depend on the order, number and method of computations.
func TestExport(t *testing.T) {
	// Residues by hand: 1000003 = 13*76923+4 = 15*66666+13. The total of subproblem 3
	// is 2^64 + 4000012; 2^64 leaves 3 modulo 13 and 1 modulo 15.
	const want = exportTop + "0,1000003,4,13\n" + "3,18446744073713551628,6,8\n"
	for _, subproblems := range [][]int{{3, 0}, {0, 3}} {
		data := runBytes(t, testHeader(4), subproblems...)
		for _, data := range [][]byte{data, slices.Concat(data, data)} { // once and twice
			run := readBytes(t, data)
			var got strings.Builder
			if err := run.Export(&got); err != nil || got.String() != want {
				t.Errorf("%v\n%swant\n%s", err, got.String(), want)
			}
			if err := run.Export(fullWriter{}); !errors.Is(err, errDisk) {
				t.Errorf("Export to a full disk: %v", err)
			}
		}
	}
}

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errDisk }

func ExampleRead() {
	dir, _ := os.MkdirTemp("", "queens")
	defer os.RemoveAll(dir)
	header := Header{Order: 4, Method: "first-queen", Subproblems: 4, Program: "example"}
	led, _, err := Open(context.Background(), dir, header, Options{})
	for i, total := range []uint64{0, 1, 1, 0} {
		err = errors.Join(err, led.Append(NewResult(i, queens.NewTotal(total))))
	}
	if err = errors.Join(err, led.Close()); err != nil {
		panic(err)
	}

	run, err := Read(context.Background(), dir)
	if err != nil {
		panic(err)
	}
	fmt.Println(run.Header.Method, run.Complete(), run.Tally.Total)
	fmt.Println(run.Export(os.Stdout))
	// Output:
	// first-queen true 2
	// # {"schema":"queens.export/1","order":4,"topology":"regular","of":"","method":"first-queen","methodVersion":0,"plan":"0000000000000000000000000000000000000000000000000000000000000000","subproblems":4}
	// subproblem,total,mod13,mod15
	// 0,0,0,0
	// 1,1,1,1
	// 2,1,1,1
	// 3,0,0,0
	// <nil>
}

// Evidence is stored and read.
func TestEvidence(t *testing.T) {
	dir := t.TempDir()
	led := opened(t, dir, 2, Options{}, osDisk{})
	want := NewResult(1, queens.NewTotal(46))
	want.Kernel = "generic"
	want.Evidence = []Evidence{{Name: "top", Value: 17}, {Name: "bottom", Value: 1 << 40}}
	tooMany := want
	tooMany.Subproblem, tooMany.Evidence = 0, make([]Evidence, MaxEvidence+1)
	if err := led.Append(tooMany); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("too much evidence: %v, want ErrFormat", err)
	}
	must.Do(t, errors.Join(led.Append(want), led.Append(NewResult(0, queens.NewTotal(46))), led.Close()))
	run, err := Read(t.Context(), dir)
	if err != nil || !run.Recovery.Sound() || !run.Complete() {
		t.Fatalf("%+v, %v; want a sound and complete run", run, err)
	}
	for got, err := range run.Chronicle() {
		if err != nil || got.Subproblem == 1 && !reflect.DeepEqual(got, want) || got.Subproblem == 0 &&
			len(got.Evidence) > 0 {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
}
