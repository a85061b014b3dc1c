package answer

import (
	"fmt"
	"strings"

	"queens/docs"
	"queens/internal/answer/counted"
)

// Papers is queens.papers/1: the texts that the program reproduces.
type Papers struct {
	Schema string         `json:"schema" enum:"queens.papers/1"`
	Papers []PaperSummary `json:"papers"`
}

// PaperSummary is one of them.
type PaperSummary struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Items  int    `json:"items"`
	Errata int    `json:"errata"`
}

// NewPapers returns all papers.
func NewPapers() *Papers {
	r := &Papers{Schema: "queens.papers/1"}
	for _, text := range docs.Errata() {
		r.Papers = append(r.Papers, PaperSummary{text.Source.Key, text.Title, len(docs.Items(text.Source.Key)), len(text.Errata)})
	}
	return r
}

// Text returns a line for each paper.
func (r *Papers) Text(Style) string {
	lines := [][]string{{"paper", "title", "items", "errata"}}
	for _, p := range r.Papers {
		lines = append(lines, []string{p.Key, p.Title, fmt.Sprint(p.Items), fmt.Sprint(p.Errata)})
	}
	return counted.Lines(lines, 0)
}

// Paper is queens.paper/1: the items of a paper.
type Paper struct {
	Schema string      `json:"schema" enum:"queens.paper/1"`
	Key    string      `json:"key"`
	Source string      `json:"source"`
	Items  []PaperItem `json:"items"`
}

// PaperItem is something that a paper says or shows.
type PaperItem struct {
	Item    string `json:"item"`
	Verdict string `json:"verdict"`
	Command string `json:"command,omitempty"` // that reproduces it
	Prints  string `json:"prints,omitempty"`  // a part of what the command prints
}

// NewPaper returns the paper of a key of docs.Errata.
func NewPaper(key string) *Paper {
	source, _ := docs.FindSource(key)
	r := &Paper{Schema: "queens.paper/1", Key: key, Source: source.Text}
	for _, item := range docs.Items(key) {
		r.Items = append(r.Items, PaperItem{item.Item, item.Verdict, item.Command, item.Prints})
	}
	return r
}

// Text returns a paragraph for each item.
func (r *Paper) Text(s Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Source)
	for _, item := range r.Items {
		fmt.Fprintf(&b, "\n%s\n  verdict  %s\n", item.Item, item.Verdict)
		if item.Command != "" {
			fmt.Fprintf(&b, "  command  %s\n  prints   %s\n", item.Command, item.Prints)
		}
	}
	return b.String()
}
