package runs

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// LogLine says what became of a run at some time.
type LogLine struct {
	Time time.Time `json:"time"`
	Text string    `json:"text"`
}

// maxLines is the number of lines that a Manager keeps of a run, the latest.
const maxLines = 200

// runLog is what a Manager has seen of a run since it began.
type runLog struct {
	state State
	tenth int // of the subproblems that were done
	lines []LogLine
}

// take adds a line where a status tells something new: another state, or another tenth
// of the subproblems.
func (l *runLog) take(s Run) {
	tenth := 0
	if s.Subproblems > 0 {
		tenth = 10 * s.Done / s.Subproblems
	}
	if s.State == l.state && tenth <= l.tenth {
		return
	}
	text := string(s.State)
	switch {
	case s.State == Elsewhere:
		text = "counted by " + s.Holder
	case s.State == Complete:
		text = fmt.Sprintf("complete: %s %s", s.Sum, s.Counts)
	case s.Reason != "":
		text += ": " + s.Reason
	}
	if s.State != Complete && s.Subproblems > 0 {
		text += fmt.Sprintf(", %d of %d subproblems, %s so far", s.Done, s.Subproblems, s.Sum)
	}
	l.state, l.tenth = s.State, tenth
	l.lines = append(l.lines, LogLine{time.Now(), text})
	if len(l.lines) > maxLines {
		l.lines = l.lines[len(l.lines)-maxLines:]
	}
}

// Log returns what this Manager has seen of a run, oldest first: each change of its
// state and each tenth of its subproblems, at most 200 lines. It begins with the
// Manager; the ledger holds the results themselves.
//
// Errors: *UnknownError.
func (m *Manager) Log(ctx context.Context, name string) ([]LogLine, error) {
	s, err := m.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.logOf(s).lines), nil
}

// logOf returns the log of a run with its status taken in. m.mu is held.
func (m *Manager) logOf(s Run) *runLog {
	l := m.logs[s.Name]
	if l == nil {
		l = &runLog{}
		m.logs[s.Name] = l
	}
	l.take(s)
	return l
}
