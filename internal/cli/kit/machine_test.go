package kit

import (
	"os"
	"path/filepath"
	"testing"
)

func TestField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "info")
	if err := os.WriteFile(path, []byte("model name\t: Mill 1: fast\nMemTotal:       2048 kB\nflags:\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"model name": "Mill 1: fast", "MemTotal": "2048 kB", "flags": "", "model": ""} {
		if got := field(path, name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	if got := field(path+"x", "flags"); got != "" {
		t.Errorf("a field of a file that is not there: %q", got)
	}
}

func TestKibibytes(t *testing.T) {
	for text, want := range map[string]uint64{"2048 kB": 2 << 20, "0 kB": 0, "": 0, "2048": 0, "-1 kB": 0, "many kB": 0, "99999999999999999999 kB": 0} {
		if got := kibibytes(text); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}
