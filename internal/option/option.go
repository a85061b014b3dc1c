// Package option is the one table of what can be set: the flags of commands, the variables of the
// environment and the parameters of the API, with the bounds, default and text of each. It holds no
// values: a command binds a variable to a row, see package kit.
package option

import (
	"fmt"
	"strings"
)

// Kind says what the value of an option is.
type Kind int

// The kinds of values.
const (
	Switch  Kind = iota // true or false; the name alone means true
	Number              // a whole number, also 1e6
	Real                // a number
	Size                // bytes, with a unit: 500M, 8GiB, 8GB
	Time                // a time with its unit: 10s
	Percent             // 2%
	Word                // one of a few words that the command knows
	Words               // several of them, with commas between
	Text                // any text
	Params              // NAME=NUMBER, several times
)

// Option is a row of the table.
type Option struct {
	Name    string
	Short   string // one letter, or empty
	Kind    Kind
	Value   string  // what help calls the value: "FILE"; empty: as the kind has it
	Min     float64 // least value of a number
	Max     float64 // largest one; 0: no bound
	Default string  // as one would type it; empty: none
	Text    string  // at most ten words, no final period
}

// Variable returns the name of the environment variable of an option: QUEENS_DRY_RUN.
func (o *Option) Variable() string { return Variable(o.Name) }

// Variable returns the name of the environment variable of a flag.
func Variable(name string) string {
	return "QUEENS_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// kinds says what a value of each kind is called in help, and what is wanted of it.
var kinds = [...]struct{ value, want string }{
	Switch:  {"", "true or false (1, 0)"},
	Number:  {"N", "a whole number"},
	Real:    {"X", "a number"},
	Size:    {"SIZE", "a number of bytes, or one with a unit: 500M, 8GiB, 8GB"},
	Time:    {"TIME", "a time with its unit, like 10s or 2m30s"},
	Percent: {"PERCENT", "a percentage, like 2%"},
	Word:    {"WORD", "a word"},
	Words:   {"LIST", "words with commas between them"},
	Text:    {"TEXT", "a text"},
	Params:  {"NAME=NUMBER", "NAME=NUMBER"},
}

// wants says it of texts by what help calls them.
var wants = map[string]string{
	"DAY":       "a day like 2026-11-24",
	"DIR":       "a directory",
	"FILE":      "a file",
	"FROM:TO":   "the first and the last step",
	"HASH":      "a hash",
	"HOST:PORT": "an address with a port",
	"I/N":       "a part, like 3/8",
	"KERNEL":    "a kernel",
	"NAME":      "a name",
	"NAMES":     "names that `queens doctor` lists, or auto",
	"SOLUTION":  "a solution",
}

// Word returns what help calls the value.
func (o *Option) Word() string {
	if o.Value != "" {
		return o.Value
	}
	return kinds[o.Kind].value
}

// Wanted says what a value looks like: "a whole number from 1 to 1000".
func (o *Option) Wanted() string {
	if want, ok := wants[o.Value]; ok {
		return want
	}
	want := kinds[o.Kind].want
	switch {
	case o.Kind != Number && o.Kind != Real:
	case o.Max > 0:
		want += fmt.Sprintf(" from %.15g to %.15g", o.Min, o.Max)
	default:
		want += fmt.Sprintf(" from %.15g on", o.Min)
	}
	return want
}

// Accepts reports whether a number is within the bounds.
func (o *Option) Accepts(x float64) bool { return x >= o.Min && (o.Max == 0 || x <= o.Max) }

// Find returns the option of a name. It panics for another one, which only a programmer can give.
func Find(name string) *Option {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	panic("option: no option " + name)
}

// All returns a copy of the table, sorted by name.
func All() []Option { return append([]Option(nil), table[:]...) }
