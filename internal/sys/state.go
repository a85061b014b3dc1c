package sys

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// StateDir returns the directory under which runs are kept, without creating it:
// QUEENS_STATE if set; otherwise %LocalAppData%\queens on Windows,
// ~/Library/Application Support/queens on macOS, and elsewhere
// $XDG_STATE_HOME/queens or ~/.local/state/queens. A relative XDG_STATE_HOME is
// ignored, as its specification asks.
//
// The error says which variable to set.
func StateDir() (string, error) { return stateDir(runtime.GOOS, os.Getenv) }

func stateDir(system string, env func(string) string) (string, error) {
	if dir := env("QUEENS_STATE"); dir != "" {
		return filepath.Abs(dir)
	}
	below := func(variable string, elem ...string) (string, error) {
		dir := env(variable)
		if dir == "" {
			return "", fmt.Errorf("sys: %w for ledgers: %s is not set; set it or QUEENS_STATE", ErrNoState, variable)
		}
		return filepath.Join(append([]string{dir}, elem...)...), nil
	}
	switch xdg := env("XDG_STATE_HOME"); {
	case system == "windows":
		return below("LocalAppData", "queens")
	case system == "darwin":
		return below("HOME", "Library", "Application Support", "queens")
	case filepath.IsAbs(xdg):
		return filepath.Join(xdg, "queens"), nil
	default:
		return below("HOME", ".local", "state", "queens")
	}
}

// ErrNoState says that the environment names no directory for the state.
var ErrNoState = errors.New("no state directory")
