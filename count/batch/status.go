package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/internal/humanize"
)

// Status is the progress of a run: status.json.
type Status struct {
	Schema string `json:"schema"`
	Dir    string `json:"dir"`
	Tasks
	Args        []string       `json:"arguments"` // for the engine
	Question    count.Question `json:"question"`
	Scheme      string         `json:"method"`
	Subproblems int            `json:"subproblems"` // -1 while the run is estimated
	Done        int            `json:"done"`
	Confirmed   int            `json:"confirmed"`                  // of Again, already confirmed
	Sum         queens.Total   `json:"sum"`                        // of the results so far
	Fraction    float64        `json:"fraction"`                   // of the estimated work, including second counts
	Remaining   float64        `json:"remainingSeconds,omitempty"` // with the running tasks; 0: unknown
	Complete    bool           `json:"complete"`
	Written     time.Time      `json:"written"`
}

const statusSchema = "queens.batch-status/1"

// Tasks are the tasks of an engine that count a run.
type Tasks struct {
	Engine    string   `json:"engine"`
	Queued    int      `json:"queued"`
	Running   int      `json:"running"`
	Ended     int      `json:"ended"`            // that counted their whole part
	Failed    int      `json:"failed"`           // with a failed check
	Nodes     []string `json:"nodes"`            // that run tasks
	Again     int      `json:"again"`            // results counted twice; Confirmed are done
	Disputes  int      `json:"disputes"`         // different results, settled by recounts
	Processor float64  `json:"processorSeconds"` // estimated, of the rest
}

// attempts returns the notes of all attempts at a part, or at all parts if none is named, the
// latest last.
func (r *Run) attempts(part string) (list []Attempt, err error) {
	for _, sub := range []string{withdrawnDir, ledgersDir} {
		files, err := r.files(sub, noteSuffix, part)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, f := range files {
			var a Attempt
			if err := readJSON(filepath.Join(r.dir, sub, f.Name()), &a); err == nil {
				list = append(list, a)
			}
		}
	}
	slices.SortFunc(list, func(a, b Attempt) int { return a.Started.Compare(b.Started) })
	return list, nil
}

// show writes the progress, given the queued and running tasks.
func (d *driver) show(live []Live) error {
	s := Status{
		Schema: statusSchema, Dir: d.run.dir, Args: d.Args, Question: d.run.Question, Scheme: d.run.Scheme,
		Subproblems: d.run.subproblems(), Complete: d.complete(), Fraction: 1, Written: time.Now().UTC(),
		Tasks: Tasks{Engine: d.Engine, Disputes: len(d.judged), Nodes: []string{}},
	}
	notes, err := d.run.attempts("")
	if err != nil {
		return err
	}
	for _, a := range notes {
		switch {
		case a.Failed:
			s.Failed++
		case a.Ended:
			s.Ended++
		}
	}
	if d.merged != nil {
		s.Done, s.Sum = d.merged.Tally.Results, d.merged.Tally.Total
	}
	all := 0.0
	for i, seconds := range d.seconds {
		all += seconds
		if !d.has(i) {
			s.Processor += seconds
		}
		if d.run.chosen(i) {
			s.Again++
			all += seconds
			if d.again[i] {
				s.Confirmed++
			} else {
				s.Processor += seconds
			}
		}
	}
	if all > 0 {
		s.Fraction = 1 - s.Processor/all
	}
	for _, l := range live {
		if !l.Running {
			s.Queued++
			continue
		}
		s.Running++
		if l.Node != "" {
			s.Nodes = append(s.Nodes, l.Node)
		}
	}
	s.Nodes = distinct(s.Nodes)
	if s.Running > 0 {
		s.Remaining = s.Processor / float64(s.Running*d.Cores)
	}
	if d.Show != nil {
		d.Show(s)
	}
	_, finished := os.Stat(filepath.Join(d.run.dir, recordFile))
	if d.merged != d.shown && !s.Complete && finished != nil {
		if err := d.publish(); err != nil {
			return err
		}
		d.shown = d.merged
	}
	return replaceJSON(filepath.Join(d.run.dir, statusFile), s)
}

// Words describes the progress for people.
func (s Status) Words() string {
	if s.Subproblems < 0 {
		return "the count is being estimated; no task has been submitted"
	}
	text := fmt.Sprintf("%d of %d results", s.Done, s.Subproblems)
	if s.Again > 0 {
		text += fmt.Sprintf(", %d of %d counted again", s.Confirmed, s.Again)
	}
	if s.Complete {
		return text
	}
	text += fmt.Sprintf("; %s: %d running, %d queued", s.Engine, s.Running, s.Queued)
	if len(s.Nodes) > 0 {
		text += " on " + humanize.OneLine(strings.Join(s.Nodes, " "))
	}
	if s.Disputes > 0 {
		text += "; " + humanize.Plural(s.Disputes, "dispute")
	}
	return text
}

// ReadStatus reads the progress of a run. Errors: fs.ErrNotExist.
func ReadStatus(dir string) (s Status, err error) {
	err = readJSON(filepath.Join(dir, statusFile), &s)
	return s, err
}

// IsStopped reports whether the tasks of a directory were asked to stop.
func IsStopped(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, stopFile))
	return err == nil
}

func nodeOf(worker string) string {
	node, _, _ := strings.Cut(worker, " ")
	return node
}
