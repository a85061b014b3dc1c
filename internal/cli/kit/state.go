package kit

import (
	"path/filepath"

	"queens/count"
	"queens/internal/sys"
)

// MemoryBudget returns the bytes that --memory asks for, half of what is free without it.
func MemoryBudget(flag int64) int64 {
	if flag == 0 {
		_, available := MemoryBytes()
		return int64(available / 2)
	}
	return flag
}

const noState = "none"

// StateRoot returns the state directory that the value of --state asks for, empty
// for none.
func StateRoot(flag string) (string, error) {
	switch flag {
	case noState:
		return "", nil
	case "":
		return sys.StateDir()
	default:
		return flag, nil
	}
}

// SetState sets the state directory that the value of --state asks for. Without one by default a count
// fails only if it is to be kept.
func SetState(o *count.Options, flag string) { o.State, o.NoState = StateRoot(flag) }

// RunsRoot returns the state directory whose runs are meant, as an absolute path.
func RunsRoot(state string) (string, error) {
	root, err := StateRoot(state)
	switch {
	case err != nil:
		return "", err
	case root == "":
		return "", Usagef("runs: --state %s: want a directory", state)
	default:
		return filepath.Abs(root)
	}
}
