package kit

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"queens/internal/sys"
)

// MemoryBudget returns the bytes that the value of --memory asks for, half of what is
// free if it is empty.
func MemoryBudget(flag string) (int64, error) {
	if flag == "" {
		_, available := MemoryBytes()
		return int64(available / 2), nil
	}
	return ParseMemory("count", flag)
}

// ParseMemory returns the bytes that the value of a command's flag --memory asks for:
// a number with K, M, G or T for powers of 1024.
func ParseMemory(command, flag string) (int64, error) {
	if flag == "" {
		return 0, Usagef("%s: --memory is empty: want a number of bytes, or one with K, M, G or T: 500M", command)
	}
	number, shift := flag, 0
	if unit := strings.IndexByte("KMGT", flag[len(flag)-1]); unit >= 0 {
		number, shift = flag[:len(flag)-1], 10*(unit+1)
	}
	bytes, err := strconv.ParseInt(number, 10, 64)
	if err != nil || bytes <= 0 || bytes > math.MaxInt64>>shift {
		return 0, Usagef("%s: --memory %q: want a number of bytes, or one with K, M, G or T: 500M", command, flag)
	}
	return bytes << shift, nil
}

// noState is the value of --state that keeps nothing.
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
