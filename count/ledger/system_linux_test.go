package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// childLimit is the largest file that the child may write.
const childLimit = 10_000

// fillLimited appends until the kernel refuses and prints the number of accepted results.
func fillLimited(dir string) {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: childLimit, Max: childLimit}
	exitOn(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
	l, _, err := Open(context.Background(), dir, testHeader(childRuns), Options{})
	exitOn(err)
	for i := range childRuns {
		if err := l.Append(testResult(i)); err != nil {
			fmt.Println(i, errors.Is(err, syscall.EFBIG), l.Append(testResult(i)) == err)
			return
		}
	}
}

// The real kernel refuses the middle of a frame.
func TestFileSizeLimit(t *testing.T) {
	dir := t.TempDir()
	cmd, lines, _ := startChild(t, "fill", dir)
	lines.Scan()
	var accepted int
	var named, same bool
	if _, err := fmt.Sscan(lines.Text(), &accepted, &named, &same); err != nil || !named || !same || accepted == 0 {
		t.Fatalf("child says %q, want a number, EFBIG and the same error again", lines.Text())
	}
	_ = cmd.Wait()
	if size := fileSize(t, dir); size > childLimit || size < childLimit-200 {
		t.Errorf("%d bytes, want just under %d", size, childLimit)
	}
	l, rec := mustOpen(t, dir, childRuns)
	if !rec.Sound() || l.Tally().Results != accepted {
		t.Errorf("%d results, %+v; want %d and no torn tail", l.Tally().Results, rec, accepted)
	}
}

// fullDisk has a device for a file that accepts nothing and cannot be truncated.
type fullDisk struct{ osDisk }

func (fullDisk) openFile(string) (file, error) {
	f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	return osFile{f}, err
}

func TestDevFull(t *testing.T) {
	_, _, err := open(context.Background(), t.TempDir(), testHeader(3), Options{}, fullDisk{})
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("there is no /dev/full here")
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Open: %v, want ENOSPC", err)
	}
}

func systemFiles() map[string]func(path string) error {
	return map[string]func(path string) error{
		"a named pipe":        func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"a link to /dev/zero": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a link to /dev/full": func(path string) error { return os.Symlink("/dev/full", path) },
	}
}
