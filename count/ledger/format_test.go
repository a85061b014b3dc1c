package ledger

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"os"
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
	body := bytes.Index(payload, []byte{0x8A, 0x00, 0x62}) // array of ten, subproblem 0, two digits
	if rec, err := decode(payload); err != nil || rec.fault != nil || body < 0 {
		t.Fatalf("the record itself: %+v, %v", rec, err)
	}
	for name, change := range map[string]func(b []byte) []byte{
		"six fields":         func(b []byte) []byte { b[0] = 0x86; return append(b, 0) },
		"four fields":        func(b []byte) []byte { b[0] = 0x84; return b[:body] },
		"a map":              func(b []byte) []byte { b[0] = 0xA5; return b },
		"bytes behind":       func(b []byte) []byte { return append(b, 0) },
		"cut":                func(b []byte) []byte { return b[:len(b)-1] },
		"eleven in the body": func(b []byte) []byte { b[body] = 0x8B; return append(b, 0) },
		"nine in the body":   func(b []byte) []byte { b[body] = 0x89; return b[:len(b)-1] },
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
