package kit

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"queens/internal/errs"
	"queens/internal/must"
)

func TestField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "info")
	must.Do(t, os.WriteFile(path, []byte("model name\t: Mill 1: fast\nMemTotal:       2048 kB\nflags:\n"), 0o666))
	for name, want := range map[string]string{
		"model name": "Mill 1: fast", "MemTotal": "2048 kB", "flags": "", "model": "",
	} {
		if got := field(path, name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	if got := field(path+"x", "flags"); got != "" {
		t.Errorf("a field of a file that is not there: %q", got)
	}
}

func TestKibibytes(t *testing.T) {
	for text, want := range map[string]uint64{
		"2048 kB": 2 << 20, "0 kB": 0, "": 0, "2048": 0, "-1 kB": 0, "many kB": 0, "99999999999999999999 kB": 0,
	} {
		if got := kibibytes(text); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1048576": 1 << 20, "500M": 500 << 20, "8g": 8 << 30, "8GiB": 8 << 30, "8GB": 8e9, "8 GB": 8e9, "1.5K": 1536,
		"2e9": 2e9, "100b": 100, "1TiB": 1 << 40,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "-1G", "8X", "0", "0x10", "inf", "nan", "1e99", "9e18K", "8 G B", "much"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d, %v; want a refusal", text, got, err)
		}
	}
}

func TestOrderBetween(t *testing.T) {
	for text, want := range map[string]int{"8": 8, "1e6": 1_000_000, "12E3": 12_000} {
		if got, err := OrderBetween(&cobra.Command{}, []string{text}, 1, 1<<31-1); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "e6", "1e", "1e-1", "1e19", "1e6e6", "1.5e1", "eight"} {
		if got, err := OrderBetween(&cobra.Command{}, []string{text}, 0, 1<<31-1); errs.ExitCode(err) != errs.Usage {
			t.Errorf("%q: %d, %v; want a refusal", text, got, err)
		}
	}
}
