package count

import (
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/count/internal/kernels/table"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Options configure a count, but never change its result. The zero value counts on all cores with
// the fastest kernel and saves nothing.
type Options struct {
	Workers int    `json:"workers"` // 0: one per processor
	Kernel  string `json:"kernel"`  // name in the table of kernels; empty or "auto": the fastest
	Method  string `json:"method"`  // variant for all solutions of the regular board; empty or "auto": the fastest one
	Memory  int64  `json:"memory"`  // most bytes for a count by the join or parity classes; 0: DefaultMemory
	State   string `json:"state"`   // state directory for ledgers; empty: save nothing
	KeepAll bool   `json:"keepAll"` // also save runs of less than about a second

	// Unlocked says that no other process knows the state directory: its file system need not lock.
	Unlocked bool `json:"-"`

	// NoState is why the state directory is missing. A run that would be saved returns it; shorter
	// runs do not need a directory.
	NoState error `json:"-"`

	// By names the [Ways] to count subproblems differently, all applied together, to check another
	// count.
	By []string `json:"by,omitempty"`

	Devices  []Device `json:"-"` // count units of parity classes in addition to the workers
	Executor Executor `json:"-"` // nil: Local
	Program  string   `json:"-"` // name and version of the program, for the ledger
	Worker   string   `json:"-"` // names this process in results that other machines merge; may be empty
	// this process also does other work, so its processor time is not that of the count
	Unmetered bool           `json:"-"`
	Progress  func(Progress) `json:"-"` // called at most ten times a second; may be nil
}

// maxWorkers bounds the workers: more is a typing mistake.
const maxWorkers = 1 << 12

// Validate reports the first invalid option: queens.ErrFormat.
func (o Options) Validate() error {
	if o.Workers < 0 || o.Workers > maxWorkers {
		return errs.Errorf("%d workers: want 1 to %d, or 0 for one per processor: %w", o.Workers, maxWorkers,
			queens.ErrFormat)
	}
	if o.Memory < 0 || o.Memory > 0 && o.Memory < MinMemory {
		return errs.Errorf("memory %s: want at least %dM, or 0 for the default: %w", memoryText(o.Memory),
			MinMemory>>20, queens.ErrFormat)
	}
	if !table.IsAuto(o.Kernel) && !slices.Contains(Kernels(), o.Kernel) {
		return errs.Errorf("no kernel %q: want one of %s: %w", o.Kernel, strings.Join(Kernels(), ", "),
			queens.ErrFormat)
	}
	if table.IsAuto(o.Method) {
		var refusal error
		for _, k := range methods.All() { // one of them will be used
			switch facts := k.Facts(); {
			case facts.Accepted(o.Kernel) == nil:
				return nil
			case slices.ContainsFunc(facts.Kernels, func(p Processor) bool { return p.Kernel == o.Kernel }):
				refusal = facts.Accepted(o.Kernel)
			}
		}
		return refusal
	}
	s, err := methods.Find(o.Method)
	if err != nil {
		return err
	}
	return s.Method.Facts().Accepted(o.Kernel)
}

// Floor returns the least memory of a count of order n in bytes.
func (o Options) Floor(n int, s plan.Variant) int64 {
	return s.Method.Begin(s, n).Floor(o.Of(s).ForMethod(s.Method.Facts())) >> 20 << 20
}

// Fits returns why the memory of the options, unless it is 0, is too little for a count of order n:
// queens.ErrFormat.
func (o Options) Fits(n int, s plan.Variant) error {
	if floor := o.Floor(n, s); o.Memory > 0 && o.Memory < floor {
		return errs.Errorf("order %d with %s: memory %s: want at least %s, or fewer workers: %w", n,
			humanize.Plural(o.Cores(), "worker"), memoryText(o.Memory), memoryText(floor), queens.ErrFormat)
	}
	return nil
}

// Addressable is Fits for the system's limit of address space.
func (o Options) Addressable(n int, s plan.Variant) error {
	if limit, least := sys.AddressLimit(), sys.LeastAddresses+o.Floor(n, s)-MinMemory; limit < least {
		return errs.Errorf("order %d with %s: the limit of address space, ulimit -v, is %d: want at least %d, "+
			"or fewer workers: %w", n, humanize.Plural(o.Cores(), "worker"), limit>>10, least>>10, queens.ErrFormat)
	}
	return nil
}

// memoryText formats bytes as people type them: "10M".
func memoryText(bytes int64) string {
	for i, unit := range []string{"G", "M", "K"} {
		if shift := 30 - 10*i; bytes != 0 && bytes%(1<<shift) == 0 {
			return fmt.Sprintf("%d%s", bytes>>shift, unit)
		}
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// Memory of a count by the join or parity classes, see [kind.DefaultMemory].
const (
	DefaultMemory = plan.DefaultMemory
	MinMemory     = plan.MinMemory
)

// ForMethod returns the options for a method, with devices if it can use them.
func (o Options) ForMethod(facts plan.Facts) plan.CountOptions {
	own := plan.CountOptions{Workers: o.Workers, Kernel: o.Kernel, Memory: o.Memory, By: o.By}
	if facts.Devices {
		own.Devices = o.Devices
	}
	return own
}

// Device counts subproblems in addition to the processor, see [kind.Device].
type Device = plan.Device

// Cores returns the number of workers.
func (o Options) Cores() int { return plan.CountOptions{Workers: o.Workers}.Cores() }

// Auto is the name of the best variant or kernel.
const Auto = table.Auto

// Methods returns "auto" and the names of the variants for all solutions of the regular board.
func Methods() []string {
	names := []string{Auto}
	for _, v := range methods.Variants() {
		if countsAll(v) {
			names = append(names, v.Name)
		}
	}
	return names
}

// acceptance is plan.Variant.Accepts or plan.Variant.Samples.
type acceptance func(s plan.Variant, n int) error

// all returns the variant for all solutions of order n, by default the fastest one that accepts it
// and has the kernel.
func (o Options) all(n int, accepts acceptance) (plan.Variant, error) {
	all := methods.Of(queens.Regular, plan.Still)
	if table.IsAuto(o.Method) {
		list := slices.DeleteFunc(slices.Clone(all), func(s plan.Variant) bool {
			return s.Method.Facts().Accepted(o.Kernel) != nil || accepts(s, n) != nil
		})
		if len(list) == 0 {
			list = all
		}
		return methods.Fastest(list, n), nil
	}
	s, err := methods.Find(o.Method)
	if err == nil && !countsAll(s) {
		err = errs.Errorf("method %q counts %s, not all solutions: %w", o.Method, s.Counts, queens.ErrFormat)
	}
	return s, err
}

func countsAll(s plan.Variant) bool {
	return s.Topology == queens.Regular && s.Motion == plan.Still && !s.PerQueen
}

// Of returns the options for a variant of a question, without a kernel that it lacks.
func (o Options) Of(s plan.Variant) Options {
	if !countsAll(s) && s.Method.Facts().Accepted(o.Kernel) != nil {
		o.Kernel = Auto
	}
	return o
}

// Kernels returns "auto" and the names of all kernels of this build.
func Kernels() []string {
	names := []string{Auto}
	for _, p := range Processors() {
		if !slices.Contains(names, p.Kernel) {
			names = append(names, p.Kernel)
		}
	}
	return names
}

// Processor describes a kernel on this machine, see [kind.Processor].
type Processor = plan.Processor

// Processors describes every kernel of this build and whether it runs here.
func Processors() (all []Processor) {
	for _, k := range methods.All() {
		all = append(all, k.Facts().Kernels...)
	}
	return all
}
