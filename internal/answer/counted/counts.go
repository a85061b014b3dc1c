package counted

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/survey"
	"queens/internal/human"
	"queens/known"
	"queens/symmetry"
)

// Count is the answer to a question of how many, queens.count/1.
type Count struct{ *count.Report }

// NewCount returns what a count found.
func NewCount(r *count.Report) *Count { return &Count{r} }

// Text returns the number, or a line for each where several were asked for.
func (c *Count) Text(Style) string {
	switch c.Of {
	case count.Fundamental:
		return fmt.Sprintln(c.Fundamental)
	case count.Classes:
		return fmt.Sprintf("Q            %v\nfundamental  %v\nA            %v\nP            %v\nR            %v\n",
			c.Solutions, c.Fundamental, c.Asymmetric, c.Central, c.Rotational)
	case count.Symmetric:
		if c.Topology == queens.Modular {
			return fmt.Sprintln(c.HalfTurn)
		}
		return fmt.Sprintf("S180  %v\nS90   %v\n", c.HalfTurn, c.QuarterTurn)
	case count.QuarterTurn:
		return fmt.Sprintln(c.QuarterTurn)
	case count.Reflecting:
		return fmt.Sprintln(c.Reflecting)
	default:
		return fmt.Sprintln(c.Solutions)
	}
}

// Estimate is how long a count takes, and what it finds, by samples,
// queens.estimate/1.
type Estimate struct {
	Schema    string      `json:"schema"`
	Order     int         `json:"order"`
	Scheme    string      `json:"scheme"`
	Counts    string      `json:"counts"`
	Solutions survey.Band `json:"solutions"`
	Work      survey.Band `json:"workNanos"`    // of one worker
	Elapsed   float64     `json:"elapsedNanos"` // with all workers
	Workers   int         `json:"workers"`
	Samples   int         `json:"samples"`
	Parts     int         `json:"parts"`   // samples of which a part was counted
	Sampled   int         `json:"sampled"` // order of the samples: another one of an order without a plan
	Seed      string      `json:"seed"`
}

// NewEstimate describes a forecast.
func NewEstimate(f survey.Forecast) *Estimate {
	const nanos = 1e9
	return &Estimate{
		"queens.estimate/1", f.Order, f.Scheme, f.Counts, f.Solutions,
		survey.Band{Mean: f.Seconds.Mean * nanos, Low: f.Seconds.Low * nanos, High: f.Seconds.High * nanos},
		math.Round(f.Elapsed() * nanos), f.Workers, f.Samples, f.Parts, f.Sampled, Decimal(f.Seed),
	}
}

// Text returns the times, the number of solutions, how they were estimated, and what is extrapolated.
func (e *Estimate) Text(Style) string {
	if e.Samples == 0 {
		return fmt.Sprintf("none: the scheme %s of order %d has nothing to count\n", e.Scheme, e.Order)
	}
	const nanosPerHour = 3600e9
	figures := func(x float64) string { return fmt.Sprintf("%.3g", x) }
	var b strings.Builder
	fmt.Fprintf(&b, "time       %s with %s on an idle machine%s\n",
		human.Seconds(e.Elapsed*1e-9), human.Plural(e.Workers, "worker"), Range(e.Work, 1e-9/float64(e.Workers), human.Seconds))
	fmt.Fprintf(&b, "core-hours %.3g%s\n", e.Work.Mean/nanosPerHour, Range(e.Work, 1/nanosPerHour, figures))
	if e.Sampled == e.Order {
		word, _, _ := strings.Cut(e.Counts, " ")
		fmt.Fprintf(&b, "%-10s %.3g%s\n", word, e.Solutions.Mean, Range(e.Solutions, 1, func(x float64) string { return fmt.Sprintf("%.3g", x) }))
	}
	fmt.Fprintf(&b, "samples    %d, seed %s", e.Samples, e.Seed)
	if e.Work.Tells() {
		b.WriteString("; the ranges hold in about nine of ten estimates")
	}
	b.WriteByte('\n')
	switch {
	case e.Sampled != e.Order:
		fmt.Fprintf(&b, "           extrapolated: no plan counts order %d by %s; samples are of order %d, times the ratio of estimated tests, a\n           factor that the ranges leave out\n", e.Order, e.Scheme, e.Sampled)
	case e.Parts > 0:
		fmt.Fprintf(&b, "           extrapolated: of %d samples a part was counted\n", e.Parts)
	}
	return b.String()
}

// Range returns the bounds of a band in brackets, in units of the band times unit, or
// that the samples were too few to tell them.
func Range(b survey.Band, unit float64, text func(x float64) string) string {
	if !b.Tells() {
		return " (too few samples for a range)"
	}
	return fmt.Sprintf(" (%s to %s)", text(b.Low*unit), text(b.High*unit))
}

// Distribution says how solutions spread over squares, queens.squares/1.
type Distribution struct {
	Schema string `json:"schema"`
	Of     string `json:"of"` // first-queen or squares
	*survey.Distribution
}

// Text returns the matrix as the board is drawn, row 1 on top, or a line for each row:
// its number, from 1, and the count.
func (d *Distribution) Text(Style) string {
	var b strings.Builder
	if d.Squares == nil {
		rowWidth, width := len(strconv.Itoa(d.Order)), widest(d.FirstQueen)
		for r, t := range d.FirstQueen {
			fmt.Fprintf(&b, "%*d  %*v\n", rowWidth, r+1, width, t)
		}
		return b.String()
	}
	width := 0
	for _, row := range d.Squares {
		width = max(width, widest(row))
	}
	for _, row := range d.Squares {
		for c, t := range row {
			if c > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%*v", width, t)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// widest returns the number of digits of the largest total.
func widest(totals []queens.Total) (digits int) {
	for _, t := range totals {
		digits = max(digits, len(t.String()))
	}
	return digits
}

// Burnside is what each symmetry leaves unchanged, and the number of orbits,
// queens.burnside/1.
type Burnside struct {
	Schema string        `json:"schema"`
	Order  int           `json:"order"`
	Fixed  []Fixed       `json:"fixed"`
	Sum    *queens.Total `json:"sum"`    // null where Q is not known
	Orbits *queens.Total `json:"orbits"` // the same
	Source string        `json:"source"` // of Q
	Checks []string      `json:"checks"`
}

// Fixed is what one symmetry leaves unchanged.
type Fixed struct {
	Symmetry  symmetry.Symmetry `json:"symmetry"`
	Operation string            `json:"operation"` // po1 to po8
	Fixed     *queens.Total     `json:"fixed"`     // null where it is not known
}

// NewBurnside adds up what was counted, with Q(n) where that is known.
//
// Errors: ledger.ErrMismatch if the sum is not divisible, or not the known one.
func NewBurnside(c *count.Report) (*Burnside, error) {
	r := &Burnside{Schema: "queens.burnside/1", Order: c.Order, Source: "counted", Checks: c.Checks}
	var all *queens.Total
	if c.Has(&c.Solutions) {
		all = &c.Solutions
	} else {
		r.Source = "not known"
		if v, ok := known.Lookup("solutions", c.Order); ok {
			all = &v.Value
			r.Source = fmt.Sprintf("%s, %v", v.Source, v.Status)
		}
	}
	q := queens.Total{}
	if all != nil {
		q = *all
	}
	f := symmetry.FixedPoints(c.Order, q, c.HalfTurn, c.QuarterTurn)
	for _, s := range symmetry.All() {
		entry := Fixed{s, Operation(s), &f[s]}
		if s == symmetry.Identity {
			entry.Fixed = all
		}
		r.Fixed = append(r.Fixed, entry)
	}
	if all == nil {
		return r, nil
	}
	sum := f.Sum()
	orbits, rest := f.Orbits()
	if rest != 0 {
		return nil, fmt.Errorf("burnside: order %d: the sum of the fixed points, %v, leaves %d modulo 8: %w", c.Order, sum, rest, ledger.ErrMismatch)
	}
	isKnown, err := Compare(orbits, fmt.Sprintf("burnside: order %d: orbits", c.Order), "fundamental", c.Order)
	if err != nil {
		return nil, err
	}
	if isKnown {
		r.Checks = append(r.Checks, "the number of orbits equals the known value")
	}
	r.Sum, r.Orbits = &sum, &orbits
	return r, nil
}

// Text returns a line for each symmetry, then the sum and the number of orbits.
func (r *Burnside) Text(Style) string {
	var b strings.Builder
	for _, f := range r.Fixed {
		fixed, note := "unknown", ""
		if f.Fixed != nil {
			fixed = f.Fixed.String()
		}
		if f.Symmetry == symmetry.Identity {
			note = "  Q: " + r.Source
		}
		fmt.Fprintf(&b, "%-15v %s%s\n", f.Symmetry, fixed, note)
	}
	if r.Sum == nil {
		fmt.Fprintf(&b, "\nnobody has counted all solutions of order %d: no sum, no number of orbits\n", r.Order)
		return b.String()
	}
	fmt.Fprintf(&b, "\n%-15s %v\n%-15s %v = %v / %d\n", "sum", r.Sum, "orbits", r.Orbits, r.Sum, symmetry.Count)
	if r.Orbits.IsZero() {
		fmt.Fprintf(&b, "order %d has no solution, so no orbit\n", r.Order)
	}
	return b.String()
}

// Operation returns the name of a symmetry as an operation, "po3".
func Operation(s symmetry.Symmetry) string { return fmt.Sprintf("po%d", s.OperationNo()) }
