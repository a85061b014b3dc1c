package cli

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"queens/internal/must"
)

func needsTerminal(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("script"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs the program script to give a process a terminal")
	}
}

// TestPager runs commands on a terminal, with a pager that inserts a line before its input.
func TestPager(t *testing.T) {
	needsTerminal(t)
	dir := t.TempDir()
	pager := filepath.Join(dir, "pager")
	must.Do(t, os.WriteFile(pager, []byte("#!/bin/sh\necho paged by $1 $LESS\ncat\nexit 3\n"), 0o755))
	const mark = "paged by me FRX"
	for _, c := range []struct {
		command, pager string
		paged          bool
		says           string
	}{
		{"queens help glossary", pager + " me", true, "GLOSSARY"},
		{"queens count --help", pager + " me", true, "--workers"},
		{"queens explain wirth", pager + " me", true, "Wirth"},
		{"queens table", pager + " me", true, "A000170"},
		{"queens table solutions 8", pager + " me", false, "92"},
		{"queens table --json", pager + " me", false, "A000170"},
		{"queens --no-pager table", pager + " me", false, "A000170"},
		{"QUEENS_NO_PAGER=true queens table", pager + " me", false, "A000170"},
		{"queens table | cat", pager + " me", false, "A000170"},
		{"queens table </dev/null", pager + " me", false, "A000170"},
		{"queens table", "", false, "A000170"},
		{"queens table", "cat me", false, "A000170"},
		{"queens table", filepath.Join(dir, "nothing"), false, "A000170"},
		{"queens table", dir, false, "A000170"},
	} {
		t.Run(c.command+" "+filepath.Base(c.pager), func(t *testing.T) {
			cmd := exec.Command("script", "-qefc", "stty rows 24 cols 80; "+c.command, os.DevNull)
			cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
				return strings.HasPrefix(v, "LESS=")
			}), "PAGER="+c.pager)
			keys := must.Get(cmd.StdinPipe())(t) // closing it would send Ctrl-D
			defer keys.Close()
			screen, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v, %s", err, screen)
			}
			if text := string(screen); strings.Contains(text, mark) != c.paged || !strings.Contains(text, c.says) ||
				strings.Count(text, c.says) > 1 && c.says == "GLOSSARY" {
				t.Errorf("paged: %v, want %v; %.300s", !c.paged, c.paged, screen)
			}
		})
	}
}

// TestEveryCommandBeginsTheStatusLine checks that no command replaces the hooks of the root, which
// start the status line.
func TestEveryCommandBeginsTheStatusLine(t *testing.T) {
	a, _, _ := newTestApp()
	root := whole.Root(a)
	visit(root, func(cmd *cobra.Command) {
		if cmd != root && (cmd.PersistentPreRun != nil || cmd.PersistentPreRunE != nil) {
			t.Errorf("%s has a PersistentPreRun of its own: no status line, no variables", cmd.CommandPath())
		}
	})
}

// TestStatusLineOnATerminal waits for the status line, then types Ctrl-C: the line is erased before
// the last message. A question ends, too.
func TestStatusLineOnATerminal(t *testing.T) {
	needsTerminal(t)
	for command, want := range map[string]string{
		"queens solve 41 --first":                             " s  order 41: ",
		"queens list 20 -o list.txt":                          " solutions, ",
		"queens solve 60 --method backtrack":                  " s  order 60: backtrack",
		"queens count 24 --estimate":                          " s  estimating order 24",
		"queens count 8 --keep; queens runs remove n8-search": "? [y/N] ",
	} {
		t.Run(strings.ReplaceAll(command, " ", "_"), func(t *testing.T) {
			cmd := exec.Command("script", "-qefc", command, os.DevNull)
			cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "STATUS=1", "QUEENS_STATE="+t.TempDir())
			keys := must.Get(cmd.StdinPipe())(t)
			screen := must.Get(cmd.StdoutPipe())(t)
			must.Do(t, cmd.Start())
			in := bufio.NewReader(screen)
			shown := ""
			for !strings.Contains(shown, want) {
				r, _, err := in.ReadRune()
				if err != nil {
					t.Fatalf("shown %q before %v, want %q in it", shown, err, want)
				}
				shown += string(r)
			}
			must.Get(io.WriteString(keys, "\x03"))(t)
			rest, _ := io.ReadAll(in) // ends with an error, because the terminal is gone
			putAway := `\r +\rqueens: [^\r]*(interrupted|stopped)`
			if strings.HasSuffix(want, "[y/N] ") {
				putAway = `queens: runs remove n8-search-[^\n]* not deleted:\s+interrupted`
			}
			if !regexp.MustCompile(putAway).Match(rest) {
				t.Errorf("after the line %q, want it put away and that the command was interrupted", rest)
			}
			_ = cmd.Wait() // 130, which other tests check
		})
	}
}
