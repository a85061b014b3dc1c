package cli

import (
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/find/trace"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/must"
)

// newPlayer returns a player at the beginning, without colours.
func newPlayer(t *testing.T, name string, n int) *player {
	t.Helper()
	alg := must.Get(algorithms.Find(name))(t)
	tr := must.Get(trace.Open(alg, solver.Call{Problem: queens.Problem{Order: n}}, trace.Options{}))(t)
	t.Cleanup(tr.Close)
	p := &player{trace: tr, alg: alg, speed: 4, paint: func(_ printer.Emphasis, text string) string { return text }}
	must.Do(t, p.seek(t.Context(), 0))
	return p
}

func press(t *testing.T, p *player, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if err := p.key(t.Context(), key); err != nil {
			t.Fatalf("key %q: %v", key, err)
		}
	}
}

func TestPlayerObeysKeys(t *testing.T) {
	const up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	p := newPlayer(t, "wirth", 4)
	const end = 60 + (60 - 16) + 16 + 16 + 2 // tests, conflicts, queens put on and taken off, solutions
	for _, tc := range []struct {
		name string
		keys []string
		pos  uint64
	}{
		{"end", []string{down, down, down}, end},
		{"beginning", []string{"0"}, 0},
		{"nothing before", []string{left, up}, 0},
		{"forwards", []string{right, "l", right}, 3},
		{"backwards", []string{"h"}, 2},
		{"first solution", []string{"n"}, 57},
		{"second", []string{"n"}, 86},
		{"no third", []string{"n"}, 86},
		{"first again", []string{"N"}, 57},
		{"none before", []string{"N"}, 57},
		{"from between", []string{right, right, "N"}, 57},
	} {
		if press(t, p, tc.keys...); p.pos != tc.pos || p.frame.Events != tc.pos {
			t.Errorf("%s: step %d, frame %d, want %d", tc.name, p.pos, p.frame.Events, tc.pos)
		}
	}
	if want := "there is no solution before this step"; func() bool { press(t, p, "N"); return p.note != want }() {
		t.Errorf("note %q, want %q", p.note, want)
	}
}

func TestPlayerFindsBacktracks(t *testing.T) {
	p := newPlayer(t, "wirth", 7) // some chunks of events
	end, err := p.trace.Solution(t.Context(), 40)
	if err != nil || end < trace.ChunkEvents {
		t.Fatalf("the last solution is event %d, %v", end, err)
	}
	var forwards, backwards []uint64
	for press(t, p, "b"); p.note == ""; press(t, p, "b") {
		forwards = append(forwards, p.pos)
		if p.last.Kind != solver.Remove || p.frame.Stats.Backtracks != uint64(len(forwards)) {
			t.Fatalf("backtrack %d: step %d, %v", len(forwards), p.pos, p.last.Kind)
		}
	}
	for p.note = ""; p.note == ""; press(t, p, "B") {
		backwards = append(backwards, p.pos)
	}
	if slices.Reverse(backwards); !slices.Equal(forwards, backwards) || len(forwards) < 100 {
		t.Errorf("%d backtracks forwards, %d backwards", len(forwards), len(backwards))
	}
}

func TestPlayerDrawsAsBoardDoes(t *testing.T) {
	a := &app{App: &kit.App{Color: "always", Stdout: &kit.AnswerWriter{}}}
	p := newPlayer(t, "wirth", 4)
	p.mark, p.paint = a.Square, a.Paint
	press(t, p, "n")
	const light, dark, end = "\x1b[38;5;16;48;5;230m", "\x1b[38;5;16;48;5;180m", "\x1b[0m"
	t.Setenv("LC_ALL", "C.UTF-8")
	if got, want := p.picture(80, 24), light+"  "+end+dark+"  "+end+light+"♛ "+end+dark+"  "+end; !strings.Contains(got,
		want) {
		t.Errorf("no row like %q in %q", want, got)
	}
	t.Setenv("LC_ALL", "C")
	if got, want := p.picture(80, 24), light+"Q "+end; !strings.Contains(got, want) {
		t.Errorf("no square like %q in %q", want, got)
	}
}

func TestPlayerPlays(t *testing.T) {
	p := newPlayer(t, "bitmask", 4)
	press(t, p, " ", "+") // 8 steps a second
	for range 10 {
		must.Do(t, p.advance(t.Context(), 100*time.Millisecond))
	}
	if p.pos != 8 {
		t.Errorf("after a second at 8 steps a second: step %d", p.pos)
	}
	if err := p.advance(t.Context(), time.Hour); err != nil || p.playing || !p.end {
		t.Errorf("after an hour: playing %v, end %v, %v", p.playing, p.end, err)
	}
	press(t, p, " ")
	if p.playing {
		t.Error("plays on after the end")
	}
}

func TestPlayerPicture(t *testing.T) {
	p := newPlayer(t, "wirth", 4)
	press(t, p, "n")
	const want = `Wirth's backtracking, order 4

. . Q .   try(column):
Q . . .     for row from first to last:
. . . Q       if row and both diagonals of (column, row) are free:
. Q . .         put a queen there and mark its lines
        >       if column is the last: print, else try(column + 1)
                take the queen off and unmark its lines

step 57: solution 1: 2413
solutions 1  tests 26  placements 8  backtracks 4
paused, 4/s (+-) | space play, ←→ 1, ↑↓ 100, n solution, b backtrack, q quit`
	got := p.picture(80, 24)
	lines := strings.Split(got, "\n")
	clean := strings.Split(want, "\n")
	for i, line := range clean {
		if i >= len(lines) || strings.Join(strings.Fields(line), " ") != strings.Join(strings.Fields(lines[i]), " ") {
			t.Fatalf("picture:\n%s\nwant something like\n%s", got, want)
		}
	}
	for _, words := range []string{
		"diagonals of", "(column, row) are free:", "else try(column + 1)", "off and unmark",
	} {
		if got := p.picture(50, 24); !strings.Contains(got, words) {
			t.Errorf("on 50 columns the pseudocode lacks %q:\n%s", words, got)
		}
	}
	for line := range strings.SplitSeq(p.picture(30, 10), "\n") {
		if len([]rune(line)) > 30 {
			t.Errorf("line %q is wider than the terminal", line)
		}
	}
	large := newPlayer(t, "wirth", 30)
	if got := large.picture(80, 24); !strings.Contains(got, "does not fit") {
		t.Errorf("a board of 30 rows on 24 lines:\n%s", got)
	}
}

// TestPlayerShowsWholeSentences checks each step of a search, with all kinds of sentences, on wide
// and narrow terminals.
func TestPlayerShowsWholeSentences(t *testing.T) {
	squeeze := func(text string) string { return strings.Join(strings.Fields(text), "") }
	for _, tc := range []struct {
		name  string
		order int
	}{{"wirth", 8}, {"sosic-gu", 12}} {
		for _, width := range []int{120, 80, 60, 40, 20} {
			p := newPlayer(t, tc.name, tc.order)
			for range 300 {
				press(t, p, "l")
				got := p.picture(width, 24)
				if !strings.Contains(squeeze(got), squeeze(p.text)) {
					t.Fatalf("%s, %d columns, step %d: no sentence %q in\n%s", tc.name, width, p.pos, p.text, got)
				}
				lines := strings.Split(got, "\n")
				if width >= 40 && (len(lines) > 24 || !strings.Contains(got, "paused")) {
					t.Fatalf("%s, %d columns, step %d: %d lines\n%s", tc.name, width, p.pos, len(lines), got)
				}
				for _, line := range lines {
					if len([]rune(line)) > width {
						t.Fatalf("%s, %d columns, step %d: line %q is too wide", tc.name, width, p.pos, line)
					}
				}
			}
		}
	}
}

func TestKeysAreSplit(t *testing.T) {
	got := splitKeys("n\x1b[C\x1b[Aq\x1b")
	if want := []string{"n", "\x1b[C", "\x1b[A", "q", "\x1b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
