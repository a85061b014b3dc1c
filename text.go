package queens

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/internal/errs"
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
		return 0, errs.Errorf("%s %s: want one of %s: %w", what, abbreviate(name), strings.Join(names, ", "), ErrFormat)
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

// ParsePerm reads one-line notation counted from 1: digits up to order 9, or numbers all separated
// by commas or all by blanks. "()" has order 0; an empty text is an error. Package format reads all
// other texts, such as squares, boards and numbers from 0. ParsePerm does not look for attacks, not
// even for two queens in one row: use [Check]. Time O(n). Errors: ErrFormat.
func ParsePerm(s string) (Perm, error) {
	text, separator := strings.TrimSpace(s), " "
	if text == emptyText {
		return Perm{}, nil
	}
	if strings.Contains(text, ",") {
		separator = ","
	}
	var fields []string
	for field := range strings.SplitSeq(text, separator) {
		if field = strings.TrimSpace(field); field != "" || separator == "," {
			fields = append(fields, field)
		}
	}
	switch {
	case len(fields) == 0:
		return nil, errs.Errorf("read solution %s: no number in it (order 0 is written %q): %w",
			abbreviate(s), emptyText, ErrFormat)
	case len(fields) == 1 && len(text) > 9 && strings.Trim(text, "0123456789") == "":
		return nil, errs.Errorf("read solution %s: %d digits without a separator; from order 10 on write "+
			"commas or spaces: %w", abbreviate(text), len(text), ErrFormat)
	case len(fields) == 1:
		fields = strings.Split(text, "")
	}
	n := len(fields)
	p := make(Perm, n)
	for c, field := range fields {
		no, err := strconv.Atoi(field)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return nil, errs.Errorf("read solution: %s in column %d is not a number: %w", abbreviate(field), c+1,
				ErrFormat)
		}
		if err != nil || no < 1 || no > n {
			return nil, errs.Errorf("read solution: row %.40s in column %d is outside 1..%d, a board of order "+
				"%[3]d: %w", field, c+1, n, ErrFormat)
		}
		p[c] = no - 1
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
		return errs.Errorf("rows %.40q: %w: %w", b, err, ErrFormat)
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
		return errs.Errorf("square %.40q: %w: %w", b, err, ErrFormat)
	}
	*s = Square{h.Row - 1, h.Col - 1}
	return nil
}
