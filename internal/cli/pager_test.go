package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestPager types commands on a terminal with a pager that puts a line before what it is given.
func TestPager(t *testing.T) {
	if _, err := exec.LookPath("script"); err != nil || runtime.GOOS != "linux" {
		t.Skip("needs the program script to give a process a terminal")
	}
	dir := t.TempDir()
	pager := filepath.Join(dir, "pager")
	if err := os.WriteFile(pager, []byte("#!/bin/sh\necho paged by $1 $LESS\ncat\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
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
			keys, err := cmd.StdinPipe() // its end would be Ctrl-D
			if err != nil {
				t.Fatal(err)
			}
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
