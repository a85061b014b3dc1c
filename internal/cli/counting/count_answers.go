package counting

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/count/survey"
	"queens/internal/answer/printer"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/known"
	"queens/symmetry"
)

func timesText(b survey.Band, workers int) string {
	return bandText(b, 1/float64(workers), humanize.Seconds)
}

func numbersText(b survey.Band) string {
	return bandText(b, 1, func(x float64) string { return fmt.Sprintf("%.3g", x) })
}

func bandText(b survey.Band, unit float64, text func(x float64) string) string {
	if !b.IsUseful() {
		return " (too few samples for a range)"
	}
	return fmt.Sprintf(" (%s to %s)", text(b.Low*unit), text(b.High*unit))
}

// squaresText returns the matrix as a board, row 1 on top, or one line per row: number and count.
func squaresText(d *survey.Distribution) string {
	if d.Squares != nil {
		return printer.Matrix(d.Squares)
	}
	var b strings.Builder
	width, digits := len(strconv.Itoa(d.Order)), 0
	for _, t := range d.FirstQueen {
		digits = max(digits, len(t.String()))
	}
	for r, t := range d.FirstQueen {
		fmt.Fprintf(&b, "%*d  %*v\n", width, r+1, digits, t)
	}
	return b.String()
}

// burnsideAnswer has the fixed points of each symmetry and the number of orbits, queens.burnside/1.
type burnsideAnswer struct {
	Order  int           `json:"order"`
	Fixed  []fixedPoints `json:"fixed"`
	Sum    *queens.Total `json:"sum"`    // null if Q is not known
	Orbits *queens.Total `json:"orbits"` // likewise
	Source string        `json:"source"` // of Q
	Checks []string      `json:"checks"`
}

type fixedPoints struct {
	Symmetry  symmetry.Symmetry `json:"symmetry"`
	Operation string            `json:"operation"` // po1 to po8
	Fixed     *queens.Total     `json:"fixed"`     // null if not known
}

// burnsideOf adds up the counts, and Q(n) if it is known. Errors: ledger.ErrMismatch if the sum is
// not divisible by 8 or differs from the known one.
func burnsideOf(c *count.Report) (*burnsideAnswer, error) {
	r := &burnsideAnswer{Order: c.Order, Source: "not known", Checks: c.Checks}
	var all queens.Total
	v, isKnown := known.Lookup("solutions", c.Order)
	if c.Solutions != nil {
		all, isKnown, r.Source = *c.Solutions, true, "counted"
	} else if isKnown {
		all, r.Source = v.Value, fmt.Sprintf("%s, %v", v.Source, v.Status)
	}
	f := symmetry.FixedPoints(c.Order, all, *c.HalfTurn, *c.QuarterTurn)
	for _, s := range symmetry.All() {
		r.Fixed = append(r.Fixed, fixedPoints{s, s.OperationName(), &f[s]})
	}
	if !isKnown {
		r.Fixed[symmetry.Identity].Fixed = nil
		return r, nil
	}
	sum := f.Sum()
	orbits, rest := f.Orbits()
	if rest != 0 {
		return nil, errs.Errorf("order %d: the sum of the fixed points, %v, leaves %d modulo 8: %w",
			c.Order, sum, rest, ledger.ErrMismatch)
	}
	if v, ok := known.Fundamental(c.Order); ok && v != orbits {
		return nil, errs.Errorf("order %d: %v orbits, but the known value is %v: %w",
			c.Order, orbits, v, ledger.ErrMismatch)
	} else if ok {
		r.Checks = append(r.Checks, "the number of orbits equals the known value")
	}
	r.Sum, r.Orbits = &sum, &orbits
	return r, nil
}

// countFixed answers `queens count --of fixed`. It reads Q(N) from the table, and counts it with
// --verify or if it is not known.
func (a *app) countFixed(ctx context.Context, again string, o countOptions) error {
	o.question.Of = count.Symmetric
	if o.Verify {
		o.question.Of, o.Verify = count.AllSolutions, false
	}
	report, _, err := a.solve(ctx, again, &o)
	if err != nil {
		return err
	}
	r, err := burnsideOf(report)
	return a.Answer(texts.Show("queens.burnside/1", r), err)
}

// Values of `queens count --of` that are not quantities of package count.
const (
	ofFirstQueen = "first-queen"
	ofFixed      = "fixed"
	ofSquares    = "squares"
)

func (o countOptions) spread() bool {
	return o.question.Of == ofFirstQueen || o.question.Of == ofSquares
}

func (a *app) countSquares(ctx context.Context, o countOptions) error {
	options, order := o.library(), o.question.Order
	options.Progress = a.showProgress
	d, err := survey.Squares(ctx, order, o.question.Of == ofFirstQueen, options)
	if err == nil && o.Verify {
		err = d.Recheck(ctx, options)
	}
	if err != nil {
		return err
	}
	if a.Talks() {
		a.Note("order %d: %d squares counted, the others by symmetry; %s; kernel %s; %d checks hold",
			order, d.Counted, humanize.Duration(d.Elapsed), d.Kernel, len(d.Checks))
	}
	return a.Print(printer.Show("queens.squares/1", d, func(printer.Style) string { return squaresText(d) }))
}

func (a *app) countShare(ctx context.Context, again string, o countOptions) error {
	share, err := plan.ParseShare(o.Share)
	if err != nil {
		return err
	}
	job, _, err := a.job(&o)
	if err != nil {
		return err
	}
	t, err := job.CountShare(ctx, share)
	report := &count.Report{}
	if t != nil {
		report.Runs = append(report.Runs, t)
		a.warnOfDamage(report)
	}
	if err != nil {
		return a.stoppedCount(again, report, err)
	}
	path, err := filepath.Abs(filepath.Join(t.Ledger, "ledger"))
	if err != nil {
		return err
	}
	if !a.JSON {
		a.Note("share %v: %s, %d from the ledger; %s; queens runs merge combines the shares",
			share, humanize.Plural(t.Done, "result"), t.Resumed, humanize.Duration(t.Elapsed))
	}
	run, err := ledger.Read(ctx, t.Ledger)
	if err != nil {
		return err
	}
	return a.Print(printer.Show("", runs.Of(run), func(printer.Style) string { return path + "\n" }))
}

// knownFrom is the least order whose count may take so long that the known answer is mentioned
// first.
const knownFrom = 18

// answersOf has the known sequences that answer a question, whatever its order.
var answersOf = map[count.Question][]string{
	{Of: count.AllSolutions}:   {"solutions"},
	{Of: count.Fundamental}:    {"fundamental"},
	{Of: count.Classes}:        {"solutions", "fundamental"},
	{Of: count.UpToRotation}:   {"solutions", "s180", "s90"},
	{Of: count.UpToReflection}: {"solutions"},
	{Of: count.Symmetric}:      {"s180", "s90"},
	{Of: count.QuarterTurn}:    {"s90"},
	{Of: count.Reflecting}:     {"reflecting"},

	{Topology: queens.Modular, Of: count.AllSolutions}: {"toroidal"},
	{Topology: queens.Modular, Of: count.Symmetric}:    {"toroidal-half-turn"},
}

func (a *app) tellKnown(q count.Question) {
	for _, name := range answersOf[count.Question{Topology: q.Topology, Of: q.Of}] {
		s, _ := known.Find(name)
		if v, ok := s.Lookup(q.Order); ok {
			a.Note("known: %s(%d) = %v; to look it up: queens table %s %d", cmp.Or(s.Symbol, s.Name),
				q.Order, v.Value, name, q.Order)
		}
	}
}
