package sys

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

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
