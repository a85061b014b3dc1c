package count

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"queens/internal/sys"
)

// stopFile is the file in the directory of a run by which another process asks to stop.
const stopFile = "stop"

var errAsked = fmt.Errorf("requested by another process: %w", context.Canceled)

// RequestStop asks the process that counts the run in dir to stop, within a fraction of a second. A
// process that starts later ignores the request.
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
