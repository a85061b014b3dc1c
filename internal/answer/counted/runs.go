package counted

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
	"queens/count/upkeep"
	"queens/internal/human"
)

// facts are lines of a name and what is to be said of it, in two columns.
type facts [][]string

func (f *facts) say(name, format string, args ...any) {
	*f = append(*f, []string{name, fmt.Sprintf(format, args...)})
}

// sayEach says each text under the same name, on a line of its own.
func (f *facts) sayEach(name string, texts []string) {
	for _, text := range texts {
		f.say(name, "%s", human.OneLine(text))
	}
}

// conclude says what there is to be said of a run that was changed: its doubts, its total,
// or the command that goes on.
func (f *facts) conclude(s Style, run *ledger.Run, doubts []string, command string) {
	f.sayEach("doubt", doubts)
	switch {
	case len(doubts) > 0:
		f.say("verdict", "%s", s.Paint(Red, "in doubt"))
	case run.Complete():
		f.say("total", "%v", run.Tally.Total)
		f.say("verdict", "%s", s.Paint(Green, "complete"))
	default:
		f.say("verdict", "incomplete: %s", runs.DoneText(run.Tally))
		if command != "" {
			f.say("to continue", "%s", command)
		}
	}
}

func (f facts) String() string { return Lines(f, 0) }

// timeText returns a time for people, in their zone.
func timeText(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// Run is what a ledger tells about its run, queens.run/1.
type Run struct {
	runs.Status
	run *ledger.Run
}

// NewRun describes a run. Cost as for runs.Fraction.
func NewRun(ctx context.Context, run *ledger.Run) *Run { return &Run{runs.StatusOf(ctx, run), run} }

// Text returns a line for each fact.
func (r *Run) Text(s Style) string {
	var f facts
	f.say("run", "%s", human.OneLine(r.Name))
	if r.Order != nil {
		f.say("counts", "%s of order %d", r.Counts, *r.Order)
	}
	if r.Plan != "" {
		f.say("plan", "scheme %s version %d, %d subproblems, %s", r.Scheme, r.SchemeVersion, r.Subproblems, r.Plan)
		f.say("begun", "%s by %s", timeText(*r.Created), human.Dash(r.Program))
	}
	state := runs.StateWords(r.run)
	switch {
	case runs.Damaged(r.run) || len(r.Doubts) > 0:
		state = s.Paint(Red, state)
	case r.Complete:
		state = s.Paint(Green, state)
	}
	f.say("state", "%s", state)
	f.say("done", "%s subproblems, %s of the work", runs.DoneText(r.run.Tally), percentText(r.Fraction))
	if r.Confirmed > 0 {
		f.say("confirmed", "%s by a second computation", human.Plural(r.Confirmed, "result"))
	}
	switch {
	case r.Total != nil:
		f.say("total", "%v", r.Total)
	case r.Complete:
		f.say("sum", "%v, in doubt", r.Sum)
	default:
		f.say("sum so far", "%v", r.Sum)
	}
	f.sayEach("doubt", r.Doubts)
	f.say("processor time", "%s", r.processorText())
	f.say("worker time", "%s, by the clock, all workers added up; %v nodes", human.Duration(r.Worked), r.Nodes)
	if r.Rest > 0 {
		f.say("left", "about %s with %s, at the pace so far", human.Seconds(r.Rest), human.Plural(runtime.GOMAXPROCS(0), "worker"))
	}
	f.say("written", "%s", timeText(*r.Written))
	f.say("file", "%s, %s", filepath.Clean(r.Path), human.Bytes(float64(r.Size)))
	f.say("last frame", "%d, %s", r.Frame, r.Head)
	if d := r.Certificate; d != nil {
		f.say("certificate", "%v in %s, %s by %s", d.Total, human.Plural(d.Results, "result"), timeText(d.Time), human.Dash(d.Program))
	}
	f.sayEach("flaw", r.Flaws)
	for _, note := range r.Notes {
		f.say("note", "%s %s", timeText(note.Time), human.OneLine(note.Text))
	}
	switch {
	case r.Command == "":
		f.say("to continue", "not possible: %s", r.Obstacle)
	case r.Complete:
		f.say("to read it", "%s", r.Command)
	default:
		f.say("to continue", "%s", r.Command)
	}
	return f.String()
}

// processorText says what the run cost, as far as its sessions recorded it.
func (r *Run) processorText() string {
	switch {
	case r.Metered == 0:
		return "not recorded"
	case r.Metered < r.Done:
		return fmt.Sprintf("%s for %d of %d results; the others are without a record", human.Duration(r.Processor), r.Metered, r.Done)
	}
	return human.Duration(r.Processor)
}

// percentText returns a share of the work for people.
func percentText(share *float64) string {
	if share == nil {
		return "?"
	}
	return runs.PercentText(*share, true)
}

// RunLines returns runs as a table, with a head where a person reads it, and with fewer columns where
// the terminal has no room for all. Until ctx ends it waits for plans, which say how far a run is.
func RunLines(ctx context.Context, entries []ledger.Entry, s Style) string {
	var lines [][]string
	if len(entries) > 0 && s.Person {
		lines = append(lines, []string{"name", "order", "counts", "done", "", "sum", "written", "size", "state"})
	}
	for _, e := range entries {
		if e.Err != nil {
			lines = append(lines, []string{human.OneLine(e.Name), "cannot be read: " + human.OneLine(e.Err.Error())})
			continue
		}
		run := e.Run
		lines = append(lines, []string{
			human.OneLine(e.Name), runs.OrderText(run), runs.CountsText(run), runs.DoneText(run.Tally), runs.PercentText(runs.Fraction(ctx, run)),
			run.Tally.Total.String(), timeText(run.Written), human.Bytes(float64(run.Size)), runs.StateWords(run),
		})
	}
	table := Lines(lines, 0)
	if line, _, _ := strings.Cut(table, "\n"); s.Person && s.Width > 0 && utf8.RuneCountInString(line) > s.Width {
		for i, line := range lines {
			if len(line) > 4 {
				lines[i] = []string{line[0], line[4], line[5], line[8]} // the name says the rest, in short
			}
		}
		lines[0][1] = "done"
		table = Lines(lines, 0)
	}
	return table
}

// Verdict is what is to be said of a run whose results are all right.
type Verdict string

// The verdicts on a run.
const (
	Verified   Verdict = "verified"
	Incomplete Verdict = "incomplete"
	Damaged    Verdict = "damaged"
	InDoubt    Verdict = "in doubt"
)

// verdictOf judges a run. A torn tail is what a killed process leaves, not a damage.
func verdictOf(run *ledger.Run) Verdict {
	switch {
	case runs.Misplaced(run) != "", !run.Complete() && len(run.Recovery.Damages) > 0:
		return Damaged
	case len(runs.Doubts(run)) > 0:
		return InDoubt
	case !run.Complete():
		return Incomplete
	default:
		return Verified
	}
}

// Holds reports whether nothing is wrong.
func (v Verdict) Holds() bool { return v == Verified || v == Incomplete }

// Verification is what the check of a run found, queens.verify/1.
type Verification struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	upkeep.Verification
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`             // of the results; the total if complete
	Published   bool         `json:"published"`       // the total is the published value
	Since       uint64       `json:"since,omitempty"` // frame that was the last one on the day it is compared with
	Flaws       []string     `json:"flaws"`
	Verdict     Verdict      `json:"verdict"`

	run *ledger.Run
}

// NewVerification describes what upkeep.Verify found of a run, and compares the total of
// a complete one with the published value. The run goes on from one whose last frame was
// since, 0 if it was compared with none.
//
// Errors: ledger.ErrMismatch.
func NewVerification(run *ledger.Run, v upkeep.Verification, since uint64) (*Verification, error) {
	r := &Verification{
		Schema: "queens.verify/1", Name: runs.NameOf(run), Verification: v, Subproblems: run.Tally.Subproblems,
		Sum: run.Tally.Total, Since: since, Flaws: append([]string{}, runs.Flaws(run)...), Verdict: verdictOf(run), run: run,
	}
	scheme, err := plan.Lookup(run.Header.Scheme)
	if err != nil || !run.Complete() {
		return r, err
	}
	var value queens.Total
	value, r.Published = count.Published(scheme, run.Header.Order)
	if r.Published && value != r.Sum {
		return nil, fmt.Errorf("runs: verify %s: the total is %v, the known value %v: %w", r.Name, r.Sum, value, ledger.ErrMismatch)
	}
	return r, nil
}

// Text returns a line for each check.
func (r *Verification) Text(s Style) string {
	var f facts
	f.say("run", "%s", r.Name)
	if len(r.Flaws) == 0 {
		f.say("file", "sound: %s, %d frames, last %s", human.Bytes(float64(r.run.Size)), r.run.Tally.Last, r.run.Tally.Head)
	}
	f.sayEach("flaw", r.Flaws)
	if r.Since > 0 {
		f.say("goes on", "from frame %d, unaltered: %s since", r.Since, human.Plural(int(r.run.Tally.Last-r.Since), "frame"))
	}
	f.say("plan", "made anew, the same: %s", r.Plan)
	sum := fmt.Sprintf("%v in %s", r.Sum, human.Plural(r.Results, "result"))
	switch {
	case r.Published:
		f.say("sum", "%s; the known value", sum)
	case r.Complete:
		f.say("sum", "%s; no value is known to compare with", sum)
	default:
		f.say("sum", "%s so far", sum)
	}
	f.say("sample", "%s", sampleText(r.Verification))
	switch r.Verdict {
	case Verified:
		f.say("verdict", "%s", s.Paint(Green, "verified"))
	case Incomplete:
		f.say("verdict", "right so far, incomplete: %s", runs.DoneText(r.run.Tally))
	case InDoubt:
		f.sayEach("doubt", runs.Doubts(r.run))
		f.say("verdict", "%s", s.Paint(Red, "in doubt"))
	default:
		f.say("verdict", "%s: %s left", s.Paint(Red, "damaged"), runs.DoneText(r.run.Tally))
		if r, obstacle := runs.Resume(r.run); obstacle == "" {
			f.say("to continue", "%s", r.Command())
		}
	}
	return f.String()
}

// sampleText says what was computed again.
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
	text := fmt.Sprintf("%s computed again by %s, equal: number %s", human.Plural(len(v.Sample), "result"), by, runs.ListNames(numbers))
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

// Repair is what the repair of a run did, queens.repair/1.
type Repair struct {
	Schema  string `json:"schema"`
	Name    string `json:"name"`
	Revoked int    `json:"revoked"` // results withdrawn because of their kernel
	upkeep.Repaired
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`    // of the results that are left
	Doubts      []string     `json:"doubts"` // that are left
	Command     string       `json:"command,omitempty"`

	run *ledger.Run
}

// NewRepair describes a repair and the run as it is now.
func NewRepair(run *ledger.Run, revoked int, repaired upkeep.Repaired) *Repair {
	r := &Repair{
		Schema: "queens.repair/1", Name: runs.NameOf(run), Revoked: revoked, Repaired: repaired,
		Subproblems: run.Tally.Subproblems, Sum: run.Tally.Total, Doubts: append([]string{}, runs.Doubts(run)...), run: run,
	}
	if resumption, obstacle := runs.Resume(run); obstacle == "" {
		r.Command = resumption.Command()
	}
	return r
}

// Text returns a line for each thing done.
func (r *Repair) Text(s Style) string {
	var f facts
	f.say("run", "%s", human.OneLine(r.Name))
	if r.Revoked > 0 {
		f.say("withdrawn", "%s of a kernel that was revoked", human.Plural(r.Revoked, "result"))
	}
	f.say("computed again", "%s by kernel %s", human.Plural(len(r.Sample), "result"), human.Dash(strings.Join(r.Kernels, ", ")))
	for _, one := range r.Replaced {
		f.say("replaced", "subproblem %d: %v by kernel %s was wrong, %v by kernels %s", one.Subproblem+1, one.Wrong, one.By, one.Right, strings.Join(one.Kernels, ", "))
	}
	for _, one := range r.Upheld {
		f.say("upheld", "subproblem %d: %v by kernels %s; kernel %s found %v here and is not to be trusted", one.Subproblem+1, one.Right, strings.Join(one.Kernels, ", "), one.By, one.Wrong)
	}
	f.say("confirmed", "%d of %s by a second computation", r.Confirmed, human.Plural(r.run.Tally.Results, "result"))
	f.conclude(s, r.run, r.Doubts, r.Command)
	return f.String()
}

// Share is the part of a count that one machine has done, queens.share/1.
type Share struct {
	Schema string `json:"schema"`
	Order  int    `json:"order"`
	*count.Tally
	Path string `json:"path"` // of the ledger
}

// Text returns the path of the ledger.
func (r *Share) Text(Style) string { return r.Path + "\n" }

// Merge is what bringing ledgers together gave, queens.merge/1.
type Merge struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	upkeep.Merged
	Total   *queens.Total `json:"total,omitempty"` // of a complete run that is not in doubt
	Doubts  []string      `json:"doubts"`
	Command string        `json:"command,omitempty"` // goes on with it, or reads it if complete

	run *ledger.Run
}

// NewMerge describes a merge and the run that has all results now.
func NewMerge(run *ledger.Run, merged upkeep.Merged) *Merge {
	r := &Merge{Schema: "queens.merge/1", Name: runs.NameOf(run), Merged: merged, Doubts: append([]string{}, runs.Doubts(run)...), run: run}
	if run.Complete() && len(r.Doubts) == 0 {
		r.Total = &run.Tally.Total
	}
	if resumption, obstacle := runs.Resume(run); obstacle == "" {
		r.Command = resumption.Command()
	}
	return r
}

// Text returns a line for each ledger, dispute and gap.
func (r *Merge) Text(s Style) string {
	var f facts
	f.say("run", "%s", human.OneLine(r.Name))
	for _, s := range r.Sources {
		text := fmt.Sprintf("%s: %s, %d new, %d equal to one there was", human.OneLine(s.Path), human.Plural(s.Results, "result"), s.New, s.Equal)
		if s.Passed > 0 {
			text += fmt.Sprintf(", %d passed over: revoked or withdrawn elsewhere", s.Passed)
		}
		f.say("ledger", "%s", text)
	}
	for _, d := range r.Disputes {
		f.say("dispute", "%s", disputeText(d))
	}
	const most = 20
	for _, m := range r.Missing[:min(most, len(r.Missing))] {
		f.say("missing", "%s", missingText(m))
	}
	if more := len(r.Missing) - most; more > 0 {
		f.say("missing", "and %d more, see --json", more)
	}
	f.conclude(s, r.run, r.Doubts, r.Command)
	return f.String()
}

// disputeText says which ledgers differ.
func disputeText(d upkeep.Dispute) string {
	var claims []string
	for _, c := range d.Claims {
		text := fmt.Sprintf("%s by kernel %s in %s", c.Says, human.Dash(c.Kernel), human.OneLine(c.Path))
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

// missingText says what is missing, and of a share how to get it.
func missingText(m upkeep.Missing) string {
	if m.Share == nil {
		if m.First == m.Last {
			return fmt.Sprintf("subproblem %d", m.First+1)
		}
		return fmt.Sprintf("subproblems %d to %d", m.First+1, m.Last+1)
	}
	return fmt.Sprintf("share %d/%d: %d of %s", m.Share.Number, m.Share.Of, m.Results, human.Plural(m.Last-m.First+1, "result"))
}
