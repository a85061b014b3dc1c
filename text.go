package queens

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Spelling is a way to write a Perm as text.
type Spelling uint8

const (
	// Auto is Digits up to order 9 and Commas above.
	Auto Spelling = iota
	// Digits is one digit per column, "15863724": up to order 9 counted from 1, order 10 from 0.
	Digits
	// Commas is "1,5,8,6,3,7,2,4".
	Commas
	// Spaces is "1 5 8 6 3 7 2 4".
	Spaces
	// Squares is the chess name of each queen's square, "a8 b4 c1 ...", for either base.
	Squares
	// Pairs is the row and the column of each queen, "(1,1) (5,2) (8,3) ...".
	Pairs
)

var spellingNames = [...]string{
	Auto: "auto", Digits: "digits", Commas: "commas", Spaces: "spaces", Squares: "squares", Pairs: "pairs",
}

// Spellings returns the names of all spellings, in the order of their values.
func Spellings() []string { return slices.Clone(spellingNames[:]) }

// String returns the name of the spelling.
func (s Spelling) String() string {
	return nameOf(spellingNames[:], "spelling", uint8(s))
}

// ParseSpelling reads the name of a spelling. Errors: ErrFormat.
func ParseSpelling(s string) (Spelling, error) {
	return valueOf[Spelling](spellingNames[:], "spelling", s)
}

func nameOf(names []string, what string, value uint8) string {
	if int(value) < len(names) {
		return names[value]
	}
	return fmt.Sprintf("%s %d", what, value)
}

func valueOf[E ~uint8](names []string, what, name string) (E, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("queens: %s %s: want one of %s: %w", what, abbreviate(name), strings.Join(names, ", "),
			ErrFormat)
	}
	return E(i), nil
}

// emptyText is the Perm of order 0, which would otherwise be invisible.
const emptyText = "()"

// String returns p counted from 1 in the spelling Auto, or "()" for order 0. ParsePerm reads it.
func (p Perm) String() string {
	if len(p) == 0 {
		return emptyText
	}
	return string(p.AppendText(nil, Auto, 1))
}

// AppendText appends p to b; order 0 appends nothing. Numbers count from base, 0 or 1. If a number
// has two digits or a row is outside the board, it uses Commas instead of Digits, so that different
// placements never look the same. Time O(n).
func (p Perm) AppendText(b []byte, s Spelling, base int) []byte {
	if slices.ContainsFunc(p, func(r int) bool { return r < 0 || r >= len(p) }) {
		s = Commas
	}
	separator := ","
	switch oneDigit := len(p)-1+base <= 9; {
	case s == Auto && len(p) <= 9, s == Digits && oneDigit:
		separator = ""
	case s >= Spaces:
		separator = " "
	}
	for c, r := range p {
		if c > 0 {
			b = append(b, separator...)
		}
		switch s {
		case Squares:
			b = append(b, Square{Row: r, Col: c}.Name(len(p))...)
		case Pairs:
			b = fmt.Appendf(b, "(%d,%d)", r+base, c+base)
		default:
			b = strconv.AppendInt(b, int64(r)+int64(base), 10)
		}
	}
	return b
}

// ParsePerm reads a placement of one queen per column, counted from 1, in any [Spelling] except
// Pairs, which package format reads: digits up to order 9, numbers separated by commas or spaces,
// with or without brackets, or chess names of squares in any order. "()" has order 0; an empty text
// is an error, and so are a 0/1 matrix and numbers in groups, "1,2 2,4 3,1 4,3". ParsePerm does not
// look for attacks, not even for two queens in one row: use [Check]. Time O(n). Errors: ErrFormat.
func ParsePerm(s string) (Perm, error) { return ParsePermBase(s, 1) }

// ParsePermBase is ParsePerm for numbers that count from base, 0 or 1.
func ParsePermBase(s string, base int) (Perm, error) {
	if base != 0 && base != 1 {
		return nil, fmt.Errorf("queens: read solution counted from %d: want 0 or 1: %w", base, ErrFormat)
	}
	text, bracketed := trimBrackets(strings.TrimSpace(s))
	fields, err := splitFields(text, base)
	switch {
	case err != nil:
		return nil, err
	case len(fields) == 0 && bracketed:
		return Perm{}, nil
	case len(fields) == 0:
		return nil, fmt.Errorf("queens: read solution %s: no number or square in it (order 0 is written %q): %w",
			abbreviate(s), emptyText, ErrFormat)
	case isMatrix(text):
		return nil, fmt.Errorf("queens: read solution %s: a 0/1 matrix; want the row of the queen of each column, "+
			"like 2,4,1,3: %w", abbreviate(text), ErrFormat)
	case isLetter(fields[0][0]):
		return permOfSquares(fields)
	}
	var p Perm
	if len(fields) == 1 && len(fields[0]) > 1 {
		p, err = permOfDigits(fields[0], base)
	} else {
		p, err = permOfNumbers(fields, base)
	}
	if inGroups(text, fields) && len(slices.Compact(slices.Sorted(slices.Values(p)))) < len(fields) {
		return nil, fmt.Errorf("queens: read solution %s: groups of numbers, such as (row, column) pairs or several "+
			"boards; want the row of the queen of each column, like 2,4,1,3: %w", abbreviate(text), ErrFormat)
	}
	return p, err
}

const separators = " \t\r\n,()[]{};:|/" // of numbers in pairs, boards and matrices

// isMatrix reports whether a text is a 0/1 matrix or, from order 3 on, a row of one.
func isMatrix(text string) bool {
	zeros := strings.Count(text, "0")
	return strings.Trim(text, "01"+separators) == "" && zeros > 0 && zeros+strings.Count(text, "1") > 2
}

// inGroups reports whether numbers have two kinds of separators or are boards written with digits.
func inGroups(text string, fields []string) bool {
	found := strings.ContainsAny(text, "()[]{};:|/") || len(fields) > 1 && len(fields[0]) > len(fields)
	for _, separator := range []string{",", "\t", "\n"} {
		pieces := strings.Count(text, separator) + 1
		found = found || 1 < pieces && pieces < len(fields)
	}
	return found && strings.Trim(text, "0123456789"+separators) == ""
}

func trimBrackets(s string) (string, bool) {
	for _, pair := range [...]string{"()", "[]", "{}"} {
		if len(s) >= 2 && s[0] == pair[0] && s[len(s)-1] == pair[1] {
			return s[1 : len(s)-1], true
		}
	}
	return s, false
}

// splitFields splits a text at commas and white space. Two commas in a row are an error, because a
// number may have been lost; a comma at the end is not.
func splitFields(text string, base int) ([]string, error) {
	pieces := strings.Split(text, ",")
	var fields []string
	for i, piece := range pieces {
		words := strings.Fields(piece)
		if len(words) == 0 && i < len(pieces)-1 {
			return nil, fmt.Errorf("queens: read solution %s: nothing before the comma in column %d: %w",
				abbreviate(text), len(fields)+base, ErrFormat)
		}
		fields = append(fields, words...)
	}
	return fields, nil
}

func permOfDigits(digits string, base int) (Perm, error) {
	n := len(digits)
	if n-1+base > 9 {
		return nil, fmt.Errorf("queens: read solution %s: %d digits without a separator; from order %d on write "+
			"commas or spaces: %w", abbreviate(digits), n, 11-base, ErrFormat)
	}
	return permOfNumbers(strings.Split(digits, ""), base)
}

func permOfNumbers(fields []string, base int) (Perm, error) {
	n := len(fields)
	p := make(Perm, n)
	for c, field := range fields {
		no, err := strconv.Atoi(field)
		tooLong := errors.Is(err, strconv.ErrRange)
		if err != nil && !tooLong {
			return nil, fmt.Errorf("queens: read solution: %s in column %d is not a number: %w", abbreviate(field),
				c+base, ErrFormat)
		}
		if tooLong || no < base || no > n-1+base {
			return nil, fmt.Errorf("queens: read solution: row %.40s in column %d is outside %d..%d, a board of "+
				"order %d: %w", field, c+base, base, n-1+base, n, ErrFormat)
		}
		p[c] = no - base
	}
	return p, nil
}

func permOfSquares(fields []string) (Perm, error) {
	n := len(fields)
	p := slices.Repeat(Perm{-1}, n)
	for i, field := range fields {
		sq, err := readSquare(field, n)
		if err != nil {
			return nil, fmt.Errorf("queens: read solution: square %d of %d: %w", i+1, n, err)
		}
		if p[sq.Col] >= 0 {
			return nil, fmt.Errorf("queens: read solution: squares %s and %s are both on file %s; every column holds "+
				"one queen: %w", Square{Row: p[sq.Col], Col: sq.Col}.Name(n), field, fileName(sq.Col), ErrFormat)
		}
		p[sq.Col] = sq.Row
	}
	return p, nil
}

func abbreviate(s string) string {
	const most = 40
	if len(s) > most {
		return fmt.Sprintf("%q...", s[:most])
	}
	return strconv.Quote(s)
}

// MarshalJSON returns an array of rows that count from 1, or null for nil.
func (p Perm) MarshalJSON() ([]byte, error) {
	if p == nil {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, 8*len(p)+2), '[')
	return append(p.AppendText(b, Commas, 1), ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes. It does not check that the rows are on the board:
// use Check. Errors: ErrFormat.
func (p *Perm) UnmarshalJSON(b []byte) error {
	var rows []int
	if err := json.Unmarshal(b, &rows); err != nil {
		return fmt.Errorf("queens: rows %.40q: %w: %w", b, err, ErrFormat)
	}
	for c := range rows {
		rows[c]--
	}
	*p = rows
	return nil
}

type humanSquare Square

// MarshalJSON counts from 1: {"row":1,"column":4}.
func (s Square) MarshalJSON() ([]byte, error) {
	return json.Marshal(humanSquare{s.Row + 1, s.Col + 1})
}

// UnmarshalJSON reads what MarshalJSON writes. It does not check that the square is on a board: use
// On. Errors: ErrFormat.
func (s *Square) UnmarshalJSON(b []byte) error {
	var h humanSquare
	if err := json.Unmarshal(b, &h); err != nil {
		return fmt.Errorf("queens: square %.40q: %w: %w", b, err, ErrFormat)
	}
	*s = Square{h.Row - 1, h.Col - 1}
	return nil
}
