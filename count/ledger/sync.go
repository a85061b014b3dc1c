package ledger

import (
	"io"
	"os"
	"path/filepath"
	"time"

	"queens/internal/sys"
)

// syncLater schedules an fsync within the interval. The caller holds l.mu.
func (l *Ledger) syncLater() error {
	if l.interval < 0 {
		return l.syncNow()
	}
	if l.timer == nil {
		l.timer = time.AfterFunc(l.interval, func() { _ = l.Sync() })
	}
	return nil
}

// Sync forces everything written so far to disk. A failed fsync is final: the system may have
// dropped the data, and a second fsync would not report that.
func (l *Ledger) Sync() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.syncNow()
}

// syncNow also checks that the file still has its path. The caller holds l.mu.
func (l *Ledger) syncNow() error {
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	if err := l.usable(); err != nil {
		return err
	}
	if err := l.file.named(l.path()); err != nil {
		l.fail("sync", err)
	}
	if l.failed != nil || !l.dirty {
		return l.failed
	}
	l.dirty = false
	if err := l.file.Sync(); err != nil {
		l.fail("sync", err)
	}
	return l.failed
}

// Close syncs the ledger, closes it and releases the run. It returns the first failure of any write
// since Open. A second Close does nothing.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	err := l.syncNow()
	l.closed = true
	if err != nil {
		_ = l.file.Sync() // whole frames before the failure still deserve it; err says everything
	}
	// everything is on disk, or err says why not; the end of the process does the rest
	_, _ = l.file.Close(), l.lock.Unlock()
	return err
}

// disk is the file system for a Ledger; tests make it fail.
type disk interface {
	openFile(path string) (file, error)
	// replace puts a new file, synced with its directory, in the place of one.
	replace(path string, write func(io.Writer) error) error
	syncDir(path string) error
}

type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Size() (int64, error)
	Sync() error
	Truncate(size int64) error
	// named returns ErrMoved unless the file still has that path.
	named(path string) error
}

type osDisk struct{}

func (osDisk) openFile(path string) (file, error) {
	f, _, err := sys.OpenRegular(path, os.O_RDWR|os.O_CREATE, 0o644)
	return osFile{f}, err
}

func (osDisk) replace(path string, write func(io.Writer) error) error {
	return sys.ReplaceFile(path, 0o644, write)
}

func (osDisk) syncDir(path string) error { return sys.SyncDir(path) }

type osFile struct{ *os.File }

func (f osFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f osFile) named(path string) error {
	own, err := f.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(path); err != nil || !os.SameFile(own, there) {
		return ErrMoved
	}
	return nil
}

func syncUp(d disk, dir string) error {
	for range 3 { // the run, runs, the state directory
		if err := d.syncDir(dir); err != nil {
			return err
		}
		dir = filepath.Dir(dir)
	}
	return nil
}
