package sym

import (
	"errors"
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
// all eight: docs/errata.md C6.
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
	w, err := ParseWord(letters, meaning)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Reaches().Order(); got != want || w.Sweeps() != (want == Count) {
		t.Errorf("%s with %v reaches %d symmetries, want %d; sweeps: %v", letters, meaning, got, want, w.Sweeps())
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
		w, err := ParseWord(c.letters, c.meaning)
		if err != nil {
			t.Fatal(err)
		}
		var images []string
		for s := range w.Prefixes() {
			images = append(images, Apply(s, p).String())
		}
		if got := strings.Join(images, " "); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.letters, got, c.want)
		}
	}
}

func TestParseWordRefuses(t *testing.T) {
	_, err := ParseWord("RRX", map[rune]Symmetry{'R': Rot90})
	if !errors.Is(err, queens.ErrFormat) || !strings.Contains(err.Error(), `'X' at place 3`) {
		t.Errorf("error %v, want ErrFormat that names the letter", err)
	}
}
