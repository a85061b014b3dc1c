package kit

import (
	"strings"
	"testing"
)

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
