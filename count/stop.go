package count

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"queens/internal/sys"
)

// stopFile is the file in the directory of a run by which another process asks
// the one that counts to stop.
const stopFile = "stop"

var errAsked = fmt.Errorf("requested by another process: %w", context.Canceled)

// RequestStop asks whatever process counts the run in the directory dir to stop.
// It does so within a fraction of a second, as at an interrupt, and keeps what it
// has; if none counts, the next one to begin ignores the request.
func RequestStop(dir string) error {
	f, _, err := sys.OpenRegular(filepath.Join(dir, stopFile), os.O_WRONLY|os.O_CREATE, 0o644)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("count: ask to stop: %w", err)
	}
	return nil
}

func stopAsked(dir string) bool { return os.Remove(filepath.Join(dir, stopFile)) == nil }
