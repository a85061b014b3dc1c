package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
	"queens/math/design"
)

func newDesign(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "design",
		Short: "Memory maps, interleavers, parity checks, magic squares from queens",
		Long: `Design makes what engineers build from queens that do not attack each other. Each
command checks what it prints, element by element, before it prints it; the forms are on
the page docs/formats/design.md.

Exit codes: 0 done, 2 bad argument.`,
		Example: `  queens design memmap 8 --format c
  queens design interleaver 1020
  queens design ldpc 31 --rows 3 --columns 6 --format alist
  queens design magic 7`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			var names []string
			for _, c := range cmd.Commands() {
				names = append(names, c.Name())
			}
			return kit.Usagef("design: unknown kind %q%s; want one of memmap, interleaver, ldpc, magic", args[0], kit.DidYouMean(args[0], names))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMemmap(a), newInterleaver(a), newLDPC(a), newMagic(a))
	return cmd
}

func newMemmap(a *app) *cobra.Command {
	form, kind, asJSON := "text", "auto", false
	cmd := &cobra.Command{
		Use:   "memmap N",
		Short: "Memory banks for an N by N array, without conflicts",
		Long: fmt.Sprintf(`Memmap spreads the elements of an N by N array, N 1 to %d, over memory banks so that
all elements of any row, column or diagonal can be read at once. The element (i, j), from
0, lies at address i of its bank. --map says how the bank is found:

  linear  (step*i + j) mod banks, with the fewest banks of all such maps
  table   looked up in a table with the fewest banks that a search finds, N to %d
  auto    the table if it has fewer banks than the linear map, otherwise linear

It says whether fewer banks are proven impossible. A bank holds N elements at most, so N
are needed; that N are not enough is proven by a complete search for a way to cut the
board into N solutions. N = 8 needs 9 banks, the linear map 11; N = 12 needs 12, not 13.

Formats: text says which map; table gives the bank of every element; c is a header in
C99, verilog a module without a clock.

Exit codes: 0 done, 2 bad argument, 130 interrupted.`, design.MaxMemoryMap, design.MaxTableMap),
		Example: `  queens design memmap 16
  queens design memmap 8 --map linear
  queens design memmap 8 --format table
  queens design memmap 64 --format verilog`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderUpTo("design memmap", args, design.MaxMemoryMap)
			if err != nil {
				return err
			}
			m, err := memoryMap(cmd.Context(), n, kind)
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				return kit.WriteJSON(a.Stdout, struct {
					Schema string `json:"schema"`
					design.MemoryMap
				}{"queens.memmap/1", m})
			case form == "table":
				return m.WriteTable(a.Stdout)
			case form == "c":
				return m.WriteC(a.Stdout)
			case form == "verilog":
				return m.WriteVerilog(a.Stdout)
			}
			return writeMemmap(a.Stdout, m)
		},
	}
	kit.AddChoice(cmd, &kind, "map", []string{"auto", "linear", "table"}, "how the bank of an element is found")
	kit.AddChoice(cmd, &form, "format", []string{"text", "table", "c", "verilog"}, "how to print")
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// memoryMap returns the map of order n of a kind that --map knows.
func memoryMap(ctx context.Context, n int, kind string) (design.MemoryMap, error) {
	small := 1 <= n && n <= design.MaxTableMap
	switch {
	case kind == "table" && n > design.MaxTableMap:
		return design.MemoryMap{}, kit.Usagef("design memmap: no table of order %d: want 1 to %d, or --map linear", n, design.MaxTableMap)
	case kind == "linear" || !small:
		return design.NewMemoryMap(n)
	}
	m, err := design.BestMemoryMap(ctx, n)
	if err == nil && kind == "table" && m.Table == nil {
		m = m.Tabulated()
	}
	return m, err
}

// writeMemmap describes a memory map.
func writeMemmap(w io.Writer, m design.MemoryMap) error {
	bank := fmt.Sprintf("(%d*i + j) mod %d for element (i, j), counted from 0", m.Step, m.Banks)
	if m.Table != nil {
		bank = "entry (i, j), counted from 0, of the table that --format table prints"
	}
	fewer := "proven impossible"
	if !m.Least() {
		fewer = fmt.Sprintf("not ruled out: %d are needed at least", m.LowerBound)
	}
	_, err := fmt.Fprintf(w, `bank     %s
address  i
banks    %d of %d words, %.1f %% of them used
fewer    %s
checked  every row, column and diagonal, element by element
`, bank, m.Banks, m.Order, 100*float64(m.Order)/float64(m.Banks), fewer)
	return err
}

func newInterleaver(a *app) *cobra.Command {
	method, seed, base, asJSON, stats := "auto", uint64(1), 1, false, false
	cmd := &cobra.Command{
		Use:   "interleaver N",
		Short: "A permutation whose neighbours end up far apart",
		Long: fmt.Sprintf(`Interleaver prints a solution of order N, 1 or 4 to %d, as a permutation for blocks of
N symbols: symbol i goes to the place in line i. Its spread, the least |i-j| +
|p(i)-p(j)| over all pairs, is near the bound, the square root of 2N, where N or N+1 has
no factor 2 or 3: there it is a linear solution. For other N, and with --method search,
it is found by search: about six tenths of the bound, but with many different
displacements.

--stats prints the measured figures instead: spread, spread around the block, dispersion
(different displacements divided by pairs).

Exit codes: 0 done, 2 bad argument.`, design.MaxInterleaver),
		Example: `  queens design interleaver 1009 --stats
  queens design interleaver 100 --method search --seed 5`,
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := kit.OrderUpTo("design interleaver", args, design.MaxInterleaver)
			if err != nil {
				return err
			}
			if err := kit.CheckBase(base); err != nil {
				return err
			}
			x, err := design.NewInterleaver(n, method == "search", seed)
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				return kit.WriteJSON(a.Stdout, struct {
					Schema string `json:"schema"`
					Order  int    `json:"order"`
					Seed   string `json:"seed"`
					Base   int    `json:"base"`
					Rows   []int  `json:"rows"`
					design.Interleaver
				}{"queens.interleaver/1", n, strconv.FormatUint(seed, 10), base, kit.InBase(x.Perm, base), x})
			case stats:
				made := x.Method
				if x.Slope > 0 {
					made = fmt.Sprintf("%s, %d*i mod %d", x.Method, x.Slope, x.Modulus)
				}
				_, err = fmt.Fprintf(a.Stdout, "method      %s\nspread      %d, around the block %d\ndispersion  %.4f\n", made, x.Spread, x.CyclicSpread, x.Dispersion)
				return err
			}
			out := bufio.NewWriter(a.Stdout)
			for _, row := range kit.InBase(x.Perm, base) {
				fmt.Fprintln(out, row)
			}
			return out.Flush()
		},
	}
	kit.AddChoice(cmd, &method, "method", []string{"auto", "search"}, "how to make it")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of the search")
	cmd.Flags().BoolVar(&stats, "stats", false, "print measured figures instead of the permutation")
	kit.AddBase(cmd, &base)
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

func newLDPC(a *app) *cobra.Command {
	form, rows, columns, asJSON := "text", 3, 6, false
	cmd := &cobra.Command{
		Use:   "ldpc SIZE",
		Short: "Parity-check matrix of an LDPC code without cycles of length 4",
		Long: `Ldpc makes a parity-check matrix of --rows by --columns blocks, each a permutation
matrix of the given size; where the size has no factor 2 or 3 each block is a solution
of the queens problem on the torus. No two columns share two rows, so the girth, the
shortest cycle of the Tanner graph, is 6 at least; it is measured. A prime size that is
not less than rows and columns always works.

Formats: text says what the code is, alist is the matrix in the form of MacKay.

Exit codes: 0 done, 2 bad argument, 130 interrupted.`,
		Example: `  queens design ldpc 31
  queens design ldpc 101 --rows 4 --columns 20 --format alist`,
		RunE: func(cmd *cobra.Command, args []string) error {
			size, err := kit.OrderUpTo("design ldpc", args, design.MaxColumns)
			if err != nil {
				return err
			}
			a.Status.Say("checking %d by %d blocks of %d and looking for their girth", rows, columns, size)
			h, err := design.NewParityCheck(cmd.Context(), size, rows, columns)
			if err != nil {
				return err
			}
			length := h.Columns * h.Size
			switch {
			case asJSON:
				return kit.WriteJSON(a.Stdout, struct {
					Schema string `json:"schema"`
					Length int    `json:"length"`
					Checks int    `json:"checks"`
					*design.ParityCheck
				}{"queens.ldpc/1", length, h.Rows * h.Size, h})
			case form == "alist":
				return h.WriteAlist(a.Stdout)
			}
			return writeLDPC(a.Stdout, h)
		},
	}
	kit.AddChoice(cmd, &form, "format", []string{"text", "alist"}, "how to print")
	cmd.Flags().IntVar(&rows, "rows", 3, "block rows: ones in each column")
	cmd.Flags().IntVar(&columns, "columns", 6, "block columns: ones in each row")
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// writeLDPC describes a parity-check matrix.
func writeLDPC(w io.Writer, h *design.ParityCheck) error {
	length, checks := h.Columns*h.Size, h.Rows*h.Size
	blocks := "circulants"
	if h.Slope > 1 {
		blocks = "queens on the torus"
	}
	girth := strconv.Itoa(h.Girth)
	if h.Girth == 0 {
		girth = "none, there is no cycle"
	}
	rank := "rank     not computed for more than 8192 columns"
	if h.Rank >= 0 {
		rank = fmt.Sprintf("rank     %d, so %d of %d bits carry information, rate %.4f", h.Rank, length-h.Rank, length, float64(length-h.Rank)/float64(length))
	}
	_, err := fmt.Fprintf(w, `matrix   %d checks of %d bits, %d by %d blocks of %d (%s)
weights  %d ones in each column, %d in each row
girth    %s
%s
`, checks, length, h.Rows, h.Columns, h.Size, blocks, h.Rows, h.Columns, girth, rank)
	return err
}

func newMagic(a *app) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "magic N",
		Short: "A pandiagonal magic square",
		Long: fmt.Sprintf(`Magic prints a pandiagonal magic square of order N, 5 to %d without a factor 2 or 3:
the numbers 1 to N^2, with one sum for all rows, columns and diagonals, those that go on
at the opposite side included. It comes from two ways to cut the board into N solutions
of the queens problem on the torus, which there are for these N only.

Exit codes: 0 done, 2 bad argument.`, design.MaxMagic),
		Example: `  queens design magic 5
  queens design magic 7 --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := kit.OrderUpTo("design magic", args, design.MaxMagic)
			if err != nil {
				return err
			}
			square, err := design.MagicSquare(n)
			if err != nil {
				return err
			}
			if asJSON {
				return kit.WriteJSON(a.Stdout, struct {
					Schema string  `json:"schema"`
					Order  int     `json:"order"`
					Sum    int     `json:"sum"`
					Rows   [][]int `json:"rows"`
				}{"queens.magic/1", n, n * (n*n + 1) / 2, square})
			}
			out := bufio.NewWriter(a.Stdout)
			width := len(strconv.Itoa(n * n))
			for _, row := range square {
				for c, k := range row {
					if c > 0 {
						out.WriteByte(' ')
					}
					fmt.Fprintf(out, "%*d", width, k)
				}
				out.WriteByte('\n')
			}
			return out.Flush()
		},
	}
	kit.AddJSON(cmd, &asJSON)
	return cmd
}
