// Package count counts solutions of the n-queens problem exactly.
//
// [Solve] answers a [Question] and checks the answer against known values; [All] is the short form.
//
//	total, err := count.All(ctx, 12) // 14200
//
// An answer takes one [Run] for each variant: a plan, its subproblems counted on all cores, their
// results in a ledger. It does not depend on the number of workers, on the kernel or on
// interruptions.
//
// This file is the whole interface. Package methods has the methods of counting, survey has
// estimates, and verify merges and repairs ledgers.
package count

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Quantity is what Solve counts. Package survey counts solutions by first queen and by square; the
// solutions unchanged by each symmetry follow from Classes.
type Quantity string

// The quantities.
const (
	AllSolutions   Quantity = "all"              // all solutions
	Fundamental    Quantity = "fundamental"      // solutions up to symmetry
	UpToRotation   Quantity = "up-to-rotation"   // solutions up to rotation
	UpToReflection Quantity = "up-to-reflection" // solutions up to reflection in one axis
	Classes        Quantity = "classes"          // fundamental solutions of each symmetry class
	Symmetric      Quantity = "symmetric"        // solutions unchanged by a half turn and by a quarter turn
	QuarterTurn    Quantity = "quarter-turn"     // solutions unchanged by a quarter turn
	Reflecting     Quantity = "reflecting"       // reflecting solutions
	WhiteQueens    Quantity = "white-queens"     // solutions by the number of queens on white squares

	// symmetric solutions with superqueens, which also move like knights
	Superqueens      Quantity = "superqueens"
	SuperQuarterTurn Quantity = "superqueens-quarter-turn"
)

// Quantities returns every Quantity as a string.
func Quantities() []string {
	return []string{
		string(AllSolutions), string(Fundamental), string(UpToRotation), string(UpToReflection), string(Classes),
		string(Symmetric), string(QuarterTurn), string(Reflecting), string(WhiteQueens), string(Superqueens),
		string(SuperQuarterTurn),
	}
}

// MaxOrder returns the largest order for which the quantity is counted on a board, or 0.
func (of Quantity) MaxOrder(board queens.Topology) (most int) {
	for _, s := range methods.Of(board, of.motions()[0]) {
		most = max(most, s.MaxOrder)
	}
	return most
}

// Question is a question about one order.
type Question struct {
	Order    int             `json:"order"` // 0 to Of.MaxOrder(Topology)
	Topology queens.Topology `json:"topology"`
	Of       Quantity        `json:"of"` // empty: AllSolutions; on the modular board AllSolutions or Symmetric

	// Only for AllSolutions of the regular board: count the completions of given queens, without
	// any on a blocked square.
	Given   []queens.Square `json:"given,omitempty"`
	Blocked []queens.Square `json:"blocked,omitempty"`
}

// About returns the question how many solutions a problem has. Excluded diagonals become blocked
// squares.
func About(p queens.Problem) Question {
	return Question{Order: p.Order, Topology: p.Topology, Given: p.Given, Blocked: p.Forbidden()}
}

// Problem returns the board of the question.
func (q Question) Problem() queens.Problem {
	return queens.Problem{Order: q.Order, Topology: q.Topology, Given: q.Given, Blocked: q.Blocked}
}

func (q Question) onBoard() bool { return len(q.Given)+len(q.Blocked) > 0 }

// Validate reports an invalid question: queens.ErrOrder or queens.ErrFormat.
func (q Question) Validate() error {
	switch of := cmp.Or(q.Of, AllSolutions); {
	case !slices.Contains(Quantities(), string(of)):
		return errs.Errorf("%q: want one of %s: %w", string(of), strings.Join(Quantities(), ", "), queens.ErrFormat)
	case q.Topology == queens.Modular && of != AllSolutions && of != Symmetric:
		return errs.Errorf("%s of the modular board: only all and symmetric solutions can be counted; %[1]s "+
			"needs the regular board: %w", of, queens.ErrFormat)
	case q.onBoard() && (q.Topology != queens.Regular || of != AllSolutions):
		return errs.Errorf("given queens and blocked squares: only all solutions of the regular board can be "+
			"counted: %w", queens.ErrFormat)
	}
	if q.onBoard() {
		if err := q.Problem().Validate(); err != nil {
			return err
		}
	}
	if most := q.Of.MaxOrder(q.Topology); q.Order < 0 || q.Order > most {
		return errs.Errorf("order %d: want 0 to %d: %w", q.Order, most, queens.ErrOrder)
	}
	return nil
}

// White is the number of solutions with a given number of queens on white squares. White is the
// colour of the square in the first row and column.
type White struct {
	White     int          `json:"white"` // queens on white squares
	Solutions queens.Total `json:"solutions"`
}

// Report is the answer to a Question, queens.count/1. Other totals are nil and missing in its JSON.
type Report struct {
	Schema string `json:"schema"`
	Question
	Solutions      *queens.Total `json:"solutions,omitempty"`      // Q(n), the modular solutions, or completions
	Fundamental    *queens.Total `json:"fundamental,omitempty"`    // orbits under the eight symmetries
	UpToRotation   *queens.Total `json:"upToRotation,omitempty"`   // orbits under the four rotations
	UpToReflection *queens.Total `json:"upToReflection,omitempty"` // orbits under the reflection in one axis
	Asymmetric     *queens.Total `json:"asymmetric,omitempty"`     // orbits of 8 solutions
	Central        *queens.Total `json:"central,omitempty"`        // orbits of 4, unchanged by a half turn only
	Rotational     *queens.Total `json:"rotational,omitempty"`     // orbits of 2, unchanged by a quarter turn; of 1 for n < 2
	HalfTurn       *queens.Total `json:"halfTurn,omitempty"`       // solutions unchanged by a half turn
	QuarterTurn    *queens.Total `json:"quarterTurn,omitempty"`    // solutions unchanged by a quarter turn
	Reflecting     *queens.Total `json:"reflecting,omitempty"`     // reflecting solutions

	White []White `json:"white,omitempty"` // solutions by the number of white queens

	Runs    []*Tally      `json:"runs"`             // one per variant, in order
	Checks  []string      `json:"checks"`           // successful checks, one sentence each
	Reason  string        `json:"reason,omitempty"` // the theorem by which the answer is zero, if any
	Elapsed time.Duration `json:"elapsedNanos"`
}

// All returns Q(n). It counts on all cores and saves nothing.
func All(ctx context.Context, n int) (queens.Total, error) {
	r, err := Solve(ctx, Question{Order: n}, Options{})
	if err != nil {
		return queens.Total{}, err
	}
	return *r.Solutions, nil
}

// Solve answers a question exactly, with one run per variant. The symmetric solutions, which take
// almost no time, come first. The parts are checked against each other and against package known.
//
// If ctx ends, the Report has the runs so far, but no totals of incomplete runs. Errors: those of
// Run; ledger.ErrMismatch if a check fails.
func Solve(ctx context.Context, q Question, o Options) (*Report, error) {
	j, err := NewJob(q, o)
	if err != nil {
		return nil, err
	}
	return j.Solve(ctx)
}

// Run counts the subproblems of a plan, but none with a result in a ledger of the same plan.
//
// If ctx ends, Run stops within a fraction of a second and returns ctx's error with the Tally of
// the finished part. If a ledger fails, there is no Tally: the total in memory may be ahead of the
// saved one. If a device is wrong, results that only it found are withdrawn. Errors:
// queens.ErrFormat, those of ledger.Open; ledger.ErrMismatch if the total is not the published one
// or a device is wrong.
func Run(ctx context.Context, p *plan.Plan, o Options) (*Tally, error) {
	r, err := open(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return r.complete(ctx)
}

// Options configure a count, but never change its result. The zero value counts on all cores with
// the fastest kernel and saves nothing.
type Options struct {
	Workers int    `json:"workers"` // 0: one per processor
	Kernel  string `json:"kernel"`  // name in the table of kernels; empty or "auto": the fastest
	Method  string `json:"method"`  // variant for all solutions of the regular board; empty or "auto": the fastest one
	Memory  int64  `json:"memory"`  // most bytes for a count by the join or parity classes; 0: plan.DefaultMemory
	State   string `json:"state"`   // state directory for ledgers; empty: save nothing
	KeepAll bool   `json:"keepAll"` // save the run even if it takes less than about a second; of Solve, the longest

	// By names the [methods.Ways] to count subproblems differently, all applied together, to check
	// another count.
	By []string `json:"by,omitempty"`

	// Unlocked says that no other process knows the state directory: its file system need not lock.
	Unlocked bool `json:"-"`
	// NoState is why the state directory is missing. A run that would be saved returns it; shorter
	// runs do not need a directory.
	NoState error `json:"-"`

	Devices      []plan.Device `json:"-"` // count units of parity classes in addition to the workers
	DevicesAlone bool          `json:"-"` // no worker counts
	Program      string        `json:"-"` // name and version of the program, for the ledger
	Worker       string        `json:"-"` // names this process in results that other machines merge; may be empty
	// this process also does other work, so its processor time is not that of the count
	Unmetered bool `json:"-"`

	Progress func(Progress) `json:"-"` // called at most ten times a second; may be nil
	// Found is called with each result of a plan before it is saved, one at a time. Its error ends
	// the run.
	Found func(*plan.Plan, *ledger.Result) error `json:"-"`
	// Check is called when a run, or its part, is complete, with its total and those of the
	// subproblems; by Solve for the longest run. Its error keeps a run from being certified.
	Check func(total queens.Total, each []queens.Total) error `json:"-"`
	// Only selects the subproblems of a run; nil: all. A part of a run gets no certificate.
	Only func(subproblem int) bool `json:"-"`
}

// maxWorkers bounds the workers: more is a typing mistake.
const maxWorkers = 1 << 12

// Validate reports the first invalid option: queens.ErrFormat.
func (o Options) Validate() error {
	if o.Workers < 0 || o.Workers > maxWorkers {
		return errs.Errorf("%d workers: want 1 to %d, or 0 for one per processor: %w", o.Workers, maxWorkers,
			queens.ErrFormat)
	}
	if o.Memory < 0 || o.Memory > 0 && o.Memory < plan.MinMemory {
		return errs.Errorf("memory %s: want at least %dM, or 0 for the default: %w", memoryText(o.Memory),
			plan.MinMemory>>20, queens.ErrFormat)
	}
	if !table.IsAuto(o.Kernel) && !slices.Contains(methods.Kernels(), o.Kernel) {
		return errs.Errorf("no kernel %q: want one of %s: %w", o.Kernel, strings.Join(methods.Kernels(), ", "),
			queens.ErrFormat)
	}
	if table.IsAuto(o.Method) {
		var refusal error
		for _, m := range methods.All() { // one of them will be used
			switch info := m.Info(); {
			case info.Accepted(o.Kernel) == nil:
				return nil
			case slices.ContainsFunc(info.Kernels, func(p plan.Processor) bool { return p.Kernel == o.Kernel }):
				refusal = info.Accepted(o.Kernel)
			}
		}
		return refusal
	}
	s, err := methods.Find(o.Method)
	if err != nil {
		return err
	}
	return s.Method.Info().Accepted(o.Kernel)
}

// Floor returns the least memory of a count of order n in bytes.
func (o Options) Floor(n int, s plan.Variant) int64 {
	return s.Method.NewCount(s, n).Floor(o.of(s).ForMethod(s.Method.Info())) >> 20 << 20
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
	if limit, least := sys.AddressLimit(), sys.LeastAddresses+o.Floor(n, s)-plan.MinMemory; limit < least {
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

// ForMethod returns the options for a method, with devices if it can use them.
func (o Options) ForMethod(info plan.Info) plan.CountOptions {
	own := plan.CountOptions{Workers: o.Workers, Kernel: o.Kernel, Memory: o.Memory, By: o.By}
	if info.Devices {
		own.Devices = o.Devices
	}
	return own
}

// Cores returns the number of workers.
func (o Options) Cores() int { return plan.CountOptions{Workers: o.Workers}.Cores() }

// of returns the options for a variant of a question, without a kernel that it lacks.
func (o Options) of(s plan.Variant) Options {
	if !methods.CountsAll(s) && s.Method.Info().Accepted(o.Kernel) != nil {
		o.Kernel = plan.Auto
	}
	return o
}

// Tally is the outcome of one run: the sum over a plan, or over the finished part of it.
type Tally struct {
	Method      string       `json:"method"`
	Counts      string       `json:"counts"` // what the total counts
	Plan        string       `json:"plan"`   // hash
	Total       queens.Total `json:"total"`
	Subproblems int          `json:"subproblems"`
	Done        int          `json:"done"`    // with a result
	Resumed     int          `json:"resumed"` // of these, from the ledger
	Nodes       queens.Total `json:"nodes"`
	Kernel      string       `json:"kernel,omitempty"` // of most subproblems; empty if none was missing
	// elapsed time summed over workers, including earlier sessions
	Work    time.Duration `json:"workerNanos"`
	Elapsed time.Duration `json:"elapsedNanos"` // of this call

	// Share says that this is the tally of a share: Subproblems, Done, Resumed and Total are those
	// of the share, Nodes and Work those of this call. Nil for a whole plan.
	Share *plan.Share `json:"share,omitempty"`

	Ledger string   `json:"ledger,omitempty"` // directory of the run; empty if not saved
	Head   string   `json:"head,omitempty"`   // hash of the ledger's last frame
	Flaws  []string `json:"flaws,omitempty"`  // of the ledger, one sentence each
}

// Complete reports whether the total is final for the plan or the share.
func (t *Tally) Complete() bool { return t.Done == t.Subproblems }

// Progress is the progress of a run.
type Progress struct {
	Tally              // of the results so far; Head and Kernel are missing
	DoneWork plan.Work // estimated time with a result, in units of the plan
	OldWork  plan.Work // part of it in the ledger at the start
	AllWork  plan.Work // of the plan, or its selected part
	Workers  []Busy    // active ones, new slice
	Final    bool      // the last report of the run

	pace pace
}

// Busy is the current work of a worker.
type Busy struct {
	Name       string  `json:"name"`       // "1", "2" and so on
	Subproblem int     `json:"subproblem"` // from 0
	Seconds    float64 `json:"seconds"`    // since it started
	began      time.Time
}

// Fraction returns the finished share of the work, from 0 to 1.
func (p Progress) Fraction() float64 {
	if p.AllWork.IsZero() {
		return 1
	}
	return p.DoneWork.Float64() / p.AllWork.Float64()
}

// Remaining returns the seconds for the rest at the current pace, if there is one.
func (p Progress) Remaining() (float64, bool) {
	fresh := p.DoneWork.Float64() - p.OldWork.Float64()
	if fresh <= 0 || p.Elapsed <= 0 {
		return 0, false
	}
	return (p.AllWork.Float64() - p.DoneWork.Float64()) / fresh * p.Elapsed.Seconds(), true
}

// pace collects worker time and estimated work of subproblems: sums, squares and products.
type pace struct {
	results                         int
	work, time                      float64
	workWork, workTime, timeSquares float64
}

func (p *pace) add(work, seconds float64) {
	p.results++
	p.work += work
	p.time += seconds
	p.workWork += work * work
	p.workTime += work * seconds
	p.timeSquares += seconds * seconds
}

// enoughResults is the number of results from which their spread is meaningful.
const enoughResults = 20

// Band returns a range that contains the remaining seconds in about nine of ten runs; ok is false
// with too few results. It assumes that time and its variance are proportional to estimated work:
// the usual ratio estimate.
func (p Progress) Band() (low, high float64, ok bool) {
	rest, known := p.Remaining()
	q := p.pace
	if !known || q.results < enoughResults || q.work <= 0 || q.time <= 0 {
		return 0, 0, false
	}
	ratio := q.time / q.work
	residues := max(0, q.timeSquares-2*ratio*q.workTime+ratio*ratio*q.workWork)
	perWork := residues / float64(q.results-1) * float64(q.results) / q.work // variance per unit of work
	left := p.AllWork.Float64() - p.DoneWork.Float64()
	deviation := math.Sqrt(perWork * left * (1 + left/q.work))
	workers := q.time / p.Elapsed.Seconds() // average number of simultaneous workers
	half := 1.645 * deviation / workers
	return max(0, rest-half), rest + half, true
}
