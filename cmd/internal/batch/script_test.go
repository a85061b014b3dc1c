//go:build unix

package batch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

// TestMemory checks that scripts ask for the memory that a dry run promises, and leave it to the
// user's own arguments.
func TestMemory(t *testing.T) {
	for _, tc := range []struct{ engine, args, asks string }{
		{"slurm", "", "--mem=512M"},
		{"gridengine", "", "s_rt=45,mem_free=256M\n"}, // of each slot
		{"gridengine", "-l h_vmem=2G", "s_rt=45\n"},
		{"gridengine", "-l mem_free=1G", "s_rt=45\n"},
		{"kubernetes", "--image=i --claim=c --mount=/", `"memory": "512Mi"`},
	} {
		o := optionsFor(t, 12, tc.engine, t.TempDir(), strings.Fields(tc.args)...)
		o.Cores = 2
		r := must.Get(Rehearse(t.Context(), o))(t)
		if r.MemoryBytes != 512<<20 || !strings.Contains(r.Scripts[0], tc.asks) {
			t.Errorf("%s %s: %d bytes, want %q in %s", tc.engine, tc.args, r.MemoryBytes, tc.asks, r.Scripts[0])
		}
	}
}

// TestImpossibleDirectory has directories in which an engine would lose logs or results.
func TestImpossibleDirectory(t *testing.T) {
	for _, tc := range []struct{ engine, dir, args string }{
		{"slurm", "100%j", ""},
		{"slurm", `a\b`, ""},
		{"kubernetes", "d", "--image=i --claim=c --mount=/data"},
		{"kubernetes", "d", "--image=i --claim=c --mount=data"},
	} {
		dir := filepath.Join(t.TempDir(), tc.dir)
		o := optionsFor(t, 12, tc.engine, dir, strings.Fields(tc.args)...)
		for _, run := range []func() error{
			func() error { _, err := Rehearse(t.Context(), o); return err },
			func() error { _, err := Drive(t.Context(), o); return err },
		} {
			err := run()
			if _, there := os.Stat(dir); !errors.Is(err, queens.ErrFormat) || there == nil {
				t.Errorf("%s in %s: %v, want %v and no directory", tc.engine, dir, err, queens.ErrFormat)
			}
		}
	}
}
