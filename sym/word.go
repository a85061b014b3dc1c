package sym

import (
	"fmt"
	"iter"

	"queens"
)

// Word is a sequence of symmetries that are applied one after the other, the
// first one first. The images after 0, 1, 2, ... letters are its prefixes: a word
// that sweeps the group visits all eight images of a solution with seven steps and
// no memory of the ones before.
//
// RRRMRRR sweeps for R any quarter turn and M any of the four reflections;
// FMFMFMF sweeps if one of F and M is a reflection at a diagonal and the other at
// a middle line, and reaches only four images otherwise.
//
// Source: [cull1994], section 2; docs/errata.md C2, C3, C6.
type Word []Symmetry

// ParseWord reads a word letter by letter, each standing for the symmetry that
// meaning gives it.
//
// Errors: queens.ErrFormat for a letter without meaning.
func ParseWord(letters string, meaning map[rune]Symmetry) (Word, error) {
	var w Word
	for i, letter := range letters {
		s, ok := meaning[letter]
		if !ok {
			return nil, fmt.Errorf("sym: word %q: letter %q at place %d stands for no symmetry: %w", letters, letter, i+1, queens.ErrFormat)
		}
		w = append(w, s)
	}
	return w, nil
}

// Prefixes yields the products of the first 0, 1, ..., len(w) letters, Identity
// first.
func (w Word) Prefixes() iter.Seq[Symmetry] {
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

// Reaches returns the set of the products of all prefixes of w. It need not be
// closed under composition.
func (w Word) Reaches() Group {
	var reached Group
	for s := range w.Prefixes() {
		reached |= 1 << s
	}
	return reached
}

// Sweeps reports whether the prefixes of w are all eight symmetries. Seven letters
// are the fewest with which that is possible.
func (w Word) Sweeps() bool { return w.Reaches().Order() == Count }
