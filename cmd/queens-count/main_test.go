package main

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"queens/cmd/internal/cli/command"
	"queens/internal/errs"
	"queens/internal/must"
	"queens/known"
)

func TestCountsTheSame(t *testing.T) {
	want, ok := known.Solutions(10)
	if !ok {
		t.Fatal("Q(10) is not known")
	}
	for _, args := range [][]string{{"10"}, {"count", "10", "--method", "search-border", "--state", "none"}} {
		var stdout, stderr bytes.Buffer
		if code := alone.Main(args, strings.NewReader(""), &stdout, &stderr); code != errs.Done ||
			strings.TrimSpace(stdout.String()) != want.String() {
			t.Errorf("%q: code %d, %q, %s; want %v", args, code, &stdout, &stderr, want)
		}
	}
}

func TestCommandsOfQueens(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := alone.Main([]string{"table"}, strings.NewReader(""), &stdout, &stderr)
	want := "queens: unknown command \"table\"; `queens-count --help` lists all; queens has more\n"
	if code != errs.Usage || stderr.String() != want {
		t.Errorf("code %d, %q, want %q", code, &stderr, want)
	}
}

// TestTextsNameThisProgram checks that every example in the help texts calls a command of this
// program.
func TestTextsNameThisProgram(t *testing.T) {
	root := alone.Root(command.NewApp(strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer)))
	seen := 0
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			words := strings.Fields(line)
			if len(words) < 2 || cmd == root {
				continue
			}
			seen++
			if found, _, err := root.Find(words[1:]); words[0] != alone.Name || err != nil || found == root {
				t.Errorf("%s: example %q", cmd.CommandPath(), line)
			}
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(root)
	if seen < 20 {
		t.Errorf("%d examples, want those of all commands", seen)
	}
}

// TestLinksWhatCountsAlone asks the go command for the packages that this program links: none that
// only the other commands of queens need.
func TestLinksWhatCountsAlone(t *testing.T) {
	linked := strings.Fields(string(must.Get(exec.Command("go", "list", "-deps", ".").Output())(t)))
	module := strings.TrimSuffix(linked[len(linked)-1], "/cmd/queens-count") // the last package is the program itself
	if !slices.Contains(linked, module+"/count") {
		t.Fatalf("package count is not among %d", len(linked))
	}
	for _, pkg := range linked {
		for _, unwanted := range []string{
			"net/http", "crypto/tls", "encoding/gob", "git.sr.ht", "golang.org/x/image",
			module + "/cmd/internal/web", module + "/draw", module + "/find", module + "/format", module + "/math",
			module + "/model",
		} {
			if pkg == unwanted || strings.HasPrefix(pkg, unwanted+"/") {
				t.Errorf("linked with %s; a command that needs it belongs to cmd/internal/cli, "+
					"which only cmd/queens imports", pkg)
			}
		}
	}
}

// TestTopics checks that help offers no topic about commands that this program does not have.
func TestTopics(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"help", "all"}, {"help", "--help"}, {"__complete", "help", ""}} {
		var stdout, stderr bytes.Buffer
		alone.Main(args, strings.NewReader(""), &stdout, &stderr)
		words := strings.FieldsFunc(stdout.String(), func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') })
		for _, topic := range []string{"documents", "errata", "how-do-i", "tutorial"} {
			if slices.Contains(words, topic) {
				t.Errorf("%q offers %s", args, topic)
			}
		}
		if !slices.Contains(words, "machines") {
			t.Errorf("%q does not offer machines: %s", args, &stdout)
		}
	}
}
