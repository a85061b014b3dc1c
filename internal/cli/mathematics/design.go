package mathematics

import (
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
	return a.Parent("math design", newMemmap(a), newInterleaver(a), newLDPC(a), newMagic(a))
}

func newMemmap(a *app) *cobra.Command {
	form, method := "text", "auto"
	cmd := a.Command("math design memmap", nil, "most", design.MaxMemoryMap, "most-table", design.MaxTableMap,
		"cuts", strings.Trim(strings.ReplaceAll(fmt.Sprint(design.KnownCuts()), " ", ", "), "[]"))
	cmd.RunE = kit.ForOrder(0, design.MaxMemoryMap, func(cmd *cobra.Command, n int) (err error) {
		var m design.MemoryMap
		switch {
		case method == "table" && n > design.MaxTableMap:
			return kit.Usagef("no table of order %d: want 1 to %d, or --method linear", n, design.MaxTableMap)
		case method == "linear":
			m, err = design.NewMemoryMap(n)
		default:
			m, err = design.BestMemoryMap(cmd.Context(), n)
		}
		if err != nil {
			return err
		}
		if method == "table" {
			m = m.Tabulated()
		}
		forms := map[string]func(io.Writer) error{"table": m.WriteTable, "c": m.WriteC, "verilog": m.WriteVerilog}
		if write := forms[form]; write != nil && !a.JSON {
			return write(a.Stdout)
		}
		return a.Print(printer.Show("queens.memmap/1", m, func(printer.Style) string { return memoryMapText(m) }))
	})
	kit.Flag(cmd, "method", &method, "auto", "linear", "table")
	kit.Flag(cmd, "format", &form, "text", "table", "c", "verilog")
	return cmd
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

type interleaverAnswer struct {
	Order int         `json:"order"`
	Seed  uint64      `json:"seed,string"`
	Rows  queens.Perm `json:"rows"`
	design.Interleaver
}

func newInterleaver(a *app) *cobra.Command {
	method, seed, base, stats := "auto", uint64(1), 1, false
	cmd := a.Command("math design interleaver", nil, "most", design.MaxInterleaver)
	cmd.RunE = kit.ForOrder(0, design.MaxInterleaver, func(_ *cobra.Command, n int) error {
		x, err := design.Interleaver{}, error(nil)
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
		return a.PrintIn(base, printer.Show("queens.interleaver/1", interleaverAnswer{x.Perm.Order(), seed, x.Perm, x},
			func(s printer.Style) string { return s.Rows(x.Perm) }))
	})
	kit.Flag(cmd, "method", &method, "auto", "qpp", "search")
	kit.Flag(cmd, "seed", &seed)
	kit.Flag(cmd, "stats", &stats)
	a.AddBase(cmd, &base)
	return cmd
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

func newLDPC(a *app) *cobra.Command {
	var o struct{ Rows, Columns int }
	form, girth := "text", "6"
	cmd := a.Command("math design ldpc", &o)
	cmd.RunE = kit.ForOrder(0, design.MaxColumns, func(cmd *cobra.Command, size int) error {
		a.Status.Say("checking %d by %d blocks of %d and looking for their girth", o.Rows, o.Columns, size)
		least, err := strconv.Atoi(girth)
		if err != nil {
			return err
		}
		h, err := design.NewParityCheck(cmd.Context(), size, o.Rows, o.Columns, least)
		switch {
		case err != nil:
			return err
		case form == "alist" && !a.JSON:
			return h.WriteAlist(a.Stdout)
		}
		r := ldpcAnswer{h.Columns * h.Size, h.Rows * h.Size, h}
		return a.Print(printer.Show("queens.ldpc/1", r, r.text))
	})
	kit.Flag(cmd, "format", &form, "text", "alist")
	kit.Flag(cmd, "girth", &girth, "6", "8")
	return cmd
}

type ldpcAnswer struct {
	Length int `json:"length"`
	Checks int `json:"checks"`
	*design.ParityCheck
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

type magicAnswer struct {
	Order   int     `json:"order"`
	Sum     int     `json:"sum"` // of a row, a column, a diagonal
	Numbers [][]int `json:"numbers"`
}

func newMagic(a *app) *cobra.Command {
	cmd := a.Command("math design magic", nil, "most", design.MaxMagic)
	cmd.RunE = kit.ForOrder(0, design.MaxMagic, func(_ *cobra.Command, n int) error {
		square, err := design.MagicSquare(n)
		if err != nil {
			return err
		}
		r := magicAnswer{n, n * (n*n + 1) / 2, square}
		return a.Print(printer.Show("queens.magic/1", r, func(printer.Style) string { return printer.Matrix(square) }))
	})
	return cmd
}
