// Package answer is what the program says: one type for each kind of answer, with
// one JSON form and one text form. The commands and the interface of the
// workstation compute their answers here and choose a form; neither describes one.
//
// A constructor computes an answer by calls of the libraries and compares counts
// with what is known. The JSON form follows from the struct and begins with
// "schema"; docs/formats/json.md has an example of each. Text returns the form for
// people.
//
//	fmt.Print(answer.NewOrbit(p).Text(answer.Style{Base: 1}))
//
// In JSON rows and columns count from 1, counts of unbounded size are decimal
// strings and times are nanoseconds, in names that end in Nanos. The package parses
// no arguments, prints nothing and sets no limits: that is for the faces.
package answer

import (
	"encoding/json"
	"io"
	"strconv"
)

// Answer is an answer with a form for people.
type Answer interface {
	// Text returns the answer for people, lines that end in a line feed.
	Text(s Style) string
}

// Style says how an answer is written for people.
type Style struct {
	Base   int  // what rows and columns count from, 0 or 1
	Color  bool // emphasize by escape sequences of a terminal
	Person bool // a person reads it: tables have a head
}

// WriteJSON writes v as one line of JSON.
func WriteJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
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

// decimal returns a count that may outgrow the numbers of JSON readers.
func decimal(x uint64) string { return strconv.FormatUint(x, 10) }
