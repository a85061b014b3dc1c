package survey

import (
	"context"

	"queens"
	"queens/count"
	"queens/count/ledger"
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
	d, err := job.Draft(ctx)
	if err == nil {
		p, err = d.Plan(ctx)
	}
	if err != nil {
		return nil, errs.Errorf("%w", err)
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
