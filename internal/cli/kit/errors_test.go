package kit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/internal/must"
)

func TestExitCodes(t *testing.T) {
	wrap := func(err error) error { return fmt.Errorf("while testing: %w", err) }
	for _, c := range []struct {
		name string
		err  error
		want int
	}{
		{"none", nil, 0},
		{"failure", fs.ErrPermission, 1},
		{"order", wrap(queens.ErrOrder), 2},
		{"format", wrap(queens.ErrFormat), 2},
		{"usage", Usagef("x"), 2},
		{"not a solution", wrap(queens.ErrNotSolution), 3},
		{"attack", &queens.AttackError{}, 3},
		{"refuted", Refuted(true), 3},
		{"sum beyond 128 bits", wrap(ledger.ErrOverflow), 3},
		{"limit", wrap(context.DeadlineExceeded), 4},
		{"interrupt", wrap(context.Canceled), 130},
		{"own code wins", wrap(WithCode(CodePartial, wrap(queens.ErrOrder))), 4},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.want)
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
		{errors.New("queens: read x"), "check", "queens: check: read x"},
		{
			fmt.Errorf("line 3: %w", fmt.Errorf("queens: read x: %w", errors.New("queens: read square"))), "check",
			"queens: check: line 3: read x: read square",
		},
		{context.Canceled, "count", "queens: count: interrupted"},
		{errors.New("sample: solution number 93"), "unrank", "queens: unrank: solution number 93"},
		{errors.New("count: burnside: order 99"), "burnside", "queens: burnside: order 99"},
		{errors.New("runs: n8: no such run"), "runs show", "queens: runs show: n8: no such run"},
		{
			fmt.Errorf("runs show: n8: %w", errors.New("ledger: no such run")), "runs show",
			"queens: runs show: n8: no such run",
		},
		{errors.New("draw: board of 10 pixels: want 64"), "board", "queens: board of 10 pixels: want 64"},
		{errors.New("table solutions: no value"), "table", "queens: table solutions: no value"},
		{errors.New("runs: stop n8: nobody counts it"), "runs stop", "queens: runs stop n8: nobody counts it"},
		{fmt.Errorf("list: order 40: want 0 to 32: %w", queens.ErrOrder), "list", "queens: list: order 40: " +
			"want 0 to 32"},
		{fmt.Errorf("web: listen on x: %w: %w", errors.New("web: no"), queens.ErrFormat), "serve", "queens: serve: " +
			"listen on x: no"},
		{
			Usagef("%w, a list: list: b: list: c", fmt.Errorf("list: list: a: %w", queens.ErrFormat)), "rank",
			"queens: rank: list: a, a list: list: b: list: c",
		},
		{Usagef("list: a: %w", errors.Join(fs.ErrExist, errors.New("list: list: b"))), "rank", "queens: rank: " +
			"list: a: file already exists\nlist: b"},
		{errors.New("unknown command"), "", "queens: unknown command"},
	} {
		if got := Message(c.err, c.command); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

// TestPackagesAreNamed looks for libraries whose errors have a prefix that is not in packages.
func TestPackagesAreNamed(t *testing.T) {
	begins := regexp.MustCompile(`(?:Errorf|errors\.New)\("([a-z]+): `)
	root := filepath.Join("..", "..", "..")
	must.Do(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{"cli", ".git", "testdata"}, entry.Name()) {
			return fs.SkipDir
		}
		if entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range begins.FindAllSubmatch(text, -1) {
			if name := string(m[1]); name == filepath.Base(filepath.Dir(path)) && !slices.Contains(packages, name) {
				t.Errorf("%s: an error begins with %q, which is not in packages", path, name)
			}
		}
		return err
	}))
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

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"abc", "abc", 0},
		{"abc", "", 3},
		{"", "ab", 2},
		{"kitten", "sitting", 3},
		{"flaw", "lawn", 2},
		{"zhs", "zsh", 1},
		{"tcsh", "bash", 2},
	} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != got {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
