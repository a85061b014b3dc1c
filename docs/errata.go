package docs

import (
	"regexp"
	"strings"
	"sync"
)

// ErrataText is a text with its errata.
type ErrataText struct {
	Title  string // short: "Zhang and Zhang"
	Source Source
	Errata []CheckedErratum
}

// CheckedErratum is an erratum and how it was checked.
type CheckedErratum struct {
	Erratum
	Check string
}

var (
	errataHeading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^## (.*) \\(`([a-z0-9]+)`\\)") })
	errataRow     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\| ([A-Z][0-9]+) \| `) })
)

// Errata returns all errata, text by text, in the order of the list.
func Errata() (list []ErrataText) {
	errata := read("errata.md")
	for line := range strings.Lines(errata) {
		if m := errataHeading().FindStringSubmatch(line); m != nil {
			source, _ := FindSource(m[2])
			list = append(list, ErrataText{Title: m[1], Source: source})
		}
		if m := errataRow().FindStringSubmatch(line); m != nil && len(list) > 0 {
			e, _ := FindErratum(m[1])
			cells := row(errata, m[1])
			text := &list[len(list)-1]
			text.Errata = append(text.Errata, CheckedErratum{Erratum: e, Check: cells[len(cells)-1]})
		}
	}
	return list
}
