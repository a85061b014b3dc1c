package sys

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrNotRegular says that a path names something that is there but is not a file of
// bytes on a disk.
var ErrNotRegular = errors.New("not a regular file")

// OpenRegular is os.OpenFile for a regular file, or a symbolic link to one. It
// never waits, as opening a named pipe would.
//
// Errors: ErrNotRegular for a directory, pipe, socket or device, and for a link to
// nothing, through which no file is created; those of os.OpenFile.
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
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // it changed since we looked
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
