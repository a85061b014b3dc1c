package counting

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"queens"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/count/verify"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

func nameOf(run *ledger.Run) string { return humanize.OneLine(run.Name()) }

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
	case r.Holder != "":
		words[0] = "running: " + r.Holder
	case r.Complete:
		words[0] = "complete"
	case t != nil && r.State == runs.Stopped:
		words[0] = "incomplete, stopped"
	case t != nil:
		words[0] = "tasks of " + t.Engine
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
