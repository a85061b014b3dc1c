// Package gold compares the output of a test with a file that a reviewer has
// read, a golden file. Run the tests with -update to rewrite the files, then
// read the difference before committing it.
//
//	gold.Compare(t, "testdata/help.txt", got)
//
// It is for tests only: importing it adds the flag -update to a program.
package gold

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests produce")

// Updating reports whether the tests were started with -update.
func Updating() bool { return *update }

// Compare fails the test if got differs from the file at path, and names the
// first line that does. With -update it writes the file, and its directory,
// instead. Line ends "\r\n" in the file count as "\n".
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
	if line, differ := firstDifference(got, want); differ {
		t.Errorf("%s: line %d differs (run the test with -update to accept it)\ngot:  %q\nwant: %q", path, line+1, lineOf(got, line), lineOf(want, line))
	}
}

// firstDifference returns the first line, from 0, in which a and b differ.
func firstDifference(a, b []byte) (line int, differ bool) {
	if bytes.Equal(a, b) {
		return 0, false
	}
	for bytes.Equal(lineOf(a, line), lineOf(b, line)) {
		line++
	}
	return line, true
}

// lineOf returns line i of text, from 0, with its line end, or nil beyond the
// last.
func lineOf(text []byte, i int) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if i >= len(lines) {
		return nil
	}
	return lines[i]
}
