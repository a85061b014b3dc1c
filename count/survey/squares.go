// Package survey estimates counts by sampling, and counts solutions by square and by border
// constellation.
package survey

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"queens"
	"queens/count"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/methods/parity"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/known"
	"queens/symmetry"
)

// Distribution is the distribution of the solutions of one order over the squares.
type Distribution struct {
	Order      int            `json:"order"`
	Solutions  queens.Total   `json:"solutions"`  // Q(n)
	FirstQueen []queens.Total `json:"firstQueen"` // [row]: solutions with the first column's queen in that row
	// [row][column]: solutions with a queen on that square; nil if not asked for
	Squares [][]queens.Total `json:"squares,omitzero"`

	Method string `json:"method"` // parity or search
	// squares counted apart; the others are images of these
	Counted int           `json:"counted"`
	Nodes   queens.Total  `json:"nodes"`            // board states examined
	Kernel  string        `json:"kernel,omitempty"` // that did most of them; empty if none did
	Checks  []string      `json:"checks"`           // successful checks, one sentence each
	Work    time.Duration `json:"workerNanos"`      // elapsed time summed over workers
	Elapsed time.Duration `json:"elapsedNanos"`
}

// Squares returns the number of solutions of order n, 0 to plan.MaxOrder, with a queen on each
// square. Every row and every column must have the same sum, the known Q(n).
//
// By parity classes, the default to order 28, all squares are counted together to order 20, which
// saves nothing: 0.2 s of one core at n = 16, 40 s at 19. Above, with KeepAll, and by search, the
// completions of one square of each orbit under the eight symmetries are counted: 5 s at n = 16.
//
// firstQueen leaves out the matrix: it counts only the orbits on the border, by parity classes in 1
// s of one core at n = 17.
//
// Errors: those of count.Solve; ledger.ErrMismatch if a check fails.
func Squares(ctx context.Context, n int, firstQueen bool, o count.Options) (*Distribution, error) {
	began := time.Now()
	if err := cmp.Or(count.Question{Order: n}.Validate(), o.Validate()); err != nil {
		return nil, err
	}
	a := &Distribution{Order: n, Method: o.Method, Checks: []string{}, FirstQueen: make([]queens.Total, n)}
	if table.IsAuto(a.Method) {
		if a.Method = bySearch; table.IsAuto(o.Kernel) && n <= mostByParity {
			a.Method = byParity
		}
	}
	if a.Method != bySearch && a.Method != byParity {
		return nil, errs.Errorf("squares by method %q: want %s or %s: %w", a.Method, bySearch, byParity,
			queens.ErrFormat)
	}
	if !firstQueen {
		a.Squares = make([][]queens.Total, n)
		for row := range a.Squares {
			a.Squares[row] = make([]queens.Total, n)
		}
	}
	if o.Method = a.Method; n == 0 {
		a.Solutions = queens.NewTotal(1)
		return a, nil
	}
	var all [][]queens.Total // nil: squares are counted apart
	if a.Method == byParity && !firstQueen && n <= mostTogether && !o.KeepAll {
		var err error
		if all, err = a.together(ctx, o); err != nil {
			return nil, err
		}
	}
	for _, orbit := range a.orbits() {
		at := orbit[0]
		if all != nil {
			a.set(orbit, all[at.Row][at.Col])
			continue
		}
		t, err := completions(ctx, n, at, o)
		if err != nil {
			return nil, err
		}
		a.set(orbit, t.Total)
		a.Kernel, a.Nodes, a.Work = cmp.Or(t.Kernel, a.Kernel), a.Nodes.Plus(t.Nodes), a.Work+t.Work
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	a.Elapsed = time.Since(began)
	return a, nil
}

// Methods of Squares.
const (
	bySearch     = "search"
	byParity     = "parity"
	mostByParity = 28
	mostTogether = 20
)

// orbits returns those of the squares to count: without a matrix the first ones, on the border.
func (a *Distribution) orbits() [][]queens.Square {
	orbits := symmetry.SquareOrbits(a.Order)
	if a.Squares == nil {
		orbits = orbits[:(a.Order+1)/2]
	}
	return orbits
}

// set sets the solutions of the squares of an orbit.
func (a *Distribution) set(orbit []queens.Square, found queens.Total) {
	a.Counted++
	for _, at := range orbit {
		if a.Squares != nil {
			a.Squares[at.Row][at.Col] = found
		}
		if at.Col == 0 {
			a.FirstQueen[at.Row] = found
			a.Solutions = a.Solutions.Plus(found)
		}
	}
}

// together counts all squares at once, by parity classes.
func (a *Distribution) together(ctx context.Context, o count.Options) ([][]queens.Total, error) {
	at, began := count.Progress{Tally: count.Tally{Method: byParity}}, time.Now()
	all, err := parity.Squares(ctx, queens.Problem{Order: a.Order}, o.Workers, func(done, of int) {
		const pause = 100 * time.Millisecond
		last := at.Elapsed
		at.Done, at.Subproblems = done, of
		at.DoneWork, at.AllWork = queens.NewTotal(uint64(done)), queens.NewTotal(uint64(of))
		if now := time.Since(began); o.Progress != nil && now > last+pause {
			at.Elapsed = now
			o.Progress(at)
		}
	})
	if at.Final = true; o.Progress != nil {
		o.Progress(at)
	}
	return all, err
}

func completions(ctx context.Context, n int, at queens.Square, o count.Options) (*count.Tally, error) {
	r, err := count.Solve(ctx, count.Question{Order: n, Given: []queens.Square{at}}, o)
	if err != nil {
		return nil, err
	}
	return r.Runs[0], nil
}

func (a *Distribution) check() error {
	if want, ok := known.Solutions(a.Order); ok && want != a.Solutions {
		return a.failf("the first column adds up to %v, but the known value of Q is %v", a.Solutions, want)
	} else if ok {
		a.Checks = append(a.Checks, "the first column adds up to the known Q")
	}
	if a.Squares == nil {
		return nil
	}
	for i := range a.Order {
		var sums [2]queens.Total
		for j := range a.Order {
			sums[0], sums[1] = sums[0].Plus(a.Squares[i][j]), sums[1].Plus(a.Squares[j][i])
		}
		for k, line := range []string{"row", "column"} {
			if sums[k] != a.Solutions {
				return a.failf("%s %d adds up to %v, the first column to %v", line, i+1, sums[k], a.Solutions)
			}
		}
	}
	a.Checks = append(a.Checks, "every row and every column adds up to Q")
	return nil
}

// Recheck counts every orbit again by search, on another square and with another kernel, and adds
// successes to the checks. Errors: those of Squares.
func (a *Distribution) Recheck(ctx context.Context, o count.Options) error {
	if a.Order == 0 {
		return nil
	}
	o.State, o.KeepAll, o.Method, o.Kernel = "", false, bySearch, search.Method{}.Info().OtherKernel(a.Kernel)
	kernel := ""
	for _, orbit := range a.orbits() {
		t, err := completions(ctx, a.Order, orbit[len(orbit)/2], o)
		if err != nil {
			return err
		}
		kernel = cmp.Or(t.Kernel, kernel)
		for _, at := range orbit {
			found := a.FirstQueen[at.Row]
			if a.Squares != nil {
				found = a.Squares[at.Row][at.Col]
			} else if at.Col > 0 {
				continue
			}
			if found != t.Total {
				return a.failf("%v solutions have a queen at %v, but by kernel %s %v have one there or on an image",
					found, at, kernel, t.Total)
			}
		}
	}
	a.Checks = append(a.Checks, fmt.Sprintf("%d squares counted again on images, by kernel %s", a.Counted, kernel))
	return nil
}

func (a *Distribution) failf(format string, args ...any) error {
	return errs.Errorf("order %d: %s: %w", a.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
}

// BorderClass has the sums over the classes of border constellations with one symmetry.
type BorderClass struct {
	Class       symmetry.Class `json:"class"`
	OrbitSize   uint64         `json:"orbitSize"`      // members of each class
	Classes     int            `json:"classes,string"` // how many there are
	Empty       int            `json:"empty,string"`   // of these, without a completion
	Completions queens.Total   `json:"completions"`    // of one member of each class: L
	Largest     queens.Total   `json:"largest"`        // most completions of one member
}

// BorderReport is the distribution of the solutions of an order over border constellations.
type BorderReport struct {
	Classes [3]BorderClass `json:"classes"` // asymmetric, central, rotational constellations
	Answer  *count.Report  `json:"answer"`  // by these runs
}

// Border counts the completions of one member of every class of border constellations of order n,
// search.MinBorderOrder to plan.MaxOrder. With L completions over the classes of each symmetry, Q =
// 8 L_A + 4 L_P + 2 L_R. A completion of an asymmetric constellation is asymmetric and the only one
// of its orbit. L_P = 2A' + P' and L_R = 4A' + 2P' + R' contain A', P' and R' orbits of each class
// of solutions.
//
// Errors: those of count.Solve; ledger.ErrMismatch if the completions contradict the number of
// orbits or the known number of classes with completions.
func Border(ctx context.Context, n int, o count.Options) (*BorderReport, error) {
	r := &BorderReport{}
	for i, class := range symmetry.Classes() {
		r.Classes[i] = BorderClass{Class: class, OrbitSize: class.OrbitSize()}
	}
	want, published := known.Lookup("border-classes-extendable", n)
	var p *plan.Plan
	o.Method = "search-border"
	o.Check = func(_ queens.Total, each []queens.Total) error {
		families := p.Count.(*search.Count).Families()
		completions, err := byFamily(p, families, each)
		extendable := 0
		for i, found := range completions {
			r.add(families[i].Weight, found)
			if !found.IsZero() {
				extendable++
			}
		}
		if got := queens.NewTotal(uint64(extendable)); err == nil && published && got != want.Value {
			err = errs.Errorf("border constellations of order %d: %v classes have a completion, but the known value "+
				"is %v: %w", n, got, want.Value, ledger.ErrMismatch)
		}
		return err
	}
	job, err := count.NewJob(count.Question{Order: n}, o)
	if err != nil {
		return nil, err
	}
	if p, err = job.Draft(ctx); err != nil {
		return nil, err
	}
	if r.Answer, err = job.Solve(ctx); err != nil {
		return nil, err
	}
	if own := r.Classes[symmetry.Asymmetric].Completions; own.Compare(*r.Answer.Asymmetric) > 0 {
		return nil, errs.Errorf("asymmetric border constellations of order %d have %v completions, but there are only "+
			"%v asymmetric orbits: %w", n, own, r.Answer.Asymmetric, ledger.ErrMismatch)
	}
	if published {
		r.Answer.Checks = append(r.Answer.Checks, "the number of classes with a completion equals the known value")
	}
	return r, nil
}

func byFamily(p *plan.Plan, families []search.Family, each []queens.Total) ([]queens.Total, error) {
	sums := make([]queens.Total, len(families))
	for i, total := range each {
		at := p.Subproblems[i].Pieces.(search.Parts)[0].Family
		completions, rest := total.DivMod(families[at].Weight)
		if rest != 0 {
			return nil, errs.Errorf("%s of order %d: the result of subproblem %d is %v, no multiple of %d: %w",
				p.Variant.Name, p.Order, i+1, total, families[at].Weight, ledger.ErrMismatch)
		}
		sums[at] = sums[at].Plus(completions)
	}
	return sums, nil
}

func (r *BorderReport) add(weight uint64, found queens.Total) {
	for i := range r.Classes {
		c := &r.Classes[i]
		if c.OrbitSize != weight {
			continue
		}
		c.Classes++
		c.Completions = c.Completions.Plus(found)
		if c.Largest.Compare(found) < 0 {
			c.Largest = found
		}
		if found.IsZero() {
			c.Empty++
		}
	}
}
