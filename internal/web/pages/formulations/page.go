// Package formulations is the page that says what the problem is, in the languages of
// mathematics and of solvers.
package formulations

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"queens"
	"queens/docs"
	"queens/internal/web/api"
	"queens/internal/web/page"
	"queens/model"
)

//go:embed page.html
var files embed.FS

// Page shows the formulations side by side.
var Page = page.Page{
	Name: "formulations", Title: "Formulations", Old: []string{"/learn"},
	Summary: "What a solution is, and how to describe the problem to a solver",
	Files:   files, View: view, Expensive: true,
}

type definition struct {
	model.Definition
	Holds  bool
	Source string
}

type format struct {
	model.Format
	Beginning string
	Lines     int
	Bytes     int
	Cut       bool
}

type shown struct {
	Order       int
	MaxOrder    int
	Perm        string
	Attacks     []string
	Definitions []definition
	Encoding    string
	Encodings   []model.Encoding
	Formats     []format
}

// Limits of the page.
const (
	maxOrder   = 20
	shownLines = 14
	lineLength = 110
)

func view(_ context.Context, q page.Query) (page.View, error) {
	p := q.Perm("perm", "15863724")
	n := p.Order()
	if n > maxOrder {
		return page.View{}, fmt.Errorf("perm: order %d: want 1 to %d: %w", n, maxOrder, queens.ErrFormat)
	}
	s := shown{Order: n, MaxOrder: maxOrder, Perm: p.String(), Encodings: model.EncodingTable()}
	s.Encoding = q.Word("encoding", "pairwise", model.Encodings()...)
	for attack := range queens.Attacks(p.Squares(), n, queens.Regular) {
		s.Attacks = append(s.Attacks, attack.String())
	}
	for _, d := range model.Definitions() {
		line := definition{Definition: d, Holds: d.Decider(n)(p.Squares()), Source: d.Source}
		if source, ok := docs.FindSource(d.Source); ok {
			line.Source = source.Text
		}
		s.Definitions = append(s.Definitions, line)
	}
	for _, f := range model.Formats() {
		in := api.ModelRequest{}
		if f.Name == "cnf" {
			in.Encoding = s.Encoding
		}
		text, err := api.WriteModel(n, f.Name, in)
		if err != nil {
			return page.View{}, err
		}
		s.Formats = append(s.Formats, beginning(f, string(text)))
	}
	exports := page.BoardExports(s.Perm, "?layers=coordinates,conflicts")
	for _, f := range s.Formats {
		link := fmt.Sprintf("/api/v1/models/%d.%s", n, f.Name)
		if f.Name == "cnf" {
			link += "?encoding=" + s.Encoding
		}
		exports = append(exports, page.Export{Name: f.Name, Link: link, File: fmt.Sprintf("queens-%d.%s", n, f.Name)})
	}
	return page.View{Command: fmt.Sprintf("queens model %d cnf --amo %s", n, s.Encoding), Exports: exports, Data: s},
		nil
}

func beginning(f model.Format, text string) format {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	out := format{Format: f, Lines: len(lines), Bytes: len(text), Cut: len(lines) > shownLines}
	lines = lines[:min(len(lines), shownLines)]
	for i, line := range lines {
		if len(line) > lineLength {
			lines[i] = line[:lineLength] + " …"
		}
	}
	out.Beginning = strings.Join(lines, "\n")
	return out
}
