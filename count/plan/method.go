package plan

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/unit"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/internal/sys"
)

// Method is a way to count: how to divide a count into subproblems, how to count, sample and
// recount one, and its texts. CONTRIBUTING.md shows step by step how to add one.
type Method interface {
	// Info describes the method.
	Info() Info
	// NewCount returns a count of order n by one of the method's variants, which has a plan or
	// samples of it. It takes microseconds and defers the rest.
	NewCount(s Variant, n int) Count
}

// Info describes a method.
type Info struct {
	Name     string      // of the kernels, for people: "parity"
	Variants []Variant   // sorted by name
	Kernels  []Processor // the reference first, the fastest last
	// Ways name other ways to count a subproblem again, the default first. No two methods share a
	// name.
	Ways    []string
	Bounded bool // stays within Options.Memory; otherwise it needs almost none
	Devices bool // some of its counts use devices
	Slow    bool // the reference takes twenty times as long, so it checks no results
}

// Count is a count of one order by one variant: all that its subproblems share. It is safe for
// concurrent use, except Work and Cut.
type Count interface {
	// Identity returns data that the hash of a plan covers besides the subproblems, and its number
	// of parts. It must not change.
	Identity() (parts int, b []byte)
	// Work estimates the total work.
	Work(ctx context.Context) (Work, error)
	// Target returns the largest work of a subproblem with several pieces, for the given total.
	Target(whole Work) Work
	// Cut returns the subproblems without numbers. Like Samples, it is called after Work.
	Cut(ctx context.Context, target Work) ([]Subproblem, error)
	// Weigh estimates the work of a subproblem for shares, perhaps from measurements.
	Weigh(sub *Subproblem) Work

	// Accepts returns why subproblems cannot be counted with these options: queens.ErrFormat.
	Accepts(o CountOptions) error
	// Floor returns the least memory in bytes, with that of the program and the plan.
	Floor(o CountOptions) int64
	// Remark returns a sentence for people, without final period, if the options slow down the
	// count.
	Remark(o CountOptions) string
	// Workers returns a function that makes the workers of a count, one for each goroutine. The
	// options are accepted, and their kernel is one of the method's.
	Workers(o CountOptions) func() Worker
	// Samples yields many random samples, unless there is nothing to sample.
	Samples(ctx context.Context, plan Planner, o CountOptions, seed uint64) (Samples, error)
}

// Defaults has defaults for most methods, to be embedded.
type Defaults struct{}

// Identity returns nothing.
func (Defaults) Identity() (parts int, b []byte) { return 0, nil }

// Target returns the usual target.
func (Defaults) Target(whole Work) Work { return TargetOf(whole, maxSubproblems) }

// Weigh returns the work.
func (Defaults) Weigh(sub *Subproblem) Work { return sub.Work }

// Accepts accepts all options.
func (Defaults) Accepts(CountOptions) error { return nil }

// Floor returns MinMemory.
func (Defaults) Floor(CountOptions) int64 { return MinMemory }

// Remark returns "".
func (Defaults) Remark(CountOptions) string { return "" }

// Subproblem is the unit of work, of storage and of retry.
type Subproblem struct {
	Number int    // index in the plan
	Work   Work   // estimated
	Pieces Pieces // of the type that goes with the method
}

// Pieces are the contents of a subproblem.
type Pieces interface {
	// AppendTo appends the pieces as varints, with lists after their lengths, so that different
	// pieces have different bytes. Hashes of plans depend on them: they must not change.
	AppendTo(b []byte) []byte
}

// Worker counts subproblems in one goroutine.
type Worker interface {
	// Count returns the exact total of a subproblem, its independently computed residues, the
	// kernel, and evidence: figures that every computation shares. If ctx ends first, it returns
	// ctx's error within a fraction of a second.
	Count(ctx context.Context, sub *Subproblem) (ledger.Result, error)
}

// DeviceWorker is a worker with a device.
type DeviceWorker interface {
	Worker
	Suits(sub *Subproblem) bool // the device counts it; if not, Count does so on the processor
}

// Sample is the contribution of one random sample: the expected value of each figure is that of the
// whole count.
type Sample struct {
	Solutions, Seconds float64
	Placed             bool // in an order in which neighbours are similar
	Place              int
}

// Processor describes a kernel on this machine, for people.
type Processor struct {
	Method string // Info.Name of the method
	Kernel string // name of the kernel
	Needs  string // instruction sets, empty if none
	Usable bool
}

// Auto is the name of the best variant or kernel.
const Auto = table.Auto

// Reference is the name of each method's reference kernel.
const Reference = "generic"

// Processors returns descriptions of the kernels of a table.
func Processors[K interface {
	Describe() (name, needs string, usable bool)
}](name string, kernels []K) (list []Processor) {
	for _, k := range kernels {
		p := Processor{Method: name}
		p.Kernel, p.Needs, p.Usable = k.Describe()
		list = append(list, p)
	}
	return list
}

// Accepted returns why the kernel cannot count any subproblem: queens.ErrFormat, or nil if it can.
func (f Info) Accepted(kernel string) error {
	if table.IsAuto(kernel) {
		if slices.ContainsFunc(f.Kernels, func(p Processor) bool { return p.Usable }) {
			return nil
		}
		return errs.Errorf("no kernel for counts by %s runs here: %w", f.Name, queens.ErrFormat)
	}
	names := named.Names(f.Kernels, func(p Processor) string { return p.Kernel })
	switch i := slices.Index(names, kernel); {
	case i < 0:
		return errs.Errorf("counts by %s have no kernel %q: want one of %s, %s: %w", f.Name, kernel, table.Auto,
			strings.Join(names, ", "), queens.ErrFormat)
	case !f.Kernels[i].Usable:
		return errs.Errorf("kernel %s, for counts by %s, needs %s, which this processor does not have: %w",
			kernel, f.Name, f.Kernels[i].Needs, queens.ErrFormat)
	}
	return nil
}

// OtherKernel returns the kernel to check results of the given ones, joined by "+": the fastest
// other one that checks, or Auto.
func (f Info) OtherKernel(found string) string {
	for _, k := range slices.Backward(f.Kernels) {
		checks := !f.Slow || k.Kernel != Reference
		if checks && k.Usable && !slices.Contains(strings.Split(found, "+"), k.Kernel) {
			return k.Kernel
		}
	}
	return table.Auto
}

// CountOptions configure the counting of subproblems. None of them changes a result.
type CountOptions struct {
	Workers int      // 0: one per processor
	Kernel  string   // name in the table of the method; empty or "auto": the fastest
	Memory  int64    // bytes; 0: DefaultMemory
	By      []string // ways to count again, all applied together
	Devices []Device
}

// DefaultMemory is the default memory of a bounded count. Garbage comes on top, unless the program
// limits all its memory.
const (
	DefaultMemory = 2 << 30
	MinMemory     = 128 << 20
)

// Bytes returns the memory for lists and tables.
func (o CountOptions) Bytes() int64 {
	return cmp.Or(max(0, o.Memory), DefaultMemory)
}

// Cores returns the number of workers.
func (o CountOptions) Cores() int {
	return cmp.Or(max(0, o.Workers), runtime.GOMAXPROCS(0))
}

// Has reports whether the options include a way.
func (o CountOptions) Has(way string) bool { return slices.Contains(o.By, way) }

// Device counts units of parity classes in addition to the processor, like a graphics card with
// package count/device. It is safe for concurrent use.
//
// The processor recounts a random unit of every subproblem. If a device fails, the processor counts
// the subproblem. If it is wrong, the count ends, and its unconfirmed results are withdrawn.
type Device interface {
	// Name returns the name of kernel and worker in results.
	Name() string
	// Slots returns the number of simultaneous subproblems.
	Slots() int
	// Count returns the results of units of the class with the given number of queens on even rows
	// and columns, in their order.
	Count(ctx context.Context, order, queens int, units []unit.Unit) ([]unit.Result, error)
	// Time returns the result of a unit, and its time without making lists.
	Time(ctx context.Context, order, queens int, u unit.Unit) (unit.Result, time.Duration, error)
}

// WrongError says that the results of a worker are wrong: those that no other worker confirms are
// withdrawn.
type WrongError struct {
	Worker string
	Reason string
}

// Error returns the reason.
func (e *WrongError) Error() string { return e.Reason }

// Unwrap returns ledger.ErrMismatch.
func (e *WrongError) Unwrap() error { return ledger.ErrMismatch }

// Stopwatch returns a function that returns the seconds since. It uses the processor time of this
// process, so that a busy machine does not look slow, but at most elapsed time, because some
// systems count processor time in coarse steps.
func Stopwatch() func() float64 { return StopwatchOf(1) }

// StopwatchOf is Stopwatch for several workers: it adds up their times.
func StopwatchOf(workers int) func() float64 {
	began := time.Now()
	used, err := sys.CPUTime()
	return func() float64 {
		elapsed := time.Since(began) * time.Duration(workers)
		now, errNow := sys.CPUTime()
		if cpu := now - used; err == nil && errNow == nil && cpu > 0 {
			elapsed = min(elapsed, cpu)
		}
		return elapsed.Seconds()
	}
}

// MaxOrder is the largest order of a count of all solutions: the rows of a column must fit in a
// 32-bit word.
const MaxOrder = 32

// Variant is one way of a method to cut a count into subproblems. Its name begins with the word of
// the method; the variant for all solutions has no other word. Variants that count the same check
// each other.
type Variant struct {
	Name     string `json:"name"`           // stable identifier: "search-border"
	Title    string `json:"title"`          // for headings: "Parity classes"
	Summary  string `json:"summary"`        // what subproblems are: one phrase, no final period
	Source   string `json:"source"`         // key in docs/bibliography.md
	Counts   string `json:"counts"`         // what is counted, for people: "modular solutions"
	MinOrder int    `json:"minOrder"`       // smallest order it accepts
	MaxOrder int    `json:"maxOrder"`       // largest order it accepts
	Odd      bool   `json:"odd,omitempty"`  // it accepts odd orders only
	How      string `json:"how"`            // how it counts: a paragraph
	Cost     string `json:"cost"`           // time and space: a sentence or a few
	Read     string `json:"read,omitempty"` // page of docs with more: "parity-classes.md"; empty if there is none

	Version  int             `json:"-"` // grows whenever the cutting of some orders changes; all hashes differ
	Topology queens.Topology `json:"-"` // the board
	Motion   Motion          `json:"-"` // which solutions are counted: all, or those a rotation leaves unchanged
	From     int             `json:"-"` // first order for which it is the default, see Fastest; negative: none
	Second   string          `json:"-"` // variant for the second count of short counts; empty: this one
	SecondBy string          `json:"-"` // way to do so, of the method's; empty: only another kernel
	OnBoard  bool            `json:"-"` // it counts the completions of a problem on the regular board
	Problem  queens.Problem  `json:"-"` // that problem, see On; the zero value: the empty board
	Method   Method          `json:"-"` // that makes and counts its subproblems
}

// WithTexts adds texts to variants. The section of each variant in text, after "# " and its name,
// has four lines: title, summary, how it counts, and its cost. It panics if one is missing.
func WithTexts(text string, variants ...Variant) []Variant {
	sections := map[string][]string{}
	for section := range strings.SplitSeq(strings.TrimPrefix(text, "# "), "\n# ") {
		lines := strings.Split(strings.TrimSpace(section), "\n")
		sections[lines[0]] = lines[1:]
	}
	for i := range variants {
		s := &variants[i]
		lines := sections[s.Name]
		if len(lines) != 4 {
			panic(fmt.Sprintf("plan: %d texts of %s, want 4", len(lines), s.Name))
		}
		s.Title, s.Summary, s.How, s.Cost = lines[0], lines[1], lines[2], lines[3]
	}
	return variants
}

// Of returns what the variant counts, as after --of.
func (s Variant) Of() string {
	return [...]string{
		Still: "all", HalfTurn: "symmetric", QuarterTurn: "quarter-turn", Reflecting: "reflecting",
		SuperHalfTurn: "superqueens", SuperQuarterTurn: "superqueens-quarter-turn",
	}[s.Motion]
}

// Motion selects the solutions that a variant counts.
type Motion uint8

// The motions.
const (
	Still       Motion = iota // all
	HalfTurn                  // those that the half turn leaves unchanged
	QuarterTurn               // those that the quarter turn leaves unchanged
	Reflecting                // those without attacks along diagonals that a mirror beside the board reflects

	// those of superqueens, which also move like knights, that the half or the quarter turn leaves
	// unchanged
	SuperHalfTurn
	SuperQuarterTurn
)

// Accepts returns nil if the variant has a plan of order n, otherwise queens.ErrOrder.
func (s Variant) Accepts(n int) error {
	if n < s.MinOrder || n > s.MaxOrder || s.Odd && n%2 == 0 {
		return errs.Errorf("%s of order %d: want %s: %w", s.Name, n, s.Orders(), queens.ErrOrder)
	}
	return nil
}

// On returns the variant for a problem on the regular board. Errors: queens.ErrOrder if it does not
// accept the order; queens.ErrFormat for a modular board; those of queens.Problem.Validate.
func (s Variant) On(p queens.Problem) (Variant, error) {
	if err := s.Accepts(p.Order); err != nil {
		return s, err
	}
	if p.Topology != queens.Regular {
		return s, errs.Errorf("board of order %d: %s counts on the regular board: %w", p.Order, s.Name,
			queens.ErrFormat)
	}
	if err := p.Validate(); err != nil {
		return s, errs.Errorf("board of order %d: %w", p.Order, err)
	}
	s.Problem = p
	s.Counts += boardText(p)
	return s, nil
}

// boardText names a board for people: " of d4,e6 without a1", or the numbers of its squares if
// there are many.
func boardText(p queens.Problem) (text string) {
	const most = 6
	given, blocked := p.Given, p.Forbidden()
	if len(given)+len(blocked) > most {
		return fmt.Sprintf(" of a board with %s and %s", humanize.Plural(len(given), "queen"),
			humanize.Plural(len(blocked), "blocked square"))
	}
	if len(given) > 0 {
		text += " of " + queens.SquareNames(given, p.Order)
	}
	if len(blocked) > 0 {
		text += " without " + queens.SquareNames(blocked, p.Order)
	}
	return text
}

// AcceptsWays returns why subproblems of order n cannot be counted in these ways: queens.ErrFormat.
func (s Variant) AcceptsWays(n int, ways []string) error {
	names := s.Method.Info().Ways
	for _, way := range ways {
		switch {
		case len(names) == 0:
			return errs.Errorf("method %s can be recounted only by another kernel, not %q: %w", s.Name,
				way, queens.ErrFormat)
		case !slices.Contains(names, way):
			return errs.Errorf("method %s cannot be recounted by %q: want some of %s: %w", s.Name, way,
				strings.Join(names, ", "), queens.ErrFormat)
		}
	}
	return s.Method.NewCount(s, n).Accepts(CountOptions{By: ways})
}

// OtherWays returns the ways in which to count subproblems of order n again: those asked for, by
// default the first one that it accepts. Errors: queens.ErrFormat.
func (s Variant) OtherWays(n int, asked []string) ([]string, error) {
	if len(asked) == 0 {
		for _, way := range s.Method.Info().Ways {
			if asked = []string{way}; s.AcceptsWays(n, asked) == nil {
				break
			}
		}
	}
	return asked, s.AcceptsWays(n, asked)
}

// Orders returns the orders that the variant accepts, for people: "0 to 69".
func (s Variant) Orders() string {
	if s.Odd {
		return fmt.Sprintf("odd orders %d to %d", s.MinOrder, s.MaxOrder)
	}
	return fmt.Sprintf("%d to %d", s.MinOrder, s.MaxOrder)
}
