package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/format"
	"queens/internal/cli/kit"
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
			"--limit 20000", "--base 0 --class asymmetric --limit 15000 --after 0,2,4,1,7,9,11,3,12,8,5,10,6",
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
					if stops++; code != errs.Interrupted || !strings.Contains(stderr, "'--output="+path+"'") {
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
			command := kit.Again(cmd, cmd.Flags().Args())
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
