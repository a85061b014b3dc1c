package kit

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"queens/internal/humanize"
)

// screen returns what a one-line terminal shows.
func screen(s *Status, written *bytes.Buffer) string {
	s.mu.Lock()
	text := written.String()
	s.mu.Unlock()
	var line []rune
	at := 0
	for _, r := range text {
		switch r {
		case '\r':
			at = 0
		case '\n':
			line, at = nil, 0
		default:
			line = append(line[:at], append([]rune{r}, line[min(at+1, len(line)):]...)...)
			at++
		}
	}
	return string(bytes.TrimRight([]byte(string(line)), " "))
}

// newTestStatus returns a status line whose streams count as terminals.
func newTestStatus(terminal bool) (s *Status, shown *bytes.Buffer) {
	shown = new(bytes.Buffer)
	s = newStatus(shown, shown)
	s.terminal, s.shared = terminal, terminal
	s.Enable()
	return s, shown
}

func TestStatusOnATerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, shown := newTestStatus(true)
		s.Begin("count 20")
		look := func(after time.Duration, want string) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			if got := screen(s, shown); got != want {
				t.Errorf("shown %q, want %q", got, want)
			}
		}
		look(900*time.Millisecond, "")
		look(600*time.Millisecond, "1 s  count 20") // within two seconds
		s.Say("planning")
		look(time.Second, "2 s  planning")
		s.Show("orbits", 0.25, 80)
		look(time.Second, "3 s  25.0 % [==        ] "+humanize.Duration(80*time.Second)+" left, orbits")
		at := s.Measure("placing queens", 8)
		at(4)
		look(time.Second, "4 s  50.0 % [=====     ] placing queens")
		add := s.Tally("solutions")
		add(3_000_000)
		look(time.Second, "5 s  3 million solutions, 3 million/s")
		_, _ = s.answer(s.stderr, []byte("an answer\n"))
		look(0, "") // hidden, and not redrawn while more may follow
		look(500*time.Millisecond, "")
		look(time.Second, "7 s  3 million solutions, 1.2 million/s")
		_, _ = s.answer(s.stderr, []byte("half an answer"))
		look(time.Minute, "half an answer")
		_, _ = s.print(s.stderr, []byte("\n"))
		s.Say("%s", "a text that is far too long for a terminal of eighty columns, so that its end must be cut off")
		look(2*time.Second, "69 s  a text that is far too long for a terminal of eighty columns")
		s.hold()
		look(time.Minute, "")
		s.release()
		s.Say("done reading")
		look(time.Second, "2 min 10 s  done reading")
		s.Stop()
		look(time.Hour, "")
	})
}

// TestStatusBeforeAPipe: the reader of a pipe has the terminal from the first answer on.
func TestStatusBeforeAPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, shown := newTestStatus(true)
		s.shared, s.piped = false, true
		s.Begin("list 18")
		defer s.Stop()
		for _, want := range []string{"2 s  list 18", "", ""} {
			time.Sleep(2100 * time.Millisecond)
			synctest.Wait()
			if got := screen(s, shown); got != want {
				t.Errorf("shown %q, want %q", got, want)
			}
			_, _ = s.answer(io.Discard, []byte("an answer\n"))
		}
	})
}

func TestStatusElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, shown := newTestStatus(false)
		s.Begin("count 20")
		time.Sleep(34 * time.Second)
		s.Show("orbits", 0.25, 80)
		time.Sleep(2 * time.Second)
		s.Stop()
		s.Begin("again")
		time.Sleep(time.Hour)
		if want := "queens: count 20, 5 s\nqueens: 25.0 % done, orbits, " + humanize.Duration(80*time.Second) +
			" left, 35 s\n"; shown.String() != want {
			t.Errorf("printed %q, want %q", shown, want)
		}
	})
}

// TestStatusIsPutAwayAfterAnInterrupt: the echo of Ctrl-C after the line is erased with it.
func TestStatusIsPutAwayAfterAnInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, shown := newTestStatus(true)
		s.Begin(strings.Repeat("race", 30))
		time.Sleep(2 * time.Second)
		synctest.Wait()
		shown.WriteString("^C")
		if line := screen(s, shown); len(line) > 79 {
			t.Errorf("%d characters, which do not fit into 80 columns: %q", len(line), line)
		}
		s.Stop()
		if line := screen(s, shown); line != "" {
			t.Errorf("left over: %q", line)
		}
	})
}

func TestStatusOfShortWork(t *testing.T) {
	for _, terminal := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s, shown := newTestStatus(terminal)
			s.Begin("count 8")
			time.Sleep(900 * time.Millisecond)
			s.Stop()
			if shown.Len() > 0 {
				t.Errorf("terminal %t: printed %q, want nothing", terminal, shown)
			}
		})
	}
}

// TestNotesFitTheTerminal checks that long notes wrap only on a terminal, and that commands to copy
// and unfinished questions stay whole.
func TestNotesFitTheTerminal(t *testing.T) {
	const note = "queens: order 8: 10 squares counted, the others by symmetry; 9.82 ms; kernel scalar; 2 checks hold\n"
	command := "  queens count 24 --state=/tmp/" + strings.Repeat("x", 80) + "\n"
	for terminal, want := range map[bool]string{
		false: note + command + "sure?",
		true: "queens: order 8: 10 squares counted, the others by symmetry; 9.82 ms; kernel\nscalar; 2 checks hold\n" +
			command + "sure?",
	} {
		s, shown := newTestStatus(terminal)
		text := note + command + "sure?"
		if n, err := (&noteWriter{shown, s}).Write([]byte(text)); n != len(text) || err != nil ||
			shown.String() != want {
			t.Errorf("terminal %t: %d bytes, %v, %q, want %q", terminal, n, err, shown, want)
		}
	}
}
