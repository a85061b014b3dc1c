package mathematics

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/math/design"
)

func newDesign(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "design",
		Short: "Memory maps, interleavers, codes and magic squares from queens",
		Long: `Design makes things that engineers build from non-attacking queens. Each command
checks its output element by element before printing it. "queens help formats design"
describes the formats.

Exit codes: 0 done, 2 bad argument.`,
		Example: `  queens math design memmap 8 --format c
  queens math design interleaver 1020
  queens math design ldpc 31 --rows 3 --columns 6 --format alist
  queens math design magic 7`,
		Args: kit.NoCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMemmap(a), newInterleaver(a), newLDPC(a), newMagic(a))
	return cmd
}

func newMemmap(a *app) *cobra.Command {
	form, method := "text", "auto"
	cmd := &cobra.Command{
		Use:   "memmap N",
		Short: "Memory banks for an N by N array, without conflicts",
		Long: fmt.Sprintf(`Memmap spreads the elements of an N by N array, N 1 to %d, over
memory banks so that all elements of any row, column or diagonal can be read at the same
time. Element (i, j), from 0, has address i in its bank. Methods:

  auto    the fewest banks known: linear, a table, a table composed with a linear map,
          or the first rows of a larger map
  linear  (step*i + j) mod banks, with the fewest banks of all such maps
  table   the result of auto as a table, N to %d

At least N banks are needed; N = 8 needs 9, N = 12 needs 12, as a complete search proves.
Above 13, tables with N banks are known for N = %s.

Formats: text describes the map, table gives the bank of every element, c is a C99 header,
and verilog a combinational module.

Exit codes: 0 done, 2 bad argument, 130 interrupted.`, design.MaxMemoryMap, design.MaxTableMap,
			strings.Trim(strings.ReplaceAll(fmt.Sprint(design.KnownCuts()), " ", ", "), "[]")),
		Example: `  queens math design memmap 16
  queens math design memmap 8 --method linear
  queens math design memmap 8 --format table
  queens math design memmap 64 --format verilog`,
		RunE: kit.ForOrder(0, design.MaxMemoryMap, func(cmd *cobra.Command, n int) error {
			m, err := memoryMap(cmd.Context(), n, method)
			if err != nil {
				return err
			}
			switch {
			case a.JSON:
				return printer.WriteJSON(a.Stdout, showMemoryMap(m))
			case form == "table":
				return m.WriteTable(a.Stdout)
			case form == "c":
				return m.WriteC(a.Stdout)
			case form == "verilog":
				return m.WriteVerilog(a.Stdout)
			}
			return a.Print(showMemoryMap(m))
		}),
	}
	kit.Flag(cmd, "method", &method, []string{"auto", "linear", "table"}...)
	kit.Flag(cmd, "format", &form, []string{"text", "table", "c", "verilog"}...)
	return a.Command(cmd, nil)
}

func memoryMap(ctx context.Context, n int, kind string) (design.MemoryMap, error) {
	switch {
	case kind == "table" && n > design.MaxTableMap:
		return design.MemoryMap{}, kit.Usagef("math design memmap: no table of order %d: want 1 to %d, or "+
			"--method linear", n, design.MaxTableMap)
	case kind == "linear":
		return design.NewMemoryMap(n)
	}
	m, err := design.BestMemoryMap(ctx, n)
	if err == nil && kind == "table" {
		m = m.Tabulated()
	}
	return m, err
}

func newInterleaver(a *app) *cobra.Command {
	method, seed, base, stats := "auto", uint64(1), 1, false
	cmd := &cobra.Command{
		Use:   "interleaver N",
		Short: "A permutation whose neighbours end up far apart",
		Long: fmt.Sprintf(`Interleaver prints a solution of order N, 1 or 4 to %d, as a
permutation for blocks of N symbols: line i is the new position of symbol i. If N or N+1
has no factor 2 or 3, it is a linear solution, and its spread, the least |i-j| +
|p(i)-p(j)| over all pairs, is near the bound, the square root of 2N. For other N, and
with --method search, a search finds it: about six tenths of the bound, but with many
different displacements. --method qpp prints the interleaver of the LTE turbo code
instead, for its 188 block lengths, 40 to 6144; queens may attack each other in it.

--stats prints measurements instead: spread, cyclic spread, and dispersion (different
displacements divided by pairs), next to those of the LTE interleaver if it has that
length.

Exit codes: 0 done, 2 bad argument.`, design.MaxInterleaver),
		Example: `  queens math design interleaver 1009 --stats
  queens math design interleaver 6144 --stats
  queens math design interleaver 100 --method search --seed 5`,
		RunE: kit.ForOrder(0, design.MaxInterleaver, func(_ *cobra.Command, n int) error {
			if err := a.CheckBase(base); err != nil {
				return err
			}
			var x design.Interleaver
			var err error
			if method == "qpp" {
				x, err = design.LTEInterleaver(n)
			} else {
				x, err = design.NewInterleaver(n, method == "search", seed)
			}
			if err != nil {
				return err
			}
			if stats && !a.JSON {
				_, err := io.WriteString(a.Stdout, interleaverStats(x))
				return err
			}
			return a.PrintIn(base, showInterleaver(x, seed))
		}),
	}
	kit.Flag(cmd, "method", &method, []string{"auto", "qpp", "search"}...)
	kit.Flag(cmd, "seed", &seed)
	kit.Flag(cmd, "stats", &stats)
	kit.Flag(cmd, "base", &base)
	return a.Command(cmd, nil)
}

func newLDPC(a *app) *cobra.Command {
	o := ldpcOptions{form: "text"}
	cmd := &cobra.Command{
		Use:   "ldpc SIZE",
		Short: "Parity-check matrix of an LDPC code without cycles of length 4",
		Long: `Ldpc makes a parity-check matrix of --rows by --columns blocks, each a permutation matrix
of the given size; if the size has no factor 2 or 3, each is a solution on the torus. No
two columns share two rows, so the girth of the Tanner graph is at least 6. A prime size
of at least rows and columns always works. --girth 8 also avoids cycles of length 6.

Formats: text describes the code, alist is the matrix in MacKay's format.

Exit codes: 0 done, 2 bad argument, 130 interrupted.`,
		Example: `  queens math design ldpc 31
  queens math design ldpc 61 --girth 8
  queens math design ldpc 101 --rows 4 --columns 20 --format alist`,
		RunE: kit.ForOrder(0, design.MaxColumns, func(cmd *cobra.Command, size int) error {
			return a.ldpc(cmd.Context(), size, o)
		}),
	}
	kit.Flag(cmd, "format", &o.form, "text", "alist")
	kit.Flag(cmd, "girth", &o.girth, "6", "8")
	return a.Command(cmd, &o)
}

type ldpcOptions struct {
	form, girth   string
	Rows, Columns int
}

func (a *app) ldpc(ctx context.Context, size int, o ldpcOptions) error {
	a.Status.Say("checking %d by %d blocks of %d and looking for their girth", o.Rows, o.Columns, size)
	build := design.NewParityCheck
	if o.girth == "8" {
		build = design.NewParityCheckOfGirth8
	}
	h, err := build(ctx, size, o.Rows, o.Columns)
	switch {
	case err != nil:
		return err
	case o.form == "alist" && !a.JSON:
		return h.WriteAlist(a.Stdout)
	}
	return a.Print(showLDPC(h))
}

func newMagic(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "magic N",
		Short: "A pandiagonal magic square",
		Long: fmt.Sprintf(`Magic prints a pandiagonal magic square of order N, 5 to %d without a factor 2 or 3:
the numbers 1 to N^2, with the same sum in all rows, columns and diagonals, including
those that wrap around. It is made from two ways to divide the board into N solutions of
the queens problem on the torus, which exist only for these N.

Exit codes: 0 done, 2 bad argument.`, design.MaxMagic),
		Example: `  queens math design magic 5
  queens math design magic 7 --json`,
		RunE: kit.ForOrder(0, design.MaxMagic, func(_ *cobra.Command, n int) error {
			square, err := design.MagicSquare(n)
			if err != nil {
				return err
			}
			return a.Print(showMagic(square))
		}),
	}
	return a.Command(cmd, nil)
}

func showMemoryMap(m design.MemoryMap) printer.Shown {
	return printer.Show("queens.memmap/1", m, func(printer.Style) string { return memoryMapText(m) })
}

func memoryMapText(m design.MemoryMap) string {
	bank := fmt.Sprintf("(%d*i + j) mod %d for element (i, j), counted from 0", m.Step, m.Banks)
	proof := ""
	switch f := m.Factor; {
	case f > 0:
		bank = fmt.Sprintf("%[1]d*T[i/%[1]d][j/%[1]d] + (2*i + j) mod %[1]d for element (i, j), counted from 0; "+
			"--json prints T", f)
		proof = fmt.Sprintf(`proof    2*i + j changes by 1, 2 or 3 a step along a line, and %[1]d has no factor 2 or 3: one bank means a multiple of %[1]d steps.
         Elements so far apart have different entries in one line of T, a map of %[2]d by %[2]d, and so different banks.
`, f, len(m.Table))
	case m.Table != nil:
		bank = "entry (i, j), counted from 0, of the table that --format table prints"
	}
	fewer := "proven impossible"
	if !m.Least() {
		fewer = fmt.Sprintf("not ruled out: %d are needed at least", m.LowerBound)
	}
	return fmt.Sprintf(`bank     %s
address  i
banks    %d of %d words, %.1f %% of them used
fewer    %s
%schecked  every row, column and diagonal, element by element
`, bank, m.Banks, m.Order, 100*float64(m.Order)/float64(m.Banks), fewer, proof)
}

func showInterleaver(x design.Interleaver, seed uint64) printer.Shown {
	return printer.Show("queens.interleaver/1", struct {
		Order int         `json:"order"`
		Seed  uint64      `json:"seed,string"`
		Rows  queens.Perm `json:"rows"`
		design.Interleaver
	}{x.Perm.Order(), seed, x.Perm, x}, func(s printer.Style) string { return s.Rows(x.Perm) })
}

func interleaverStats(x design.Interleaver) string {
	made := x.Method
	if x.Slope > 0 {
		made = fmt.Sprintf("%s, %d*i mod %d", x.Method, x.Slope, x.Modulus)
	}
	text := fmt.Sprintf("method      %s\nspread      %d, around the block %d\ndispersion  %.4f\n",
		made, x.Spread, x.CyclicSpread, x.Dispersion)
	if x.LTE != nil {
		text += fmt.Sprintf("LTE         %d*i + %d*i^2 mod %d: spread %d, around the block %d, dispersion %.4f\n",
			x.LTE.F1, x.LTE.F2, x.Perm.Order(), x.LTE.Spread, x.LTE.CyclicSpread, x.LTE.Dispersion)
	}
	return text
}

type ldpcAnswer struct {
	Length int `json:"length"`
	Checks int `json:"checks"`
	*design.ParityCheck
}

func showLDPC(h *design.ParityCheck) printer.Shown {
	r := ldpcAnswer{h.Columns * h.Size, h.Rows * h.Size, h}
	return printer.Show("queens.ldpc/1", r, r.text)
}

func (h ldpcAnswer) text(printer.Style) string {
	blocks := "circulants"
	if h.Slope > 1 {
		blocks = "queens on the torus"
	}
	girth := strconv.Itoa(h.Girth)
	if h.Girth == 0 {
		girth = "none, there is no cycle"
	}
	rank := "not computed for more than 8192 columns"
	if h.Rank >= 0 {
		rank = fmt.Sprintf("%d, so %d of %d bits carry information, rate %.4f",
			h.Rank, h.Length-h.Rank, h.Length, float64(h.Length-h.Rank)/float64(h.Length))
	}
	return fmt.Sprintf(`matrix   %d checks of %d bits, %d by %d blocks of %d (%s)
weights  %d ones in each column, %d in each row
girth    %s
rank     %s
`, h.Checks, h.Length, h.Rows, h.Columns, h.Size, blocks, h.Rows, h.Columns, girth, rank)
}

func showMagic(numbers [][]int) printer.Shown {
	n := len(numbers)
	return printer.Show("queens.magic/1", struct {
		Order   int     `json:"order"`
		Sum     int     `json:"sum"` // of a row, a column, a diagonal
		Numbers [][]int `json:"numbers"`
	}{n, n * (n*n + 1) / 2, numbers}, func(printer.Style) string { return squareText(numbers) })
}

func squareText(numbers [][]int) string {
	var b strings.Builder
	width := len(strconv.Itoa(len(numbers) * len(numbers)))
	for _, row := range numbers {
		for c, k := range row {
			if c > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%*d", width, k)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
