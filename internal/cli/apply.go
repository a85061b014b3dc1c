package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/orbit"
	"queens/sym"
)

// applyOptions are the flags of `queens apply`.
type applyOptions struct {
	base int
	json bool
}

func newApply(a *app) *cobra.Command {
	var o applyOptions
	cmd := &cobra.Command{
		Use:   "apply PERM|-|@FILE OPERATION...",
		Short: "Turn a solution, insert, take away and move queens, step by step",
		Long: `Apply does one operation after the other and checks what comes out of each:

  po1 .. po8    the eight symmetries: po1 identity, po2 transpose, po3 anti-transpose,
                po4 flip of rows, po5 flip of columns, po6, po7, po8 quarter, half and
                three quarter turn counterclockwise; their own names do as well
  inv cmpl rev  inverse (po2), complement (po4), reverse (po5)
  inc R C       insert a row, a column and a queen where they cross; R and C are half
                numbers: 0.5 is before line 1, 3.5 between lines 3 and 4
  del R C       take the queen of row R, column C away with both lines
  mov R C R' C' move the queen of row R, column C to the position R', C' between lines;
                all four numbers are those of the board before the move

Boards on the way need not be solutions; the attacking pairs are named. What is wrong
in the text that the operations come from is in docs/errata.md (Z1, Z3 to Z6).

With - every line of standard input is changed, with @FILE every line of a file. With
--base 0 lines count from 0 and the first position is -0.5: put -- before it.

Exit codes: 0 done, 2 bad input, 3 the last board is not a solution.`,
		Example: `  queens apply 2413 inc 2.5 2.5
  queens apply 36428571 mov 3 1 2.5 8.5 po5
  queens apply 15863724 rot90 rot90 inv
  queens apply --json 25314 del 3 3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkBase(o.base); err != nil {
				return err
			}
			if len(args) < 2 {
				return usagef("apply: %s, want a solution and what to do: queens apply 2413 inc 2.5 2.5", plural(len(args), "argument"))
			}
			operations, err := parseOperations(args[1:], o.base)
			if err != nil {
				return err
			}
			return a.apply(cmd.Context(), args[0], operations, o)
		},
	}
	addBase(cmd, &o.base)
	addJSON(cmd, &o.json)
	return cmd
}

// operation is one thing that `queens apply` does to a board.
type operation struct {
	text  string // as the user would write it
	apply func(queens.Perm) (queens.Perm, error)
	parts []operation // what it consists of, one after the other
}

// operationKinds holds the operations that are not symmetries.
var operationKinds = []struct {
	name    string
	example string // of its parameters
	parse   func(words []string, base int) (operation, error)
}{
	{"del", "3 3", parseDel},
	{"inc", "2.5 2.5", parseInc},
	{"mov", "3 1 2.5 8.5", parseMov},
}

// operationWords holds the short names of symmetries.
var operationWords = map[string]sym.Symmetry{"inv": sym.Transpose, "cmpl": sym.FlipRows, "rev": sym.FlipCols}

// parseOperations reads the arguments after the solution.
func parseOperations(words []string, base int) (list []operation, err error) {
	for len(words) > 0 {
		name := strings.ToLower(words[0])
		rest := words[1:]
		op, known, err := parseSymmetryOperation(name)
		for _, kind := range operationKinds {
			if kind.name != name {
				continue
			}
			known = true
			k := len(strings.Fields(kind.example))
			if len(rest) < k {
				return nil, usagef("apply: %s wants %d numbers, like %s %s; %d given", name, k, name, kind.example, len(rest))
			}
			op, err = kind.parse(rest[:k], base)
			rest = rest[k:]
		}
		if !known && err == nil {
			err = usagef("apply: operation %q: want po1 to po8, inv, cmpl, rev, inc R C, del R C or mov R C R' C'", words[0])
		}
		if err != nil {
			return nil, err
		}
		list, words = append(list, op), rest
	}
	return list, nil
}

// parseSymmetryOperation reads "po6", "rev" or "rot90".
func parseSymmetryOperation(name string) (op operation, known bool, err error) {
	s, known := operationWords[name]
	if number, isPo := strings.CutPrefix(name, "po"); isPo {
		no, notANumber := strconv.Atoi(number)
		if notANumber != nil {
			return op, false, nil
		}
		if s, err = sym.Operation(no); err != nil {
			return op, false, fmt.Errorf("apply: %w", err)
		}
		known = true
	} else if !known {
		var unknown error
		s, unknown = sym.ParseSymmetry(name)
		known = unknown == nil
	}
	return operation{text: name, apply: func(p queens.Perm) (queens.Perm, error) { return sym.Apply(s, p), nil }}, known, nil
}

// parseSquareOf reads the row and the column of a queen.
func parseSquareOf(words []string, base int) (sq queens.Square, err error) {
	for i, place := range []*int{&sq.Row, &sq.Col} {
		no, err := strconv.Atoi(words[i])
		if err != nil {
			return sq, usagef("apply: %q: want the number of a row or column that has a queen, like 3", words[i])
		}
		*place = no - base
	}
	return sq, nil
}

// parseGaps reads two half numbers.
func parseGaps(words []string, base int) (row, col orbit.Gap, err error) {
	if row, err = orbit.ParseGap(words[0], base); err == nil {
		col, err = orbit.ParseGap(words[1], base)
	}
	if err != nil {
		err = fmt.Errorf("apply: %w", err)
	}
	return row, col, err
}

func parseDel(words []string, base int) (operation, error) {
	sq, err := parseSquareOf(words, base)
	return delOperation(sq, base), err
}

func delOperation(sq queens.Square, base int) operation {
	return operation{
		text:  fmt.Sprintf("del %d %d", sq.Row+base, sq.Col+base),
		apply: func(p queens.Perm) (queens.Perm, error) { return orbit.Del(p, sq) },
	}
}

func parseInc(words []string, base int) (operation, error) {
	row, col, err := parseGaps(words, base)
	return incOperation(row, col, base), err
}

func incOperation(row, col orbit.Gap, base int) operation {
	return operation{
		text:  fmt.Sprintf("inc %s %s", row.Text(base), col.Text(base)),
		apply: func(p queens.Perm) (queens.Perm, error) { return orbit.Inc(p, row, col) },
	}
}

func parseMov(words []string, base int) (operation, error) {
	sq, err := parseSquareOf(words[:2], base)
	if err != nil {
		return operation{}, err
	}
	row, col, err := parseGaps(words[2:], base)
	m := orbit.Move{From: sq, Row: row, Col: col}
	rowAfter, colAfter := m.AfterDel()
	return operation{
		text:  m.Text(base),
		apply: func(p queens.Perm) (queens.Perm, error) { return orbit.Mov(p, m) },
		parts: []operation{delOperation(sq, base), incOperation(rowAfter, colAfter, base)},
	}, err
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
func newApplyReport(p queens.Perm, operations []operation, base int) (applyReport, error) {
	r := applyReport{Schema: "queens.apply/1", Base: base, Start: newBoardReport("", p, base)}
	for i, op := range operations {
		q, err := op.apply(p)
		if err != nil {
			return r, stepError(i+1, err, base)
		}
		step := newBoardReport(op.text, q, base)
		between := p
		for _, part := range op.parts {
			if between, err = part.apply(between); err != nil {
				return r, stepError(i+1, err, base)
			}
			step.Parts = append(step.Parts, newBoardReport(part.text, between, base))
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
func (a *app) apply(ctx context.Context, arg string, operations []operation, o applyOptions) error {
	out := bufio.NewWriter(a.stdout)
	defer func() { _ = out.Flush() }() // a.stdout remembers the error
	allSolutions, k := true, 0
	for pl, err := range a.placements(ctx, arg, o.base) {
		if err == nil {
			err = oneQueenPerRow(pl, o.base)
		}
		if err != nil {
			return err
		}
		report, err := newApplyReport(pl.perm, operations, o.base)
		if err != nil {
			return err
		}
		allSolutions = allSolutions && report.last().Solution
		if o.json {
			err = writeJSON(out, report)
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
		return usagef("apply: no solution in %s", inputName(arg))
	}
	if !allSolutions {
		return refuted()
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
	return permText(b.Rows, base)
}

// verdict says whether a board is a solution and, if not, which queens attack each
// other.
func (a *app) verdict(b boardReport) string {
	if b.Solution {
		return a.paint(green, "solution")
	}
	text := a.paint(red, "not a solution") + ": " + b.Attacks[0].String()
	if k := len(b.Attacks) - 1; k > 0 {
		text += fmt.Sprintf(", and %s more", plural(k, "pair"))
	}
	return text
}
