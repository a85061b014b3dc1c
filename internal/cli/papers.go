package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/internal/claims"
	"queens/internal/cli/kit"
	"queens/internal/errs"
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
		key, err := findPaper(args[0], "check, or try")
		if err != nil {
			return err
		}
		source, _ := docs.FindSource(key)
		r := paperAnswer{key, source.Text, docs.Items(key)}
		if len(args) > 1 {
			no, err := strconv.Atoi(args[1])
			if err != nil || no < 1 || no > len(r.Items) {
				return kit.Usagef("%s has no item %q; its items are 1 to %d, and keys such as T2 are for queens "+
					"papers try", key, args[1], len(r.Items))
			}
			r.Items = r.Items[no-1 : no]
		}
		return a.Print(texts.Show("queens.paper/1", r))
	})
	cmd.ValidArgsFunction = kit.CompleteFirst(paperKeys)
	cmd.AddCommand(newCheckPaper(a), newTry(a))
	return cmd
}

// findPaper returns the key of a paper, from a prefix of it or the number of the text, 000 to 004.
// other names what else is possible.
func findPaper(name, other string) (string, error) {
	keys := paperKeys()
	for i, key := range keys {
		if name != "" && strings.HasPrefix(key, strings.ToLower(name)) || name == fmt.Sprintf("%03d", i) {
			return key, nil
		}
	}
	if _, ok := docs.FindErratum(strings.ToUpper(name)); ok {
		return "", kit.Usagef("%s is an erratum: queens papers try %[1]s", strings.ToUpper(name))
	}
	return "", kit.Usagef("no paper %q%s; want one of %s, %s", name, kit.DidYouMean(name, keys),
		strings.Join(keys, ", "), other)
}

func newCheckPaper(a *app) *cobra.Command {
	cmd := a.Command("papers check", nil, func(cmd *cobra.Command, args []string) error {
		keys := paperKeys()
		if args[0] != "all" {
			key, err := findPaper(args[0], "or all")
			if err != nil {
				return err
			}
			keys = []string{key}
		}
		papers, err := a.checkPapers(cmd.Context(), keys)
		if err != nil {
			return err
		}
		differ := 0
		for _, r := range papers {
			if err := a.Print(texts.Show("queens.paper-check/1", r)); err != nil {
				return err
			}
			differ += r.Differ
		}
		return kit.Refuted(differ > 0)
	})
	cmd.ValidArgsFunction = kit.CompleteFirst(func() []string { return append(paperKeys(), "all") })
	return cmd
}

// checkPapers runs the commands of papers without the user's variables, in a temporary directory
// for files that they write and for saved counts.
func (a *app) checkPapers(ctx context.Context, keys []string) (papers []paperCheck, err error) {
	dir, err := os.MkdirTemp("", "queens-papers-*")
	if err != nil {
		return nil, err
	}
	before, err := os.Getwd()
	variables := os.Environ()
	defer func() {
		_ = os.Chdir(before)
		os.Clearenv()
		for _, v := range variables {
			name, value, _ := strings.Cut(v, "=")
			_ = os.Setenv(name, value)
		}
		_ = os.RemoveAll(dir)
	}()
	for _, v := range variables {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "QUEENS_") {
			_ = os.Unsetenv(name)
		}
	}
	if err := cmp.Or(err, os.Chdir(dir), os.Setenv("QUEENS_STATE", dir)); err != nil {
		return nil, err
	}
	for _, key := range keys {
		r, items := paperCheck{Key: key}, docs.Items(key)
		done := a.Status.Measure("checking "+key, len(items))
		for _, item := range items {
			c := checkedItem{Item: item}
			if item.Command != "" {
				code, printed := a.Run(ctx, strings.Fields(item.Command)[1:])
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				printed = strings.Join(strings.Fields(printed), " ")
				holds := code != errs.Failed && docs.InOrder(printed, item.Prints)
				c.Reproduced = &holds
				r.Commands++
				if !holds {
					r.Differ++
				}
			}
			r.Items = append(r.Items, c)
			done(item.No)
		}
		papers = append(papers, r)
	}
	return papers, nil
}

type paperCheck struct {
	Key      string        `json:"key"`
	Items    []checkedItem `json:"items"`
	Commands int           `json:"commands"` // items with a command
	Differ   int           `json:"differ"`   // those whose output is not the stated one
}

type checkedItem struct {
	docs.Item
	Reproduced *bool `json:"reproduced,omitempty"` // missing: it has no command
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

// Outcome says whether the command printed what is stated.
func (c checkedItem) Outcome() string {
	switch {
	case c.Reproduced == nil:
		return "-"
	case *c.Reproduced:
		return "ok"
	}
	return "DIFFERS: " + c.Command
}

// wrapped returns the lines of a text of at most so many characters.
func wrapped(text string, width int) []string {
	return folded(strings.Join(strings.Fields(text), " "), width)
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
