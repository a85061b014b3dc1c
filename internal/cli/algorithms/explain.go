package algorithms

import (
	"fmt"
	"io"
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

type explainOptions struct {
	finds  string
	format string
	json   bool
	output string
}

// explainFormats are the values of --format; markdown is for the list.
var explainFormats = []string{"text", "json", "markdown"}

const anyFind = "any"

func newExplain(a *app) *cobra.Command {
	o := explainOptions{finds: anyFind, format: explainFormats[0]}
	kinds := []string{anyFind}
	for _, f := range solver.AllFinds() {
		kinds = append(kinds, f.String())
	}
	cmd := &cobra.Command{
		Use:   "explain [NAME|WORD...]",
		Short: "Algorithms: what each finds, how it works, its cost and source",
		Long: `Explain describes one algorithm of the catalogue: what it finds, how it works, what
it costs, what it does not do, where it comes from and what is wrong in print, its
parameters and its pseudocode; or a method by which queens count counts. A word of the title or
of the source, such as the author, also works if it means one algorithm.

Without a name it lists them: what each finds (all solutions, all fundamental ones, or
some), the orders it takes, and whether queens watch can play its steps. --format markdown
writes a page with the explanation of every one.

Exit codes: 0 done, 1 cannot write, 2 bad argument.`,
		Example: `  queens explain
  queens explain --finds fundamental
  queens explain rohl-permutation
  queens explain topor --json
  queens explain parity
  queens explain dancing links`,
		ValidArgsFunction: completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := kit.Ending(cmd, o.output, &o.format, map[string]string{"md": "markdown"}); err != nil {
				return err
			}
			if o.json {
				o.format = "json"
			}
			if len(args) == 0 {
				return a.listAlgorithms(o)
			}
			if err := kit.Without(cmd, "is for the list of all; leave out the name", "finds"); err != nil {
				return err
			}
			if o.format == "markdown" {
				return kit.Usagef("explain: --format markdown writes the page of all; leave out the name")
			}
			r, err := explain(strings.Join(args, " "))
			switch {
			case err != nil:
				return err
			case o.format == "json":
				return a.output(o.output, func(w io.Writer) error { return answer.WriteJSON(w, r) })
			case o.output != "":
				return a.output(o.output, func(w io.Writer) error {
					_, err := io.WriteString(w, kit.Wrap(r.Text(answer.Style{}), kit.HelpWidth))
					return err
				})
			}
			return a.Page(kit.Wrap(r.Text(a.Style(1)), a.TextWidth()))
		},
	}
	kit.Flag(cmd, "finds", &o.finds, kinds...)
	kit.Flag(cmd, "format", &o.format, explainFormats...)
	kit.Flag(cmd, "json", &o.json)
	kit.Flag(cmd, "output", &o.output)
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
	if o.format == "text" && o.output == "" {
		return a.Print(r, false)
	}
	return a.output(o.output, func(w io.Writer) error {
		switch o.format {
		case "json":
			return answer.WriteJSON(w, r)
		case "markdown":
			_, err := io.WriteString(w, r.Markdown())
			return err
		default:
			_, err := io.WriteString(w, r.Text(answer.Style{}))
			return err
		}
	})
}

func (a *app) output(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(a.Stdout)
	}
	return kit.ReplaceFile(path, write)
}

type explanation interface{ Text(s answer.Style) string }

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
