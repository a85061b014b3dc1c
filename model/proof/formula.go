package proof

import (
	"fmt"
	"io"
	"strings"

	"queens"
	"queens/model"
)

// Kind is a kind of proof.
type Kind struct {
	Name    string // "DRAT"
	Suffix  string // of its files: ".drat"
	Formula string // format of the formula, one of package model: "cnf"
}

// The kinds of proofs.
var (
	DRAT   = Kind{"DRAT", ".drat", "cnf"}
	LRAT   = Kind{"LRAT", ".lrat", "cnf"} // DRAT with hints
	VeriPB = Kind{"VeriPB", ".pbp", "opb"}
)

// KindOf returns the kind of the proof in a file of a name, and the name of the file of
// the formula beside it, with another suffix.
//
// Errors: queens.ErrFormat for another suffix than those of the kinds.
func KindOf(name string) (kind Kind, formula string, err error) {
	for _, kind := range []Kind{DRAT, LRAT, VeriPB} {
		if stem, ok := strings.CutSuffix(name, kind.Suffix); ok {
			return kind, stem + "." + kind.Formula, nil
		}
	}
	return kind, "", fmt.Errorf("proof: file %q: want a name that ends in %s or %s (%s or %s, with the formula as "+
		"%s) or %s (%s, %s): %w",
		name, DRAT.Suffix, LRAT.Suffix, DRAT.Name, LRAT.Name, DRAT.Formula, VeriPB.Suffix, VeriPB.Name, VeriPB.Formula,
		queens.ErrFormat)
}

// Model returns the statement of a problem of which some sets of squares must not all
// hold a queen.
//
// Errors: those of model.New.
func Model(p queens.Problem, nogoods [][]queens.Square) (*model.Model, error) {
	return model.New(p, model.Options{Nogoods: nogoods})
}

// WriteFormula writes the formula of a kind of proof.
//
// Errors: those of model.Format.Write.
func WriteFormula(w io.Writer, kind Kind, m *model.Model) error {
	f, err := model.FindFormat(kind.Formula)
	if err != nil {
		return err
	}
	return f.Write(w, m)
}

// Other returns the set that denies a solution.
func Other(q queens.Perm) [][]queens.Square { return [][]queens.Square{squares(q)} }

// Before returns the sets that deny a solution and every one that comes after it in
// lexicographic order, column 0 first: the same rows up to a column and a larger one there.
func Before(q queens.Perm) [][]queens.Square {
	sets := Other(q)
	all := sets[0]
	for col, row := range q {
		for larger := row + 1; larger < len(q); larger++ {
			sets = append(sets, append(all[:col:col], queens.Square{Row: larger, Col: col}))
		}
	}
	return sets
}

func squares(q queens.Perm) []queens.Square {
	list := make([]queens.Square, len(q))
	for col, row := range q {
		list[col] = queens.Square{Row: row, Col: col}
	}
	return list
}
