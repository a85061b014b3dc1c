package counting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens/cmd/internal/cli/command"
	"queens/count"
	"queens/count/device"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/buildinfo"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/internal/sys"
)

func newVersion(a *app) *cobra.Command {
	return a.Command("version", nil, func(*cobra.Command, []string) error {
		return a.Print(texts.Show("queens.version/1", buildinfo.Of()))
	})
}

func newCompletion(a *app) *cobra.Command {
	names := []string{"bash", "fish", "powershell", "zsh"}
	cmd := a.Plain("completion", nil, func(cmd *cobra.Command, args []string) error {
		switch args[0] {
		case "bash":
			return cmd.Root().GenBashCompletionV2(a.Stdout, true)
		case "fish":
			return cmd.Root().GenFishCompletion(a.Stdout, true)
		case "powershell":
			return cmd.Root().GenPowerShellCompletionWithDesc(a.Stdout)
		case "zsh":
			return cmd.Root().GenZshCompletion(a.Stdout)
		}
		return command.Usagef("shell %q: want one of %s%s", args[0], strings.Join(names, ", "),
			command.DidYouMean(args[0], names))
	})
	cmd.ValidArgs = names
	return cmd
}

func newMan(a *app) *cobra.Command {
	var out string
	cmd := a.Plain("man", nil, func(cmd *cobra.Command, args []string) error {
		date := time.Now()
		if epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
			date = time.Unix(epoch, 0)
		}
		about, rest, err := cmd.Root().Find(args)
		switch {
		case out != "" && len(args) > 0:
			return command.Usagef("--output writes the pages of all commands; omit %q", args[0])
		case out != "":
			err := os.MkdirAll(out, 0o777)
			pages := slices.DeleteFunc(append(command.Below(cmd.Root()), cmd.Root()),
				func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
			for _, c := range pages {
				err = cmp.Or(err, command.WriteFile(filepath.Join(out, pageName(c)+".1"), []byte(manPage(c, date))))
			}
			if err == nil {
				_, err = fmt.Fprintf(a.Stdout, "%s in %s\n", humanize.Plural(len(pages), "page"), out)
			}
			return err
		case err != nil || len(rest) > 0:
			names := named.Names(subcommands(about), (*cobra.Command).Name)
			unknown := args[len(args)-max(1, len(rest))]
			return command.Usagef("no command %q%s; --output %s writes the pages of all commands", unknown,
				command.DidYouMean(unknown, names), shell.Quote(args[0]))
		}
		_, err = fmt.Fprint(a.Stdout, manPage(about, date))
		return err
	})
	command.Flag(cmd, "output", &out)
	cmd.ValidArgsFunction = func(
		cmd *cobra.Command, args []string, _ string,
	) ([]cobra.Completion, cobra.ShellCompDirective) {
		about, _, _ := cmd.Root().Find(args) // the closest one
		return named.Names(subcommands(about), func(c *cobra.Command) string {
			return cobra.CompletionWithDesc(c.Name(), c.Short)
		}), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func subcommands(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return !c.IsAvailableCommand()
	})
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// page is a manual page under construction, in the macros of man(7).
type page struct{ strings.Builder }

// escape protects characters that roff interprets; hyphens stay hyphens.
var escape = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

func (p *page) line(text string) {
	text = escape.Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	for _, r := range text {
		if r > '~' {
			fmt.Fprintf(p, `\[u%04X]`, r)
		} else {
			p.WriteRune(r)
		}
	}
	p.WriteByte('\n')
}

// manWidth is the width of list items: a page has 80 columns, with a margin of 7.
const manWidth = command.HelpWidth - 8

// section writes a part of a help text: paragraphs are filled, list items stay as they are.
func (p *page) section(name, text string) {
	fmt.Fprintf(p, ".SH %q\n", name)
	filled := true
	fill := func(fill bool) {
		if fill != filled {
			p.WriteString(map[bool]string{true: ".fi\n", false: ".nf\n"}[fill])
		}
		filled = fill
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		switch {
		case line == "":
			fill(true)
			p.WriteString(".PP\n")
		case command.IsRow(line):
			fill(false)
			for row := range strings.Lines(command.Fill(line, manWidth)) {
				p.line(strings.TrimSuffix(row, "\n"))
			}
		default:
			fill(true)
			p.line(line)
		}
	}
	fill(true)
}

func manPage(cmd *cobra.Command, date time.Time) string {
	cmd.InitDefaultHelpFlag()
	p := new(page)
	name := pageName(cmd)
	fmt.Fprintf(p, ".TH \"%s\" \"1\" \"%s\" \"queens\" \"n\\-queens\"\n", escape.Replace(strings.ToUpper(name)),
		date.UTC().Format("Jan 2006"))
	p.WriteString(".nh\n.ad l\n") // no hyphenation and no justification, so that commands can be copied
	p.section("NAME", name+" - "+cmd.Short)
	usage := strings.Split(strings.TrimSpace(command.Usage(cmd)), "\n\n")
	p.section("SYNOPSIS", strings.TrimPrefix(usage[0], "Usage:\n"))
	description, codes, _ := strings.Cut(cmd.Long, "\n\nExit codes: ")
	p.section("DESCRIPTION", description)
	for _, part := range usage[1:] {
		title, body, _ := strings.Cut(part, "\n")
		if heading, ok := strings.CutSuffix(title, ":"); ok {
			p.section(strings.ToUpper(heading), body)
		}
	}
	p.section("EXIT STATUS", codes)
	p.section("ENVIRONMENT", "QUEENS_COLOR sets --color, and so on for every flag; a flag on the command line wins. "+
		`"queens help environment" lists all variables.`)
	if cmd.Flags().Lookup("state") != nil || !cmd.HasParent() {
		p.section("FILES",
			"$XDG_STATE_HOME/queens or ~/.local/state/queens is the state directory, with a directory for "+
				"each run; ~/Library/Application Support/queens on macOS, %LocalAppData%\\queens on Windows.")
	}
	pages := named.Names(subcommands(cmd), pageName)
	if cmd.HasParent() {
		pages = append([]string{pageName(cmd.Parent())}, pages...)
	}
	if len(pages) > 0 {
		p.section("SEE ALSO", strings.Join(pages, "(1), ")+"(1)")
	}
	return p.String()
}

func newDoctor(a *app) *cobra.Command {
	var state string
	cmd := a.Command("doctor", nil, func(cmd *cobra.Command, _ []string) error {
		ctx, r := cmd.Context(), &doctorAnswer{Well: true}
		r.lookAtProgram()
		r.lookAtKernels()
		r.lookAtDevices(ctx)
		r.lookAtCounts(ctx)
		r.lookAtState(state)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := a.Print(texts.Show("queens.doctor/1", r)); err != nil || r.Well {
			return err
		}
		return errs.WithCode(errs.Failed, nil)
	})
	command.Flag(cmd, "state", &state)
	return cmd
}

type doctorAnswer struct {
	Well     bool      `json:"well"`
	Findings []finding `json:"findings"`
}

type finding struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"` // for a failure or a note
}

const (
	ok      = "ok"
	notable = "note" // worth knowing, but harmless
	failed  = "fail"
)

func (r *doctorAnswer) say(status, name, format string, args ...any) {
	r.Findings = append(r.Findings, finding{name, status, fmt.Sprintf(format, args...), ""})
}

func (r *doctorAnswer) fail(name, advice string, err error) {
	r.Well = false
	r.Findings = append(r.Findings, finding{name, failed, errs.Said(err).Error(), advice})
}

func (r *doctorAnswer) lookAtProgram() {
	machine := humanize.Plural(runtime.NumCPU(), "processor")
	if name := command.ProcessorName(); name != "" {
		machine += ", " + name
	}
	if usable := runtime.GOMAXPROCS(0); usable != runtime.NumCPU() {
		machine += fmt.Sprintf("; a count uses %d of them", usable)
	}
	r.say(ok, "program", "%v", buildinfo.Of())
	r.say(ok, "machine", "%s", machine)
	if total, available := command.MemoryBytes(); total > 0 {
		r.say(ok, "memory", "%s, %s of it available", humanize.Bytes(float64(total)),
			humanize.Bytes(float64(available)))
	}
	if limit := sys.AddressLimit(); limit < sys.LeastAddresses {
		r.fail("memory", "raise it: ulimit -v", fmt.Errorf("the limit of address space, ulimit -v, is %d: want at "+
			"least %d", limit>>10, sys.LeastAddresses>>10))
	}
}

func (r *doctorAnswer) lookAtKernels() {
	usable := map[string][]string{} // by kind
	var others []string
	for _, p := range methods.Processors() {
		if p.Usable {
			usable[p.Method] = append(usable[p.Method], p.Kernel)
		} else {
			others = append(others, fmt.Sprintf("%s, for counts by %s, needs %s", p.Kernel, p.Method, p.Needs))
		}
	}
	for _, kind := range slices.Backward(slices.Sorted(maps.Keys(usable))) {
		names := usable[kind]
		r.say(ok, "kernels", "%s: %s; counts prefer %s", kind, strings.Join(names, ", "), names[len(names)-1])
	}
	if len(others) > 0 {
		r.say(notable, "kernels", "not on this processor: %s", strings.Join(others, ", "))
	}
}

func (r *doctorAnswer) lookAtDevices(ctx context.Context) {
	routes, err := device.List(ctx, device.Options{})
	if err != nil {
		r.say(notable, "devices", "%v", errs.Said(err))
	}
	for _, route := range routes {
		if route.Missing != "" {
			r.say(notable, "devices", "%s, %s: %s", route.Name, route.Summary, route.Missing)
		}
		for _, d := range route.Devices {
			use := "count --device " + d.Name
			if d.Processor {
				use = "the processor itself, for tests"
			}
			r.say(ok, "devices", "%s: %s, %s, %s by %s; %s", d.Name, d.Model, humanize.Bytes(float64(d.Memory)),
				humanize.Plural(d.Units, "compute unit"), d.Driver, use)
		}
	}
}

const doctorFirst, doctorLast = 4, 10

const brokenAdvice = "a wrong count: broken memory or processor, or a faulty build; run it again, and trust no " +
	"count of this machine until it passes"

func (r *doctorAnswer) lookAtCounts(ctx context.Context) {
	counts := 0
	kernels := len(slices.DeleteFunc(methods.Processors(), func(p plan.Processor) bool { return !p.Usable }))
	for _, variant := range methods.Variants() {
		for _, kernel := range kernelsOf(variant) {
			for n := doctorFirst; n <= doctorLast; n++ {
				if variant.Accepts(n) != nil {
					continue
				}
				if err := checkCount(ctx, n, variant, kernel); err != nil {
					r.fail("counts", brokenAdvice, err)
					return
				}
				counts++
			}
		}
	}
	r.say(ok, "counts", "%s and %s agree with the known values of orders %d to %d (%d counts)",
		humanize.Plural(kernels, "kernel"), humanize.Plural(len(methods.Variants()), "method"),
		doctorFirst, doctorLast, counts)
}

func kernelsOf(s plan.Variant) []string {
	usable := slices.DeleteFunc(slices.Clone(s.Method.Info().Kernels), func(p plan.Processor) bool { return !p.Usable })
	return named.Names(usable, func(p plan.Processor) string { return p.Kernel })
}

func checkCount(ctx context.Context, n int, variant plan.Variant, kernel string) error {
	p, err := plan.New(ctx, n, variant)
	if err != nil {
		return err
	}
	tally, err := count.Run(ctx, p, count.Options{Kernel: kernel})
	if err != nil {
		return err
	}
	return checkKnown(p, kernel, tally)
}

const (
	stateAdvice = "choose another directory with --state DIR or the variable QUEENS_STATE, or count with --state none"
	lockAdvice  = "without locks two counts may write one ledger; choose a local disk with --state DIR or the " +
		"variable QUEENS_STATE"
)

func (r *doctorAnswer) lookAtState(state string) {
	root, err := command.StateRoot(state)
	if err == nil && root == "" {
		r.say(notable, "state", "nothing is saved: the state directory is none")
		return
	}
	if err == nil {
		root, err = filepath.Abs(root)
	}
	parent := root // the closest existing directory
	if err == nil {
		for _, err := os.Lstat(parent); errors.Is(err, fs.ErrNotExist); _, err = os.Lstat(parent) {
			parent = filepath.Dir(parent)
		}
		err = tryWriting(parent)
	}
	if err != nil {
		r.fail("state", stateAdvice, err)
		return
	}
	f := finding{"state", ok, root + ", writable", ""}
	if parent != root {
		f.Detail += ", will be made by the first count that needs it"
	}
	if free, err := sys.FreeSpace(parent); err == nil {
		f.Detail += fmt.Sprintf(", %s free", humanize.Bytes(float64(free)))
		if free < lowSpace {
			f.Status, f.Advice = notable, "a large ledger may not fit; "+stateAdvice
		}
	}
	r.Findings = append(r.Findings, f)
	if err := tryLocks(parent); err != nil {
		r.fail("locks", lockAdvice, err)
	} else {
		r.say(ok, "locks", "a ledger in use is locked against a second process")
	}
}

func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("queens doctor was here\n")
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

// lowSpace is the free space below which the ledger of a million subproblems may not fit.
const lowSpace = 100_000_000

var errNotRefused = errors.New("a second lock on a locked file was not refused")

// tryLocks locks a file in the directory twice; the second attempt must fail.
func tryLocks(dir string) error {
	path := filepath.Join(dir, fmt.Sprintf(".doctor-lock-%d", os.Getpid()))
	lock, err := sys.LockFile(path)
	if err != nil {
		return err
	}
	second, err := sys.LockFile(path)
	if err == nil {
		err = errors.Join(errNotRefused, second.Unlock())
	} else if errors.Is(err, sys.ErrLocked) {
		err = nil
	}
	return errors.Join(err, lock.Unlock(), os.Remove(path))
}
