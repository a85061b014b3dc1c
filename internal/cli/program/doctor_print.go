package program

import (
	"fmt"
	"strings"

	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

type status string

// The values of a status.
const (
	ok      status = "ok"
	notable status = "note" // worth knowing, no harm
	failed  status = "fail"
)

var styles = map[status]printer.Emphasis{ok: printer.Green, notable: printer.Bold, failed: printer.Red}

type finding struct {
	Name   string `json:"name"`
	Status status `json:"status"`
	Detail string `json:"detail"`
	Advice string `json:"advice,omitempty"` // what to do, of a failure or a note
}

func well(name, format string, args ...any) finding {
	return finding{Name: name, Status: ok, Detail: fmt.Sprintf(format, args...)}
}

func failure(name, advice string, err error) finding {
	return finding{Name: name, Status: failed, Detail: err.Error(), Advice: advice}
}

type doctorAnswer struct {
	Schema   string    `json:"schema"`
	Well     bool      `json:"well"`
	Findings []finding `json:"findings"`
}

func doctorOf(findings []finding) *doctorAnswer {
	r := &doctorAnswer{Schema: "queens.doctor/1", Well: true, Findings: findings}
	for _, f := range findings {
		r.Well = r.Well && f.Status != failed
	}
	return r
}

func (r *doctorAnswer) Text(s printer.Style) string {
	var b strings.Builder
	for _, f := range r.Findings {
		word := fmt.Sprintf("%-4s", f.Status)
		if f.Status == failed {
			word = strings.ToUpper(word)
		}
		fmt.Fprintf(&b, "%s  %-8s  %s\n", s.Paint(styles[f.Status], word), f.Name, humanize.OneLine(f.Detail))
		if f.Advice != "" {
			fmt.Fprintf(&b, "%16s%s\n", "", f.Advice)
		}
	}
	return b.String()
}
