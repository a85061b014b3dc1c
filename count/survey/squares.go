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
	"queens/count/methods"
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
// saves nothing: 0.2 s of one core at n = 16, 40 s at 19. Above, and with KeepAll, the completions
// of one square of each orbit under the eight symmetries are counted by a Run each. The method
// search is one Run by the variant search-squares: 5 s at n = 16.
//
// firstQueen leaves out the matrix: it counts only the orbits on the border, by parity classes in 1
// s of one core at n = 17.
//
// Errors: those of Run; ledger.ErrMismatch if a check fails.
func Squares(ctx context.Context, n int, firstQueen bool, o count.Options) (*Distribution, error) {
	began := time.Now()
	a := &Distribution{Order: n, Checks: []string{}}
	if a.Method = o.Method; table.IsAuto(a.Method) {
		if a.Method = bySearch; table.IsAuto(o.Kernel) && n <= mostByParity {
			a.Method = byParity
		}
	}
	if o.Method = plan.Auto; a.Method != bySearch && a.Method != byParity {
		return nil, errs.Errorf("squares by method %q: want %s or %s: %w", a.Method, bySearch, byParity,
			queens.ErrFormat)
	}
	if n == 0 {
		a.fill(nil, nil, !firstQueen)
		a.Solutions = queens.NewTotal(1)
		return a, o.Validate()
	}
	if a.Method == byParity && n > 0 && n <= mostByParity {
		if err := o.Validate(); err != nil {
			return nil, err
		}
		if err := a.byParity(ctx, firstQueen, o); err != nil {
			return nil, err
		}
		a.Elapsed = time.Since(began)
		return a, nil
	}
	variant, err := methods.Find("search-squares")
	if err != nil {
		return nil, err
	}
	orbits := 0
	if firstQueen {
		orbits = (n + 1) / 2 // the first ones are on the border
	}
	counts, t, err := squaresOf(ctx, n, variant, orbits, o, func(of []search.Family, counts []queens.Total) error {
		a.fill(of, counts, !firstQueen)
		return a.check()
	})
	if err != nil {
		return nil, err
	}
	a.Counted, a.Nodes, a.Kernel, a.Work = len(counts), t.Nodes, t.Kernel, t.Work
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

// byParity counts squares by parity classes.
func (a *Distribution) byParity(ctx context.Context, firstQueen bool, o count.Options) error {
	orbits := symmetry.SquareOrbits(a.Order)
	if firstQueen {
		orbits = orbits[:(a.Order+1)/2] // the first ones are on the border
	}
	a.Counted = len(orbits)
	var counts []queens.Total
	var families []search.Family
	add := func(at queens.Square, found queens.Total) {
		families, counts = append(families, search.Family{Fixed: []queens.Square{at}}), append(counts, found)
	}
	if !firstQueen && a.Order <= mostTogether && !o.KeepAll {
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
		if err != nil {
			return err
		}
		for _, orbit := range orbits {
			add(orbit[0], all[orbit[0].Row][orbit[0].Col])
		}
	} else {
		o.Method = byParity
		for _, orbit := range orbits {
			r, err := count.Solve(ctx, count.Question{Order: a.Order, Given: orbit[:1]}, o)
			if err != nil {
				return err
			}
			add(orbit[0], *r.Solutions)
			a.Kernel, a.Work = r.Runs[0].Kernel, a.Work+r.Runs[0].Work
		}
	}
	a.fill(families, counts, !firstQueen)
	return a.check()
}

// squaresOf counts the first orbits of squares, or all if there are 0.
func squaresOf(ctx context.Context, n int, variant plan.Variant, orbits int, o count.Options,
	check func(families []search.Family, counts []queens.Total) error,
) (counts []queens.Total, t *count.Tally, err error) {
	p, err := plan.New(ctx, n, variant)
	if err != nil {
		return nil, nil, errs.Errorf("%w", err)
	}
	if orbits = cmp.Or(orbits, len(familiesOf(p))); orbits < len(familiesOf(p)) {
		o.Only = func(i int) bool { return p.Subproblems[i].Pieces.(search.Parts)[0].Family < orbits }
	}
	o.Check = func(_ queens.Total, each []queens.Total) (err error) {
		if counts, err = byFamily(p, each); err == nil {
			counts = counts[:orbits]
			err = check(familiesOf(p), counts)
		}
		return err
	}
	t, err = count.Run(ctx, p, o)
	return counts, t, err
}

func familiesOf(p *plan.Plan) []search.Family { return p.Count.(*search.Count).Families() }

func byFamily(p *plan.Plan, each []queens.Total) ([]queens.Total, error) {
	families := familiesOf(p)
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

func (a *Distribution) fill(families []search.Family, counts []queens.Total, squares bool) {
	a.FirstQueen = make([]queens.Total, a.Order)
	if squares {
		a.Squares = make([][]queens.Total, a.Order)
		for r := range a.Squares {
			a.Squares[r] = make([]queens.Total, a.Order)
		}
	}
	for i, found := range counts {
		for _, s := range symmetry.All() {
			sq := s.Square(families[i].Fixed[0], a.Order)
			if squares {
				a.Squares[sq.Row][sq.Col] = found
			}
			if sq.Col == 0 {
				a.FirstQueen[sq.Row] = found
			}
		}
	}
	a.Solutions = sumOf(a.FirstQueen)
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
		column := make([]queens.Total, 0, a.Order)
		for _, row := range a.Squares {
			column = append(column, row[i])
		}
		if sum := sumOf(a.Squares[i]); sum != a.Solutions {
			return a.failf("row %d adds up to %v, the first column to %v", i+1, sum, a.Solutions)
		}
		if sum := sumOf(column); sum != a.Solutions {
			return a.failf("column %d adds up to %v, the first column to %v", i+1, sum, a.Solutions)
		}
	}
	a.Checks = append(a.Checks, "every row and every column adds up to Q")
	return nil
}

func sumOf(totals []queens.Total) (sum queens.Total) {
	for _, t := range totals {
		sum = sum.Plus(t)
	}
	return sum
}

// Recheck counts every orbit again, on another square and with another kernel, and adds successes
// to the checks. Errors: those of FirstQueen.
func (a *Distribution) Recheck(ctx context.Context, o count.Options) error {
	variant, err := methods.Find("search-squares")
	if err != nil {
		return err
	}
	other, ok := search.Again(variant)
	if !ok || a.Order == 0 {
		return nil
	}
	o.State, o.Kernel = "", variant.Method.Info().OtherKernel(a.Kernel)
	b := Distribution{Order: a.Order}
	_, t, err := squaresOf(ctx, a.Order, other, a.Counted, o, func(of []search.Family, again []queens.Total) error {
		b.fill(of, again, a.Squares != nil)
		return nil
	})
	if err != nil {
		return err
	}
	for row := range a.Order {
		one, two := []queens.Total{a.FirstQueen[row]}, []queens.Total{b.FirstQueen[row]}
		if a.Squares != nil {
			one, two = a.Squares[row], b.Squares[row]
		}
		for col, found := range one {
			if found != two[col] {
				return a.failf("%v solutions have a queen at %v, but by kernel %s %v have one there or on an image",
					found, queens.Square{Row: row, Col: col}, t.Kernel, two[col])
			}
		}
	}
	a.Checks = append(a.Checks, fmt.Sprintf("%d squares counted again on images, by kernel %s", a.Counted, t.Kernel))
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
		completions, err := byFamily(p, each)
		extendable := 0
		for i, found := range completions {
			r.add(&familiesOf(p)[i], found)
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

func (r *BorderReport) add(f *search.Family, found queens.Total) {
	for i := range r.Classes {
		c := &r.Classes[i]
		if c.OrbitSize != f.Weight {
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
