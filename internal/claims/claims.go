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
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/list"
	"queens/math/torus"
	"queens/symmetry"
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
	o, err := runs[t.No](ctx, n)
	e := sure(named.Find("trial", t.No, entries(), func(e entry) string { return e.No }))
	f := Finding{Printed: o.text(e.Printed), Found: o.text(e.Found), Holds: o.holds, Boards: o.boards}
	if len(f.Boards) > 0 {
		f.Shows = e.Shows
	}
	return f, err
}

type outcome struct {
	values []any // of the texts of a finding
	holds  bool
	boards []queens.Perm
}

// compared is the outcome where a printed number is compared with one that is found.
func compared(printed, found int) outcome {
	return outcome{values: []any{printed, found}, holds: printed == found}
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

var runs = map[string]func(ctx context.Context, n int) (outcome, error){
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
	"Z15": begun,
	"Z16": moved("26831475", "48531726", "35841726", "mov 4 6 3.5 1.5"),
	"Z17": numbered("68241753", "36814752"),
	"Z19": efficiency,
	"Z20": equivalent,
	"C2":  words,
	"C3":  images,
	"C4":  twoCounts,
	"C5":  halfColumn,
	"C6":  reflections,
	"E1":  classFormula,
	"E6":  oneConflict,
	"B3":  digraphs,
	"B6":  burnside,
	"T1":  thirteen,
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
}

func entries() []entry { return named.JSON[[]entry](trials) }

// All returns every trial, in the order of docs/documents.csv, new.
func All() (all []Trial) {
	for _, e := range entries() {
		all = append(all, e.Trial)
	}
	return all
}

// Find returns the trial of an erratum.
func Find(no string) (Trial, bool) {
	for _, t := range All() {
		if t.No == no {
			return t, true
		}
	}
	return Trial{}, false
}

// sure returns a value that has no error: of constants, or of an order within a trial's range.
func sure[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func parse(text string) queens.Perm { return sure(queens.ParsePerm(text)) }

func solutions(n int, o list.Options) iter.Seq[queens.Perm] { return sure(list.Solutions(n, o)) }

func fundamental(n int) iter.Seq[queens.Perm] {
	return solutions(n, list.Options{Fundamental: true})
}

// permutations yields all permutations of order n; the slice is reused.
func permutations(n int) iter.Seq[queens.Perm] { return sure(torus.Permutations.Members(n)) }

func canonical(n int) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for p := range permutations(n) {
			if symmetry.IsCanonical(p) && !yield(p.Clone()) {
				return
			}
		}
	}
}

// census counts the solutions of order n, the orbits of each class, and the symmetries that leave
// solutions as they are.
func census(n int) (all, fixed int, orbits [3]int) {
	for p := range solutions(n, list.Options{}) {
		all++
		fixed += len(symmetry.Stabilizer(p))
		if symmetry.IsCanonical(p) {
			orbits[symmetry.ClassOf(p)]++
		}
	}
	return all, fixed, orbits
}

// pairwise reports whether a condition holds for every two columns of a placement, the
// lesser first.
func pairwise(p queens.Perm, condition func(i, j int) bool) bool {
	for j := range p {
		for i := range j {
			if !condition(i, j) {
				return false
			}
		}
	}
	return true
}

func solve(ctx context.Context, a *solver.Algorithm, n int, observe func(solver.Event)) (list []queens.Perm,
	stats solver.Stats, err error,
) {
	stats, err = a.Solve(ctx, solver.Call{Problem: queens.Problem{Order: n}, Observe: observe},
		func(p queens.Perm) bool {
			list = append(list, p)
			return true
		})
	return list, stats, err
}

func commas(number int) string {
	if number < 1000 {
		return fmt.Sprint(number)
	}
	return fmt.Sprintf("%s,%03d", commas(number/1000), number%1000)
}
