package kit

import (
	"strings"
	"testing"
)

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
		t.Run(c.name, func(t *testing.T) {
			if got := Wrap(c.in, 21); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
