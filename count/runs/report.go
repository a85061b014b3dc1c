package runs

import (
	"context"
	"time"

	"queens"
	"queens/count/ledger"
)

// Report is what a ledger tells about its run. Status adds what happens to it; its JSON form is queens.run/1.
type Report struct {
	Schema        string        `json:"schema" enum:"queens.run/1"`
	Name          string        `json:"name"`
	Path          string        `json:"path"`
	Error         string        `json:"error,omitempty"` // why it cannot be read; then nothing follows
	Order         *int          `json:"order,omitempty"` // unknown if header and name are lost
	Topology      string        `json:"topology,omitempty"`
	Scheme        string        `json:"scheme,omitempty"`
	SchemeVersion int           `json:"schemeVersion,omitempty"`
	Counts        string        `json:"counts,omitempty"`
	Plan          string        `json:"plan,omitempty"`
	Subproblems   int           `json:"subproblems"` // -1 if the header is lost
	Done          int           `json:"done"`
	Fraction      *float64      `json:"fraction,omitempty"` // of the estimated work, see Fraction
	Confirmed     int           `json:"confirmed"`          // of these, with a second result that equals the first
	Complete      bool          `json:"complete"`           // every subproblem has a result
	Total         *queens.Total `json:"total,omitempty"`    // of a complete run that is not in doubt
	Sum           queens.Total  `json:"sum"`                // of what is done
	Nodes         queens.Total  `json:"nodes"`
	Worked        time.Duration `json:"workerNanos"`      // elapsed time of the results, summed over workers
	Processor     time.Duration `json:"processorNanos"`   // of the sessions that recorded it
	Metered       int           `json:"processorResults"` // results that these sessions counted
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

// newReport returns the report of a run of which only the name is known.
func newReport(name string) Report {
	return Report{Schema: "queens.run/1", Name: name, Subproblems: -1, Flaws: []string{}, Doubts: []string{}, Notes: []Note{}}
}

// NewReport collects what a ledger tells. Cost as for Fraction.
func NewReport(ctx context.Context, run *ledger.Run) Report {
	h, t := run.Header, run.Tally
	r := newReport(NameOf(run))
	r.Path, r.Counts, r.Subproblems, r.Done, r.Confirmed, r.Complete = run.Path, CountsText(run), t.Subproblems, t.Results, t.Confirmed, run.Complete()
	r.Sum, r.Nodes, r.Worked, r.Written, r.Size = t.Total, t.Nodes, t.Work, &run.Written, run.Size
	r.Processor, r.Metered = t.Spent.Processor, t.Spent.Results
	r.Frame, r.Head, r.Certificate, r.Holder = t.Last, t.Head.String(), t.Done, run.Holder
	r.Sound, r.Flaws, r.Doubts = run.Recovery.Sound() && Misplaced(run) == "", append(r.Flaws, Flaws(run)...), append(r.Doubts, Doubts(run)...)
	if share, ok := Fraction(ctx, run); ok {
		r.Fraction = &share
	}
	if id, ok := IdentityOf(run); ok {
		r.Order, r.Scheme = &id.Order, id.Scheme
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
