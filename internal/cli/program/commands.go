// Package program holds the commands about the program itself.
package program

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/buildinfo"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/internal/shell"
)

//go:embed help.txt
var help string

//go:embed texts.tmpl
var textsFile string

var texts = printer.NewTexts(textsFile, template.FuncMap{
	"cpu":     kit.ProcessorName,
	"machine": func() [2]string { return [2]string{runtime.GOOS, runtime.GOARCH} },
	"nanos":   func(t time.Duration) string { return humanize.Seconds(t.Seconds()) },
	"percent": func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) },
	"rate":    func(k queens.Total, t time.Duration) string { return humanize.Count(k.Float64() / t.Seconds()) },
	"figure":  func(format string, x float64) string { return fmt.Sprintf(format, x) },
	"ratio":   func(t time.Duration, k queens.Total) *float64 { return ratio(float64(t), k.Float64()) },
})

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k.Explain(help)}
	return []*cobra.Command{newDoctor(a), newBench(a), newCompletion(a), newMan(a), newVersion(a)}
}

func newVersion(a *app) *cobra.Command {
	return a.Command("version", nil, func(*cobra.Command, []string) error {
		return a.Print(texts.Show("queens.version/1", buildinfo.Of()))
	})
}

func newCompletion(a *app) *cobra.Command {
	names := []string{"bash", "fish", "powershell", "zsh"}
	cmd := a.Plain("completion", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return kit.Usagef("want the name of one shell: %s", strings.Join(names, ", "))
		}
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
		return kit.Usagef("shell %q: want one of %s%s", args[0], strings.Join(names, ", "),
			kit.DidYouMean(args[0], names))
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
			return kit.Usagef("--output writes the pages of all commands; omit %q", args[0])
		case out != "":
			pages, err := writeManPages(cmd.Root(), out, date)
			if err == nil {
				_, err = fmt.Fprintf(a.Stdout, "%s in %s\n", humanize.Plural(pages, "page"), out)
			}
			return err
		case err != nil || len(rest) > 0:
			names := named.Names(subcommands(about), (*cobra.Command).Name)
			unknown := args[len(args)-max(1, len(rest))]
			return kit.Usagef("no command %q%s; --output %s writes the pages of all commands", unknown,
				kit.DidYouMean(unknown, names), shell.Quote(args[0]))
		}
		_, err = fmt.Fprint(a.Stdout, manPage(about, date))
		return err
	})
	kit.Flag(cmd, "output", &out)
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

func writeManPages(cmd *cobra.Command, dir string, date time.Time) (pages int, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	for _, sub := range subcommands(cmd) {
		more, err := writeManPages(sub, dir, date)
		if err != nil {
			return 0, err
		}
		pages += more
	}
	if err := kit.WriteFile(filepath.Join(dir, pageName(cmd)+".1"), []byte(manPage(cmd, date))); err != nil {
		return 0, err
	}
	return pages + 1, nil
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
const manWidth = kit.HelpWidth - 8

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
	fmt.Fprintf(p, ".TH \"%s\" \"1\" \"%s\" \"queens\" \"n\\-queens\"\n", escape.Replace(strings.ToUpper(name)),
		date.UTC().Format("Jan 2006"))
	p.WriteString(".nh\n.ad l\n") // no hyphenation and no justification, so that commands can be copied
	p.section("NAME", name+" - "+cmd.Short)
	p.section("SYNOPSIS", kit.Indent(strings.Join(kit.Synopsis(cmd), "\n")))
	description, codes, _ := strings.Cut(cmd.Long, "\n\nExit codes: ")
	p.section("DESCRIPTION", description)
	for part := range strings.SplitSeq(strings.TrimSpace(cmd.UsageString()), "\n\n") {
		title, body, _ := strings.Cut(part, "\n")
		if heading, ok := strings.CutSuffix(title, ":"); ok && heading != "Usage" {
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
