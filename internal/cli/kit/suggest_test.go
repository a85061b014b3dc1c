package kit

import (
	"strings"
	"testing"
)

func TestDidYouMean(t *testing.T) {
	names := []string{"check", "orbit", "table", "completion"}
	for word, want := range map[string]string{
		"chek": "check", "CHECK": "check", "obrit": "orbit", "tabel": "table", "comp": "completion", "xyzzy": "", "": "",
	} {
		got := DidYouMean(word, names)
		if want == "" && got != "" || want != "" && !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != got {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
