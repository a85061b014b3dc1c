package counting

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/survey"
	"queens/count/verify"
	"queens/docs"
	"queens/internal/buildinfo"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/known"
	"queens/symmetry"
)

func timesText(b survey.Band) string { return bandText(b, humanize.Seconds) }

func bandText(b survey.Band, text func(x float64) string) string {
	if !b.IsUseful() {
		return " (too few samples for a range)"
	}
	return fmt.Sprintf(" (%s to %s)", text(b.Low), text(b.High))
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
		a.Note("order %d: %d squares counted by %s, the others by symmetry; %s; %s passed",
			order, d.Counted, d.Method, humanize.Duration(d.Elapsed), humanize.Plural(len(d.Checks), "check"))
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

// answersOf has the known sequences that answer a question about the empty board, of any order.
var answersOf = map[queens.Topology]map[count.Quantity][]string{
	queens.Regular: {
		count.AllSolutions: {"solutions"}, count.Fundamental: {"fundamental"},
		count.Classes: {"solutions", "fundamental"}, count.UpToRotation: {"solutions", "s180", "s90"},
		count.UpToReflection: {"solutions"}, count.Symmetric: {"s180", "s90"}, count.QuarterTurn: {"s90"},
		count.Reflecting: {"reflecting"}, count.Superqueens: {"superqueens-half-turn", "superqueens-quarter-turn"},
		count.SuperQuarterTurn: {"superqueens-quarter-turn"}, count.WhiteQueens: {"solutions"},
	},
	queens.Modular: {count.AllSolutions: {"toroidal"}, count.Symmetric: {"toroidal-half-turn"}},
}

func (a *app) tellKnown(q count.Question) {
	if len(q.Given)+len(q.Blocked) > 0 {
		return
	}
	for _, name := range answersOf[q.Topology][q.Of] {
		s, _ := known.Find(name)
		if v, ok := s.Lookup(q.Order); ok {
			a.Note("known: %s(%d) = %v; to look it up: queens table %s %d", cmp.Or(s.Symbol, s.Name),
				q.Order, v.Value, name, q.Order)
		}
	}
}

func nameOf(run *ledger.Run) string { return humanize.OneLine(run.Name()) }

// doneText formats the number of finished subproblems; of is -1 if it is not known.
func doneText(done, of int) string {
	if of < 0 {
		return fmt.Sprintf("%d of ?", done)
	}
	return fmt.Sprintf("%d of %d", done, of)
}

// percentText formats a share of the work, nil if it is not known.
func percentText(share *float64) string {
	if share == nil {
		return "?"
	}
	return humanize.Percent(*share)
}

func stateText(r *runs.Run) string {
	words := []string{"incomplete"}
	switch t := r.Tasks; {
	case r.Holder != "":
		words[0] = "running: " + r.Holder
	case r.Complete:
		words[0] = "complete"
	case t != nil && r.State == runs.Stopped:
		words[0] = "incomplete, stopped"
	case t != nil:
		words[0] = "tasks of " + t.Engine
	}
	if len(r.Doubts) > 0 {
		words = append(words, "in doubt")
	}
	if r.Damaged {
		words = append(words, "damaged")
	}
	return strings.Join(words, ", ")
}

func processorText(r *runs.Run) string {
	switch {
	case r.Metered == 0:
		return "not recorded"
	case r.Metered < r.Done:
		return fmt.Sprintf("%s for %d of %d results; the others are without a record", humanize.Seconds(r.Processor),
			r.Metered, r.Done)
	}
	return humanize.Seconds(r.Processor)
}

// runLines returns a table of runs, with fewer columns where all do not fit.
func runLines(list []runs.Run, s printer.Style) string {
	table := map[string]any{"Head": s.Person && len(list) > 0, "Runs": list}
	text := texts.Text(s, "runs", table)
	if line, _, _ := strings.Cut(text, "\n"); s.Person && s.Width > 0 && utf8.RuneCountInString(line) > s.Width {
		return texts.Text(s, "narrow runs", table)
	}
	return text
}

// outcome says how a repair or a merge leaves a run.
type outcome struct {
	Doubts  []string `json:"doubts"`
	Command string   `json:"command,omitempty"` // continues it, or prints the total

	Run *ledger.Run `json:"-"`
}

func outcomeOf(run *ledger.Run) outcome {
	o := outcome{Doubts: append([]string{}, verify.Doubts(run)...), Run: run}
	if r, obstacle := runs.Resume(run); obstacle == "" {
		o.Command = r.Command()
	}
	return o
}

type repairAnswer struct {
	Name    string `json:"name"`
	Revoked int    `json:"revoked"` // results withdrawn because of their kernel
	verify.Repaired
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"` // of the remaining results
	outcome
}

type mergeAnswer struct {
	Name string `json:"name"`
	verify.Merged
	Total *queens.Total `json:"total,omitempty"` // of a complete run without doubts
	outcome
}

//go:generate cp ../../../../CITATION.cff citation.cff
//go:embed citation.cff
var citationFile string

// citation says how to cite a count, a published value or the program, queens.cite/1.
type citation struct {
	Sentence  string        `json:"sentence"` // for a text
	BibTeX    string        `json:"bibtex"`   // entry for a list of references
	Order     *int          `json:"order,omitempty"`
	Total     *queens.Total `json:"total,omitempty"`
	Plan      string        `json:"plan,omitempty"`
	Head      string        `json:"head,omitempty"`             // last hash of the ledger
	Checks    []string      `json:"checks,omitempty"`           // that hold
	Program   string        `json:"program,omitempty"`          // that counted
	Processor float64       `json:"processorSeconds,omitempty"` // used; missing if it was not measured
	Source    string        `json:"source,omitempty"`           // of a published value
}

func newCite(a *app) *cobra.Command {
	cmd := a.Command("cite", nil, func(cmd *cobra.Command, args []string) error {
		var c *citation
		var err error
		if len(args) == 0 {
			c = citeProgram()
		} else {
			err = a.inRoot(func(cmd *cobra.Command, root string, args []string) (err error) {
				c, err = a.cite(cmd, root, args[0])
				return err
			})(cmd, args)
		}
		return a.Answer(texts.Show("queens.cite/1", c), err)
	})
	command.Flag(cmd, "state", &a.state)
	cmd.ValidArgsFunction = a.completeRuns
	return cmd
}

// cite cites the run of a name or an order, or else the published value of the order.
func (a *app) cite(cmd *cobra.Command, root, name string) (*citation, error) {
	order, err := strconv.Atoi(name)
	if err != nil {
		run, err := a.readRun(cmd.Context(), root, name)
		if err != nil {
			return nil, err
		}
		return citeRun(run)
	}
	dir, err := runs.Find(root, "n"+name)
	if err == nil {
		if run, err := ledger.Read(cmd.Context(), dir); err == nil && run.Complete() {
			return citeRun(run)
		}
	}
	v, ok := known.Lookup("solutions", order)
	if !ok {
		return nil, command.Failf(errs.Failed, "Q(%d) is not known, and no complete count of it is saved", order)
	}
	c := &citation{Order: &order, Total: &v.Value, Source: v.Source}
	c.Sentence = fmt.Sprintf("Q(%d) = %v (%v) [%s].", order, v.Value, v.Status, v.Source)
	c.BibTeX = bibTeX("misc", v.Source, "title", fmt.Sprintf("Q(%d) = %v, %v", order, v.Value, v.Status), "note",
		sourceText(v.Source))
	return c, nil
}

func sourceText(key string) string {
	if s, ok := docs.FindSource(key); ok {
		return s.Text
	}
	if strings.HasPrefix(key, "A") {
		return "The On-Line Encyclopedia of Integer Sequences, https://oeis.org/" + key
	}
	return key
}

func citeRun(run *ledger.Run) (*citation, error) {
	doubts, t, h := verify.Doubts(run), run.Tally, run.Header
	switch {
	case len(doubts) > 0:
		return nil, command.Failf(errs.Refuted, "%s is in doubt: %s", nameOf(run), doubts[0])
	case !run.Complete():
		return nil, command.Failf(errs.Refuted, "%s is incomplete: only a complete count can be cited", nameOf(run))
	}
	variant, err := methods.Recorded(h)
	if err != nil {
		return nil, err
	}
	c := &citation{
		Order: &h.Order, Total: &t.Total, Plan: h.Plan.String(), Head: t.Head.String(), Program: h.Program,
		Checks: verify.Checks(run),
	}
	title := fmt.Sprintf("%v %s of order %d", t.Total, variant.Counts, h.Order)
	details := []string{
		fmt.Sprintf("counted by method %s with %s", h.Method, h.Program), "plan " + c.Plan, "last hash " + c.Head,
	}
	if t.Spent.Results >= t.Results { // otherwise some results were not measured
		c.Processor = t.Spent.Processor.Seconds()
		details = append(details, humanize.Duration(t.Spent.Processor)+" of processor time")
	}
	note := strings.Join(append(details, "checks: "+strings.Join(c.Checks, "; ")), ", ")
	c.Sentence = title + ", " + note + "."
	year := strconv.Itoa(run.Written.Year())
	if t.Done != nil {
		year = strconv.Itoa(t.Done.Time.Year())
	}
	c.BibTeX = bibTeX("misc", "queens-"+run.Name(), "title", title, "year", year, "note", note)
	return c, nil
}

func citeProgram() *citation {
	field := func(name string) string {
		_, text, _ := strings.Cut(citationFile, "\n"+name)
		line, _, _ := strings.Cut(text, "\n")
		return strings.Trim(line, ` "`)
	}
	title, author, version := field("title:"), field("  - name:"), buildinfo.Of().Version
	c := &citation{Program: command.ProgramName()}
	c.Sentence = fmt.Sprintf("%s: %s, version %s.", author, title, version)
	c.BibTeX = bibTeX("software", "queens", "author", "{"+author+"}", "title", title, "version", version, "license",
		field("license:"), "year", strings.Split(field("date-released:"), "-")[0], "url", field("repository-code:"))
	return c
}

// notKey are characters that a key of BibTeX should not have.
var notKey = regexp.MustCompile(`[^A-Za-z0-9.-]`)

// bibTeX returns an entry with the fields that are not empty: names and values in turn.
func bibTeX(kind, key string, fields ...string) string {
	quote := strings.NewReplacer("_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "^", `\^{}`)
	var text strings.Builder
	fmt.Fprintf(&text, "@%s{%s,\n", kind, notKey.ReplaceAllString(key, ""))
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] != "" {
			fmt.Fprintf(&text, "  %s = {%s},\n", fields[i], quote.Replace(fields[i+1]))
		}
	}
	return text.String() + "}\n"
}
