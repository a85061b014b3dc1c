package symmetry

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"queens"
)

// reflections of the two kinds.
var (
	atDiagonals = []Symmetry{Transpose, AntiTranspose}
	atMiddles   = []Symmetry{FlipRows, FlipCols}
)

// TestWordsSweepTheGroup tells for which symmetries the words of [cull1994] reach
// all eight: errata C6.
func TestWordsSweepTheGroup(t *testing.T) {
	reflections := append(append([]Symmetry{}, atDiagonals...), atMiddles...)
	for _, m := range reflections {
		for turn, want := range map[Symmetry]int{Rot90: 8, Rot270: 8, Rot180: 4} {
			checkWord(t, "RRRMRRR", map[rune]Symmetry{'R': turn, 'M': m}, want)
		}
	}
	for i, f := range reflections {
		for j, m := range reflections {
			want := 4
			switch sameKind := i/2 == j/2; {
			case f == m:
				want = 2
			case !sameKind:
				want = 8
			}
			checkWord(t, "FMFMFMF", map[rune]Symmetry{'F': f, 'M': m}, want)
		}
	}
	checkWord(t, "RRMRRR", map[rune]Symmetry{'R': Rot90, 'M': FlipRows}, 7)
	checkWord(t, "", nil, 1)
}

func checkWord(t *testing.T, letters string, meaning map[rune]Symmetry, want int) {
	t.Helper()
	w, err := parseWord(letters, meaning)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.reaches().Order(); got != want || w.sweeps() != (want == Count) {
		t.Errorf("%s with %v reaches %d symmetries, want %d; sweeps: %v", letters, meaning, got, want, w.sweeps())
	}
}

// TestPrefixesVisitTheImages follows both words on solution 15863724; the sequences
// come from the printed program and definitions, run elsewhere.
func TestPrefixesVisitTheImages(t *testing.T) {
	p := mustParse(t, "15863724")
	for _, c := range []struct {
		letters string
		meaning map[rune]Symmetry
		want    string
	}{
		{
			"RRRMRRR",
			map[rune]Symmetry{'R': Rot270, 'M': FlipRows},
			"15863724 36428571 57263148 82417536 17582463 42736851 63571428 84136275",
		},
		{
			"FMFMFMF",
			map[rune]Symmetry{'F': AntiTranspose, 'M': FlipRows},
			"15863724 63571428 36428571 42736851 57263148 17582463 82417536 84136275",
		},
	} {
		w, err := parseWord(c.letters, c.meaning)
		if err != nil {
			t.Fatal(err)
		}
		var images []string
		for s := range w.prefixes() {
			images = append(images, Apply(s, p).String())
		}
		if got := strings.Join(images, " "); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.letters, got, c.want)
		}
	}
}

func TestParseWordRefuses(t *testing.T) {
	_, err := parseWord("RRX", map[rune]Symmetry{'R': Rot90})
	if !errors.Is(err, queens.ErrFormat) || !strings.Contains(err.Error(), `'X' at place 3`) {
		t.Errorf("error %v, want ErrFormat that names the letter", err)
	}
}

// word is a sequence of symmetries that are applied one after the other, the
// first one first. The images after 0, 1, 2, ... letters are its prefixes: a word
// that sweeps the group visits all eight images of a solution with seven steps and
// no memory of the ones before.
//
// RRRMRRR sweeps for R any quarter turn and M any of the four reflections;
// FMFMFMF sweeps if one of F and M is a reflection at a diagonal and the other at
// a middle line, and reaches only four images otherwise.
//
// Source: [cull1994], section 2; errata C2, C3, C6.
type word []Symmetry

// parseWord reads a word letter by letter, each standing for the symmetry that
// meaning gives it.
//
// Errors: queens.ErrFormat for a letter without meaning.
func parseWord(letters string, meaning map[rune]Symmetry) (word, error) {
	var w word
	for i, letter := range letters {
		s, ok := meaning[letter]
		if !ok {
			return nil, fmt.Errorf("symmetry: word %q: letter %q at place %d stands for no symmetry: %w", letters, letter, i+1, queens.ErrFormat)
		}
		w = append(w, s)
	}
	return w, nil
}

// prefixes yields the products of the first 0, 1, ..., len(w) letters, Identity
// first.
func (w word) prefixes() iter.Seq[Symmetry] {
	return func(yield func(Symmetry) bool) {
		product := Identity
		if !yield(product) {
			return
		}
		for _, s := range w {
			product = product.Then(s)
			if !yield(product) {
				return
			}
		}
	}
}

// reaches returns the set of the products of all prefixes of w. It need not be
// closed under composition.
func (w word) reaches() Group {
	var reached Group
	for s := range w.prefixes() {
		reached |= 1 << s
	}
	return reached
}

// sweeps reports whether the prefixes of w are all eight symmetries. Seven letters
// are the fewest with which that is possible.
func (w word) sweeps() bool { return w.reaches().Order() == Count }
