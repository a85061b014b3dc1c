package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/cmd/internal/answer/printer"
	"queens/docs"
	"queens/internal/buildinfo"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/shell"
)

// Main runs the command line and returns the exit code: 0 done, 1 failed, 2 wrong usage, 3 proven
// none, not a solution or verification failed, 4 stopped by a limit with a partial result, 130
// interrupted. args excludes the program's name.
//
// The first interrupt (Ctrl-C, SIGTERM, or SIGHUP unless ignored) ends the context of the command,
// which then saves and returns. The second ends the process at once.
func (p *Program) Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := NewApp(stdin, stdout, stderr)
	a.Status.Enable()
	return p.Start(a, args)
}

// Start runs one command line, with interrupts.
func (p *Program) Start(a *App, args []string) int {
	ctx, stop := interruptible()
	defer stop()
	return p.Run(ctx, a, args)
}

// oneInterrupt is how long later interrupts count as the first: timeout(1) signals a process and
// then its group, and wrappers forward what the terminal has already sent.
const oneInterrupt = 500 * time.Millisecond

// interruptible returns a context that ends at the first interrupt. A later one exits: the default
// action would not, because shells start background processes with interrupts ignored.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals, caught := make(chan os.Signal, 2), []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		caught = append(caught, syscall.SIGHUP)
	}
	signal.Notify(signals, caught...)
	go obey(signals, cancel, func() { os.Exit(errs.Interrupted) })
	return ctx, func() { signal.Stop(signals); cancel() }
}

// obey calls cancel at the first signal and exit at one more than oneInterrupt later.
func obey(signals <-chan os.Signal, cancel, exit func()) {
	<-signals
	cancel()
	first := time.Now()
	for range signals {
		if time.Since(first) > oneInterrupt {
			exit()
			return
		}
	}
}

// Run runs one command line and reports its error.
func (p *Program) Run(ctx context.Context, a *App, args []string) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.Stdout.Lost = cancel
	a.Args = args
	root := p.Root(a)
	root.SetArgs(CountByDefault(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	a.Status.Stop()
	switch lost := a.Stdout.Err; { // an undelivered answer is an error, whatever it was
	case errors.Is(lost, syscall.EPIPE):
		return errs.Pipe
	case lost != nil && (err == lost || !errors.Is(err, lost)):
		err = errs.Errorf("write the answer: %w", lost)
	}
	if text := Message(err, Path(cmd)); text != "" {
		fmt.Fprintln(a.Stderr, text)
	}
	return errs.ExitCode(err)
}

// Program has the name, the texts and the commands of a program.
type Program struct {
	Name   string
	Texts  string // its own and those of its commands, for App.Explain
	Groups []Group
}

// Group is a group of commands under one heading. The group "program" also gets the command help.
type Group struct {
	ID, Title string
	Commands  func(*App) []*cobra.Command
}

func exitCodes() string {
	topic, _ := docs.FindTopic("exit-codes")
	return strings.Join(named.Names(topic.Pairs(), func(p [2]string) string { return p[0] + " " + p[1] }), ", ")
}

// Root returns the command tree.
func (p *Program) Root(a *App) *cobra.Command {
	showVersion := false
	root := a.Explain(helpText+p.Texts).Plain(p.Name, nil, func(cmd *cobra.Command, _ []string) error {
		if showVersion {
			_, err := fmt.Fprintln(a.Stdout, buildinfo.Of())
			return err
		}
		_, err := fmt.Fprintf(a.Stdout, "%s\n\nMore: %s --help, and %[2]s COMMAND --help\n",
			strings.ReplaceAll("\n"+cmd.Example, "\n  ", "\n")[1:], p.Name)
		return err
	})
	root.Args, root.SilenceErrors, root.SilenceUsage, root.DisableAutoGenTag = unknownCommand, true, true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := ApplyEnvironment(cmd); err != nil {
			return err
		}
		if a.Quiet && a.Verbose {
			return Usagef("--quiet and --verbose cannot be combined")
		}
		if !a.Quiet {
			a.Status.Begin(shell.Line(append(strings.Fields(cmd.CommandPath())[1:], args...)...))
		}
		return nil
	}
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		unknown, ok := errors.AsType[*pflag.NotExistError](err)
		if ok && unknown.GetSpecifiedShortnames() == "elp" { // -help
			return pflag.ErrHelp
		}
		if ok && !cmd.HasParent() && len(a.Args) > 0 && !strings.HasPrefix(a.Args[0], "-") && !IsNumber(a.Args[0]) {
			return unknownCommand(cmd, a.Args)
		}
		if ok && !cmd.HasParent() && isFlagOfACommand(cmd, unknown.GetSpecifiedName()) {
			return Usagef("put --%s after the command", unknown.GetSpecifiedName())
		}
		return Usagef("%s", FlagMessage(cmd, err))
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := Help(cmd, a.TextWidth())
		if cmd == root {
			text = Fill(usageTexts.Text(printer.Style{}, "overview", root), a.TextWidth())
		}
		_ = a.PageHelp(text) // a.Stdout remembers the error
	})
	Flag(root, VersionFlag, &showVersion)
	GroupFlag(root, "color", &a.Color)
	GroupFlag(root, "quiet", &a.Quiet)
	GroupFlag(root, "verbose", &a.Verbose)
	GroupFlag(root, "no-pager", &a.NoPager)
	p.addCommands(root, a)
	return root
}

// addCommands adds the groups in order, and stops after the group of the command that the arguments
// begin with. Building all commands would take longer than most answers.
func (p *Program) addCommands(root *cobra.Command, a *App) {
	cobra.EnableCommandSorting = false // help keeps the order of the groups
	help := p.newHelp(a)
	help.GroupID = "program"
	root.SetHelpCommand(help)
	for _, g := range p.Groups {
		root.AddGroup(&cobra.Group{ID: g.ID, Title: g.Title})
	}
	for i, g := range p.Groups {
		for _, cmd := range g.Commands(a) {
			cmd.GroupID = g.ID
			root.AddCommand(cmd)
		}
		if p.Name == "queens" && i+1 < len(p.Groups) && len(a.Args) > 0 && hasCommand(root, a.Args[0]) {
			return
		}
	}
	root.Long = strings.Replace(root.Long, "{exit-codes}", exitCodes(), 1)
	if p.Name != "queens" {
		p.rename(root)
	}
}

// rename replaces "queens" by the name of this program in texts about commands that it has.
func (p *Program) rename(root *cobra.Command) {
	names := named.Names(root.Commands(), (*cobra.Command).Name)
	calls := regexp.MustCompile(`\bqueens (` + strings.Join(names, "|") + `)\b`)
	for _, cmd := range append(Below(root), root) {
		cmd.Long, cmd.Example = calls.ReplaceAllString(cmd.Long, p.Name+" $1"),
			calls.ReplaceAllString(cmd.Example, p.Name+" $1")
	}
}

func isFlagOfACommand(root *cobra.Command, name string) bool {
	return slices.ContainsFunc(root.Commands(), func(cmd *cobra.Command) bool {
		return cmd.Flags().Lookup(name) != nil || len(name) == 1 && cmd.Flags().ShorthandLookup(name) != nil
	})
}

func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := named.Names(cmd.Commands(), (*cobra.Command).Name)
	if IsNumber(args[0]) {
		if i := slices.IndexFunc(args, func(arg string) bool { return slices.Contains(names, arg) }); i > 0 {
			return Usagef("the command comes first: %s %s", cmd.Name(), shell.Line(append([]string{args[i]},
				slices.Delete(slices.Clone(args), i, i+1)...)...))
		}
	}
	for _, t := range docs.TopicsOf(cmd.Root().Name()) {
		if t.Name == args[0] {
			return Usagef("%s is a topic: %s help %s", t.Name, cmd.Name(), shell.Line(args...))
		}
		names = append(names, t.Name)
	}
	root, more := cmd.Root().Name(), ""
	if root != "queens" {
		more = "; queens has more"
	}
	hint := DidYouMean(args[0], names)
	for _, c := range Below(cmd.Root()) {
		if hint == "" && c.Name() == args[0] { // a subcommand
			hint = fmt.Sprintf(" (did you mean %q?)", Path(c))
		}
	}
	return Usagef("unknown command %q%s; `%s --help` lists all%s", args[0], hint, root, more)
}

func hasCommand(root *cobra.Command, name string) bool {
	return slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
}

// isOrders reports whether an argument is an order, 8, or a range, 8..12.
func isOrders(arg string) bool {
	first, last, isRange := strings.Cut(arg, "..")
	return IsNumber(first) && (!isRange || IsNumber(last))
}

// CountByDefault turns `queens 8` into `queens count 8` if the first argument that is not a flag is
// an order or a range, and no argument is a command. It also turns `queens --help count` and
// `queens count help` into `queens count --help`.
func CountByDefault(root *cobra.Command, args []string) []string {
	switch {
	case len(args) < 2:
	case slices.Contains([]string{"-h", "-help", "--help"}, args[0]) && hasCommand(root, args[1]):
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 2 && args[1] == "help" && hasCommand(root, args[0]):
		return []string{args[0], "--help"}
	}
	for i, arg := range args {
		if i > 0 && hasCommand(root, arg) && !strings.HasPrefix(args[i-1], "-") { // after a flag it may be a value
			return args
		}
	}
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--color": // the only global flag with a value
			i++
		case strings.HasPrefix(arg, "-"):
		case isOrders(arg):
			return slices.Insert(slices.Clone(args), 0, "count")
		default:
			return args
		}
	}
	return args
}
