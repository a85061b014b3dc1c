package kit

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/internal/errs"
	"queens/internal/humanize"
)

// Message returns the line for standard error: the program, the command and the error. It is empty
// if the error is.
func Message(err error, command string) string {
	if err == nil || err.Error() == "" {
		return ""
	}
	text := errs.Said(err).Error()
	i := strings.LastIndexByte(command, ' ') + 1
	switch {
	case strings.HasPrefix(text, command[i:]+" "): // the error names the command: "show n8: ..."
		command = command[:i]
	case command != "":
		command += ": "
	}
	return "queens: " + command + text
}

// At returns an error with the name of its file, if there is one.
func At(name string, err error) error {
	if name != "" && err != nil {
		err = errs.Errorf("%s: %w", name, err)
	}
	return err
}

// Refuted returns an error for exit code 3 if a printed answer is "no", else nil.
func Refuted(no bool) error {
	if no {
		return errs.WithCode(errs.Refuted, nil)
	}
	return nil
}

// None returns the error for something that an order does not have, such as a central solution.
func None(order int, what string) error {
	return Failf(errs.Refuted, "order %d has no %s", order, what)
}

// Failf returns an error with an exit code.
func Failf(code int, format string, args ...any) error {
	return errs.WithCode(code, fmt.Errorf(format, args...))
}

// Usagef returns an error for wrong usage.
func Usagef(format string, args ...any) error { return Failf(errs.Usage, format, args...) }

//go:embed synonyms.txt
var synonymsText string

func synonyms(word string) []string {
	for line := range strings.Lines(synonymsText) {
		if names, ok := strings.CutPrefix(line, word+": "); ok {
			return strings.Fields(names)
		}
	}
	return nil
}

// DidYouMean returns ` (did you mean "check"?)` for the synonyms of word or, without any, the
// closest name; "" if none is close. Flags have their two hyphens and no quotes.
func DidYouMean(word string, names []string) string {
	word = strings.ToLower(word)
	bare, isFlag := strings.CutPrefix(word, "--")
	hyphens, quoted := "", strconv.Quote
	if isFlag {
		hyphens, quoted = "--", strings.Clone
	}
	var meant []string
	for _, name := range synonyms(bare) {
		if name = hyphens + name; slices.Contains(names, name) {
			meant = append(meant, quoted(name))
		}
	}
	if name := closest(word, names); len(meant) == 0 && name != "" {
		meant = []string{quoted(name)}
	}
	if len(meant) == 0 {
		return ""
	}
	return " (did you mean " + humanize.Join(meant, ", ", "or") + "?)"
}

// closest returns the name that word misspells, with at most one error per four letters, but at
// least one; otherwise the first name that begins with word, or "".
func closest(word string, names []string) string {
	best, least := "", max(1, len(word)/4)+1
	for _, name := range names {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	if best == "" && word != "" {
		if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, word) }); i >= 0 {
			return names[i]
		}
	}
	return best
}

// distance is the optimal string alignment distance: insertions, deletions, replacements and swaps
// of neighbours, in bytes. Time O(len(a) len(b)). Source: Damerau's distance, restricted.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1) // rows[i][j] is the distance from a[:i] to b[:j]
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
