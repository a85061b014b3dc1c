package sys

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// write returns what writes text.
func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// wantFiles checks what files a directory holds.
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
	if err := ReplaceFile(path, 0o600, write("one, and longer than what follows")); err != nil {
		t.Fatal(err)
	}
	// What a killed process left is overwritten.
	if err := os.WriteFile(filepath.Join(dir, ".out.csv.new"),
		[]byte("half of something much, much longer than all of this"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := ReplaceFile(path, 0o644, write("two")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"out.csv": "two"})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v, %v; want that of the first file", info.Mode(), err)
	}
	broken := errors.New("broken")
	if err := ReplaceFile(path, 0o644, func(w io.Writer) error {
		return errors.Join(write("half")(w),
			broken)
	}); !errors.Is(err, broken) {
		t.Errorf("ReplaceFile: %v, want the error of the writer", err)
	}
	wantFiles(t, dir, map[string]string{"out.csv": "two"})
}

// While one process writes a file another one that wants to is told so, and what the
// first writes stays whole.
func TestReplaceFileTwiceAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	err := ReplaceFile(path, 0o644, func(w io.Writer) error {
		if err := ReplaceFile(path, 0o644, write("second")); !errors.Is(err, ErrLocked) {
			t.Errorf("the second: %v, want ErrLocked", err)
		}
		return write("first")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"out.csv": "first"})
}

func TestMkdirAll(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a", "b", "c")
	for range 2 {
		if err := MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(filepath.Join(root, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := MkdirAll(filepath.Join(root, "file", "d"), 0o755); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("MkdirAll below a file: %v", err)
	}
}
