package program

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/docs"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/internal/option"
	"queens/internal/shell"
)

func newMan(a *app) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "The manual, as man pages",
		Long: `Man prints the manual page of a command or of the program. With -o it writes all
pages to a directory (queens.1, queens-check.1 and so on), which it makes if necessary.
The date on the pages is today's, or that of the variable SOURCE_DATE_EPOCH.

Exit codes: 0 done, 1 a page could not be written, 2 wrong usage.`,
		Example: `  queens man count | man -l -
  queens man -o ~/.local/share/man/man1`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			if about, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range subcommands(about) {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			date := time.Now()
			if epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
				date = time.Unix(epoch, 0)
			}
			about, rest, err := cmd.Root().Find(args)
			switch {
			case out != "" && len(args) > 0:
				return kit.Usagef("man: --output writes the pages of all commands; omit %q", args[0])
			case out != "":
				pages, err := writeManPages(cmd.Root(), out, date)
				if err == nil {
					_, err = fmt.Fprintf(a.Stdout, "%s in %s\n", humanize.Plural(pages, "page"), out)
				}
				return err
			case err != nil || len(rest) > 0:
				var names []string
				for _, c := range subcommands(about) {
					names = append(names, c.Name())
				}
				unknown := args[len(args)-max(1, len(rest))]
				return kit.Usagef("man: no command %q%s; --output %s writes the pages of all commands", unknown, kit.DidYouMean(unknown, names), shell.Quote(args[0]))
			}
			_, err = fmt.Fprint(a.Stdout, manPage(about, date))
			return err
		},
	}
	kit.Flag(cmd, "output", &out)
	return cmd
}

func writeManPages(cmd *cobra.Command, dir string, date time.Time) (pages int, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, fmt.Errorf("man: %w", err)
	}
	for _, sub := range subcommands(cmd) {
		more, err := writeManPages(sub, dir, date)
		if err != nil {
			return 0, err
		}
		pages += more
	}
	if err := kit.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), []byte(manPage(cmd, date))); err != nil {
		return 0, fmt.Errorf("man: %w", err)
	}
	return pages + 1, nil
}

func subcommands(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// page is a manual page in the making, in the macros of man(7).
type page struct{ strings.Builder }

// escape protects what roff would take for its own: hyphens stay as they are typed.
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

func (p *page) section(name string) { fmt.Fprintf(p, ".SH %q\n", name) }

// item writes an entry of a list: its heading in bold and what there is to say.
func (p *page) item(heading, text string) {
	fmt.Fprintf(p, ".TP\n.B \"%s\"\n", escape.Replace(heading))
	p.line(text)
}

// manWidth is the width of rows: a page has 80 columns, 7 of them margin.
const manWidth = kit.HelpWidth - 8

// text writes a help text: paragraphs to be filled, rows of lists as they are.
func (p *page) text(text string) {
	filled := true
	fill := func(fill bool) {
		if fill != filled {
			p.WriteString(map[bool]string{true: ".fi\n", false: ".nf\n"}[fill])
		}
		filled = fill
	}
	for _, line := range kit.JoinLines(text) {
		switch {
		case line == "":
			fill(true)
			p.WriteString(".PP\n")
		case kit.IsRow(line):
			fill(false)
			for row := range strings.Lines(kit.Fill(line, manWidth)) {
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
	fmt.Fprintf(p, ".TH \"%s\" \"1\" \"%s\" \"queens\" \"n\\-queens\"\n", escape.Replace(strings.ToUpper(name)), date.UTC().Format("Jan 2006"))
	p.WriteString(".nh\n.ad l\n") // no hyphens and no stretched lines: commands are to be copied
	p.section("NAME")
	p.line(name + " - " + cmd.Short)
	p.section("SYNOPSIS")
	p.text(kit.Indent(strings.Join(kit.Synopsis(cmd), "\n")))
	description, codes := cutExitCodes(cmd.Long)
	p.section("DESCRIPTION")
	p.text(description)
	p.commands(cmd)
	p.flags("OPTIONS", cmd.LocalFlags())
	p.flags("GLOBAL OPTIONS", cmd.InheritedFlags())
	p.section("EXIT STATUS")
	for _, c := range codes {
		p.item(c.code, c.meaning)
	}
	p.environment(cmd)
	if cmd.Flags().Lookup("state") != nil || cmd.InheritedFlags().Lookup("state") != nil || !cmd.HasParent() {
		p.section("FILES")
		p.item("$XDG_STATE_HOME/queens, ~/.local/state/queens", "the state directory, with a directory for each run; ~/Library/Application Support/queens on macOS, %LocalAppData%\\queens on Windows")
	}
	p.section("EXAMPLES")
	p.text(cmd.Example)
	p.seeAlso(cmd)
	return p.String()
}

type exitCode struct{ code, meaning string }

func cutExitCodes(long string) (description string, codes []exitCode) {
	description, list, _ := strings.Cut(long, "\n\nExit codes: ")
	list = strings.TrimSuffix(strings.Join(strings.Fields(list), " "), ".")
	begins := regexp.MustCompile(`(?:^|, )(\d+) `).FindAllStringSubmatchIndex(list, -1)
	for i, at := range begins {
		end := len(list)
		if i+1 < len(begins) {
			end = begins[i+1][0]
		}
		codes = append(codes, exitCode{list[at[2]:at[3]], list[at[1]:end]})
	}
	return description, codes
}

func (p *page) commands(cmd *cobra.Command) {
	if !cmd.HasSubCommands() {
		return
	}
	p.section("COMMANDS")
	for _, g := range append(cmd.Groups(), &cobra.Group{}) {
		if g.Title != "" {
			fmt.Fprintf(p, ".SS %q\n", strings.TrimSuffix(g.Title, ":"))
		}
		for _, sub := range subcommands(cmd) {
			if sub.GroupID == g.ID {
				p.item(sub.Name(), sub.Short)
			}
		}
	}
}

func (p *page) flags(section string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	p.section(section)
	flags.VisitAll(func(f *pflag.Flag) {
		value, usage := kit.FlagValue(f)
		names := `\fB\-\-` + escape.Replace(f.Name) + `\fR`
		if f.Shorthand != "" {
			names = `\fB\-` + f.Shorthand + `\fR, ` + names
		}
		if value != "" {
			names += ` \fI` + escape.Replace(value) + `\fR`
		}
		p.WriteString(".TP\n" + names + "\n")
		p.line(usage)
	})
}

func (p *page) environment(cmd *cobra.Command) {
	p.section("ENVIRONMENT")
	var names []string
	add := func(f *pflag.Flag) {
		if f.Name != "help" && f.Name != kit.VersionFlag {
			names = append(names, option.Variable(f.Name))
		}
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	p.item(strings.Join(names, ", "), "values of the flags of these names; a flag on the command line wins")
	if cmd.HasParent() {
		return
	}
	topic, _ := docs.FindTopic("environment")
	for _, v := range topic.Pairs() {
		p.item(v[0], v[1])
	}
}

func (p *page) seeAlso(cmd *cobra.Command) {
	var pages []string
	for c := cmd.Parent(); c != nil; c = c.Parent() {
		pages = append(pages, pageName(c))
	}
	for _, sub := range subcommands(cmd) {
		pages = append(pages, pageName(sub))
	}
	for _, mention := range regexp.MustCompile(`(?m)(?:^|"|[.;:] )queens ([a-z]+)`).FindAllStringSubmatch(cmd.Long, -1) {
		if c, _, err := cmd.Root().Find(mention[1:]); err == nil && c != cmd && c.HasParent() && !slices.Contains(pages, pageName(c)) {
			pages = append(pages, pageName(c))
		}
	}
	if len(pages) == 0 {
		return
	}
	p.section("SEE ALSO")
	p.line(strings.Join(pages, "(1), ") + "(1)")
}
