package ledger

import (
	"bytes"
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"queens"
)

// formatDump is the example of docs/formats/ledger.md, byte by byte.
var formatDump = filepath.Join("testdata", "example.hex")

// exampleResult returns a result of the example: the halves of Q(8) = 92, by the row of
// the first queen.
func exampleResult(subproblem int, kernel string) Result {
	r := NewResult(subproblem, queens.NewTotal(46))
	r.Nodes, r.Kernel, r.Elapsed, r.Build = 1029, kernel, 250*time.Microsecond, "queens test"
	return r
}

// exampleBytes returns the ledger of the example in formatDump. In the bubble it is
// always the year 2000 at first.
func exampleBytes(t *testing.T) (data []byte) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		l, _ := mustOpen(t, dir, 2)
		second := exampleResult(1, "masks")
		second.Worker = "mill"
		second.Evidence = []Evidence{{Name: "sets", Value: 4}, {Name: "pairs", Value: 23}}
		steps := []func() error{
			func() error { return l.Append(exampleResult(0, "generic")) },
			func() error { return l.Append(exampleResult(1, "avx2")) },
			func() error { return l.Doubt("Q = 93") },
			func() error { return l.Withdraw("recounted", 0) },
			func() error { _, err := l.Revoke("avx2", "broken"); return err },
			func() error { return l.Append(exampleResult(0, "generic")) },
			func() error { return l.Append(second) },
			func() error {
				return l.Note("checked")
			},
			func() error { _, err := l.Finish("queens test"); return err },
			func() error { return l.Spend(Cost{Results: 4, Processor: 700 * time.Microsecond}) },
		}
		for i, step := range steps {
			if err := step(); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
		}
		mustClose(t, l)
		var err error
		if data, err = os.ReadFile(filepath.Join(dir, ledgerName)); err != nil {
			t.Fatal(err)
		}
	})
	return data
}

// dumpBytes returns the bytes of the dump in formatDump: what is left of the bar, without
// the offset and its colon.
func dumpBytes(t *testing.T) (data []byte) {
	t.Helper()
	dump, err := os.ReadFile(formatDump)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(dump), "\r\n", "\n")) {
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

// The dump and the program must agree on every byte.
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

// The other direction: the bytes of the dump are read as their comments say.
func TestDumpIsRead(t *testing.T) {
	run, err := Read(context.Background(), writeLedger(t, dumpBytes(t)))
	if err != nil {
		t.Fatal(err)
	}
	total, program := queens.NewTotal(92), "queens test" // Q(8) = 92
	if !run.Complete() || !run.Recovery.Sound() || run.Tally.Total != total || run.Header.Order != 8 {
		t.Errorf("run %+v, want a sound and complete one of order 8 with total 92", run)
	}
	if d := run.Tally.Done; d == nil || d.Total != total || d.Results != 2 || d.Program != program ||
		d.Time.Year() != 2000 {
		t.Errorf("certificate %+v", d)
	}
}

// What schema 1 wrote is read: a ledger, and a result with evidence.
func TestSchema1IsRead(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "schema1.ledger"))
	if err != nil {
		t.Fatal(err)
	}
	dir := writeLedger(t, data)
	run, err := Read(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	total := queens.NewTotal(92) // Q(8)
	if !run.Complete() || !run.Recovery.Sound() || run.Tally.Total != total || run.Header.Schema != 1 ||
		len(run.Notes) != 1 {
		t.Errorf("run %+v, want a sound and complete one of schema 1 with total 92 and a note", run)
	}
	// Opened and left alone it stays what it is; the first frame that is written makes it
	// one of schema 2, which a program of schema 1 refuses.
	l, rec := mustOpen(t, dir, 2)
	if done, err := l.Finish("queens test"); err != nil || done.Total != total || !rec.Sound() {
		t.Errorf("Finish of a finished run: %+v, %v", done, err)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, ledgerName)); !bytes.Equal(after, data) {
		t.Error("a ledger of schema 1 in which nothing was written has changed")
	}
	if err := l.Withdraw("a test", 1); err != nil {
		t.Fatal(err)
	}
	mustClose(t, l)
	run, err = Read(context.Background(), dir)
	if err != nil || run.Header.Schema != Schema || run.Tally.Results != 1 || !run.Recovery.Sound() ||
		run.Tally.Last != 7 {
		t.Errorf("continued: %+v, %v; want a header and a withdrawal behind the five frames", run, err)
	}

	payload, err := os.ReadFile(filepath.Join("testdata", "schema1-evidence.payload"))
	if err != nil {
		t.Fatal(err)
	}
	want := exampleResult(1, "generic")
	want.Build = ""
	want.Evidence = []Evidence{
		{Name: "sets", Value: 4},
		{Name: "top", Value: 17},
		{Name: "bottom", Value: 21},
		{Name: "pairs", Value: 23},
	}
	var d decoder
	if rec, err := d.decode(payload); err != nil || rec.fault != nil || !reflect.DeepEqual(rec.result, want) {
		t.Errorf("read as %+v, %v; want %+v", rec, err, want)
	}
}

// A record with another number of fields, or of another form, is none.
func TestDecodeIsStrict(t *testing.T) {
	data := bytes.Clone(exampleBytes(t))
	offsets := bounds(t, data)
	payload := data[offsets[1]+prefixLen : offsets[2]]
	body := bytes.Index(payload, []byte{0x8B, 0x00, 0x00}) // array of eleven, subproblem 0, high word 0
	var d decoder
	if rec, err := d.decode(payload); err != nil || rec.fault != nil || body < 0 {
		t.Fatalf("the record itself: %+v, %v", rec, err)
	}
	for name, change := range map[string]func(b []byte) []byte{
		"six fields":         func(b []byte) []byte { b[0] = 0x86; return append(b, 0) },
		"four fields":        func(b []byte) []byte { b[0] = 0x84; return b[:body] },
		"a map":              func(b []byte) []byte { b[0] = 0xA5; return b },
		"bytes behind":       func(b []byte) []byte { return append(b, 0) },
		"cut":                func(b []byte) []byte { return b[:len(b)-1] },
		"twelve in the body": func(b []byte) []byte { b[body] = 0x8C; return append(b, 0) },
		"ten in the body":    func(b []byte) []byte { b[body] = 0x8A; return b[:len(b)-len("queens test")-1] },
		"frame 0":            func(b []byte) []byte { b[2] = 0; return b },
		"endless array":      func(b []byte) []byte { b[0] = 0x9F; return append(b, 0xFF) },
		"tagged":             func(b []byte) []byte { return append([]byte{0xC1}, b...) },
	} {
		if rec, err := d.decode(change(bytes.Clone(payload))); err == nil && rec.fault == nil {
			t.Errorf("%s: decoded as %+v", name, *rec)
		}
	}
}
