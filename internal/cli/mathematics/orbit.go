package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/cli/kit"
	"queens/math/orbit"
	"queens/sym"
)

// orbitOptions are the flags of `queens orbit`.
type orbitOptions struct {
	kit.Reading
	json bool
}

func newOrbit(a *app) *cobra.Command {
	var o orbitOptions
	cmd := &cobra.Command{
		Use:   "orbit [PERM|-|@FILE]",
		Short: "The images of a solution under the symmetries of the board",
		Long: `Orbit shows a solution after each of the eight symmetries of the board, which of
them leave it unchanged (its stabilizer), its class, the canonical representative of
its orbit (the least image in lexicographic order), and the signature, which is the
same for two placements exactly if they are images of each other: of each three queens
in neighbouring columns, or rows, the squared length of a side, twice the area, and the
squared length of the other side (docs/errata.md Z7 to Z13 say what its source leaves
open). It works for any placement with one queen in every
row and column and says so if that is not a solution.

With - (or without an argument) every placement of standard input is answered, with
@FILE every one of a file, in any format that queens list writes; --from makes it one
of them.

Exit codes: 0 done, 2 bad input.`,
		Example: `  queens orbit 15863724
  queens orbit --json 35281746
  queens orbit "2 4 1 3"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := kit.CheckBase(o.Base); err != nil {
				return err
			}
			arg, err := a.OneSolution("orbit", args)
			if err != nil {
				return err
			}
			return a.orbit(cmd.Context(), arg, o)
		},
	}
	kit.AddReading(cmd, &o.Reading)
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// orbit prints a report for each placement.
func (a *app) orbit(ctx context.Context, arg string, o orbitOptions) error {
	out := bufio.NewWriter(a.Stdout)
	defer func() { _ = out.Flush() }() // a.Stdout remembers the error
	k := 0
	for pl, err := range a.Placements(ctx, arg, o.Reading) {
		if err == nil {
			err = oneQueenPerRow(pl, o.Base)
		}
		if err != nil {
			return err
		}
		report := newOrbitReport(pl.Perm, o.Base)
		if o.json {
			err = kit.WriteJSON(out, report)
		} else {
			if k > 0 {
				fmt.Fprintln(out)
			}
			err = a.writeOrbit(out, report)
		}
		if err != nil {
			return err
		}
		k++
	}
	if k == 0 {
		return kit.Usagef("orbit: no solution in %s", kit.InputName(arg))
	}
	return nil
}

// oneQueenPerRow refuses a placement that a quarter turn would leave without a
// queen in some column.
func oneQueenPerRow(pl kit.Placement, base int) error {
	columns := make([]int, len(pl.Perm)) // 1 + column of the queen of each row
	for c, r := range pl.Perm {
		if other := columns[r]; other > 0 {
			where := pl.Where
			if where == "" {
				where = "orbit"
			}
			return kit.Usagef("%s: columns %d and %d both have their queen in row %d; an orbit needs one queen in every row",
				where, other-1+base, c+base, r+base)
		}
		columns[r] = c + 1
	}
	return nil
}

// imageReport is one of the eight images.
type imageReport struct {
	Symmetry  sym.Symmetry `json:"symmetry"`
	Operation string       `json:"operation"` // po1 to po8
	Rows      []int        `json:"rows"`
	Canonical bool         `json:"canonical"` // equal to the representative
}

// orbitReport is the JSON form of an answer of `queens orbit`, queens.orbit/1.
type orbitReport struct {
	Schema   string         `json:"schema"`
	Order    int            `json:"order"`
	Base     int            `json:"base"`
	Rows     []int          `json:"rows"`
	Solution bool           `json:"solution"`
	Symmetry symmetryReport `json:"symmetry"`
	Images   []imageReport  `json:"images"`

	Signature orbitSignature `json:"signature"`
}

// orbitSignature is the canonical signature: equal for two placements exactly if
// they lie in one orbit. One of the two lists is enough for that.
type orbitSignature struct {
	Lesser  [][3]int `json:"lesser"`
	Greater [][3]int `json:"greater"`

	text string // of the lesser list
}

func newOrbitSignature(p queens.Perm) orbitSignature {
	s := orbit.SignatureOf(p).Canonical()
	numbers := func(list orbit.Triples) [][3]int {
		triples := make([][3]int, len(list))
		for i, t := range list {
			triples[i] = [3]int{t.First, t.Area, t.Second}
		}
		return triples
	}
	return orbitSignature{numbers(s.X), numbers(s.Y), s.X.String()}
}

func newOrbitReport(p queens.Perm, base int) orbitReport {
	r := orbitReport{
		Schema: "queens.orbit/1", Order: p.Order(), Base: base, Rows: kit.InBase(p, base),
		Solution: queens.Check(p, queens.Regular) == nil, Symmetry: newSymmetryReport(p, base),
		Signature: newOrbitSignature(p),
	}
	least := sym.Canonical(p)
	for s, image := range sym.Images(p) {
		r.Images = append(r.Images, imageReport{
			sym.Symmetry(s), fmt.Sprintf("po%d", sym.Symmetry(s).OperationNo()), kit.InBase(image, base), image.Equal(least),
		})
	}
	return r
}

// signatureShown is the largest order for which a text shows the signature.
const signatureShown = 16

// writeOrbit writes the report for people: one image a line, then what it means.
func (a *app) writeOrbit(w io.Writer, r orbitReport) error {
	for _, image := range r.Images {
		text := kit.PermText(image.Rows, r.Base)
		note := image.Symmetry.Summary()
		if image.Canonical {
			text = a.Paint(kit.Bold, text)
			note += ", canonical"
		}
		if _, err := fmt.Fprintf(w, "%-14v  %s  %s\n", image.Symmetry, text, a.Paint(kit.Faint, note)); err != nil {
			return err
		}
	}
	if !r.Solution {
		fmt.Fprintln(w, "\nnot a solution; the images are those of the placement")
	} else {
		fmt.Fprintln(w)
	}
	text := symmetryText(r.Symmetry, r.Order, r.Base)
	if r.Order <= signatureShown {
		text += "signature  " + r.Signature.text + "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
