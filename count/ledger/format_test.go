package ledger

import (
	"bytes"
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

// formatPage is the specification of the file.
const formatPage = "../../docs/formats/ledger.md"

// exampleBytes returns the ledger of the example in formatPage. In the bubble it is
// always the year 2000 at first.
func exampleBytes(t *testing.T) (data []byte) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		l, _, err := Open(dir, testHeader(2), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 { // the halves of Q(8) = 92, by the row of the first queen
			r := NewResult(i, queens.NewTotal(46))
			r.Nodes, r.Kernel, r.Elapsed = 1029, "generic", 250*time.Microsecond
			if err := l.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Note("checked"); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Finish("queens test"); err != nil {
			t.Fatal(err)
		}
		mustClose(t, l)
		data, err = os.ReadFile(filepath.Join(dir, ledgerName))
		if err != nil {
			t.Fatal(err)
		}
	})
	return data
}

// pageBytes returns the bytes of a dump in formatPage: in the block that begins
// with the given line, what stands left of the bar, without the offset and its colon.
func pageBytes(t *testing.T, fence string) (data []byte) {
	t.Helper()
	page, err := os.ReadFile(formatPage)
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(strings.ReplaceAll(string(page), "\r\n", "\n"), fence+"\n")
	block, _, ok := strings.Cut(block, "```")
	if !ok {
		t.Fatalf("%s has no block of hexadecimal digits", formatPage)
	}
	for line := range strings.Lines(block) {
		_, text, _ := strings.Cut(line, ":")
		digits, _, _ := strings.Cut(text, "|")
		b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
		if err != nil {
			t.Fatalf("%s: line %q: %v", formatPage, line, err)
		}
		data = append(data, b...)
	}
	return data
}

// The page and the program must agree on every byte.
func TestFormatPage(t *testing.T) {
	got, want := exampleBytes(t), pageBytes(t, "```hex")
	if bytes.Equal(got, want) {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	t.Errorf("program and %s differ from byte %d on (%d and %d bytes); the program writes\n%s",
		formatPage, at, len(got), len(want), hex.Dump(got))
}

// The other direction: the page's bytes are read as the page says.
func TestFormatPageIsRead(t *testing.T) {
	run, err := Read(writeLedger(t, pageBytes(t, "```hex")))
	if err != nil {
		t.Fatal(err)
	}
	total, program := queens.NewTotal(92), "queens test" // Q(8) = 92
	if !run.Complete() || !run.Recovery.Sound() || run.Tally.Total != total || run.Header.Order != 8 {
		t.Errorf("run %+v, want a sound and complete one of order 8 with total 92", run)
	}
	if d := run.Tally.Done; d == nil || d.Total != total || d.Results != 2 || d.Program != program || d.Time.Year() != 2000 {
		t.Errorf("certificate %+v", d)
	}
}

// The result with evidence on the page is what is written, and is read.
func TestFormatPageEvidence(t *testing.T) {
	r := NewResult(1, queens.NewTotal(46))
	r.Nodes, r.Kernel, r.Elapsed = 1029, "generic", 250*time.Microsecond
	r.Evidence = []Evidence{{Name: "sets", Value: 4}, {Name: "top", Value: 17}, {Name: "bottom", Value: 21}, {Name: "pairs", Value: 23}}
	got, err := encoding.Marshal(envelope[any]{Kind: resultKind, Seq: 2, Plan: testHeader(2).Plan.prefix(), Body: r.anyBody()})
	if err != nil {
		t.Fatal(err)
	}
	if want := pageBytes(t, "```hex payload"); !bytes.Equal(got, want) {
		t.Errorf("the program writes\n%s%s has\n%s", hex.Dump(got), formatPage, hex.Dump(want))
	}
	var d decoder
	if rec, err := d.decode(got); err != nil || rec.fault != nil || !reflect.DeepEqual(rec.result, r) {
		t.Errorf("read as %+v, %v", rec, err)
	}
}

// A record with another number of fields, or of another form, is none.
func TestDecodeIsStrict(t *testing.T) {
	data := exampleBytes(t)
	offsets := bounds(t, data)
	payload := data[offsets[1]+prefixLen : offsets[2]]
	body := bytes.Index(payload, []byte{0x88, 0x00, 0x00}) // array of eight, subproblem 0, high word 0
	var d decoder
	if rec, err := d.decode(payload); err != nil || rec.fault != nil || body < 0 {
		t.Fatalf("the record itself: %+v, %v", rec, err)
	}
	for name, change := range map[string]func(b []byte) []byte{
		"six fields":        func(b []byte) []byte { b[0] = 0x86; return append(b, 0) },
		"four fields":       func(b []byte) []byte { b[0] = 0x84; return b[:body] },
		"a map":             func(b []byte) []byte { b[0] = 0xA5; return b },
		"bytes behind":      func(b []byte) []byte { return append(b, 0) },
		"cut":               func(b []byte) []byte { return b[:len(b)-1] },
		"nine in the body":  func(b []byte) []byte { b[body] = 0x89; return append(b, 0) },
		"seven in the body": func(b []byte) []byte { b[body] = 0x87; return b[:len(b)-5] },
		"frame 0":           func(b []byte) []byte { b[2] = 0; return b },
		"endless array":     func(b []byte) []byte { b[0] = 0x9F; return append(b, 0xFF) },
		"tagged":            func(b []byte) []byte { return append([]byte{0xC1}, b...) },
	} {
		if rec, err := d.decode(change(bytes.Clone(payload))); err == nil && rec.fault == nil {
			t.Errorf("%s: decoded as %+v", name, *rec)
		}
	}
}
