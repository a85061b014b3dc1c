// Package program holds the commands about the program itself.
package program

import (
	_ "embed"
	"fmt"
	"runtime"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/buildinfo"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
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
