// Package counted has the answers about counts, runs, known values and the program
// itself, and what every answer is made of; see package answer, which has the others.
// A program that only counts needs no more than this.
package counted

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
	Width  int  // of the terminal, 0 if there is none
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

// Decimal returns a count that may outgrow the numbers of JSON readers.
func Decimal(x uint64) string { return strconv.FormatUint(x, 10) }
