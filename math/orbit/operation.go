package orbit

import (
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/symmetry"
)

// Operation is one thing that is done to a board: a symmetry, Inc, Del or Mov.
type Operation struct {
	Text  string                                 // as people write it: "mov 3 1 2.5 8.5"
	Apply func(queens.Perm) (queens.Perm, error) // the result is new
	Parts []Operation                            // what it consists of, one after the other; none but for Mov
	Half  *Half                                  // how Inc and Del begin, nil for others
}

// Half is the first half of Inc and Del, IncRow and DelRow of [zhang2011]: rows have their new
// numbers, and the column is still to come or to go. What is between is no board.
type Half struct {
	Text string                        // "incrow 2.5"
	Rows func(queens.Perm) queens.Perm // the rows of the columns that p has, new
}

// operationKinds holds the operations that are not symmetries.
var operationKinds = map[string]struct {
	example string // of its parameters
	parse   func(words []string, base int) (Operation, error)
}{
	"del": {"3 3", parseDel},
	"inc": {"2.5 2.5", parseInc},
	"mov": {"3 1 2.5 8.5", parseMov},
}

// operationWords holds the names of symmetries, those of [zhang2011], and R1 to R4, D1 to D4 of
// [erbas1992], turns counterclockwise and turns in space about the vertical and the horizontal
// middle line, the rising and the falling diagonal.
var operationWords = func() map[string]symmetry.Symmetry {
	words := map[string]symmetry.Symmetry{
		"inv": symmetry.Transpose, "cmpl": symmetry.FlipRows, "rev": symmetry.FlipCols,
		"r1": symmetry.Rot90, "r2": symmetry.Rot180, "r3": symmetry.Rot270, "r4": symmetry.Identity,
		"d1": symmetry.FlipCols, "d2": symmetry.FlipRows, "d3": symmetry.AntiTranspose, "d4": symmetry.Transpose,
	}
	for _, s := range symmetry.All() {
		words[s.String()], words[s.OperationName()] = s, s
	}
	return words
}()

// wordLetters are the letters of words such as RRRMRRR, as [cull1994] uses them: the quarter turn R
// clockwise, the flip M of the rows, the flip F at the counter-diagonal.
var wordLetters = map[rune]symmetry.Symmetry{'R': symmetry.Rot270, 'M': symmetry.FlipRows, 'F': symmetry.AntiTranspose}

func parseSymmetries(name string) (list []Operation, err error) {
	if s, ok := operationWords[strings.ToLower(name)]; ok {
		return []Operation{symmetryOperation(strings.ToLower(name), s)}, nil
	}
	for _, letter := range strings.ToUpper(name) {
		s, ok := wordLetters[letter]
		if !ok {
			return nil, operationError("operation %q: want po1 to po8, inv, cmpl, rev, R1 to R4, D1 to D4, a word of "+
				"R, M, F, inc R C, del R C or mov R C R' C'", name)
		}
		list = append(list, symmetryOperation(string(letter), s))
	}
	return list, nil
}

func symmetryOperation(text string, s symmetry.Symmetry) Operation {
	return Operation{Text: text, Apply: func(p queens.Perm) (queens.Perm, error) { return symmetry.Apply(s, p), nil }}
}

// ParseOperations reads operations, each a name and its numbers, which count from
// base: po1 to po8 and the names of the symmetries, inv, cmpl and rev, R1 to R4, D1 to D4, words
// of the letters R, M and F, one operation each, "inc R C", "del R C", "mov R C R' C'" with half
// numbers for gaps. Case does not matter, and brackets and commas may stand around the numbers, as
// in Inc(7.5,0.5) of [zhang2011].
//
// Errors: queens.ErrFormat.
func ParseOperations(words []string, base int) (list []Operation, err error) {
	between := func(r rune) bool { return strings.ContainsRune(" \t\n(),", r) }
	words = strings.FieldsFunc(strings.Join(words, " "), between)
	for len(words) > 0 {
		name, rest := strings.ToLower(words[0]), words[1:]
		kind, ok := operationKinds[name]
		if !ok {
			ops, err := parseSymmetries(words[0])
			if err != nil {
				return nil, err
			}
			list, words = append(list, ops...), rest
			continue
		}
		k := len(strings.Fields(kind.example))
		if len(rest) < k {
			return nil, operationError("%s wants %d numbers, like %s %s; %d given", name, k, name, kind.example,
				len(rest))
		}
		op, err := kind.parse(rest[:k], base)
		if err != nil {
			return nil, err
		}
		list, words = append(list, op), rest[k:]
	}
	return list, nil
}

func operationError(format string, args ...any) error {
	return fmt.Errorf("orbit: "+format+": %w", append(args, queens.ErrFormat)...)
}

func parseSquareOf(words []string, base int) (sq queens.Square, err error) {
	for i, place := range []*int{&sq.Row, &sq.Col} {
		no, err := strconv.Atoi(words[i])
		if err != nil {
			return sq, operationError("%q: want the number of a row or column that has a queen, like 3", words[i])
		}
		*place = no - base
	}
	return sq, nil
}

func parseGaps(words []string, base int) (row, col Gap, err error) {
	if row, err = ParseGap(words[0], base); err == nil {
		col, err = ParseGap(words[1], base)
	}
	return row, col, err
}

func parseDel(words []string, base int) (Operation, error) {
	sq, err := parseSquareOf(words, base)
	return delOperation(sq, base), err
}

func delOperation(sq queens.Square, base int) Operation {
	return Operation{
		Text:  fmt.Sprintf("del %d %d", sq.Row+base, sq.Col+base),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Del(p, sq) },
		Half:  newHalf(fmt.Sprintf("delrow %d", sq.Row+base), func(r int) int { return delRow(r, sq.Row) }),
	}
}

func parseInc(words []string, base int) (Operation, error) {
	row, col, err := parseGaps(words, base)
	return incOperation(row, col, base), err
}

func incOperation(row, col Gap, base int) Operation {
	return Operation{
		Text:  fmt.Sprintf("inc %s %s", row.Text(base), col.Text(base)),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Inc(p, row, col) },
		Half:  newHalf("incrow "+row.Text(base), func(r int) int { return incRow(r, row) }),
	}
}

func newHalf(text string, number func(r int) int) *Half {
	return &Half{text, func(p queens.Perm) queens.Perm {
		rows := p.Clone()
		for c, r := range rows {
			rows[c] = number(r)
		}
		return rows
	}}
}

func parseMov(words []string, base int) (Operation, error) {
	sq, err := parseSquareOf(words[:2], base)
	if err != nil {
		return Operation{}, err
	}
	row, col, err := parseGaps(words[2:], base)
	m := Move{From: sq, Row: row, Col: col}
	rowAfter, colAfter := m.AfterDel()
	return Operation{
		Text:  m.Text(base),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Mov(p, m) },
		Parts: []Operation{delOperation(sq, base), incOperation(rowAfter, colAfter, base)},
	}, err
}
