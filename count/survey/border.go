package survey

import (
	"context"
	"fmt"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/known"
	"queens/symmetry"
)

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
	Order      int            `json:"order"`
	Classes    [3]BorderClass `json:"classes"`    // asymmetric, central, rotational constellations
	Solutions  queens.Total   `json:"solutions"`  // Q = 8 L_A + 4 L_P + 2 L_R
	Asymmetric queens.Total   `json:"asymmetric"` // orbits of solutions, from Q and searches for symmetric solutions
	Central    queens.Total   `json:"central"`
	Rotational queens.Total   `json:"rotational"`
	Checks     []string       `json:"checks"` // what was found to hold, one sentence each
	Elapsed    time.Duration  `json:"elapsedNanos"`
}

// Border counts the completions of one member of every class of border constellations of order n,
// search.MinBorderOrder to plan.MaxOrder. With L completions over the classes of each symmetry, Q =
// 8 L_A + 4 L_P + 2 L_R. A completion of an asymmetric constellation is asymmetric and the only one
// of its orbit. L_P = 2A' + P' and L_R = 4A' + 2P' + R' contain A', P' and R' orbits of each class
// of solutions.
//
// Errors: those of Run; ledger.ErrMismatch if the sum contradicts the symmetric solutions or the
// known value.
func Border(ctx context.Context, n int, o count.Options) (*BorderReport, error) {
	began := time.Now()
	if n < search.MinBorderOrder || n > plan.MaxOrder {
		return nil, errs.Errorf("border constellations of order %d: want %d to %d: %w", n,
			search.MinBorderOrder, plan.MaxOrder, queens.ErrOrder)
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	variant, err := methods.Find("search-border")
	if err != nil {
		return nil, err
	}
	p, err := plan.New(ctx, n, variant)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	symmetric, err := count.Solve(ctx, count.Question{Order: n, Of: count.Symmetric}, o)
	if err != nil {
		return nil, err
	}
	r := &BorderReport{Order: n}
	for i, class := range symmetry.Classes() {
		r.Classes[i] = BorderClass{Class: class, OrbitSize: class.OrbitSize()}
	}
	o.Check = func(total queens.Total, each []queens.Total) error { return r.fill(p, total, each, symmetric) }
	if _, err := count.Run(ctx, p, o); err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(began)
	return r, nil
}

func (r *BorderReport) fill(p *plan.Plan, total queens.Total, each []queens.Total, symmetric *count.Report) error {
	completions, err := byFamily(p, each)
	if err != nil {
		return err
	}
	for i, found := range completions {
		r.add(&familiesOf(p)[i], found)
	}
	r.Solutions = total
	if err := symmetric.Conclude(r.Solutions); err != nil {
		return err
	}
	r.Checks = symmetric.Checks
	r.Asymmetric, r.Central, r.Rotational = *symmetric.Asymmetric, *symmetric.Central, *symmetric.Rotational
	return r.check()
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

// check compares the completions of asymmetric constellations, which are in different asymmetric
// orbits, with the number of these orbits, and the number of classes with completions with the
// known one.
func (r *BorderReport) check() error {
	fail := func(format string, args ...any) error {
		return errs.Errorf("border constellations of order %d: %s: %w", r.Order,
			fmt.Sprintf(format, args...), ledger.ErrMismatch)
	}
	if r.Classes[symmetry.Asymmetric].Completions.Compare(r.Asymmetric) > 0 {
		return fail("asymmetric ones have %v completions, but there are only %v asymmetric orbits",
			r.Classes[symmetry.Asymmetric].Completions, r.Asymmetric)
	}
	if want, ok := known.Lookup("border-classes-extendable", r.Order); ok {
		extendable := 0
		for _, c := range r.Classes {
			extendable += c.Classes - c.Empty
		}
		if got := queens.NewTotal(uint64(extendable)); got != want.Value {
			return fail("%v classes have a completion, but the known value is %v", got, want.Value)
		}
		r.Checks = append(r.Checks, "the number of classes with a completion equals the known value")
	}
	return nil
}
