package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"queens/internal/answer/counted"

	"queens"
	"queens/count/ledger"
	"queens/find/first"
	"queens/find/huge"
	"queens/find/sample"
	"queens/internal/human"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// Solution is one solution and how it was found, queens.solution/1.
type Solution struct {
	Schema string      `json:"schema"`
	Order  int         `json:"order"`
	Method string      `json:"method,omitempty"`
	MadeOf string      `json:"madeOf,omitempty"` // the smaller solutions it was put together from
	Seed   string      `json:"seed,omitempty"`   // of a random method
	Rows   queens.Perm `json:"rows"`
}

// NewSolution returns a solution found by a method.
func NewSolution(p queens.Perm, method string) *Solution {
	return &Solution{Schema: "queens.solution/1", Order: p.Order(), Method: method, Rows: p}
}

// WithSeed returns s with the seed of its method.
func (s Solution) WithSeed(seed uint64) *Solution {
	s.Seed = counted.Decimal(seed)
	return &s
}

// Text returns the rows.
func (s *Solution) Text(style Style) string { return permText(style, s.Rows) + "\n" }

// WriteStream writes the JSON form of s with the rows of a placement too large for
// memory.
//
// Errors: those of huge.WriteNumbers.
func (s *Solution) WriteStream(ctx context.Context, w io.Writer, p huge.Placement) error {
	head := *s
	head.Rows = queens.Perm{}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	before := bytes.TrimSuffix(text, []byte("]}"))
	if _, err := w.Write(before); err != nil {
		return err
	}
	if err := huge.WriteNumbers(ctx, w, p); err != nil {
		return err
	}
	_, err = io.WriteString(w, "]}\n")
	return err
}

// AnyClass is the class of NewFirst that stands for all.
const AnyClass = "any"

// First is the lexicographically first solution of an order, queens.first/1.
type First struct {
	Schema  string        `json:"schema"`
	Order   int           `json:"order"`
	Class   string        `json:"class"`
	Rows    queens.Perm   `json:"rows"`              // null if there is no solution
	Refuted *int          `json:"refuted,omitempty"` // smaller beginnings without a solution
	Nodes   string        `json:"nodes,omitempty"`   // queens placed
	Known   bool          `json:"known"`             // equal to a known one
	Elapsed time.Duration `json:"elapsedNanos"`
}

// NewFirst finds the first solution of order n, of a class or of any.
//
// Errors: those of first.Solution and list.Stream; queens.ErrFormat for another
// class; ledger.ErrMismatch if another one is known.
func NewFirst(ctx context.Context, n int, class string, o first.Options) (*First, error) {
	began := time.Now()
	f := &First{Schema: "queens.first/1", Order: n, Class: class}
	name := "lexicographic-first"
	if class == AnyClass {
		r, err := first.Solution(ctx, n, o)
		if err != nil {
			return nil, err
		}
		f.Rows, f.Refuted, f.Nodes = r.Solution, &r.Refuted, counted.Decimal(r.Nodes)
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

// AppendSolution appends nothing.
func (noText) AppendSolution(b []byte, _ []uint8) []byte { return b }

// Text returns the rows.
func (f *First) Text(s Style) string { return permText(s, f.Rows) + "\n" }

// Rank is a solution and its number in the list of all, queens.rank/1.
type Rank struct {
	Schema    string      `json:"schema"`
	Order     int         `json:"order"`
	Rows      queens.Perm `json:"rows"`
	Number    string      `json:"number"`    // from 1
	Solutions string      `json:"solutions"` // of the order
}

// NewRank describes the solution p of a rank, from 0.
//
// Errors: those of Ranks.Total.
func NewRank(ctx context.Context, ranks *sample.Ranks, p queens.Perm, rank uint64) (*Rank, error) {
	total, err := ranks.Total(ctx)
	if err != nil {
		return nil, err
	}
	return &Rank{"queens.rank/1", p.Order(), p, counted.Decimal(rank + 1), counted.Decimal(total)}, nil
}

// Text returns the rows.
func (r *Rank) Text(s Style) string { return permText(s, r.Rows) + "\n" }

// SampleTest says how uniform and how independent a sample is, queens.sample-test/1.
type SampleTest struct {
	Schema       string `json:"schema"`
	Order        int    `json:"order"`
	Method       string `json:"method"`
	Seed         string `json:"seed"`
	Samples      int    `json:"samples,string"`
	*sample.Test        // nil beyond MaxUniformityOrder
	sample.Correlation
}

// NewSampleTest tests a sample of solutions of order n.
//
// Errors: those of sample.Correlate and sample.Uniformity.
func NewSampleTest(ctx context.Context, n int, method string, seed uint64, drawn []queens.Perm) (*SampleTest, error) {
	t := &SampleTest{Schema: "queens.sample-test/1", Order: n, Method: method, Seed: counted.Decimal(seed), Samples: len(drawn)}
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

// Text returns what was seen, the chi-square, and what neighbours share.
func (t *SampleTest) Text(Style) string {
	text := fmt.Sprintf("%d solutions of order %d drawn by %s\n", t.Samples, t.Order, t.Method)
	if u := t.Test; u != nil {
		text += fmt.Sprintf("of %d solutions %d were seen, each expected %.1f times; rarest %d, commonest %d\n", u.Solutions, u.Distinct,
			float64(t.Samples)/float64(u.Solutions), u.Rarest, u.Commonest)
		text += fmt.Sprintf("chi-square %.1f with %s of freedom, p-value %.3g\n", u.ChiSquare, human.Plural(u.Freedom, "degree"), u.PValue)
	}
	c := t.Correlation
	return text + fmt.Sprintf("neighbours share %.3f queens, any two %.3f; p-value %.3g\neffective sample size %.0f\n", c.Neighbours, c.Any, c.PValue, c.Effective)
}
