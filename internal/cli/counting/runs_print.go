package counting

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"queens"
	"queens/count"
	"queens/count/batch"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/count/upkeep"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

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
		words[0] = fmt.Sprintf("%s: %d running, %d queued", t.Engine, t.Running, t.Queued)
	}
	for _, flaw := range []struct {
		is   bool
		word string
	}{{len(r.Doubts) > 0, "in doubt"}, {r.Damaged, "damaged"}, {r.Misplaced, "misplaced"}} {
		if flaw.is {
			words = append(words, flaw.word)
		}
	}
	return strings.Join(words, ", ")
}

func runText(r *runs.Run, s printer.Style) string {
	var f printer.Facts
	f.Say("run", "%s", humanize.OneLine(r.Name))
	if r.Order != nil {
		f.Say("counts", "%s of order %d", r.Counts, *r.Order)
	}
	if r.Plan != "" {
		f.Say("plan", "method %s version %d, %d subproblems, %s", r.Scheme, r.SchemeVersion, r.Subproblems, r.Plan)
		f.Say("begun", "%s by %s", timeText(*r.Created), humanize.Dash(r.Program))
	}
	state := stateText(r)
	switch {
	case r.Damaged || r.Misplaced || len(r.Doubts) > 0:
		state = s.Paint(printer.Red, state)
	case r.Complete:
		state = s.Paint(printer.Green, state)
	}
	f.Say("state", "%s", state)
	f.Say("done", "%s subproblems, %s of the work", doneText(r.Done, r.Subproblems), percentText(r.Fraction))
	f.SayIf(r.Confirmed > 0, "confirmed", "%s by a second computation", humanize.Plural(r.Confirmed, "result"))
	switch {
	case r.Total != nil:
		f.Say("total", "%v", r.Total)
	case r.Complete:
		f.Say("sum", "%v, in doubt", r.Sum)
	default:
		f.Say("sum so far", "%v", r.Sum)
	}
	f.SayEach("doubt", r.Doubts)
	if t := r.Tasks; t != nil {
		sayTasks(&f, r, t)
		return f.String()
	}
	f.Say("processor time", "%s", processorText(r))
	f.Say("worker time", "%s, by the clock, all workers added up; %v nodes", humanize.Duration(r.Worked), r.Nodes)
	f.SayIf(r.Rest > 0, "left", "about %s with %s, at the pace so far", humanize.Seconds(r.Rest),
		humanize.Plural(runtime.GOMAXPROCS(0), "worker"))
	f.Say("written", "%s", timeText(*r.Written))
	f.Say("file", "%s, %s", filepath.Clean(r.Path), humanize.Bytes(float64(r.Size)))
	f.Say("last frame", "%d, %s", r.Frame, r.Head)
	if d := r.Certificate; d != nil {
		f.Say("certificate", "%v in %s, %s by %s", d.Total, humanize.Plural(d.Results, "result"), timeText(d.Time),
			humanize.Dash(d.Program))
	}
	f.SayEach("flaw", r.Flaws)
	for _, note := range r.Notes {
		f.Say("note", "%s %s", timeText(note.Time), humanize.OneLine(note.Text))
	}
	switch {
	case r.Command == "":
		f.Say("to continue", "not possible: %s", r.Obstacle)
	case r.Complete:
		f.Say("to read it", "%s", r.Command)
	default:
		f.Say("to continue", "%s", r.Command)
	}
	return f.String()
}

func sayTasks(f *printer.Facts, r *runs.Run, t *batch.Tasks) {
	f.Say("tasks", "%d queued, %d running, %d ended, %d failed, by %s", t.Queued, t.Running,
		t.Ended, t.Failed, t.Engine)
	f.SayIf(len(t.Nodes) > 0, "nodes", "%s", humanize.OneLine(strings.Join(t.Nodes, " ")))
	f.SayIf(t.Again > 0, "second counts", "%d of %d", r.Confirmed, t.Again)
	f.SayIf(t.Disputes > 0, "disputes", "%d", t.Disputes)
	f.SayIf(!r.Complete, "left", "%s", tasksLeft(r))
	f.Say("written", "%s", timeText(*r.Written))
	f.Say("directory", "%s", filepath.Clean(r.Path))
}

func tasksLeft(r *runs.Run) string {
	text := humanize.Seconds(r.Tasks.Processor) + " of one core"
	if r.Rest > 0 {
		text = "about " + humanize.Seconds(r.Rest) + " with the tasks that run, " + text
	}
	return text
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

func runLines(list []runs.Run, s printer.Style) string {
	var lines [][]string
	if len(list) > 0 && s.Person {
		lines = append(lines, []string{"name", "order", "counts", "done", "", "sum", "written", "size", "state"})
	}
	for i := range list {
		r := &list[i]
		name := humanize.OneLine(r.Name)
		if r.State == runs.Broken {
			lines = append(lines, []string{name, "cannot be read: " + humanize.OneLine(r.Reason)})
			continue
		}
		order, size := any("?"), humanize.Bytes(float64(r.Size))
		if r.Order != nil {
			order = *r.Order
		}
		if r.Tasks != nil {
			name, size = humanize.OneLine(r.Path), "-"
		}
		lines = append(lines, printer.Row(name, order, cmp.Or(r.Counts, "unknown"), doneText(r.Done, r.Subproblems),
			percentText(r.Fraction), r.Sum, timeText(*r.Written), size, stateText(r)))
	}
	text := printer.Lines(lines)
	if line, _, _ := strings.Cut(text, "\n"); s.Person && s.Width > 0 && utf8.RuneCountInString(line) > s.Width {
		for i, line := range lines {
			if len(line) > 4 {
				lines[i] = []string{line[0], line[4], line[5], line[8]} // the name contains the other columns
			}
		}
		lines[0][1] = "done"
		text = printer.Lines(lines)
	}
	return text
}

func conclude(f *printer.Facts, s printer.Style, run *ledger.Run, doubts []string, command string) {
	f.SayEach("doubt", doubts)
	switch {
	case len(doubts) > 0:
		f.Say("verdict", "%s", s.Paint(printer.Red, "in doubt"))
	case run.Complete():
		f.Say("total", "%v", run.Tally.Total)
		f.Say("verdict", "%s", s.Paint(printer.Green, "complete"))
	default:
		f.Say("verdict", "incomplete: %s", doneText(run.Tally.Results, run.Tally.Subproblems))
		f.SayIf(command != "", "to continue", "%s", command)
	}
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
	case runs.Misplaced(run) != "", !run.Complete() && len(run.Recovery.Damages) > 0:
		return damaged
	case len(runs.Doubts(run)) > 0:
		return inDoubt
	case !run.Complete():
		return incomplete
	}
	return verified
}

// left returns the doubts about a run, and the command that continues it or prints its total.
func left(run *ledger.Run) (doubts []string, command string) {
	if r, obstacle := runs.Resume(run); obstacle == "" {
		command = r.Command()
	}
	return append([]string{}, runs.Doubts(run)...), command
}

type verificationAnswer struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	upkeep.Verification
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`             // of the results; the total if complete
	Published   bool         `json:"published"`       // the total is the published value
	Since       uint64       `json:"since,omitempty"` // last frame when the compared hash was recorded
	Flaws       []string     `json:"flaws"`
	Verdict     string       `json:"verdict"`

	run *ledger.Run
}

// newVerification reports the findings of upkeep.Verify, and compares the total of a complete run
// with the published value. since is the last frame of the earlier state that the run was compared
// with, or 0.
func newVerification(run *ledger.Run, v upkeep.Verification, since uint64) (*verificationAnswer, error) {
	r := &verificationAnswer{
		Schema: "queens.verify/1", Name: runs.NameOf(run), Verification: v, Subproblems: run.Tally.Subproblems,
		Sum: run.Tally.Total, Since: since, Flaws: append([]string{}, runs.Flaws(run)...),
		Verdict: verdictOf(run), run: run,
	}
	scheme, err := plan.Find(run.Header.Scheme)
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

func (r *verificationAnswer) Text(s printer.Style) string {
	var f printer.Facts
	f.Say("run", "%s", r.Name)
	f.SayIf(len(r.Flaws) == 0, "file", "sound: %s, %d frames, last %s", humanize.Bytes(float64(r.run.Size)),
		r.run.Tally.Last, r.run.Tally.Head)
	f.SayEach("flaw", r.Flaws)
	f.SayIf(r.Since > 0, "continues", "from frame %d, unaltered: %s since", r.Since,
		humanize.Plural(int(r.run.Tally.Last-r.Since), "frame"))
	f.Say("plan", "made again, the same: %s", r.Plan)
	sum := fmt.Sprintf("%v in %s", r.Sum, humanize.Plural(r.Results, "result"))
	switch {
	case r.Published:
		f.Say("sum", "%s; the known value", sum)
	case r.Complete:
		f.Say("sum", "%s; no value is known to compare with", sum)
	default:
		f.Say("sum", "%s so far", sum)
	}
	f.Say("sample", "%s", sampleText(r.Verification))
	switch r.Verdict {
	case verified:
		f.Say("verdict", "%s", s.Paint(printer.Green, "verified"))
	case incomplete:
		f.Say("verdict", "right so far, incomplete: %s", doneText(r.run.Tally.Results, r.run.Tally.Subproblems))
	case inDoubt:
		f.SayEach("doubt", runs.Doubts(r.run))
		f.Say("verdict", "%s", s.Paint(printer.Red, "in doubt"))
	default:
		f.Say("verdict", "%s: %s left", s.Paint(printer.Red, "damaged"), doneText(r.run.Tally.Results,
			r.run.Tally.Subproblems))
		_, command := left(r.run)
		f.SayIf(command != "", "to continue", "%s", command)
	}
	return f.String()
}

func sampleText(v upkeep.Verification) string {
	if len(v.Sample) == 0 {
		return "nothing computed again"
	}
	numbers := make([]string, len(v.Sample))
	for i, subproblem := range v.Sample {
		numbers[i] = fmt.Sprint(subproblem + 1)
	}
	by := "kernel " + strings.Join(v.Kernels, ", ")
	if len(v.By) > 0 {
		by += " and by " + strings.Join(v.By, ", ")
	}
	text := fmt.Sprintf("%s computed again by %s, equal: number %s", humanize.Plural(len(v.Sample), "result"),
		by, humanize.List(numbers))
	if v.Share != nil {
		return text + fmt.Sprintf("; all of share %d/%d", v.Share.Number, v.Share.Of)
	}
	text += fmt.Sprintf(" (seed %d)", v.Seed)
	if len(v.Sample) == v.Results {
		return text + "; these are all"
	}
	hundredth := max(1, v.Results/100)
	return text + fmt.Sprintf("; a ledger with one false result passes with probability %.3g, one with %d with %.3g",
		v.Passes(1), hundredth, v.Passes(hundredth))
}

type repairAnswer struct {
	Schema  string `json:"schema"`
	Name    string `json:"name"`
	Revoked int    `json:"revoked"` // results withdrawn because of their kernel
	upkeep.Repaired
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`    // of the remaining results
	Doubts      []string     `json:"doubts"` // that remain
	Command     string       `json:"command,omitempty"`

	run *ledger.Run
}

func (r *repairAnswer) Text(s printer.Style) string {
	var f printer.Facts
	f.Say("run", "%s", humanize.OneLine(r.Name))
	f.SayIf(r.Revoked > 0, "withdrawn", "%s of a kernel that was revoked", humanize.Plural(r.Revoked, "result"))
	f.Say("computed again", "%s by kernel %s", humanize.Plural(len(r.Sample), "result"),
		humanize.Dash(strings.Join(r.Kernels, ", ")))
	for _, one := range r.Replaced {
		f.Say("replaced", "subproblem %d: %v by kernel %s was wrong, %v by kernels %s",
			one.Subproblem+1, one.Wrong, one.By, one.Right, strings.Join(one.Kernels, ", "))
	}
	for _, one := range r.Upheld {
		f.Say("upheld", "subproblem %d: %v by kernels %s; kernel %s found %v here; do not trust it",
			one.Subproblem+1, one.Right, strings.Join(one.Kernels, ", "), one.By, one.Wrong)
	}
	f.Say("confirmed", "%d of %s by a second computation", r.Confirmed, humanize.Plural(r.run.Tally.Results, "result"))
	conclude(&f, s, r.run, r.Doubts, r.Command)
	return f.String()
}

type mergeAnswer struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	upkeep.Merged
	Total   *queens.Total `json:"total,omitempty"` // of a complete run without doubts
	Doubts  []string      `json:"doubts"`
	Command string        `json:"command,omitempty"` // continues it, or prints the total

	run *ledger.Run
}

func (r *mergeAnswer) Text(s printer.Style) string {
	var f printer.Facts
	f.Say("run", "%s", humanize.OneLine(r.Name))
	for _, s := range r.Sources {
		text := fmt.Sprintf("%s: %s, %d new, %d equal to one there was",
			humanize.OneLine(s.Path), humanize.Plural(s.Results, "result"), s.New, s.Equal)
		if s.Passed > 0 {
			text += fmt.Sprintf(", %d passed over: revoked or withdrawn elsewhere", s.Passed)
		}
		f.Say("ledger", "%s", text)
	}
	for _, d := range r.Disputes {
		f.Say("dispute", "%s", disputeText(d))
	}
	const most = 20
	for _, m := range r.Missing[:min(most, len(r.Missing))] {
		f.Say("missing", "%s", missingText(m))
	}
	f.SayIf(len(r.Missing) > most, "missing", "and %d more, see --json", len(r.Missing)-most)
	conclude(&f, s, r.run, r.Doubts, r.Command)
	return f.String()
}

func disputeText(d upkeep.Dispute) string {
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

func missingText(m upkeep.Missing) string {
	if m.Share == nil {
		if m.First == m.Last {
			return fmt.Sprintf("subproblem %d", m.First+1)
		}
		return fmt.Sprintf("subproblems %d to %d", m.First+1, m.Last+1)
	}
	return fmt.Sprintf("share %d/%d: %d of %s", m.Share.Number, m.Share.Of, m.Results,
		humanize.Plural(m.Last-m.First+1, "result"))
}
