package sys

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// ErrLocked says that another process holds a lock. It is wrapped in a
// *LockedError: use errors.Is and errors.As.
var ErrLocked = errors.New("locked by another process")

// ErrLocalLocks says that a file is where a lock may not keep the processes of other
// machines away.
var ErrLocalLocks = errors.New("a network file system on which locks may not keep other machines away")

// LockedError says who holds a lock, as far as the lock file says. It matches
// ErrLocked.
type LockedError struct {
	Path string // of the lock file
	PID  int    // of the holder; 0 if unknown
	Host string // of the holder; empty if unknown
}

// Error names the file and, if known, the process.
func (e *LockedError) Error() string {
	return fmt.Sprintf("sys: lock %q: held by %s: %v", e.Path, e.Holder(), ErrLocked)
}

// Holder returns the process for people: "process 4711 on host \"mill\"", or
// "an unknown process".
func (e *LockedError) Holder() string {
	switch {
	case e.PID == 0:
		return "an unknown process"
	case e.Host == "":
		return fmt.Sprintf("process %d", e.PID)
	default:
		return fmt.Sprintf("process %d on host %q", e.PID, e.Host)
	}
}

// Unwrap returns ErrLocked.
func (e *LockedError) Unwrap() error { return ErrLocked }

// Lock is an exclusive lock on a file, held until Unlock or the death of the
// process, however it dies.
type Lock struct{ file *os.File }

const (
	lockPatience = 50 * time.Millisecond // Locked may hold a lock for an instant
	lockPause    = 10 * time.Millisecond
	lockText     = 512 // longest holder text that is read
)

// LockFile takes the exclusive lock on the file at path, which it creates if there is none, and
// writes process and host into it. It does not wait for the holder. The file stays after Unlock; it
// may be removed while its lock is held.
//
// The lock binds processes, and a second LockFile in one process. It is flock on Unix, where
// network file systems that may not carry it to other machines are refused, and LockFileEx on
// Windows.
//
// Errors: a *LockedError; ErrLocalLocks; ErrNotRegular; errors.ErrUnsupported.
func LockFile(path string) (*Lock, error) {
	return LockFileWithin(context.Background(), path, 0)
}

// LockFileWithin is LockFile that waits so long for the holder, or until ctx ends.
func LockFileWithin(ctx context.Context, path string, patience time.Duration) (*Lock, error) {
	deadline := time.Now().Add(max(patience, lockPatience))
	for {
		f, err := openLocked(path, 0o644)
		if err == nil {
			l := &Lock{f}
			l.sign()
			return l, nil
		}
		if !errors.Is(err, ErrLocked) {
			return nil, fmt.Errorf("sys: lock %q: %w", path, WithoutPath(err))
		}
		if ctx.Err() != nil || time.Now().After(deadline) {
			return nil, err
		}
		time.Sleep(lockPause)
	}
}

// beforeLock is told when openLocked has opened its file and not yet locked it, for
// tests.
var beforeLock = func(path string) {}

// kindOfNetwork is localLocks, or another one for tests.
var kindOfNetwork = localLocks

// openLocked opens and locks the file at path, or says who has it. If another process removes or
// replaces the file between opening and locking, the lock is taken again on the one that has the
// name.
func openLocked(path string, perm fs.FileMode) (*os.File, error) {
	for {
		f, opened, err := OpenRegular(path, os.O_RDWR|os.O_CREATE, perm)
		if err != nil {
			return nil, err
		}
		if name := kindOfNetwork(f); name != "" {
			return nil, errors.Join(fmt.Errorf("it is on %s, %w", name, ErrLocalLocks), f.Close())
		}
		beforeLock(path)
		err = lockFile(f, true)
		if errors.Is(err, ErrLocked) {
			err = holderOf(f, path)
		}
		if err != nil {
			_ = f.Close()
			return nil, err
		}
		named, err := os.Stat(path)
		if err == nil && os.SameFile(opened, named) {
			return f, nil
		}
		if err = errors.Join(unlockFile(f), f.Close()); err != nil {
			return nil, err
		}
	}
}

// WithoutPath returns what an *fs.PathError wraps, and other errors as they are.
func WithoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// sign writes process and host into the lock file. It may fail, on a full disk
// for one: the lock holds all the same, others only cannot read who has it.
func (l *Lock) sign() {
	host, _ := os.Hostname()
	if l.file.Truncate(0) == nil {
		_, _ = fmt.Fprintf(io.NewOffsetWriter(l.file, 0), "%d %s\n", os.Getpid(), host)
	}
}

func holderOf(f io.ReaderAt, path string) *LockedError {
	e := &LockedError{Path: path}
	text := make([]byte, lockText)
	n, _ := f.ReadAt(text, 0)
	pid, host, _ := strings.Cut(strings.TrimSpace(string(text[:n])), " ")
	if id, err := strconv.Atoi(pid); err == nil && id > 0 {
		e.PID, e.Host = id, host
	}
	return e
}

// Unlock releases the lock. A second Unlock is an error.
func (l *Lock) Unlock() error {
	_ = l.file.Truncate(0) // the name of a past holder must not mislead; the lock does not depend on it
	_ = unlockFile(l.file) // closing the file does it as well
	return l.file.Close()
}

// Locked returns who holds the lock on the file at path, nil if no process does or
// there is no such file. The answer may be old when it arrives. It takes a shared
// lock for an instant and does not wait.
//
// Errors: what opening the file gives; errors.ErrUnsupported where the system has
// no such lock.
func Locked(path string) (*LockedError, error) {
	f, _, err := OpenRegular(path, os.O_RDONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("sys: look at lock: %w", err)
	}
	defer f.Close()
	err = lockFile(f, false)
	if errors.Is(err, ErrLocked) {
		return holderOf(f, path), nil
	}
	if err != nil {
		return nil, fmt.Errorf("sys: look at lock %q: %w", path, err)
	}
	return nil, unlockFile(f)
}

// ReplaceFile writes the file at path whole or not at all, and durably: under the
// name ".NAME.new" in its directory, which takes the name of the file when all is
// written and on the disk. A file that is there keeps its permissions; a new one has
// perm. What a killed process left under the other name is overwritten.
//
// Errors: those of write, after which nothing has changed; ErrLocked if another
// process is writing the same file; and what the file system says.
func ReplaceFile(path string, perm fs.FileMode, write func(io.Writer) error) error {
	fresh := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	return replaceFile(path, fresh, perm, func(f *os.File) error {
		if err := f.Truncate(0); err != nil {
			return err
		}
		return write(f)
	}, func() bool { return false })
}

// ContinueFile is ReplaceFile for a file that takes long to write: the other name is "NAME.part",
// write finds there what an earlier call has left, and what it leaves stays there if it returns an
// error. An empty file does not stay.
func ContinueFile(path string, perm fs.FileMode, write func(*os.File) error) error {
	fresh := path + ".part"
	return replaceFile(path, fresh, perm, write, func() bool {
		info, err := os.Stat(fresh)
		return err == nil && info.Size() > 0
	})
}

func replaceFile(path, fresh string, perm fs.FileMode, write func(*os.File) error, stays func() bool) (err error) {
	dir := filepath.Dir(path)
	f, err := openLocked(fresh, perm)
	if err != nil && !errors.Is(err, ErrLocked) {
		f, _, err = OpenRegular(fresh, os.O_RDWR|os.O_CREATE, perm) // a file system without locks
	}
	if err != nil {
		return fmt.Errorf("sys: write %q: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			if !stays() {
				_ = os.Remove(fresh)
			}
		}
	}()
	if info, err := os.Stat(path); err == nil {
		perm = info.Mode().Perm()
		_ = f.Chmod(perm) // as far as we may
	}
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // which renames no open file; elsewhere the lock is kept until the name is gone
		if err := f.Close(); err != nil {
			return err
		}
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	_ = f.Close() // what it holds is on the disk
	return SyncDir(dir)
}
