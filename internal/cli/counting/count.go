package counting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/survey"
	"queens/count/upkeep"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/internal/shell"
	"queens/internal/sys"
)

// countOptions are the flags of `queens count`.
type countOptions struct {
	of       string
	first    bool
	topology string
	engine   string
	kernel   string
	workers  int
	device   string
	devices  []count.Device
	memory   string
	state    string
	keep     bool
	verify   bool
	estimate bool
	budget   time.Duration
	share    string
	seed     uint64
	nice     bool
	json     bool
	batch    batchOptions
}

func newCount(a *app) *cobra.Command {
	o := countOptions{of: string(count.AllSolutions), topology: queens.Regular.String(), engine: count.Auto, kernel: count.Auto}
	cmd := &cobra.Command{
		Use:   "count N",
		Short: "Exact number of solutions of order N",
		Long: fmt.Sprintf(`Count finds the exact number of solutions of order N, 0 to %d, on all cores:
--of all           Q(N), every solution (one number)
--of fundamental   solutions up to rotation and reflection (one number)
--of classes       Q, fundamental, and the orbits of each class: A asymmetric (8
                   solutions each), P central (4), R rotational (2)
--of symmetric     solutions unchanged by a half turn (S180), a quarter turn (S90), to
                   order %d
--of quarter-turn  solutions unchanged by a quarter turn (one number), to order %d
--of reflecting    solutions in which no queen attacks another along a diagonal that
                   a mirror beside the first column throws back, to order %d
--of first-queen   solutions by row of the queen in the first column: N lines, row and
                   number; the same numbers hold for the other three borders
--of squares       solutions with a queen on each square: N lines of N numbers
With --topology modular diagonals continue at the opposite border: all solutions, or
those that the half turn about a square leaves unchanged (--of symmetric).

A count of more than about a second keeps every result in a ledger under the state
directory, and the same command continues after a stop, a kill or a power cut. Ctrl-C
stops, saves and prints that command; a second one leaves at once. Finished counts are
read from their ledgers; --state none turns this off. See "queens runs".

First queens and squares are searched, one square of each orbit under the eight
symmetries, and take longer: n/8 times as many solutions are counted for squares. The
lines must all add up to Q(N).

--share 3/8 counts the third of eight parts of about the same work, keeps the results
and prints the path of their ledger. Eight machines can share one order this way; "queens
runs merge" brings their ledgers together and prints the number.

--on slurm --dir DIR has tasks of a batch engine count: it submits them, merges their
ledgers, submits what is missing, verifies the count and prints the number. The same
command continues after any interruption; Ctrl-C leaves the tasks running. Arguments
after -- are for the engine. docs/machines.md has examples.

All solutions are counted by one of several engines; auto picks the fastest:
families         search, most central queens first
border           search, border queens first, orders 4 to %d
join             pairs of half boards, orders 4 to 28.
                 --memory bounds what it takes: less is slower, never wrong.
parity           pairs of placements on white and on black squares, orders 0 to 28;
                 auto from order 16 to 21. --memory as for join.
parity-trie      the same pairs, counted for groups of units, orders 0 to 28;
                 auto from order 22 on. --memory as for join.

--device cuda:0 has a graphics card count subproblems of the parity engine beside the
cores; a unit of each is counted again by a core, and if the driver crashes nothing is
lost. With --estimate the card alone is timed. See docs/device.md.

Symmetric and reflecting solutions are counted by products, over white and black squares
or pairs of lines. "queens runs verify --by search" counts symmetric ones again without
products, "--by plain" reflecting ones.

Every result is checked: symmetric solutions are counted by searches of their own,
Q = 8A + 4P + 2R must hold, and the result must be the published one where there is
one. --verify counts again by a second method: all of a small count by another
decomposition, a random sample of a large one by another kernel.

Exit codes: 0 done, 1 failed, 2 bad argument, 3 a check failed, 130 interrupted.`, plan.MaxOrder, count.Symmetric.MaxOrder(queens.Regular), count.QuarterTurn.MaxOrder(queens.Regular), count.Reflecting.MaxOrder(queens.Regular), plan.MaxOrder),
		Example: `  queens count 8
  queens count 16 --of classes
  queens count 18 --engine border --state none
  queens count 8 --of squares
  queens count 28 --of symmetric
  queens count 18 --of reflecting
  queens count 12 --first-queen
  queens count 13 --topology modular --json
  queens count 22 --engine join --memory 8G
  queens count 22 --share 3/8
  queens count 24 --on slurm --dir /scratch/q24 --cores 16 -- --account=x
  queens count 24 --estimate
  queens count 20 --estimate --budget 1s
  queens count 22 --device auto`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var engineArgs []string
			if dash := cmd.ArgsLenAtDash(); dash > 0 {
				args, engineArgs = args[:dash], args[dash:]
			}
			topology, err := queens.ParseTopology(o.topology)
			if err != nil {
				return err
			}
			largest := count.Quantity(o.of).MaxOrder(topology)
			if largest == 0 { // it is not counted on this board
				return count.Question{Topology: topology, Of: count.Quantity(o.of)}.Validate()
			}
			order, err := kit.OrderBetween(cmd.Name(), args, 0, largest)
			if err == nil {
				err = o.batch.check(cmd, o, engineArgs)
			}
			if err != nil {
				return err
			}
			if o.batch.on != "" {
				return a.countBatch(cmd.Context(), shell.Line(append([]string{cmd.Root().Name()}, a.Args...)...), order, o, engineArgs)
			}
			memory, err := kit.MemoryBudget(o.memory)
			if err != nil {
				return err
			}
			devices, closeDevices, err := a.OpenDevices(cmd.Context(), o.device, memory)
			if err != nil {
				return err
			}
			defer closeDevices()
			o.devices = devices
			if err := o.checkBudget(cmd); err != nil {
				return err
			}
			if spread, err := o.asksForSquares(cmd); err != nil {
				return err
			} else if spread && o.share == "" {
				return a.countSquares(cmd.Context(), order, o)
			}
			if o.share != "" {
				return a.countShare(cmd.Context(), kit.Again(cmd, args), order, o)
			}
			return a.count(cmd.Context(), kit.Again(cmd, args), order, o)
		},
	}
	flags := cmd.Flags()
	kit.AddChoice(cmd, &o.of, "of", append(count.Quantities(), ofFirstQueen, ofSquares), "what to count")
	flags.BoolVar(&o.first, "first-queen", false, "the same as --of first-queen")
	kit.AddChoice(cmd, &o.topology, "topology", queens.Topologies(), "how diagonals run at the border")
	kit.AddChoice(cmd, &o.engine, "engine", count.Schemes(), "how to cut the count")
	kit.AddChoice(cmd, &o.kernel, "kernel", count.Kernels(), "how to count the pieces; auto is the fastest")
	kit.AddWorkers(cmd, &o.workers, "pieces counted side by side")
	kit.AddDevice(cmd, &o.device, "graphics cards that count beside the cores")
	kit.AddMemory(cmd, &o.memory)
	flags.StringVar(&o.state, "state", "", "state directory for ledgers; none keeps nothing (default: see queens doctor)")
	flags.BoolVar(&o.keep, "keep", false, "keep a ledger even for short counts")
	flags.StringVar(&o.share, "share", "", "count only this part, like 3/8, and print the path of its ledger")
	flags.BoolVar(&o.verify, "verify", false, "count again by a second method and compare")
	flags.BoolVar(&o.estimate, "estimate", false, "print the expected time and result, and stop")
	flags.DurationVar(&o.budget, "budget", 0, "how long --estimate samples, as in 3m: up to three times as long for 30 samples, longer for two (default 20s)")
	flags.Uint64Var(&o.seed, "seed", 0, "seed of the estimate and of the sample; 0 means a random one")
	addBatchFlags(cmd, &o.batch)
	flags.BoolVar(&o.nice, "nice", false, "run with low priority")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// checkBudget refuses a time to sample where nothing is sampled, and less than none.
func (o countOptions) checkBudget(cmd *cobra.Command) error {
	switch {
	case !cmd.Flags().Changed("budget"):
		return nil
	case !o.estimate:
		return kit.Usagef("count: --budget says how long --estimate samples: want both")
	case o.budget <= 0:
		return kit.Usagef("count: --budget %s: want more than 0", o.budget)
	}
	return nil
}

// library returns the flags as the library takes them.
func (o countOptions) library() (count.Question, count.Options, error) {
	topology, err := queens.ParseTopology(o.topology)
	if err != nil {
		return count.Question{}, count.Options{}, err
	}
	options := count.Options{
		Workers: o.workers, Devices: o.devices, Kernel: o.kernel, Scheme: o.engine,
		KeepAll: o.keep, Program: kit.ProgramName(),
	}
	if options.Memory, err = kit.MemoryBudget(o.memory); err != nil {
		return count.Question{}, count.Options{}, err
	}
	kit.SetState(&options, o.state)
	return count.Question{Topology: topology, Of: count.Quantity(o.of)}, options, err
}

// job returns the job that the flags ask for, with its options, and makes this process
// ready for it.
func (a *app) job(order int, o *countOptions) (*count.Job, count.Options, error) {
	if o.seed == 0 {
		o.seed = kit.RandomSeed()
	}
	question, options, err := o.library()
	if err != nil {
		return nil, options, err
	}
	question.Order = order
	if err := errors.Join(question.Validate(), options.Validate()); err != nil {
		return nil, options, err
	}
	a.lowerPriority(*o)
	boundMemory(question, options)
	if o.estimate || order >= knownFrom {
		a.tellKnown(question)
	}
	options.Progress = a.showProgress
	newJob := count.NewJob
	if o.estimate {
		newJob = count.NewSampling
	}
	job, err := newJob(question, options)
	if err == nil && len(options.Devices) > 0 && job.Scheme().Kind.Facts().Uses == nil {
		a.Note("devices have no part in scheme %s; --engine parity counts with them", job.Scheme().Name)
	}
	if err == nil {
		if remark := job.Remark(); remark != "" {
			a.Note("%s", remark)
		}
	}
	return job, options, err
}

// count answers `queens count`; again is the command that goes on if it is stopped.
func (a *app) count(ctx context.Context, again string, order int, o countOptions) error {
	job, options, err := a.job(order, &o)
	if err != nil {
		return err
	}
	if o.estimate {
		return a.estimate(ctx, job, options, o)
	}
	report, err := a.answer(ctx, again, job, options)
	if err != nil {
		return err
	}
	if o.verify {
		if err := upkeep.Recheck(ctx, report, options, o.seed); err != nil {
			return a.stoppedCount(again, nil, err)
		}
	}
	a.summarise(report, options)
	return a.Print(showCount(report), o.json)
}

// answer counts what is asked for: it announces a long count, shows how far it is, and
// says what was wrong with its ledgers. again is the command that goes on.
func (a *app) answer(ctx context.Context, again string, job *count.Job, o count.Options) (*count.Report, error) {
	if err := a.announceCount(ctx, job, o); err != nil {
		return nil, a.stoppedCount(again, nil, err)
	}
	report, err := job.Solve(ctx)
	if report != nil {
		a.warnOfDamage(report)
	}
	if err != nil {
		return nil, a.stoppedCount(again, report, err)
	}
	return report, nil
}

// minMemoryLimit is the least limit that boundMemory sets: the plan of a large order
// takes a tenth of a gigabyte whatever the lists take.
const minMemoryLimit = 1 << 29

// boundMemory makes the garbage collector keep the program within the memory that a
// join may take, unless the environment sets a limit of its own.
func boundMemory(q count.Question, o count.Options) {
	scheme, err := q.Scheme(o)
	if err != nil || !count.Bounded(scheme) || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	memory := o.Memory
	if memory == 0 {
		memory = count.DefaultMemory
	}
	debug.SetMemoryLimit(max(memory, minMemoryLimit))
}

// lowerPriority does what --nice asks for.
func (a *app) lowerPriority(o countOptions) {
	if !o.nice {
		return
	}
	if err := sys.LowerPriority(); err != nil {
		fmt.Fprintf(a.Stderr, "queens: count: --nice: %v; going on with normal priority\n", err)
	}
}

// announceBudget is the time for the estimate by which a long count is announced.
const announceBudget = 2 * time.Second

// announceCount tells, before a long count starts, how long it will take; nothing where the ledger holds all of it.
func (a *app) announceCount(ctx context.Context, job *count.Job, o count.Options) error {
	a.Status.Say("planning order %d", job.Question().Order)
	d, err := job.Draft(ctx)
	if err != nil || !survey.Long(d) {
		return err
	}
	done := ""
	if o.State != "" {
		name, err := job.RunName(ctx)
		if err != nil {
			return err
		}
		if run, err := ledger.Read(ctx, ledger.Dir(o.State, name)); err == nil { // what is wrong with it, Solve tells
			if run.Complete() {
				return nil
			}
			if run.Holder != "" {
				return heldError(run.Holder, name)
			}
			done = fmt.Sprintf(", less what its ledger holds, %d of %d results", run.Tally.Results, run.Tally.Subproblems)
		}
	}
	cores := o
	cores.Devices = nil
	f, err := survey.Estimate(ctx, d, cores, announceBudget, 1)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("order %d takes about %s with %s on an idle machine%s%s", d.Order,
		human.Seconds(f.Elapsed()), human.Plural(f.Workers, "worker"), bandText(f.Seconds, 1/float64(f.Workers), human.Seconds), done)
	if len(o.Devices) > 0 {
		text += ", less what devices do"
	}
	a.Note("%s%s", text, loadText())
	return nil
}

// loadText says what else the machine does, where that is known.
func loadText() string {
	load, ok := sys.Load()
	if !ok {
		return ""
	}
	return fmt.Sprintf("; the load of this machine is %.1f", load)
}

// estimate answers `queens count --estimate`.
func (a *app) estimate(ctx context.Context, job *count.Job, o count.Options, flags countOptions) error {
	a.Status.Say("planning order %d", job.Question().Order)
	d, err := job.Draft(ctx)
	if err != nil {
		return err
	}
	a.Status.Say("sampling order %d, some %s", d.Order, human.Duration(cmp.Or(flags.budget, survey.EstimateBudget)))
	f, err := survey.Estimate(ctx, d, o, flags.budget, flags.seed)
	if err != nil {
		return err
	}
	a.Note("times are processor times%s", loadText())
	return a.Print(showEstimate(f), flags.json)
}

// warnOfDamage says what was wrong with the ledgers of a report.
func (a *app) warnOfDamage(r *count.Report) {
	for _, t := range r.Runs {
		if t.Recovery == nil {
			continue
		}
		for _, sentence := range t.Recovery.Flaws() {
			fmt.Fprintf(a.Stderr, "queens: ledger of %s: %s\n", t.Ledger, sentence)
		}
	}
}

// heldError returns the error for a run that another process writes.
func heldError(holder, name string) error {
	return kit.WithCode(kit.CodeFailed, fmt.Errorf("count: %s works on the run %s; wait for it, or stop it with queens runs stop %s", holder, name, name))
}

// stoppedCount returns the error of a count that did not end: for one that was
// interrupted, with the command that goes on.
func (a *app) stoppedCount(again string, r *count.Report, err error) error {
	if e, full := errors.AsType[*ledger.WriteError](err); full && again != "" {
		if e.Rescued != "" {
			program, _, _ := strings.Cut(again, " ")
			root := filepath.Dir(filepath.Dir(filepath.Dir(e.Path)))
			return fmt.Errorf("%w; to continue:\n  %s runs merge --state=%s %s\n  %s", err, program, shell.Quote(root), shell.Quote(e.Rescued), again)
		}
		return fmt.Errorf("%w; to continue when it can be written again:\n  %s", err, again)
	}
	if e, locked := errors.AsType[*ledger.LockedError](err); locked {
		return heldError(e.Holder, filepath.Base(e.Dir))
	}
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, sys.ErrLocalLocks), errors.Is(err, sys.ErrNoState):
		return fmt.Errorf("%w; --state DIR keeps the ledger elsewhere, --state none counts without one", err)
	case (r == nil || len(r.Runs) == 0) && errors.Is(err, context.Canceled) && again != "":
		return fmt.Errorf("%w before anything was counted; to continue:\n  %s", err, again)
	case r == nil || len(r.Runs) == 0:
		return err
	}
	last := r.Runs[len(r.Runs)-1]
	if last.Ledger == "" {
		return fmt.Errorf("%w; nothing was kept", err)
	}
	return fmt.Errorf("%w; to continue:\n  %s", err, again)
}

// summarise tells a person how the answer was found: always on a terminal, and
// elsewhere if a ledger was kept.
func (a *app) summarise(r *count.Report, o count.Options) {
	if len(r.Runs) == 0 {
		return
	}
	last := r.Runs[len(r.Runs)-1]
	if !a.Talks() && last.Ledger == "" {
		return
	}
	var how []string
	switch {
	case last.Ledger != "" && last.Resumed == last.Subproblems && o.Kernel != count.Auto && o.Kernel != "":
		a.Warn("count: the answer is read from the ledger %s, not counted by kernel %s; --state none counts it", last.Ledger, o.Kernel)
	case last.Ledger != "" && last.Resumed == last.Subproblems:
		how = append(how, "read from the ledger "+last.Ledger+"; count anew with --state none")
	case last.Resumed > 0:
		how = append(how, fmt.Sprintf("%d of %d subproblems taken from the ledger %s", last.Resumed, last.Subproblems, last.Ledger))
	}
	how = append(how, fmt.Sprintf("%s, %s", last.Scheme, human.Duration(r.Elapsed)))
	if last.Kernel != "" {
		how = append(how, "kernel "+last.Kernel)
	}
	if r.Reason != "" {
		how = append(how, r.Reason)
	}
	how = append(how, fmt.Sprintf("%d checks hold", len(r.Checks)))
	a.Note("order %d: %s", r.Order, strings.Join(how, "; "))
}

// showProgress shows how far a run is.
func (a *app) showProgress(p count.Progress) {
	text := fmt.Sprintf("%s %s found", human.Count(p.Found.Float64()), p.Counts)
	rest, ok := p.Remaining()
	if ok {
		// Solutions per second go by the share of the work this call has done: what the
		// ledger held was found in other sessions.
		fresh := p.Found.Float64() * (1 - p.Resumed.Float64()/p.Done.Float64())
		text += fmt.Sprintf(", %s/s", human.Count(fresh/p.Elapsed.Seconds()))
	}
	a.Status.Show(text, p.Fraction(), rest)
}
