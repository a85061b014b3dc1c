//go:build unix

package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"queens/internal/errs"
	"queens/internal/must"
)

// TestInputIsInterrupted stops every way to read a file: a pipe without a writer, one whose writer
// says nothing, and a regular file.
func TestInputIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	silent, talking, file := filepath.Join(dir, "silent"), filepath.Join(dir, "talking"), filepath.Join(dir, "file")
	must.Do(t, syscall.Mkfifo(silent, 0o600))
	must.Do(t, syscall.Mkfifo(talking, 0o600))
	writer := must.Get(os.OpenFile(talking, os.O_RDWR, 0))(t)
	defer writer.Close()
	must.Do(t, os.WriteFile(file, nil, 0o600))
	for _, command := range []string{
		"check @F", "orbit @F", "rank @F", "model 8 cnf --import F", "model check F F", "puzzle check F",
		"complete --board F", "model cnf --board F", "math constellations --import F",
	} {
		for _, path := range []string{silent, talking, file} {
			code, stdout, stderr := runWith(ctx, "", strings.Fields(strings.ReplaceAll(command, "F", path))...)
			if code != errs.Interrupted || stdout != "" {
				t.Errorf("%s, %s: exit code %d, %q, %q; want %d", command, filepath.Base(path), code, stdout, stderr,
					errs.Interrupted)
			}
		}
	}
}
