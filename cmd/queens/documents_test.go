package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"queens/internal/must"
)

// TestMain lets this test binary run as queens.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"queens": main}) }

// typed is a command in a document and its output, without the prompt.
type typed struct {
	line    int
	command string
	output  string
}

// commandsOf returns the commands in the "console" blocks of a document: lines with the prompt $,
// and their output.
func commandsOf(text string) (list []typed) {
	inside, no := false, 0
	for line := range strings.Lines(text) {
		no++
		switch {
		case strings.HasPrefix(line, "```"):
			inside = strings.HasPrefix(line, "```console")
		case !inside:
		case strings.HasPrefix(line, "$ "):
			list = append(list, typed{line: no, command: strings.TrimSpace(line[2:])})
		case len(list) > 0:
			list[len(list)-1].output += line
		}
	}
	return list
}

// TestDocumentsShowWhatIsPrinted runs the commands of the documents for newcomers, each document in
// a folder of its own, and compares the output. A line "..." matches any number of lines; a command
// shown without output may print anything.
func TestDocumentsShowWhatIsPrinted(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	for name, least := range map[string]int{"README.md": 4, "docs/tutorial.md": 20, "docs/how-do-i.md": 20} {
		t.Run(name, func(t *testing.T) {
			dir, commands := t.TempDir(), commandsOf(string(must.Get(os.ReadFile(filepath.Join("../..", name)))(t)))
			if len(commands) < least {
				t.Fatalf("%d commands, want %d or more", len(commands), least)
			}
			for _, c := range commands {
				cmd := exec.CommandContext(t.Context(), shell, "-c", c.command)
				var stderr bytes.Buffer
				cmd.Dir, cmd.Stderr = dir, &stderr
				cmd.Env = append(os.Environ(), "QUEENS_STATE="+filepath.Join(dir, "state"), "QUEENS_WORKERS=1",
					"COLUMNS=80")
				out, err := cmd.Output()
				if _, failed := err.(*exec.ExitError); err != nil && !failed {
					t.Fatal(err)
				}
				if strings.Contains(c.output, "queens: ") { // documents may show standard error
					out = append(out, stderr.Bytes()...)
				} else if err != nil && c.output == "" {
					t.Errorf("%s:%d: %s: %v, %s", name, c.line, c.command, err, &stderr)
				}
				if !matches(c.output, string(out)) {
					t.Errorf("%s:%d: %s prints\n%s%swant\n%s", name, c.line, c.command, out, &stderr, c.output)
				}
			}
			for _, picture := range []string{"orbit.svg"} {
				got, err := os.ReadFile(filepath.Join(dir, picture))
				if os.IsNotExist(err) {
					continue
				}
				want, errWant := os.ReadFile(filepath.Join("../../docs/images", picture))
				if err != nil || errWant != nil || !bytes.Equal(got, want) {
					t.Errorf("docs/images/%s is not what the command makes: %v, %v", picture, err, errWant)
				}
			}
		})
	}
}

func matches(want, got string) bool {
	if want == "" {
		return true
	}
	parts := strings.Split(want, "...\n")
	rest, ok := strings.CutPrefix(got, parts[0])
	for _, part := range parts[1:] {
		at := strings.LastIndex(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return ok && rest == ""
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"", "a\n", true},
		{"a\n", "a\n", true},
		{"a\n", "a\nb\n", false},
		{"a\n...\n", "a\nb\nc\n", true},
		{"a\n...\nc\n", "a\nb\nc\n", true},
		{"a\n...\nc\n", "a\nb\n", false},
		{"a\n...\na\n", "a\n", false},
		{"...\nb\n...\n", "a\nb\nc\n", true},
		{"...\nb\n...\n", "a\nc\n", false},
	} {
		if got := matches(c.want, c.got); got != c.ok {
			t.Errorf("%q, %q: %v", c.want, c.got, got)
		}
	}
}
