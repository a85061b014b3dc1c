package ledger

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"time"

	"queens"
	"queens/internal/sys"
)

// The files of a run's directory, and the directory of all runs.
const (
	ledgerName = "ledger"
	lockName   = "lock"
	runsName   = "runs"
)

// Dir returns the directory of the run of a name under the state directory root.
// The name is one element of a path: the caller takes letters, digits, dots and
// hyphens, for example "n18-families-3fa94b21".
func Dir(root, name string) string { return filepath.Join(root, runsName, name) }

// DefaultSyncInterval is how long a result may be with the operating system only.
const DefaultSyncInterval = time.Second

// Options say how a Ledger writes. The zero value is sensible.
type Options struct {
	// SyncInterval is the longest time from Append to fsync; 0 means
	// DefaultSyncInterval, less than 0 that each Append waits for its own fsync. A
	// killed process loses nothing of what Append accepted, whatever the interval; a
	// loss of power loses at most one interval.
	SyncInterval time.Duration
}

func (o Options) interval() time.Duration {
	if o.SyncInterval == 0 {
		return DefaultSyncInterval
	}
	return o.SyncInterval
}

// file is what a Ledger needs of its file, so that tests can have disks that
// fail.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Sync() error
	Truncate(size int64) error
}

// Ledger is the ledger of a run, open for writing. Its methods may be called by
// several goroutines at once.
type Ledger struct {
	dir      string
	lock     *sys.Lock
	file     file
	interval time.Duration

	syncing sync.Mutex // one fsync at a time; taken before mu

	mu     sync.Mutex // guards all below
	state  *replay
	end    int64       // of the last whole frame, where the next one goes
	frame  []byte      // memory of the frame being written
	dirty  bool        // something was written since the last fsync began
	timer  *time.Timer // of the fsync to come; nil if none is due
	failed error       // why nothing can be written any more
	closed bool
}

// Open opens the ledger in the directory dir for the run of header h and makes
// both if need be. It locks the run until Close, reads the whole file, cuts a torn
// tail, skips what is damaged and says so in the Recovery, which is not nil if the
// error is. h.Schema is ignored, h.Created defaults to now.
//
// Time O(file), about a second for a million results; memory 24 bytes per result.
//
// Errors: ErrLocked if another process writes this ledger, with its number if it
// is known; ErrOtherRun for a ledger of another identity; ErrSchema for one of a
// newer program; ErrMismatch, a *MismatchError, if two results of one subproblem
// differ; queens.ErrFormat if the file is no ledger or h is no header; and what
// the file system says. A file that is refused is not touched.
func Open(dir string, h Header, o Options) (*Ledger, *Recovery, error) {
	return open(dir, h, o, func(path string) (file, int64, error) {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, 0, err
		}
		info, err := f.Stat()
		if err != nil {
			return nil, 0, errors.Join(err, f.Close())
		}
		return f, info.Size(), nil
	})
}

func open(dir string, h Header, o Options, openFile func(path string) (file, int64, error)) (_ *Ledger, _ *Recovery, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("ledger: open run %q: %w", dir, err)
		}
	}()
	h.Schema = Schema
	if h.Created.IsZero() {
		h.Created = time.Now()
	}
	h.Created = h.Created.UTC().Truncate(time.Second)
	if err := h.validate(); err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, err
	}
	lock, err := takeLock(dir)
	if err != nil {
		return nil, nil, err
	}
	l := &Ledger{dir: dir, lock: lock, interval: o.interval()}
	var size int64
	if l.file, size, err = openFile(l.path()); err != nil {
		return nil, nil, errors.Join(err, lock.Unlock())
	}
	if err := l.recover(h, size); err != nil {
		return nil, nil, errors.Join(err, l.file.Close(), lock.Unlock())
	}
	return l, &l.state.recovery, nil
}

// takeLock locks a run, or says in plain words who has it.
func takeLock(dir string) (*sys.Lock, error) {
	lock, err := sys.LockFile(filepath.Join(dir, lockName))
	var locked *sys.LockedError
	if errors.As(err, &locked) {
		return nil, fmt.Errorf("%s works on it; wait for it or stop it: %w", locked.Holder(), ErrLocked)
	}
	return lock, err
}

// recover reads the file, cuts its torn tail and sees that it has a header.
func (l *Ledger) recover(h Header, size int64) (err error) {
	if l.state, err = replayFile(l.file, size, h); err != nil {
		return err
	}
	l.end = l.state.end
	if l.state.recovery.Torn > 0 {
		if err := l.file.Truncate(l.end); err != nil {
			return fmt.Errorf("cut %d torn bytes: %w", l.state.recovery.Torn, err)
		}
		l.dirty = true
	}
	if l.state.headers == 0 {
		l.state.header = h
		if err := write(l, headerKind, h.body()); err != nil {
			return err
		}
	}
	if !l.dirty {
		return nil
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.dirty = false
	return errors.Join(sys.SyncDir(l.dir), sys.SyncDir(filepath.Dir(l.dir)))
}

func (l *Ledger) path() string { return filepath.Join(l.dir, ledgerName) }

// Dir returns the directory of the run.
func (l *Ledger) Dir() string { return l.dir }

// Header returns the header of the run as the file has it.
func (l *Ledger) Header() Header {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state.header
}

// Tally returns the sum of the results so far.
func (l *Ledger) Tally() Tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state.tally
}

// Has reports whether the subproblem, counted from 0, has a result.
func (l *Ledger) Has(subproblem int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.state.index.at(subproblem)
	return ok
}

// Missing yields the subproblems without a result, in increasing order. It may be
// used while others append: each subproblem is looked at when it is reached.
func (l *Ledger) Missing() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range l.Tally().Subproblems {
			if !l.Has(i) && !yield(i) {
				return
			}
		}
	}
}

// Append writes a result. It returns when the operating system has it, so that
// death of the process loses nothing any more; fsync follows within the interval.
// A result that the ledger has already is compared and not written again.
//
// Time O(1), some microseconds. Errors: ErrResidue if the residues do not fit the
// total and queens.ErrFormat for a result that cannot be, both without effect;
// ErrMismatch, a *MismatchError, if the subproblem has another total; ErrClosed. If
// writing fails, on a full disk for one, the half frame is cut off, the error says
// why, and every later Append returns the same error: open the ledger again when
// there is room.
func (l *Ledger) Append(r Result) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(); err != nil {
		return err
	}
	if err := r.validate(l.state.header.Subproblems); err != nil {
		return fmt.Errorf("ledger: append to %q: %w", l.path(), err)
	}
	if k, ok := l.state.index.at(r.Subproblem); ok {
		return mismatch(l.file, k, r, Place{})
	}
	if err := write(l, resultKind, r.anyBody()); err != nil {
		return err
	}
	last := l.state.last
	if err := l.state.addResult(l.file, r, Place{last.seq, last.offset}); err != nil {
		return fmt.Errorf("ledger: append to %q: %w", l.path(), err)
	}
	return l.syncLater()
}

// Note writes a remark for people, at most 16 KiB of text: which part was
// computed again by which method, for example.
func (l *Ledger) Note(text string) error {
	if len(text) > maxNote {
		return fmt.Errorf("ledger: note of %d bytes, want at most %d: %w", len(text), maxNote, queens.ErrFormat)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(); err != nil {
		return err
	}
	if err := write(l, noteKind, noteBody{Text: text, Time: time.Now().Unix()}); err != nil {
		return err
	}
	return l.syncLater()
}

// Finish writes the certificate of a complete run and forces the ledger to the
// disk. A run that has a certificate keeps it.
//
// Errors: ErrIncomplete while a subproblem has no result; those of Append.
func (l *Ledger) Finish(program string) (Done, error) {
	done, err := l.certify(program)
	if err != nil {
		return Done{}, err
	}
	return done, l.Sync()
}

func (l *Ledger) certify(program string) (Done, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(); err != nil {
		return Done{}, err
	}
	tally := &l.state.tally
	if !tally.Complete() {
		return Done{}, fmt.Errorf("ledger: finish %q: %d of %d subproblems are missing: %w",
			l.path(), tally.Subproblems-tally.Results, tally.Subproblems, ErrIncomplete)
	}
	if err := tally.check(); err != nil {
		return Done{}, err
	}
	if tally.Done != nil {
		return *tally.Done, nil
	}
	done := Done{Total: tally.Total, Results: tally.Results, Program: program, Time: time.Now().UTC().Truncate(time.Second)}
	if err := write(l, doneKind, done.body()); err != nil {
		return Done{}, err
	}
	tally.Done = &done
	return done, nil
}

// usable returns why the ledger cannot be written, nil if it can.
func (l *Ledger) usable() error {
	if l.closed {
		return fmt.Errorf("ledger: write %q: %w", l.path(), ErrClosed)
	}
	return l.failed
}

// write appends one frame to the file: all of it or, as far as the file can still
// be cut, nothing. The caller holds l.mu.
func write[B any](l *Ledger, k kind, body B) error {
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
		l.failed = fmt.Errorf("ledger: write %q: %w", l.path(), withoutPath(err))
		if cutErr := l.file.Truncate(l.end); cutErr != nil {
			l.failed = fmt.Errorf("%w (the half frame stays until the ledger is opened again: %v)", l.failed, withoutPath(cutErr))
		}
		return l.failed
	}
	*last = tip{seq: last.seq + 1, hash: sha256.Sum256(payload), offset: l.end}
	l.state.tally.Last, l.state.tally.Head = last.seq, last.hash
	l.end += int64(len(l.frame))
	l.dirty = true
	return nil
}

// withoutPath returns what the system said, without the path that our message has
// already.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
