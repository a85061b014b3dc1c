package kit

import (
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens/count"
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

// sizePattern is a number of bytes with its unit.
var sizePattern = regexp.MustCompile(`^(?i)([0-9]+(?:\.[0-9]+)?(?:e[0-9]{1,2})?) ?([kmgt]?)(i?b)?$`)

// ParseMemory returns the bytes that the value of a command's flag --memory asks for: a number with K, M,
// G or T, also KiB and so on, for powers of 1024, and with KB and so on for powers of 1000.
func ParseMemory(command, flag string) (int64, error) {
	m := sizePattern.FindStringSubmatch(flag)
	if m == nil {
		return 0, Usagef("%s: --memory %q: want %s", command, flag, flagWords["memory"].want)
	}
	bytes, err := strconv.ParseFloat(m[1], 64)
	base := 1024.0
	if strings.EqualFold(m[3], "b") {
		base = 1000
	}
	bytes *= math.Pow(base, float64(strings.Index("kmgt", strings.ToLower(m[2]))+len(m[2])))
	if err != nil || bytes < 1 || bytes >= math.MaxInt64 {
		return 0, Usagef("%s: --memory %q: want %s", command, flag, flagWords["memory"].want)
	}
	return int64(bytes), nil
}

// AddMemory adds the flag --memory of a command that counts.
func AddMemory(cmd *cobra.Command, value *string) {
	cmd.Flags().StringVar(value, "memory", "", "most memory for lists and tables of a count, like 500M or 8GiB (default: half of what is free)")
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
