package orbit_test

import (
	"context"
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

func ExampleInc() {
	p, _ := queens.ParsePerm("2413")
	row, _ := orbit.ParseGap("2.5", 1)
	q, err := orbit.Inc(p, row, row)
	fmt.Println(q, err)
	// Output: 25314 <nil>
}

func ExampleMov() {
	p, _ := queens.ParsePerm("13524")
	m := orbit.Move{From: queens.Square{Row: 0, Col: 0}, Row: 3, Col: 3}
	q, err := orbit.Mov(p, m)
	fmt.Println(m, q, err)
	// Output: mov 1 1 3.5 3.5 25314 <nil>
}

func ExampleSignature() {
	p, _ := queens.ParsePerm("2413")
	q, _ := queens.ParsePerm("3142")
	r, _ := queens.ParsePerm("1234")
	a, b, c := orbit.SignatureOf(p), orbit.SignatureOf(q), orbit.SignatureOf(r)
	fmt.Println(a)
	fmt.Println(a.Key() == b.Key(), a.Key() == c.Key())
	// Output:
	// {(5,5,10) (10,5,5)} {(5,5,10) (10,5,5)}
	// true false
}

func ExampleSearch() {
	report, err := orbit.Search(context.Background(), 8, false, func(d orbit.Discovery) bool {
		if d.Parent > 0 {
			fmt.Println(d.Move, "of", d.Source, "gives", d.Result)
		}
		return d.No < 5
	})
	fmt.Println(report.Found, report.IncTries, err)
	// Output:
	// mov 7 2 1.5 7.5 of 27581463 gives 36815724
	// mov 8 4 2.5 5.5 of 27581463 gives 28613574
	// 5 2560 <nil>
}

func ExampleNewAtlas() {
	a, err := orbit.NewAtlas(context.Background(), 9, orbit.Options{})
	if err != nil {
		panic(err)
	}
	reach := a.Reach()
	fmt.Println("found", reach.Found, "of", a.Len(), "in layers", reach.Layers)
	for i := range reach.Unreached() {
		fmt.Println("not found:", a.Orbit(i))
	}
	// Output:
	// found 45 of 46 in layers [22 16 7]
	// not found: 285396417
}
