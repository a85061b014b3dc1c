package count

import (
	"encoding/json"
	"fmt"
	"time"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/known"
	"queens/symmetry"
)

// Report is the answer to a Question, queens.count/1. Other totals are zero and missing in its
// JSON.
type Report struct {
	Question
	Solutions      queens.Total `json:"solutions,omitzero"`      // Q(n), or the modular solutions
	Fundamental    queens.Total `json:"fundamental,omitzero"`    // orbits under the eight symmetries
	UpToRotation   queens.Total `json:"upToRotation,omitzero"`   // orbits under the four rotations
	UpToReflection queens.Total `json:"upToReflection,omitzero"` // orbits under the reflection in one axis
	Asymmetric     queens.Total `json:"asymmetric,omitzero"`     // orbits of 8 solutions
	Central        queens.Total `json:"central,omitzero"`        // orbits of 4, unchanged by a half turn only
	Rotational     queens.Total `json:"rotational,omitzero"`     // orbits of 2, unchanged by a quarter turn; of 1 for n < 2
	HalfTurn       queens.Total `json:"halfTurn,omitzero"`       // solutions unchanged by a half turn
	QuarterTurn    queens.Total `json:"quarterTurn,omitzero"`    // solutions unchanged by a quarter turn
	Reflecting     queens.Total `json:"reflecting,omitzero"`     // reflecting solutions

	Runs    []*Tally      `json:"runs"`             // one per scheme, in order
	Checks  []string      `json:"checks"`           // successful checks, one sentence each
	Reason  string        `json:"reason,omitempty"` // the theorem by which the answer is zero, if any
	Elapsed time.Duration `json:"elapsedNanos"`

	counted [totals]bool // totals that are counted, in order
}

const totals = 10

func (r *Report) totals() [totals]*queens.Total {
	return [totals]*queens.Total{
		&r.Solutions, &r.Fundamental, &r.UpToRotation, &r.UpToReflection, &r.Asymmetric, &r.Central, &r.Rotational,
		&r.HalfTurn, &r.QuarterTurn, &r.Reflecting,
	}
}

func (r *Report) set(total *queens.Total, value queens.Total) {
	*total = value
	for i, t := range r.totals() {
		r.counted[i] = r.counted[i] || t == total
	}
}

// Has reports whether one of the totals of r is counted, as in r.Has(&r.Solutions).
func (r *Report) Has(total *queens.Total) bool {
	for i, t := range r.totals() {
		if t == total {
			return r.counted[i]
		}
	}
	return false
}

// reportJSON distinguishes zero and missing totals.
type reportJSON struct {
	Schema string `json:"schema"`
	Question
	Solutions      *queens.Total `json:"solutions,omitempty"`
	Fundamental    *queens.Total `json:"fundamental,omitempty"`
	UpToRotation   *queens.Total `json:"upToRotation,omitempty"`
	UpToReflection *queens.Total `json:"upToReflection,omitempty"`
	Asymmetric     *queens.Total `json:"asymmetric,omitempty"`
	Central        *queens.Total `json:"central,omitempty"`
	Rotational     *queens.Total `json:"rotational,omitempty"`
	HalfTurn       *queens.Total `json:"halfTurn,omitempty"`
	QuarterTurn    *queens.Total `json:"quarterTurn,omitempty"`
	Reflecting     *queens.Total `json:"reflecting,omitempty"`
	Runs           []*Tally      `json:"runs"`
	Checks         []string      `json:"checks"`
	Reason         string        `json:"reason,omitempty"`
	Elapsed        time.Duration `json:"elapsedNanos"`
}

func (j *reportJSON) totals() [totals]**queens.Total {
	return [totals]**queens.Total{
		&j.Solutions, &j.Fundamental, &j.UpToRotation, &j.UpToReflection, &j.Asymmetric, &j.Central, &j.Rotational,
		&j.HalfTurn, &j.QuarterTurn, &j.Reflecting,
	}
}

// MarshalJSON writes the schema and the counted totals.
func (r *Report) MarshalJSON() ([]byte, error) {
	j := reportJSON{
		Schema: "queens.count/1", Question: r.Question, Runs: r.Runs, Checks: r.Checks,
		Reason: r.Reason, Elapsed: r.Elapsed,
	}
	for i, t := range j.totals() {
		if r.counted[i] {
			*t = r.totals()[i]
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads the output of MarshalJSON.
func (r *Report) UnmarshalJSON(text []byte) error {
	var j reportJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	*r = Report{Question: j.Question, Runs: j.Runs, Checks: j.Checks, Reason: j.Reason, Elapsed: j.Elapsed}
	for i, t := range j.totals() {
		if *t != nil {
			r.set(r.totals()[i], **t)
		}
	}
	return nil
}

// byMotion says what schemes count: a question, its total in a report, and the series of known
// values on the regular board.
var byMotion = [...]struct {
	of     Quantity
	series string
	total  func(r *Report) *queens.Total
}{
	plan.Still:       {AllSolutions, "solutions", func(r *Report) *queens.Total { return &r.Solutions }},
	plan.HalfTurn:    {Symmetric, "s180", func(r *Report) *queens.Total { return &r.HalfTurn }},
	plan.QuarterTurn: {QuarterTurn, "s90", func(r *Report) *queens.Total { return &r.QuarterTurn }},
	plan.Reflecting:  {Reflecting, "reflecting", func(r *Report) *queens.Total { return &r.Reflecting }},
}

// QuestionBy returns the question that a scheme answers, unless it counts by squares.
func QuestionBy(order int, s plan.Scheme) Question {
	return Question{Order: order, Topology: s.Topology, Of: byMotion[s.Motion].of}
}

func (r *Report) take(s plan.Scheme, total queens.Total) { r.set(byMotion[s.Motion].total(r), total) }

func (r *Report) checked(s plan.Scheme, total queens.Total) error {
	with := *r
	with.Checks = nil
	with.take(s, total)
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
	if r.Has(&r.HalfTurn) && r.Has(&r.QuarterTurn) {
		if err := r.symmetricChecks(); err != nil {
			return err
		}
	}
	if r.Has(&r.Solutions) {
		return r.classes()
	}
	return nil
}

// symmetricChecks derives P and R: S180 = 4P + 2R and S90 = 2R for n > 1.
func (r *Report) symmetricChecks() error {
	if err := r.compare("s180", r.HalfTurn, "S180"); err != nil {
		return err
	}
	if err := r.compare("s90", r.QuarterTurn, "S90"); err != nil {
		return err
	}
	if r.Order < 2 { // one orbit of one solution, unchanged by every symmetry
		r.set(&r.Rotational, queens.NewTotal(1))
		r.set(&r.Central, queens.Total{})
		return nil
	}
	if r.HalfTurn.Compare(r.QuarterTurn) < 0 {
		return r.failf("S180 = %v is less than S90 = %v", r.HalfTurn, r.QuarterTurn)
	}
	rotational, rest2 := r.QuarterTurn.DivMod(symmetry.Rotational.OrbitSize())
	central, rest4 := r.HalfTurn.Minus(r.QuarterTurn).DivMod(symmetry.Central.OrbitSize())
	if rest2 != 0 || rest4 != 0 {
		return r.failf("S180 = %v and S90 = %v are not 4P + 2R and 2R", r.HalfTurn, r.QuarterTurn)
	}
	r.set(&r.Rotational, rotational)
	r.set(&r.Central, central)
	r.Checks = append(r.Checks, "S180 = 4P + 2R and S90 = 2R")
	return nil
}

// classes derives the classes: Q = 8A + 4P + 2R for n > 1.
func (r *Report) classes() error {
	if err := r.compare("solutions", r.Solutions, "Q"); err != nil {
		return err
	}
	switch r.Of { // by Burnside's lemma
	case UpToRotation:
		orbits, _ := r.Solutions.Plus(r.HalfTurn).Plus(r.QuarterTurn.Times(2)).DivMod(4)
		r.set(&r.UpToRotation, orbits)
	case UpToReflection: // which leaves no solution unchanged, except the one of orders 0 and 1
		orbits, _ := r.Solutions.Add(1).DivMod(2)
		r.set(&r.UpToReflection, orbits)
	}
	if r.Order < 2 {
		r.set(&r.Asymmetric, queens.Total{})
		r.set(&r.Fundamental, r.Rotational)
		return nil
	}
	if r.Solutions.Compare(r.HalfTurn) < 0 {
		return r.failf("Q = %v is less than S180 = %v", r.Solutions, r.HalfTurn)
	}
	asymmetric, rest := r.Solutions.Minus(r.HalfTurn).DivMod(symmetry.Asymmetric.OrbitSize())
	if rest != 0 {
		return r.failf("Q = %v leaves %d modulo 8, 4P + 2R = %v leaves %d",
			r.Solutions, r.Solutions.Mod(8), r.HalfTurn, r.HalfTurn.Mod(8))
	}
	r.set(&r.Asymmetric, asymmetric)
	r.set(&r.Fundamental, asymmetric.Plus(r.Central).Plus(r.Rotational))
	r.Checks = append(r.Checks, "Q = 8A + 4P + 2R")
	return r.compare("fundamental", r.Fundamental, "the number of fundamental solutions")
}

// Conclude adds the number of all solutions to a report of the symmetric ones, and checks it.
// Errors: ledger.ErrMismatch.
func (r *Report) Conclude(solutions queens.Total) error {
	r.set(&r.Solutions, solutions)
	return r.classes()
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
	series := byMotion[s.Motion].series
	if s.Topology == queens.Modular {
		series = map[kind.Motion]string{plan.Still: "toroidal", plan.HalfTurn: "toroidal-half-turn"}[s.Motion]
	}
	v, ok := known.Lookup(series, n)
	return v.Value.Times(s.Times(n)), ok
}
