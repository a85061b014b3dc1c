package algorithms

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"queens/count/plan"
	"queens/docs"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/catalogue"
	"queens/internal/cli/kit"
)

type explainOptions struct {
	kit.Form
	finds string
}

// markdown is the format of the page of all.
const markdown = "markdown"

const anyFind = "any"

func newExplain(a *app) *cobra.Command {
	o := explainOptions{finds: anyFind}
	kinds := []string{anyFind}
	for _, f := range solver.AllFinds() {
		kinds = append(kinds, f.String())
	}
	cmd := a.Command("explain", nil)
	cmd.ValidArgsFunction = completeNames
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.listAlgorithms(o)
		}
		if err := kit.Without(cmd, "filters the list of all algorithms; omit the name", "finds"); err != nil {
			return err
		}
		if o.Format == markdown {
			return kit.Usagef("--format markdown explains all algorithms; omit the name")
		}
		r, err := explain(strings.Join(args, " "))
		if err != nil {
			return err
		}
		return o.Print(a.App, a.Prose(r))
	}
	kit.Flag(cmd, "finds", &o.finds, kinds...)
	a.AddForm(cmd, &o.Form, map[string]string{"md": markdown}, "text", "json", markdown)
	return cmd
}

func (a *app) listAlgorithms(o explainOptions) error {
	var list []*solver.Algorithm
	for _, alg := range algorithms.All() {
		if o.finds == anyFind || alg.Finds.String() == o.finds {
			list = append(list, alg)
		}
	}
	var schemes []plan.Scheme
	if o.finds == anyFind {
		schemes = plan.Schemes()
	}
	r := answer.NewAlgorithms(list, schemes)
	if o.Format == markdown {
		return o.WriteText(a.App, r.Markdown())
	}
	return o.Print(a.App, r)
}

func explain(words string) (printer.Answer, error) {
	for _, s := range plan.Schemes() {
		if s.Name == words {
			return answer.NewExplainScheme(s), nil
		}
	}
	alg, err := findByWord(words)
	if err != nil {
		return nil, err
	}
	return answer.NewExplain(alg), nil
}

func completeNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	names := algorithms.Names()
	for _, s := range plan.Schemes() {
		names = append(names, s.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// findByWord returns the algorithm of that name, or the only one with these words in title or
// source.
func findByWord(words string) (*solver.Algorithm, error) {
	alg, err := catalogue.Find("explain", words)
	if err == nil {
		return alg, nil
	}
	var found []*solver.Algorithm
	for _, alg := range algorithms.All() {
		source, _ := docs.FindSource(alg.Source)
		text := strings.ToLower(alg.Title + "\n" + alg.Source + "\n" + source.Text)
		all := true
		for word := range strings.FieldsSeq(strings.ToLower(words)) {
			all = all && strings.Contains(text, word)
		}
		if all {
			found = append(found, alg)
		}
	}
	switch len(found) {
	case 0:
		return nil, err
	case 1:
		return found[0], nil
	}
	var text strings.Builder
	for _, alg := range found {
		fmt.Fprintf(&text, "\n  queens explain %-26s %s", alg.Name, alg.Title)
	}
	return nil, kit.Usagef("%d algorithms have %q in title or source:%s", len(found), words, text.String())
}
