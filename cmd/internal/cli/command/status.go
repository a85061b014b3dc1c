package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"queens/internal/humanize"
)

const (
	statusDelay    = time.Second            // shorter commands show nothing
	statusRedraw   = 250 * time.Millisecond // refresh rate on a terminal
	statusFirst    = 5 * time.Second        // first line without a terminal
	statusInterval = 30 * time.Second       // between lines without a terminal
)

const (
	unknownShare = -1
	barWidth     = 10
)

// Status is the status line of a command that takes longer than a second, on standard error. On a
// terminal it is redrawn in place, hidden for other output, and removed at the end. Elsewhere it
// prints a line after 5 seconds and then every 30. The zero Status shows nothing until Enable and
// Begin. It is safe for concurrent use.
type Status struct {
	stderr   io.Writer
	terminal bool // standard error is a terminal
	shared   bool // standard output is a terminal, usually the same
	piped    bool // standard output is a pipe, whose reader has the terminal from the first answer on

	mu      sync.Mutex
	enabled bool
	says    func() (text string, share float64)
	began   time.Time
	shown   string    // on the terminal now
	open    bool      // the terminal's last line is unfinished: a question, half an answer
	printed time.Time // time of the last other output there
	held    int       // number of reasons to stay hidden: a person types, another program has the terminal
	quit    chan struct{}
	done    sync.WaitGroup
}

func newStatus(stdout, stderr io.Writer) *Status {
	return &Status{stderr: stderr, terminal: IsTerminal(stderr), shared: IsTerminal(stdout), piped: isPipe(stdout)}
}

// Enable allows the line to be shown.
func (s *Status) Enable() { s.enabled = true }

// Begin starts the line with a text.
func (s *Status) Begin(text string) {
	s.Say("%s", text)
	if !s.enabled || s.quit != nil {
		return
	}
	s.began, s.quit = time.Now(), make(chan struct{})
	first, interval := statusFirst, statusInterval
	if s.terminal {
		first, interval = statusRedraw, statusRedraw
	}
	s.done.Go(func() {
		tick := time.NewTicker(first)
		defer tick.Stop()
		for {
			select {
			case <-s.quit:
				return
			case <-tick.C:
				s.show()
				tick.Reset(interval)
			}
		}
	})
}

// Stop removes the line for good. Commands with a display of their own, like a player or a server,
// call it early.
func (s *Status) Stop() {
	s.mu.Lock()
	s.erase()
	running := s.enabled && s.quit != nil
	s.enabled = false
	s.mu.Unlock()
	if running {
		close(s.quit)
		s.done.Wait()
	}
}

// Say sets the text of the line.
func (s *Status) Say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.follow(func() (string, float64) { return text, unknownShare })
}

// Show sets the text, the share of the work done, from 0 to 1, and the remaining seconds, 0 if
// unknown.
func (s *Status) Show(text string, share, rest float64) {
	s.follow(func() (string, float64) {
		switch {
		case rest == 0:
			return text, share
		case s.terminal: // which may be narrow
			return humanize.Seconds(rest) + " left, " + text, share
		}
		return text + ", " + humanize.Seconds(rest) + " left", share
	})
}

// Measure shows the progress of work of a known size. It returns a function that takes the amount
// done.
func (s *Status) Measure(text string, total int) (at func(done int)) {
	var latest atomic.Int64
	s.follow(func() (string, float64) { return text, float64(latest.Load()) / float64(max(total, 1)) })
	return func(done int) { latest.Store(int64(done)) }
}

// Tally counts things and shows their number and rate. It returns a function that adds to the
// number.
func (s *Status) Tally(things string) (add func(more uint64)) {
	var number atomic.Uint64
	began := time.Now()
	s.follow(func() (string, float64) {
		n := float64(number.Load())
		return fmt.Sprintf("%s %s, %s/s", humanize.Count(n), things, humanize.Count(n/time.Since(began).Seconds())),
			unknownShare
	})
	return func(more uint64) { number.Add(more) }
}

func (s *Status) follow(says func() (string, float64)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.says = says
}

func (s *Status) show() {
	s.mu.Lock()
	defer s.mu.Unlock()
	elapsed := time.Since(s.began)
	text, share := s.says()
	if !s.terminal {
		if share >= 0 {
			text = humanize.Percent(share) + " done, " + text
		}
		fmt.Fprintf(s.stderr, "queens: %s, %s\n", text, clock(elapsed))
		return
	}
	if elapsed < statusDelay || s.held > 0 || s.open || time.Since(s.printed) < statusDelay {
		return
	}
	if share >= 0 {
		done := strings.Repeat("=", int(min(share, 1)*barWidth))
		text = fmt.Sprintf("%s [%-*s] %s", humanize.Percent(share), barWidth, done, text)
	}
	line := []rune(clock(elapsed) + "  " + text)
	width, _ := terminalSize(s.stderr)
	// A full line would move the cursor to the next line, and so would the echo of Ctrl-C.
	if width -= 1 + interruptWidth; len(line) > width {
		line = line[:width]
		if end := strings.LastIndex(string(line), ", "); end > 0 { // omit a part that does not fit as a whole
			line = []rune(string(line)[:end])
		}
	}
	if string(line) != s.shown {
		s.erase()
		s.shown = string(line)
		_, _ = io.WriteString(s.stderr, s.shown) // a lost status line does not matter
	}
}

// interruptWidth is the width of ^C, which a terminal echoes at the cursor.
const interruptWidth = 2

// erase removes the line from the terminal. The caller holds mu.
func (s *Status) erase() {
	if s.shown != "" {
		_, _ = io.WriteString(s.stderr, "\r"+strings.Repeat(" ", utf8.RuneCountInString(s.shown)+interruptWidth)+"\r")
		s.shown = ""
	}
}

func clock(d time.Duration) string {
	if d < 99*time.Second {
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
	return humanize.Duration(d)
}

func (s *Status) answer(w io.Writer, p []byte) (int, error) {
	if s.shared {
		return s.print(w, p)
	}
	if s.piped && s.terminal {
		s.piped = false
		s.hold() // for good: two programs would overwrite each other
	}
	return w.Write(p)
}

func (s *Status) print(w io.Writer, p []byte) (int, error) {
	if len(p) == 0 {
		return w.Write(p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	s.open, s.printed = p[len(p)-1] != '\n', time.Now()
	return w.Write(p)
}

// hold hides the line until release.
func (s *Status) hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	s.held++
}

func (s *Status) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held--
}

type noteWriter struct {
	w      io.Writer
	status *Status
}

// Write writes p in place of the status line, wrapped for a terminal. Commands stay whole, to be
// copied.
func (n *noteWriter) Write(p []byte) (int, error) {
	if !n.status.terminal {
		return n.w.Write(p)
	}
	width, _ := terminalSize(n.w)
	if _, err := n.status.print(n.w, []byte(Fill(string(p), width))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func isPipe(stream any) bool {
	f := file(stream)
	if f == nil {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

func file(stream any) *os.File {
	switch s := stream.(type) {
	case *AnswerWriter:
		return file(s.w)
	case *noteWriter:
		return file(s.w)
	case *os.File:
		return s
	}
	return nil
}
