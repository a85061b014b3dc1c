package mathematics

import (
	"fmt"
	"strings"

	"queens/docs"
	"queens/internal/answer/printer"
)

// paperSummary is one of the texts that the program reproduces.
type paperSummary struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Items  int    `json:"items"`
	Errata int    `json:"errata"`
}

// showPapers is queens.papers/1: a line for each paper.
func showPapers() printer.Shown {
	var papers []paperSummary
	lines := [][]string{{"paper", "title", "items", "errata"}}
	for _, text := range docs.Errata() {
		p := paperSummary{text.Source.Key, text.Title, len(docs.Items(text.Source.Key)), len(text.Errata)}
		papers = append(papers, p)
		lines = append(lines, []string{p.Key, p.Title, fmt.Sprint(p.Items), fmt.Sprint(p.Errata)})
	}
	return printer.Show("queens.papers/1", map[string]any{"papers": papers}, func(printer.Style) string {
		return printer.Lines(lines)
	})
}

// paperAnswer is what a paper says and shows.
type paperAnswer struct {
	Key    string      `json:"key"`
	Source string      `json:"source"`
	Items  []paperItem `json:"items"`
}

// paperItem is something that a paper says or shows.
type paperItem struct {
	Item    string `json:"item"`
	Verdict string `json:"verdict"`
	Command string `json:"command,omitempty"` // that reproduces it
	Prints  string `json:"prints,omitempty"`  // a part of what the command prints
}

// showPaper is queens.paper/1: a paragraph for each item of the paper with a key of docs.Errata.
func showPaper(key string) printer.Shown {
	source, _ := docs.FindSource(key)
	r := paperAnswer{Key: key, Source: source.Text}
	for _, item := range docs.Items(key) {
		r.Items = append(r.Items, paperItem{item.Item, item.Verdict, item.Command, item.Prints})
	}
	return printer.Show("queens.paper/1", r, r.text)
}

func (r paperAnswer) text(printer.Style) string {
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
