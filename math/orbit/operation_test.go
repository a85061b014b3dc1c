package orbit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/list"
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
	for _, bad := range []string{
		"foo", "po9", "p", "(inv)", "inv)", "cmpl(inv", "cmpl(", "cmpl(inv rev)", "cmpl(inv, rev)", "cmpl(2)",
		"inc(1.5)", "pox", "inc 1", "inc 1 2", "del x 1", "mov 1 1 0.5",
	} {
		if _, err := orbit.ParseOperations(strings.Fields(bad), 1); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: %v, want %v", bad, err, queens.ErrFormat)
		}
	}
}

// onSquares holds every name of a symmetry in [zhang2011] with the image of a square that its
// section II.A defines for g1 to g8: turns are counterclockwise, rows count from the top.
var onSquares = func() map[string]func(r, c, last int) (int, int) {
	images := []func(r, c, last int) (int, int){
		func(r, c, last int) (int, int) { return r, c },
		func(r, c, last int) (int, int) { return c, r },
		func(r, c, last int) (int, int) { return last - c, last - r },
		func(r, c, last int) (int, int) { return last - r, c },
		func(r, c, last int) (int, int) { return r, last - c },
		func(r, c, last int) (int, int) { return last - c, r },
		func(r, c, last int) (int, int) { return last - r, last - c },
		func(r, c, last int) (int, int) { return c, last - r },
	}
	names := map[string]func(r, c, last int) (int, int){
		"e": images[0], "Inv": images[1], "Cmpl": images[3], "Rev": images[4],
	}
	for i, image := range images {
		names[fmt.Sprintf("po_%d", i+1)], names[fmt.Sprintf("g%d", i+1)] = image, image
	}
	return names
}()

func TestBracketsNest(t *testing.T) {
	var boards []queens.Perm
	for n := range 7 {
		for p := range must.Get(list.Solutions(n, list.Options{}))(t) {
			boards = append(boards, p.Clone())
		}
	}
	check := func(text string, names ...string) { // the last is the first to be applied
		ops := must.Get(orbit.ParseOperations(strings.Fields(text), 1))(t)
		for _, p := range boards {
			got, want := p, make(queens.Perm, len(p))
			for _, op := range ops {
				got = must.Get(op.Apply(got))(t)
			}
			for c, r := range p {
				for _, name := range slices.Backward(names) {
					r, c = onSquares[name](r, c, len(p)-1)
				}
				want[c] = r
			}
			if !got.Equal(want) {
				t.Fatalf("%s of %v: %v, want %v", text, p, got, want)
			}
		}
	}
	for outer := range onSquares {
		check(outer, outer)
		check(outer+"(p)", outer)
		for middle := range onSquares {
			check(outer+"("+middle+")", outer, middle)
			check(outer+" ( "+middle+"( p ) ) ", outer, middle)
			check(outer+"(p) "+middle, middle, outer)
			for inner := range onSquares {
				check(outer+"("+middle+"("+inner+"(p)))", outer, middle, inner)
			}
		}
	}
}

func TestBracketsNestInsertions(t *testing.T) {
	for text, want := range map[string]string{
		"Rev(Inc(0.5,4.5))": "inc 0.5 4.5, rev", "Inc(0.5,4.5)(Rev(p))": "rev, inc 0.5 4.5",
		"mov (1,1) (3.5,3.5) (del(3,3)) G6": "del 3 3, mov 1 1 3.5 3.5, g6",
	} {
		var texts []string
		for _, op := range must.Get(orbit.ParseOperations([]string{text}, 1))(t) {
			texts = append(texts, op.Text)
		}
		if got := strings.Join(texts, ", "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
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
