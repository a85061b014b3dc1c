package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/draw"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/math/torus"
)

type torusOptions struct {
	of          string
	equivalence string
	show        string
	List        bool
	picture     pictureOptions
}

var torusShows = []string{"classes", "conflicts", "necklaces", "tree"}

const everything = "all"

func newTorus(a *app) *cobra.Command {
	o := torusOptions{show: torusShows[0]}
	var sets strings.Builder
	for _, b := range torus.Bases() {
		fmt.Fprintf(&sets, "  %-15s %s, to order %d\n", b, b.Summary(), b.MaxOrder())
	}
	most := torus.Toroidal.MaxOrder()
	cmd := a.Command("math torus", &o, kit.ForOrder(1, most, func(cmd *cobra.Command, n int) error {
		if err := a.checkTorus(cmd, o); err != nil {
			return err
		}
		switch {
		case o.show == "tree":
			return a.torusTree(cmd.Context(), n, o)
		case o.List && (o.of == everything || o.equivalence == everything):
			return kit.Usagef("--list wants one set (--of) and one --equivalence")
		case o.List:
			return a.torusRepresentatives(cmd.Context(), n, o)
		case o.show == "necklaces":
			return a.Answer(countTorusNecklaces(cmd.Context(), n))
		case o.show == "conflicts":
			return a.Answer(countTorusConflicts(cmd.Context(), n))
		default:
			return a.torusClasses(cmd.Context(), n, o)
		}
	}), "sets", sets.String())
	kit.Flag(cmd, "of", &o.of, append([]string{everything},
		named.Names(torus.Bases(), func(b torus.Base) string { return string(b) })...)...)
	kit.Flag(cmd, "equivalence", &o.equivalence, append([]string{everything},
		named.Names(torus.Equivalences(), torus.Equivalence.String)...)...)
	kit.Flag(cmd, "show", &o.show, torusShows...)
	a.addPicture(cmd, &o.picture, pictureText)
	return cmd
}

func (a *app) checkTorus(cmd *cobra.Command, o torusOptions) error {
	tree := o.show == "tree"
	return cmp.Or(
		kit.Without(cmd, !tree, "needs --show tree", "output", "format", "theme"),
		kit.Without(cmd, tree && a.JSON, "cannot be combined with --json", "output", "format", "theme"),
		kit.Without(cmd, tree, "cannot be combined with --show tree", "equivalence", "list"),
		kit.Without(cmd, !tree && o.show != torusShows[0], "cannot be combined with --show "+o.show+", which is "+
			"about all regular solutions", "of", "equivalence", "list"))
}

func (a *app) torusClasses(ctx context.Context, n int, o torusOptions) error {
	r := torusAnswer{Order: n}
	for _, b := range torus.Bases() {
		if o.of != string(b) && (o.of != everything || n < 1 || n > b.MaxOrder()) {
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
			c := torusClass{Set: b, Equivalence: e, Classes: classes}
			name := torusSeries[b][e]
			known, err := answer.Compare(queens.NewTotal(uint64(classes.Number)),
				fmt.Sprintf("order %d: %v up to %v", n, b, e), name, n)
			if err != nil {
				return err
			}
			if known {
				c.Known = name
			}
			r.Classes = append(r.Classes, c)
		}
	}
	if r.Classes == nil {
		return errs.Errorf("order %d: want 1 to %d: %w", n, torus.Toroidal.MaxOrder(), queens.ErrOrder)
	}
	return a.Print(printer.Show("queens.torus/1", r, r.classesText))
}

func (a *app) torusRepresentatives(ctx context.Context, n int, o torusOptions) error {
	e, err := named.Find("equivalence", o.equivalence, torus.Equivalences(), torus.Equivalence.String)
	if err != nil {
		return err
	}
	list, err := torus.Representatives(ctx, n, torus.Base(o.of), e)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := a.Print(answer.ShowSolution(p, "", "")); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) torusTree(ctx context.Context, n int, o torusOptions) error {
	b := torus.Regular
	switch {
	case o.of != everything:
		b = torus.Base(o.of)
	case n%2 > 0 && n%3 > 0:
		b = torus.Toroidal
	}
	tree, err := torus.NewTree(ctx, n, b)
	if err != nil {
		return err
	}
	if len(tree.Classes) == 0 {
		return kit.None(n, string(b)+" solution")
	}
	text := func(s printer.Style) string { return tree.Title() + "\n" + classesText(s, tree.Classes, "") }
	return o.picture.Answer(a.App, printer.Show("queens.torus-tree/1", tree, text),
		draw.Tree{Tree: tree, Theme: o.picture.Theme}.Picture)
}

var torusSeries = map[torus.Base]map[torus.Equivalence]string{
	torus.Regular: {
		torus.None: "solutions", torus.Board: "fundamental", torus.Congruence: "torus-congruence",
		torus.Similarity: "torus-similarity",
	},
	torus.Toroidal: {
		torus.None: "toroidal", torus.Congruence: "toroidal-classes", torus.Similarity: "toroidal-similarity-classes",
	},
}

type torusClass struct {
	Set         torus.Base        `json:"set"`
	Equivalence torus.Equivalence `json:"equivalence"`
	torus.Classes
	Known string `json:"known,omitempty"` // series that the number was found equal to
}

type torusAnswer struct {
	Order     int              `json:"order"`
	Classes   []torusClass     `json:"classes,omitempty"`
	Conflicts []conflictTable  `json:"conflicts,omitempty"` // solutions by their conflicts on the torus
	Necklaces []torus.Necklace `json:"necklaces,omitempty"` // what diagonals of the torus look like
}

// conflictTable has the solutions with 0, 1, 2 and so on of something.
type conflictTable struct {
	Name   string         `json:"name"` // of the series of known values as well
	Counts []queens.Total `json:"counts"`
}

// classesText returns the classes of one set under one equivalence by size, or the number of
// classes, a line for each set.
func (r torusAnswer) classesText(s printer.Style) string {
	if len(r.Classes) == 1 {
		return texts.Text(s, "class", r.Classes[0])
	}
	lines := [][]string{{"set", "members"}}
	for _, c := range r.Classes {
		if c.Set == r.Classes[0].Set {
			lines[0] = append(lines[0], c.Equivalence.String())
		}
	}
	var empty strings.Builder
	for part := range slices.Chunk(r.Classes, len(lines[0])-2) {
		set := part[0]
		line := printer.Row(set.Set, set.Members)
		for _, c := range part {
			line = append(line, strconv.Itoa(c.Number))
		}
		lines = append(lines, line)
		switch {
		case set.Members > 0:
		case set.Set == torus.Toroidal:
			fmt.Fprintf(&empty, "toroidal: none, because %d is divisible by 2 or 3\n", r.Order)
		default:
			fmt.Fprintf(&empty, "%v: order %d has no solution\n", set.Set, r.Order)
		}
	}
	lines[0][2] = "up to " + lines[0][2]
	return printer.Lines(lines) + empty.String()
}

func countTorusConflicts(ctx context.Context, n int) (printer.Answer, error) {
	tables, err := torus.Tables(ctx, n)
	if err != nil {
		return printer.Answer{}, err
	}
	r := torusAnswer{Order: n}
	for _, t := range tables {
		c := conflictTable{Name: t.Name, Counts: []queens.Total{}}
		for k, count := range t.Counts {
			got := queens.NewTotal(uint64(count))
			if _, err := answer.Compare(got, fmt.Sprintf("order %d: solutions with %d", n, k),
				t.Name, n, k); err != nil {
				return printer.Answer{}, err
			}
			c.Counts = append(c.Counts, got)
		}
		r.Conflicts = append(r.Conflicts, c)
	}
	text := func(s printer.Style) string { return texts.Right().Text(s, "conflicts", r) }
	return printer.Show("queens.torus/1", r, text), nil
}

// Head returns the name of the column.
func (t conflictTable) Head() string { return strings.ReplaceAll(t.Name, "conflict-", "") }

// Longest returns the largest number of counts of a table.
func (r torusAnswer) Longest() (most int) {
	for _, t := range r.Conflicts {
		most = max(most, len(t.Counts))
	}
	return most
}

func countTorusNecklaces(ctx context.Context, n int) (printer.Answer, error) {
	list, err := torus.Necklaces(ctx, n)
	if err != nil {
		return printer.Answer{}, err
	}
	r := torusAnswer{Order: n, Necklaces: list}
	return printer.Show("queens.torus/1", r, func(s printer.Style) string { return texts.Text(s, "necklaces", r) }), nil
}

func classesText(style printer.Style, classes []*torus.Class, indent string) (text string) {
	for i, c := range classes {
		text += fmt.Sprintf("%s%s: %s", indent, c.Name(i), c.Note())
		if c.Equivalence == torus.Congruence {
			text += fmt.Sprintf("  %s\n", style.Perm(c.First))
		} else {
			text += "\n" + classesText(style, c.Parts, indent+"  ")
		}
	}
	return text
}
