package queens

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// MarshalJSON returns the rows as a list that counts from 1, null for nil.
func (p Perm) MarshalJSON() ([]byte, error) {
	if p == nil {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, 8*len(p)+2), '[')
	for c, r := range p {
		if c > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(r)+1, 10)
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote. It does not check that the rows are on the board: use
// Check.
//
// Errors: ErrFormat.
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

// humanSquare has the fields of a Square that count from 1.
type humanSquare Square

// MarshalJSON returns the square with row and column from 1: {"row":1,"column":4}.
func (s Square) MarshalJSON() ([]byte, error) {
	return json.Marshal(humanSquare{s.Row + 1, s.Col + 1})
}

// UnmarshalJSON reads what MarshalJSON wrote. It does not check that the square is on a board: use
// On.
//
// Errors: ErrFormat.
func (s *Square) UnmarshalJSON(b []byte) error {
	var h humanSquare
	if err := json.Unmarshal(b, &h); err != nil {
		return fmt.Errorf("queens: square %.40q: %w: %w", b, err, ErrFormat)
	}
	*s = Square{h.Row - 1, h.Col - 1}
	return nil
}
