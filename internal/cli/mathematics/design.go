package mathematics

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/math/design"
)

func newDesign(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "design",
		Short: "Memory maps, interleavers, codes and magic squares from queens",
		Long: `Design makes what engineers build from queens that do not attack each other. Each
command checks what it prints, element by element, before it prints it; the forms are on
"queens help formats design".

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

  auto    the map with the fewest banks that is known: linear, a table, a table
          composed with a linear map, or the first rows of a larger map
  linear  (step*i + j) mod banks, with the fewest banks of all such maps
  table   that of auto, looked up in a table, N to %d

It says whether fewer banks are proven impossible. A bank holds N elements at most, so N
are needed; that N are not enough is proven by a complete search for a way to cut the
board into N solutions. N = 8 needs 9 banks, the linear map 11; N = 12 needs 12, not 13.
Beyond 13 there is no search, but tables with N banks for N = %s.
A composed map has a short proof, which text prints.

Formats: text says which map; table gives the bank of every element; c is a header in
C99, verilog a module without a clock.

Exit codes: 0 done, 2 bad argument, 130 interrupted.`, design.MaxMemoryMap, design.MaxTableMap, strings.Trim(strings.ReplaceAll(fmt.Sprint(design.KnownCuts()), " ", ", "), "[]")),
		Example: `  queens design memmap 16
  queens design memmap 8 --map linear
  queens design memmap 8 --format table
  queens design memmap 64 --format verilog`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderBetween("design memmap", args, 0, design.MaxMemoryMap)
			if err != nil {
				return err
			}
			m, err := memoryMap(cmd.Context(), n, kind)
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				return answer.WriteJSON(a.Stdout, answer.NewMemoryMap(m))
			case form == "table":
				return m.WriteTable(a.Stdout)
			case form == "c":
				return m.WriteC(a.Stdout)
			case form == "verilog":
				return m.WriteVerilog(a.Stdout)
			}
			return a.Print(answer.NewMemoryMap(m), false)
		},
	}
	kit.AddChoice(cmd, &kind, "map", []string{"auto", "linear", "table"}, "how the bank of an element is found")
	kit.AddChoice(cmd, &form, "format", []string{"text", "table", "c", "verilog"}, "how to print")
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// memoryMap returns the map of order n of a kind that --map knows.
func memoryMap(ctx context.Context, n int, kind string) (design.MemoryMap, error) {
	switch {
	case kind == "table" && n > design.MaxTableMap:
		return design.MemoryMap{}, kit.Usagef("design memmap: no table of order %d: want 1 to %d, or --map linear", n, design.MaxTableMap)
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
	method, seed, base, asJSON, stats := "auto", uint64(1), 1, false, false
	cmd := &cobra.Command{
		Use:   "interleaver N",
		Short: "A permutation whose neighbours end up far apart",
		Long: fmt.Sprintf(`Interleaver prints a solution of order N, 1 or 4 to %d, as a permutation for blocks of
N symbols: symbol i goes to the place in line i. Its spread, the least |i-j| +
|p(i)-p(j)| over all pairs, is near the bound, the square root of 2N, where N or N+1 has
no factor 2 or 3: there it is a linear solution. For other N, and with --method search,
it is found by search: about six tenths of the bound, but with many different
displacements. --method qpp prints the interleaver of the turbo code of LTE instead, for
its 188 block lengths, 40 to 6144; queens may attack each other in it.

--stats prints the measured figures instead: spread, spread around the block, dispersion
(different displacements divided by pairs), and beside them those of the interleaver of
LTE where it has one of that length.

Exit codes: 0 done, 2 bad argument.`, design.MaxInterleaver),
		Example: `  queens design interleaver 1009 --stats
  queens design interleaver 6144 --stats
  queens design interleaver 100 --method search --seed 5`,
		RunE: func(_ *cobra.Command, args []string) error {
			n, err := kit.OrderBetween("design interleaver", args, 0, design.MaxInterleaver)
			if err != nil {
				return err
			}
			if err := kit.CheckOutputBase(base, asJSON); err != nil {
				return err
			}
			var x design.Interleaver
			if method == "qpp" {
				x, err = design.LTEInterleaver(n)
			} else {
				x, err = design.NewInterleaver(n, method == "search", seed)
			}
			if err != nil {
				return err
			}
			r := answer.NewInterleaver(x, seed)
			if stats && !asJSON {
				_, err := io.WriteString(a.Stdout, r.Stats())
				return err
			}
			return a.PrintIn(base, r, asJSON)
		},
	}
	kit.AddChoice(cmd, &method, "method", []string{"auto", "qpp", "search"}, "how to make it")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of the search")
	cmd.Flags().BoolVar(&stats, "stats", false, "print measured figures instead of the permutation")
	kit.AddBase(cmd, &base)
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

func newLDPC(a *app) *cobra.Command {
	o := ldpcOptions{form: "text", girth: "6"}
	cmd := &cobra.Command{
		Use:   "ldpc SIZE",
		Short: "Parity-check matrix of an LDPC code without cycles of length 4",
		Long: `Ldpc makes a parity-check matrix of --rows by --columns blocks, each a permutation
matrix of the given size; where the size has no factor 2 or 3 each block is a solution
of the queens problem on the torus. No two columns share two rows, so the girth, the
shortest cycle of the Tanner graph, is 6 at least; it is measured. A prime size that is
not less than rows and columns always works. --girth 8 chooses the shifts of the block
columns so that there is no cycle of length 6 either.

Formats: text describes the code, alist is the matrix in the form of MacKay.

Exit codes: 0 done, 2 bad argument, 130 interrupted.`,
		Example: `  queens design ldpc 31
  queens design ldpc 61 --girth 8
  queens design ldpc 101 --rows 4 --columns 20 --format alist`,
		RunE: func(cmd *cobra.Command, args []string) error {
			size, err := kit.OrderBetween("design ldpc", args, 0, design.MaxColumns)
			if err != nil {
				return err
			}
			return a.ldpc(cmd.Context(), size, o)
		},
	}
	kit.AddChoice(cmd, &o.form, "format", []string{"text", "alist"}, "how to print")
	cmd.Flags().IntVar(&o.rows, "rows", 3, "block rows: ones in each column")
	cmd.Flags().IntVar(&o.columns, "columns", 6, "block columns: ones in each row")
	kit.AddChoice(cmd, &o.girth, "girth", []string{"6", "8"}, "shortest cycle, at least")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// ldpcOptions are the flags of `queens design ldpc`.
type ldpcOptions struct {
	form, girth   string
	rows, columns int
	json          bool
}

func (a *app) ldpc(ctx context.Context, size int, o ldpcOptions) error {
	a.Status.Say("checking %d by %d blocks of %d and looking for their girth", o.rows, o.columns, size)
	build := design.NewParityCheck
	if o.girth == "8" {
		build = design.NewParityCheckOfGirth8
	}
	h, err := build(ctx, size, o.rows, o.columns)
	switch {
	case err != nil:
		return err
	case o.form == "alist" && !o.json:
		return h.WriteAlist(a.Stdout)
	}
	return a.Print(answer.NewLDPC(h), o.json)
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
			n, err := kit.OrderBetween("design magic", args, 0, design.MaxMagic)
			if err != nil {
				return err
			}
			square, err := design.MagicSquare(n)
			if err != nil {
				return err
			}
			return a.Print(&answer.Magic{Schema: "queens.magic/1", Order: n, Sum: n * (n*n + 1) / 2, Numbers: square}, asJSON)
		},
	}
	kit.AddJSON(cmd, &asJSON)
	return cmd
}
