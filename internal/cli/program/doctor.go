package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/internal/answer/printer"
	"queens/internal/buildinfo"
	"queens/internal/cli/kit"
	"queens/internal/device"
	"queens/internal/humanize"
	"queens/internal/sys"
)

func newDoctor(a *app) *cobra.Command {
	var state string
	cmd := a.Command("doctor", nil)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context(), state) }
	kit.Flag(cmd, "state", &state)
	return cmd
}

func (a *app) doctor(ctx context.Context, state string) error {
	var findings []finding
	for _, look := range []func(context.Context) []finding{
		lookAtProgram,
		lookAtKernels,
		lookAtDevices,
		lookAtCounts,
		func(ctx context.Context) []finding { return lookAtState(ctx, state) },
	} {
		findings = append(findings, look(ctx)...)
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("doctor: %w", err)
		}
	}
	r := doctorOf(findings)
	if err := a.Print(r); err != nil {
		return err
	}
	if !r.Well {
		return kit.WithCode(kit.CodeFailed, nil)
	}
	return nil
}

func lookAtProgram(context.Context) []finding {
	machine := humanize.Plural(runtime.NumCPU(), "processor")
	if name := kit.ProcessorName(); name != "" {
		machine += ", " + name
	}
	if usable := runtime.GOMAXPROCS(0); usable != runtime.NumCPU() {
		machine += fmt.Sprintf("; a count uses %d of them", usable)
	}
	found := []finding{well("program", "%v", buildinfo.Of()), well("machine", "%s", machine)}
	if total, available := kit.MemoryBytes(); total > 0 {
		found = append(found, well("memory", "%s, %s of it available", humanize.Bytes(float64(total)),
			humanize.Bytes(float64(available))))
	}
	return found
}

func lookAtKernels(context.Context) []finding {
	usable := map[string][]string{} // by kind
	var others []string
	for _, p := range count.Processors() {
		if p.Usable {
			usable[p.Kind] = append(usable[p.Kind], p.Kernel)
		} else {
			others = append(others, fmt.Sprintf("%s, for counts by %s, needs %s", p.Kernel, p.Kind, p.Needs))
		}
	}
	var found []finding
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(usable))) {
		names := usable[name]
		found = append(found, well("kernels", "%s: %s; a count takes %s where it can", name, strings.Join(names,
			", "), names[len(names)-1]))
	}
	if len(others) > 0 {
		found = append(found, finding{
			Name: "kernels", Status: notable, Detail: "not on this processor: " + strings.Join(others, ", "),
		})
	}
	return found
}

func lookAtDevices(ctx context.Context) (found []finding) {
	routes, err := device.List(ctx, device.Options{})
	if err != nil {
		return []finding{{Name: "devices", Status: notable, Detail: strings.TrimPrefix(err.Error(), "device: ")}}
	}
	for _, r := range routes {
		if r.Missing != "" {
			found = append(found, finding{Name: "devices", Status: notable, Detail: fmt.Sprintf("%s, %s: %s",
				r.Name, r.Summary, r.Missing)})
		}
		for _, d := range r.Devices {
			kind := "count --device " + d.Name
			if d.Processor {
				kind = "the processor itself, for tests"
			}
			found = append(found, well("devices", "%s: %s, %s, %s by %s; %s", d.Name, d.Model,
				humanize.Bytes(float64(d.Memory)), humanize.Plural(d.Units, "compute unit"), d.Driver, kind))
		}
	}
	return found
}

// Orders that the doctor counts by each kernel and scheme.
const doctorFirst, doctorLast = 4, 10

const brokenAdvice = "a wrong count: broken memory or processor, or a faulty build; run it again, and trust no " +
	"count of this machine until it passes"

func lookAtCounts(ctx context.Context) []finding {
	counts, kernels := 0, 0
	for _, p := range count.Processors() {
		if !p.Usable {
			continue
		}
		kernels++
		for _, scheme := range plan.Schemes() {
			if !slices.Contains(scheme.Kind.Facts().Kernels, p) {
				continue
			}
			for n := doctorFirst; n <= doctorLast; n++ {
				if err := checkCount(ctx, n, scheme, p.Kernel); err != nil {
					return []finding{failure("counts", brokenAdvice, err)}
				}
				counts++
			}
		}
	}
	return []finding{well("counts", "%s and %s agree with the known values of orders %d to %d (%d counts)",
		humanize.Plural(kernels, "kernel"), humanize.Plural(len(plan.Schemes()), "method"),
		doctorFirst, doctorLast, counts)}
}

func checkCount(ctx context.Context, n int, scheme plan.Scheme, kernel string) error {
	tally, err := count.Run(ctx, n, scheme, count.Options{Kernel: kernel})
	if err != nil {
		return err
	}
	if value, known := count.Published(scheme, n); known && value != tally.Total {
		return fmt.Errorf("kernel %s counts %v %s of order %d by scheme %s, known are %v", kernel, tally.Total,
			scheme.Counts, n, scheme.Name, value)
	}
	return nil
}

type status string

// The values of a status.
const (
	ok      status = "ok"
	notable status = "note" // worth knowing, no harm
	failed  status = "fail"
)

var styles = map[status]printer.Emphasis{ok: printer.Green, notable: printer.Bold, failed: printer.Red}

type finding struct {
	Name   string `json:"name"`
	Status status `json:"status"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"` // what to do, of a failure or a note
}

func well(name, format string, args ...any) finding {
	return finding{Name: name, Status: ok, Detail: fmt.Sprintf(format, args...)}
}

func failure(name, advice string, err error) finding {
	return finding{Name: name, Status: failed, Detail: err.Error(), Advice: advice}
}

type doctorAnswer struct {
	Schema   string    `json:"schema"`
	Well     bool      `json:"well"`
	Findings []finding `json:"findings"`
}

func doctorOf(findings []finding) *doctorAnswer {
	r := &doctorAnswer{Schema: "queens.doctor/1", Well: true, Findings: findings}
	for _, f := range findings {
		r.Well = r.Well && f.Status != failed
	}
	return r
}

func (r *doctorAnswer) Text(s printer.Style) string {
	var b strings.Builder
	for _, f := range r.Findings {
		word := fmt.Sprintf("%-4s", f.Status)
		if f.Status == failed {
			word = strings.ToUpper(word)
		}
		fmt.Fprintf(&b, "%s  %-8s  %s\n", s.Paint(styles[f.Status], word), f.Name, humanize.OneLine(f.Detail))
		if f.Advice != "" {
			fmt.Fprintf(&b, "%16s%s\n", "", f.Advice)
		}
	}
	return b.String()
}

const (
	stateAdvice = "choose another directory with --state DIR or the variable QUEENS_STATE, or count with --state none"
	lockAdvice  = "without locks two counts may write one ledger; choose a local disk with --state DIR or the " +
		"variable QUEENS_STATE"
)

func lookAtState(ctx context.Context, state string) []finding {
	root, err := kit.StateRoot(state)
	if err != nil {
		return []finding{failure("state", stateAdvice, err)}
	}
	if root == "" {
		return []finding{{Name: "state", Status: notable, Detail: "nothing is saved: the state directory is none"}}
	}
	if root, err = filepath.Abs(root); err != nil {
		return []finding{failure("state", stateAdvice, err)}
	}
	parent := root // that there is
	for _, err := os.Lstat(parent); errors.Is(err, fs.ErrNotExist); _, err = os.Lstat(parent) {
		parent = filepath.Dir(parent)
	}
	if err := tryWriting(parent); err != nil {
		return []finding{failure("state", stateAdvice, err)}
	}
	return append([]finding{describeState(root, parent), lookAtLocks(parent)}, lookAtRuns(ctx, root)...)
}

func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("queens doctor was here\n")
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

// lowSpace is the free space below which a ledger may not fit: that of a plan of a
// million subproblems.
const lowSpace = 100_000_000

func describeState(root, parent string) finding {
	f := well("state", "%s, writable", root)
	if parent != root {
		f.Detail += ", will be made by the first count that needs it"
	}
	free, err := sys.FreeSpace(parent)
	if err != nil {
		return f
	}
	f.Detail += fmt.Sprintf(", %s free", humanize.Bytes(float64(free)))
	if free < lowSpace {
		f.Status, f.Advice = notable, "a large ledger may not fit; "+stateAdvice
	}
	return f
}

// errNotRefused says that a lock did not lock.
var errNotRefused = errors.New("a second lock on a locked file was not refused")

// lookAtLocks locks a file of the directory twice; the second must be refused.
func lookAtLocks(root string) finding {
	path := filepath.Join(root, fmt.Sprintf(".doctor-lock-%d", os.Getpid()))
	lock, err := sys.LockFile(path)
	if err != nil {
		return failure("locks", lockAdvice, err)
	}
	second, err := sys.LockFile(path)
	if err == nil {
		err = errors.Join(errNotRefused, second.Unlock())
	} else if errors.Is(err, sys.ErrLocked) {
		err = nil
	}
	if err = errors.Join(err, lock.Unlock(), os.Remove(path)); err != nil {
		return failure("locks", lockAdvice, err)
	}
	return well("locks", "a ledger in use is locked against a second process")
}

func lookAtRuns(ctx context.Context, root string) []finding {
	var complete, running, incomplete int
	var lost, repaired, doubtful []string
	for entry, err := range ledger.List(ctx, root) {
		switch {
		case err != nil:
			return []finding{failure("runs", stateAdvice, err)}
		case ctx.Err() != nil:
			return nil
		case entry.Err != nil:
			lost = append(lost, entry.Name)
			continue
		case runs.Damaged(entry.Run) && (!entry.Run.Complete() || runs.Misplaced(entry.Run) != ""):
			lost = append(lost, entry.Name)
		case runs.Damaged(entry.Run):
			repaired = append(repaired, entry.Name)
		}
		if len(runs.Doubts(entry.Run)) > 0 {
			doubtful = append(doubtful, entry.Name)
		}
		switch {
		case entry.Run.Holder != "":
			running++
		case entry.Run.Complete():
			complete++
		default:
			incomplete++
		}
	}
	found := []finding{well("runs", "%d complete, %d running, %d incomplete; queens runs lists them",
		complete, running, incomplete)}
	if len(repaired) > 0 {
		found = append(found, finding{
			Name: "runs", Status: notable, Detail: "damaged, but no result is missing: " + humanize.List(repaired),
		})
	}
	if len(doubtful) > 0 {
		found = append(found, finding{
			Name: "runs", Status: failed, Detail: "in doubt: " + humanize.List(doubtful),
			Advice: "queens runs show tells why, queens runs verify --repair finds what is wrong",
		})
	}
	if len(lost) > 0 {
		found = append(found, finding{
			Name: "runs", Status: failed, Detail: "damaged: " + humanize.List(lost),
			Advice: "queens runs show " + humanize.OneLine(lost[0]) + " tells what is wrong and what to do",
		})
	}
	return found
}
