package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/must"
)

func TestField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "info")
	must.Do(t, os.WriteFile(path, []byte("model name\t: Mill 1: fast\nMemTotal:       2048 kB\nflags:\n"), 0o666))
	for name, want := range map[string]string{
		"model name": "Mill 1: fast", "MemTotal": "2048 kB", "flags": "", "model": "",
	} {
		if got := field(path, name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	if got := field(path+"x", "flags"); got != "" {
		t.Errorf("a field of a file that is not there: %q", got)
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1048576": 1 << 20, "500M": 500 << 20, "8g": 8 << 30, "8GiB": 8 << 30, "8GB": 8e9, "8 GB": 8e9, "1.5K": 1536,
		"2e9": 2e9, "100b": 100, "1TiB": 1 << 40,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "-1G", "8X", "0", "0x10", "inf", "nan", "1e99", "9e18K", "8 G B", "much"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d, %v; want a refusal", text, got, err)
		}
	}
}

func TestOrderBetween(t *testing.T) {
	for text, want := range map[string]int{"8": 8, "1e6": 1_000_000, "12E3": 12_000} {
		if got, err := OrderBetween(&cobra.Command{}, []string{text}, 1, 1<<31-1); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "e6", "1e", "1e-1", "1e19", "1e6e6", "1.5e1", "eight"} {
		if got, err := OrderBetween(&cobra.Command{}, []string{text}, 0, 1<<31-1); errs.ExitCode(err) != errs.Usage {
			t.Errorf("%q: %d, %v; want a refusal", text, got, err)
		}
	}
}

func TestMessage(t *testing.T) {
	for _, c := range []struct {
		err           error
		command, want string
	}{
		{nil, "check", ""},
		{Refuted(true), "check", ""},
		{fmt.Errorf("line 3: %w", errors.New("read x")), "check", "queens: check: line 3: read x"},
		{
			errs.Errorf("order 8: %w; to continue", errors.Join(context.Canceled)), "count",
			"queens: count: order 8: interrupted; to continue",
		},
		{errors.New("write context canceled"), "board", "queens: board: write context canceled"},
		{errors.New("write /a: list: b.svg"), "board", "queens: board: write /a: list: b.svg"},
		{errors.New("board of 10 pixels: want 64"), "board", "queens: board of 10 pixels: want 64"},
		{errors.New("stop n8: nobody counts it"), "runs stop", "queens: runs stop n8: nobody counts it"},
		{errs.Errorf("order 40: want 0 to 32: %w", queens.ErrOrder), "list", "queens: list: order 40: want 0 to 32"},
		{Usagef("a, or b: %w", errs.Errorf("c: %w", queens.ErrFormat)), "rank", "queens: rank: a, or b: c"},
		{errors.New("unknown command"), "", "queens: unknown command"},
	} {
		if got := Message(c.err, c.command); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"check", "orbit", "table", "completion"}
	for word, want := range map[string]string{
		"chek": "check", "CHECK": "check", "obrit": "orbit", "tabel": "table", "comp": "completion", "xyzzy": "",
		"":        "",
		"attacks": "check", "Known": "table",
	} {
		got := DidYouMean(word, names)
		if want == "" && got != "" || want != "" && !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestSynonyms checks that no name is listed as a synonym of another: it would never be used.
func TestSynonyms(t *testing.T) {
	if got, want := DidYouMean("solutions", []string{"evolution", "solve", "count", "list"}), ` (did you mean "list", "count" or "solve"?)`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := DidYouMean("--port", []string{"--listen", "--open"}), " (did you mean --listen?)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := DidYouMean("tcsh", []string{"bash", "fish", "powershell", "zsh"}); got != "" {
		t.Errorf("another shell: %q", got)
	}
	for line := range strings.Lines(synonymsText) {
		word, rest, _ := strings.Cut(line, ": ")
		names := strings.Fields(rest)
		if word != strings.ToLower(word) || len(names) == 0 || slices.Contains(names, word) {
			t.Errorf("%q stands for %q", word, names)
		}
	}
}

func TestIsTypo(t *testing.T) {
	for pair, want := range map[string]bool{
		"": true, "abc abc": true, "abc ab": true, "abc xbc": true, "zhs zsh": true, "abc acb": true,
		"abc": false, "flaw lawn": false, "tcsh bash": false, "abcd badc": false, "aab": false, "abc cba": false,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if isTypo(a, b) != want || isTypo(b, a) != want {
			t.Errorf("%q: want %v", pair, want)
		}
	}
}

// everyKind returns a command with an option of every kind.
func everyKind() *cobra.Command {
	cmd := &cobra.Command{Use: "x"}
	for name, p := range map[string]any{
		"all": new(bool), "workers": new(int), "seed": new(uint64), "memory": new(int64), "speed": new(float64),
		"again": new(float64), "budget": new(time.Duration), "heat": new(string), "class": new([]string),
		"param": new(map[string]int), "topology": new(queens.Topology),
	} {
		var words []string
		if name == "heat" || name == "class" {
			words = []string{"these", "those"}
		}
		Flag(cmd, name, p, words...)
	}
	return cmd
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{ // no want: refused
		{"all", "true", "true"},
		{"all", "2", ""},
		{"workers", "4096", "4096"},
		{"workers", "1e3", "1000"},
		{"workers", "4097", ""},
		{"workers", "-1", ""},
		{"workers", "1.5", ""},
		{"workers", "x", ""},
		{"workers", "", ""},
		{"seed", "18446744073709551615", "18446744073709551615"},
		{"seed", "18446744073709551616", ""},
		{"seed", "0x10", ""},
		{"memory", "2KiB", "2048"},
		{"memory", "2 queens", ""},
		{"speed", "0.1", "0.1"},
		{"speed", "0.09", ""},
		{"speed", "NaN", ""},
		{"speed", "fast", ""},
		{"again", "5%", "0.05"},
		{"again", "5", ""},
		{"again", "101%", ""},
		{"again", "x%", ""},
		{"budget", "1m30s", "1m30s"},
		{"budget", "-1s", ""},
		{"budget", "10", ""},
		{"heat", "those", "those"},
		{"heat", "others", ""},
		{"class", "those, these", "those,these"},
		{"class", "those,others", ""},
		{"param", "steps=3", "steps=3"},
		{"param", "steps", ""},
		{"topology", "modular", "modular"},
		{"topology", "round", ""},
	} {
		cmd := everyKind()
		err := cmd.Flags().Set(c.name, c.text)
		if got := cmd.Flag(c.name).Value.String(); (err != nil) != (c.want == "") || err == nil && got != c.want {
			t.Errorf("--%s %q is %s, error %v; want %q", c.name, c.text, got, err, c.want)
		}
	}
}

func TestCombinations(t *testing.T) {
	for _, c := range []struct{ given, holds, without string }{
		{"", "!all !seed !heat=these", ""},
		{"all=1", "all !seed !heat=these", ""},
		{"heat=these seed=1", "!all seed heat=these", "--seed needs --all"},
		{"heat=these", "!all !seed heat heat=these", "--heat needs --all"},
		{"all=0 heat=those", "!all !seed !heat=these heat", "--heat needs --all"},
	} {
		cmd := everyKind()
		for pair := range strings.FieldsSeq(c.given) {
			name, text, _ := strings.Cut(pair, "=")
			if err := cmd.Flags().Set(name, text); err != nil {
				t.Fatal(err)
			}
		}
		var all []string
		for _, condition := range []string{"all", "!all", "seed", "!seed", "!heat=these", "heat", "heat=these"} {
			if holds(cmd, condition) {
				all = append(all, condition)
			}
		}
		for condition := range strings.FieldsSeq(c.holds) {
			if !slices.Contains(all, condition) {
				t.Errorf("with %q hold %q, want %q", c.given, all, c.holds)
			}
		}
		got := Without(cmd, holds(cmd, "!all"), "needs --all", "seed", "heat")
		if (got == nil) != (c.without == "") || got != nil && got.Error() != c.without {
			t.Errorf("Without with %q: %v, want %q", c.given, got, c.without)
		}
	}
}

func TestFill(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"paragraph", "one two three four five six\n\nseven\n", "one two three four\nfive six\n\nseven\n"},
		{"list", "a  one two three four five\nbb  six\n", "a  one two three\n   four five\nbb  six\n"},
		{"bullets", "some:\n* one two three four five\n* six\nend\n", "some:\n* one two three four\n  " +
			"five\n* six\nend\n"},
		{"list in a paragraph", "some:\n  a  one two three four five\n  b  six\nend\n", "some:\n  a  one two " +
			"three\n     four five\n  b  six\nend\n"},
		{"commands", "  queens count 20 --of classes\n  queens list 6\n", "  queens count 20 --of classes\n  " +
			"queens list 6\n"},
	} {
		if got := Fill(c.in, 20); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"short", "a  bc\n", "a  bc\n"},
		{"exact", "a  23456789 12345678\n", "a  23456789 12345678\n"},
		{"last column", "name  some words that go on and on\nb  c\n", "name  some words that\n      go on " +
			"and on\nb  c\n"},
		{"no columns", "some words that go on and on\n", "some words that go on\nand on\n"},
		{"no room", "a wide first column  words go on\n", "a wide first column\nwords go on\n"},
		{"a long word", "a  " + strings.Repeat("x", 30) + " yz\n", "a  " + strings.Repeat("x", 30) + "\n   yz\n"},
		{"one word", strings.Repeat("x", 30) + "\n", strings.Repeat("x", 30) + "\n"},
		{"colour", "\x1b[32mok\x1b[0m    one two three f\n", "\x1b[32mok\x1b[0m    one two three f\n"},
		{"letters of two bytes", "über  über über über\n", "über  über über über\n"},
	} {
		if got := Wrap(c.in, 21); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestStoppableReader(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := io.ReadAll(&stoppableReader{ctx: ctx, r: r})
		done <- err
	}()
	must.Get(io.WriteString(w, "2413\n"))(t)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestStoppableReaderReadsEverything(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	got, err := io.ReadAll(&stoppableReader{ctx: t.Context(), r: strings.NewReader(text)})
	if string(got) != text || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// TestObey: two quick interrupts end the work properly; a late one ends the process.
func TestObey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		signals := make(chan os.Signal, 2)
		cancelled, exited := 0, 0
		go obey(signals, func() { cancelled++ }, func() { exited++ })
		for _, c := range []struct {
			after             time.Duration
			cancelled, exited int
		}{{0, 1, 0}, {0, 1, 0}, {oneInterrupt, 1, 0}, {1, 1, 1}} {
			time.Sleep(c.after)
			signals <- os.Interrupt
			synctest.Wait()
			if cancelled != c.cancelled || exited != c.exited {
				t.Errorf("after %v: cancelled %d times, exited %d times, want %d, %d", c.after, cancelled,
					exited, c.cancelled, c.exited)
			}
		}
	})
}

func TestExitCodesAreExplained(t *testing.T) {
	topic, _ := docs.FindTopic("exit-codes")
	var got, want []string
	for _, p := range topic.Pairs() {
		got = append(got, p[0])
	}
	for _, code := range []int{
		errs.Done, errs.Failed, errs.Usage, errs.Refuted, errs.Partial,
		errs.Interrupted, errs.Pipe,
	} {
		want = append(want, strconv.Itoa(code))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("docs/environment.md explains %v, want %v", got, want)
	}
}

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
	command := "  queens count 24 --state /tmp/" + strings.Repeat("x", 80) + "\n"
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
