package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"queens/internal/cli/kit"
	"queens/internal/golden"
	"queens/internal/must"
)

// TestMain lets this test binary run as queens, so that scripts use real processes, streams and
// signals. The status line is shown only if STATUS is set, so scripts do not depend on the load.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"queens": func() {
			var printed bytes.Buffer
			var stdout io.Writer = os.Stdout
			if slices.Contains(os.Args, "--json") {
				stdout = io.MultiWriter(os.Stdout, &printed)
			}
			a := kit.NewApp(os.Stdin, stdout, os.Stderr)
			if os.Getenv("STATUS") != "" {
				a.Status.Enable()
			}
			code := whole.Start(a, os.Args[1:])
			golden.Keep(printed.Bytes())
			os.Exit(code)
		},
		"peak": peak,
	})
}

// concurrent lists the scripts with concurrent commands. The race detector would find nothing new
// in the others.
var concurrent = []string{"count", "list", "race", "runs", "runs-stop", "serve", "terminal"}

// TestScripts runs every script of testdata/script; -update rewrites the expected output.
func TestScripts(t *testing.T) {
	files := must.Get(filepath.Glob("testdata/script/*.txt"))(t)
	if raced {
		files = slices.DeleteFunc(files, func(path string) bool {
			return !slices.Contains(concurrent, strings.TrimSuffix(filepath.Base(path), ".txt"))
		})
		if len(files) != len(concurrent) {
			t.Errorf("scripts %v, want %v", files, concurrent)
		}
	}
	testscript.Run(t, testscript.Params{
		Files:              files,
		UpdateScripts:      golden.Updating(),
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("QUEENS_STATE", env.WorkDir+"/state")
			env.Setenv("QUEENS_ANSWERS", os.Getenv("QUEENS_ANSWERS"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "flip": flip, "cut": cut, "overwrite": overwrite,
		},
	})
}

// exits CODE PROGRAM [ARGS...] runs a program with the standard input of the last "stdin", and
// requires an exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}
