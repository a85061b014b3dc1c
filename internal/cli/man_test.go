package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/internal/cli/kit"
	"queens/internal/must"
)

// TestRealManualPages renders every page. The description must have the words of the
// help text in order, with each list item on its own line. Flags, commands and examples must be
// complete.
func TestRealManualPages(t *testing.T) {
	must.Find(t, "groff", "groff")
	dir := t.TempDir()
	answerOf(t, "", "man", "--output", dir)
	eachCommand(func(cmd *cobra.Command) {
		if cmd.Hidden { // for engines
			return
		}
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		t.Run(name, func(t *testing.T) {
			render := exec.Command("groff", "-man", "-Tutf8", "-P-cbou", "-rLL=80n", "-ww",
				filepath.Join(dir, name+".1"))
			var warnings strings.Builder
			render.Stderr, render.Env = &warnings, append(os.Environ(), "LC_ALL=C.UTF-8")
			text, err := render.Output()
			if err != nil || warnings.Len() > 0 {
				t.Fatalf("%v, %s", err, &warnings)
			}
			sections := sectionsOf(string(text))
			description, codes, _ := strings.Cut(cmd.Long, "\n\nExit codes: ")
			if got, want := strings.Join(strings.Fields(sections["DESCRIPTION"]), " "),
				strings.Join(strings.Fields(description), " "); got != want {
				t.Errorf("description %q, want %q", got, want)
			}
			for _, line := range kit.JoinLines(description) {
				if !kit.IsRow(line) {
					continue
				}
				for row := range strings.Lines(kit.Fill(line, 72)) {
					if !strings.Contains(sections["DESCRIPTION"], "\n       "+row) {
						t.Errorf("no line %q in the description", row)
					}
				}
			}
			flags := sections["FLAGS"] + sections["GLOBAL FLAGS"]
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(flags, "--"+f.Name) {
					t.Errorf("no option --%s", f.Name)
				}
			})
			for line := range strings.Lines(cmd.Example) {
				if line = strings.TrimSpace(line); !strings.Contains(sections["EXAMPLES"], line+"\n") {
					t.Errorf("no example %q", line)
				}
			}
			if got, want := strings.Fields(sections["EXIT STATUS"]), strings.Fields(codes); !slices.Equal(got, want) {
				t.Errorf("exit status %q, want %q", got, want)
			}
			for _, sub := range cmd.Commands() {
				if words := strings.Join(strings.Fields(string(text)), " "); !sub.Hidden && !strings.Contains(words,
					sub.Name()+" "+sub.Short) {
					t.Errorf("no command %s: %s", sub.Name(), sub.Short)
				}
			}
			if !strings.Contains(sections["ENVIRONMENT"], "QUEENS_COLOR") {
				t.Error("no variables")
			}
		})
	})
}

func sectionsOf(text string) map[string]string {
	sections := map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		if line[0] >= 'A' && line[0] <= 'Z' && strings.ToUpper(line) == line {
			name = strings.TrimSpace(line)
			line = "\n"
		}
		if line[0] == ' ' || line[0] == '\n' { // not the footer
			sections[name] += line
		}
	}
	return sections
}
