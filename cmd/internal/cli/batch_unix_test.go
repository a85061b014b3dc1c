//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/internal/errs"
	"queens/internal/must"
)

// endOf runs queens to its end.
func endOf(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, failed strings.Builder
	cmd := exec.Command("queens", args...)
	cmd.Stdout, cmd.Stderr = &out, &failed
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), failed.String()
}

// TestDamagedDirectory damages every kind of file in the directory of a finished count: "runs
// verify" names what it finds, and ends with code 3.
func TestDamagedDirectory(t *testing.T) {
	t.Setenv("QUEENS_STATE", t.TempDir())
	whole := filepath.Join(t.TempDir(), "d")
	count := func(dir string) []string {
		return []string{"count", "16", "--on", "local", "--dir", dir, "--tasks", "2", "-j", "1", "--poll", "100ms"}
	}
	if code, out, failed := endOf(t, count(whole)...); code != 0 || out != "14772512\n" { // Q(16): package known
		t.Fatalf("exit code %d: %s%s", code, out, failed)
	}
	write := func(path, text string) error { return os.WriteFile(path, []byte(text), 0o644) }
	replace := func(file, old, fresh string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, file)
			text := must.Get(os.ReadFile(path))(t)
			changed := regexp.MustCompile(old).ReplaceAll(text, []byte(fresh))
			if bytes.Equal(changed, text) {
				t.Fatalf("%s has no %s", file, old)
			}
			must.Do(t, os.WriteFile(path, changed, 0o644))
		}
	}
	first := func(t *testing.T, dir string) string { return glob(t, dir, "tasks/1-*/runs/*/ledger")[0] }
	ledgerIs := func(harm func(path string) error) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) { must.Do(t, harm(first(t, dir))) }
	}
	for _, tc := range []struct {
		name string
		harm func(t *testing.T, dir string)
		says string // regular expression for the answer
	}{
		{"all tasks forged", func(t *testing.T, dir string) {
			for _, path := range glob(t, dir, "tasks/*/runs/*/ledger") {
				forge(t, path)
			}
		}, `wrong +subproblem 8: total .*\n(.*\n)*wrong +subproblem 9: `},
		{"merged ledger forged", func(t *testing.T, dir string) {
			forge(t, glob(t, dir, "runs/*/ledger")[0])
		}, `wrong +subproblem 8: total .*\n(.*\n)*wrong +subproblem 9: `},
		{"flipped", ledgerIs(flipMiddle), `tasks/1-.*damaged`},
		{"cut", ledgerIs(func(path string) error { return os.Truncate(path, 1000) }), `none of the ledgers that were merged has them`},
		{"emptied", ledgerIs(func(path string) error { return os.Truncate(path, 0) }), `none of the ledgers that were merged has them`},
		{
			"nonsense", ledgerIs(func(path string) error { return write(path, strings.Repeat("nonsense", 600)) }),
			`tasks/1-.*: not a ledger`,
		},
		{"huge", ledgerIs(func(path string) error { return os.Truncate(path, 20e9) }), `tasks/1-.*: 20 GB, want at most`},
		{"devices", func(t *testing.T, dir string) {
			name := func(attempt string) string {
				path := filepath.Join(dir, "tasks", attempt, "runs", filepath.Base(glob(t, dir, "runs/*")[0]), "ledger")
				must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
				return path
			}
			must.Do(t, os.Symlink("/dev/zero", name("1-x-00000000")))
			must.Do(t, syscall.Mkfifo(name("1-y-00000000"), 0o600))
			must.Do(t, os.Symlink("nothing", name("1-z-00000000")))
		}, `1-x-.*: a device, (.*\n)*.*1-y-.*: a named pipe, (.*\n)*.*1-z-.*: a link to nothing, `},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "d")
			must.Do(t, os.CopyFS(dir, os.DirFS(whole)))
			tc.harm(t, dir)
			code, out, failed := endOf(t, "runs", "verify", dir, "--sample", "1")
			if code != 3 || !regexp.MustCompile(tc.says).MatchString(out) ||
				!regexp.MustCompile(`\nverdict +wrong`).MatchString(out) || strings.ContainsAny(out+failed, "\x1b\x07") {
				t.Errorf("exit code %d, want 3 and %q:\n%s%s", code, tc.says, out, failed)
			}
		})
	}
	t.Run("run.json", func(t *testing.T) {
		t.Parallel()
		for end, says := range map[string]string{
			"\n{}\n": "run.json: invalid character", "pipe": "run.json: a named pipe",
		} {
			dir := filepath.Join(t.TempDir(), "d")
			must.Do(t, os.CopyFS(dir, os.DirFS(whole)))
			if path := filepath.Join(dir, "run.json"); end == "pipe" {
				must.Do(t, errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)))
			} else {
				replace("run.json", `\n$`, end)(t, dir)
			}
			for _, args := range [][]string{count(dir), {"runs", "verify", dir}, {"task", dir, "1"}} {
				if code, out, failed := endOf(t, args...); code == 0 || out != "" || !strings.Contains(failed, says) {
					t.Errorf("%v: exit code %d, want %q: %s%s", args, code, says, out, failed)
				}
			}
		}
	})
	t.Run("count again", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "d")
		must.Do(t, os.CopyFS(dir, os.DirFS(whole)))
		merged := glob(t, dir, "runs/*/ledger")[0]
		before := must.Get(os.ReadFile(merged))(t)
		cmd := exec.Command(must.Get(exec.LookPath("queens"))(t), count(dir)...)
		cmd.Env = append(os.Environ(), "PATH=/nowhere") // a finished count needs no engine
		if out, err := cmd.Output(); err != nil || string(out) != "14772512\n" {
			t.Fatalf("a finished count: %v: %s", err, out)
		}
		if after := must.Get(os.ReadFile(merged))(t); !bytes.Equal(before, after) {
			t.Error("a finished count writes its ledger again")
		}
		path := first(t, dir)
		must.Do(t, flipMiddle(path))
		code, out, failed := endOf(t, count(dir)...)
		if code != 0 || out != "14772512\n" || !strings.Contains(failed, path+": ") ||
			!strings.Contains(failed, "is counted again: check the file system") {
			t.Errorf("a damaged count: exit code %d: %s%s", code, out, failed)
		}
		for _, want := range []int{3, 0} {
			code, out, failed := endOf(t, "runs", "verify", dir, "--sample", "1")
			if code != want || code == 3 && !strings.Contains(out, path+": ") {
				t.Errorf("exit code %d: %s%s", code, out, failed)
			}
			if want == 3 {
				must.Do(t, os.Remove(path)) // as the flaw says
				endOf(t, count(dir)...)
			}
		}
		for _, path := range glob(t, dir, "tasks/*/runs/*/ledger") {
			forge(t, path)
		}
		if code, out, failed := endOf(t, count(dir)...); code != 3 || out != "" ||
			!strings.Contains(failed, "move the ledger that is wrong away") {
			t.Errorf("a forged count: exit code %d: %s%s", code, out, failed)
		}
	})
}

func flipMiddle(path string) error {
	text, err := os.ReadFile(path)
	text[len(text)/2] ^= 1
	return errors.Join(err, os.WriteFile(path, text, 0o644))
}

func glob(t *testing.T, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatal(pattern, paths, err)
	}
	return paths
}

// forge adds 1560 to the result of subproblem 8 and takes it from that of subproblem 9, with a
// new chain of hashes and a new certificate: the sum stays.
func forge(t *testing.T, path string) ledger.Hash {
	t.Helper()
	old := must.Get(ledger.Read(t.Context(), path))(t)
	dir := filepath.Join(t.TempDir(), "forged")
	led, _, err := ledger.Open(t.Context(), dir, old.Header, ledger.Options{})
	must.Do(t, err)
	for r, err := range old.Computations() {
		must.Do(t, err)
		total := r.Total
		switch r.Subproblem {
		case 7:
			total = total.Plus(queens.NewTotal(1560))
		case 8:
			total = total.Minus(queens.NewTotal(1560))
		}
		fresh := ledger.NewResult(r.Subproblem, total)
		r.Total, r.Mod13, r.Mod15 = total, fresh.Mod13, fresh.Mod15
		must.Do(t, led.Append(r))
	}
	if led.Tally().Complete() {
		must.Get(led.Finish("queens test"))(t)
	}
	must.Do(t, led.Close())
	text := must.Get(os.ReadFile(filepath.Join(dir, "ledger")))(t)
	must.Do(t, os.WriteFile(path, text, 0o644))
	return led.Tally().Head
}

// TestStrangeNames has a run whose name would write to the terminal: no command prints it raw.
func TestStrangeNames(t *testing.T) {
	state := t.TempDir()
	t.Setenv("QUEENS_STATE", state)
	endOf(t, "count", "12", "--keep")
	must.Do(t, os.Rename(glob(t, state, "runs/n12-search-*")[0],
		filepath.Join(state, "runs", "n12-search-\x1b]0;x\x07\nevil")))
	try := func(commands ...string) {
		for _, command := range commands {
			args := append([]string{"runs"}, strings.Fields(command)...)
			_, out, failed := endOf(t, args...)
			if strings.ContainsAny(out+failed, "\x1b\x07") || strings.Contains("\n"+out+failed, "\nevil") {
				t.Errorf("%v: %q", args, out+failed)
			}
		}
	}
	try("list", "show n12-se", "verify n12-se --sample 1", "verify n12-se --repair --sample 1", "stop n12-se",
		"export n12-se -o "+filepath.Join(state, "csv"), "merge "+filepath.Join(state, "runs", "n12-se"), "show n13",
		"remove n12-se", "resume n12-se")
	must.Do(t, os.WriteFile(filepath.Join(glob(t, state, "runs/*\x1b*")[0], "ledger"), []byte("junk"), 0o644))
	try("list", "show n12-se", "verify n12-se", "stop n12-se", "export n12-se", "resume n12-se",
		"verify n12-se --repair")
}

// TestHangUp sends the signal of a closed terminal: the process ends as if interrupted. Under nohup
// it continues.
func TestHangUp(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // so that no child inherits that it is ignored
	for _, c := range []struct {
		name    string
		command []string
		ends    syscall.Signal
	}{
		{"closed", []string{"queens", "list", "20"}, syscall.SIGHUP},
		{"outlived", []string{"nohup", "queens", "list", "20"}, syscall.SIGINT},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := exec.LookPath(c.command[0]); err != nil {
				t.Skip(err)
			}
			var stderr strings.Builder
			cmd := exec.Command(c.command[0], c.command[1:]...)
			cmd.Stderr = &stderr
			stdout := must.Get(cmd.StdoutPipe())(t)
			must.Do(t, cmd.Start())
			list := bufio.NewReader(stdout)
			must.Get(list.ReadString('\n'))(t) // from now on it handles signals
			for _, signal := range []syscall.Signal{syscall.SIGHUP, c.ends} {
				must.Do(t, cmd.Process.Signal(signal))
				if signal == c.ends {
					break
				}
				if n, err := io.CopyN(io.Discard, list, 10<<20); err != nil { // far more than any buffer
					t.Errorf("after %v it wrote %d bytes: %v", signal, n, err)
				}
			}
			_, _ = io.Copy(io.Discard, list)
			exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
			if !ok || exit.ExitCode() != errs.Interrupted || !strings.Contains(stderr.String(),
				"to continue:\n  queens list 20 --after ") {
				t.Errorf("%v, said %q; want code %d and how to continue", exit, &stderr, errs.Interrupted)
			}
		})
	}
}

// TestInputIsInterrupted stops every way to read a file: a pipe without a writer, one whose writer
// says nothing, and a regular file.
func TestInputIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	silent, talking, file := filepath.Join(dir, "silent"), filepath.Join(dir, "talking"), filepath.Join(dir, "file")
	must.Do(t, syscall.Mkfifo(silent, 0o600))
	must.Do(t, syscall.Mkfifo(talking, 0o600))
	writer := must.Get(os.OpenFile(talking, os.O_RDWR, 0))(t)
	defer writer.Close()
	must.Do(t, os.WriteFile(file, nil, 0o600))
	for _, command := range []string{
		"check @F", "orbit @F", "rank @F", "model 8 cnf --import F", "model check F F", "puzzle check F",
		"complete @F", "model @F cnf", "math constellations --import F",
	} {
		for _, path := range []string{silent, talking, file} {
			code, stdout, stderr := runWith(ctx, "", strings.Fields(strings.ReplaceAll(command, "F", path))...)
			if code != errs.Interrupted || stdout != "" {
				t.Errorf("%s, %s: exit code %d, %q, %q; want %d", command, filepath.Base(path), code, stdout, stderr,
					errs.Interrupted)
			}
		}
	}
}
