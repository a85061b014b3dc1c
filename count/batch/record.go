package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/verify"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Record says who counted what, and what was checked: record.json.
type Record struct {
	Schema        string         `json:"schema"`
	Question      count.Question `json:"question"`
	Total         queens.Total   `json:"total"` // of the longest run
	Scheme        string         `json:"method"`
	SchemeVersion int            `json:"methodVersion"`
	Plan          ledger.Hash    `json:"plan"`
	Subproblems   int            `json:"subproblems"`
	Head          ledger.Hash    `json:"head"` // of the merged ledger
	Again         float64        `json:"again"`
	Seed          uint64         `json:"seed,string"`
	CountedAgain  int            `json:"countedAgain"` // subproblems with the same results
	Programs      []string       `json:"programs"`
	Kernels       []Tallied      `json:"kernels"`
	Nodes         []Tallied      `json:"nodes"`
	Ledgers       []Tallied      `json:"ledgers"`                    // that were merged
	Tasks         int            `json:"tasks"`                      // attempts
	Processor     float64        `json:"processorSeconds"`           // of all attempts, by the operating system
	Accounted     float64        `json:"accountedSeconds,omitempty"` // the same, by the engine's accounting
	Disputes      []Judgement    `json:"disputes"`
	Checks        []string       `json:"checks"`
	Program       string         `json:"program"` // that wrote this
	Written       time.Time      `json:"written"`

	Report *count.Report `json:"-"` // the answer; nil after reading
}

// Tallied is the work of a kernel or a node, or the contents of a ledger.
type Tallied struct {
	Name    string  `json:"name"`
	Results int     `json:"results"` // that count, or confirm others
	Seconds float64 `json:"seconds"` // of its workers
}

const recordSchema = "queens.batch-record/1"

// Ledger returns the directory of the merged ledger.
func (r *Run) Ledger() string {
	h := ledger.Header{Order: r.Question.Order, Method: r.Scheme, Plan: r.Plan}
	return ledger.Dir(r.dir, h.RunName())
}

func (d *driver) ledgerPath() string { return filepath.Join(d.run.Ledger(), "ledger") }

// publish copies the merged ledger to its place in the directory.
func (d *driver) publish() error {
	if err := sys.MkdirAll(d.run.Ledger(), 0o755); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return copyFile(d.merged.Path, d.ledgerPath())
}

// finish returns nil if a task that ended meanwhile brings a dispute.
func (d *driver) finish(ctx context.Context) (*Record, error) {
	d.clear(ctx)
	if err := d.take(ctx); err != nil || !d.complete() {
		return nil, err
	}
	if r, err := d.finished(ctx); r != nil || err != nil {
		return r, err
	}
	report, err := d.solve(ctx)
	if err != nil {
		return nil, err
	}
	merged, err := ledger.Read(ctx, d.merged.Path)
	if err != nil {
		return nil, err
	}
	r, err := d.record(merged)
	if err != nil {
		return nil, err
	}
	r.Report, r.Program, r.Written = report, d.Count.Program, time.Now().UTC()
	r.Checks = append(slices.Clone(report.Checks),
		fmt.Sprintf("the ledgers of %s agree in every result", humanize.Plural(r.Tasks, "task")),
		fmt.Sprintf("%d of %s counted a second time, by another kernel", r.CountedAgain,
			humanize.Plural(r.Subproblems, "result")))
	if r.Accounted, err = d.engine.processorSeconds(ctx); err != nil {
		d.once(fmt.Sprintf("%v; no figures of the engine's accounting", err))
	}
	if err = d.publish(); err == nil {
		err = replaceJSON(filepath.Join(d.run.dir, recordFile), r)
	}
	if err != nil {
		return nil, err
	}
	return r, d.show(nil)
}

// solve answers the question from the merged ledger.
func (d *driver) solve(ctx context.Context) (*count.Report, error) {
	return count.Solve(ctx, d.run.Question, count.Options{
		State: d.state, Scheme: d.run.Scheme, KeepAll: true, Program: d.Count.Program, Workers: d.Cores,
		Memory: d.Count.Memory,
	})
}

// finished returns the record of a finished directory if the files agree with it; otherwise nil,
// and the count continues.
func (d *driver) finished(ctx context.Context) (r *Record, err error) {
	if err := cmp.Or(d.readJudgements(), d.take(ctx)); err != nil || !d.complete() {
		return nil, err
	}
	r, _, flaws := d.audit(ctx)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("batch: %w", ctx.Err())
	}
	if len(d.dispute) > 0 {
		return nil, fmt.Errorf("batch: %s: move the ledger that is wrong away: %w", disputeText(d.dispute[0]),
			ledger.ErrMismatch)
	}
	for _, flaw := range flaws {
		d.once(flaw + "; the record is replaced")
	}
	if r == nil || len(flaws) > 0 {
		return nil, nil
	}
	r.Report, err = d.solve(ctx)
	return r, err
}

// ReadRecord reads the record of a finished directory. Errors: fs.ErrNotExist; queens.ErrFormat.
func ReadRecord(dir string) (r *Record, err error) {
	r = new(Record)
	return r, readJSON(filepath.Join(dir, recordFile), r)
}

// clear lets tasks end that have published everything, and cancels those that repeat finished work.
func (d *driver) clear(ctx context.Context) {
	for try := range 40 {
		live, err := d.engine.List(ctx)
		if err == nil && len(live) == 0 || ctx.Err() != nil {
			return
		}
		if try == 20 {
			if err := d.engine.Cancel(ctx); err != nil {
				d.once(err.Error())
			}
		}
		time.Sleep(500 * time.Millisecond)
	}
}

func (d *driver) record(merged *ledger.Run) (*Record, error) {
	r := &Record{
		Schema: recordSchema, Question: d.run.Question, Total: merged.Tally.Total, Scheme: d.run.Scheme,
		SchemeVersion: d.run.SchemeVersion,
		Plan:          d.run.Plan, Subproblems: d.run.subproblems(), Head: merged.Tally.Head, Again: d.run.Again,
		Seed: d.run.Seed, Disputes: append([]Judgement{}, d.judged...),
	}
	for i, done := range d.again {
		if done && d.run.chosen(i) {
			r.CountedAgain++
		}
	}
	kernels, nodes, ledgers, programs := tally{}, tally{}, tally{}, map[string]bool{}
	for result, err := range merged.Computations() {
		if err != nil {
			return nil, fmt.Errorf("batch: %w", err)
		}
		kernels.add(result.Kernel, 1, result.Elapsed)
		nodes.add(nodeOf(result.Worker), 1, result.Elapsed)
		programs[result.Build] = true
	}
	for name, s := range d.sources {
		if s.run != nil {
			ledgers.add(name, s.run.Tally.Results, s.run.Tally.Work)
		}
	}
	r.Kernels, r.Nodes, r.Ledgers = kernels.list(), nodes.list(), ledgers.list()
	r.Programs = slices.Sorted(maps.Keys(programs))
	notes, err := d.run.attempts("")
	if err != nil {
		return nil, err
	}
	r.Tasks = len(notes)
	for _, a := range notes {
		r.Processor += a.Processor
	}
	return r, nil
}

type tally map[string]Tallied

func (t tally) add(name string, results int, elapsed time.Duration) {
	t[name] = Tallied{name, t[name].Results + results, t[name].Seconds + elapsed.Seconds()}
}

func (t tally) list() []Tallied {
	return slices.SortedFunc(maps.Values(t), func(a, b Tallied) int { return cmp.Compare(a.Name, b.Name) })
}

// Verified is the outcome of Verify.
type Verified struct {
	Schema  string           `json:"schema"`
	Dir     string           `json:"dir"`
	Record  *Record          `json:"record,omitempty"` // nil while the count is incomplete
	Ledgers int              `json:"ledgers"`
	Done    int              `json:"done"`
	Of      int              `json:"subproblems"`
	Sum     queens.Total     `json:"sum"`
	Sample  verify.Recounted `json:"sample"` // empty if there are flaws
	Flaws   []string         `json:"flaws"`  // damaged files, results that differ, false statements of the record
}

// Verify checks a directory on any machine. It makes the plan again, reads and merges every ledger
// again, compares each result with the merged ledger and the record with the files, and computes a
// sample again. Whatever is wrong is a flaw.
//
// Errors: those of Drive; ledger.ErrIncomplete without results.
func Verify(ctx context.Context, dir string, o count.Options, sample verify.Sample) (*Verified, error) {
	run, err := ReadRun(dir)
	if err != nil {
		return nil, err
	}
	d, err := newDriver(ctx, Options{Dir: dir, Question: run.Question, Count: o, Engine: "print", Log: func(string) {}})
	if err != nil {
		return nil, err
	}
	defer d.close()
	d.keep = true
	if err := cmp.Or(d.readJudgements(), d.take(ctx)); err != nil {
		return nil, err
	}
	r, merged, flaws := d.audit(ctx)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("batch: %w", ctx.Err())
	}
	flaws = append(d.damages, flaws...)
	for _, x := range d.dispute {
		flaws = append(flaws, disputeText(x))
	}
	v := &Verified{
		Schema: "queens.batch-verify/1", Dir: run.dir, Record: r, Ledgers: len(d.runs()), Of: run.subproblems(),
		Sample: verify.Recounted{
			Plan: d.plan.HashText(), Sample: []int{}, Kernels: []string{}, By: []string{}, Seed: sample.Seed,
		},
		Flaws: append([]string{}, flaws...),
	}
	if d.merged != nil {
		v.Done, v.Sum = d.merged.Tally.Results, d.merged.Tally.Total
	}
	switch {
	case len(flaws) > 0:
		return v, nil
	case merged == nil:
		return nil, fmt.Errorf("batch: %s has no results yet: %w", run.dir, ledger.ErrIncomplete)
	}
	verdict, err := verify.Run(ctx, merged, o, sample)
	if err == nil {
		v.Sample, v.Flaws = verdict.Recounted, append(v.Flaws, verdict.Wrong...)
	}
	return v, err
}

// audit compares the record and the merged ledger of a finished directory with the ledgers of the
// tasks; different results become disputes. Without a record there is none, and merged is what the
// ledgers have.
func (d *driver) audit(ctx context.Context) (r *Record, merged *ledger.Run, flaws []string) {
	flaw := func(format string, args ...any) { flaws = append(flaws, fmt.Sprintf(format, args...)) }
	r, err := ReadRecord(d.run.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, d.merged, nil
	} else if err != nil {
		flaw("%v", err)
		return nil, d.merged, flaws
	}
	listed := map[string]bool{}
	for _, x := range r.Ledgers {
		listed[x.Name] = true
		intact := 0
		if s := d.sources[x.Name]; s != nil && s.run != nil {
			intact = s.run.Tally.Results
		}
		if intact < x.Results {
			flaw("%s is missing or damaged: it has %d of the %s that %s lists; copy it from a backup, or move it "+
				"away and give the command that began the count again: it counts what is lost",
				humanize.OneLine(filepath.Join(d.run.dir, ledgersDir, x.Name)), intact,
				humanize.Plural(x.Results, "result"), recordFile)
		}
	}
	if merged, err = d.run.readLedger(ctx, d.ledgerPath()); err != nil {
		flaw("%v", err)
		return r, nil, flaws
	}
	for _, text := range merged.Recovery.Flaws() {
		flaw("%s: %s", d.ledgerPath(), text)
	}
	if !merged.Complete() || merged.Tally.Done == nil || len(merged.Doubts) > 0 {
		flaw("%s has no certificate", d.ledgerPath())
		return r, nil, flaws
	}
	if !d.complete() {
		flaw("the ledgers do not have all %d results and second counts", d.run.subproblems())
	}
	m, err := verify.Merge(ctx, d.plan, append(d.runs(), merged), count.Options{
		State: filepath.Join(d.state, "audit"), Program: d.Count.Program,
	})
	own, failed := d.record(merged)
	if err = cmp.Or(err, failed); err != nil {
		flaw("%v", err)
		return r, nil, flaws
	}
	d.dispute = m.Disputes
	if value, ok := count.Published(d.plan.Scheme, d.run.Question.Order); ok && value != merged.Tally.Total {
		flaw("the total is %v, the known value %v", merged.Tally.Total, value)
	}
	for _, x := range own.Ledgers {
		if !listed[x.Name] {
			flaw("%s does not list %s; the command that began the count writes it anew", recordFile, x.Name)
		}
	}
	if own.Tasks < r.Tasks || own.Processor < r.Processor-1 {
		flaw("%s: %d tasks of %.0f s, the files say %d of %.0f s", recordFile, r.Tasks, r.Processor, own.Tasks,
			own.Processor)
	}
	one, two := reflect.ValueOf(*own), reflect.ValueOf(*r)
	for i := range one.NumField() {
		if name := one.Type().Field(i).Name; !slices.Contains(unlikeFiles, name) &&
			!reflect.DeepEqual(one.Field(i).Interface(), two.Field(i).Interface()) {
			flaw("%s: %s is %v, the files say %v", recordFile, name, two.Field(i), one.Field(i))
		}
	}
	return r, merged, flaws
}

// unlikeFiles are the fields of a Record that the files do not prove: an unnecessary task may have
// ended since.
var unlikeFiles = []string{"Tasks", "Processor", "Ledgers", "Accounted", "Checks", "Program", "Written", "Report"}
