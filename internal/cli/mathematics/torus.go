package mathematics

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens"
	"queens/count/ledger"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/known"
	"queens/math/torus"
)

// torusOptions are the flags of `queens torus`.
type torusOptions struct {
	set         string
	equivalence string
	conflicts   bool
	necklaces   bool
	json        bool
}

// everything is the value of --set and --equivalence that asks for all.
const everything = "all"

func newTorus(a *app) *cobra.Command {
	o := torusOptions{set: everything, equivalence: everything}
	var sets strings.Builder
	setNames, equivalenceNames := []string{everything}, []string{everything}
	for _, b := range torus.Bases() {
		setNames = append(setNames, b.String())
		fmt.Fprintf(&sets, "  %-15s %s, to order %d\n", b, b.Summary(), b.MaxOrder())
	}
	for _, e := range torus.Equivalences() {
		equivalenceNames = append(equivalenceNames, e.String())
	}
	cmd := &cobra.Command{
		Use:   "torus N",
		Short: "Classes of solutions on the torus, and their conflicts",
		Long: `Torus joins the opposite sides of the board of order N and counts which placements
are then the same. The sets:

` + sets.String() + `
Members are the same up to: none (only equal ones), board (rotation, reflection),
congruence (and shifts of rows and columns), similarity (and multiplication of both by
one number prime to N), affine (and by one for rows and another for columns).

With one --set and one --equivalence the classes are listed by size: images in all,
and members of the set. --conflicts counts the regular solutions by their conflicts,
pairs of queens on one diagonal that goes on at the opposite side: by pairs, by queens
in a conflict, by components of the graph of conflicts, by the largest of them.
--necklaces counts the diagonals of the torus over all regular solutions by what they
look like: closed strings of beads, 1 for a queen, up to rotation, reversal and
multiplication of positions by a number prime to N.

What one of the sources prints as the definition of modular solutions is another
condition, which hardly any placement meets (docs/errata.md T2).

Exit codes: 0 done, 2 bad argument, 3 a count is not the known value, 130 interrupted.`,
		Example: `  queens torus 8
  queens torus 13 --set toroidal --equivalence congruence
  queens torus 8 --conflicts
  queens torus 8 --necklaces
  queens torus 11 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderUpTo("torus", args, torus.Toroidal.MaxOrder())
			if err != nil {
				return err
			}
			switch {
			case (o.conflicts || o.necklaces) && (o.set != everything || o.equivalence != everything):
				return kit.Usagef("torus: --conflicts and --necklaces are about all regular solutions; leave out --set and --equivalence")
			case o.conflicts && o.necklaces:
				return kit.Usagef("torus: --conflicts and --necklaces do not go together")
			case o.necklaces:
				return a.torusNecklaces(cmd.Context(), n, o)
			case o.conflicts:
				return a.torusConflicts(cmd.Context(), n, o)
			default:
				return a.torusClasses(cmd.Context(), n, o)
			}
		},
	}
	kit.AddChoice(cmd, &o.set, "set", setNames, "which placements")
	kit.AddChoice(cmd, &o.equivalence, "equivalence", equivalenceNames, "which of them are the same")
	cmd.Flags().BoolVar(&o.conflicts, "conflicts", false, "count the regular solutions by their conflicts on the torus")
	cmd.Flags().BoolVar(&o.necklaces, "necklaces", false, "count what the diagonals of regular solutions look like")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// classesReport is the classes of one set under one equivalence.
type classesReport struct {
	Set         torus.Base        `json:"set"`
	Equivalence torus.Equivalence `json:"equivalence"`
	torus.Classes
	Known string `json:"known,omitempty"` // series that the number was found equal to
}

// torusReport is the JSON form of the answer, queens.torus/1.
type torusReport struct {
	Schema  string          `json:"schema"`
	Order   int             `json:"order"`
	Classes []classesReport `json:"classes"`
}

// torusSeries names the known numbers of classes.
var torusSeries = map[torus.Base]map[torus.Equivalence]string{
	torus.Regular: {
		torus.None: "solutions", torus.Board: "fundamental", torus.Congruence: "torus-congruence", torus.Similarity: "torus-similarity",
	},
	torus.Toroidal: {
		torus.None: "toroidal", torus.Congruence: "toroidal-classes", torus.Similarity: "toroidal-similarity-classes",
	},
}

// torusClasses answers `queens torus` without --conflicts.
func (a *app) torusClasses(ctx context.Context, n int, o torusOptions) error {
	r := torusReport{Schema: "queens.torus/1", Order: n, Classes: []classesReport{}}
	for _, b := range torus.Bases() {
		if o.set != everything && o.set != b.String() || o.set == everything && (n > b.MaxOrder() || n < 1) {
			continue
		}
		for _, e := range torus.Equivalences() {
			if o.equivalence != everything && o.equivalence != e.String() {
				continue
			}
			a.Status.Say("order %d: %v up to %v", n, b, e)
			classes, err := torus.Count(ctx, n, b, e)
			if err != nil {
				return err
			}
			report := classesReport{Set: b, Equivalence: e, Classes: classes}
			if want, ok := known.Lookup(torusSeries[b][e], n); ok {
				report.Known = torusSeries[b][e]
				if got := queens.NewTotal(uint64(classes.Number)); got != want.Value {
					return fmt.Errorf("torus: order %d: %v %v classes up to %v, but the known value is %v: %w",
						n, got, b, e, want.Value, ledger.ErrMismatch)
				}
			}
			r.Classes = append(r.Classes, report)
		}
	}
	switch {
	case len(r.Classes) == 0:
		return fmt.Errorf("torus: order %d: want 1 to %d: %w", n, torus.Toroidal.MaxOrder(), queens.ErrOrder)
	case o.json:
		return kit.WriteJSON(a.Stdout, r)
	case len(r.Classes) == 1:
		return a.printClasses(r.Classes[0])
	default:
		return a.printTorus(r)
	}
}

// printTorus prints the number of classes, a line for each set.
func (a *app) printTorus(r torusReport) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	var head, line []string
	for i, c := range r.Classes {
		if i == 0 || c.Set != r.Classes[i-1].Set {
			line = []string{c.Set.String(), strconv.Itoa(c.Members)}
		}
		if c.Set == r.Classes[0].Set {
			head = append(head, c.Equivalence.String())
		}
		line = append(line, strconv.Itoa(c.Number))
		if last := i+1 == len(r.Classes) || r.Classes[i+1].Set != c.Set; last {
			if c.Set == r.Classes[0].Set {
				fmt.Fprintln(out, "set\tmembers\tup to "+strings.Join(head, "\t"))
			}
			fmt.Fprintln(out, strings.Join(line, "\t"))
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, c := range r.Classes {
		if c.Members == 0 && c.Equivalence == torus.None {
			fmt.Fprintln(a.Stdout, noMembers(r.Order, c.Set))
		}
	}
	return nil
}

// noMembers says why a set of placements is empty.
func noMembers(n int, b torus.Base) string {
	if b == torus.Toroidal {
		return fmt.Sprintf("toroidal: none, because %d is divisible by 2 or 3", n)
	}
	return fmt.Sprintf("%v: order %d has no solution", b, n)
}

// printClasses prints the classes of one set under one equivalence.
func (a *app) printClasses(c classesReport) error {
	fmt.Fprintf(a.Stdout, "%s: %s up to %v\n", c.Set.Summary(), human.Plural(c.Members, "member"), c.Equivalence)
	fmt.Fprintf(a.Stdout, "%d classes\n", c.Number)
	for _, list := range []struct {
		what string
		rows []torus.SizeRow
	}{{"images", c.Sizes}, {"members", c.Meets}} {
		var text strings.Builder
		for _, row := range list.rows {
			text.WriteString(fmt.Sprintf("  %d x %d", row.Classes, row.Size))
		}
		if _, err := fmt.Fprintf(a.Stdout, "by %-8s%s\n", list.what, human.Dash(strings.TrimPrefix(text.String(), "  "))); err != nil {
			return err
		}
	}
	return nil
}

// torusConflicts answers `queens torus --conflicts`.
func (a *app) torusConflicts(ctx context.Context, n int, o torusOptions) error {
	tables, err := torus.Tables(ctx, n)
	if err != nil {
		return err
	}
	longest := 0
	for _, t := range tables {
		longest = max(longest, len(t.Counts))
		for k, count := range t.Counts {
			v, ok := known.Lookup(t.Name, n, k)
			if got := queens.NewTotal(uint64(count)); ok && got != v.Value {
				return fmt.Errorf("torus: order %d: %v solutions with %d of %s, but the known value is %v: %w", n, got, k, t.Name, v.Value, ledger.ErrMismatch)
			}
		}
	}
	if o.json {
		return writeConflictsJSON(a.Stdout, n, tables)
	}
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	var head strings.Builder
	head.WriteString("k\t")
	for _, t := range tables {
		head.WriteString(t.Name + "\t")
	}
	fmt.Fprintln(out, head.String())
	for k := range longest {
		var line strings.Builder
		line.WriteString(strconv.Itoa(k) + "\t")
		for _, t := range tables {
			if k < len(t.Counts) {
				line.WriteString(strconv.Itoa(t.Counts[k]))
			}
			line.WriteString("\t")
		}
		fmt.Fprintln(out, line.String())
	}
	return out.Flush()
}

// torusNecklaces answers `queens torus --necklaces`.
func (a *app) torusNecklaces(ctx context.Context, n int, o torusOptions) error {
	list, err := torus.Necklaces(ctx, n)
	if err != nil {
		return err
	}
	if o.json {
		return kit.WriteJSON(a.Stdout, struct {
			Schema    string           `json:"schema"`
			Order     int              `json:"order"`
			Necklaces []torus.Necklace `json:"necklaces"`
		}{"queens.torus-necklaces/1", n, list})
	}
	for _, x := range list {
		if _, err := fmt.Fprintf(a.Stdout, "%s  %d\n", x.Beads, x.Count); err != nil {
			return err
		}
	}
	return nil
}

// writeConflictsJSON writes the JSON form of the tables, queens.torus-conflicts/1: counts
// are decimal strings there.
func writeConflictsJSON(w io.Writer, n int, tables []torus.Table) error {
	type table struct {
		Name   string   `json:"name"`
		Counts []string `json:"counts"`
	}
	report := struct {
		Schema string  `json:"schema"`
		Order  int     `json:"order"`
		Tables []table `json:"tables"`
	}{"queens.torus-conflicts/1", n, make([]table, len(tables))}
	for i, t := range tables {
		report.Tables[i] = table{t.Name, make([]string, len(t.Counts))}
		for k, count := range t.Counts {
			report.Tables[i].Counts[k] = strconv.Itoa(count)
		}
	}
	return kit.WriteJSON(w, report)
}
