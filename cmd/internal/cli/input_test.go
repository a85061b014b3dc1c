package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/find/trace"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/must"
	"queens/known"
)

// TestLongLine reads a line longer than the default buffer of a scanner.
func TestLongLine(t *testing.T) {
	const n = 100_000 // the knight's walk 1, 3, 5, ... 2, 4, ... solves orders 6k+1 and 6k+5, shifted 6k and 6k+4
	var b strings.Builder
	for no := 2; no <= n; no += 2 {
		b.WriteString(strconv.Itoa(no) + ",")
	}
	for no := 1; no < n; no += 2 {
		b.WriteString(strconv.Itoa(no) + ",")
	}
	got := answerOf(t, strings.TrimSuffix(b.String(), ",")+"\n", "check", "-")
	if !strings.HasSuffix(got, ": solution, central\n") {
		t.Errorf("answer %.100q", got[len(got)-100:])
	}
}

// TestMarkAtTheBeginning reads a text with a byte order mark and Windows line ends.
func TestMarkAtTheBeginning(t *testing.T) {
	for command, want := range map[string]string{"check": "2413: solution", "orbit": "identity"} {
		if got := answerOf(t, "\ufeff2413\r\n3142\r\n", command, "-"); !strings.Contains(got, want) {
			t.Errorf("%s: %q", command, got)
		}
	}
}

func answerOf(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, stdout, stderr := runWith(t.Context(), stdin, args...)
	if code != errs.Done {
		t.Fatalf("queens %s: exit code %d: %.300s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}

// shapes are those of formats that are no placements.
var shapes = map[string]string{
	"board": "board", "fen": "board", "leetcode": "board", "asp": "squares", "param": "squares",
}

// TestReadsWhatItWrites feeds a list in every format and spelling to every command that reads
// placements, and compares the answer with that for plain text.
func TestReadsWhatItWrites(t *testing.T) {
	const order = "6"
	readers := []string{
		"check -", "check", "orbit -", "orbit --json", "apply - rot90", "board -", "board --json", "rank -",
		"rank --json",
	}
	plain := answerOf(t, "", "list", order)
	solutions, _ := known.Solutions(6)
	checked := answerOf(t, plain, "check", "-")
	if fmt.Sprint(strings.Count(checked, ": solution")) != solutions.String() {
		t.Errorf("the list %q is checked as %q, want %v solutions", plain, checked, solutions)
	}
	for _, base := range []string{"0", "1"} {
		var want []string
		for _, reader := range readers {
			want = append(want, answerOf(t, answerOf(t, "", "list", order, "--base", base),
				append(strings.Fields(reader), "--base", base)...))
		}
		for _, f := range format.All() {
			if f.Name == "param" && base == "1" {
				continue // it counts from 0
			}
			list := answerOf(t, "", "list", order, "--base", base, "--format", f.Name)
			for i, reader := range readers {
				for _, from := range []string{"auto", cmp.Or(shapes[f.Name], "placement")} {
					args := append(strings.Fields(reader), "--base", base, "--from", from)
					if got := answerOf(t, list, args...); got != want[i] {
						t.Errorf("%s to queens %s:\n%s\nwant\n%s", f.Name, strings.Join(args, " "), got, want[i])
					}
				}
			}
		}
	}
	for _, spelling := range queens.Spellings() {
		list := answerOf(t, "", "list", order, "--spelling", spelling)
		if got := answerOf(t, list, "rank"); got != "1\n2\n3\n4\n" {
			t.Errorf("spelling %s: ranks %q", spelling, got)
		}
	}
	if got := answerOf(t, "", "rank", order, "--number", "1,2,4,3"); got == plain || len(got) != len(plain) {
		t.Errorf("solutions 1 2 4 3: %q", got)
	}
	if got := answerOf(t, "", "rank", order, "--number", "1,2,3,4"); got != plain {
		t.Errorf("solutions 1 to 4: %q, want %q", got, plain)
	}
	for _, command := range []string{
		"sample 6 --limit 4 --seed 1 --json", "solve 6 --json", "solve 6 --method backtrack --limit 4 --json",
		"rank 6 --number 2 --json",
	} {
		got := answerOf(t, answerOf(t, "", strings.Fields(command)...), "check")
		if !strings.Contains(got, ": solution, central") {
			t.Errorf("queens %s: checked as %q", command, got)
		}
	}
	for _, argument := range []string{`{"rows":[5,3,1,6,4,2]}`, ". . . Q . .\nQ . . . . " +
		".\n. . . . Q .\n. Q . . . .\n. . . . . Q\n. . Q . . ."} {
		if got := answerOf(t, "", "check", argument); !strings.HasPrefix(got, "solution of order 6") {
			t.Errorf("check %q: %q", argument, got)
		}
	}
}

// TestInterruptedListIsContinued checks that a list has the same bytes after interruptions.
func TestInterruptedListIsContinued(t *testing.T) {
	for _, f := range format.All() {
		for _, options := range []string{
			"--limit 6000", "--base 0 --class asymmetric --limit 5000 --after 0,2,4,1,7,9,11,3,12,8,5,10,6",
		} {
			path := filepath.Join(t.TempDir(), "a list."+f.Name)
			args := strings.Fields("list 13 --workers 1 --format " + f.Name + " " + options)
			stops := 0
			for stops == 0 { // a list may end before the interrupt
				_ = os.Remove(path)
				for {
					ctx, cancel := context.WithCancel(t.Context())
					begun := int64(0)
					if info, err := os.Stat(path + ".part"); err == nil {
						begun = info.Size()
					}
					if stops < 3 { // interrupted when the file grows
						go func() {
							for ctx.Err() == nil {
								if info, err := os.Stat(path + ".part"); err == nil && info.Size() > begun {
									cancel()
								}
								time.Sleep(100 * time.Microsecond)
							}
						}()
					}
					code, _, stderr := runWith(ctx, "", append(args, "-o", path)...)
					cancel()
					if code == errs.Done {
						break
					}
					if stops++; code != errs.Interrupted || !strings.Contains(stderr, "--output '"+path+"'") {
						t.Fatalf("%s: exit code %d, %s", f.Name, code, stderr)
					}
				}
			}
			_, want, _ := runApp(args...)
			if got, err := os.ReadFile(path); err != nil || string(got) != want || stops == 0 {
				t.Errorf("%s %v: %d bytes after %d stops, %v; want %d", f.Name, options,
					len(got), stops, err, len(want))
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.part*")); len(left) > 0 {
				t.Errorf("%s are still there", left)
			}
		}
	}
}

// TestKilledListIsContinued leaves lists as kill -9, a power cut and a bad disk leave them: cut at
// random bytes, followed by zeros, and with one byte altered. The same command makes the same list.
func TestKilledListIsContinued(t *testing.T) {
	random, path := rand.New(rand.NewPCG(50, 4)), filepath.Join(t.TempDir(), "list")
	for _, f := range format.All() {
		for _, options := range []string{
			"10 --base 0", "10 --fundamental", "12 --class central,rotational", "9 --spelling squares --limit 100",
			"9 --after 2,4,6,8,3,1,7,5,9", "6",
		} {
			if f.Name != "text" && strings.Contains(options, "--spelling") {
				continue
			}
			args := append(strings.Fields("list "+options+" --format "+f.Name), "-o", path)
			text := answerOf(t, "", args[:len(args)-2]...)
			a, _, _ := newTestApp()
			cmd, rest, err := whole.Root(a).Find(args)
			must.Do(t, errors.Join(err, cmd.ParseFlags(rest)))
			command := command.Again(cmd, cmd.Flags().Args())
			for _, damage := range []string{"cut", "zeros", "altered"} {
				for range 3 {
					part, at := []byte(text), random.IntN(len(text))
					switch part = part[:at]; {
					case damage == "zeros":
						part = append(part, make([]byte, 700)...)
					case damage == "altered" && at > 0:
						part[random.IntN(at)] ^= 1 << random.IntN(7)
					}
					must.Do(t, os.WriteFile(path+".part", part, 0o644))
					must.Do(t, os.WriteFile(path+".part.command", []byte(command+"\n"), 0o644))
					code, _, stderr := runWith(t.Context(), "", args...)
					if got := must.Get(os.ReadFile(path))(t); code != errs.Done || string(got) != text {
						t.Fatalf("%v, %s at %d: another list: exit code %d, %s", args, damage, at, code, stderr)
					}
					continued := strings.Contains(stderr, "the list continues")
					if damage != "altered" && at > max(500, len(text)/2) && !continued {
						t.Errorf("%v, %s at %d of %d: it starts again: %s", args, damage, at, len(text), stderr)
					}
				}
			}
		}
	}
}

// TestFormatsEverywhere asks every command that writes placements for every format and spelling:
// all write the same text, which queens complete reads as a problem without a missing queen, and
// queens apply as a placement.
func TestFormatsEverywhere(t *testing.T) {
	const solution = "2,4,6,1,3,5" // the first of order 6
	commands := []string{
		"solve 6", "complete 6 a5 b3", "complete 6 a5 b3 --all", "rank 6 --number 1", "list 6 --limit 1",
		"board " + solution, "apply " + solution + " po1", "sample 6 --seed 3",
	}
	var choices [][]string
	for _, f := range format.All() {
		choices = append(choices, []string{"--format", f.Name})
	}
	for _, s := range queens.Spellings() {
		choices = append(choices, []string{"--spelling", s})
	}
	choices = append(choices, []string{"--format", "board", "--symbols", "♛_"})
	for _, choice := range choices {
		want := answerOf(t, "", append(strings.Fields("list 6 --limit 1"), choice...)...)
		for _, command := range commands {
			fields := strings.Fields(command)
			switch {
			case slices.Contains([]string{"json", "text"}, choice[1]): // those are answers of their own
				continue
			case fields[0] == "sample": // with this seed, the third
				want = answerOf(t, "", append(strings.Fields("rank 6 --number 3"), choice...)...)
			case choice[0] == "--spelling" && slices.Contains([]string{"board", "apply"}, fields[0]):
				continue
			}
			if got := answerOf(t, "", append(fields, choice...)...); got != want {
				t.Errorf("queens %s %v prints\n%s\nwant\n%s", command, choice, got, want)
			}
		}
		for _, command := range []string{"list 6 --limit 1", "list 1", "complete 6 a5", "complete 1"} {
			if choice[1] == queens.Pairs.String() && strings.HasSuffix(command, " 1") {
				continue // (1,1) may be a placement of order 2
			}
			text := answerOf(t, "", append(strings.Fields(command), choice...)...)
			got := answerOf(t, text, "complete", "-", "--format", "csv")
			again := answerOf(t, text, "apply", "-", "po1", "--format", "csv")
			if got != again || strings.Contains(command, "6") && !strings.HasSuffix(got, "\n"+solution+"\n") {
				t.Errorf("%v: queens complete reads\n%s\nas %squeens apply as %s", choice, text, got, again)
			}
		}
	}
}

// TestProblemFormatsEverywhere generates a problem in every format, and completes it.
func TestProblemFormatsEverywhere(t *testing.T) {
	for _, family := range []string{"completion", "blocked", "diagonals", "planted"} {
		want := ""
		for _, name := range append(format.ProblemFormats(true), "json") {
			problem := answerOf(t, "", "complete", "generate", family, "8", "--seed", "5", "--amount", "3",
				"--format", name)
			got := answerOf(t, problem, "complete", "-", "--count")
			if family == "completion" { // which has queens to draw
				got += answerOf(t, problem, "board", "-")
			}
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s as %s has %s completions, want %s:\n%s", family, name, got, want, problem)
			}
		}
	}
}

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
	} {
		if press(t, p, tc.keys...); p.pos != tc.pos || p.frame.Events != tc.pos {
			t.Errorf("%s: step %d, frame %d, want %d", tc.name, p.pos, p.frame.Events, tc.pos)
		}
	}
	if want := "there is no solution after this step"; p.note != want {
		t.Errorf("note %q, want %q", p.note, want)
	}
}

func TestPlayerFindsBacktracks(t *testing.T) {
	p := newPlayer(t, "wirth", 7) // some chunks of events
	for press(t, p, "n"); p.note == ""; press(t, p, "n") {
	}
	if p.frame.Stats.Solutions != 40 || p.pos < trace.ChunkEvents {
		t.Fatalf("the last solution is number %d, in step %d", p.frame.Stats.Solutions, p.pos)
	}
	press(t, p, "0")
	backtracks := uint64(0)
	for press(t, p, "b"); p.note == ""; press(t, p, "b") {
		if backtracks++; p.last.Kind != solver.Remove || p.frame.Stats.Backtracks != backtracks {
			t.Fatalf("backtrack %d: step %d, %v", backtracks, p.pos, p.last.Kind)
		}
	}
	if backtracks < 100 {
		t.Errorf("%d backtracks", backtracks)
	}
}

func TestPlayerDrawsAsBoardDoes(t *testing.T) {
	a := &app{App: &command.App{Color: "always", Stdout: &command.AnswerWriter{}}}
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
