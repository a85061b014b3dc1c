// Package kit holds what the commands of queens share: the invocation with its
// streams (App), arguments and flags, placements read from anywhere, output files,
// JSON, colour, what is shown while a command works, and the exit codes of errors.
//
//	var o struct{ Limit uint64 } // --limit
//	cmd := a.Command("math greedy", &o, "most", 1000)
//	cmd.RunE = kit.ForOrder(0, 1000, func(cmd *cobra.Command, n int) error {
//		return a.Answer(greedy(cmd.Context(), n, o.Limit))
//	})
//	return cmd
package kit

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"queens/count"
	"queens/internal/buildinfo"
	"queens/internal/device"
	"queens/internal/sys"
)

// App is one invocation of the program: where it reads and writes, and the flags
// that every command has.
type App struct {
	Stdin   io.Reader
	Stdout  *AnswerWriter
	Stderr  io.Writer // warnings and errors; see Note
	Status  *Status
	Args    []string // the command line
	JSON    bool     // value of --json, of commands that have it
	Color   string   // value of --color
	Quiet   bool     // value of --quiet
	Verbose bool     // value of --verbose
	NoPager bool     // value of --no-pager

	texts map[string]string // of commands, by path; see Explain
}

// NewApp returns an invocation that reads and writes these streams.
func NewApp(stdin io.Reader, stdout, stderr io.Writer) *App {
	status := newStatus(stdout, stderr)
	return &App{
		Stdin: stdin, Stdout: &AnswerWriter{w: stdout, status: status}, Stderr: &noteWriter{stderr, status},
		Status: status,
	}
}

// Input returns standard input. A read ends with the context, even where it blocks.
// The status line keeps away while a person types, and until the first answer of a
// program at the other end of a pipe.
func (a *App) Input(ctx context.Context) io.Reader {
	return &stoppableReader{ctx: ctx, r: a.Stdin, status: a.Status, typed: IsTerminal(a.Stdin), waits: isPipe(a.Stdin)}
}

// Talks reports whether to tell how an answer was found: to a person at a terminal, or
// where --verbose asks for it.
func (a *App) Talks() bool { return a.Verbose || IsTerminal(a.Stderr) }

// Note prints a line on standard error that says how the answer was found or what
// will come, unless --quiet asks for warnings and errors only.
func (a *App) Note(format string, args ...any) {
	if !a.Quiet {
		fmt.Fprintf(a.Stderr, "queens: "+format+"\n", args...)
	}
}

// ProcessorName returns the name of the processor for people, empty where the
// system does not tell it in a file.
func ProcessorName() string { return field("/proc/cpuinfo", "model name") }

// MemoryBytes returns how much memory the machine has and how much of it is free
// for programs; 0 where the system does not tell it in a file.
func MemoryBytes() (total, available uint64) {
	const path = "/proc/meminfo"
	return kibibytes(field(path, "MemTotal")), kibibytes(field(path, "MemAvailable"))
}

// field returns the value of the first line "name: value" of a file, empty if there is none.
func field(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// kibibytes returns the bytes of "123 kB", 0 for anything else.
func kibibytes(text string) uint64 {
	number, ok := strings.CutSuffix(text, " kB")
	n, err := strconv.ParseUint(number, 10, 54)
	if !ok || err != nil {
		return 0
	}
	return n << 10
}

// ProgramName returns name, version and revision of the program, as ledgers record it.
func ProgramName() string { return buildinfo.Of().Program() }

// MemoryBudget returns the bytes that --memory asks for, half of what is free without it.
func MemoryBudget(flag int64) int64 {
	if flag == 0 {
		_, available := MemoryBytes()
		return int64(available / 2)
	}
	return flag
}

const noState = "none"

// StateRoot returns the state directory that the value of --state asks for, empty for none.
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

// SetState sets the state directory that the value of --state asks for. Without one by default a
// count fails only if it is to be kept.
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

// Warn prints a line on standard error even with --quiet.
func (a *App) Warn(format string, args ...any) {
	fmt.Fprintf(a.Stderr, "queens: "+format+"\n", args...)
}

// OpenDevices starts the devices of the flag --device; close ends them. Lists of a device take so
// many bytes of this machine, 0 means as many as lists of a count do.
//
// Errors: device.ErrNone, with what is missing.
func (a *App) OpenDevices(ctx context.Context, names string,
	memory int64,
) (list []count.Device, closeAll func(), err error) {
	var opened []*device.Device
	closeAll = func() {
		for _, d := range opened {
			d.Close()
		}
	}
	if memory == 0 {
		memory = count.DefaultMemory
	}
	for name := range strings.SplitSeq(names, ",") {
		if names == "" {
			break
		}
		d, err := device.Open(ctx, device.Options{Name: strings.TrimSpace(name), Memory: memory / 2, Say: a.Warn})
		if err != nil {
			closeAll()
			return nil, func() {}, err
		}
		opened, list = append(opened, d), append(list, d)
	}
	return list, closeAll, nil
}
