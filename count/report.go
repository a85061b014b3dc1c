package count

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/known"
	"queens/symmetry"
)

// Report is the answer to a Question, queens.count/1.
type Report struct {
	Question
	Solutions   Number `json:"solutions,omitzero"`   // Q(n), or the modular solutions
	Fundamental Number `json:"fundamental,omitzero"` // orbits under the eight symmetries
	Asymmetric  Number `json:"asymmetric,omitzero"`  // orbits of 8 solutions
	Central     Number `json:"central,omitzero"`     // orbits of 4, unchanged by a half turn only
	Rotational  Number `json:"rotational,omitzero"`  // orbits of 2, unchanged by a quarter turn; of 1 for n < 2
	HalfTurn    Number `json:"halfTurn,omitzero"`    // solutions unchanged by a half turn
	QuarterTurn Number `json:"quarterTurn,omitzero"` // solutions unchanged by a quarter turn
	Reflecting  Number `json:"reflecting,omitzero"`  // reflecting solutions

	Runs    []*Tally      `json:"runs"`             // one per scheme, in order
	Checks  []string      `json:"checks"`           // successful checks, one sentence each
	Reason  string        `json:"reason,omitempty"` // the theorem by which the answer is zero, if any
	Elapsed time.Duration `json:"elapsedNanos"`
}

// Number is a total of a Report. In JSON it is missing unless it was counted.
type Number struct {
	queens.Total
	Counted bool
}

// IsZero reports whether the number was not counted.
func (n Number) IsZero() bool { return !n.Counted }

// UnmarshalText reads a total that was counted.
func (n *Number) UnmarshalText(b []byte) error {
	n.Counted = true
	return n.Total.UnmarshalText(b)
}

// MarshalJSON writes the schema and the counted totals.
func (r *Report) MarshalJSON() ([]byte, error) {
	type fields Report
	return json.Marshal(struct {
		Schema string `json:"schema"`
		*fields
	}{"queens.count/1", (*fields)(r)})
}

// sum is what the schemes of a board and a motion count.
type sum struct {
	board  queens.Topology
	motion plan.Motion
	of     Quantity
	series string // of known values
	name   string // in checks
	total  func(r *Report) *Number
}

var sums = []sum{
	{queens.Regular, plan.Still, AllSolutions, "solutions", "Q", solutions},
	{queens.Modular, plan.Still, AllSolutions, "toroidal", "modular solutions", solutions},
	{queens.Regular, plan.HalfTurn, Symmetric, "s180", "S180", halfTurn},
	{
		queens.Modular, plan.HalfTurn, Symmetric, "toroidal-half-turn",
		"the number of solutions unchanged by a half turn", halfTurn,
	},
	{
		queens.Regular, plan.QuarterTurn, QuarterTurn, "s90", "S90",
		func(r *Report) *Number { return &r.QuarterTurn },
	},
	{
		queens.Regular, plan.Reflecting, Reflecting, "reflecting", "the number of reflecting solutions",
		func(r *Report) *Number { return &r.Reflecting },
	},
}

func solutions(r *Report) *Number { return &r.Solutions }

func halfTurn(r *Report) *Number { return &r.HalfTurn }

func sumOf(s plan.Scheme) sum {
	return sums[slices.IndexFunc(sums, func(x sum) bool { return x.board == s.Topology && x.motion == s.Motion })]
}

// QuestionBy returns the question that a scheme answers, unless it counts by squares.
func QuestionBy(order int, s plan.Scheme) Question {
	return Question{Order: order, Topology: s.Topology, Of: sumOf(s).of}
}

// Take adds the total of a scheme, checks it, and derives what follows from it and earlier ones.
// Errors: ledger.ErrMismatch.
func (r *Report) Take(s plan.Scheme, total queens.Total) error {
	x := sumOf(s)
	*x.total(r) = counted(total)
	if err := r.compare(x.series, total, x.name); err != nil || s.Topology == queens.Modular {
		return err
	}
	switch {
	case s.Motion == plan.QuarterTurn && r.HalfTurn.Counted:
		return r.rotations()
	case s.Motion == plan.Still:
		return r.classes()
	}
	return nil
}

func counted(total queens.Total) Number { return Number{total, true} }

// rotations derives P and R: S180 = 4P + 2R and S90 = 2R for n > 1.
func (r *Report) rotations() error {
	if r.Order < 2 { // one orbit of one solution, unchanged by every symmetry
		r.Rotational, r.Central = counted(queens.NewTotal(1)), counted(queens.Total{})
		return nil
	}
	half, quarter := r.HalfTurn.Total, r.QuarterTurn.Total
	if half.Compare(quarter) < 0 {
		return r.failf("S180 = %v is less than S90 = %v", half, quarter)
	}
	rotational, rest2 := quarter.DivMod(symmetry.Rotational.OrbitSize())
	central, rest4 := half.Minus(quarter).DivMod(symmetry.Central.OrbitSize())
	if rest2 != 0 || rest4 != 0 {
		return r.failf("S180 = %v and S90 = %v are not 4P + 2R and 2R", half, quarter)
	}
	r.Rotational, r.Central = counted(rotational), counted(central)
	r.Checks = append(r.Checks, "S180 = 4P + 2R and S90 = 2R")
	return nil
}

// classes derives the classes: Q = 8A + 4P + 2R for n > 1.
func (r *Report) classes() error {
	if r.Order < 2 {
		r.Asymmetric, r.Fundamental = counted(queens.Total{}), r.Rotational
		return nil
	}
	all, half := r.Solutions.Total, r.HalfTurn.Total
	if all.Compare(half) < 0 {
		return r.failf("Q = %v is less than S180 = %v", all, half)
	}
	asymmetric, rest := all.Minus(half).DivMod(symmetry.Asymmetric.OrbitSize())
	if rest != 0 {
		return r.failf("Q = %v leaves %d modulo 8, 4P + 2R = %v leaves %d", all, all.Mod(8), half, half.Mod(8))
	}
	fundamental := asymmetric.Plus(r.Central.Total).Plus(r.Rotational.Total)
	r.Asymmetric, r.Fundamental = counted(asymmetric), counted(fundamental)
	r.Checks = append(r.Checks, "Q = 8A + 4P + 2R")
	return r.compare("fundamental", fundamental, "the number of fundamental solutions")
}

func (r *Report) compare(series string, total queens.Total, name string) error {
	want, ok := known.Lookup(series, r.Order)
	if !ok {
		return nil
	}
	if want.Value != total {
		return r.failf("%s = %v, but the known value is %v", name, total, want.Value)
	}
	r.Checks = append(r.Checks, name+" equals the known value")
	return nil
}

func (r *Report) failf(format string, args ...any) error {
	return fmt.Errorf("count: order %d: %s: %w", r.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
}

// Published returns the known number of solutions of a scheme at order n, if there is one.
func Published(s plan.Scheme, n int) (value queens.Total, ok bool) {
	v, ok := known.Lookup(sumOf(s).series, n)
	return v.Value.Times(s.Times(n)), ok
}
