package ledger

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"queens/internal/sys"
)

func unsynced(err error, dir string, t Tally) error {
	if !errors.Is(err, sys.ErrSyncDir) {
		return err
	}
	return &WriteError{Op: "sync", Path: dir, Results: t.Results, Subproblems: t.Subproblems, Err: sys.WithoutPath(err)}
}

func (l *Ledger) usable() error {
	if l.closed {
		return fmt.Errorf("ledger: write %q: %w", l.path(), ErrClosed)
	}
	return l.failed
}

// write appends one frame to the file: all of it or, as far as the file can still
// be cut, nothing. The caller holds l.mu.
func write[B any](l *Ledger, k kind, body B) error {
	if h := &l.state.header; k != headerKind && h.Schema < Schema { // an older program is to refuse what follows
		fresh := *h
		fresh.Schema, fresh.Program, fresh.Created = Schema, l.program, time.Now()
		if err := write(l, headerKind, fresh.body()); err != nil {
			return err
		}
		h.Schema = Schema
	}
	if err := l.mine(); err != nil {
		return err
	}
	last := &l.state.last
	payload, err := encoding.Marshal(envelope[B]{
		Kind: k, Seq: last.seq + 1, Prev: link(last.hash[:linkLen]), Plan: l.state.header.Plan.prefix(), Body: body,
	})
	if err != nil {
		return fmt.Errorf("ledger: write %q: %w", l.path(), err)
	}
	l.frame = appendFrame(l.frame[:0], payload)
	n, err := l.file.WriteAt(l.frame, l.end)
	if err == nil && n < len(l.frame) {
		err = io.ErrShortWrite
	}
	if err != nil {
		l.fail("write", err)
		if cutErr := l.file.Truncate(l.end); cutErr != nil {
			l.failed = fmt.Errorf("%w (the half frame stays until the ledger is opened again: %v)", l.failed,
				sys.WithoutPath(cutErr))
		}
		return l.failed
	}
	*last = tip{seq: last.seq + 1, hash: sha256.Sum256(payload), offset: l.end}
	l.state.top = max(l.state.top, last.seq)
	l.state.tally.Last, l.state.tally.Head = last.seq, last.hash
	l.end += int64(len(l.frame))
	l.dirty = true
	return nil
}

// mine checks that the file ends where this process left it, and makes it final if it
// does not: the lock has failed, and another process writes the file, too.
func (l *Ledger) mine() error {
	size, err := l.file.Size()
	if err == nil && size != l.end {
		err = fmt.Errorf("it has %d bytes, this process left %d: %w", size, l.end, ErrChanged)
	}
	if err != nil {
		l.fail("write", err)
	}
	return l.failed
}

func (l *Ledger) fail(what string, err error) {
	t := &l.state.tally
	l.failed = &WriteError{
		Op: what, Path: l.path(), Results: t.Results, Subproblems: t.Subproblems,
		Err: sys.WithoutPath(err),
	}
}
