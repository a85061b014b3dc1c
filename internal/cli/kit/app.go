// Package kit runs a program (Program): root command, help, environment, interrupts, exit codes. It
// also holds what its commands share: the invocation with its streams (App), arguments and flags,
// files, JSON, colour, the status line, and the messages of errors.
//
//	var o struct{ Limit uint64 } // --limit
//	return a.Command("math greedy", &o, kit.ForOrder(0, 1000, func(cmd *cobra.Command, n int) error {
//		return a.Answer(greedy(cmd.Context(), n, o.Limit))
//	}), "most", 1000)
package kit

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/device"
	"queens/count/plan"
	"queens/internal/buildinfo"
	"queens/internal/sys"
)

// App is one invocation of the program: its streams, and the flags of all commands.
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

	Spelling queens.Spelling // value of --spelling, of commands that have it

	// Run runs another command line of the program and returns its exit code and what it prints.
	Run func(ctx context.Context, args []string) (code int, printed string)

	texts map[string]string // of commands, by path; see Explain
}

// NewApp returns an invocation with these streams.
func NewApp(stdin io.Reader, stdout, stderr io.Writer) *App {
	status := newStatus(stdout, stderr)
	return &App{
		Stdin: stdin, Stdout: &AnswerWriter{w: stdout, status: status}, Stderr: &noteWriter{stderr, status},
		Status: status,
	}
}

// Input returns standard input, whose reads end with the context even if they block. The status
// line is hidden while a person types, and until another program sends its first answer through a
// pipe.
func (a *App) Input(ctx context.Context) io.Reader {
	return &stoppableReader{ctx: ctx, r: a.Stdin, status: a.Status, typed: IsTerminal(a.Stdin), waits: isPipe(a.Stdin)}
}

// Talks reports whether to explain how an answer was found: at a terminal or with --verbose.
func (a *App) Talks() bool { return a.Verbose || IsTerminal(a.Stderr) }

// Note prints a line about the answer on standard error, unless --quiet is set.
func (a *App) Note(format string, args ...any) {
	if !a.Quiet {
		fmt.Fprintf(a.Stderr, "queens: "+format+"\n", args...)
	}
}

// ProcessorName returns the name of the processor, or "" if /proc/cpuinfo does not have it.
func ProcessorName() string { return field("/proc/cpuinfo", "model name") }

// MemoryBytes returns the total and the available memory, or 0 if /proc/meminfo does not have them.
func MemoryBytes() (total, available uint64) {
	const path = "/proc/meminfo"
	return kibibytes(field(path, "MemTotal")), kibibytes(field(path, "MemAvailable"))
}

// field returns the value of the first line "name: value" of a file, or "".
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

// kibibytes reads "123 kB"; anything else is 0.
func kibibytes(text string) uint64 {
	number, ok := strings.CutSuffix(text, " kB")
	n, err := strconv.ParseUint(number, 10, 54)
	if !ok || err != nil {
		return 0
	}
	return n << 10
}

// ProgramName returns name, version and revision, as ledgers record them.
func ProgramName() string { return buildinfo.Of().Program() }

// MemoryBudget returns the value of --memory, by default half of the available memory, but no more
// than the system's limit of address space leaves.
func MemoryBudget(flag int64) int64 {
	if flag == 0 {
		_, available := MemoryBytes()
		flag = int64(available / 2)
	}
	return min(flag, max(plan.MinMemory, plan.MinMemory+sys.AddressLimit()-sys.LeastAddresses))
}

const noState = "none"

// StateRoot returns the state directory for the value of --state, or "" for none.
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

// SetState sets the state directory for the value of --state. If there is no default directory,
// only counts that need one fail.
func SetState(o *count.Options, flag string) { o.State, o.NoState = StateRoot(flag) }

// RunsRoot returns the absolute path of the state directory. Errors: sys.ErrNoState, which is wrong
// usage for --state none.
func RunsRoot(state string) (string, error) {
	root, err := StateRoot(state)
	switch {
	case err != nil:
		return "", err
	case root == "":
		return "", Usagef("--state %s: %w; want one", state, sys.ErrNoState)
	default:
		return filepath.Abs(root)
	}
}

// Warn prints a line on standard error even with --quiet.
func (a *App) Warn(format string, args ...any) {
	fmt.Fprintf(a.Stderr, "queens: "+format+"\n", args...)
}

// OpenDevices starts the devices of the flag --device; closeAll stops them. memory bounds the lists
// of a device on this machine in bytes, with the default of a count for 0. Errors: device.ErrNone.
func (a *App) OpenDevices(ctx context.Context, names string,
	memory int64,
) (list []plan.Device, closeAll func(), err error) {
	var opened []*device.Device
	closeAll = func() {
		for _, d := range opened {
			d.Close()
		}
	}
	if memory == 0 {
		memory = plan.DefaultMemory
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

// Run does the work of a command.
type Run = func(cmd *cobra.Command, args []string) error
