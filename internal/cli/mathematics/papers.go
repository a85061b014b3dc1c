package mathematics

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/internal/answer/printer"
	"queens/internal/claims"
	"queens/internal/cli/kit"
)

func newPapers(a *app) *cobra.Command {
	cmd := a.Command("papers", nil)
	cmd.ValidArgsFunction = kit.CompleteFirst(paperKeys)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Print(showPapers())
		}
		keys := paperKeys()
		i := slices.IndexFunc(keys, func(key string) bool {
			return strings.HasPrefix(key, strings.ToLower(args[0]))
		})
		if i < 0 || len(args) > 1 {
			if _, ok := docs.FindErratum(strings.ToUpper(args[0])); ok {
				return kit.Usagef("%s is an erratum: queens papers try %[1]s", strings.ToUpper(args[0]))
			}
			return kit.Usagef("no paper %q%s; want one of %s, or try", strings.Join(args, " "),
				kit.DidYouMean(args[0], keys), strings.Join(keys, ", "))
		}
		return a.Print(showPaper(keys[i]))
	}
	cmd.AddCommand(newTry(a))
	return cmd
}

func paperKeys() (keys []string) {
	for _, text := range docs.Errata() {
		keys = append(keys, text.Source.Key)
	}
	return keys
}

func newTry(a *app) *cobra.Command {
	cmd := a.Command("papers try", nil)
	cmd.Args = kit.Args(0, 2, "a key and an order: queens papers try T2 5")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Print(showClaims())
		}
		t, ok := claims.Find(strings.ToUpper(args[0]))
		if !ok {
			return kit.Usagef("there is no claim %q; queens papers try lists them", args[0])
		}
		n := t.Usual
		if len(args) > 1 {
			var err error
			if t.High == 0 {
				return kit.Usagef("%s is about no order; leave %q out", t.No, args[1])
			}
			if n, err = kit.OrderBetween(cmd, args[1:], t.Low, t.High); err != nil {
				return err
			}
		}
		f, err := t.Run(cmd.Context(), n)
		if err != nil {
			return err
		}
		f.Boards = append([]queens.Perm{}, f.Boards...) // never null
		c := claimAnswer{t.No, n, t.Question, f}
		return a.Print(printer.Show("queens.claim/1", c, c.text))
	}
	return cmd
}

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
		r.Items = append(r.Items, paperItem{
			item.Item, item.Erratum.Printed, item.Erratum.Right, item.Verdict, item.Command, item.Prints,
		})
	}
	return printer.Show("queens.paper/1", r, r.text)
}

func (r paperAnswer) text(printer.Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", strings.Join(wrapped(r.Source, 79), "\n"))
	writeRow(&b, "the paper", "here", "verdict")
	for _, item := range r.Items {
		b.WriteString("\n")
		said, here, verdict, below := item.Item, docs.Evidence(item.Command, item.Prints), item.Verdict, ""
		if item.Printed != "" {
			said, here = item.Printed, item.Right
		}
		if len(verdict) > 56 {
			verdict, below = "see below", verdict
		}
		writeRow(&b, said, here, verdict)
		for _, line := range wrapped(below, 79) {
			b.WriteString(line + "\n")
		}
		if item.Command != "" {
			fmt.Fprintf(&b, "$ %s\n", item.Command)
		}
	}
	return b.String()
}

func writeRow(b *strings.Builder, said, here, verdict string) {
	columns := [...][]string{wrapped(said, 30), wrapped(here, 30), wrapped(verdict, 14)}
	for i := range max(len(columns[0]), len(columns[1]), len(columns[2])) {
		var line strings.Builder
		for k, column := range columns {
			if i < len(column) {
				line.WriteString(strings.Repeat(" ", 32*k-utf8.RuneCountInString(line.String())) + column[i])
			}
		}
		b.WriteString(line.String() + "\n")
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

func showClaims() printer.Shown {
	return printer.Show("queens.claims/1", map[string]any{"claims": claims.All()}, func(printer.Style) string {
		var groups []string
		for _, text := range docs.Errata() {
			var lines [][]string
			for _, e := range text.Errata {
				t, ok := claims.Find(e.No)
				if !ok {
					continue
				}
				orders := ""
				if t.High > 0 {
					orders = fmt.Sprintf("%d to %d", t.Low, t.High)
				}
				lines = append(lines, []string{t.No, orders, t.Question + "?"})
			}
			groups = append(groups, text.Source.Key+"\n"+printer.Lines(lines))
		}
		return strings.Join(groups, "\n")
	})
}

type claimAnswer struct {
	No       string `json:"no"`
	Order    int    `json:"order,omitempty"` // missing: it is about no order
	Question string `json:"question"`
	claims.Finding
}

func (c claimAnswer) text(s printer.Style) string {
	var b strings.Builder
	question := c.Question
	if c.Order > 0 {
		question += fmt.Sprintf(", n = %d", c.Order)
	}
	fmt.Fprintf(&b, "%s  %s?\nas printed  %s\nin fact     %s\n", c.No, question, c.Printed, c.Found)
	if c.Holds {
		b.WriteString("it holds\n")
	}
	for i, p := range c.Boards {
		if i == 0 {
			b.WriteString(c.Shows + ":\n")
		}
		b.WriteString("  " + s.Perm(p) + "\n")
	}
	return b.String()
}
