package counted

import (
	"fmt"
	"runtime"
	"strings"

	"queens/internal/human"
	"queens/internal/origin"
)

// Version is what the build recorded about the program, queens.version/1.
type Version struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`     // of the revision
	Modified bool   `json:"modified,omitempty"` // the source differed from the revision
}

// NewVersion describes this program.
func NewVersion() *Version {
	o := origin.Of()
	return &Version{
		Schema: "queens.version/1", Version: o.Version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Revision: o.Revision, Time: o.Time, Modified: o.Modified,
	}
}

// String returns the version in one line without its end.
func (r *Version) String() string {
	text := fmt.Sprintf("queens %s %s %s/%s", r.Version, r.Go, r.OS, r.Arch)
	if r.Revision != "" {
		text += " revision " + r.Revision
	}
	if r.Modified {
		text += " modified"
	}
	return text
}

// Text returns the version in one line.
func (r *Version) Text(Style) string { return r.String() + "\n" }

// Program returns name, version and revision of the program, as ledgers record it.
func (r *Version) Program() string {
	return strings.TrimSpace("queens " + r.Version + " " + r.Revision)
}

// Status says how a finding is.
type Status string

// The values of a Status.
const (
	OK      Status = "ok"
	Notable Status = "note" // worth knowing, no harm
	Failed  Status = "fail"
)

// styles says how each status looks on a terminal.
var styles = map[Status]Emphasis{OK: Green, Notable: Bold, Failed: Red}

// Finding is one thing that the doctor looked at.
type Finding struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"` // what to do, of a failure or a note
}

// Well returns a finding that all is well.
func Well(name, format string, args ...any) Finding {
	return Finding{Name: name, Status: OK, Detail: fmt.Sprintf(format, args...)}
}

// Failure returns a finding that something is wrong, and what to do.
func Failure(name, advice string, err error) Finding {
	return Finding{Name: name, Status: Failed, Detail: err.Error(), Advice: advice}
}

// Doctor is whether everything is in order on a machine, queens.doctor/1.
type Doctor struct {
	Schema   string    `json:"schema"`
	Well     bool      `json:"well"`
	Findings []Finding `json:"findings"`
}

// NewDoctor sums findings up.
func NewDoctor(findings []Finding) *Doctor {
	r := &Doctor{Schema: "queens.doctor/1", Well: true, Findings: findings}
	for _, f := range findings {
		r.Well = r.Well && f.Status != Failed
	}
	return r
}

// Text returns the findings, each on a line, with what to do below.
func (r *Doctor) Text(s Style) string {
	var b strings.Builder
	for _, f := range r.Findings {
		word := fmt.Sprintf("%-4s", f.Status)
		if f.Status == Failed {
			word = strings.ToUpper(word)
		}
		fmt.Fprintf(&b, "%s  %-8s  %s\n", s.Paint(styles[f.Status], word), f.Name, human.OneLine(f.Detail))
		if f.Advice != "" {
			fmt.Fprintf(&b, "%16s%s\n", "", f.Advice)
		}
	}
	return b.String()
}
