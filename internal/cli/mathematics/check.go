package mathematics

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/sym"
)

// checkOptions are the flags of `queens check`.
type checkOptions struct {
	kit.Reading
	topology string
	json     bool
}

func newCheck(a *app) *cobra.Command {
	o := checkOptions{topology: queens.Regular.String()}
	cmd := &cobra.Command{
		Use:   "check [PERM|-|@FILE]",
		Short: "Is it a solution, and if not, which queens attack each other",
		Long: `Check says whether a placement of one queen per column is a solution. If it is
not, every attacking pair is named: each queen with the nearest queen before it on
the same row or diagonal. If it is, check says whether it is one on the torus too,
which symmetries leave it unchanged, and whether it is the canonical one of its
images.

With - (or without an argument) every placement of standard input is checked, with
@FILE every one of a file, one answer a line. The input may have any format that queens
list and queens solve write, and says which it is; --from makes it one of them. In text
empty lines and lines that begin with # are skipped. Lines longer than 1 MB, and
placements in the binary form of queens solve, are checked as they stream by, in some
bits for each column; of those only the first attacking pair is named, its earlier queen
only if the input is a file.

Exit codes: 0 all are solutions, 2 bad input, 3 at least one is not a solution.`,
		Example: `  queens check 15863724
  queens check "a1 b2 c3 d4"
  queens check --topology modular 1,3,5,2,4
  queens list 6 --format csv | queens check -
  queens solve 100000000 --method greedy --format binary | queens check -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := kit.CheckBase(o.Base); err != nil {
				return err
			}
			arg, err := a.OneSolution("check", args)
			if err != nil {
				return err
			}
			return a.check(cmd.Context(), arg, o)
		},
	}
	kit.AddReading(cmd, &o.Reading)
	kit.AddChoice(cmd, &o.topology, "topology", queens.Topologies(), "the board")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// check prints a report for each placement and returns refuted if one of them is
// not a solution.
func (a *app) check(ctx context.Context, arg string, o checkOptions) (err error) {
	topology, err := queens.ParseTopology(o.topology)
	if err != nil {
		return err
	}
	if arg == "-" || strings.HasPrefix(arg, "@") {
		in, closeInput, err := a.openCheckInput(ctx, arg)
		if err != nil {
			return err
		}
		defer func() { _ = closeInput() }() // it was only read
		return a.checkStream(arg, in, topology, o)
	}
	allSolutions := true
	for pl, err := range a.Placements(ctx, arg, o.Reading) {
		if err != nil {
			return err
		}
		report := newCheckReport(pl.Perm, topology, o.Base)
		allSolutions = allSolutions && report.Solution
		if o.json {
			err = kit.WriteJSON(a.Stdout, report)
		} else {
			_, err = fmt.Fprint(a.Stdout, a.checkText(report))
		}
		if err != nil {
			return err
		}
	}
	if !allSolutions {
		return kit.Refuted()
	}
	return nil
}

// squareReport is a square in the base of the user.
type squareReport struct {
	Row int `json:"row"`
	Col int `json:"column"`
}

func newSquareReport(sq queens.Square, base int) squareReport {
	return squareReport{sq.Row + base, sq.Col + base}
}

// attackReport is an attacking pair.
type attackReport struct {
	A    squareReport `json:"a"`
	B    squareReport `json:"b"`
	Line string       `json:"line"`
}

// String names the two queens and their line.
func (r attackReport) String() string {
	return fmt.Sprintf("the queens at row %d, column %d and row %d, column %d share a %s", r.A.Row, r.A.Col, r.B.Row, r.B.Col, r.Line)
}

// symmetryReport is what is known about a permutation without repeated rows.
type symmetryReport struct {
	Class          *sym.Class     `json:"class,omitempty"` // of a solution
	OrbitSize      int            `json:"orbitSize"`
	Stabilizer     []sym.Symmetry `json:"stabilizer"`
	Canonical      bool           `json:"canonical"`
	Representative []int          `json:"representative"`
}

// newSymmetryReport describes the symmetry of p, a permutation.
func newSymmetryReport(p queens.Perm, base int) symmetryReport {
	g := sym.Stabilizer(p)
	least := sym.Canonical(p)
	r := symmetryReport{
		OrbitSize: sym.Count / g.Order(), Stabilizer: g.Symmetries(),
		Canonical: least.Equal(p), Representative: kit.InBase(least, base),
	}
	if queens.Check(p, queens.Regular) == nil {
		class := g.Class()
		r.Class = &class
	}
	return r
}

// checkReport is the JSON form of an answer of `queens check`, queens.check/1.
type checkReport struct {
	Schema   string          `json:"schema"`
	Order    int             `json:"order"`
	Topology queens.Topology `json:"topology"`
	Base     int             `json:"base"`
	Rows     []int           `json:"rows"` // row of the queen in each column
	Solution bool            `json:"solution"`
	Modular  bool            `json:"modular"` // a solution on the torus
	Attacks  []attackReport  `json:"attacks"`
	Symmetry *symmetryReport `json:"symmetry,omitempty"` // unless two queens share a row

	torusAttacks int
	perm         queens.Perm
}

// newCheckReport asks everything about p on the board of topology t.
func newCheckReport(p queens.Perm, t queens.Topology, base int) checkReport {
	r := checkReport{
		Schema: "queens.check/1", Order: p.Order(), Topology: t, Base: base, Rows: kit.InBase(p, base),
		Attacks: []attackReport{}, perm: p,
	}
	squares := p.Squares()
	sharedRow := false
	for attack := range queens.Attacks(squares, p.Order(), t) {
		r.Attacks = append(r.Attacks, attackReport{
			newSquareReport(attack.A, base), newSquareReport(attack.B, base), attack.Line.String(),
		})
		sharedRow = sharedRow || attack.Line == queens.Row
	}
	for range queens.Attacks(squares, p.Order(), queens.Modular) {
		r.torusAttacks++
	}
	r.Solution, r.Modular = len(r.Attacks) == 0, r.torusAttacks == 0
	if !sharedRow {
		symmetry := newSymmetryReport(p, base)
		r.Symmetry = &symmetry
	}
	return r
}

// line is the answer in half a line, for many placements.
func (r checkReport) line() string {
	switch k := len(r.Attacks); {
	case r.Solution && r.Symmetry.Class != nil:
		return "solution, " + r.Symmetry.Class.String()
	case k == 1:
		return "not a solution: " + r.Attacks[0].String()
	default:
		return fmt.Sprintf("not a solution: %v, and %s more", r.Attacks[0], human.Plural(k-1, "pair"))
	}
}

// longestShown is the largest order for which a text repeats a whole solution.
const longestShown = 64

// checkText is the answer for one placement, for people.
func (a *app) checkText(r checkReport) string {
	var b strings.Builder
	board := fmt.Sprintf("of order %d on the %v board", r.Order, r.Topology)
	if !r.Solution {
		fmt.Fprintf(&b, "%s %s: %s of queens\n", a.Paint(kit.Red, "not a solution"), board, human.Plural(len(r.Attacks), "attacking pair"))
		for _, attack := range r.Attacks {
			fmt.Fprintf(&b, "  %v\n", attack)
		}
	} else {
		fmt.Fprintf(&b, "%s %s\n", a.Paint(kit.Green, "solution"), board)
		if r.Topology != queens.Modular {
			fmt.Fprintf(&b, "torus      %s\n", torusText(r))
		}
	}
	if r.Symmetry != nil {
		b.WriteString(symmetryText(*r.Symmetry, r.Order, r.Base))
	}
	return b.String()
}

// torusText says whether a regular solution is one on the torus.
func torusText(r checkReport) string {
	if r.Modular {
		return "a solution there too"
	}
	return fmt.Sprintf("%s on the wrapped diagonals", human.Plural(r.torusAttacks, "attacking pair"))
}

// symmetryText is the part of a report that speaks of symmetry.
func symmetryText(s symmetryReport, order, base int) string {
	names := make([]string, len(s.Stabilizer))
	for i, symmetry := range s.Stabilizer {
		names[i] = symmetry.String()
	}
	class := ""
	if s.Class != nil {
		class = fmt.Sprintf("%v (%s), ", *s.Class, s.Class.Letter())
	}
	canonical := "no"
	switch {
	case s.Canonical:
		canonical = "yes, the least of its images"
	case order <= longestShown:
		canonical = "no, " + kit.PermText(s.Representative, base)
	}
	return fmt.Sprintf("symmetry   %sorbit of %d, stabilizer %s\ncanonical  %s\n",
		class, s.OrbitSize, strings.Join(names, ", "), canonical)
}
