package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"queens/internal/sys"
)

var errDisk = errors.New("no space left on this test's device")

// badDisk is a file whose disk fails as told.
type badDisk struct {
	*os.File
	room       int64 // bytes that fit; a write beyond is cut there
	syncError  error
	truncError error
	silent     bool // a cut write reports no error, only its length
	syncs      atomic.Int64
	dirs       []string // that were synced
	dirError   error
}

// openFile and syncDir are those of the interface disk.
func (d *badDisk) openFile(path string) (file, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	d.File = f
	return d, err
}

func (d *badDisk) syncDir(path string) error {
	d.dirs = append(d.dirs, path)
	if d.dirError != nil {
		return fmt.Errorf("%w: %w", sys.ErrSyncDir, d.dirError)
	}
	return nil
}

func (d *badDisk) named(path string) error { return osFile{d.File}.named(path) }

func (d *badDisk) Size() (int64, error) { return osFile{d.File}.Size() }

func (d *badDisk) WriteAt(b []byte, offset int64) (int, error) {
	fits := max(0, min(int64(len(b)), d.room-offset))
	n, err := d.File.WriteAt(b[:fits], offset)
	if err == nil && n < len(b) && !d.silent {
		err = errDisk
	}
	return n, err
}

func (d *badDisk) Sync() error {
	d.syncs.Add(1)
	return d.syncError
}

func (d *badDisk) Truncate(size int64) error {
	if d.truncError != nil {
		return d.truncError
	}
	return d.File.Truncate(size)
}

// openOn opens the test run in dir on the disk d.
func openOn(dir string, subproblems int, d *badDisk, o Options) (*Ledger, *Recovery, error) {
	return open(context.Background(), dir, testHeader(subproblems), o, d)
}

// A disk may fill at any byte of any frame.
func TestDiskFullAtEveryByte(t *testing.T) {
	const subproblems = 3
	whole := runBytes(t, testHeader(subproblems), 0, 1, 2)
	offsets := bounds(t, whole)
	for _, truncates := range []bool{true, false} {
		for room := range len(whole) {
			dir := t.TempDir()
			d := &badDisk{room: int64(room), silent: room%2 == 0}
			if !truncates {
				d.truncError = errDisk
			}
			fits, found := slices.BinarySearch(offsets, room) // whole frames
			if !found {
				fits--
			}
			l, _, err := openOn(dir, subproblems, d, Options{})
			if fits == 0 {
				if err == nil {
					t.Fatalf("room %d: no error without room for a header", room)
				}
			} else {
				fillUp(t, l, fits-1)
			}
			size := fileSize(t, dir)
			if truncates && size != int64(offsets[fits]) {
				t.Errorf("room %d: %d bytes left, want the %d of whole frames", room, size, offsets[fits])
			}
			reopened, _ := mustOpen(t, dir, subproblems)
			if got := reopened.Tally().Results; got != max(0, fits-1) {
				t.Errorf("room %d: %d results after reopening, want %d", room, got, fits-1)
			}
			mustClose(t, reopened)
		}
	}
}

// fillUp appends results until the disk is full and checks that so many fit, that
// the error is one line and that it stays.
func fillUp(t *testing.T, l *Ledger, fit int) {
	t.Helper()
	for i := range fit {
		mustAppend(t, l, i)
	}
	err := l.Append(testResult(fit))
	if !errors.Is(err, errDisk) && !errors.Is(err, io.ErrShortWrite) {
		t.Fatalf("Append on a full disk: %v", err)
	}
	if !strings.Contains(err.Error(), ledgerName) || strings.Contains(err.Error(), "\n") {
		t.Errorf("Append on a full disk: %q, want one line that names the file", err)
	}
	if again := l.Append(testResult(fit)); again != err {
		t.Errorf("next Append: %v, want the same error", again)
	}
	if l.Has(fit) || l.Tally().Results != fit {
		t.Errorf("the result that was not written counts: %+v", l.Tally())
	}
	if closeErr := l.Close(); !errors.Is(closeErr, err) {
		t.Errorf("Close: %v, want the error of the write", closeErr)
	}
}

func fileSize(t *testing.T, dir string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, ledgerName))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

const muchRoom = 1 << 30

func TestFailedSyncIsFinal(t *testing.T) {
	for _, interval := range []time.Duration{-1, time.Hour} {
		d := &badDisk{room: muchRoom}
		l, _, err := openOn(t.TempDir(), 3, d, Options{interval: interval})
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, l, 0)
		d.syncError = errDisk
		err = l.Append(testResult(1))
		if interval > 0 {
			if err != nil {
				t.Fatalf("Append before any fsync: %v", err)
			}
			err = l.Sync()
		}
		if !errors.Is(err, errDisk) {
			t.Errorf("interval %v: %v, want the error of the disk", interval, err)
		}
		d.syncError = nil // as Linux does: the second fsync knows nothing of the failure
		for name, again := range map[string]error{
			"Append": l.Append(testResult(2)), "Sync": l.Sync(),
			"Close": l.Close(),
		} {
			if !errors.Is(again, errDisk) {
				t.Errorf("interval %v: %s after the failure: %v", interval, name, again)
			}
		}
	}
}

func TestOpenOnADiskThatDoesNotSync(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := openOn(dir, 3, &badDisk{room: muchRoom, syncError: errDisk}, Options{}); !errors.Is(err, errDisk) {
		t.Errorf("Open: %v, want the error of the disk", err)
	}
	complete(t, dir, 3)
	data := append(runBytes(t, testHeader(3), 0), "torn"...)
	dir = writeLedger(t, data)
	if _, _, err := openOn(dir, 3, &badDisk{room: muchRoom, truncError: errDisk}, Options{}); !errors.Is(err, errDisk) {
		t.Errorf("Open with a tail that cannot be cut: %v, want the error of the disk", err)
	}
}

// One fsync per interval, however many results; none when nothing was written.
func TestSyncInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const subproblems = 100
		d := &badDisk{room: muchRoom}
		l, _, err := openOn(t.TempDir(), subproblems, d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		opened := d.syncs.Load()
		wantSyncs := func(want int64, when string) {
			t.Helper()
			synctest.Wait()
			if got := d.syncs.Load() - opened; got != want {
				t.Errorf("%d fsyncs %s, want %d", got, when, want)
			}
		}
		for i := range 50 {
			mustAppend(t, l, i)
		}
		wantSyncs(0, "at once")
		time.Sleep(syncInterval - time.Millisecond)
		wantSyncs(0, "just before the interval ends")
		time.Sleep(2 * time.Millisecond)
		wantSyncs(1, "after the interval")
		time.Sleep(time.Hour)
		wantSyncs(1, "after an idle hour")
		mustAppend(t, l, 50)
		mustClose(t, l)
		wantSyncs(2, "after Close")
		time.Sleep(time.Hour)
		wantSyncs(2, "an hour after Close")
	})
}

// A failed fsync of the timer must reach the caller.
func TestFailureOfTheTimerIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &badDisk{room: muchRoom}
		l, _, err := openOn(t.TempDir(), 3, d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.syncError = errDisk
		mustAppend(t, l, 0)
		time.Sleep(2 * syncInterval)
		synctest.Wait()
		if err := l.Append(testResult(1)); !errors.Is(err, errDisk) {
			t.Errorf("Append: %v, want the error of the disk", err)
		}
		if err := l.Close(); !errors.Is(err, errDisk) {
			t.Errorf("Close: %v, want the error of the disk", err)
		}
	})
}
