package ledger

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"queens"
)

// formatPage shows a result as it travels between processes.
const formatPage = "../../docs/formats/ledger.md"

// wireExample is the second result of the example in formatDump, and its plan.
func wireExample() (Result, Hash) {
	r := exampleResult(1, "masks")
	r.Worker, r.Evidence = "mill", []Evidence{{Name: "sets", Value: 4}, {Name: "pairs", Value: 23}}
	return r, testHeader(2).Plan
}

// The page shows a result as it is written, and that text is read.
func TestWirePage(t *testing.T) {
	r, plan := wireExample()
	text, err := r.Encode(plan)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(formatPage)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page, append(text, "\n```"...)) {
		t.Errorf("%s does not show\n%s", formatPage, text)
	}
	if got, err := ParseResult(text, plan); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("read again: %+v, %v; want %+v", got, err, r)
	}
}

func TestParseResultRefuses(t *testing.T) {
	r, plan := wireExample()
	encoded, err := r.Encode(plan)
	if err != nil {
		t.Fatal(err)
	}
	text := string(encoded)
	for _, c := range []struct {
		from, to string // in the text
		want     error
		says     string
	}{
		{`"subproblem":1`, `"subproblem":0`, queens.ErrFormat, "check sum"}, // the total would count for another one
		{`"total":"46"`, `"total":"47"`, ErrResidue, "modulo 13"},
		{`"total":"46"`, `"total":"241"`, queens.ErrFormat, "check sum"}, // 46 + 13*15 has the same residues
		{`"nodes":"1029"`, `"nodes":"1"`, queens.ErrFormat, "check sum"},
		{`"value":"23"`, `"value":"24"`, queens.ErrFormat, "check sum"},
		{`"subproblem":1`, `"subproblem":-1`, queens.ErrFormat, "outside"},
		{`"subproblem":1`, `"subproblem":16777216`, queens.ErrFormat, "outside"},
		{`"mod13":7`, `"mod13":700`, queens.ErrFormat, "mod13"},
		{`"plan":"01`, `"plan":"ff`, queens.ErrFormat, "of plan ff020304, want 01020304"},
		{`"plan":"01`, `"plan":"`, queens.ErrFormat, "64 hexadecimal digits"},
		{`result/1`, `result/2`, ErrSchema, "queens.result/2"},
		{`"elapsedNanos":250000`, `"elapsedNanos":-1`, queens.ErrFormat, "negative"},
		{`"worker":"mill"`, `"worker":"` + strings.Repeat("x", maxName+1) + `"`, queens.ErrFormat, "longer than"},
		{`}]`, `}] `, nil, ""}, // white space is no damage
		{`}`, ``, queens.ErrFormat, "JSON"},
		{text, `{}`, ErrSchema, "queens.result/1"},
		{text, strings.Repeat(" ", maxEncoded) + text, queens.ErrFormat, "at most"},
	} {
		damaged := strings.Replace(text, c.from, c.to, 1)
		if damaged == text {
			t.Fatalf("%q is not in %s", c.from, text)
		}
		got, err := ParseResult([]byte(damaged), plan)
		if !errors.Is(err, c.want) || err != nil && (!strings.Contains(err.Error(), c.says) || got.Kernel != "") {
			t.Errorf("%q for %q: %+v, %v; want %v with %q", c.to, c.from, got, err, c.want, c.says)
		}
	}
	r.Mod13++
	if _, err := r.Encode(plan); !errors.Is(err, ErrResidue) {
		t.Errorf("a result with a wrong residue is encoded: %v", err)
	}
}

// FuzzParseResult: what is read is a result that is written and read the same.
func FuzzParseResult(f *testing.F) {
	r, plan := wireExample()
	for _, r := range []Result{r, NewResult(0, queens.Total{}), {Elapsed: time.Hour, Build: "é\"\n"}} {
		text, err := r.Encode(plan)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ParseResult(text, plan)
		if err != nil {
			return
		}
		again, err := r.Encode(plan)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseResult(again, plan); err != nil || !back.same(r) || back.Mod13 != r.Mod13 {
			t.Fatalf("%+v is read back as %+v, %v", r, back, err)
		}
	})
}
