package symmetry

import (
	"errors"
	"iter"
	"regexp"
	"strings"
	"testing"

	"queens"
)

// TestThenActsFirstThenSecond compares all 64 compositions with the action on every square. From
// order 3 on the eight act differently, so the symmetries form a group as their actions do.
func TestThenActsFirstThenSecond(t *testing.T) {
	for _, a := range All() {
		if a.Then(a.Inverse()) != Identity {
			t.Errorf("%v: %v is not its inverse", a, a.Inverse())
		}
	}
	for _, n := range []int{1, 2, 3, 4, 7} {
		for _, a := range All() {
			for _, b := range All() {
				for sq := range squares(n) {
					if got, want := a.Then(b).Square(sq, n), b.Square(a.Square(sq, n), n); got != want {
						t.Fatalf("order %d, %v then %v, %v: got %v, want %v", n, a, b, sq, got, want)
					}
				}
			}
		}
	}
}

func squares(n int) iter.Seq[queens.Square] {
	return func(yield func(queens.Square) bool) {
		for r := range n {
			for c := range n {
				if !yield(queens.Square{Row: r, Col: c}) {
					return
				}
			}
		}
	}
}

func TestSquareFollowsTheTable(t *testing.T) {
	const n, m = 5, 4
	want := [Count]func(r, c int) (int, int){
		Identity:      func(r, c int) (int, int) { return r, c },
		Rot90:         func(r, c int) (int, int) { return m - c, r },
		Rot180:        func(r, c int) (int, int) { return m - r, m - c },
		Rot270:        func(r, c int) (int, int) { return c, m - r },
		FlipRows:      func(r, c int) (int, int) { return m - r, c },
		FlipCols:      func(r, c int) (int, int) { return r, m - c },
		Transpose:     func(r, c int) (int, int) { return c, r },
		AntiTranspose: func(r, c int) (int, int) { return m - c, m - r },
	}
	for _, s := range All() {
		for sq := range squares(n) {
			r, c := want[s](sq.Row, sq.Col)
			if got := s.Square(sq, n); got != (queens.Square{Row: r, Col: c}) {
				t.Errorf("%v moves %v to %v", s, sq, got)
			}
		}
	}
}

func TestNames(t *testing.T) {
	form := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	for _, s := range All() {
		text, _ := s.MarshalText()
		var back Symmetry
		if err := back.UnmarshalText(text); err != nil || back != s {
			t.Errorf("%v reads back as %v, %v", s, back, err)
		}
		if !form.MatchString(s.String()) || s.Summary() == "" || strings.HasSuffix(s.Summary(), ".") {
			t.Errorf("%v: name or summary %q is malformed", s, s.Summary())
		}
	}
	if got := Symmetry(9).String(); got != "symmetry 9" {
		t.Errorf("name of an invalid symmetry is %q", got)
	}
	if _, err := ParseSymmetry("rot45"); !errors.Is(err, queens.ErrFormat) ||
		!strings.Contains(err.Error(), "anti-transpose") {
		t.Errorf("rot45: error %v, want ErrFormat with the names", err)
	}
}
