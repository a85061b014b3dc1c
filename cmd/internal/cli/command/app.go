// Package command holds what commands share: the invocation with its streams (App), arguments and
// flags, files, JSON, colour, the status line, and the messages of errors. It also runs a program
// (Program): root command, help, environment, interrupts, exit codes.
//
//	var o struct{ Limit uint64 } // --limit
//	return a.Command("math greedy", &o, command.ForOrder(0, 1000, func(cmd *cobra.Command, n int) error {
//		return a.Answer(greedy(cmd.Context(), n, o.Limit))
//	}), "most", 1000)
package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens"
	"queens/cmd/internal/option"
	"queens/count"
	"queens/count/device"
	"queens/count/plan"
	"queens/internal/buildinfo"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/internal/shell"
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
	bytes := func(name string) (k uint64) {
		_, _ = fmt.Sscanf(field("/proc/meminfo", name), "%d kB", &k)
		return k << 10
	}
	return bytes("MemTotal"), bytes("MemAvailable")
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

// Explain adds the texts of a group of commands: a file with a part for each. [App.Command]
// replaces the names in braces.
//
//	# bench [N...]
//	The speed of each kernel on this machine
//
//	Bench counts all solutions of each order, {first}..15 by default, with each kernel
//
//	Examples:
//	  queens bench
func (a *App) Explain(texts string) *App {
	if a.texts == nil {
		a.texts = map[string]string{}
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(texts, "# "), "\n# ") {
		a.texts[pathPattern.FindStringSubmatch(part)[1]] = part
	}
	return a
}

// pathPattern is what a usage line begins with, up to the first argument or option.
var pathPattern = regexp.MustCompile(`^([a-z-]+(?: [a-z]+)*)[ \n]`)

// Command returns the command at a path, like "runs show", with its text, flags and --json. options
// points to a struct (see [Flags]) or is nil. values are pairs of a name in the text and its value.
// The first line of the text says how many arguments there are.
func (a *App) Command(path string, options any, run Run, values ...any) *cobra.Command {
	cmd := a.Plain(path, options, run, values...)
	Flag(cmd, "json", &a.JSON)
	return cmd
}

// Plain is Command without --json.
func (a *App) Plain(path string, options any, run Run, values ...any) *cobra.Command {
	text, ok := a.texts[path]
	if !ok {
		panic("command: no text of the command " + path)
	}
	for i := 0; i < len(values); i += 2 {
		value := strings.TrimRight(fmt.Sprint(values[i+1]), "\n")
		text = strings.ReplaceAll(text, fmt.Sprintf("{%v}", values[i]), value)
	}
	use, text, _ := strings.Cut(text, "\n")
	short, text, _ := strings.Cut(text, "\n\n")
	long, example, _ := strings.Cut(text, "\n\nExamples:\n")
	cmd := &cobra.Command{
		Use: use[strings.LastIndexByte(path, ' ')+1:], Short: short, Long: strings.TrimRight(long, "\n"),
		Example: strings.TrimRight(example, "\n"), RunE: run,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return followsRules(cmd) },
	}
	cmd.Args = arguments(strings.TrimPrefix(use, path))
	if options != nil {
		Flags(cmd, options)
	}
	return cmd
}

var secondWord = regexp.MustCompile(`\B[A-Z]`)

// Flags adds an option of the table for each exported field of the struct that options points to:
// MaxTasks is --max-tasks. Options that choose between words of the command need Flag.
func Flags(cmd *cobra.Command, options any) *cobra.Command {
	fields := reflect.ValueOf(options).Elem()
	for i := range fields.NumField() {
		if f := fields.Type().Field(i); f.IsExported() && !f.Anonymous {
			name := strings.ToLower(secondWord.ReplaceAllString(f.Name, "-$0"))
			Flag(cmd, name, fields.Field(i).Addr().Interface())
		}
	}
	return cmd
}

// AddTimeout adds --timeout, which ends the context of the command.
func AddTimeout(cmd *cobra.Command) {
	var limit time.Duration
	Flag(cmd, "timeout", &limit)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if limit > 0 {
			ctx, cancel := context.WithTimeout(cmd.Context(), limit)
			defer cancel()
			cmd.SetContext(ctx)
		}
		return run(cmd, args)
	}
}

// OrderBetween reads the only argument of a command, an order from least to most.
func OrderBetween(cmd *cobra.Command, args []string, least, most int) (int, error) {
	if len(args) != 1 {
		return 0, wantArguments(cmd, args, "N")
	}
	n, err := option.Integer("order", args[0], least, most)
	if rows, _, ok := strings.Cut(args[0], "x"); err != nil && ok && rows != "" { // 4x5
		err = Usagef("%w; `queens help limits` names the commands for other boards", err)
	}
	return n, err
}

// ForOrder returns a RunE for a command whose only argument is an order from least to most.
func ForOrder(least, most int, run func(cmd *cobra.Command, n int) error) Run {
	return func(cmd *cobra.Command, args []string) error {
		n, err := OrderBetween(cmd, args, least, most)
		if err != nil {
			return err
		}
		return run(cmd, n)
	}
}

// Orders reads orders from least to most: 8, or 8..12 for a range.
func Orders(args []string, least, most int) (orders []int, err error) {
	for _, arg := range args {
		first, last, err := option.Range("order", arg, least, most)
		if err != nil {
			return nil, err
		}
		for n := first; n <= last; n++ {
			orders = append(orders, n)
		}
	}
	return orders, nil
}

// RandomSeed returns a random seed that is short enough to type.
func RandomSeed() uint64 { return rand.Uint64()>>32 | 1 }

// NoteSeed replaces a seed of 0 by a random one and prints it.
func (a *App) NoteSeed(seed *uint64) {
	if *seed == 0 {
		*seed = RandomSeed()
		a.Note("seed %d", *seed)
	}
}

// arguments accepts as many arguments as a usage line has: [NAME] may be omitted, and NAME... may
// be repeated. If the line has two forms of the command, it checks them.
func arguments(usage string) cobra.PositionalArgs {
	words := strings.Fields(strings.ReplaceAll(usage, " | ", "|"))
	least, most := 0, len(words)
	for _, word := range words {
		if word[0] != '[' {
			least++
		}
		if strings.Contains(word, "...") {
			most = math.MaxInt
		}
	}
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(words) == 0 && len(args) > 0:
			return Usagef("unexpected argument %q; it takes none", args[0])
		case strings.Contains(usage, "| "+cmd.Name()+" "), least <= len(args) && len(args) <= most:
			return nil
		}
		return wantArguments(cmd, args, usage)
	}
}

// wantArguments rejects a wrong number of arguments, with the first example of the command.
func wantArguments(cmd *cobra.Command, args []string, want string) error {
	if want = strings.TrimSpace(want); want == "N" {
		want = "the order"
	}
	for example := range strings.Lines(cmd.Example) {
		if strings.Contains(example, cmd.CommandPath()+" ") {
			want += ": " + strings.TrimSpace(example)
			break
		}
	}
	return Usagef("%s, want %s", humanize.Plural(len(args), "argument"), want)
}

// CompleteFirst returns shell completion for the first argument.
func CompleteFirst(names func() []cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// Path returns the name of a command without that of the program, like "runs show"; "" for the
// root.
func Path(cmd *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()), " ")
}

// Again returns the command line for a shell, with changed flags: pairs of a name and a value; an
// empty value omits the flag.
func Again(cmd *cobra.Command, args []string, changes ...any) string {
	words := []any{strings.Fields(cmd.CommandPath()), args}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		var value any = f.Value.String()
		if f.NoOptDefVal != "" {
			value = value == "true"
		}
		if i := slices.Index(changes, any("--"+f.Name)); i >= 0 {
			value = changes[i+1]
		} else if !f.Changed {
			value = ""
		}
		words = append(words, "--"+f.Name, value)
	})
	return shell.Command(words...)
}

// Parent returns a command that only has subcommands.
func (a *App) Parent(path string, below ...*cobra.Command) *cobra.Command {
	cmd := a.Plain(path, nil, func(cmd *cobra.Command, _ []string) error { return cmd.Help() })
	cmd.Args = NoCommand
	cmd.AddCommand(below...)
	return cmd
}

// NoCommand rejects the arguments of a command that only has subcommands.
func NoCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := named.Names(cmd.Commands(), (*cobra.Command).Name)
	return Usagef("unknown command %q%s; want one of %s", args[0], DidYouMean(args[0], names),
		strings.Join(names, ", "))
}
