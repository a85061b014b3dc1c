package kit

import (
	"slices"
	"strings"
	"testing"
)

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

// TestSynonyms demands that no synonym is a name beside one it stands for: it would
// never be looked up.
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
	for word, names := range synonyms {
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
