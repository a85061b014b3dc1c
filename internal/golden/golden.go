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
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests produce")

// Updating reports whether the tests were started with -update.
func Updating() bool { return *update }

// Compare fails the test if got differs from the file at path, and prints the first different line.
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
	if line, inGot, inWant, differ := firstDifference(got, want); differ {
		t.Errorf("%s: line %d differs (run the test with -update to accept it)\ngot:  %q\nwant: %q", path, line+1,
			inGot, inWant)
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

// firstDifference returns the number of the first line that differs, from 0, and both forms of it:
// nil after the end of a text.
func firstDifference(a, b []byte) (line int, inA, inB []byte, differ bool) {
	as, bs := bytes.SplitAfter(a, []byte("\n")), bytes.SplitAfter(b, []byte("\n"))
	lines := max(len(as), len(bs))
	as, bs = append(as, make([][]byte, lines-len(as))...), append(bs, make([][]byte, lines-len(bs))...)
	for i := range lines {
		if !bytes.Equal(as[i], bs[i]) {
			return i, as[i], bs[i], true
		}
	}
	return 0, nil, nil, false
}
