package printer

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"text/tabwriter"
	"text/template"

	"queens/internal/humanize"
)

// Texts are the texts of answers: a file of templates, most of them with the name of a schema. Tabs
// separate columns, which are aligned.
//
//	{{define "queens.proof/1" -}}
//	verified: the formula has no solution ({{plural .Steps "step"}})
//	{{end}}
type Texts struct{ parsed func() *template.Template }

// NewTexts returns the texts of a file, which may also call these functions. A mistake in the file
// is a panic of the first answer.
func NewTexts(file string, functions template.FuncMap) Texts {
	return Texts{sync.OnceValue(func() *template.Template {
		return template.Must(template.New("").Funcs(common).Funcs(Style{}.functions()).Funcs(functions).Parse(file))
	})}
}

var common = template.FuncMap{
	"dash": humanize.Dash, "duration": humanize.Duration, "join": join, "line": humanize.OneLine,
	"list": humanize.List, "seconds": humanize.Seconds, "squares": Squares,
	"bytes":  func(k any) string { return humanize.Bytes(float64(number(k))) },
	"inc":    func(k any) int { return number(k) + 1 },
	"minus":  func(k, l any) int { return number(k) - number(l) },
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

// functions are those that depend on the style.
func (s Style) functions() template.FuncMap {
	functions := template.FuncMap{"perm": s.Perm, "square": s.Square, "attack": s.Attack}
	for name, emphasis := range map[string]Emphasis{"bold": Bold, "faint": Faint, "green": Green, "red": Red} {
		functions[name] = func(text any) string { return s.Paint(emphasis, fmt.Sprint(text)) }
	}
	return functions
}

// Text returns the text of a value by the template of a name.
func (t Texts) Text(s Style, name string, value any) string {
	var b strings.Builder
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	texts := template.Must(t.parsed().Clone()).Funcs(s.functions())
	if err := texts.ExecuteTemplate(out, name, value); err != nil {
		panic(err) // a mistake in the template
	}
	_ = out.Flush() // a strings.Builder takes everything
	return b.String()
}

// Show returns a value with the name of its schema, whose template is its text.
func (t Texts) Show(schema string, value any) Shown {
	return Show(schema, value, func(s Style) string { return t.Text(s, schema, value) })
}

// ShowAs is Show for a value that has its schema; name is that of the template.
func (t Texts) ShowAs(name string, value any) Shown {
	return Show("", value, func(s Style) string { return t.Text(s, name, value) })
}
