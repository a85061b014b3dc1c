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
	cmd := a.Plain("math design", nil)
	cmd.Args = kit.NoCommand
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(newMemmap(a), newInterleaver(a), newLDPC(a), newMagic(a))
	return cmd
}

func newMemmap(a *app) *cobra.Command {
	form, method := "text", "auto"
	cmd := a.Command("math design memmap", nil, "most", design.MaxMemoryMap, "most-table", design.MaxTableMap,
		"cuts", strings.Trim(strings.ReplaceAll(fmt.Sprint(design.KnownCuts()), " ", ", "), "[]"))
	cmd.RunE = kit.ForOrder(0, design.MaxMemoryMap, func(cmd *cobra.Command, n int) error {
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
	})
	kit.Flag(cmd, "method", &method, []string{"auto", "linear", "table"}...)
	kit.Flag(cmd, "format", &form, []string{"text", "table", "c", "verilog"}...)
	return cmd
}

func memoryMap(ctx context.Context, n int, kind string) (design.MemoryMap, error) {
	switch {
	case kind == "table" && n > design.MaxTableMap:
		return design.MemoryMap{}, kit.Usagef("no table of order %d: want 1 to %d, or "+
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
	cmd := a.Command("math design interleaver", nil, "most", design.MaxInterleaver)
	cmd.RunE = kit.ForOrder(0, design.MaxInterleaver, func(_ *cobra.Command, n int) error {
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
	})
	kit.Flag(cmd, "method", &method, []string{"auto", "qpp", "search"}...)
	kit.Flag(cmd, "seed", &seed)
	kit.Flag(cmd, "stats", &stats)
	kit.Flag(cmd, "base", &base)
	return cmd
}

func newLDPC(a *app) *cobra.Command {
	o := ldpcOptions{form: "text"}
	cmd := a.Command("math design ldpc", &o)
	cmd.RunE = kit.ForOrder(0, design.MaxColumns, func(cmd *cobra.Command, size int) error {
		return a.ldpc(cmd.Context(), size, o)
	})
	kit.Flag(cmd, "format", &o.form, "text", "alist")
	kit.Flag(cmd, "girth", &o.girth, "6", "8")
	return cmd
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
	cmd := a.Command("math design magic", nil, "most", design.MaxMagic)
	cmd.RunE = kit.ForOrder(0, design.MaxMagic, func(_ *cobra.Command, n int) error {
		square, err := design.MagicSquare(n)
		if err != nil {
			return err
		}
		return a.Print(showMagic(square))
	})
	return cmd
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
