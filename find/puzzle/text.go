package puzzle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/humanize"
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
	boards := [][]string{p.Rows()}
	if len(p.Queens)+len(p.Crossed) > 0 {
		boards = append(boards, []string{""}, format.Marks(p.Order, p.Queens, 'Q', p.Crossed, 'x'))
	}
	for _, row := range slices.Concat(boards...) {
		fmt.Fprintf(&out, "%s\n", strings.Join(strings.Split(row, ""), " "))
	}
	return out.String()
}

// Caption returns text for below a picture: what the puzzle is, and its rule. The puzzle must be
// valid.
func (p Puzzle) Caption() string {
	kind, _ := FindKind(p.Kind)
	return fmt.Sprintf("%s, %s, %s\n%s", p.Kind, p.Grade, p.ID, kind.Rule)
}

// Rows returns the marks of the squares row by row: regions as letters, a completion with Q for a
// queen and # for a blocked square.
func (p Puzzle) Rows() []string {
	if len(p.Regions) > 0 {
		return p.Regions
	}
	return format.Marks(p.Order, p.Given, 'Q', p.Blocked, '#')
}

// Parse reads a puzzle: what Text wrote, also with changes made by hand, its JSON object, or any
// board that format.ReadRegions reads. Without a line "kind" a board with regions is of kind
// Regions. how says how the board was read, or is empty for letters from A. Errors:
// queens.ErrFormat, with the number of the line; those of Validate.
func Parse(text []byte) (p Puzzle, how string, err error) {
	if len(text) > maxText {
		return p, "", errs.Errorf("%d bytes, want at most %d: %w", len(text), maxText, queens.ErrFormat)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var object struct {
		Kind *string `json:"kind"`
		Puzzle
	}
	if json.Unmarshal(text, &object) == nil && object.Kind != nil {
		p, p.Kind = object.Puzzle, *object.Kind
	} else if p, how, err = parse(string(text)); err != nil {
		return Puzzle{}, "", err
	}
	if err := p.Validate(); err != nil {
		return Puzzle{}, "", err
	}
	return p, how, nil
}

func parse(text string) (p Puzzle, how string, err error) {
	r, err := format.ReadRegions(text, "kind", "grade", "id")
	if err != nil {
		return p, "", errs.Errorf("%w", err)
	}
	p = Puzzle{
		ID: r.Head["id"], Kind: r.Head["kind"], Order: r.Order, Grade: r.Head["grade"], Given: r.Given,
		Blocked: r.Blocked, Regions: r.Rows, Queens: r.Queens, Crossed: r.Crossed,
	}
	completes := len(r.Rows) == 0
	if p.Kind == "" {
		p.Kind = map[bool]string{true: Completion, false: Regions}[completes]
	}
	if completes != (p.Kind == Completion) {
		return p, "", errs.Errorf("kind %s: a completion has the symbols Q, . and #, other kinds have "+
			"regions: %w", p.Kind, queens.ErrFormat)
	}
	if !completes {
		how = howRead(p, r.Symbols, r.Head["kind"] != "")
	}
	return p, how, nil
}

// howRead says what was read, unless it is plain: letters from A, in one piece each, without marks,
// and of a stated kind.
func howRead(p Puzzle, symbols []string, stated bool) string {
	pieces := 0
	b := newBoard[large](Kind{}, p.Order)
	b.divide(p.region())
	for _, region := range b.lines[2*p.Order:] {
		pieces += b.pieces(region)
	}
	last := p.Order - 1
	if stated && pieces == p.Order && len(p.Queens)+len(p.Crossed) == 0 && symbols[last] == regionName(last) {
		return ""
	}
	how := fmt.Sprintf("a puzzle of order %d, kind %s, with %d regions", p.Order, p.Kind, p.Order)
	if pieces > p.Order {
		how += fmt.Sprintf(" in %d pieces", pieces)
	}
	if len(p.Queens)+len(p.Crossed) > 0 {
		how += fmt.Sprintf(", %s and %s played", humanize.Plural(len(p.Queens), "queen"),
			humanize.Plural(len(p.Crossed), "cross"))
	}
	if symbols[last] != regionName(last) {
		names := strings.Split(regionNames[:p.Order], "")
		how += "; regions " + humanize.Join(symbols, ", ", "and") + " are " + humanize.Join(names, ", ", "and")
	}
	return how
}
