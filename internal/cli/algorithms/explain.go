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
	"queens/internal/cli/catalogue"
	"queens/internal/cli/kit"
)

func newExplain(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain [NAME|WORD...]",
		Short: "How an algorithm works, its source, cost and limits",
		Long: `Explain describes one algorithm of the catalogue: what it finds, how it works, what
it costs, what it does not do, where it comes from and what is wrong in print, its
parameters and its pseudocode; or a scheme by which queens count counts.
Without a name it lists them. A word of the title or of the source, such as the author,
does as well if it means one algorithm.

Exit codes: 0 done, 2 bad argument.`,
		Example: `  queens explain rohl-permutation
  queens explain topor --json
  queens explain parity
  queens explain dancing links`,
		ValidArgsFunction: completeNames,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.Print(answer.NewAlgorithms(algorithms.All(), plan.Schemes()), asJSON)
			}
			r, err := explain(strings.Join(args, " "))
			if err != nil {
				return err
			}
			if asJSON {
				return answer.WriteJSON(a.Stdout, r)
			}
			return a.Page(kit.Wrap(r.Text(a.Style(1)), a.TextWidth()))
		},
	}
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// explanation is what explain answers.
type explanation interface{ Text(s answer.Style) string }

// explain explains the scheme of counting of that name, or the algorithm of that name or with these words.
func explain(words string) (explanation, error) {
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

// completeNames completes names of algorithms and schemes.
func completeNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	names := algorithms.Names()
	for _, s := range plan.Schemes() {
		names = append(names, s.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// findByWord returns the algorithm of that name, or the only one with these words in title or source.
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
	return nil, kit.Usagef("explain: %d algorithms have %q in title or source:%s", len(found), words, text.String())
}
