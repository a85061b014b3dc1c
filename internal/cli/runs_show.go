package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/ledger"
)

func newRunsShow(a *app, state *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Everything about one run",
		Long: `Show prints what the ledger of a run tells: what is counted by which plan, how far it
is, the last frame and its hash, the certificate of a complete run, what is damaged,
remarks, and the command that goes on.

Who writes down frame and hash can later tell whether a ledger still holds all that
it held then.

Exit codes: 0 done, 1 the ledger cannot be read, 2 no such run.`,
		Example: `  queens runs show n18-families-3fa94b21
  queens runs show n18 --json`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(_ *cobra.Command, args []string) error {
			root, err := runsRoot(*state)
			if err != nil {
				return err
			}
			run, err := readRun(root, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.stdout, newRunReport(run))
			}
			return a.printRun(newRunReport(run), run)
		},
	}
	addJSON(cmd, &asJSON)
	return cmd
}

// runReport is the JSON form of a run, queens.run/1.
type runReport struct {
	Schema        string        `json:"schema"`
	Name          string        `json:"name"`
	Path          string        `json:"path"`
	Error         string        `json:"error,omitempty"` // why it cannot be read; then nothing follows
	Order         *int          `json:"order,omitempty"` // unknown if header and name are lost
	Topology      string        `json:"topology,omitempty"`
	SchemeName    string        `json:"scheme,omitempty"`
	SchemeVersion int           `json:"schemeVersion,omitempty"`
	Counts        string        `json:"counts,omitempty"`
	Plan          string        `json:"plan,omitempty"`
	Subproblems   int           `json:"subproblems"` // -1 if the header is lost
	Done          int           `json:"done"`
	Complete      bool          `json:"complete"`
	Total         *queens.Total `json:"total,omitempty"` // of a complete run
	Sum           queens.Total  `json:"sum"`             // of what is done
	Nodes         queens.Total  `json:"nodes"`
	Work          time.Duration `json:"workNanos"`
	Program       string        `json:"program,omitempty"`
	Created       *time.Time    `json:"created,omitempty"`
	Written       *time.Time    `json:"written,omitempty"`
	Size          int64         `json:"size"`
	Frame         uint64        `json:"frame"` // number of the last one
	Head          string        `json:"head,omitempty"`
	Certificate   *ledger.Done  `json:"certificate,omitempty"`
	Holder        string        `json:"holder,omitempty"` // process that writes it now
	Sound         bool          `json:"sound"`
	Flaws         []string      `json:"flaws"`
	Notes         []noteReport  `json:"notes"`
	Command       string        `json:"command,omitempty"` // goes on with it, or reads it if complete

	obstacle string // why there is no command
}

// noteReport is a remark of a ledger.
type noteReport struct {
	Time time.Time `json:"time"`
	Text string    `json:"text"`
}

// newEntryReport returns the report of a run in a list, which may be unreadable.
func newEntryReport(e ledger.Entry) runReport {
	if e.Err != nil {
		return runReport{Schema: "queens.run/1", Name: e.Name, Path: e.Dir, Error: e.Err.Error(), Flaws: []string{}, Notes: []noteReport{}}
	}
	return newRunReport(e.Run)
}

// newRunReport collects what a ledger tells.
func newRunReport(run *ledger.Run) runReport {
	h, t := run.Header, run.Tally
	r := runReport{
		Schema: "queens.run/1", Name: nameOf(run), Path: run.Path,
		Counts: countsText(run), Subproblems: t.Subproblems, Done: t.Results, Complete: run.Complete(),
		Sum: t.Total, Nodes: t.Nodes, Work: t.Work, Written: &run.Written, Size: run.Size,
		Frame: t.Last, Head: t.Head.String(), Certificate: t.Done, Holder: run.Holder,
		Sound: run.Recovery.Sound() && misplaced(run) == "", Flaws: append([]string{}, flawsOf(run)...), Notes: []noteReport{},
	}
	if id, ok := identityOf(run); ok {
		r.Order, r.SchemeName = &id.order, id.scheme
	}
	if !run.Recovery.NoHeader {
		r.Topology = h.Topology.String()
		r.SchemeVersion, r.Plan, r.Program, r.Created = h.SchemeVersion, h.Plan.String(), h.Program, &h.Created
	}
	if r.Complete {
		r.Total = &t.Total
	}
	for _, note := range run.Notes {
		r.Notes = append(r.Notes, noteReport{note.Time, note.Text})
	}
	r.Command, r.obstacle = resumeCommand(run)
	return r
}

// printRun prints a report for people.
func (a *app) printRun(r runReport, run *ledger.Run) error {
	out := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	say := func(name, format string, args ...any) {
		fmt.Fprintf(out, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	say("run", "%s", r.Name)
	if r.Order != nil {
		say("counts", "%s of order %d", r.Counts, *r.Order)
	}
	if r.Plan != "" {
		say("plan", "scheme %s version %d, %d subproblems, %s", r.SchemeName, r.SchemeVersion, r.Subproblems, r.Plan)
		say("begun", "%s by %s", timeText(*r.Created), dash(r.Program))
	}
	say("state", "%s", a.stateText(r, run))
	say("done", "%s, %s", doneText(run.Tally), percentText(run.Tally))
	if r.Complete {
		say("total", "%v", r.Sum)
	} else {
		say("sum so far", "%v", r.Sum)
	}
	say("work", "%s of one worker, %v nodes", humanDuration(r.Work), r.Nodes)
	say("written", "%s", timeText(*r.Written))
	say("file", "%s, %s", filepath.Clean(r.Path), byteSize(float64(r.Size)))
	say("last frame", "%d, %s", r.Frame, r.Head)
	if d := r.Certificate; d != nil {
		say("certificate", "%v in %s, %s by %s", d.Total, plural(d.Results, "result"), timeText(d.Time), dash(d.Program))
	}
	for _, flaw := range r.Flaws {
		say("flaw", "%s", flaw)
	}
	for _, note := range r.Notes {
		say("note", "%s %s", timeText(note.Time), oneLine(note.Text))
	}
	switch {
	case r.Command == "":
		say("to go on", "not possible: %s", r.obstacle)
	case r.Complete:
		say("to read it", "%s", r.Command)
	default:
		say("to go on", "%s", r.Command)
	}
	return out.Flush()
}

// stateText is stateWords in colour.
func (a *app) stateText(r runReport, run *ledger.Run) string {
	switch {
	case isDamaged(run):
		return a.paint(red, stateWords(run))
	case r.Complete:
		return a.paint(green, stateWords(run))
	default:
		return stateWords(run)
	}
}

// oneLine returns text without line ends and tabs, which would break a table.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
