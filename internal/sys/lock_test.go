package sys

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The test binary runs itself again as another process; childRole says what that
// process does.
const childRole = "QUEENS_SYS_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(childRole) {
	case "":
		os.Exit(m.Run())
	case "hold":
		holdLock(os.Args[1])
	case "nice":
		reportPriority()
	}
}

// holdLock takes the lock at path, says so, and keeps it until its input ends.
func holdLock(path string) {
	lock, err := LockFile(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("locked")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = lock.Unlock()
}

// startHolder starts a process that holds the lock at path.
func startHolder(t *testing.T, path string) (*exec.Cmd, io.Closer) {
	t.Helper()
	cmd := exec.Command(os.Args[0], path)
	cmd.Env = append(os.Environ(), childRole+"=hold")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, _ := bufio.NewReader(out).ReadString('\n')
	if line != "locked\n" {
		t.Fatalf("child says %q, want locked", line)
	}
	return cmd, in
}

// wantHeld checks that path is locked by the process pid, whichever way one asks.
func wantHeld(t *testing.T, path string, pid int) {
	t.Helper()
	_, err := LockFile(path)
	var locked *LockedError
	if !errors.Is(err, ErrLocked) || !errors.As(err, &locked) {
		t.Fatalf("LockFile: %v, want ErrLocked", err)
	}
	if locked.PID != pid || !strings.Contains(err.Error(), fmt.Sprintf("process %d", pid)) {
		t.Errorf("LockFile: %v, want process %d", err, pid)
	}
	holder, err := Locked(path)
	if err != nil || holder == nil || holder.PID != pid {
		t.Errorf("Locked = %v, %v, want process %d", holder, err, pid)
	}
}

// wantFree checks that the lock at path can be had.
func wantFree(t *testing.T, path string) {
	t.Helper()
	if holder, err := Locked(path); holder != nil || err != nil {
		t.Errorf("Locked = %v, %v, want nobody", holder, err)
	}
	lock, err := LockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
}

func TestLockTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	cmd, in := startHolder(t, path)
	wantHeld(t, path, cmd.Process.Pid)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	wantFree(t, path)
}

func TestLockEndsWithTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	cmd, _ := startHolder(t, path)
	wantHeld(t, path, cmd.Process.Pid)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	wantFree(t, path)
}

func TestLockOneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	wantFree(t, path) // there is no file yet
	lock, err := LockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wantHeld(t, path, os.Getpid())
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
	wantFree(t, path)
}

// A look at the lock holds it shared for an instant; LockFile must outlast that.
func TestLockOutlastsALook(t *testing.T) {
	synctest.Test(t, lockOutlastsALook)
}

func lockOutlastsALook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := lockFile(f, false); err != nil {
		t.Fatal(err)
	}
	looked := make(chan error)
	time.AfterFunc(lockPause, func() { looked <- unlockFile(f) })
	lock, err := LockFile(path)
	if err := <-looked; err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
}

func TestLockedErrorHolder(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "an unknown process"},
		{"4711 mill\n", `process 4711 on host "mill"`},
		{"4711", "process 4711"},
		{"-3 mill", "an unknown process"},
		{"not a number", "an unknown process"},
	} {
		if got := holderOf(strings.NewReader(c.text), "lock").Holder(); got != c.want {
			t.Errorf("lock file %q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestLockFileWithoutDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "lock")
	if _, err := LockFile(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("LockFile below a missing directory: %v, want ErrNotExist", err)
	}
}

// between makes LockFile do something between opening its file and locking it, once.
func between(t *testing.T, do func(path string)) {
	t.Helper()
	done := false
	beforeLock = func(path string) {
		if !done {
			done = true
			do(path)
		}
	}
	t.Cleanup(func() { beforeLock = func(string) {} })
}

// The file is removed, or replaced, between opening and locking: the lock must be on
// the file that others find under the name.
func TestLockFileWhoseNameIsTaken(t *testing.T) {
	for name, meddle := range map[string]func(path string) error{
		"removed": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+".new", nil, 0o644), os.Rename(path+".new", path))
		},
		"locked by another who came later": func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			_, err := LockFile(path)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "lock")
			between(t, func(path string) {
				if err := meddle(path); err != nil {
					t.Fatal(err)
				}
			})
			lock, err := LockFile(path)
			if strings.HasPrefix(name, "locked") {
				if !errors.Is(err, ErrLocked) {
					t.Errorf("LockFile: %v, want ErrLocked", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer lock.Unlock()
			wantHeld(t, path, os.Getpid())
			opened, err := lock.file.Stat()
			if err != nil {
				t.Fatal(err)
			}
			if named, err := os.Stat(path); err != nil || !os.SameFile(opened, named) {
				t.Errorf("the lock is on another file than %s: %v", path, err)
			}
		})
	}
}

func TestLockFileWithinWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := LockFile(path)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(3*lockPatience, func() { _ = first.Unlock() })
	second, err := LockFileWithin(t.Context(), path, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := LockFileWithin(ctx, path, time.Hour); !errors.Is(err, ErrLocked) {
		t.Errorf("LockFileWithin with an ended context: %v, want ErrLocked", err)
	}
}

// On a file system whose locks do not reach other machines nothing is locked.
func TestLockFileOnTheNetwork(t *testing.T) {
	kindOfNetwork = func(*os.File) string { return "NFS" }
	t.Cleanup(func() { kindOfNetwork = localLocks })
	path := filepath.Join(t.TempDir(), "lock")
	lock, err := LockFile(path)
	if !errors.Is(err, ErrLocalLocks) || errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "NFS") {
		t.Errorf("LockFile: %v, %v, want ErrLocalLocks", lock, err)
	}
	if holder, err := Locked(path); holder != nil || err != nil {
		t.Errorf("Locked = %v, %v, want nobody", holder, err)
	}
}
