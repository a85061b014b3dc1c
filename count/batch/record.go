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
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/upkeep"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Record says who counted what, and what was checked: record.json.
type Record struct {
	Schema        string         `json:"schema"`
	Question      count.Question `json:"question"`
	Total         queens.Total   `json:"total"` // of the longest run
	Scheme        string         `json:"scheme"`
	SchemeVersion int            `json:"schemeVersion"`
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

func (d *driver) ledgerPath() string {
	return filepath.Join(ledger.Dir(d.run.dir, d.plan.RunName()), "ledger")
}

func (d *driver) finish(ctx context.Context) (*Record, error) {
	d.clear(ctx)
	options := count.Options{
		State: d.state, Scheme: d.run.Scheme, KeepAll: true, Program: d.Count.Program,
		Workers: d.Count.Workers,
	}
	report, err := count.Solve(ctx, d.run.Question, options)
	if err != nil {
		return nil, err
	}
	merged, err := ledger.Read(ctx, d.merged.Path)
	if err != nil {
		return nil, err
	}
	options.State = ""
	v, err := upkeep.Verify(ctx, merged, options, upkeep.Sample{Size: upkeep.AutoSample, Seed: d.run.Seed})
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
		fmt.Sprintf("%d of %d results computed again by kernel %s when the ledger was complete", len(v.Sample),
			v.Results, strings.Join(v.Kernels, ", ")))
	if r.Accounted, err = d.engine.processorSeconds(ctx); err != nil {
		d.once(fmt.Sprintf("no figures of the engine's accounting: %v", err))
	}
	if err := sys.MkdirAll(filepath.Dir(d.ledgerPath()), 0o755); err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	if err = copyFile(merged.Path, d.ledgerPath()); err == nil {
		err = replaceJSON(filepath.Join(d.run.dir, recordFile), r)
	}
	if err != nil {
		return nil, err
	}
	return r, d.show(nil)
}

// clear lets tasks end that have published everything, and cancels those that repeat finished work.
func (d *driver) clear(ctx context.Context) {
	for range 20 {
		live, err := d.engine.List(ctx)
		if err == nil && len(live) == 0 || ctx.Err() != nil {
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
	if err := d.engine.Cancel(ctx); err != nil {
		d.once(err.Error())
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
	Schema  string              `json:"schema"`
	Dir     string              `json:"dir"`
	Record  *Record             `json:"record,omitempty"` // nil while the count is incomplete
	Ledgers int                 `json:"ledgers"`
	Done    int                 `json:"done"`
	Of      int                 `json:"subproblems"`
	Sum     queens.Total        `json:"sum"`
	Sample  upkeep.Verification `json:"sample"`
}

// Verify checks a directory on any machine. It makes the plan again, reads and merges every ledger
// again, compares all results with the merged ledger and the record with the files, and computes a
// sample again.
//
// Errors: ledger.ErrMismatch for a difference, and for a ledger that is missing or lost results;
// those of Drive.
func Verify(ctx context.Context, dir string, o count.Options, sample upkeep.Sample) (*Verified, error) {
	run, err := ReadRun(dir)
	if err != nil {
		return nil, err
	}
	d, err := newDriver(ctx, Options{Dir: dir, Question: run.Question, Count: o, Engine: "print", Log: func(string) {}})
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(d.state)
	d.keep = true
	if err := cmp.Or(d.readJudgements(), d.take(ctx)); err != nil {
		return nil, err
	}
	for _, x := range d.dispute {
		return nil, fmt.Errorf("batch: %s: %w", disputeText(x), ledger.ErrMismatch)
	}
	r := new(Record)
	if err := readJSON(filepath.Join(run.dir, recordFile), r); errors.Is(err, fs.ErrNotExist) {
		r = nil
	} else if err != nil {
		return nil, err
	}
	if r == nil && d.merged == nil {
		return nil, fmt.Errorf("batch: %s has no results yet: %w", run.dir, ledger.ErrIncomplete)
	}
	merged := d.merged
	if r != nil {
		if err := d.keeps(r); err != nil {
			return nil, err
		}
		if merged, err = ledger.Read(ctx, d.ledgerPath()); err != nil {
			return nil, err
		}
		if err := d.agrees(r, merged); err != nil {
			return nil, fmt.Errorf("batch: %s: %w", run.dir, err)
		}
	}
	v := &Verified{
		Schema: "queens.batch-verify/1", Dir: run.dir, Record: r, Ledgers: len(d.sources),
		Done: d.merged.Tally.Results, Of: run.subproblems(), Sum: d.merged.Tally.Total,
	}
	v.Sample, err = upkeep.Verify(ctx, merged, o, sample)
	return v, err
}

// keeps checks that the ledgers have the results that the record lists.
func (d *driver) keeps(r *Record) error {
	for _, x := range r.Ledgers {
		intact := 0
		if s := d.sources[x.Name]; s != nil && s.run != nil {
			intact = s.run.Tally.Results
		}
		if intact < x.Results {
			return fmt.Errorf("batch: %s is missing or damaged: it has %d of the %s that %s lists; copy it from a "+
				"backup, or give the command that began the count again: it counts what is lost: %w",
				filepath.Join(d.run.dir, ledgersDir, x.Name), intact, humanize.Plural(x.Results, "result"), recordFile,
				ledger.ErrMismatch)
		}
	}
	return nil
}

func (d *driver) agrees(r *Record, merged *ledger.Run) error {
	switch {
	case !merged.Complete() || merged.Tally.Done == nil || len(merged.Doubts) > 0 || !merged.Recovery.Sound():
		return fmt.Errorf("the merged ledger has no certificate, or is damaged: %w", ledger.ErrMismatch)
	case !d.complete():
		return fmt.Errorf("the ledgers do not have all %d results and second counts: %w", d.run.subproblems(),
			ledger.ErrMismatch)
	case d.merged.Tally.Total != merged.Tally.Total:
		return fmt.Errorf("the ledgers add up to %v, the merged one to %v: %w", d.merged.Tally.Total,
			merged.Tally.Total, ledger.ErrMismatch)
	}
	own, err := d.record(merged)
	if err != nil {
		return err
	}
	if value, ok := count.Published(d.plan.Scheme, d.run.Question.Order); ok && value != own.Total {
		return fmt.Errorf("the total is %v, the known value %v: %w", own.Total, value, ledger.ErrMismatch)
	}
	if own.Tasks < r.Tasks || own.Processor < r.Processor-1 {
		return fmt.Errorf("%s: %d tasks of %.0f s, the files say %d of %.0f s: %w", recordFile, r.Tasks, r.Processor,
			own.Tasks, own.Processor, ledger.ErrMismatch)
	}
	one, two := reflect.ValueOf(*own), reflect.ValueOf(*r)
	for i := range one.NumField() {
		if name := one.Type().Field(i).Name; !slices.Contains(unlikeFiles, name) &&
			!reflect.DeepEqual(one.Field(i).Interface(), two.Field(i).Interface()) {
			return fmt.Errorf("%s: %s is %v, the files say %v: %w", recordFile, name, two.Field(i), one.Field(i),
				ledger.ErrMismatch)
		}
	}
	return nil
}

// unlikeFiles are the fields of a Record that differ later: an unnecessary task may have ended
// since, and keeps compares the ledgers.
var unlikeFiles = []string{"Tasks", "Processor", "Ledgers", "Accounted", "Checks", "Program", "Written", "Report"}
