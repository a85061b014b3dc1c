// Package sys has operating system services that a long count needs and the standard library lacks:
// an exclusive lock on a file that ends with its process, processor time, free disk space, synced
// directories, a lower priority, a thread bound to one processor, and the state directory.
//
// It is complete on Linux, macOS, FreeBSD and Windows. Unsupported functions return
// errors.ErrUnsupported.
package sys

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"queens/internal/errs"
)

// OnBoundThread calls f on a thread of its own, bound to one processor if the system supports it,
// and waits for f. bound reports whether the thread was bound.
func OnBoundThread(f func()) (cpu int, bound bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the bound thread ends with its goroutine
		cpu, bound = bindThread()
		f()
	}()
	<-done
	return cpu, bound
}

// Load returns the average number of running and runnable processes over the last minute. ok is
// false if the system does not report it.
func Load() (load float64, ok bool) {
	text, err := os.ReadFile("/proc/loadavg") // Linux
	if err != nil {
		return 0, false
	}
	_, err = fmt.Sscan(string(text), &load)
	return load, err == nil && load >= 0
}

// ErrSyncDir says that a directory could not be forced to the disk.
var ErrSyncDir = errors.New("sync directory")

// MkdirAll is os.MkdirAll that also syncs the entries of the directories that it creates.
func MkdirAll(path string, perm os.FileMode) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := MkdirAll(parent, perm); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(path, perm); err != nil {
		return err
	}
	return SyncDir(parent)
}

// StateDir returns the directory for runs, without creating it: QUEENS_STATE if set; otherwise
// %LocalAppData%\queens on Windows, ~/Library/Application Support/queens on macOS, and elsewhere
// $XDG_STATE_HOME/queens or ~/.local/state/queens. A relative XDG_STATE_HOME is ignored, as its
// specification asks. The error says which variable to set.
func StateDir() (string, error) { return stateDir(runtime.GOOS, os.Getenv) }

func stateDir(system string, env func(string) string) (string, error) {
	if dir := env("QUEENS_STATE"); dir != "" {
		return filepath.Abs(dir)
	}
	below := func(variable string, elem ...string) (string, error) {
		dir := env(variable)
		if dir == "" {
			return "", errs.Errorf("%w for ledgers: %s is not set; set it or QUEENS_STATE", ErrNoState, variable)
		}
		return filepath.Join(append([]string{dir}, elem...)...), nil
	}
	switch xdg := env("XDG_STATE_HOME"); {
	case system == "windows":
		return below("LocalAppData", "queens")
	case system == "darwin":
		return below("HOME", "Library", "Application Support", "queens")
	case filepath.IsAbs(xdg):
		return filepath.Join(xdg, "queens"), nil
	default:
		return below("HOME", ".local", "state", "queens")
	}
}

// ErrNoState says that the environment names no directory for the state.
var ErrNoState = errors.New("no state directory")

// ErrNotRegular says that a path exists but is not a regular file.
var ErrNotRegular = errors.New("not a regular file")

// OpenRegular is os.OpenFile for a regular file or a symbolic link to one. It never blocks, as
// opening a named pipe would.
//
// Errors: ErrNotRegular for a directory, pipe, socket or device, and for a dangling link, through
// which it creates no file; those of os.OpenFile.
func OpenRegular(path string, flag int, perm fs.FileMode) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if link, err := os.Lstat(path); err == nil && link.Mode()&fs.ModeSymlink != 0 {
			return nil, nil, notRegular(path, "a link to nothing")
		}
	} else if err == nil && !info.Mode().IsRegular() {
		return nil, nil, notRegular(path, kindOf(info.Mode()))
	}
	f, err := os.OpenFile(path, flag|openNonblock, perm)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // it changed since the first check
		err = notRegular(path, kindOf(info.Mode()))
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

func notRegular(path, kind string) error {
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("%s, %w", kind, ErrNotRegular)}
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	default:
		return "something special"
	}
}

// LeastAddresses is the least limit of address space in bytes with which a program in Go starts and
// counts small orders. It reserves 1,254 MiB at first, 1,600 to 1,890 in all as chance places its
// heap (200 counts), and ends with a stack trace if it cannot.
const LeastAddresses = 2 << 30
