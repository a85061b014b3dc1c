package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"queens/count/plan"
	"queens/internal/answer"
	"queens/internal/cli/kit"
)

// TestExamplesRun types the examples of every help text, one after the other, in a
// directory of their own. Each is given a moment and then interrupted: by then it
// has looked at its arguments, and that they are right is what is asked here.
func TestExamplesRun(t *testing.T) {
	if raced {
		t.Skip("nothing here runs side by side that other tests do not run")
	}
	needs := map[string]string{ // what an example has from elsewhere
		"queens model 8 lp --import answer.sol": "Optimal - objective value 0\n",
	}
	elsewhere := []string{
		"queens serve",                          // listens
		"queens runs",                           // names runs of another machine
		"queens man -o ~/.local/share/man/man1", // the shell reads ~
		"queens doctor --state /mnt/big/queens",
		"queens bench",                              // ties itself to a processor
		"queens count 22 --device auto",             // a graphics card
		"queens count 24 --on slurm", "queens task", // a cluster
	}
	t.Chdir(t.TempDir())
	t.Setenv("QUEENS_STATE", t.TempDir())
	a, _, _ := newTestApp()
	visit(whole.Root(a), func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			line = strings.TrimSpace(line)
			if slices.ContainsFunc(elsewhere, func(s string) bool { return strings.HasPrefix(line, s) }) {
				continue
			}
			if answer, ok := needs[line]; ok {
				if err := os.WriteFile("answer.sol", []byte(answer), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var input io.Reader = strings.NewReader("")
			if word, ok := strings.CutPrefix(line, "echo "); ok {
				word, _, _ = strings.Cut(word, "|")
				input = strings.NewReader(word)
			}
			for _, words := range exampleLines(line) { // the stages of a pipe
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				var stdout, stderr bytes.Buffer
				code := whole.Run(ctx, kit.NewApp(input, &stdout, &stderr), words[1:])
				interrupted := ctx.Err() != nil
				cancel()
				switch code {
				case kit.CodeDone:
				case kit.CodeRefuted:
					if cmd.Name() == "check" || strings.Contains(line, "--import") {
						break
					}
					fallthrough
				default:
					if strings.Contains(line, "--solve") && strings.Contains(stderr.String(), "not on this machine") {
						t.Logf("%s: not tried: %s", line, &stderr)
					} else if !interrupted {
						t.Errorf("%s: exit code %d, %s", line, code, &stderr)
					}
				}
				if interrupted {
					break // the next stage would get half of it
				}
				input = &stdout
			}
		}
	})
}

// TestSchemesAreExplained types the command by which each scheme is said to count, and looks for it
// among the runs of the answer.
func TestSchemesAreExplained(t *testing.T) {
	t.Setenv("QUEENS_STATE", t.TempDir())
	for _, s := range plan.Schemes() {
		r := answer.NewScheme(s)
		if r.Title == "" || r.How == "" || r.Cost == "" {
			t.Errorf("%s is not explained: %+v", s.Name, r)
		}
		var stdout, stderr bytes.Buffer
		words := strings.Fields(r.Command)
		if code := whole.Run(t.Context(), kit.NewApp(strings.NewReader(""), &stdout, &stderr), append(words[1:],
			"--json")); code != kit.CodeDone {
			t.Errorf("%s: exit code %d: %s", r.Command, code, &stderr)
		} else if !s.PerQueen && !strings.Contains(stdout.String(), `"method":"`+s.Name+`"`) {
			t.Errorf("%s does not count by %s: %s", r.Command, s.Name, &stdout)
		}
	}
}
