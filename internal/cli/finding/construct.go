package finding

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/construct"
	"queens/find/huge"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// constructOptions are the flags of `queens construct`.
type constructOptions struct {
	method string
	list   bool
	count  int
	base   int
	json   bool
}

func newConstruct(a *app) *cobra.Command {
	var o constructOptions
	var names []string
	for _, p := range construct.All() {
		names = append(names, p.Name)
	}
	cmd := &cobra.Command{
		Use:   "construct N",
		Short: "Solutions by closed forms and from smaller ones, by name",
		Long: `Construct writes solutions down by rule, without searching: closed forms, knight walks,
polygons, magic squares, solutions put together from smaller ones. With an order it
lists every rule that works for it, with its solution up to order 32 and what it is made
of beyond. With --method it prints the solution of one rule, or the first --count of them
where a rule has several. --list prints all rules and the orders they work for.

Exit codes: 0 done, 2 bad argument or a rule that does not work for N, 3 no solution
exists, 4 the rule has fewer solutions than --count, 130 interrupted.`,
		Example: `  queens construct 14
  queens construct 25 --method composed-solutions
  queens construct 11 --method star-polygon --count 8
  queens construct --list`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.list {
				if len(args) > 0 || o.method != "" {
					return kit.Usagef("construct: --list stands alone")
				}
				return a.listPatterns(o)
			}
			n, err := kit.OrderBetween("construct", args, 1, queens.MaxProblemOrder)
			if err != nil {
				return err
			}
			if err := kit.CheckOutputBase(o.base, o.json); err != nil {
				return err
			}
			switch {
			case n == 2 || n == 3:
				return kit.None("construct", n, "solution")
			case o.count < 1:
				return kit.Usagef("construct: --count %d: want 1 or more", o.count)
			case o.method != "":
				return a.constructBy(cmd.Context(), n, o)
			case o.count > 1:
				return kit.Usagef("construct: --count goes with --method")
			}
			return a.constructAll(n, o)
		},
	}
	kit.AddChoice(cmd, &o.method, "method", names, "the rule")
	cmd.Flags().Lookup("method").Usage = "the rule, a name that --list prints"
	cmd.Flags().BoolVar(&o.list, "list", false, "list the rules and the orders they work for")
	cmd.Flags().IntVarP(&o.count, "count", "n", 1, "how many solutions of the rule")
	kit.AddBase(cmd, &o.base)
	kit.AddJSONLines(cmd, &o.json, "--method")
	return cmd
}

// listPatterns answers `queens construct --list`.
func (a *app) listPatterns(o constructOptions) error {
	return a.Print(showRules(), o.json)
}

// constructAll answers `queens construct N`.
func (a *app) constructAll(n int, o constructOptions) error {
	if n == 0 {
		return kit.Usagef("construct: order 0: want 1 to %d", queens.MaxProblemOrder)
	}
	c, err := constructAll(n)
	if err != nil {
		return err
	}
	return a.PrintIn(o.base, c, o.json)
}

// constructBy answers `queens construct N --method NAME`.
func (a *app) constructBy(ctx context.Context, n int, o constructOptions) error {
	p, _ := construct.Find(o.method)
	if why := p.Refuses(n); why != "" {
		return kit.Usagef("construct: order %d: %s: %s", n, p.Name, why)
	}
	boards, err := p.Boards(n)
	if err != nil {
		return err
	}
	printed := 0
	for b := range boards {
		stream := huge.Placement{Order: b.Order, Rows: b.Blocks()}
		var err error
		if o.json {
			err = (&answer.Solution{Schema: "queens.solution/1", Order: n, Method: p.Name, MadeOf: b.Note}).WriteStream(ctx, a.Stdout, stream)
		} else if err = huge.WriteText(ctx, a.Stdout, stream, o.base); err == nil {
			_, err = fmt.Fprintln(a.Stdout)
		}
		if err != nil {
			return err
		}
		if printed++; printed == o.count {
			return nil
		}
	}
	return kit.WithCode(kit.CodePartial, fmt.Errorf("construct: %s has %s of order %d; %d were asked for",
		p.Name, human.Plural(printed, "solution"), n, o.count))
}
