package runs

import (
	"time"

	"queens"
	"queens/count/ledger"
)

// Report is what a ledger tells about its run; its JSON form is queens.run/1.
type Report struct {
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
	Confirmed     int           `json:"confirmed"`       // of these, with a second result that equals the first
	Complete      bool          `json:"complete"`        // every subproblem has a result
	Total         *queens.Total `json:"total,omitempty"` // of a complete run that is not in doubt
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
	Doubts        []string      `json:"doubts"` // why the total of a complete run is not to be believed
	Notes         []Note        `json:"notes"`
	Command       string        `json:"command,omitempty"` // goes on with it, or reads it if complete

	Obstacle string `json:"-"` // why there is no command
}

// Note is a remark of a ledger.
type Note struct {
	Time time.Time `json:"time"`
	Text string    `json:"text"`
}

// ReportEntry returns the report of a run in a list, which may be unreadable.
func ReportEntry(e ledger.Entry) Report {
	if e.Err != nil {
		return Report{Schema: "queens.run/1", Name: e.Name, Path: e.Dir, Error: e.Err.Error(), Flaws: []string{}, Doubts: []string{}, Notes: []Note{}}
	}
	return NewReport(e.Run)
}

// NewReport collects what a ledger tells.
func NewReport(run *ledger.Run) Report {
	h, t := run.Header, run.Tally
	r := Report{
		Schema: "queens.run/1", Name: NameOf(run), Path: run.Path,
		Counts: CountsText(run), Subproblems: t.Subproblems, Done: t.Results, Confirmed: t.Confirmed, Complete: run.Complete(),
		Sum: t.Total, Nodes: t.Nodes, Work: t.Work, Written: &run.Written, Size: run.Size,
		Frame: t.Last, Head: t.Head.String(), Certificate: t.Done, Holder: run.Holder,
		Sound: run.Recovery.Sound() && Misplaced(run) == "", Flaws: append([]string{}, Flaws(run)...), Doubts: append([]string{}, Doubts(run)...), Notes: []Note{},
	}
	if id, ok := IdentityOf(run); ok {
		r.Order, r.SchemeName = &id.Order, id.Scheme
	}
	if !run.Recovery.NoHeader {
		r.Topology = h.Topology.String()
		r.SchemeVersion, r.Plan, r.Program, r.Created = h.SchemeVersion, h.Plan.String(), h.Program, &h.Created
	}
	if r.Complete && len(r.Doubts) == 0 {
		r.Total = &t.Total
	}
	for _, note := range run.Notes {
		r.Notes = append(r.Notes, Note{note.Time, note.Text})
	}
	var resumption Resumption
	if resumption, r.Obstacle = Resume(run); r.Obstacle == "" {
		r.Command = resumption.Command()
	}
	return r
}
