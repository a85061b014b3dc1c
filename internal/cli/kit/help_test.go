package kit

import "testing"

func TestFill(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"paragraph", "one two\nthree four five six\n\nseven\n", "one two three four\nfive six\n\nseven\n"},
		{"list", "a  one two\n   three four five\nbb  six\n", "a  one two three\n   four five\nbb  six\n"},
		{"bullets", "some:\n* one two three four\n  five\n* six\nend\n", "some:\n* one two three four\n  " +
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
