package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/math/orbit"
)

// applyOptions are the flags of `queens apply`.
type applyOptions struct {
	kit.Reading
	json bool
}

func newApply(a *app) *cobra.Command {
	var o applyOptions
	cmd := &cobra.Command{
		Use:   "apply PERM|-|@FILE OPERATION...",
		Short: "Turn a solution, insert, take away and move queens, step by step",
		Long: `Apply does one operation after the other and checks what comes out of each:

  po1 .. po8     the eight symmetries: po1 identity, po2 transpose, po3 anti-transpose,
                 po4 flip of rows, po5 flip of columns, po6, po7, po8 quarter, half and
                 three quarter turn counterclockwise; their own names do as well
  inv cmpl rev   inverse (po2), complement (po4), reverse (po5)
  inc R C        insert a row, a column and a queen where they cross; R and C are half
                 numbers: 0.5 is before line 1, 3.5 between lines 3 and 4
  del R C        take the queen of row R, column C away with both lines
  mov R C R' C'  move the queen of row R, column C to the position R', C' between lines;
                 all four numbers are those of the board before the move

Boards on the way need not be solutions; the attacking pairs are named. What is wrong
in the text that the operations come from is in docs/errata.md (Z1, Z3 to Z6).

With - every placement of standard input is changed, with @FILE every one of a file, in
any format that queens list writes; --from makes it one of them. With
--base 0 lines count from 0 and the first position is -0.5: put -- before it.

Exit codes: 0 done, 2 bad input, 3 the last board is not a solution.`,
		Example: `  queens apply 2413 inc 2.5 2.5
  queens apply 36428571 mov 3 1 2.5 8.5 po5
  queens apply 15863724 rot90 rot90 inv
  queens apply --json 25314 del 3 3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := kit.CheckBase(o.Base); err != nil {
				return err
			}
			if len(args) < 2 {
				return kit.Usagef("apply: %s, want a solution and what to do: queens apply 2413 inc 2.5 2.5", human.Plural(len(args), "argument"))
			}
			operations, err := orbit.ParseOperations(args[1:], o.Base)
			if err != nil {
				return fmt.Errorf("apply: %w", err)
			}
			return a.apply(cmd.Context(), args[0], operations, o)
		},
	}
	kit.AddReading(cmd, &o.Reading)
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// boardReport is a board and whether it is a solution.
type boardReport struct {
	Operation string         `json:"operation,omitempty"`
	Order     int            `json:"order"`
	Rows      []int          `json:"rows"`
	Solution  bool           `json:"solution"`
	Attacks   []attackReport `json:"attacks"`
	Parts     []boardReport  `json:"parts,omitempty"` // boards between the parts of the operation
}

func newBoardReport(text string, p queens.Perm, base int) boardReport {
	check := newCheckReport(p, queens.Regular, base)
	return boardReport{Operation: text, Order: check.Order, Rows: check.Rows, Solution: check.Solution, Attacks: check.Attacks}
}

// applyReport is the JSON form of an answer of `queens apply`, queens.apply/1.
type applyReport struct {
	Schema string        `json:"schema"`
	Base   int           `json:"base"`
	Start  boardReport   `json:"start"`
	Steps  []boardReport `json:"steps"`
}

// last returns the board after the last step.
func (r applyReport) last() boardReport { return r.Steps[len(r.Steps)-1] }

// newApplyReport does the operations on p.
func newApplyReport(p queens.Perm, operations []orbit.Operation, base int) (applyReport, error) {
	r := applyReport{Schema: "queens.apply/1", Base: base, Start: newBoardReport("", p, base)}
	for i, op := range operations {
		q, err := op.Apply(p)
		if err != nil {
			return r, stepError(i+1, err, base)
		}
		step := newBoardReport(op.Text, q, base)
		between := p
		for _, part := range op.Parts {
			if between, err = part.Apply(between); err != nil {
				return r, stepError(i+1, err, base)
			}
			step.Parts = append(step.Parts, newBoardReport(part.Text, between, base))
		}
		r.Steps = append(r.Steps, step)
		p = q
	}
	return r, nil
}

// stepError says which step failed. The library counts from 1.
func stepError(no int, err error, base int) error {
	if base != 1 {
		return fmt.Errorf("apply: step %d: %w (numbers of this message count from 1)", no, err)
	}
	return fmt.Errorf("apply: step %d: %w", no, err)
}

// apply prints a report for each placement and returns refuted if the last board
// of one is not a solution.
func (a *app) apply(ctx context.Context, arg string, operations []orbit.Operation, o applyOptions) error {
	out := bufio.NewWriter(a.Stdout)
	defer func() { _ = out.Flush() }() // a.Stdout remembers the error
	allSolutions, k := true, 0
	for pl, err := range a.Placements(ctx, arg, o.Reading) {
		if err == nil {
			err = oneQueenPerRow(pl, o.Base)
		}
		if err != nil {
			return err
		}
		report, err := newApplyReport(pl.Perm, operations, o.Base)
		if err != nil {
			return err
		}
		allSolutions = allSolutions && report.last().Solution
		if o.json {
			err = kit.WriteJSON(out, report)
		} else {
			if k > 0 {
				fmt.Fprintln(out)
			}
			err = a.writeApply(out, report)
		}
		if err != nil {
			return err
		}
		k++
	}
	if k == 0 {
		return kit.Usagef("apply: no solution in %s", kit.InputName(arg))
	}
	if !allSolutions {
		return kit.Refuted()
	}
	return nil
}

// writeApply writes the report for people: one board a line, those within a move
// indented.
func (a *app) writeApply(w io.Writer, r applyReport) error {
	type line struct {
		operation string
		board     boardReport
	}
	lines := []line{{"start", r.Start}}
	for _, step := range r.Steps {
		for _, part := range step.Parts[:max(0, len(step.Parts)-1)] { // the last is the step itself
			lines = append(lines, line{"  " + part.Operation, part})
		}
		lines = append(lines, line{step.Operation, step})
	}
	var operations, boards int // widths
	for _, l := range lines {
		operations = max(operations, len(l.operation))
		boards = max(boards, len(boardText(l.board, r.Base)))
	}
	for _, l := range lines {
		if _, err := fmt.Fprintf(w, "%-*s  %-*s  %s\n", operations, l.operation, boards, boardText(l.board, r.Base), a.verdict(l.board)); err != nil {
			return err
		}
	}
	return nil
}

// boardText is a board as the user would write it.
func boardText(b boardReport, base int) string {
	if b.Order == 0 {
		return "()"
	}
	return kit.PermText(b.Rows, base)
}

// verdict says whether a board is a solution and, if not, which queens attack each
// other.
func (a *app) verdict(b boardReport) string {
	if b.Solution {
		return a.Paint(kit.Green, "solution")
	}
	text := a.Paint(kit.Red, "not a solution") + ": " + b.Attacks[0].String()
	if k := len(b.Attacks) - 1; k > 0 {
		text += fmt.Sprintf(", and %s more", human.Plural(k, "pair"))
	}
	return text
}
