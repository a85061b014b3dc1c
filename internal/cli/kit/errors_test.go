package kit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/errs"
)

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
