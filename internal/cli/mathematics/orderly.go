package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/math/orderly"
)

type orderlyOptions struct {
	List  bool
	Check bool
}

func newOrderly(a *app) *cobra.Command {
	var o orderlyOptions
	var kinds []cobra.Completion
	for _, k := range orderly.Kinds() {
		kinds = append(kinds, cobra.CompletionWithDesc(k.Name, k.Summary))
	}
	cmd := a.Command("math orderly", &o, "kinds", orderlyTable())
	cmd.Args = kit.Args(2, 2, "what and how large: queens math orderly graphs 5")
	cmd.ValidArgs = kinds
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		k, n, err := orderlyArguments(args)
		switch {
		case err != nil:
			return err
		case o.Check && o.List:
			return kit.Usagef("--check and --list cannot be combined")
		case o.Check:
			return a.checkOrderly(cmd.Context(), k, n, o)
		default:
			return a.orderly(cmd.Context(), k, n, o)
		}
	}
	return cmd
}

func orderlyTable() string {
	var b strings.Builder
	for _, k := range orderly.Kinds() {
		fmt.Fprintf(&b, "  %-12s %2d  %s\n", k.Name, k.Max, k.Summary)
	}
	return b.String()
}

func orderlyArguments(args []string) (k orderly.Kind, n int, err error) {
	var names []string
	for _, kind := range orderly.Kinds() {
		names = append(names, kind.Name)
		if kind.Name == args[0] {
			k = kind
		}
	}
	if k.Name == "" {
		return k, 0, kit.Usagef("no kind %q%s; want one of %s", args[0], kit.DidYouMean(args[0], names),
			strings.Join(names, ", "))
	}
	if n, err = strconv.Atoi(args[1]); err != nil {
		return k, 0, kit.Usagef("math orderly %s: %q is not a number from %d to %d", k.Name, args[1], k.Min, k.Max)
	}
	return k, n, nil
}

func (a *app) orderly(ctx context.Context, k orderly.Kind, n int, o orderlyOptions) error {
	out := bufio.NewWriter(a.Stdout)
	var visit func(object string)
	switch {
	case o.List && a.JSON:
		visit = func(object string) {
			// a.Stdout remembers the error
			_ = printer.WriteJSON(out, orderlyAnswer{Kind: k.Name, N: n, Object: object}.json())
		}
	case o.List:
		visit = func(object string) { fmt.Fprintln(out, object) }
	}
	r, err := countOrderly(ctx, k, n, visit)
	switch {
	case err != nil:
		return err
	case o.List:
		return out.Flush()
	default:
		return a.Print(printer.Shown{JSON: r.json(), Print: r.text})
	}
}

func (a *app) checkOrderly(ctx context.Context, k orderly.Kind, n int, o orderlyOptions) error {
	err := k.Check(ctx, n)
	if err != nil && (kit.ExitCode(err) != kit.CodeFailed) { // wrong usage, or interrupted
		return err
	}
	holds := err == nil
	r := orderlyAnswer{Kind: k.Name, N: n, Holds: &holds}
	if err != nil {
		r.Counterexample = err.Error()
	}
	if a.JSON || holds {
		text := fmt.Sprintf("%s for %d: one canonical object in each class, coverage, monotonicity, proper "+
			"order: all hold\n", k.Name, n)
		if err := a.Print(printer.Shown{
			JSON: r.json(), Print: func(printer.Style) string { return text },
		}); err != nil {
			return err
		}
	}
	if err != nil {
		return kit.WithCode(kit.CodeRefuted, err)
	}
	return nil
}

// orderlyAnswer counts combinatorial objects up to symmetry, or says whether the conditions of
// orderly generation hold, or is one of the objects: queens.orderly/1.
type orderlyAnswer struct {
	Kind           string        `json:"kind"`
	N              int           `json:"n"`
	Size           string        `json:"size,omitempty"` // what a size is
	Series         string        `json:"series,omitempty"`
	Total          *queens.Total `json:"total,omitempty"`
	Sizes          []orderlySize `json:"sizes,omitempty"`
	Holds          *bool         `json:"holds,omitempty"`
	Counterexample string        `json:"counterexample,omitempty"`
	Object         string        `json:"object,omitempty"`
}

func (r orderlyAnswer) json() printer.JSON { return printer.JSON{Schema: "queens.orderly/1", Value: r} }

type orderlySize struct {
	Size         int           `json:"size"`
	Objects      queens.Total  `json:"objects"`
	Candidates   int           `json:"candidates,string"`
	NotCanonical int           `json:"notCanonical,string"`
	OutOfOrder   int           `json:"outOfOrder,string"`
	Known        *queens.Total `json:"known,omitempty"`
}

// countOrderly counts the objects of a kind for n; visit, which may be nil, is called with
// each.
func countOrderly(ctx context.Context, k orderly.Kind, n int, visit func(object string)) (*orderlyAnswer, error) {
	r := &orderlyAnswer{Kind: k.Name, N: n, Size: k.Size, Series: k.Series, Total: new(queens.Total)}
	for c, err := range k.Counts(ctx, n, visit) {
		if err != nil {
			return nil, err
		}
		s := orderlySize{c.Size, queens.NewTotal(uint64(c.Objects)), c.Candidates, c.NotCanonical, c.OutOfOrder, nil}
		isKnown, err := answer.Compare(s.Objects, fmt.Sprintf("orderly: %s for %d, %d %s", k.Name, n, c.Size,
			k.Size), k.Series, n, c.Size)
		if err != nil {
			return nil, err
		}
		if isKnown {
			s.Known = &s.Objects
		}
		*r.Total = r.Total.Plus(s.Objects)
		r.Sizes = append(r.Sizes, s)
	}
	return r, nil
}

func (r *orderlyAnswer) text(printer.Style) string {
	objects := r.Kind
	if objects == r.Size { // queens, by the number of queens
		objects = "placements"
	}
	lines := [][]string{{r.Size, objects, "candidates"}}
	confirmed, candidates := 0, 0
	for _, s := range r.Sizes {
		lines = append(lines, []string{strconv.Itoa(s.Size), s.Objects.String(), strconv.Itoa(s.Candidates)})
		candidates += s.Candidates
		if s.Known != nil {
			confirmed++
		}
	}
	lines = append(lines, []string{"all", r.Total.String(), strconv.Itoa(candidates)})
	verdict := fmt.Sprintf("equal to the known values (queens table %s)", r.Series)
	switch confirmed {
	case len(r.Sizes):
	case 0:
		verdict = "no value is known to compare with"
	default:
		verdict = fmt.Sprintf("%d of %d sizes %s", confirmed, len(r.Sizes), verdict)
	}
	return printer.Numbers(lines) + "\n" + verdict + "\n"
}
