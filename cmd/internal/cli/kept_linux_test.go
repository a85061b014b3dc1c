package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"queens/count"
	"queens/count/methods"
	"queens/internal/errs"
	"queens/internal/must"
	"queens/internal/sys"
)

// TestFullDiskSaysHowToGoOn checks that the error reports the number of saved results and the
// command that continues.
func TestFullDiskSaysHowToGoOn(t *testing.T) {
	state := t.TempDir()
	// The shell's limit, in blocks of 1,024 bytes, simulates a full disk.
	out, err := exec.Command("bash", "-c", "trap '' XFSZ; ulimit -f 8; exec queens count 17 --method search "+
		"--keep --state "+state).CombinedOutput()
	want := regexp.MustCompile(`; [1-9][0-9]* of 290 results are kept; to continue when it can be written again:\n  queens count 17 --keep --method search --state `)
	if err == nil || !want.Match(out) {
		t.Errorf("%v, %q; want %s", err, out, want)
	}
}

// TestLedgerTakenAway removes a ledger during a count: the count ends, and the command that it
// prints continues it.
func TestLedgerTakenAway(t *testing.T) {
	for name, meddle := range map[string]func(path string) error{
		"moved":   func(path string) error { return os.Rename(path, path+".old") },
		"deleted": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+"2", nil, 0o644), os.Rename(path+"2", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			cmd := countCommand(16, state)
			var stdout, stderr bytes.Buffer
			cmd.Args, cmd.Stdout, cmd.Stderr = append(cmd.Args, "--method=search"), &stdout, &stderr
			must.Do(t, cmd.Start())
			for ledgerSize(16, state) < 1000 {
				time.Sleep(time.Millisecond)
			}
			must.Do(t, meddle(searchLedger(16, state)))
			_ = cmd.Wait()
			text, again, _ := strings.Cut(stderr.String(), "to continue:\n")
			want := regexp.MustCompile(`: the file was moved, deleted or replaced meanwhile; put it back if you can; $`)
			if cmd.ProcessState.ExitCode() != errs.Failed || stdout.Len() > 0 || !want.MatchString(text) {
				t.Fatalf("exit code %d, %q, %q; want %d and %v", cmd.ProcessState.ExitCode(), &stdout,
					text, errs.Failed, want)
			}
			out, err := exec.Command("bash", "-ec", again).Output()
			if err != nil || string(out) != "14772512\n" {
				t.Errorf("%s: %v, %q", again, err, out)
			}
		})
	}
}

// TestStrangersAmongRuns checks that each unexpected file is reported in one sentence, that the
// other runs are listed, and that a named pipe does not block.
func TestStrangersAmongRuns(t *testing.T) {
	root := t.TempDir()
	keepRun(t, root)
	at := func(elem ...string) string {
		path := filepath.Join(append([]string{root, "runs"}, elem...)...)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		return path
	}
	for _, err := range []error{
		syscall.Mkfifo(at("a-pipe", "ledger"), 0o644),
		syscall.Mkfifo(at("b-lock", "lock"), 0o644),
		syscall.Mkfifo(at("b-lock", "stop"), 0o644),
		os.WriteFile(at("b-lock", "ledger"), nil, 0o644),
		os.Symlink("nothing", at("c-dangling", "ledger")),
		os.Symlink("/dev/zero", at("d-zero", "ledger")),
		os.WriteFile(at("e-stray"), nil, 0o644),
		os.Mkdir(at("f-directory"), 0o755), os.Mkdir(at("f-directory", "ledger"), 0o755),
	} {
		must.Do(t, err)
	}
	code, stdout, stderr := runApp("runs", "--state", root)
	if code != errs.Failed || !strings.Contains(stderr, "6 runs cannot be read: a-pipe, b-lock, c-dangling, "+
		"d-zero, e-stray, f-directory") {
		t.Errorf("runs: exit code %d, %q", code, stderr)
	}
	for name, want := range map[string]string{
		"a-pipe": "a named pipe, not a regular file", "b-lock": "the header is lost",
		"c-dangling": "a link to nothing, not a regular file",
		"d-zero":     "a device, not a regular file", "e-stray": "is not the directory of a run",
		"f-directory": "a directory, not a regular file",
		"n12-search":  "14200", // Q(12): package known
	} {
		found := false
		for line := range strings.Lines(stdout) {
			found = found || strings.HasPrefix(line, name) && strings.Contains(line, want)
		}
		if !found {
			t.Errorf("runs: %q has no line of %s with %q", stdout, name, want)
		}
	}
	for _, command := range []string{
		"runs show a-pipe", "runs remove b-lock --yes", "runs verify d-zero", "runs export c-dangling",
	} {
		code, stdout, stderr := runApp(append(strings.Fields(command), "--state", root)...)
		if code == errs.Done || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q; want one sentence", command, code, stdout, stderr)
		}
	}
}

// TestMemoryHolds counts with the least memory of an order, and measures the process. Before the
// floors, any memory was accepted, and a count of order 20 with 64M took 120 to 165 MB.
func TestMemoryHolds(t *testing.T) {
	if raced {
		t.Skip("the race detector takes memory of its own")
	}
	for _, c := range []struct {
		order, workers int
		method, part   string
	}{{14, 1, "join", "1/1"}, {16, 2, "parity", "1/1"}, {20, 1, "parity", "1/8"}, {20, 2, "parity", "3/16"}} {
		s := must.Get(methods.Find(c.method))(t)
		floor := count.Options{Workers: c.workers}.Floor(c.order, s) >> 20
		run := func(memory int64) (*exec.Cmd, string) {
			cmd := exec.Command("peak", "queens", "count", strconv.Itoa(c.order), "--method", c.method,
				"--share", c.part, "--state", t.TempDir(),
				"--workers", strconv.Itoa(c.workers), "--memory", fmt.Sprint(memory, "M"))
			text, _ := cmd.CombinedOutput()
			return cmd, string(text)
		}
		cmd, text := run(floor)
		peak := must.Get(strconv.ParseInt(regexp.MustCompile(`peak (\d+) KiB`).FindStringSubmatch(text)[1], 10, 64))(t) >> 10
		if code := cmd.ProcessState.ExitCode(); code != errs.Done && code != errs.Partial || peak > floor {
			t.Errorf("%+v: exit code %d, %d MiB, want at most %d: %s", c, code, peak, floor, text)
		}
		cmd, text = run(floor - 1)
		if code := cmd.ProcessState.ExitCode(); code != errs.Usage || !strings.Contains(text, "want at least ") {
			t.Errorf("%+v with %dM: exit code %d: %s", c, floor-1, code, text)
		}
	}
}

// peak runs a command, prints the most memory that it had, and exits with its code. The figure of a
// process contains that of the one that starts it, so this small one stands between.
func peak() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	_ = cmd.Run()
	fmt.Printf("peak %d KiB\n", cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	os.Exit(cmd.ProcessState.ExitCode())
}

// TestAddressSpace starts programs under the system's limit of address space: with the least one
// they count, and what takes more is refused in one sentence.
func TestAddressSpace(t *testing.T) {
	if raced {
		t.Skip("the race detector takes terabytes of addresses")
	}
	least := sys.LeastAddresses >> 10
	refused := regexp.MustCompile(`(?m)^queens: count: order \d+ with .*: the limit of address space, ulimit -v, is \d+: want ` +
		`at least \d+, or fewer workers\n$`)
	for _, c := range []struct {
		command string
		limit   int
		code    int
	}{
		{"queens version", least, errs.Done},
		{"queens count 14 --workers 2 --state none", least, errs.Done},
		{"queens count 26 --workers 1 --state none", least, errs.Usage},
		{"queens count 12 --workers 2 --state none", least - 1, errs.Usage},
	} {
		cmd := exec.Command("sh", "-c", fmt.Sprintf("ulimit -v %d; exec %s", c.limit, c.command))
		text, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || code == errs.Usage && !refused.Match(text) {
			t.Errorf("%s with ulimit -v %d: exit code %d, %s", c.command, c.limit, code, text)
		}
	}
}
