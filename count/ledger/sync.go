package ledger

import (
	"errors"
	"time"
)

// syncLater sees that an fsync follows within the interval. The caller holds
// l.mu.
func (l *Ledger) syncLater() error {
	if l.interval < 0 {
		l.dirty = false
		return l.noteSync(l.end, l.file.Sync())
	}
	if l.timer == nil {
		l.timer = time.AfterFunc(l.interval, l.syncDue)
	}
	return nil
}

// syncDue is what the timer does. A failure waits in l.failed for the next call.
func (l *Ledger) syncDue() { _ = l.Sync() }

// Sync forces everything written so far to the disk. Others may append meanwhile.
//
// A failed fsync is final, like a failed write: the system may have thrown away
// what it could not write, and a second fsync would not say so.
func (l *Ledger) Sync() error {
	l.syncing.Lock()
	defer l.syncing.Unlock()
	l.mu.Lock()
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	if err := l.usable(); err != nil || !l.dirty {
		l.mu.Unlock()
		return err
	}
	l.dirty = false
	end := l.end
	l.mu.Unlock()

	err := l.file.Sync()
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		l.synced = max(l.synced, end) // what has failed since others tell
		return nil
	}
	return l.noteSync(end, err)
}

// noteSync notes how far an fsync came, or makes its failure final. The caller holds l.mu.
func (l *Ledger) noteSync(end int64, err error) error {
	switch {
	case err == nil && l.failed == nil:
		l.synced = max(l.synced, end)
	case err != nil && l.failed == nil:
		l.fail("sync", err)
	}
	return l.failed
}

// Close forces the ledger to the disk, closes it and releases the run. It returns
// the first failure of any write since Open, so that one that no Append reported
// is not lost. A second Close does nothing.
func (l *Ledger) Close() error {
	err := l.Sync()
	if errors.Is(err, ErrClosed) {
		return nil
	}
	l.syncing.Lock()
	defer l.syncing.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	if l.timer != nil { // an Append came between Sync and here
		l.timer.Stop()
		err = errors.Join(err, l.noteSync(l.end, l.file.Sync()))
	}
	if err != nil {
		_ = l.file.Sync() // what was whole before the failure still deserves the disk; err says all
	}
	_, _ = l.file.Close(), l.lock.Unlock() // all is on the disk, or err says why not; the end of the process does the rest
	return err
}
