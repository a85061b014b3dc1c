package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

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

// The export does not depend on the order, number and method of computations.
func TestExport(t *testing.T) {
	// Residues by hand: 1000003 = 13*76923+4 = 15*66666+13. The total of subproblem 3
	// is 2^64 + 4000012; 2^64 leaves 3 modulo 13 and 1 modulo 15.
	const want = "subproblem,total,mod13,mod15\n" + "0,1000003,4,13\n" + "3,18446744073713551628,6,8\n"
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
			got.Evidence != nil {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
}
