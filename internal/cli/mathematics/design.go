package mathematics

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"queens/draw"
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

--distance looks for a word of least weight: it is proven to be the minimum distance, or
a bound below it, if the search gets no further. --encode FILE, - for standard input,
turns lines of 0 and 1, one for each bit of a message, into words of the code.

--curve sends random words over a channel with white Gaussian noise (BPSK), decodes them
by the min-sum algorithm and prints shares of wrong words and bits at 0 to 5 decibels,
from --frames words at most, or 50 wrong ones.

Formats: text says what the code is, alist is the matrix in the form of MacKay, svg is
the picture of the curve.

Exit codes: 0 done, 2 bad argument, 130 interrupted.`,
		Example: `  queens design ldpc 31
  queens design ldpc 61 --girth 8 --distance
  queens design ldpc 31 --curve --frames 100
  queens design ldpc 101 --rows 4 --columns 20 --format alist`,
		RunE: func(cmd *cobra.Command, args []string) error {
			size, err := kit.OrderBetween("design ldpc", args, 0, design.MaxColumns)
			if err != nil {
				return err
			}
			return a.ldpc(cmd.Context(), size, o)
		},
	}
	kit.AddChoice(cmd, &o.form, "format", []string{"text", "alist", "svg"}, "how to print")
	cmd.Flags().IntVar(&o.rows, "rows", 3, "block rows: ones in each column")
	cmd.Flags().IntVar(&o.columns, "columns", 6, "block columns: ones in each row")
	kit.AddChoice(cmd, &o.girth, "girth", []string{"6", "8"}, "shortest cycle, at least")
	cmd.Flags().BoolVar(&o.distance, "distance", false, "look for a word of least weight")
	cmd.Flags().StringVar(&o.encode, "encode", "", "encode the messages of a file, - for standard input")
	cmd.Flags().BoolVar(&o.curve, "curve", false, "measure error rates")
	cmd.Flags().IntVar(&o.frames, "frames", 1000, "words sent at each level of noise, at most")
	cmd.Flags().Uint64Var(&o.seed, "seed", 1, "of messages and noise")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// ldpcOptions are the flags of `queens design ldpc`.
type ldpcOptions struct {
	form, girth, encode   string
	rows, columns, frames int
	seed                  uint64
	distance, curve, json bool
}

// ldpc answers `queens design ldpc`.
func (a *app) ldpc(ctx context.Context, size int, o ldpcOptions) error {
	switch {
	case o.encode != "" && (o.distance || o.curve || o.json || o.form != "text"):
		return kit.Usagef("design ldpc: --encode prints words alone: leave --distance, --curve, --json and --format out")
	case o.form == "svg" && !o.curve:
		return kit.Usagef("design ldpc: svg is the picture of the curve: --curve --format svg")
	case o.frames < 1:
		return kit.Usagef("design ldpc: --frames %d: want at least 1", o.frames)
	}
	a.Status.Say("checking %d by %d blocks of %d and looking for their girth", o.rows, o.columns, size)
	build := design.NewParityCheck
	if o.girth == "8" {
		build = design.NewParityCheckOfGirth8
	}
	h, err := build(ctx, size, o.rows, o.columns)
	if err != nil {
		return err
	}
	r := answer.NewLDPC(h)
	switch {
	case o.encode != "":
		return a.encode(ctx, h, o.encode)
	case o.form == "alist" && !o.json:
		return h.WriteAlist(a.Stdout)
	}
	if o.distance {
		a.Status.Say("looking for a word of least weight")
		d, err := h.MinDistance(ctx)
		if err != nil {
			return err
		}
		r.Distance = &d
	}
	if o.curve {
		a.Status.Say("sending %d words at each level of noise", o.frames)
		if r.Curve, err = h.ErrorRates(ctx, design.Curve{EbN0: decibels, Frames: o.frames, FrameErrors: 50, Seed: o.seed}); err != nil {
			return err
		}
	}
	if o.form == "svg" && !o.json {
		return a.drawCurve(r)
	}
	return a.Print(r, o.json)
}

// decibels are the levels of --curve.
var decibels = []float64{0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5}

// drawCurve draws the error rates of a code.
func (a *app) drawCurve(r *answer.LDPC) error {
	words, bits := draw.Curve{Name: "words"}, draw.Curve{Name: "bits"}
	for _, rate := range r.Curve {
		words.Points = append(words.Points, draw.DataPoint{X: rate.EbN0, Y: fmt.Sprint(rate.Frame())})
		bits.Points = append(bits.Points, draw.DataPoint{X: rate.EbN0, Y: fmt.Sprint(rate.Bit())})
	}
	chart := draw.Chart{
		Name: "ldpc", Title: fmt.Sprintf("Error rates of a code of %d bits, %d of them message", r.Length, r.Length-r.Rank),
		X: "Eb/N0 in decibels", Y: "share that is wrong", Log: true, Series: []draw.Curve{words, bits},
	}
	picture, err := chart.Picture(draw.Themes()[0])
	if err != nil {
		return err
	}
	format, err := draw.FindFormat("svg")
	if err != nil {
		return err
	}
	return format.Encode(a.Stdout, picture)
}

// encode prints the word of each message of a file.
func (a *app) encode(ctx context.Context, h *design.ParityCheck, path string) error {
	e, err := h.Encoder()
	if err != nil {
		return err
	}
	input := a.Input(ctx)
	if path != "-" {
		f, err := kit.OpenArgument(path)
		if err != nil {
			return err
		}
		defer f.Close()
		input = f
	}
	out := bufio.NewWriter(a.Stdout)
	scanner := bufio.NewScanner(input)
	for no := 1; scanner.Scan(); no++ {
		message := bytes.TrimSpace(scanner.Bytes())
		if len(message) == 0 {
			continue
		}
		for i := range message {
			message[i] -= '0' // what is neither 0 nor 1 is refused
		}
		word, err := e.Encode(message)
		if err != nil {
			return fmt.Errorf("line %d: %w", no, err)
		}
		for i := range word {
			word[i] += '0'
		}
		out.Write(append(word, '\n'))
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("design ldpc: read %s: %w", kit.InputName(path), err)
	}
	return out.Flush()
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
