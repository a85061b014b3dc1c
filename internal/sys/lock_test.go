package sys

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"queens/internal/must"
)

// The test binary runs itself as a second process; childRole says what that process does.
const childRole = "QUEENS_SYS_TEST_ROLE"

func TestMain(m *testing.M) {
	if os.Getenv(childRole) != "hold" {
		os.Exit(m.Run())
	}
	holdLock(os.Args[1])
}

// holdLock takes the lock at path, reports it, and holds it until standard input ends.
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

func startHolder(t *testing.T, path string) (*exec.Cmd, io.Closer) {
	t.Helper()
	cmd := exec.Command(os.Args[0], path)
	cmd.Env = append(os.Environ(), childRole+"=hold")
	in := must.Get(cmd.StdinPipe())(t)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, _ := bufio.NewReader(out).ReadString('\n')
	if line != "locked\n" {
		t.Fatalf("child says %q, want locked", line)
	}
	return cmd, in
}

// wantHeld checks all ways to ask who has the lock.
func wantHeld(t *testing.T, path string, pid int) {
	t.Helper()
	_, err := LockFile(path)
	var locked *LockedError
	if !errors.Is(err, ErrLocked) || !errors.As(err, &locked) {
		t.Fatalf("LockFile: %v, want ErrLocked", err)
	}
	named := func(e *LockedError) bool { return strings.HasPrefix(e.Holder+" ", fmt.Sprintf("process %d ", pid)) }
	if !named(locked) || !strings.Contains(err.Error(), locked.Holder) {
		t.Errorf("LockFile: %v, want process %d", err, pid)
	}
	holder, err := Locked(path)
	if err != nil || holder == nil || !named(holder) {
		t.Errorf("Locked = %v, %v, want process %d", holder, err, pid)
	}
}

func wantFree(t *testing.T, path string) {
	t.Helper()
	if holder, err := Locked(path); holder != nil || err != nil {
		t.Errorf("Locked = %v, %v, want nobody", holder, err)
	}
	must.Do(t, must.Get(LockFile(path))(t).Unlock())
}

func TestLockTwoProcesses(t *testing.T) {
	for name, end := range map[string]func(cmd *exec.Cmd, in io.Closer) error{
		"unlocked": func(cmd *exec.Cmd, in io.Closer) error { return errors.Join(in.Close(), cmd.Wait()) },
		"killed": func(cmd *exec.Cmd, _ io.Closer) error {
			defer cmd.Wait()
			return cmd.Process.Kill()
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "lock")
			cmd, in := startHolder(t, path)
			wantHeld(t, path, cmd.Process.Pid)
			must.Do(t, end(cmd, in))
			wantFree(t, path)
		})
	}
}

func TestLockOneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	wantFree(t, path) // there is no file yet
	lock := must.Get(LockFile(path))(t)
	wantHeld(t, path, os.Getpid())
	must.Do(t, lock.Unlock())
	wantFree(t, path)
}

// LockFile must outlast the instant for which Locked holds the lock shared.
func TestLockOutlastsALook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "lock")
		f := must.Get(os.Create(path))(t)
		defer f.Close()
		must.Do(t, lockFile(f, false))
		looked := make(chan error)
		time.AfterFunc(lockPause, func() { looked <- unlockFile(f) })
		lock, err := LockFile(path)
		must.Do(t, errors.Join(<-looked, err))
		must.Do(t, lock.Unlock())
	})
}

func TestLockedErrorHolder(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "an unknown process"},
		{"4711 mill\n", `process 4711 on host "mill"`},
		{"4711", "process 4711"},
		{"-3 mill", "an unknown process"},
		{"not a number", "an unknown process"},
	} {
		if got := holderOf(strings.NewReader(c.text), "lock").Holder; got != c.want {
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

// between runs do once between opening a file and locking it.
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

// The file is removed or replaced between opening and locking. The lock must be on the file that
// others find under the name.
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
			between(t, func(path string) { must.Do(t, meddle(path)) })
			lock, err := LockFile(path)
			if strings.HasPrefix(name, "locked") {
				if !errors.Is(err, ErrLocked) {
					t.Errorf("LockFile: %v, want ErrLocked", err)
				}
				return
			}
			must.Do(t, err)
			defer lock.Unlock()
			wantHeld(t, path, os.Getpid())
			opened := must.Get(lock.file.Stat())(t)
			if named, err := os.Stat(path); err != nil || !os.SameFile(opened, named) {
				t.Errorf("the lock is on another file than %s: %v", path, err)
			}
		})
	}
}

func TestLockFileWithinWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first := must.Get(LockFile(path))(t)
	time.AfterFunc(3*lockPatience, func() { _ = first.Unlock() })
	second := must.Get(LockFileWithin(t.Context(), path, time.Minute))(t)
	defer second.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := LockFileWithin(ctx, path, time.Hour); !errors.Is(err, ErrLocked) {
		t.Errorf("LockFileWithin with an ended context: %v, want ErrLocked", err)
	}
}

// LockFile refuses a file system whose locks do not reach other machines.
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

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Fatalf("%d files, %v, %v; want %d", len(entries), entries, err, len(want))
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v; want %q", name, got, err, text)
		}
	}
}

func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	must.Do(t, ReplaceFile(path, 0o600, write("one, and longer than what follows")))
	// Leftovers of a killed process are overwritten.
	must.Do(t, os.WriteFile(filepath.Join(dir, ".out.csv.new"),
		[]byte("half of something much, much longer than all of this"), 0o644))
	must.Do(t, ReplaceFile(path, 0o644, write("two")))
	wantFiles(t, dir, map[string]string{"out.csv": "two"})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v, %v; want that of the first file", info.Mode(), err)
	}
	broken := errors.New("broken")
	if err := ReplaceFile(path, 0o644, func(w io.Writer) error {
		return errors.Join(write("half")(w), broken)
	}); !errors.Is(err, broken) {
		t.Errorf("ReplaceFile: %v, want the error of the writer", err)
	}
	wantFiles(t, dir, map[string]string{"out.csv": "two"})
}

// Where locks reach no other machine, files are written without.
func TestReplaceFileOnTheNetwork(t *testing.T) {
	kindOfNetwork = func(*os.File) string { return "NFS" }
	t.Cleanup(func() { kindOfNetwork = localLocks })
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	must.Do(t, ReplaceFile(path, 0o644, write("longer than what follows")))
	must.Do(t, ReplaceFile(path, 0o644, write("two")))
	wantFiles(t, dir, map[string]string{"out.csv": "two"})
}

// While one process writes a file, a second writer gets an error, and the file stays whole.
func TestReplaceFileTwiceAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	err := ReplaceFile(path, 0o644, func(w io.Writer) error {
		if err := ReplaceFile(path, 0o644, write("second")); !errors.Is(err, ErrLocked) {
			t.Errorf("the second: %v, want ErrLocked", err)
		}
		return write("first")(w)
	})
	must.Do(t, err)
	wantFiles(t, dir, map[string]string{"out.csv": "first"})
}

// An interrupted write keeps its data and frees its lock; the next call continues it.
func TestContinueFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	broken := errors.New("broken")
	for i, c := range []struct {
		err  error
		want map[string]string
	}{{broken, map[string]string{"out.csv.part": "0"}}, {nil, map[string]string{"out.csv": "01"}}} {
		err := ContinueFile(path, 0o644, func(f *os.File) error {
			must.Get(io.ReadAll(f))(t)
			return errors.Join(write(fmt.Sprint(i))(f), c.err)
		})
		if !errors.Is(err, c.err) {
			t.Errorf("ContinueFile: %v, want %v", err, c.err)
		}
		wantFiles(t, dir, c.want)
	}
}

func TestMkdirAll(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a", "b", "c")
	for range 2 {
		must.Do(t, MkdirAll(path, 0o755))
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
	must.Do(t, os.WriteFile(filepath.Join(root, "file"), nil, 0o644))
	if err := MkdirAll(filepath.Join(root, "file", "d"), 0o755); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("MkdirAll below a file: %v", err)
	}
}
