package golden

import (
	"os"
	"path/filepath"
	"testing"

	"queens/internal/must"
)

type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Fatalf(string, ...any) { r.failed = true; panic(r) }

func failed(t *testing.T, path, got string) bool {
	r := &recorder{TB: t}
	func() {
		defer func() { _ = recover() }() // Fatalf does not return
		Compare(r, path, []byte(got))
	}()
	return r.failed
}

func TestCompare(t *testing.T) {
	if Updating() {
		t.Skip("-update accepts everything")
	}
	path := filepath.Join(t.TempDir(), "x.txt")
	if !failed(t, path, "a\nb\n") {
		t.Error("a missing file passes")
	}
	must.Do(t, os.WriteFile(path, []byte("a\r\nb\r\n"), 0o666))
	for got, want := range map[string]bool{
		"a\nb\n": false, "a\nc\n": true, "a\n": true, "a\nb\n\n": true, "": true,
		"a\nb": true,
	} {
		if failed(t, path, got) != want {
			t.Errorf("%q: failed %v, want %v", got, !want, want)
		}
	}
}

func TestUpdateWrites(t *testing.T) {
	before := *update
	defer func() { *update = before }()
	*update = true
	path := filepath.Join(t.TempDir(), "new", "x.txt")
	Compare(t, path, []byte("one\n"))
	*update = false
	Compare(t, path, []byte("one\n"))
}
