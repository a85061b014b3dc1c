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

	"queens/internal/errs"
)

// ErrLocked says that another process holds a lock. LockedError wraps it.
var ErrLocked = errs.New(errs.Failed, "locked by another process")

// ErrLocalLocks says that a lock on the file may not exclude processes on other machines.
var ErrLocalLocks = errors.New("a network file system on which locks may not keep other machines away")

// LockedError says who holds a lock, according to the lock file. It matches ErrLocked.
type LockedError struct {
	Path   string // of the lock file
	Holder string // "process 4711 on host \"mill\"", or "an unknown process"
}

// Error names the file and the process, if known.
func (e *LockedError) Error() string {
	return fmt.Sprintf("lock %q: held by %s: %v", e.Path, e.Holder, ErrLocked)
}

// Unwrap returns ErrLocked.
func (e *LockedError) Unwrap() error { return ErrLocked }

// Lock is an exclusive lock on a file. It lasts until Unlock or until the process ends.
type Lock struct{ file *os.File }

const (
	lockPatience = 50 * time.Millisecond // Locked may hold a lock for an instant
	lockPause    = 10 * time.Millisecond
	lockText     = 512 // most bytes of a holder's text that are read
)

// LockFile takes the exclusive lock on the file at path, which it creates if necessary, and writes
// process and host into it. It does not wait for the holder. The file stays after Unlock; it may be
// removed while it is locked.
//
// The lock excludes other processes and a second LockFile in this process. It is flock on Unix and
// LockFileEx on Windows. LockFile refuses network file systems whose locks may not reach other
// machines.
//
// Errors: a *LockedError; ErrLocalLocks; ErrNotRegular; errors.ErrUnsupported.
func LockFile(path string) (*Lock, error) { return LockFileWithin(context.Background(), path, 0) }

// LockFileWithin is LockFile, but waits for the holder until patience or ctx ends.
func LockFileWithin(ctx context.Context, path string, patience time.Duration) (*Lock, error) {
	deadline := time.Now().Add(max(patience, lockPatience))
	for {
		f, err := openLocked(path, 0o644)
		if err == nil {
			host, _ := os.Hostname()
			if f.Truncate(0) == nil { // on a full disk the lock holds, but others cannot read the holder
				_, _ = fmt.Fprintf(io.NewOffsetWriter(f, 0), "%d %s\n", os.Getpid(), host)
			}
			return &Lock{f}, nil
		}
		if !errors.Is(err, ErrLocked) {
			return nil, errs.Errorf("lock %q: %w", path, WithoutPath(err))
		}
		if ctx.Err() != nil || time.Now().After(deadline) {
			return nil, err
		}
		time.Sleep(lockPause)
	}
}

// beforeLock lets tests act between opening a file and locking it.
var beforeLock = func(path string) {}

// kindOfNetwork is localLocks, except in tests.
var kindOfNetwork = localLocks

// openLocked opens and locks the file at path, or reports the holder. If another process removes or
// replaces the file between opening and locking, it starts again with the file of that name.
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

// WithoutPath unwraps an *fs.PathError and returns other errors unchanged.
func WithoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

func holderOf(f io.ReaderAt, path string) *LockedError {
	e := &LockedError{Path: path, Holder: "an unknown process"}
	text := make([]byte, lockText)
	n, _ := f.ReadAt(text, 0)
	pid, host, _ := strings.Cut(strings.TrimSpace(string(text[:n])), " ")
	if id, err := strconv.Atoi(pid); err == nil && id > 0 {
		e.Holder = fmt.Sprintf("process %d", id)
		if host != "" {
			e.Holder += fmt.Sprintf(" on host %q", host)
		}
	}
	return e
}

// Unlock releases the lock, if there is one. Calling it twice is an error.
func (l *Lock) Unlock() error {
	if l == nil {
		return nil
	}
	_ = l.file.Truncate(0) // the name of a past holder would mislead; the lock does not depend on it
	_ = unlockFile(l.file) // closing the file also does this
	return l.file.Close()
}

// Locked returns the holder of the lock on the file at path, or nil if no process holds it or the
// file does not exist. The answer may already be out of date. It takes a shared lock for an instant
// and does not wait.
//
// Errors: those of opening the file; errors.ErrUnsupported.
func Locked(path string) (*LockedError, error) {
	f, _, err := OpenRegular(path, os.O_RDONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, errs.Errorf("look at lock: %w", err)
	}
	defer f.Close()
	err = lockFile(f, false)
	if errors.Is(err, ErrLocked) {
		return holderOf(f, path), nil
	}
	if err != nil {
		return nil, errs.Errorf("look at lock %q: %w", path, err)
	}
	return nil, unlockFile(f)
}

// ReplaceFile writes the file at path completely or not at all, and durably. It writes ".NAME.new"
// in the same directory and renames it once the data is on disk. An existing file keeps its
// permissions; a new one gets perm. Leftovers of a killed process are overwritten.
//
// Errors: those of write, after which nothing has changed; ErrLocked if another process is writing
// the same file; those of the file system.
func ReplaceFile(path string, perm fs.FileMode, write func(io.Writer) error) error {
	fresh := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	return replaceFile(path, fresh, perm, false, func(f *os.File) error { return errors.Join(f.Truncate(0), write(f)) })
}

// ContinueFile is ReplaceFile for a file that takes long to write. It writes "NAME.part", where
// write finds the data of an earlier call. If write returns an error, its data stays there for the
// next call, unless it is empty.
func ContinueFile(path string, perm fs.FileMode, write func(*os.File) error) error {
	return replaceFile(path, path+".part", perm, true, write)
}

func replaceFile(path, fresh string, perm fs.FileMode, stays bool, write func(*os.File) error) (err error) {
	f, err := openLocked(fresh, perm)
	if err != nil && !errors.Is(err, ErrLocked) {
		f, _, err = OpenRegular(fresh, os.O_RDWR|os.O_CREATE, perm) // a file system without locks
	}
	if err != nil {
		return errs.Errorf("write %q: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			if info, err := os.Stat(fresh); !stays || err != nil || info.Size() == 0 {
				_ = os.Remove(fresh)
			}
		}
	}()
	if info, err := os.Stat(path); err == nil {
		perm = info.Mode().Perm()
		_ = f.Chmod(perm) // as far as allowed
	}
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // Windows renames no open file; elsewhere the lock is held until the name is gone
		if err := f.Close(); err != nil {
			return err
		}
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	_ = f.Close() // its data is on disk
	return SyncDir(filepath.Dir(path))
}
