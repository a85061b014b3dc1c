package humanize

import "testing"

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		k          int
		noun, want string
	}{
		{0, "queen", "0 queens"},
		{1, "queen", "1 queen"},
		{2, "queen", "2 queens"},
		{1, "class", "1 class"},
		{11, "class", "11 classes"},
	} {
		if got := Plural(c.k, c.noun); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for want, x := range map[string]float64{
		"950": 950, "12.3 thousand": 12300, "14.8 million": 14772512,
		"11.4 billion": 11.4e9, "2.35e+17": 2.349e17,
	} {
		if got := Count(x); got != want {
			t.Errorf("%g: %q, want %q", x, got, want)
		}
	}
}

// TestSeconds includes times that a time.Duration cannot hold: more than 292 years.
func TestSeconds(t *testing.T) {
	const year = 365.25 * 86400
	for _, c := range []struct {
		seconds float64
		want    string
	}{
		{0.28, "0.28 s"},
		{200, "3 min 20 s"},
		{74 * 86400, "74 days"},
		{292 * year, "292 years"},
		{9999.6 * year, "10,000 years"},
		{558e3 * year, "558,000 years"},
		{1.2e6 * year, "1.2 million years"},
		{4.56e12 * year, "4.56e+03 billion years"},
	} {
		if got := Seconds(c.seconds); got != c.want {
			t.Errorf("%g s: %q, want %q", c.seconds, got, c.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for want, share := range map[string]float64{"100 %": 1, "0.0 %": 0, "99.9 %": 0.99999, "85.2 %": 0.852} {
		if got := Percent(share); got != want {
			t.Errorf("%g: %q, want %q", share, got, want)
		}
	}
}

func TestList(t *testing.T) {
	if got := List([]string{"a", "b\tc"}); got != "a, b c" {
		t.Error(got)
	}
	if got := List(make([]string, 10)); got != ", , , , , , ,  and 2 more" {
		t.Errorf("%q", got)
	}
}
