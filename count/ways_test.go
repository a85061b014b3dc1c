package count

import (
	"errors"
	"strings"
	"testing"

	"queens"
)

// What cannot be counted again in a way is refused in one sentence.
func TestWaysThatAreRefused(t *testing.T) {
	for _, test := range []struct {
		scheme string
		n      int
		o      Options
		want   string // empty: accepted
	}{
		{"parity", 12, Options{By: []string{"colours", "method"}}, ""},
		{
			"parity", 13,
			Options{By: []string{"colours"}},
			"count: order 13: a reflection exchanges the colours of even orders only",
		},
		{
			"parity", 12,
			Options{By: []string{"halves"}},
			`count: method parity cannot be recounted by "halves": want some of image, colours, method, pairs`,
		},
		{"parity", 12, Options{By: []string{"image", "pairs"}, Kernel: "generic"}, ""},
		{"parity-groups", 12, Options{By: []string{"image", "pairs"}, Kernel: "portable"}, ""},
		{
			"join", 12,
			Options{By: []string{"image"}},
			`count: method join cannot be recounted by "image": want some of halves`,
		},
		{"half-turn", 12, Options{By: []string{"backwards"}}, ""},
		{"half-turn", 12, Options{By: []string{"search"}}, ""},
		{
			"torus-half-turn", 13,
			Options{By: []string{"search"}},
			"count: method torus-half-turn already searches the whole board",
		},
		{
			"families", 12,
			Options{By: []string{"image"}},
			`count: method families can be recounted only by another kernel, not "image"`,
		},
	} {
		p := newPlan(t, test.n, test.scheme)
		got := ""
		if _, err := NewCounter(p.Frame, test.o); err != nil {
			got = strings.TrimSuffix(err.Error(), ": "+queens.ErrFormat.Error())
			if !errors.Is(err, queens.ErrFormat) {
				t.Errorf("%s by %q: error %v, want ErrFormat", test.scheme, test.o.By, err)
			}
		}
		if got != test.want {
			t.Errorf("%s by %q: %q, want %q", test.scheme, test.o.By, got, test.want)
		}
	}
}
