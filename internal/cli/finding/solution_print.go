package finding

import (
	"context"
	"fmt"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/find/first"
	"queens/find/sample"
	"queens/find/search"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

const anyClass = "any"

type firstAnswer struct {
	Schema  string        `json:"schema"`
	Order   int           `json:"order"`
	Class   string        `json:"class"`
	Rows    queens.Perm   `json:"rows"`              // null if there is no solution
	Refuted *int          `json:"refuted,omitempty"` // smaller beginnings without a solution
	Nodes   string        `json:"nodes,omitempty"`   // queens placed
	Known   bool          `json:"known"`             // equal to a known one
	Elapsed time.Duration `json:"elapsedNanos"`
}

// findFirst finds the first solution of order n, of a class or of any.
//
// Errors: those of first.Solution and list.Stream; queens.ErrFormat for another
// class; ledger.ErrMismatch if another one is known.
func findFirst(ctx context.Context, n int, class string, o first.Options) (*firstAnswer, error) {
	began := time.Now()
	f := &firstAnswer{Schema: "queens.first/1", Order: n, Class: class}
	name := "lexicographic-first"
	if class == anyClass {
		r, err := first.Solution(ctx, n, o)
		if err != nil {
			return nil, err
		}
		f.Rows, f.Refuted, f.Nodes = r.Solution, &r.Refuted, printer.Decimal(r.Nodes)
	} else {
		c, err := symmetry.ParseClass(class)
		if err != nil {
			return nil, err
		}
		options := list.Options{Fundamental: true, Classes: []symmetry.Class{c}, Limit: 1, Workers: o.Workers}
		list, err := list.Stream(ctx, n, options, noText{}, func([]byte) error { return nil })
		if err != nil {
			return nil, err
		}
		f.Rows = list.Last
		name += "-" + class
	}
	f.Elapsed = time.Since(began)
	s, _ := known.Find(name)
	var want queens.Perm
	for _, v := range s.Row(n) {
		row, _ := v.Value.Uint64()
		want = append(want, int(row)-1)
	}
	if f.Known = want != nil; f.Known && !want.Equal(f.Rows) {
		return nil, fmt.Errorf("first: order %d: %v, but the known one is %v: %w", n, f.Rows, want, ledger.ErrMismatch)
	}
	return f, nil
}

// noText is an encoder for a list of which only the report is wanted.
type noText struct{}

func (noText) AppendSolution(b []byte, _ []uint8) []byte { return b }

func (f *firstAnswer) Text(s printer.Style) string { return s.Perm(f.Rows) + "\n" }

func showRank(ctx context.Context, ranks *sample.Ranks, p queens.Perm, rank uint64) (printer.Shown, error) {
	total, err := ranks.Total(ctx)
	return printer.Show("queens.rank/1", struct {
		Order     int         `json:"order"`
		Rows      queens.Perm `json:"rows"`
		Number    uint64      `json:"number,string"`    // from 1
		Solutions uint64      `json:"solutions,string"` // of the order
	}{p.Order(), p, rank + 1, total}, func(s printer.Style) string { return s.Perm(p) + "\n" }), err
}

type sampleTest struct {
	Schema       string `json:"schema"`
	Order        int    `json:"order"`
	Method       string `json:"method"`
	Seed         string `json:"seed"`
	Samples      int    `json:"samples,string"`
	*sample.Test        // nil beyond MaxUniformityOrder
	sample.Correlation
}

func testSample(ctx context.Context, n int, method string, seed uint64, drawn []queens.Perm) (*sampleTest, error) {
	t := &sampleTest{Schema: "queens.sample-test/1", Order: n, Method: method, Seed: printer.Decimal(seed), Samples: len(drawn)}
	var err error
	if t.Correlation, err = sample.Correlate(drawn); err != nil {
		return nil, err
	}
	if n <= sample.MaxUniformityOrder {
		uniform, err := sample.Uniformity(ctx, n, drawn)
		if err != nil {
			return nil, err
		}
		t.Test = &uniform
	}
	return t, nil
}

func (t *sampleTest) Text(printer.Style) string {
	text := fmt.Sprintf("%d solutions of order %d drawn by %s\n", t.Samples, t.Order, t.Method)
	if u := t.Test; u != nil {
		text += fmt.Sprintf("of %d solutions %d were seen, each expected %.1f times; rarest %d, commonest %d\n", u.Solutions, u.Distinct,
			float64(t.Samples)/float64(u.Solutions), u.Rarest, u.Commonest)
		text += fmt.Sprintf("chi-square %.1f with %s of freedom, p-value %.3g\n", u.ChiSquare, humanize.Plural(u.Freedom, "degree"), u.PValue)
	}
	c := t.Correlation
	return text + fmt.Sprintf("neighbours share %.3f queens, any two %.3f; p-value %.3g\neffective sample size %.0f\n", c.Neighbours, c.Any, c.PValue, c.Effective)
}

type oddsAnswer struct {
	Order int           `json:"order"`
	Best  int           `json:"best"` // number of random queens that the method takes
	Odds  []search.Odds `json:"odds"`
}

func (o oddsAnswer) text(printer.Style) string {
	lines := [][]string{{"random queens", "success", "boards if it succeeds", "if it fails", "to a solution"}}
	for _, x := range o.Odds {
		line := []string{
			fmt.Sprint(x.Random), fmt.Sprintf("%.4f", x.Success), fmt.Sprintf("%.2f", x.BoardsSuccess), fmt.Sprintf("%.2f", x.BoardsFailure), fmt.Sprintf("%.2f", x.Boards),
		}
		if x.Random == o.Best {
			line = append(line, "best")
		}
		lines = append(lines, line)
	}
	return printer.Numbers(lines)
}
