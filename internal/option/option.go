// Package option is the table of everything that can be set: flags of commands, environment
// variables and API parameters, with bounds, defaults and descriptions. Values are stored
// elsewhere: see package kit.
package option

import (
	"fmt"
	"strings"
)

// Kind is the kind of an option's value.
type Kind int

// The kinds of values.
const (
	Switch  Kind = iota // true or false; the name alone means true
	Number              // an integer, also 1e6
	Real                // a number
	Size                // bytes, with a unit: 500M, 8GiB, 8GB
	Time                // a duration: 10s
	Percent             // 2%
	Word                // one of the words that the command accepts
	Words               // several words, separated by commas
	Text                // any text
	Params              // NAME=NUMBER, repeatable
)

// Option is a row of the table.
type Option struct {
	Name    string
	Short   string // one letter; may be empty
	Kind    Kind
	Value   string  // placeholder in help: "FILE"; empty: that of the kind
	Min     float64 // minimum of a number
	Max     float64 // maximum of a number; 0: none
	Default string  // as typed; empty: none
	Text    string  // at most ten words, no final period
}

// Variable returns the option's environment variable: QUEENS_DRY_RUN.
func (o *Option) Variable() string { return Variable(o.Name) }

// Variable returns the environment variable of a flag.
func Variable(name string) string {
	return "QUEENS_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

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

// wants describes valid texts by their placeholder.
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

// Word returns the placeholder of the value in help.
func (o *Option) Word() string {
	if o.Value != "" {
		return o.Value
	}
	return kinds[o.Kind].value
}

// Wanted describes valid values: "a whole number from 1 to 1000".
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
		want += fmt.Sprintf(", at least %.15g", o.Min)
	}
	return want
}

// Accepts reports whether a number is within the bounds.
func (o *Option) Accepts(x float64) bool { return x >= o.Min && (o.Max == 0 || x <= o.Max) }

// Find returns the option with this name. It panics for an unknown name, which is a bug.
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
