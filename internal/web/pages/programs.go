package pages

import (
	"context"
	"fmt"
	"strings"

	"queens"
	"queens/docs"
	"queens/internal/errs"
	"queens/internal/web/api"
	"queens/model"
)

type apiData struct {
	api.Operation
	Body string // of the example
	Curl string
	Try  bool // it can be tried without harm
}

func apiView(operations []api.Operation) func(context.Context, Query) (View, error) {
	return func(_ context.Context, q Query) (View, error) {
		list := make([]apiData, len(operations))
		for i, o := range operations {
			harmless := !o.Changes && !o.Stream && !strings.Contains(o.Example, "{")
			list[i] = apiData{o, string(o.Body), curl(o, q), harmless}
		}
		return View{Exports: []Export{{Name: "OpenAPI", Link: "/openapi.json", File: "openapi.json"}}, Data: list}, nil
	}
}

func curl(o api.Operation, q Query) string {
	words := []string{"curl"}
	if q.Token {
		words = append(words, "-H", `"Authorization: Bearer $TOKEN"`)
	}
	if o.Stream {
		words = append(words, "-N")
	}
	if o.Method != "GET" {
		words = append(words, "-X", o.Method)
	}
	if o.Body != nil {
		words = append(words, "-H", "'Content-Type: application/json'", "-d", "'"+string(o.Body)+"'")
	}
	return strings.Join(append(words, "'"+q.Server+o.Example+"'"), " ")
}

type definition struct {
	model.Definition
	Holds  bool
	Source string
}

type written struct {
	model.Format
	Beginning string
	Lines     int
	Bytes     int
	Cut       bool
}

// maxFormulated is the largest order of a board whose texts are shown.
const maxFormulated = 20

func formulationsView(_ context.Context, q Query) (View, error) {
	p := q.perm("perm", "15863724", api.ReadPlacement)
	n := p.Order()
	if n > maxFormulated {
		return View{}, errs.Errorf("perm: order %d: want 1 to %d: %w", n, maxFormulated, queens.ErrFormat)
	}
	encoding := q.word("encoding", "pairwise", model.Encodings()...)
	var definitions []definition
	for _, d := range model.Definitions() {
		line := definition{Definition: d, Holds: d.Decider(n)(p.Squares()), Source: d.Source}
		if source, ok := docs.FindSource(d.Source); ok {
			line.Source = source.Text
		}
		definitions = append(definitions, line)
	}
	var formats []written
	files := boardExports(p.String(), "?layers=coordinates,conflicts")
	for _, f := range model.Formats() {
		name := fmt.Sprintf("%d.%s", n, f.Name)
		in, link := api.ModelRequest{}, "/api/v1/models/"+name
		if f.Name == "cnf" {
			in.Encoding = encoding
			link += "?encoding=" + encoding
		}
		text, err := api.WriteModel(n, f.Name, in)
		if err != nil {
			return View{}, err
		}
		formats = append(formats, beginning(f, string(text)))
		files = append(files, Export{Name: f.Name, Link: link, File: "queens-" + name})
	}
	return View{Command: fmt.Sprintf("queens model %d cnf --amo %s", n, encoding), Exports: files, Data: data{
		"Order": n, "Perm": p.String(), "Attacks": queens.AttackList(p.Squares(), n, queens.Regular),
		"Definitions": definitions, "Encoding": encoding, "Encodings": model.EncodingTable(), "Formats": formats,
	}}, nil
}

func beginning(f model.Format, text string) written {
	const shownLines, lineLength = 14, 110
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	out := written{Format: f, Lines: len(lines), Bytes: len(text), Cut: len(lines) > shownLines}
	lines = lines[:min(len(lines), shownLines)]
	for i, line := range lines {
		if len(line) > lineLength {
			lines[i] = line[:lineLength] + " …"
		}
	}
	out.Beginning = strings.Join(lines, "\n")
	return out
}
