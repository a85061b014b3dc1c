package count

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"queens"
	"queens/count/plan"
)

// Options say how to count. None of them changes a result. The zero value counts
// on all cores with the fastest kernel and keeps nothing.
type Options struct {
	Workers int    `json:"workers"` // 0: one per processor
	Kernel  string `json:"kernel"`  // name in the table of kernels; empty or "auto": the fastest
	Engine  string `json:"engine"`  // scheme for all solutions of the regular board; empty or "auto": the faster one
	Memory  int64  `json:"memory"`  // bytes that a count by the join may take; 0: DefaultMemory
	State   string `json:"state"`   // state directory for ledgers; empty: keep nothing
	KeepAll bool   `json:"keepAll"` // keep runs of less than about a second, too
	Verify  bool   `json:"verify"`  // Solve counts again by a second method and compares
	Seed    uint64 `json:"seed"`    // of the sample that Verify takes

	swapped bool // the join exchanges the roles of the halves

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
	if o.Memory < 0 || o.Memory > 0 && o.Memory < minMemory {
		return fmt.Errorf("count: %d bytes of memory: want at least %dM, or 0 for %dG: %w", o.Memory, minMemory>>20, int64(DefaultMemory)>>30, queens.ErrFormat)
	}
	if !isAuto(o.Kernel) && !slices.Contains(Kernels(), o.Kernel) {
		return fmt.Errorf("count: no kernel %q: want one of %s: %w", o.Kernel, strings.Join(Kernels(), ", "), queens.ErrFormat)
	}
	s, err := o.engine(0)
	if err != nil {
		return err
	}
	if !isAuto(o.Engine) {
		return engineOf(s).accepts(o.Kernel)
	}
	for _, e := range engines() { // one of them will be taken
		if err = e.accepts(o.Kernel); err == nil {
			return nil
		}
	}
	return err
}

// DefaultMemory is how much memory a count by the join takes if Options say
// nothing. The least amount works, and slowly. Garbage comes on top, unless the
// program sets a limit of as much for all its memory, by debug.SetMemoryLimit or
// GOMEMLIMIT.
const (
	DefaultMemory = 2 << 30
	minMemory     = 64 << 20
)

// memory returns how many bytes lists and tables may take.
func (o Options) memory() int64 {
	if o.Memory > 0 {
		return o.Memory
	}
	return DefaultMemory
}

// workers returns the number of workers.
func (o Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// searchScheme is the scheme whose boards are searched fastest.
const searchScheme = "families"

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

// joinFrom is the order from which on the join is the faster engine.
var joinFrom = 18 // measured with AVX-512 and AVX2; in portable Go it is from 16 on, see docs/performance.md

// engine returns the scheme for all solutions of the regular board of order n.
func (o Options) engine(n int) (plan.Scheme, error) {
	name := o.Engine
	if isAuto(name) {
		name = o.bestEngine(n)
	}
	s, err := plan.Lookup(name)
	if err == nil && !countsAll(s) {
		err = fmt.Errorf("count: engine %q counts %s, not all solutions: %w", name, s.Counts, queens.ErrFormat)
	}
	return s, err
}

// of returns the options for a scheme of a question: a kernel that only the engine
// of another of its schemes has is not asked for.
func (o Options) of(s plan.Scheme) Options {
	if !countsAll(s) && engineOf(s).accepts(o.Kernel) != nil {
		o.Kernel = Auto
	}
	return o
}

// bestEngine returns the name of the engine for order n: the one that has the
// kernel that was asked for, or the faster one.
func (o Options) bestEngine(n int) string {
	const search, join = searchScheme, "join"
	s, err := plan.Lookup(join)
	if err != nil || n < max(joinFrom, s.MinOrder) || n > s.MaxOrder {
		return search
	}
	if isAuto(o.Kernel) || joinEngine().accepts(o.Kernel) == nil && !searchEngine().has(o.Kernel) {
		return join
	}
	return search
}

// Kernels returns "auto" and the names of all kernels of this build, of whatever
// engine, each once.
func Kernels() []string {
	names := []string{Auto}
	for _, p := range Processors() {
		if !slices.Contains(names, p.Kernel) {
			names = append(names, p.Kernel)
		}
	}
	return names
}

// Processor is what this machine offers a kernel, for people.
type Processor struct {
	Engine  string // that has the kernel: "search" or "join"
	Kernel  string // name of the kernel
	Summary string
	Needs   string // instruction sets, empty if none
	Usable  bool
}

// Processors describes every kernel of this build and whether it runs here, the
// kernels that search first.
func Processors() []Processor {
	var list []Processor
	for _, e := range slices.Backward(engines()) {
		list = append(list, e.processors()...)
	}
	return list
}

// ProcessorsOf is Processors for the kernels that count by a scheme.
func ProcessorsOf(s plan.Scheme) []Processor { return engineOf(s).processors() }

// processors returns the kernels of the engine.
func (e engine) processors() []Processor {
	list := e.kernels()
	for i := range list {
		list[i].Engine = e.name
	}
	return list
}
