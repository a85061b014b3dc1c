// Package golden compares the output of a test with a reviewed file. Run the tests with -update to
// rewrite the files, and review the difference before you commit it.
//
//	golden.Compare(t, "testdata/help.txt", got)
//
// Only tests may import it: it defines the flag -update.
package golden

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests produce")

// Updating reports whether the tests were started with -update.
func Updating() bool { return *update }

// Compare fails the test if got differs from the file at path, and prints the lines that differ.
// With -update it writes the file instead. "\r\n" in the file counts as "\n".
func Compare(t testing.TB, path string, got []byte) {
	t.Helper()
	if Updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the test with -update to write it)", err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if lines := diff.Diff(path, want, "got", got); lines != nil {
		t.Errorf("run the test with -update to accept this:\n%s", lines)
	}
}

// Keep writes an answer to a new file in the folder that QUEENS_ANSWERS names, if it is set. The
// module e2e validates them.
func Keep(answer []byte) {
	dir := os.Getenv("QUEENS_ANSWERS")
	if dir == "" {
		return
	}
	f, err := os.CreateTemp(dir, "*.json")
	if err == nil {
		_, err = f.Write(answer)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		panic(err)
	}
}
