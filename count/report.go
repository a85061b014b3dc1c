package count

import (
	"cmp"
	"fmt"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/known"
	"queens/symmetry"
)

// totalOf returns the total of what a variant counts.
func (r *Report) totalOf(v plan.Variant) **queens.Total {
	return [...]**queens.Total{
		plan.Still: &r.Solutions, plan.HalfTurn: &r.HalfTurn, plan.QuarterTurn: &r.QuarterTurn,
		plan.Reflecting: &r.Reflecting,
	}[v.Motion]
}

func (r *Report) checked(s plan.Variant, total queens.Total) error {
	with := *r
	with.Checks = nil
	*with.totalOf(s) = &total
	return with.conclude()
}

func (r *Report) conclude() error {
	switch {
	case r.Topology == queens.Modular && r.Of == Symmetric:
		return r.compare("toroidal-half-turn", r.HalfTurn, "the number of solutions unchanged by a half turn")
	case r.Topology == queens.Modular:
		return r.compare("toroidal", r.Solutions, "modular solutions")
	case r.Of == QuarterTurn:
		return r.compare("s90", r.QuarterTurn, "S90")
	case r.Of == Reflecting:
		return r.compare("reflecting", r.Reflecting, "the number of reflecting solutions")
	}
	if r.HalfTurn != nil && r.QuarterTurn != nil {
		if err := r.symmetricChecks(); err != nil {
			return err
		}
	}
	if r.Solutions != nil {
		return r.classes()
	}
	return nil
}

// symmetricChecks derives P and R: S180 = 4P + 2R and S90 = 2R for n > 1.
func (r *Report) symmetricChecks() error {
	if err := cmp.Or(r.compare("s180", r.HalfTurn, "S180"), r.compare("s90", r.QuarterTurn, "S90")); err != nil {
		return err
	}
	half, quarter, one := *r.HalfTurn, *r.QuarterTurn, queens.NewTotal(1)
	if r.Order < 2 { // one orbit of one solution, unchanged by every symmetry
		r.Rotational, r.Central = &one, new(queens.Total)
		return nil
	}
	if half.Compare(quarter) < 0 {
		return r.failf("S180 = %v is less than S90 = %v", half, quarter)
	}
	rotational, rest2 := quarter.DivMod(symmetry.Rotational.OrbitSize())
	central, rest4 := half.Minus(quarter).DivMod(symmetry.Central.OrbitSize())
	if rest2 != 0 || rest4 != 0 {
		return r.failf("S180 = %v and S90 = %v are not 4P + 2R and 2R", half, quarter)
	}
	r.Rotational, r.Central = &rotational, &central
	r.Checks = append(r.Checks, "S180 = 4P + 2R and S90 = 2R")
	return nil
}

// classes derives the classes: Q = 8A + 4P + 2R for n > 1.
func (r *Report) classes() error {
	if err := r.compare("solutions", r.Solutions, "Q"); err != nil {
		return err
	}
	all, half := *r.Solutions, *r.HalfTurn
	switch r.Of { // by Burnside's lemma
	case UpToRotation:
		orbits, _ := all.Plus(half).Plus(r.QuarterTurn.Times(2)).DivMod(4)
		r.UpToRotation = &orbits
	case UpToReflection: // which leaves no solution unchanged, except the one of orders 0 and 1
		orbits, _ := all.Add(1).DivMod(2)
		r.UpToReflection = &orbits
	}
	if r.Order < 2 {
		r.Asymmetric, r.Fundamental = new(queens.Total), r.Rotational
		return nil
	}
	if all.Compare(half) < 0 {
		return r.failf("Q = %v is less than S180 = %v", all, half)
	}
	asymmetric, rest := all.Minus(half).DivMod(symmetry.Asymmetric.OrbitSize())
	if rest != 0 {
		return r.failf("Q = %v leaves %d modulo 8, 4P + 2R = %v leaves %d", all, all.Mod(8), half, half.Mod(8))
	}
	fundamental := asymmetric.Plus(*r.Central).Plus(*r.Rotational)
	r.Asymmetric, r.Fundamental = &asymmetric, &fundamental
	r.Checks = append(r.Checks, "Q = 8A + 4P + 2R")
	return r.compare("fundamental", r.Fundamental, "the number of fundamental solutions")
}

// Derived returns the answer that follows from the total of a question about all solutions and the
// published numbers of symmetric ones, or nil.
func Derived(q Question, total queens.Total) *Report {
	half, okHalf := known.S180(q.Order)
	quarter, okQuarter := known.S90(q.Order)
	r := &Report{
		Schema: "queens.count/1", Question: q, Solutions: &total, HalfTurn: &half, QuarterTurn: &quarter,
		Runs: []*Tally{}, Checks: []string{},
	}
	if q.Topology == queens.Modular || !okHalf || !okQuarter || r.conclude() != nil {
		return nil
	}
	return r
}

func (r *Report) compare(series string, total *queens.Total, name string) error {
	want, ok := known.Lookup(series, r.Order)
	if !ok {
		return nil
	}
	if want.Value != *total {
		return r.failf("%s = %v, but the known value is %v", name, *total, want.Value)
	}
	r.Checks = append(r.Checks, name+" equals the known value")
	return nil
}

func (r *Report) failf(format string, args ...any) error {
	return errs.Errorf("order %d: %s: %w", r.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
}
