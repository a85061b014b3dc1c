// Package printer writes answers: for people as lines of facts and as tables, for programs as JSON
// that begins with the name of its schema.
//
//	texts := printer.NewTexts(file, nil)
//	r := texts.Show("queens.proof/1", report)
//	fmt.Print(r.Text(printer.Style{Base: 1}))
package printer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"queens"
)

// Answer is an answer with a form for people; its JSON form is that of encoding/json.
type Answer interface {
	// Text returns the answer for people, lines that end in a line feed.
	Text(s Style) string
}

// Style says how an answer is written for people.
type Style struct {
	Base   int  // what rows and columns count from, 0 or 1
	Color  bool // emphasize by escape sequences of a terminal
	Person bool // a person reads it: tables have a head
	Width  int  // of the terminal, 0 if there is none
}

// Emphasis is the parameter of the ANSI sequence "select graphic rendition".
type Emphasis string

// What texts emphasize by.
const (
	Bold  Emphasis = "1"
	Faint Emphasis = "2"
	Red   Emphasis = "31"
	Green Emphasis = "32"
)

// Paint returns text with an emphasis, if the style has colours.
func (s Style) Paint(e Emphasis, text string) string {
	if !s.Color {
		return text
	}
	return "\x1b[" + string(e) + "m" + text + "\x1b[0m"
}

// JSON is a value with the schema of its JSON form, and without a form for people.
type JSON struct {
	Schema string // empty: the value has it
	Value  any    // an object
}

// MarshalJSON returns the object of the value with the member schema before its own.
func (j JSON) MarshalJSON() ([]byte, error) {
	if j.Schema == "" {
		return json.Marshal(j.Value)
	}
	var members bytes.Buffer
	if err := WriteJSON(&members, j.Value); err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(members.Bytes()), []byte("{"))
	if !ok {
		return nil, fmt.Errorf("%s: %T is not an object of JSON", j.Schema, j.Value)
	}
	head := fmt.Appendf(nil, "{%q:%q", "schema", j.Schema)
	if rest[0] != '}' {
		head = append(head, ',')
	}
	return append(head, rest...), nil
}

// Shown is a JSON with a form for people.
type Shown struct {
	JSON
	Print func(Style) string
}

// Show returns a value with the name of its schema and its form for people.
func Show(schema string, value any, text func(Style) string) Shown {
	return Shown{JSON{schema, value}, text}
}

// Text returns what Print returns.
func (s Shown) Text(style Style) string { return s.Print(style) }

// WriteJSON writes v as one line of JSON.
func WriteJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// Decimal returns a count that may outgrow the numbers of JSON readers.
func Decimal(x uint64) string { return strconv.FormatUint(x, 10) }

// Lines returns lines of fields as a table, with text to the left.
func Lines(lines [][]string) string { return table(lines, 0) }

// Numbers returns lines of fields as a table, to the right.
func Numbers(lines [][]string) string { return table(lines, tabwriter.AlignRight) }

func table(lines [][]string, align uint) string {
	var b strings.Builder
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', align)
	for _, line := range lines {
		text := strings.Join(line, "\t")
		if align == tabwriter.AlignRight {
			text += "\t" // which aligns the last column as well
		}
		fmt.Fprintln(out, text)
	}
	_ = out.Flush() // a strings.Builder takes everything
	return b.String()
}

// Row returns a line of a table.
func Row(fields ...any) []string {
	line := make([]string, len(fields))
	for i, field := range fields {
		line[i] = fmt.Sprint(field)
	}
	return line
}

// Matrix returns numbers in columns of one width.
func Matrix[T any](rows [][]T) string {
	var b strings.Builder
	width := 0
	for _, row := range rows {
		for _, x := range row {
			width = max(width, len(fmt.Sprint(x)))
		}
	}
	for _, row := range rows {
		for column, x := range row {
			if column > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%*v", width, x)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Perm returns a placement as people write it.
func (s Style) Perm(p queens.Perm) string {
	if len(p) == 0 {
		return p.String()
	}
	return string(p.AppendText(nil, queens.Auto, s.Base))
}

// Rows returns the rows of a placement, a line each.
func (s Style) Rows(p queens.Perm) string {
	var b strings.Builder
	for _, row := range p {
		fmt.Fprintln(&b, row+s.Base)
	}
	return b.String()
}

// Square names a square by its row and column.
func (s Style) Square(sq queens.Square) string {
	return fmt.Sprintf("row %d, column %d", sq.Row+s.Base, sq.Col+s.Base)
}

// Attack names two queens and their line.
func (s Style) Attack(a queens.Attack) string {
	return fmt.Sprintf("the queens at %s and %s share a %v", s.Square(a.A), s.Square(a.B), a.Line)
}

// Squares returns the chess names of squares of a board of order n.
func Squares(squares []queens.Square, n int) string {
	names := make([]string, len(squares))
	for i, sq := range squares {
		names[i] = sq.Name(n)
	}
	return strings.Join(names, " ")
}
