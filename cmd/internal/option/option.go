// Package option is the table of everything that can be set: flags of commands and environment
// variables, with bounds, defaults and descriptions. It is the file options.csv, sorted by name; a
// command may set another default, and chooses its words. Values are stored elsewhere: see package
// cmd/internal/cli/command. It also reads the numbers of commands, requests and pages.
package option

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// ValueKind is the kind of an option's value.
type ValueKind string

// Kinds of values that are treated specially. Others are size, word, words, text and params.
const (
	Switch  ValueKind = "switch" // true or false; the name alone means true
	Number  ValueKind = "number" // an integer, also 1e6
	Real    ValueKind = "real"   // a number
	Time    ValueKind = "time"   // a duration: 10s
	Percent ValueKind = "percent"
)

// Option is a row of the table.
type Option struct {
	Name    string // in the table perhaps after a command whose flag differs: "man output"
	Short   string // one letter; may be empty
	Kind    ValueKind
	Value   string   // placeholder in help: "FILE"
	Min     float64  // minimum of a number
	Max     float64  // maximum of a number; 0: none
	Words   []string // to choose from; empty: the command has them
	Default string   // as typed; empty: none
	Text    string   // at most ten words, no final period

	wanted string // describes valid texts
}

// Variable returns the environment variable of a flag: QUEENS_DRY_RUN.
func Variable(name string) string {
	return "QUEENS_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// Wanted describes valid values: "a whole number from 1 to 1000".
func (o *Option) Wanted() string {
	want := o.wanted
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
var options string

// values describes valid texts by their placeholder.
//
//go:embed values.csv
var values string

// All returns the table. It panics if a file is malformed, which is a bug.
var All = sync.OnceValue(func() (table []*Option) {
	wanted := map[string]string{}
	for _, v := range named.Decode[struct{ Value, Wanted string }](values) {
		wanted[v.Value] = v.Wanted
	}
	for _, o := range named.Decode[Option](options) {
		o.wanted = wanted[o.Value]
		table = append(table, &o)
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

// Integer reads a whole number from least to most, also 1e6; what says in errors whose it is.
// Errors: queens.ErrFormat, or queens.ErrOrder for another number.
func Integer(what, text string, least, most int) (int, error) {
	x, err := strconv.Atoi(WithoutPower(text))
	switch {
	case (err != nil || x < least) && most == math.MaxInt:
		return 0, errs.Errorf("%s %.40q: want a number, at least %d: %w", what, text, least, queens.ErrFormat)
	case err != nil:
		return 0, errs.Errorf("%s %.40q: want a number from %d to %d: %w", what, text, least, most, queens.ErrFormat)
	case x < least || x > most:
		return 0, errs.Errorf("%s %d: want %d to %d: %w", what, x, least, most, queens.ErrOrder)
	}
	return x, nil
}

// Range reads one number, 8, or the first and the last, 8..12.
func Range(what, text string, least, most int) (first, last int, err error) {
	low, high, isRange := strings.Cut(text, "..")
	if first, err = Integer(what, low, least, most); err != nil || !isRange {
		return first, first, err
	}
	if last, err = Integer(what, high, least, most); err == nil && last < first {
		err = errs.Errorf("%s %s: want the smaller one first: %w", what, text, queens.ErrFormat)
	}
	return first, last, err
}

// WithoutPower returns "1000000" for "1e6", and other texts unchanged.
func WithoutPower(text string) string {
	digits, power, _ := strings.Cut(strings.ToLower(text), "e")
	if zeros, err := strconv.Atoi(power); err == nil && digits != "" && zeros >= 0 && zeros <= 18 {
		return digits + strings.Repeat("0", zeros)
	}
	return text
}
