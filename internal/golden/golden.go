// Package golden compares the output of a test with a file that a reviewer has read, a golden file.
// Run the tests with -update to rewrite the files, then read the difference before committing it.
//
//	golden.Compare(t, "testdata/help.txt", got)
//
// It is for tests only: importing it adds the flag -update to a program.
package golden

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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
	compare(t, path, got, bytes.Equal)
}

// CompareNear is Compare for pictures as text: numbers may differ by less than half,
// as another way of rounding makes them, so whole numbers must be equal; so must
// colours, written #rrggbb, and everything else.
func CompareNear(t testing.TB, path string, got []byte) {
	t.Helper()
	compare(t, path, got, near)
}

// number matches what CompareNear compares as a number, and colours, which it does not.
var number = regexp.MustCompile(`#[0-9a-fA-F]+|-?[0-9]+(\.[0-9]+)?`)

// near reports whether two lines are equal up to the rounding of numbers.
func near(a, b []byte) bool {
	as, bs := number.FindAll(a, -1), number.FindAll(b, -1)
	if len(as) != len(bs) || !bytes.Equal(number.ReplaceAll(a, nil), number.ReplaceAll(b, nil)) {
		return false
	}
	for i := range as {
		if bytes.Equal(as[i], bs[i]) {
			continue
		}
		x, errX := strconv.ParseFloat(string(as[i]), 64)
		y, errY := strconv.ParseFloat(string(bs[i]), 64)
		if errX != nil || errY != nil || math.Abs(x-y) >= 0.5 {
			return false
		}
	}
	return true
}

func compare(t testing.TB, path string, got []byte, equal func(a, b []byte) bool) {
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
	if line, differ := firstDifference(got, want, equal); differ {
		t.Errorf("%s: line %d differs (run the test with -update to accept it)\ngot:  %q\nwant: %q", path, line+1,
			lineOf(got, line), lineOf(want, line))
	}
}

// firstDifference returns the first line, from 0, in which a and b differ.
func firstDifference(a, b []byte, equal func(a, b []byte) bool) (line int, differ bool) {
	as, bs := bytes.SplitAfter(a, []byte("\n")), bytes.SplitAfter(b, []byte("\n"))
	for i := range max(len(as), len(bs)) {
		if i >= len(as) || i >= len(bs) || !equal(as[i], bs[i]) {
			return i, true
		}
	}
	return 0, false
}

// lineOf returns line i of text, from 0, with its line end, or nil beyond the last.
func lineOf(text []byte, i int) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if i >= len(lines) {
		return nil
	}
	return lines[i]
}
