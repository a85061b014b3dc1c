package orbit

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
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

// operationKinds holds the operations that are not symmetries: an example of their numbers, in
// which 3 is a line that has a queen and 2.5 a gap, and what makes them of such places.
var operationKinds = map[string]struct {
	example string
	make    func(places []int, base int) Operation
}{
	"del": {"3 3", newDel},
	"inc": {"2.5 2.5", newInc},
	"mov": {"3 1 2.5 8.5", newMov},
}

// operationWords holds the names of symmetries, those of [zhang2011] with g1 to g8 for the elements
// of D4, and R1 to R4, D1 to D4 of [erbas1992], turns counterclockwise and turns in space about the
// vertical and the horizontal middle line, the rising and the falling diagonal.
var operationWords = func() map[string]symmetry.Symmetry {
	words := map[string]symmetry.Symmetry{
		"e": symmetry.Identity, "inv": symmetry.Transpose, "cmpl": symmetry.FlipRows, "rev": symmetry.FlipCols,
		"r1": symmetry.Rot90, "r2": symmetry.Rot180, "r3": symmetry.Rot270, "r4": symmetry.Identity,
		"d1": symmetry.FlipCols, "d2": symmetry.FlipRows, "d3": symmetry.AntiTranspose, "d4": symmetry.Transpose,
	}
	for _, s := range symmetry.All() {
		words[s.String()], words[s.OperationName()], words[fmt.Sprintf("g%d", s.OperationNo())] = s, s, s
	}
	return words
}()

// wordLetters are the letters of words such as RRRMRRR, as [cull1994] uses them: the quarter turn R
// clockwise, the flip M of the rows, the flip F at the counter-diagonal.
var wordLetters = map[rune]symmetry.Symmetry{'R': symmetry.Rot270, 'M': symmetry.FlipRows, 'F': symmetry.AntiTranspose}

func parseSymmetries(name string) (list []Operation, err error) {
	word := strings.ReplaceAll(strings.ToLower(name), "_", "")
	if s, ok := operationWords[word]; ok {
		return []Operation{symmetryOperation(word, s)}, nil
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

// aroundNumbers matches brackets that hold only numbers.
var aroundNumbers = regexp.MustCompile(`\(([-.,\s\d]*)\)`)

// ParseOperations reads operations, each a name and its numbers, which count from
// base: po1 to po8 and the names of the symmetries, inv, cmpl and rev, R1 to R4, D1 to D4, words
// of the letters R, M and F, one operation each, "inc R C", "del R C", "mov R C R' C'" with half
// numbers for gaps. Case does not matter. As in [zhang2011], brackets and commas may stand around
// the numbers, Inc(7.5,0.5), and other brackets nest: Cmpl(Inv(p)), Cmpl(Inv) and Cmpl(po_2) are
// inv, then cmpl.
//
// Errors: queens.ErrFormat.
func ParseOperations(words []string, base int) (list []Operation, err error) {
	text := aroundNumbers.ReplaceAllString(strings.Join(words, " "), " $1 ")
	words = strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " ").Replace(text))
	for len(words) > 0 {
		var ops []Operation
		if ops, words, err = parseOperation(words, base); err != nil {
			return nil, err
		}
		list = append(list, ops...)
	}
	return list, nil
}

// parseOperation reads an operation and, in brackets, the one that comes before it.
func parseOperation(words []string, base int) (list []Operation, rest []string, err error) {
	word, rest := words[0], words[1:]
	name := strings.ToLower(word)
	if kind, ok := operationKinds[name]; !ok {
		if list, err = parseSymmetries(word); err != nil {
			return nil, nil, err
		}
	} else {
		examples := strings.Fields(kind.example)
		if len(rest) < len(examples) {
			return nil, nil, operationError("%s wants %d numbers, like %s %s; %d given", name, len(examples), name,
				kind.example, len(rest))
		}
		var places []int
		for i, example := range examples {
			place, err := parsePlace(rest[i], strings.Contains(example, "."), base)
			if err != nil {
				return nil, nil, err
			}
			places = append(places, place)
		}
		list, rest = []Operation{kind.make(places, base)}, rest[len(examples):]
	}
	if len(rest) < 2 || rest[0] != "(" {
		return list, rest, nil
	}
	var inner []Operation
	if rest = rest[1:]; rest[0] == "p" {
		rest = rest[1:]
	} else if inner, rest, err = parseOperation(rest, base); err != nil {
		return nil, nil, err
	}
	if len(rest) == 0 || rest[0] != ")" {
		return nil, nil, operationError("brackets after %q: want one operation or p in them", word)
	}
	return append(inner, list...), rest[1:], nil
}

func operationError(format string, args ...any) error {
	return errs.Errorf(""+format+": %w", append(args, queens.ErrFormat)...)
}

func parsePlace(word string, isGap bool, base int) (int, error) {
	if isGap {
		gap, err := ParseGap(word, base)
		return int(gap), err
	}
	no, err := strconv.Atoi(word)
	if err != nil {
		return 0, operationError("%q: want the number of a row or column that has a queen, like 3", word)
	}
	return no - base, nil
}

func newDel(places []int, base int) Operation {
	sq := queens.Square{Row: places[0], Col: places[1]}
	return Operation{
		Text:  fmt.Sprintf("del %d %d", sq.Row+base, sq.Col+base),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Del(p, sq) },
		Half:  newHalf(fmt.Sprintf("delrow %d", sq.Row+base), func(r int) int { return delRow(r, sq.Row) }),
	}
}

func newInc(places []int, base int) Operation {
	row, col := Gap(places[0]), Gap(places[1])
	return Operation{
		Text:  Move{Row: row, Col: col, Inserts: true}.Text(base),
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

func newMov(places []int, base int) Operation {
	m := Move{From: queens.Square{Row: places[0], Col: places[1]}, Row: Gap(places[2]), Col: Gap(places[3])}
	row, col := m.AfterDel()
	return Operation{
		Text:  m.Text(base),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Mov(p, m) },
		Parts: []Operation{newDel(places, base), newInc([]int{int(row), int(col)}, base)},
	}
}
