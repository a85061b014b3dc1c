// Package option is the table of everything that can be set: flags of commands and environment
// variables, with bounds, defaults and descriptions. It is the file options.csv, sorted by name; a
// command may set another default, and chooses its words. Values are stored elsewhere: see package
// kit.
package option

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	Name    string // in the table perhaps after a command whose flag differs: "man output"
	Short   string // one letter; may be empty
	Kind    Kind
	Value   string  // placeholder in help: "FILE"; empty: that of the kind
	Min     float64 // minimum of a number
	Max     float64 // maximum of a number; 0: none
	Default string  // as typed; empty: none
	Text    string  // at most ten words, no final period
}

// Variable returns the environment variable of a flag: QUEENS_DRY_RUN.
func Variable(name string) string {
	return "QUEENS_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

var kinds = [...]struct{ name, value, want string }{
	Switch:  {"switch", "", "true or false (1, 0)"},
	Number:  {"number", "N", "a whole number"},
	Real:    {"real", "X", "a number"},
	Size:    {"size", "SIZE", "a number of bytes, or one with a unit: 500M, 8GiB, 8GB"},
	Time:    {"time", "TIME", "a time with its unit, like 10s or 2m30s"},
	Percent: {"percent", "PERCENT", "a percentage, like 2%"},
	Word:    {"word", "WORD", "a word"},
	Words:   {"words", "LIST", "words with commas between them"},
	Text:    {"text", "TEXT", "a text"},
	Params:  {"params", "NAME=NUMBER", "NAME=NUMBER"},
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

//go:embed options.csv
var file string

// All returns the table. It panics if the file is malformed, which is a bug.
var All = sync.OnceValue(func() (table []*Option) {
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil {
		panic(err)
	}
	for _, c := range rows[1:] {
		o := &Option{Name: c[0], Short: c[1], Value: c[3], Default: c[6], Text: c[7]}
		for ; kinds[o.Kind].name != c[2]; o.Kind++ {
		}
		o.Min, _ = strconv.ParseFloat(c[4], 64) // 0 if empty
		o.Max, _ = strconv.ParseFloat(c[5], 64)
		table = append(table, o)
	}
	return table
})

// Find returns the option of a command with this name. It panics for an unknown name, which is a
// bug.
func Find(command, name string) *Option {
	for _, name := range []string{command + " " + name, name} {
		if i := slices.IndexFunc(All(), func(o *Option) bool { return o.Name == name }); i >= 0 {
			return All()[i]
		}
	}
	panic("option: no option " + name)
}
