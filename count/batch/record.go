package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/verify"
	"queens/internal/errs"
	"queens/internal/humanize"
)

// Record says who counted what, and what was checked: record.json.
type Record struct {
	Schema        string         `json:"schema"`
	Question      count.Question `json:"question"`
	Total         queens.Total   `json:"total"` // of the longest run
	Method        string         `json:"method"`
	MethodVersion int            `json:"methodVersion"`
	Plan          ledger.Hash    `json:"plan"`
	Subproblems   int            `json:"subproblems"`
	Head          ledger.Hash    `json:"head"` // of the merged ledger
	Seed          uint64         `json:"seed,string"`
	CountedAgain  int            `json:"countedAgain"` // subproblems with the same results
	Programs      []string       `json:"programs"`
	Kernels       []Tallied      `json:"kernels"`
	Nodes         []Tallied      `json:"nodes"`
	Ledgers       []Tallied      `json:"ledgers"`                   // that were merged
	Wrong         []string       `json:"wrong"`                     // nodes with withdrawn results
	Processor     float64        `json:"processorSeconds,omitzero"` // that the ledgers state
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

// ReadRecord reads the record of a finished directory. Errors: fs.ErrNotExist; queens.ErrFormat.
func ReadRecord(dir string) (r *Record, err error) {
	r = new(Record)
	return r, readJSON(filepath.Join(dir, recordFile), r)
}

// finished returns the record of a finished directory if the files agree with it; otherwise nil,
// and the count continues. It writes nothing there.
func (d *driver) finished(ctx context.Context) (r *Record, err error) {
	if _, err := os.Stat(filepath.Join(d.run.dir, recordFile)); err != nil {
		return nil, nil
	}
	if d.state, err = os.MkdirTemp("", "queens-"); err != nil {
		return nil, errs.Errorf("%w", err)
	}
	defer func() {
		_ = os.RemoveAll(d.state)
		d.state, d.merged = "", nil
	}()
	if err := d.take(ctx); err != nil || !d.complete() {
		return nil, err
	}
	r, merged, flaws := d.check(ctx)
	if ctx.Err() != nil {
		return nil, errs.Errorf("%w", ctx.Err())
	}
	if len(flaws) > 0 && merged != nil {
		o := count.Options{State: filepath.Join(d.state, "check"), Unlocked: true, Program: d.Count.Program}
		m, err := verify.Merge(ctx, d.plan, append(d.runs(), merged), o)
		if err == nil && len(m.Disputes) > 0 {
			return nil, errs.Errorf("%w: %v: move the ledger that is wrong away", ledger.ErrMismatch, m.Disputes[0])
		}
	}
	for _, flaw := range flaws {
		d.once(flaw + "; the record is replaced")
	}
	if len(flaws) > 0 {
		return nil, nil
	}
	r.Report, err = d.solve(ctx, d.state)
	return r, err
}

// finish writes the record. It returns nil if a task that ended meanwhile brings a dispute.
func (d *driver) finish(ctx context.Context) (*Record, error) {
	d.clear(ctx)
	if err := d.take(ctx); err != nil || !d.complete() {
		return nil, err
	}
	state, err := os.MkdirTemp(d.run.dir, mergeDir)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	defer os.RemoveAll(state)
	path, err := d.mergeInto(ctx, state)
	if err != nil || len(d.disputes) > 0 {
		return nil, err
	}
	report, err := d.solve(ctx, state)
	if err == nil {
		path, err = d.publish(path)
	}
	if err == nil {
		d.merged, err = ledger.Read(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	r, err := d.record(d.merged)
	if err != nil {
		return nil, err
	}
	r.Report, r.Program, r.Written = report, d.Count.Program, time.Now().UTC()
	r.Checks = append(slices.Clone(report.Checks),
		fmt.Sprintf("the ledgers of %s agree in every result", humanize.Plural(len(r.Ledgers), "attempt")),
		fmt.Sprintf("%d of %s counted a second time, by another kernel", r.CountedAgain,
			humanize.Plural(r.Subproblems, "result")))
	return r, publishJSON(filepath.Join(d.run.dir, recordFile), r, os.Rename)
}

// solve answers the question from the merged ledger in a state directory.
func (d *driver) solve(ctx context.Context, state string) (*count.Report, error) {
	return count.Solve(ctx, d.run.Question, count.Options{
		State: state, Unlocked: true, Method: d.run.Method, KeepAll: true, Program: d.Count.Program, Workers: d.Cores,
		Memory: d.Count.Memory,
	})
}

// clear lets tasks end, and cancels those that repeat finished work.
func (d *driver) clear(ctx context.Context) {
	for try := range 40 {
		live, err := d.engine.list(ctx)
		if err == nil && len(live) == 0 || ctx.Err() != nil {
			return
		}
		if try == 20 {
			if err := d.engine.cancel(ctx); err != nil {
				d.once(err.Error())
			}
		}
		time.Sleep(500 * time.Millisecond)
	}
}

func (d *driver) record(merged *ledger.Run) (*Record, error) {
	r := &Record{
		Schema: recordSchema, Question: d.run.Question, Total: merged.Tally.Total, Method: d.run.Method,
		MethodVersion: d.run.MethodVersion, Plan: d.run.Plan, Subproblems: d.run.Subproblems, Head: merged.Tally.Head,
		Seed: d.run.Seed, Wrong: []string{}, Programs: []string{},
	}
	for _, isDone := range d.again {
		if isDone {
			r.CountedAgain++
		}
	}
	kernels, nodes, ledgers := tally{}, tally{}, tally{}
	for result, err := range merged.Computations() {
		if err != nil {
			return nil, errs.Errorf("%w", err)
		}
		kernels.add(result.Kernel, 1, result.Elapsed)
		nodes.add(nodeOf(result.Worker), 1, result.Elapsed)
		r.Programs = distinct(append(r.Programs, result.Build))
	}
	for _, name := range slices.Sorted(maps.Keys(d.sources)) { // the order of a sum changes its last digits
		if run := d.sources[name].run; run != nil {
			ledgers.add(name, run.Tally.Results, run.Tally.Work)
			r.Processor += run.Tally.Spent.Processor.Seconds()
		}
	}
	r.Kernels, r.Nodes, r.Ledgers = kernels.list(), nodes.list(), ledgers.list()
	for _, w := range merged.Withdrawals() {
		for _, result := range w.Results {
			r.Wrong = distinct(append(r.Wrong, nodeOf(result.Worker)))
		}
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
	if d.state, err = os.MkdirTemp("", "queens-"); err != nil {
		return nil, errs.Errorf("%w", err)
	}
	defer os.RemoveAll(d.state)
	if err := d.take(ctx); err != nil {
		return nil, err
	}
	r, merged, flaws := d.check(ctx)
	if ctx.Err() != nil {
		return nil, errs.Errorf("%w", ctx.Err())
	}
	v := &Verified{
		Schema: "queens.batch-verify/1", Dir: run.dir, Record: r, Ledgers: len(d.runs()), Of: run.Subproblems,
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
		return nil, errs.Errorf("%s has no results yet: %w", run.dir, ledger.ErrIncomplete)
	}
	verdict, err := verify.Run(ctx, merged, o, sample)
	if err == nil {
		v.Sample, v.Flaws = verdict.Recounted, append(v.Flaws, verdict.Wrong...)
	}
	return v, err
}

// check compares the record and the merged ledger of a finished directory with the ledgers of the
// attempts, result by result. Without a record, merged is what the ledgers have.
func (d *driver) check(ctx context.Context) (r *Record, merged *ledger.Run, flaws []string) {
	flaw := func(format string, args ...any) { flaws = append(flaws, fmt.Sprintf(format, args...)) }
	for _, name := range slices.Sorted(maps.Keys(d.sources)) {
		if text := d.sources[name].flaw; text != "" {
			flaw("%s; move it away, and give the command that began the count again", text)
		}
	}
	for _, x := range d.disputes {
		flaw("%v", x)
	}
	r, err := ReadRecord(d.run.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, d.merged, flaws
	} else if err != nil {
		flaw("%v", err)
		return nil, d.merged, flaws
	}
	for _, x := range r.Ledgers {
		intact := 0
		if s := d.sources[x.Name]; s != nil && s.run != nil {
			intact = s.run.Tally.Results
		}
		if intact < x.Results {
			flaw("%s is missing or damaged: it has %d of the %s that %s lists; copy it from a backup, or move it "+
				"away and give the command that began the count again: it counts what is lost",
				humanize.OneLine(d.run.attemptDir(x.Name)), intact, humanize.Plural(x.Results, "result"), recordFile)
		}
	}
	if merged, err = ledger.Read(ctx, d.run.Ledger()); err != nil {
		flaw("%v", err)
		return r, nil, flaws
	}
	if !d.complete() || !merged.Complete() || merged.Tally.Done == nil || len(verify.Doubts(merged)) > 0 {
		flaw("%s has no certificate, or the ledgers do not have all %d results and second counts", merged.Path,
			d.run.Subproblems)
	}
	compared, err := verify.Compare(ctx, merged, d.runs())
	flaws = append(flaws, compared.Flaws...)
	own, failed := d.record(merged)
	if err = cmp.Or(err, failed); err != nil {
		flaw("%v", err)
		return r, nil, flaws
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

// unlikeFiles are the fields of a Record that the files do not prove.
var unlikeFiles = []string{"Checks", "Program", "Written", "Report"}
