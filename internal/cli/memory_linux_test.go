package cli

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"queens/count"
	"queens/count/methods"
	"queens/internal/errs"
	"queens/internal/must"
	"queens/internal/sys"
)

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
