// Package humanize formats numbers, times and sizes for people.
//
//	fmt.Println(humanize.Plural(2, "queen"), humanize.Duration(90*time.Minute)) // 2 queens 1.5 h
package humanize

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Plural returns the number and the noun, in the plural unless k is 1.
func Plural(k int, noun string) string {
	if k == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", k, noun)
}

// Duration formats d with two or three significant digits: "1.3 ms", "3 min 20 s", "7.4 h", "74
// days", "560,000 years", "1.2 million years".
func Duration(d time.Duration) string { return Seconds(d.Seconds()) }

// Seconds is Duration for times that a Duration cannot hold.
func Seconds(s float64) string {
	const minute, hour, day, year = 60, 3600, 86400, 365.25 * 86400
	switch {
	case s < 0.0000995:
		return fmt.Sprintf("%.1f µs", s*1e6)
	case s < 0.0995:
		return fmt.Sprintf("%.3g ms", s*1e3)
	case s < 9.95:
		return fmt.Sprintf("%.2f s", s)
	case s < 99.5:
		return fmt.Sprintf("%.0f s", s)
	case s < 1.5*hour:
		whole := int(math.Round(s))
		return fmt.Sprintf("%d min %d s", whole/minute, whole%minute)
	case s < 2*day:
		return fmt.Sprintf("%.1f h", s/hour)
	case s < 9.95*day:
		return fmt.Sprintf("%.1f days", s/day)
	case s < 2*year:
		return fmt.Sprintf("%.0f days", s/day)
	case s < 9.95*year:
		return fmt.Sprintf("%.1f years", s/year)
	case s < 9999.5*year:
		return fmt.Sprintf("%.0f years", s/year)
	case s < 999.5e3*year:
		return fmt.Sprintf("%.0f,000 years", s/year/1e3)
	case s < 999.5e6*year:
		return fmt.Sprintf("%.3g million years", s/year/1e6)
	default:
		return fmt.Sprintf("%.3g billion years", s/year/1e9)
	}
}

// Bytes returns a number of bytes for people.
func Bytes(estBytes float64) string {
	const units = "kMGTPEZY"
	if estBytes < 1000 {
		return fmt.Sprintf("%.0f bytes", estBytes)
	}
	unit := -1
	for ; estBytes >= 999.5 && unit < len(units)-1; unit++ {
		estBytes /= 1000
	}
	return fmt.Sprintf("%.3g %cB", estBytes, units[unit])
}

// Count formats a number: "950", "14.8 million", "2.35e+17".
func Count(x float64) string {
	switch {
	case x < 1e4:
		return fmt.Sprintf("%.0f", x)
	case x < 1e6:
		return fmt.Sprintf("%.3g thousand", x/1e3)
	case x < 1e9:
		return fmt.Sprintf("%.3g million", x/1e6)
	case x < 1e12:
		return fmt.Sprintf("%.3g billion", x/1e9)
	default:
		return fmt.Sprintf("%.3g", x)
	}
}

// OneLine replaces white space by blanks, and quotes text with unprintable characters.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		text = strconv.Quote(text)
	}
	return text
}

// Capital returns text, which begins with an ASCII letter, with a capital.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Join returns one or more words with a conjunction before the last: "a, b and c".
func Join(words []string, separator, conjunction string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], separator) + " " + conjunction + " " + words[last]
}

// List returns up to eight names in one line.
func List(names []string) string {
	const most = 8
	var shown []string
	for _, name := range names[:min(most, len(names))] {
		shown = append(shown, OneLine(name))
	}
	text := strings.Join(shown, ", ")
	if len(names) > most {
		text += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return text
}

// Percent formats a share of the work; only 1 is "100 %".
func Percent(share float64) string {
	if share == 1 {
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", min(99.9, 100*share))
}
