package cli

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestEveryCommandBeginsTheStatusLine demands that no command has hooks of its own in
// place of those of the root, which begin the status line.
func TestEveryCommandBeginsTheStatusLine(t *testing.T) {
	a, _, _ := newTestApp()
	root := whole.Root(a)
	visit(root, func(cmd *cobra.Command) {
		if cmd != root && (cmd.PersistentPreRun != nil || cmd.PersistentPreRunE != nil) {
			t.Errorf("%s has a PersistentPreRun of its own: no status line, no variables", cmd.CommandPath())
		}
	})
}

// TestStatusLineOnATerminal waits for the status line of commands on a terminal, then
// types Ctrl-C: the line is put away before the last word. A question ends, too.
func TestStatusLineOnATerminal(t *testing.T) {
	if _, err := exec.LookPath("script"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs the program script to give a process a terminal")
	}
	for command, want := range map[string]string{
		"queens solve 41 --first":                        " s  order 41: ",
		"queens list 20 -o list.txt":                     " solutions, ",
		"queens solve 60 --method backtrack":             " s  order 60: backtrack",
		"queens count 24 --estimate":                     " s  sampling order 24",
		"queens count 8 --keep; queens runs remove n8-f": "delete it? [y/N] ",
	} {
		t.Run(strings.ReplaceAll(command, " ", "_"), func(t *testing.T) {
			cmd := exec.Command("script", "-qefc", command, os.DevNull)
			cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "STATUS=1", "QUEENS_STATE="+t.TempDir())
			keys, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			screen, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			in := bufio.NewReader(screen)
			shown := ""
			for !strings.Contains(shown, want) {
				r, _, err := in.ReadRune()
				if err != nil {
					t.Fatalf("shown %q before %v, want %q in it", shown, err, want)
				}
				shown += string(r)
			}
			if _, err := io.WriteString(keys, "\x03"); err != nil {
				t.Error(err)
			}
			rest, _ := io.ReadAll(in) // ends with an error of the terminal that is gone
			putAway := `\r +\rqueens: [^\r]*(interrupted|stopped)`
			if strings.HasSuffix(want, "[y/N] ") {
				putAway = `queens: runs remove n8-families-[^\n]* not deleted:\s+interrupted`
			}
			if !regexp.MustCompile(putAway).Match(rest) {
				t.Errorf("after the line %q, want it put away and that the command was interrupted", rest)
			}
			_ = cmd.Wait() // 130, as other tests ask
		})
	}
}
