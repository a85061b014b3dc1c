package cli

import (
	"errors"
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

// TestMain makes this test binary answer to the name queens as well, so that scripts run the
// program as a process of its own, with real streams and signals. No script depends on how busy the
// machine is: the status line is shown only where the variable STATUS asks for it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"queens": func() {
			a := kit.NewApp(os.Stdin, os.Stdout, os.Stderr)
			if os.Getenv("STATUS") != "" {
				a.Status.Enable()
			}
			os.Exit(whole.Start(a, os.Args[1:]))
		},
	})
}

// concurrent are the scripts whose commands do several things at once themselves. The
// others have nothing for the race detector that the tests of their packages have not.
var concurrent = []string{"count", "list", "race", "runs", "runs-stop", "serve", "terminal"}

// TestScripts runs every script of testdata/script. With -update what a script
// compares output with is rewritten.
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
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "flip": flip, "cut": cut, "overwrite": overwrite,
		},
	})
}

// exits is the script command "exits CODE PROGRAM [ARGS...]": it runs a program,
// with the standard input of the last "stdin", and demands an exit code.
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
