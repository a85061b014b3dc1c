package mathematics

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"queens/docs"
	"queens/internal/answer/printer"
)

type paperSummary struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Items  int    `json:"items"`
	Errata int    `json:"errata"`
}

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

type paperAnswer struct {
	Key    string      `json:"key"`
	Source string      `json:"source"`
	Items  []paperItem `json:"items"`
}

type paperItem struct {
	Item    string `json:"item"`
	Printed string `json:"printed,omitempty"` // in the paper, where that is wrong or unclear
	Right   string `json:"right,omitempty"`   // instead
	Verdict string `json:"verdict"`
	Command string `json:"command,omitempty"` // that reproduces it
	Prints  string `json:"prints,omitempty"`  // a part of what the command prints
}

func showPaper(key string) printer.Shown {
	source, _ := docs.FindSource(key)
	r := paperAnswer{Key: key, Source: source.Text}
	for _, item := range docs.Items(key) {
		r.Items = append(r.Items, paperItem{item.Item, item.Erratum.Printed, item.Erratum.Right, item.Verdict, item.Command, item.Prints})
	}
	return printer.Show("queens.paper/1", r, r.text)
}

func (r paperAnswer) text(printer.Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", strings.Join(wrapped(r.Source, 79), "\n"))
	writeRow(&b, "the paper", "here", "verdict")
	for _, item := range r.Items {
		b.WriteString("\n")
		said, here := item.Item, item.Prints
		if item.Printed != "" {
			said, here = item.Printed, item.Right
		}
		writeRow(&b, said, here, item.Verdict)
		if item.Command != "" {
			fmt.Fprintf(&b, "$ %s\n", item.Command)
		}
	}
	return b.String()
}

func writeRow(b *strings.Builder, said, here, verdict string) {
	columns := [...][]string{wrapped(said, 30), wrapped(here, 30), wrapped(verdict, 14)}
	for i := range max(len(columns[0]), len(columns[1]), len(columns[2])) {
		line := ""
		for k, column := range columns {
			if i < len(column) {
				line += strings.Repeat(" ", 32*k-utf8.RuneCountInString(line)) + column[i]
			}
		}
		b.WriteString(line + "\n")
	}
}

func wrapped(text string, width int) (lines []string) {
	for word := range strings.FieldsSeq(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last]+word) < width {
			lines[last] += " " + word
			continue
		}
		for part := range slices.Chunk([]rune(word), width) {
			lines = append(lines, string(part))
		}
	}
	return lines
}
