package count

import (
	"fmt"
	"runtime"

	"queens"
	"queens/internal/kernel"
	"queens/plan"
)

// Options say how to count. None of them changes a result. The zero value counts
// on all cores with the fastest kernel and keeps nothing.
type Options struct {
	Workers int    `json:"workers"` // 0: one per processor
	Kernel  string `json:"kernel"`  // name in the table of kernels; empty or "auto": the fastest
	Engine  string `json:"engine"`  // scheme for all solutions of the regular board; empty or "auto": families
	State   string `json:"state"`   // state directory for ledgers; empty: keep nothing
	KeepAll bool   `json:"keepAll"` // keep runs of less than about a second, too
	Verify  bool   `json:"verify"`  // Solve counts again by a second method and compares
	Seed    uint64 `json:"seed"`    // of the sample that Verify takes

	Program  string         `json:"-"` // name and version of the program, for the ledger
	Progress func(Progress) `json:"-"` // told how far the run is, at most ten times a second; nil: nobody is
}

// maxWorkers bounds the workers: more than this is a mistake in typing.
const maxWorkers = 1 << 12

// Validate reports the first option that makes no sense: queens.ErrFormat.
func (o Options) Validate() error {
	if o.Workers < 0 || o.Workers > maxWorkers {
		return fmt.Errorf("count: %d workers: want 1 to %d, or 0 for one per processor: %w", o.Workers, maxWorkers, queens.ErrFormat)
	}
	if _, err := kernel.Choose(o.Kernel); err != nil {
		return fmt.Errorf("count: %w: %w", err, queens.ErrFormat)
	}
	_, err := o.engine()
	return err
}

// workers returns the number of workers.
func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Auto is the name of an engine or kernel that asks for the best one.
const Auto = "auto"

// Engines returns "auto" and the names of the schemes that count all solutions
// of the regular board, each by another decomposition.
func Engines() []string {
	names := []string{Auto}
	for _, s := range plan.Schemes() {
		if countsAll(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// countsAll reports whether the scheme counts all solutions of the regular board.
func countsAll(s plan.Scheme) bool { return s.Topology == queens.Regular && s.Motion == plan.Still }

// engine returns the scheme for all solutions of the regular board.
func (o Options) engine() (plan.Scheme, error) {
	name := o.Engine
	if name == "" || name == Auto {
		name = "families"
	}
	s, err := plan.Lookup(name)
	if err == nil && !countsAll(s) {
		err = fmt.Errorf("count: engine %q counts %s, not all solutions: %w", name, s.Counts, queens.ErrFormat)
	}
	return s, err
}

// Kernels returns "auto" and the names of all kernels of this build.
func Kernels() []string { return kernel.Names() }

// Processor is what this machine offers a kernel, for people.
type Processor struct {
	Kernel  string // name of the kernel
	Summary string
	Needs   string // instruction sets, empty if none
	Usable  bool
}

// Processors describes every kernel of this build and whether it runs here.
func Processors() []Processor {
	var list []Processor
	for _, k := range kernel.All() {
		list = append(list, Processor{k.Name, k.Summary, k.Needs, k.Usable()})
	}
	return list
}
