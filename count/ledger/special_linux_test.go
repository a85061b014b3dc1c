package ledger

import (
	"os"
	"syscall"
)

// systemFiles returns ways to put what is no file at a path.
func systemFiles() map[string]func(path string) error {
	return map[string]func(path string) error{
		"a named pipe":        func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"a link to /dev/zero": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a link to /dev/full": func(path string) error { return os.Symlink("/dev/full", path) },
	}
}
