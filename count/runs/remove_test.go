package runs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/count/runs"
)

// Counts of one run begin while it is removed again and again: never do two of them
// hold it, and what one has written it reads again.
func TestRemoveWhileOthersOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "n8")
	header := ledger.Header{Order: 8, Scheme: "families", SchemeVersion: 1, Subproblems: 3, Program: "queens test"}
	var holders atomic.Int32
	var opened atomic.Int64
	done := make(chan struct{})
	var writers, remover sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 60 {
				l, _, err := ledger.Open(t.Context(), dir, header, ledger.Options{})
				if errors.Is(err, ledger.ErrLocked) || errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold the run", n)
				}
				opened.Add(1)
				if err := l.Append(ledger.NewResult(int(opened.Load())%3, queens.NewTotal(7))); err != nil {
					t.Error(err)
				}
				if run, err := ledger.Read(t.Context(), dir); err != nil || run.Tally.Results != l.Tally().Results {
					t.Errorf("Read: %+v, %v; want %d results", run, err, l.Tally().Results)
				}
				holders.Add(-1)
				if err := l.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	remover.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if err := runs.Remove(dir); err != nil && !errors.Is(err, ledger.ErrLocked) &&
				!errors.Is(err, fs.ErrNotExist) {
				t.Error(err)
				return
			}
		}
	})
	writers.Wait()
	close(done)
	remover.Wait()
	if opened.Load() == 0 {
		t.Error("nobody came to open the run")
	}
}

// A count whose ledger was taken away leaves a copy, which is removed with the run.
func TestRemoveRescuedCopies(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "n8")
	l, _, err := ledger.Open(t.Context(), dir, ledger.Header{
		Order: 8, Scheme: "families", SchemeVersion: 1,
		Subproblems: 3, Program: "queens test",
	}, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(ledger.NewResult(0, queens.NewTotal(7))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "ledger"), filepath.Join(dir, "moved")); err != nil {
		t.Fatal(err)
	}
	var lost *ledger.WriteError
	if err := l.Close(); !errors.As(err, &lost) || filepath.Dir(lost.Rescued) != dir {
		t.Fatalf("close: %v, want a copy in the run's directory", err)
	}
	if err := os.Rename(filepath.Join(dir, "moved"), filepath.Join(dir, "ledger")); err != nil {
		t.Fatal(err)
	}
	if err := runs.Remove(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory is still there: %v", err)
	}
}
