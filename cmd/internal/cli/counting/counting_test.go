package counting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/batch"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/survey"
	"queens/count/verify"
	"queens/internal/golden"
	"queens/internal/must"
)

// TestStoppedCountSaysWhatHelps checks that errors of the ledger suggest a command.
func TestStoppedCountSaysWhatHelps(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("mkdir /runs: %w", fs.ErrPermission), "--state none saves nothing"},
		{fmt.Errorf("plan: %w", context.Canceled), "before anything was counted; to continue:\n  queens count 18"},
	} {
		got := new(app).stoppedCount("queens count 18", &count.Report{}, c.err)
		if !errors.Is(got, c.err) || !strings.Contains(got.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.err, got, c.want)
		}
	}
	if got := new(app).stoppedCount("", nil, fs.ErrClosed); got != fs.ErrClosed {
		t.Errorf("another error: %v", got)
	}
}

func TestProcessorText(t *testing.T) {
	for _, c := range []struct {
		metered, done int
		want          string
	}{
		{0, 25, "not recorded"},
		{10, 25, "2.00 s for 10 of 25 results; the others are without a record"},
		{25, 25, "2.00 s"},
		{26, 25, "2.00 s"}, // one was withdrawn
	} {
		r := runs.Run{Done: c.done, Metered: c.metered, Processor: 2}
		if got := processorText(&r); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.metered, c.done, got, c.want)
		}
	}
}

// TestEstimatedTotals: a total is printed only with bounds that say something, as text and as JSON.
func TestEstimatedTotals(t *testing.T) {
	for _, c := range []struct {
		b    survey.Band
		want bool
	}{
		{survey.Band{}, false},
		{survey.Band{Mean: 7.5e15, High: 3e16}, false}, // two samples
		{survey.Band{Mean: 7.5e15, Low: 1, High: 1.5e16}, false},
		{survey.Band{Mean: 7.5e15, Low: 2e15, High: 1.3e16}, false}, // T(35) from 30 samples
		{survey.Band{Mean: 7.5e15, Low: 4e15, High: 1.1e16}, true},
		{survey.Band{Mean: 7.5e15, Low: 7.5e15, High: 7.5e15}, true},
	} {
		f := survey.Forecast{Order: 28, Counts: "solutions", Workers: 1, Samples: 2, Solutions: c.b}
		text, data := texts.Text(printer.Style{}, "queens.estimate/1", f), must.Get(json.Marshal(f))(t)
		if strings.Contains(text, "solutions  7.5e+15 (") != c.want || strings.Contains(text, "unknown") == c.want ||
			strings.Contains(string(data), `"solutions":{"mean"`) != c.want {
			t.Errorf("%v: %s%s", c.b, text, data)
		}
	}
}

// TestEstimateWithoutRanges: with too few samples an estimate claims no ranges.
func TestEstimateWithoutRanges(t *testing.T) {
	f := survey.Forecast{
		Order: 28, Counts: "solutions", Workers: 1, Samples: 2, Seconds: survey.Band{Mean: 10, High: 90},
	}
	text := texts.Text(printer.Style{}, "queens.estimate/1", f)
	if strings.Contains(text, "nine of ten") || !strings.Contains(text, "too few samples") {
		t.Error(text)
	}
	f.Seconds.Low = 5
	if text := texts.Text(printer.Style{}, "queens.estimate/1", f); !strings.Contains(text, "nine of ten") {
		t.Error(text)
	}
}

// TestSampleText: a sentence about several false results has several.
func TestSampleText(t *testing.T) {
	for _, c := range []struct {
		results, sample int
		want            string // the end, with sample/results
	}{
		{59, 2, "it finds one false result among the 59 with probability 3.4 %"},
		{200, 1, "one false result among the 200 with probability 0.5 %, 2 false ones with 1.0 %"},
		{59, 59, "these are all"},
		{59, 0, "nothing computed again"},
	} {
		r := verify.Verdict{Recounted: verify.Recounted{Results: c.results, Sample: make([]int, c.sample)}}
		if got := texts.Text(printer.Style{}, "sample", &r); !strings.HasSuffix(got, c.want) {
			t.Errorf("%d of %d: %q, want %q", c.sample, c.results, got, c.want)
		}
	}
}

func TestRunLinesFitTheTerminal(t *testing.T) {
	order, share, total, written := 12, 1.0, queens.NewTotal(14200), time.Now()
	list := []runs.Run{{
		Name: "n12-search-aa30f85d", Order: &order, Counts: "solutions", Subproblems: 1, Done: 1,
		Fraction: &share, Complete: true,
		State: runs.Complete, Total: &total, Sum: total, Written: &written, Size: 640,
	}}
	for width, columns := range map[int]int{80: 4, 200: 8} { // one column of nine has no name
		head, rows, _ := strings.Cut(runLines(list, printer.Style{Person: true, Width: width}), "\n")
		if got := len(strings.Fields(head)); got != columns || len(head) > width {
			t.Errorf("%d columns at width %d: %s", got, width, head)
		}
		if !strings.Contains(rows, " 14200 ") || !strings.Contains(rows, "100 %") ||
			!strings.Contains(rows, "complete\n") {
			t.Errorf("at width %d: %s", width, rows)
		}
	}
}

func TestTasksText(t *testing.T) {
	order, share, written := 18, 0.4, time.Now()
	r := runs.Run{
		Name: "q18", Path: "/scratch/q18", Order: &order, Counts: "solutions", Subproblems: 25, Done: 9,
		Fraction: &share, Written: &written,
		State: runs.Elsewhere, Rest: 90, Tasks: &batch.Tasks{
			Engine: "slurm", Shares: 9, Attempts: 5, Failed: 1, Running: 2, Queued: 3, Nodes: []string{"a1", "a2"},
		},
	}
	text := texts.Text(printer.Style{}, "queens.run/1", &r)
	for _, want := range []string{"9 of 25 subproblems, 40.0 % of the work", "2 running, 3 queued, by slurm; 9 " +
		"shares, 5 attempts so far, 1 failed", "a1 a2", "about 90 s with "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	r.State = runs.Stopped
	if text := texts.Text(printer.Style{}, "queens.run/1", &r); !strings.Contains(text, "incomplete, stopped") {
		t.Error(text)
	}
}

// nodesWorkload has every method, counted with every portable kernel.
var nodesWorkload = []struct {
	method string
	orders []int
}{
	{"join", []int{9, 12}},
	{"parity", []int{9, 12}},
	{"parity-board", []int{9, 12}},
	{"parity-half-turn", []int{15, 17}},
	{"parity-reflecting", []int{9, 12}},
	{"search", []int{8, 9, 12}},
	{"search-board", []int{8, 9}},
	{"search-border", []int{8, 11}},
	{"symmetric-half-turn", []int{14, 15}},
	{"symmetric-quarter-turn", []int{21, 28}},
	{"symmetric-super-half-turn", []int{14, 15}},
	{"symmetric-super-quarter-turn", []int{21, 28}},
	{"symmetric-torus", []int{17, 19}},
	{"torus", []int{11, 13}},
}

// TestNodes pins how many nodes each method needs on any machine. If you change a search, a plan or
// the table of kernels, run this test with -update and say in the commit which counts changed; the
// numbers of solutions must not.
func TestNodes(t *testing.T) {
	var text strings.Builder
	fmt.Fprintln(&text, "method order kernel solutions nodes; see TestNodes")
	for i, variant := range methods.Variants() {
		work := nodesWorkload[i]
		if work.method != variant.Name {
			t.Fatalf("the workload has the method %s, want %s", work.method, variant.Name)
		}
		for _, n := range work.orders {
			p := must.Get(plan.New(t.Context(), n, variant))(t)
			want, _ := methods.Published(variant, n)
			for k, kernel := range variant.Method.Info().Kernels {
				if kernel.Needs != "" {
					continue
				}
				if k == 0 && kernel.Kernel != "generic" {
					t.Errorf("the first kernel of %s is %s, want generic", variant.Name, kernel.Kernel)
				}
				tally := must.Get(count.Run(t.Context(), p, count.Options{Kernel: kernel.Kernel, Workers: 1}))(t)
				if tally.Total != want {
					t.Errorf("%s of order %d by kernel %s: %v solutions, want %v", work.method, n, kernel.Kernel,
						tally.Total, want)
				}
				fmt.Fprintln(&text, work.method, n, kernel.Kernel, tally.Total, tally.Nodes)
			}
		}
	}
	golden.Compare(t, "testdata/nodes.txt", []byte(text.String()))
}

func TestBenchSummarises(t *testing.T) {
	row := benchRow{Runs: []benchRun{{CPU: 300, Wall: 330}, {CPU: 100, Wall: 110}, {CPU: 200, Wall: 500}}}
	row.Solutions, row.Nodes = row.Solutions.Add(10), row.Nodes.Add(40)
	row.Summarise()
	if row.CPU != 200 || row.Wall != 330 || row.Spread != 1 {
		t.Errorf("medians %v and %v, spread %v; want 200, 330 and (300-100)/200", row.CPU, row.Wall, row.Spread)
	}
	if *row.PerSolution != 20 || *row.NodesPerSolution != 4 || *row.PerNode != 5 {
		t.Errorf("%v ns/solution, %v nodes/solution, %v ns/node; want 20, 4, 5", *row.PerSolution,
			*row.NodesPerSolution, *row.PerNode)
	}
	if got := ratio(1, 0); got != nil {
		t.Errorf("1 / 0 is %v, want none", *got)
	}
}
