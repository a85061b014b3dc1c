package shell

import "testing"

func TestLine(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"queens", "count", "8"}, "queens count 8"},
		{[]string{"queens", "check", "1 2 3"}, "queens check '1 2 3'"},
		{[]string{"echo", ""}, "echo ''"},
		{[]string{"echo", "it's"}, `echo 'it'\''s'`},
	} {
		if got := Line(c.words...); got != c.want {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
	}
	if got, want := Queens("list", []string{"8"}, "--fundamental", true, "--class", "", "--all", false, "--after",
		"1 2"), "queens list 8 --fundamental --after '1 2'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
