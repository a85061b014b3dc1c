package mathematics

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/internal/claims"
	"queens/internal/cli/kit"
	"queens/internal/named"
)

func newPapers(a *app) *cobra.Command {
	cmd := a.Command("papers", nil, func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			var papers []paperSummary
			for _, text := range docs.Errata() {
				key := text.Source.Key
				papers = append(papers, paperSummary{key, text.Title, len(docs.Items(key)), len(text.Errata)})
			}
			return a.Print(texts.Show("queens.papers/1", map[string]any{"papers": papers}))
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
		source, _ := docs.FindSource(keys[i])
		r := paperAnswer{keys[i], source.Text, docs.Items(keys[i])}
		return a.Print(texts.Show("queens.paper/1", r))
	})
	cmd.ValidArgsFunction = kit.CompleteFirst(paperKeys)
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
	cmd := a.Command("papers try", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Print(texts.Show("queens.claims/1", map[string]any{"claims": claims.All()}))
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
		f.Boards = append([]queens.Perm{}, f.Boards...) // never null
		return a.Answer(texts.Show("queens.claim/1", claimAnswer{t.No, n, t.Question, f}), err)
	})
	cmd.ValidArgsFunction = kit.CompleteFirst(func() []cobra.Completion {
		return named.Names(claims.All(), func(t claims.Trial) string {
			return cobra.CompletionWithDesc(t.No, t.Question)
		})
	})
	cmd.Args = kit.Args(0, 2, "a key and an order: queens papers try T2 5")
	return cmd
}

type paperSummary struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Items  int    `json:"items"`
	Errata int    `json:"errata"`
}

type paperAnswer struct {
	Key    string      `json:"key"`
	Source string      `json:"source"`
	Items  []docs.Item `json:"items"`
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

type claimAnswer struct {
	No       string `json:"no"`
	Order    int    `json:"order,omitempty"` // missing: it is about no order
	Question string `json:"question"`
	claims.Finding
}

// columns returns a line of three texts side by side, each wrapped.
func columns(said, here, verdict string) string {
	var b strings.Builder
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
	return b.String()
}

// claimOf returns the claim with this number, none if it cannot be tried.
func claimOf(no string) (one []claims.Trial) {
	if t, ok := claims.Find(no); ok {
		one = append(one, t)
	}
	return one
}
