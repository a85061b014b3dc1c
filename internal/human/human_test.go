package human

import "testing"

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		k          int
		noun, want string
	}{{0, "queen", "0 queens"}, {1, "queen", "1 queen"}, {2, "queen", "2 queens"}, {1, "class", "1 class"}, {11, "class", "11 classes"}} {
		if got := Plural(c.k, c.noun); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
