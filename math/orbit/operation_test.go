package orbit_test

import (
	"errors"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/math/orbit"
)

func TestParseOperations(t *testing.T) {
	list := must.Get(orbit.ParseOperations([]string{"Rev", "Inc(0.5,", "9.5)", "Mov(1,2,3.5,4.5)", "PO2"}, 1))(t)
	var texts []string
	for _, op := range list {
		texts = append(texts, op.Text)
	}
	if got, want := strings.Join(texts, ", "), "rev, inc 0.5 9.5, mov 1 2 3.5 4.5, po2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(list[2].Parts) != 2 {
		t.Errorf("a move of %d parts, want del and inc", len(list[2].Parts))
	}
	for _, bad := range []string{"foo", "po9", "pox", "inc 1", "inc 1 2", "del x 1", "mov 1 1 0.5"} {
		if _, err := orbit.ParseOperations(strings.Fields(bad), 1); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: %v, want %v", bad, err, queens.ErrFormat)
		}
	}
}

func TestMovIsItsParts(t *testing.T) {
	start := must.Get(queens.ParsePerm("36428571"))(t)
	for _, text := range []string{"mov 3 1 2.5 8.5", "mov 1 8 0.5 0.5", "mov 8 5 8.5 4.5"} {
		list := must.Get(orbit.ParseOperations(strings.Fields(text), 1))(t)
		want := must.Get(list[0].Apply(start))(t)
		got := start
		for _, part := range list[0].Parts {
			got = must.Get(part.Apply(got))(t)
		}
		if !got.Equal(want) {
			t.Errorf("%s: %v in parts, %v at once", text, got, want)
		}
	}
}
