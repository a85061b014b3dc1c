// Package docs holds the documents that the program contains: help topics, the bibliography, and
// the items and errata of the five texts. Its tests run the programs of docs/library.md.
package docs

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"queens/internal/named"
)

// Source is an entry of the bibliography, as plain text.
type Source struct {
	Key   string `json:"-"`
	Text  string `json:"sourceText"`  // author, title and place of the source
	Known string `json:"sourceKnown"` // how the text is known: read, cited or not verified
}

// FindSource returns the source with this key.
func FindSource(key string) (s Source, ok bool) {
	_, line, ok := strings.Cut(read("bibliography.md"), "| `"+key+"` |")
	if !ok {
		return s, false
	}
	line, _, _ = strings.Cut(line, "\n")
	c := cells(line)
	return Source{Key: key, Text: c[0], Known: c[1]}, true
}

// Item is a definition, a table or an exercise of one of the texts.
type Item struct {
	No      int    `json:"no"` // in its text, from 1
	Item    string `json:"item"`
	Printed string `json:"printed,omitempty"` // in the text, if that is wrong or unclear
	Right   string `json:"right,omitempty"`   // instead
	Verdict string `json:"verdict"`
	Command string `json:"command,omitempty"` // that reproduces it: "queens count 8 --of fixed"
	Prints  string `json:"prints,omitempty"`  // parts of its output, with " ... " between them
}

// Word returns the verdict in one word or two: "right", "own definition".
func (i Item) Word() string {
	return i.Verdict[:strings.IndexAny(i.Verdict+":", ":;,")]
}

// InOrder reports whether text has all parts, separated by " ... ", in this order.
func InOrder(text, parts string) bool {
	for part := range strings.SplitSeq(parts, " ... ") {
		_, after, ok := strings.Cut(text, part)
		if text = after; !ok || part == "" {
			return false
		}
	}
	return true
}

// Erratum is a misprint.
type Erratum struct {
	No      string `json:"no"`
	Where   string `json:"where,omitempty"`
	Printed string `json:"printed"`
	Right   string `json:"right"`
	Check   string `json:"-"` // how it was checked
}

// ErrataText is a text with its errata.
type ErrataText struct {
	Title  string // short: "Zhang and Zhang"
	Source Source
	Errata []Erratum
}

// papers lists the texts in the order of documents.csv, with the letters of their errata and the
// number of the first row.
var papers = []struct {
	key, title, letter string
	base               int
}{
	{"zhang2011", "Zhang and Zhang", "Z", 1},
	{"cull1994", "Cull and Pandey", "C", 1},
	{"engelhardt2010", "Engelhardt, nqueens.de", "E", 1},
	{"isoblog", "The blog on generators", "B", 1},
	{"erbas1992", "Erbas, Sarkeshik and Tanik", "T", 0},
}

// Papers returns the number of the first row and column, 0 or 1, by the key of the text.
func Papers() map[string]int {
	bases := map[string]int{}
	for _, p := range papers {
		bases[p.key] = p.base
	}
	return bases
}

//go:embed documents.csv
var documents string

// document is a row of documents.csv, in Markdown: an item, an erratum with a key, or both.
type document struct {
	Paper, Key, Item, Where, Printed, Right, Check, Command, Prints, Verdict string
}

var rows = sync.OnceValue(func() []document { return named.Decode[document](documents) })

// Items returns the items of the text with this bibliography key, in its order.
func Items(key string) (list []Item) {
	for _, d := range rows() {
		if d.Paper == key && d.Item != "" {
			e, _ := FindErratum(d.Key)
			list = append(list, Item{
				No: len(list) + 1, Item: plainText(d.Item), Printed: e.Printed, Right: e.Right,
				Verdict: plainText(d.Verdict), Command: d.Command, Prints: d.Prints,
			})
		}
	}
	return list
}

// Errata returns all errata, by text and number.
func Errata() (list []ErrataText) {
	for _, p := range papers {
		source, _ := FindSource(p.key)
		text := ErrataText{Title: p.title, Source: source}
		for no := 1; ; no++ {
			e, ok := FindErratum(fmt.Sprint(p.letter, no))
			if !ok {
				break
			}
			text.Errata = append(text.Errata, e)
		}
		list = append(list, text)
	}
	return list
}

// FindErratum returns the erratum with this number, such as "T11", as plain text.
func FindErratum(no string) (e Erratum, ok bool) {
	for _, d := range rows() {
		if no != "" && d.Key == no {
			return Erratum{no, plainText(d.Where), plainText(d.Printed), plainText(d.Right), plainText(d.Check)}, true
		}
	}
	return e, false
}

// Evidence returns the output of an item's command, or nothing if the output is a picture or a
// table.
func Evidence(command, prints string) string {
	if strings.HasPrefix(command, "queens apply") || strings.Contains(command, "--format svg") ||
		strings.Contains(prints, ". .") {
		return ""
	}
	return prints
}

// Documents returns the page of the five texts and all their items, in Markdown.
func Documents() string {
	of := map[string][]document{} // items
	for _, d := range rows() {
		if d.Item != "" {
			of[d.Paper] = append(of[d.Paper], d)
		}
	}
	return strings.Replace(readFile("documents.md"), "<!-- items -->\n", filled("documents", of), 1)
}

// ErrataPage returns all errata in Markdown.
func ErrataPage() string { return filled("errata", Errata()) }

//go:embed tables.tmpl
var tables string

func filled(name string, data any) string {
	page := template.Must(template.New("").Funcs(template.FuncMap{
		"papers": Errata, "evidence": Evidence,
		"cell": func(text string) string { return strings.ReplaceAll(text, "|", `\|`) },
	}).Parse(tables))
	var b strings.Builder
	if err := page.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // a mistake in the template
	}
	return b.String()
}
