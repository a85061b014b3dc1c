// Package claims tests the errata of docs/documents.csv. Each trial compares what follows from a
// printed sentence with what is true.
//
//	t, ok := claims.Find("T2")
//	finding, err := t.Run(ctx, t.Usual)
//	fmt.Println(finding.Printed, finding.Found)
//
// Package docs has the sentences and their corrections. Errata about words, or about lines of a
// program, have no trial.
package claims

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/find/algorithms"
	"queens/internal/errs"
	"queens/internal/named"
)

// Trial is an erratum that a computation settles.
type Trial struct {
	No       string `json:"no"`       // in docs/documents.csv: "T2"
	Low      int    `json:"low"`      // smallest order; 0 with High 0: it is about no order
	High     int    `json:"high"`     // largest order: what takes some tenths of a second
	Usual    int    `json:"usual"`    // order to begin with
	Question string `json:"question"` // what is tried, one sentence, no final period
}

// Finding is what a trial found.
type Finding struct {
	Printed string        `json:"printed"` // what the printed sentence says or gives
	Found   string        `json:"found"`   // what is so
	Holds   bool          `json:"holds"`   // the two agree
	Boards  []queens.Perm `json:"boards"`  // that show it, at most four
	Shows   string        `json:"shows"`   // what the boards are, no final period
}

// Run tries order n. Errors: queens.ErrOrder for n outside the range of the trial; ctx's error.
func (t Trial) Run(ctx context.Context, n int) (Finding, error) {
	if n < t.Low || n > t.High {
		return Finding{}, errs.Errorf("%s: order %d: want %d to %d: %w", t.No, n, t.Low, t.High, queens.ErrOrder)
	}
	if err := ctx.Err(); err != nil {
		return Finding{}, err
	}
	o := runs[t.No](context.WithoutCancel(ctx), n) // a moment, so that no library call need be stopped
	e := entries[slices.IndexFunc(entries, func(e entry) bool { return e.No == t.No })]
	for pair := range slices.Chunk(e.Equal, 2) {
		o.holds = o.values[pair[0]-1] == o.values[pair[1]-1] && (o.holds || pair[0] == e.Equal[0])
	}
	f := Finding{Printed: o.text(e.Printed), Found: o.text(e.Found), Holds: o.holds, Shows: e.Shows}
	if f.Boards = o.boards; len(f.Boards) == 0 || e.Shows == "" {
		f.Boards, f.Shows = nil, ""
	}
	return f, nil
}

// outcome is what a trial computed.
type outcome struct {
	values []any         // which the texts of the entry name
	holds  bool          // unless the entry says which values are equal then
	boards []queens.Perm // that the entry says what they show
}

func (o outcome) text(format string) string {
	if !strings.Contains(format, "%") {
		return format
	}
	values := slices.Clone(o.values)
	for i, v := range values {
		if number, ok := v.(int); ok {
			values[i] = commas(number)
		}
	}
	return fmt.Sprintf(format, values...)
}

func commas(number int) string {
	if number < 1000 {
		return fmt.Sprint(number)
	}
	return fmt.Sprintf("%s,%03d", commas(number/1000), number%1000)
}

var runs = map[string]func(ctx context.Context, n int) outcome{
	"Z1":  composition,
	"Z2":  faithful,
	"Z3":  insertions,
	"Z5":  between,
	"Z6":  unadjusted,
	"Z7":  triangles,
	"Z8":  area,
	"Z11": unturned,
	"Z12": reading("single", canonical),
	"Z13": reading("multiset", fundamental),
	"Z14": reached,
	"Z15": reached,
	"Z16": described("mov 4 6 3.5 1.5", "48531726", "35841726", "26831475"),
	"Z17": described("", "68241753", "36814752"),
	"Z19": efficiency,
	"Z20": equivalent,
	"C2":  words,
	"C3":  images,
	"C4":  census,
	"C5":  halfColumn,
	"C6":  reflections,
	"E1":  census,
	"E6":  oneConflict,
	"B3":  digraphs,
	"B6":  census,
	"T1":  func(ctx context.Context, _ int) outcome { return census(ctx, 13) },
	"T2": misprinted(func(p queens.Perm, i, j int) bool {
		return max(p[i]-i, i-p[i]) != max(p[j]-j, j-p[j])
	}),
	"T3":  misprinted(func(p queens.Perm, i, j int) bool { return p[i]+p[j] != i+j }),
	"T5":  stability,
	"T11": sorted(algorithms.Get("rohl-permutation")),
	"T12": sorted(algorithms.Get("rohl-list")),
	"T13": redundancy,
	"T14": topor,
	"T19": linear,
}

//go:embed trials.json
var trials []byte

// entry is a trial and the texts of its finding, which name the values of its outcome as %[1]v.
type entry struct {
	Trial
	Printed, Found, Shows string
	Equal                 []int // pairs of values, from 1: the two agree if the values of each are equal
}

var entries = named.JSON[[]entry](trials)

// All returns every trial, in the order of docs/documents.csv, new.
func All() []Trial { return named.Each(entries, func(e entry) Trial { return e.Trial }) }

// Find returns the trial of an erratum.
func Find(no string) (t Trial, ok bool) {
	for _, e := range entries {
		if e.No == no {
			return e.Trial, true
		}
	}
	return t, false
}
