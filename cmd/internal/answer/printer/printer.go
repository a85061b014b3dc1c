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
	"reflect"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"text/template"

	"queens"
	"queens/internal/humanize"
)

// Style says how an answer is written for people.
type Style struct {
	Base   int  // what rows and columns count from, 0 or 1
	Color  bool // emphasize by escape sequences of a terminal
	Person bool // a person reads it: tables have a head
	Width  int  // of the terminal, 0 if there is none

	Spelling queens.Spelling // of placements
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

// Shown, if set, gets each value that is written as JSON; the schema is empty if the value has it.
// Tests learn from it the types of all answers.
var Shown func(schema string, value any)

func shown(schema string, value any) {
	if Shown != nil {
		Shown(schema, value)
	}
}

// JSON is a value with the schema of its JSON form, and without a form for people.
type JSON struct {
	Schema string // empty: the value has it
	Value  any    // an object
}

// MarshalJSON returns the object of the value with the member schema before its own.
func (j JSON) MarshalJSON() ([]byte, error) {
	shown(j.Schema, j.Value)
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

// Answer is a JSON with a form for people: lines that end in a line feed.
type Answer struct {
	JSON
	Text func(Style) string
}

// Show returns a value with the name of its schema and its form for people.
func Show(schema string, value any, text func(Style) string) Answer {
	return Answer{JSON{schema, value}, text}
}

// Texts are the texts of answers: a file of templates, most of them with the name of a schema. Tabs
// separate columns, which are aligned.
//
//	{{define "queens.proof/1" -}}
//	verified: the formula has no solution ({{plural .Steps "step"}})
//	{{end}}
type Texts struct {
	parsed func() *template.Template
	align  uint
}

// NewTexts returns the texts of a file, which may also call these functions. A mistake in the file
// is a panic of the first answer.
func NewTexts(file string, functions template.FuncMap) Texts {
	return Texts{parsed: sync.OnceValue(func() *template.Template {
		return template.Must(template.New("").Funcs(common).Funcs(Style{}.functions()).Funcs(functions).Parse(file))
	})}
}

var common = template.FuncMap{
	"duration": humanize.Duration, "join": join, "line": humanize.OneLine,
	"list": humanize.List, "seconds": humanize.Seconds, "squares": Squares,
	"bytes":  func(k any) string { return humanize.Bytes(float64(number(k))) },
	"inc":    func(k any) int { return number(k) + 1 },
	"minus":  func(k, l any) int { return number(k) - number(l) },
	"plus":   func(k, l any) int { return number(k) + number(l) },
	"plural": func(k any, noun string) string { return humanize.Plural(number(k), noun) },
}

func number(k any) int {
	if v := reflect.ValueOf(k); v.CanUint() {
		return int(v.Uint())
	}
	return int(reflect.ValueOf(k).Int())
}

func join(separator string, list any) string {
	values := reflect.ValueOf(list)
	words := make([]string, values.Len())
	for i := range words {
		words[i] = fmt.Sprint(values.Index(i))
	}
	return strings.Join(words, separator)
}

// Right returns the texts with numbers: columns are aligned to the right.
func (t Texts) Right() Texts { return Texts{t.parsed, tabwriter.AlignRight} }

// functions are those that depend on the style.
func (s Style) functions() template.FuncMap {
	functions := template.FuncMap{
		"perm": s.Perm, "square": s.Square, "attack": s.Attack,
		"verdict": func(p interface{ Verdict(Style) string }) string { return p.Verdict(s) },
	}
	for name, emphasis := range map[string]Emphasis{"bold": Bold, "faint": Faint, "green": Green, "red": Red} {
		functions[name] = func(text any) string { return s.Paint(emphasis, fmt.Sprint(text)) }
	}
	return functions
}

// Text returns the text of a value by the template of a name.
func (t Texts) Text(s Style, name string, value any) string {
	var b strings.Builder
	texts := template.Must(t.parsed().Clone()).Funcs(s.functions())
	if err := texts.ExecuteTemplate(&b, name, value); err != nil {
		panic(err) // a mistake in the template
	}
	return aligned(b.String(), t.align)
}

// Show returns a value with the name of its schema, whose template is its text.
func (t Texts) Show(schema string, value any) Answer {
	return Show(schema, value, func(s Style) string { return t.Text(s, schema, value) })
}

// ShowAs is Show for a value that has its schema; name is that of the template.
func (t Texts) ShowAs(name string, value any) Answer {
	return Show("", value, func(s Style) string { return t.Text(s, name, value) })
}

// WriteJSON writes v as one line of JSON.
func WriteJSON(w io.Writer, v any) error {
	shown("", v)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// Decimal returns a count that may outgrow the numbers of JSON readers.
func Decimal(x uint64) string { return strconv.FormatUint(x, 10) }

// Lines returns lines of fields as a table, with text to the left.
func Lines(lines [][]string) string {
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strings.Join(line, "\t") + "\n")
	}
	return aligned(text.String(), 0)
}

// aligned replaces the tabs of a text by blanks that align its columns.
func aligned(text string, align uint) string {
	var b strings.Builder
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', align)
	for line := range strings.Lines(text) {
		if strings.Contains(line, "\t") && align == tabwriter.AlignRight { // so is the last column
			line = strings.TrimSuffix(line, "\n") + "\t\n"
		}
		_, _ = out.Write([]byte(line)) // a strings.Builder takes everything
	}
	_ = out.Flush()
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
	return string(p.AppendText(nil, s.Spelling, s.Base))
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
	return strings.ReplaceAll(queens.SquareNames(squares, n), ",", " ")
}
