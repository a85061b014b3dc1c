package counting

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/count/verify"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

func nameOf(run *ledger.Run) string { return humanize.OneLine(runs.NameOf(run)) }

func timeText(t time.Time) string { return t.Local().Format(time.DateTime) }

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
	case t != nil && r.Subproblems < 0:
		words[0] = "estimating"
	case r.Holder != "":
		words[0] = "running: " + r.Holder
	case r.Complete:
		words[0] = "complete"
	case t != nil && r.State == runs.Stopped:
		words[0] = "incomplete, stopped"
	case t != nil:
		words[0] = fmt.Sprintf("%s: %d running, %d queued", t.Engine, t.Running, t.Queued)
	}
	for _, flaw := range []struct {
		is   bool
		word string
	}{{len(r.Doubts) > 0, "in doubt"}, {r.Damaged, "damaged"}} {
		if flaw.is {
			words = append(words, flaw.word)
		}
	}
	return strings.Join(words, ", ")
}

func processorText(r *runs.Run) string {
	switch {
	case r.Metered == 0:
		return "not recorded"
	case r.Metered < r.Done:
		return fmt.Sprintf("%s for %d of %d results; the others are without a record", humanize.Duration(r.Processor),
			r.Metered, r.Done)
	}
	return humanize.Duration(r.Processor)
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

// Verdicts on a run without a wrong result.
const (
	verified   = "verified"
	incomplete = "incomplete"
	damaged    = "damaged"
	inDoubt    = "in doubt"
)

// verdictOf judges a run. A torn tail is no damage: a killed process leaves one.
func verdictOf(run *ledger.Run) string {
	switch {
	case !run.Complete() && len(run.Recovery.Damages) > 0:
		return damaged
	case len(runs.Doubts(run)) > 0:
		return inDoubt
	case !run.Complete():
		return incomplete
	}
	return verified
}

// outcome says how a repair or a merge leaves a run.
type outcome struct {
	Doubts  []string `json:"doubts"`
	Command string   `json:"command,omitempty"` // continues it, or prints the total

	Run *ledger.Run `json:"-"`
}

func outcomeOf(run *ledger.Run) outcome {
	o := outcome{Doubts: append([]string{}, runs.Doubts(run)...), Run: run}
	if r, obstacle := runs.Resume(run); obstacle == "" {
		o.Command = r.Command()
	}
	return o
}

type verificationAnswer struct {
	Name string `json:"name"`
	verify.Verdict
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`             // of the results; the total if complete
	Published   bool         `json:"published"`       // the total is the published value
	Since       uint64       `json:"since,omitempty"` // last frame when the compared hash was recorded
	Flaws       []string     `json:"flaws"`
	Word        string       `json:"verdict"`

	Run *ledger.Run `json:"-"`
}

// newVerification reports the findings of verify.Run, and compares the total of a complete run
// with the published value. since is the last frame of the earlier state that the run was compared
// with, or 0.
func newVerification(run *ledger.Run, v verify.Verdict, since uint64) (*verificationAnswer, error) {
	r := &verificationAnswer{
		Name: runs.NameOf(run), Verdict: v, Subproblems: run.Tally.Subproblems,
		Sum: run.Tally.Total, Since: since, Flaws: append([]string{}, run.Recovery.Flaws()...),
		Word: verdictOf(run), Run: run,
	}
	scheme, err := plan.Find(run.Header.Method)
	if err != nil || !run.Complete() {
		return r, err
	}
	var value queens.Total
	value, r.Published = count.Published(scheme, run.Header.Order)
	if r.Published && value != r.Sum {
		return nil, fmt.Errorf("verify %s: the total is %v, the known value %v: %w", r.Name, r.Sum,
			value, ledger.ErrMismatch)
	}
	return r, nil
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

func disputeText(d verify.Dispute) string {
	var claims []string
	for _, c := range d.Claims {
		text := fmt.Sprintf("%s by kernel %s in %s", c.Says, humanize.Dash(c.Kernel), humanize.OneLine(c.Path))
		if !slices.Contains(claims, text) {
			claims = append(claims, text)
		}
	}
	fate := "none counts; it is counted again"
	if d.Stands {
		fate = "the one that a second computation confirms stands"
	}
	return fmt.Sprintf("subproblem %d: %s %s: %s", d.Subproblem+1, d.What, strings.Join(claims, ", "), fate)
}

// Hundredth returns a hundredth of the results.
func (r *verificationAnswer) Hundredth() int { return r.Results / 100 }
