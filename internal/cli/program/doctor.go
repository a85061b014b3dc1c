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
	"queens/count/device"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/buildinfo"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

func newDoctor(a *app) *cobra.Command {
	var state string
	cmd := a.Command("doctor", nil, func(cmd *cobra.Command, _ []string) error {
		ctx, r := cmd.Context(), &doctorAnswer{Well: true}
		r.lookAtProgram()
		r.lookAtKernels()
		r.lookAtDevices(ctx)
		r.lookAtCounts(ctx)
		r.lookAtState(state)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := a.Print(texts.Show("queens.doctor/1", r)); err != nil || r.Well {
			return err
		}
		return errs.WithCode(errs.Failed, nil)
	})
	kit.Flag(cmd, "state", &state)
	return cmd
}

type doctorAnswer struct {
	Well     bool      `json:"well"`
	Findings []finding `json:"findings"`
}

type finding struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"` // for a failure or a note
}

const (
	ok      = "ok"
	notable = "note" // worth knowing, but harmless
	failed  = "fail"
)

func (r *doctorAnswer) well(name, format string, args ...any) {
	r.Findings = append(r.Findings, finding{name, ok, fmt.Sprintf(format, args...), ""})
}

func (r *doctorAnswer) note(name, format string, args ...any) {
	r.Findings = append(r.Findings, finding{name, notable, fmt.Sprintf(format, args...), ""})
}

func (r *doctorAnswer) fail(name, advice string, err error) {
	r.Well = false
	r.Findings = append(r.Findings, finding{name, failed, errs.Said(err).Error(), advice})
}

func (r *doctorAnswer) lookAtProgram() {
	machine := humanize.Plural(runtime.NumCPU(), "processor")
	if name := kit.ProcessorName(); name != "" {
		machine += ", " + name
	}
	if usable := runtime.GOMAXPROCS(0); usable != runtime.NumCPU() {
		machine += fmt.Sprintf("; a count uses %d of them", usable)
	}
	r.well("program", "%v", buildinfo.Of())
	r.well("machine", "%s", machine)
	if total, available := kit.MemoryBytes(); total > 0 {
		r.well("memory", "%s, %s of it available", humanize.Bytes(float64(total)), humanize.Bytes(float64(available)))
	}
	if limit := sys.AddressLimit(); limit < sys.LeastAddresses {
		r.fail("memory", "raise it: ulimit -v", fmt.Errorf("the limit of address space, ulimit -v, is %d: want at "+
			"least %d", limit>>10, sys.LeastAddresses>>10))
	}
}

func (r *doctorAnswer) lookAtKernels() {
	usable := map[string][]string{} // by kind
	var others []string
	for _, p := range methods.Processors() {
		if p.Usable {
			usable[p.Method] = append(usable[p.Method], p.Kernel)
		} else {
			others = append(others, fmt.Sprintf("%s, for counts by %s, needs %s", p.Kernel, p.Method, p.Needs))
		}
	}
	for _, kind := range slices.Backward(slices.Sorted(maps.Keys(usable))) {
		names := usable[kind]
		r.well("kernels", "%s: %s; counts prefer %s", kind, strings.Join(names, ", "), names[len(names)-1])
	}
	if len(others) > 0 {
		r.note("kernels", "not on this processor: %s", strings.Join(others, ", "))
	}
}

func (r *doctorAnswer) lookAtDevices(ctx context.Context) {
	routes, err := device.List(ctx, device.Options{})
	if err != nil {
		r.note("devices", "%v", errs.Said(err))
	}
	for _, route := range routes {
		if route.Missing != "" {
			r.note("devices", "%s, %s: %s", route.Name, route.Summary, route.Missing)
		}
		for _, d := range route.Devices {
			use := "count --device " + d.Name
			if d.Processor {
				use = "the processor itself, for tests"
			}
			r.well("devices", "%s: %s, %s, %s by %s; %s", d.Name, d.Model, humanize.Bytes(float64(d.Memory)),
				humanize.Plural(d.Units, "compute unit"), d.Driver, use)
		}
	}
}

const doctorFirst, doctorLast = 4, 10

const brokenAdvice = "a wrong count: broken memory or processor, or a faulty build; run it again, and trust no " +
	"count of this machine until it passes"

func (r *doctorAnswer) lookAtCounts(ctx context.Context) {
	counts, kernels := 0, 0
	for _, p := range methods.Processors() {
		if !p.Usable {
			continue
		}
		kernels++
		for _, variant := range methods.Variants() {
			if !slices.Contains(variant.Method.Info().Kernels, p) {
				continue
			}
			for n := doctorFirst; n <= doctorLast; n++ {
				if variant.Accepts(n) != nil {
					continue
				}
				if err := checkCount(ctx, n, variant, p.Kernel); err != nil {
					r.fail("counts", brokenAdvice, err)
					return
				}
				counts++
			}
		}
	}
	r.well("counts", "%s and %s agree with the known values of orders %d to %d (%d counts)",
		humanize.Plural(kernels, "kernel"), humanize.Plural(len(methods.Variants()), "method"),
		doctorFirst, doctorLast, counts)
}

func checkCount(ctx context.Context, n int, variant plan.Variant, kernel string) error {
	p, err := plan.New(ctx, n, variant)
	if err != nil {
		return err
	}
	tally, err := count.Run(ctx, p, count.Options{Kernel: kernel})
	if err != nil {
		return err
	}
	if value, known := methods.Published(variant, n); known && value != tally.Total {
		return fmt.Errorf("kernel %s counts %v %s of order %d by method %s, but the known value is %v", kernel,
			tally.Total, variant.Counts, n, variant.Name, value)
	}
	return nil
}

const (
	stateAdvice = "choose another directory with --state DIR or the variable QUEENS_STATE, or count with --state none"
	lockAdvice  = "without locks two counts may write one ledger; choose a local disk with --state DIR or the " +
		"variable QUEENS_STATE"
)

func (r *doctorAnswer) lookAtState(state string) {
	root, err := kit.StateRoot(state)
	if err == nil && root == "" {
		r.note("state", "nothing is saved: the state directory is none")
		return
	}
	if err == nil {
		root, err = filepath.Abs(root)
	}
	parent := root // the closest existing directory
	if err == nil {
		for _, err := os.Lstat(parent); errors.Is(err, fs.ErrNotExist); _, err = os.Lstat(parent) {
			parent = filepath.Dir(parent)
		}
		err = tryWriting(parent)
	}
	if err != nil {
		r.fail("state", stateAdvice, err)
		return
	}
	f := finding{"state", ok, root + ", writable", ""}
	if parent != root {
		f.Detail += ", will be made by the first count that needs it"
	}
	if free, err := sys.FreeSpace(parent); err == nil {
		f.Detail += fmt.Sprintf(", %s free", humanize.Bytes(float64(free)))
		if free < lowSpace {
			f.Status, f.Advice = notable, "a large ledger may not fit; "+stateAdvice
		}
	}
	r.Findings = append(r.Findings, f)
	if err := tryLocks(parent); err != nil {
		r.fail("locks", lockAdvice, err)
	} else {
		r.well("locks", "a ledger in use is locked against a second process")
	}
}

func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("queens doctor was here\n")
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

// lowSpace is the free space below which the ledger of a million subproblems may not fit.
const lowSpace = 100_000_000

var errNotRefused = errors.New("a second lock on a locked file was not refused")

// tryLocks locks a file in the directory twice; the second attempt must fail.
func tryLocks(dir string) error {
	path := filepath.Join(dir, fmt.Sprintf(".doctor-lock-%d", os.Getpid()))
	lock, err := sys.LockFile(path)
	if err != nil {
		return err
	}
	second, err := sys.LockFile(path)
	if err == nil {
		err = errors.Join(errNotRefused, second.Unlock())
	} else if errors.Is(err, sys.ErrLocked) {
		err = nil
	}
	return errors.Join(err, lock.Unlock(), os.Remove(path))
}
