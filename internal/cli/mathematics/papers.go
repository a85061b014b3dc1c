package mathematics

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/docs"
	"queens/internal/answer/printer"
	"queens/internal/claims"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func newPapers(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "papers [PAPER]",
		Short: "Five papers, item by item: what they say, and what is right",
		Long: `Papers lists the five texts that this program reproduces. With the key of one it prints
its items, each with the verdict, the command that reproduces it, and what that prints.
"queens papers try" tests single statements.

The errors in print are in "queens help errata".

Exit codes: 0 done, 2 unknown paper.`,
		Example: `  queens papers
  queens papers erbas1992
  queens papers try T2`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return paperKeys(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.Print(showPapers())
			}
			keys := paperKeys()
			i := slices.IndexFunc(keys, func(key string) bool { return strings.HasPrefix(key, strings.ToLower(args[0])) })
			if i < 0 || len(args) > 1 {
				return kit.Usagef("papers: no paper %q%s; want one of %s, or try", strings.Join(args, " "), kit.DidYouMean(args[0], keys), strings.Join(keys, ", "))
			}
			return a.Print(showPaper(keys[i]))
		},
	}
	cmd.AddCommand(newTry(a))
	return a.Command(cmd, nil)
}

func paperKeys() (keys []string) {
	for _, text := range docs.Errata() {
		keys = append(keys, text.Source.Key)
	}
	return keys
}

func newTry(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "try [KEY [N]]",
		Short: "Test statements of five papers",
		Long: `Try computes what a printed sentence says, and what is true. KEY is that of an erratum, T2
or Z14; "queens help errata T2" prints its sentences. N is an order; without it one that
shows the error is taken. Without KEY all that can be tried is listed, with its orders.

Exit codes: 0 done, whether the claim holds or not, 2 bad argument, 130 interrupted.`,
		Example: `  queens papers try
  queens papers try T2
  queens papers try Z14 10`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.Print(showClaims())
			}
			if len(args) > 2 {
				return kit.Usagef("papers try: %s, want a key and an order: queens papers try T2 5", humanize.Plural(len(args), "argument"))
			}
			t, ok := claims.Find(strings.ToUpper(args[0]))
			if !ok {
				return kit.Usagef("papers try: there is no claim %q; queens papers try lists them", args[0])
			}
			n := t.Usual
			if len(args) > 1 {
				var err error
				if t.High == 0 {
					return kit.Usagef("papers try: %s is about no order; leave %q out", t.No, args[1])
				}
				if n, err = kit.OrderBetween("papers try", args[1:], t.Low, t.High); err != nil {
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
		},
	}
	return a.Command(cmd, nil)
}
