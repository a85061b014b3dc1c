// Package option is the table of everything that can be set: flags of commands and environment
// variables, with bounds, defaults and descriptions. It is the file options.csv, sorted by name; a
// command may set another default, and chooses its words. Values are stored elsewhere: see package
// kit.
package option

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens/internal/named"
)

// Kind is the kind of an option's value.
type Kind string

// Kinds of values that are treated specially. Others are size, word, words, text and params.
const (
	Switch  Kind = "switch" // true or false; the name alone means true
	Number  Kind = "number" // an integer, also 1e6
	Real    Kind = "real"   // a number
	Time    Kind = "time"   // a duration: 10s
	Percent Kind = "percent"
)

// Option is a row of the table.
type Option struct {
	Name    string // in the table perhaps after a command whose flag differs: "man output"
	Short   string // one letter; may be empty
	Kind    Kind
	Value   string  // placeholder in help: "FILE"
	Min     float64 // minimum of a number
	Max     float64 // maximum of a number; 0: none
	Default string  // as typed; empty: none
	Text    string  // at most ten words, no final period
}

// Variable returns the environment variable of a flag: QUEENS_DRY_RUN.
func Variable(name string) string {
	return "QUEENS_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// wants describes valid texts by their placeholder.
var wants = map[string]string{
	"":            "true or false (1, 0)",
	"DAY":         "a day like 2026-11-24",
	"DIR":         "a directory",
	"FILE":        "a file",
	"FROM:TO":     "the first and the last step",
	"HASH":        "a hash",
	"HOST:PORT":   "an address with a port",
	"I/N":         "a part, like 3/8",
	"KERNEL":      "a kernel",
	"LIST":        "words with commas between them",
	"N":           "a whole number",
	"NAME":        "a name",
	"NAME=NUMBER": "NAME=NUMBER",
	"NAMES":       "names that `queens doctor` lists, or auto",
	"PERCENT":     "a percentage, like 2%",
	"SIZE":        "a number of bytes, or one with a unit: 500M, 8GiB, 8GB",
	"SOLUTION":    "a solution",
	"TEXT":        "a text",
	"TIME":        "a time with its unit, like 10s or 2m30s",
	"WORD":        "a word",
	"X":           "a number",
}

// Wanted describes valid values: "a whole number from 1 to 1000".
func (o *Option) Wanted() string {
	want := wants[o.Value]
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
	for _, c := range named.Rows(file) {
		o := &Option{Name: c[0], Short: c[1], Kind: Kind(c[2]), Value: c[3], Default: c[6], Text: c[7]}
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
