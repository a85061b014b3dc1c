// Package ledger stores the results of one run, a count in progress or finished, in a file to which
// frames are only appended; to withdraw results, the file is written anew without them. It is the
// source of truth: the total is the sum of the results in it, and whatever is not in it must still
// be computed.
//
// A run has its own directory, STATE/runs/NAME, with two files: ledger holds frames, lock excludes
// other processes. A frame holds one header, [Result], [Note] of doubt, [Withdrawal], [Cost] or
// [Done]. It starts with a marker, so that frames can be found after damage. It has a number, a
// checksum (CRC32C), the hash of the frame before, and the first 8 bytes of the plan's hash, so
// that a result of another plan is never used. docs/formats/ledger.md has every byte.
//
// [Open] cuts off a torn tail, left by a killed process or a full disk, and skips damage in the
// middle: the run computes the results lost there again. Damage never makes a wrong count. [Read]
// reads a run without its lock, while it runs or afterwards.
//
// The hash chain protects against everything except a forger, who can rewrite the whole file. If
// you note the [Tally]'s Head elsewhere, it also protects against him. The package knows nothing
// about boards: packages plan and count define and count subproblems.
package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"queens"
	"queens/internal/errs"
	"queens/internal/sys"
)

// Names in the directory of a run, and the directory of all runs.
const (
	ledgerName = "ledger"
	lockName   = "lock"
	runsName   = "runs"
)

// Dir returns the directory of a run under the state directory root.
func Dir(root, name string) string { return filepath.Join(root, runsName, name) }

// syncInterval is the longest time from Append to fsync. If the process is killed, nothing is lost;
// a power failure loses at most one interval.
const syncInterval = time.Second

// Options say how a Ledger writes. The zero value is sensible.
type Options struct {
	Wait     time.Duration // for another process that writes the ledger
	Unlocked bool          // no other process knows the directory: its file system need not lock
	interval time.Duration // for tests: replaces syncInterval; below 0 each Append waits for its fsync
}

// Ledger is the ledger of a run, open for writing. It is safe for concurrent use.
type Ledger struct {
	dir      string
	disk     disk
	lock     *sys.Lock
	file     file
	interval time.Duration

	mu     sync.Mutex // guards the fields below
	state  *replay
	end    int64       // end of the last whole frame
	frame  []byte      // memory of the frame being written
	dirty  bool        // something was written since the start of the last fsync
	timer  *time.Timer // of the next fsync; nil if none is due
	failed error       // why writing is no longer possible
	closed bool
}

// Open opens or creates the ledger in a directory for the run of header h, whose Schema is ignored.
// It locks the run until Close, reads the whole file, cuts a torn tail, skips damage and syncs the
// rest. The Recovery is nil only if there is an error.
//
// Time O(file), about two seconds for a million results; memory 100 bytes per result.
//
// Errors, which leave the file unchanged: ErrLocked; ErrOtherRun; ErrSchema; ErrNoLedger if nothing
// in the file is sound; queens.ErrFormat for an invalid header.
func Open(ctx context.Context, dir string, h Header, o Options) (*Ledger, *Recovery, error) {
	return open(ctx, dir, h, o, osDisk{})
}

func open(ctx context.Context, dir string, h Header, o Options, d disk) (_ *Ledger, _ *Recovery, err error) {
	defer func() {
		if err != nil {
			err = errs.Errorf("open run %q: %w", dir, err)
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
	lock, err := takeLock(ctx, dir, o)
	if err != nil {
		return nil, nil, err
	}
	l := &Ledger{dir: dir, disk: d, lock: lock, interval: cmp.Or(o.interval, syncInterval)}
	if l.file, err = d.openFile(l.path()); err != nil {
		return nil, nil, errors.Join(err, lock.Unlock())
	}
	recovery, err := l.recover(ctx, h)
	if err != nil {
		return nil, nil, errors.Join(err, l.file.Close(), lock.Unlock())
	}
	return l, recovery, nil
}

// takeLock creates and locks the directory of a run, which another process may be removing. It
// returns nil if the directory needs no lock.
func takeLock(ctx context.Context, dir string, o Options) (*sys.Lock, error) {
	const tries = 3
	for try := 1; ; try++ {
		if err := sys.MkdirAll(dir, 0o755); err != nil {
			return nil, unsynced(err, dir, Tally{})
		}
		if o.Unlocked {
			return nil, nil
		}
		lock, err := sys.LockFileWithin(ctx, filepath.Join(dir, lockName), o.Wait)
		if !errors.Is(err, fs.ErrNotExist) || try == tries {
			return lock, err
		}
	}
}

// recover reads the file, cuts its torn tail, ensures a header, withdraws disputed results and
// syncs the file with its directories: an earlier process may not have.
func (l *Ledger) recover(ctx context.Context, h Header) (*Recovery, error) {
	if err := l.replay(ctx, h); err != nil {
		return nil, err
	}
	recovery := l.state.recovery
	if recovery.Torn > 0 {
		if err := l.file.Truncate(l.end); err != nil {
			return nil, fmt.Errorf("cut %d torn bytes: %w", recovery.Torn, err)
		}
	}
	if l.state.headers == 0 {
		l.state.header = h
		if err := l.write(headerKind, h); err != nil {
			return nil, err
		}
	}
	if err := l.withdraw(l.state.disputes...); err != nil {
		return nil, err
	}
	if err := l.file.Sync(); err != nil {
		return nil, err
	}
	l.dirty = false
	return &recovery, unsynced(syncUp(l.disk, l.dir), l.dir, l.state.tally)
}

func (l *Ledger) replay(ctx context.Context, h Header) error {
	size, err := l.file.Size()
	if err != nil {
		return err
	}
	if l.state, err = replayFile(ctx, l.file, size, h); err == nil {
		l.end = l.state.end
	}
	return err
}

func (l *Ledger) path() string { return filepath.Join(l.dir, ledgerName) }

// Dir returns the directory of the run.
func (l *Ledger) Dir() string { return l.dir }

// Tally returns the sum of the results so far.
func (l *Ledger) Tally() Tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state.tally
}

func (l *Ledger) at(subproblem int) (k kept, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k, ok = l.state.index[subproblem]
	return k, ok
}

// Has reports whether a subproblem has a result.
func (l *Ledger) Has(subproblem int) bool {
	_, ok := l.at(subproblem)
	return ok
}

// Total returns the total of a subproblem; ok is false if it has no result.
func (l *Ledger) Total(subproblem int) (total queens.Total, ok bool) {
	k, ok := l.at(subproblem)
	return k.total, ok
}

// Confirmed reports whether a subproblem has a second, equal result.
func (l *Ledger) Confirmed(subproblem int) bool {
	k, _ := l.at(subproblem)
	return len(k.frames) > 1
}

// Append writes a result. When it returns, the operating system has it, so killing the process
// loses nothing; fsync follows within a second. A second computation that equals the first confirms
// it. An identical result is ignored; one that is identical to a withdrawn one gets another elapsed
// time, since it was computed again.
//
// Errors that write nothing: ErrResidue, ErrOverflow, queens.ErrFormat, ErrMismatch for a result
// that differs from the existing one. If writing fails, Append cuts the partial frame, and every
// later write returns the same error.
func (l *Ledger) Append(r Result) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(); err != nil {
		return err
	}
	if err := cmp.Or(r.validate(l.state.header.Subproblems), l.state.tally.accepts(r)); err != nil {
		return errs.Errorf("append to %q: %w", l.path(), err)
	}
	for range l.state.gone[r.Subproblem] {
		if l.state.isGone(r) {
			r.Elapsed++
		}
	}
	switch err := l.state.compare(r, "a new result"); {
	case errors.Is(err, errSame):
		return nil
	case err != nil:
		return err
	}
	if err := l.write(resultKind, r); err != nil {
		return err
	}
	return l.syncLater()
}

// Doubt records which check of the complete count failed: the total is invalid until a later
// certificate. A certificate of this total no longer holds. The same doubt is written once, unless
// a result was withdrawn since.
func (l *Ledger) Doubt(text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	said := slices.ContainsFunc(l.state.inDoubt(), func(n Note) bool { return n.Text == text })
	if said && l.state.doubtStands() {
		return nil
	}
	if err := checkText(text); err != nil {
		return errs.Errorf("write %q: %w", l.path(), err)
	}
	if l.state.certified() {
		if err := l.withdraw(Withdrawal{Reason: text}); err != nil {
			return err
		}
	}
	if err := l.write(doubtKind, Note{Text: text, Time: time.Now()}); err != nil {
		return err
	}
	return l.syncNow()
}

func checkText(text string) error {
	if len(text) > maxNote || !utf8.ValidString(text) {
		return errs.Errorf("a remark of %d bytes, want at most %d bytes of UTF-8: %w", len(text), maxNote,
			queens.ErrFormat)
	}
	return nil
}

// Spend records the cost of results.
func (l *Ledger) Spend(c Cost) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := c.validate(); err != nil {
		return err
	}
	if err := l.write(costKind, c); err != nil {
		return err
	}
	return l.syncLater()
}

// Finish writes the certificate of a complete run and syncs the ledger. It ends all doubts: the
// caller has made the checks. It does nothing if the run has a certificate and no doubt.
//
// Errors: ErrIncomplete; ErrMismatch if there is a certificate of another total and not every
// result has been confirmed since; those of a failed write.
func (l *Ledger) Finish(program string) (Done, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	tally := &l.state.tally
	if !tally.Complete() {
		return Done{}, errs.Errorf("finish %q: %d of %d subproblems are missing: %w",
			l.path(), tally.Subproblems-tally.Results, tally.Subproblems, ErrIncomplete)
	}
	if d := tally.Done; d != nil && d.Total != tally.Total && tally.Confirmed < tally.Results {
		return Done{}, errs.Errorf("finish %q: the certificate says %v, the results add up to %v: %w",
			l.path(), d.Total, tally.Total, ErrMismatch)
	}
	if len(l.state.inDoubt()) > 0 || tally.Done == nil {
		done := Done{Total: tally.Total, Results: tally.Results, Program: program, Time: time.Now()}
		if err := l.write(doneKind, done); err != nil {
			return Done{}, err
		}
	}
	return *tally.Done, l.syncNow()
}

func unsynced(err error, dir string, t Tally) error {
	if !errors.Is(err, sys.ErrSyncDir) {
		return err
	}
	return writeError("sync", dir, t, err)
}

func (l *Ledger) usable() error {
	if l.closed {
		return errs.Errorf("write %q: %w", l.path(), ErrClosed)
	}
	return l.failed
}

// write appends one whole frame to the file and takes it as a reader will. If it fails it cuts the
// partial frame, as far as it can. The caller holds l.mu.
func (l *Ledger) write(k kind, body any) error {
	if err := cmp.Or(l.usable(), l.mine()); err != nil {
		return err
	}
	next := tip{seq: l.state.last.seq, hash: l.state.last.hash, offset: l.end}
	payload, err := next.extend(l.state.header.Plan, k, body)
	if err != nil {
		return errs.Errorf("write %q: %w", l.path(), err)
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
	next.length = int64(len(l.frame))
	l.state.last = next
	l.state.tally.Last, l.state.tally.Head = next.seq, next.hash
	l.end += int64(len(l.frame))
	l.dirty = true
	rec, err := decode(payload)
	if err == nil {
		err = l.state.apply(rec)
	}
	return l.fail("write", err)
}

// mine checks that the file ends where this process left it. If not, the lock has failed, another
// process is writing, and the error is final.
func (l *Ledger) mine() error {
	size, err := l.file.Size()
	if err == nil && size != l.end {
		err = fmt.Errorf("it has %d bytes, this process left %d: %w", size, l.end, ErrChanged)
	}
	return l.fail("write", err)
}

// fail makes an error final, unless it is nil, and returns why writing is no longer possible.
func (l *Ledger) fail(what string, err error) error {
	if err != nil {
		l.failed = writeError(what, l.path(), l.state.tally, err)
	}
	return l.failed
}

func writeError(what, path string, t Tally, err error) *WriteError {
	return &WriteError{Op: what, Path: path, Results: t.Results, Subproblems: t.Subproblems, Err: sys.WithoutPath(err)}
}

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
	if err := l.fail("sync", l.file.named(l.path())); err != nil || !l.dirty {
		return err
	}
	l.dirty = false
	return l.fail("sync", l.file.Sync())
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
