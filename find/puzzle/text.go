package puzzle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
)

// maxText is the longest text of a puzzle that Parse reads, in bytes.
const maxText = 64 << 10

// Text returns the puzzle, which must be valid, as Parse reads it.
func (p Puzzle) Text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "kind %s\n", p.Kind)
	if p.Grade != "" {
		fmt.Fprintf(&out, "grade %s\n", p.Grade)
	}
	if p.ID != "" {
		fmt.Fprintf(&out, "id %s\n", p.ID)
	}
	for _, row := range p.Rows() {
		fmt.Fprintf(&out, "%s\n", strings.Join(strings.Split(row, ""), " "))
	}
	return out.String()
}

// Rows returns the marks of the squares row by row: regions as letters, a completion with Q for a
// queen and # for a blocked square.
func (p Puzzle) Rows() []string {
	if len(p.Regions) > 0 {
		return p.Regions
	}
	marks := bytes.Repeat([]byte{'.'}, p.Order*p.Order)
	for _, sq := range p.Given {
		marks[sq.Row*p.Order+sq.Col] = 'Q'
	}
	for _, sq := range p.Blocked {
		marks[sq.Row*p.Order+sq.Col] = '#'
	}
	var rows []string
	for row := range slices.Chunk(marks, p.Order) {
		rows = append(rows, string(row))
	}
	return rows
}

// Parse reads a puzzle: what Text wrote, also with changes made by hand, or its JSON object. Blanks
// between squares, empty lines, and from "//" on the rest of a line are left out. Errors:
// queens.ErrFormat, with the number of the line; those of Validate.
func Parse(text []byte) (Puzzle, error) {
	p, err := parse(text)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return Puzzle{}, err
	}
	return p, nil
}

func parse(text []byte) (p Puzzle, err error) {
	if len(text) > maxText {
		return p, fmt.Errorf("puzzle: %d bytes, want at most %d: %w", len(text), maxText, queens.ErrFormat)
	}
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if bytes.HasPrefix(text, []byte("{")) {
		if err = json.Unmarshal(text, &p); err != nil {
			err = fmt.Errorf("puzzle: JSON: %w: %w", err, queens.ErrFormat)
		}
		return p, err
	}
	head := map[string]*string{"kind": &p.Kind, "grade": &p.Grade, "id": &p.ID}
	var rows []string
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if value := head[fields[0]]; value != nil {
			if len(fields) != 2 || *value != "" || len(rows) > 0 {
				return p, fmt.Errorf("puzzle: line %d: %.40q: want one word after %s, once, before the board: "+
					"%w", i+1, strings.TrimSpace(line), fields[0], queens.ErrFormat)
			}
			*value = fields[1]
			continue
		}
		row := strings.Join(fields, "")
		if len(rows) > 0 && len(row) != len(rows[0]) || len(row) > MaxOrder ||
			strings.Trim(row, ".#QABCDEFGHIJKLMN") != "" {
			return p, fmt.Errorf("puzzle: line %d: %.40q: want kind, grade, id, or a row of letters, or of Q, "+
				". and #, as long as the others: %w", i+1, strings.TrimSpace(line), queens.ErrFormat)
		}
		rows = append(rows, row)
	}
	if p.Kind == "" {
		return p, fmt.Errorf("puzzle: want a line %q before the board: %w", "kind regions", queens.ErrFormat)
	}
	p.Order = len(rows)
	if p.Kind != Completion {
		p.Regions = rows
		return p, nil
	}
	for r, row := range rows {
		if len(row) != len(rows) {
			return p, fmt.Errorf("puzzle: %d rows of %d squares: want a square: %w", len(rows), len(row),
				queens.ErrFormat)
		}
		for c, mark := range row {
			switch sq := (queens.Square{Row: r, Col: c}); mark {
			case 'Q':
				p.Given = append(p.Given, sq)
			case '#':
				p.Blocked = append(p.Blocked, sq)
			case '.':
			default:
				return p, fmt.Errorf("puzzle: row %d, column %d has %s, want Q, . or #: %w", r+1, c+1,
					strconv.QuoteRune(mark), queens.ErrFormat)
			}
		}
	}
	return p, nil
}
