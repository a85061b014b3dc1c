package cli

import (
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/construct"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/known"
	"queens/math/design"
	"queens/math/miscount"
)

func newDesign(a *app) *cobra.Command {
	return a.Parent("math design", newMemmap(a), newHops(a), newLDPC(a), newMagic(a))
}

func newMemmap(a *app) *cobra.Command {
	form := "text"
	run := func(_ *cobra.Command, n int) error {
		m, err := design.NewMemoryMap(n)
		if err != nil {
			return err
		}
		forms := map[string]func(io.Writer) error{"table": m.WriteTable, "c": m.WriteC, "verilog": m.WriteVerilog}
		if write := forms[form]; write != nil && !a.JSON {
			return write(a.Stdout)
		}
		return a.Print(texts.Show("queens.memmap/1", m))
	}
	cmd := a.Command("math design memmap", nil, kit.ForOrder(1, design.MaxMemoryMap, run), "most", design.MaxMemoryMap)
	kit.Flag(cmd, "format", &form, "text", "table", "c", "verilog")
	return cmd
}

func newHops(a *app) *cobra.Command {
	return a.Command("math design hops", nil, kit.ForOrder(5, design.MaxHops, func(_ *cobra.Command, n int) error {
		h, err := design.NewHops(n)
		return a.Answer(texts.Show("queens.hops/1", h), err)
	}), "most", design.MaxHops)
}

func newLDPC(a *app) *cobra.Command {
	var o struct{ Rows, Columns int }
	form, girth := "text", "6"
	run := func(cmd *cobra.Command, size int) error {
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
		return a.Print(texts.Show("queens.ldpc/1", r))
	}
	cmd := a.Command("math design ldpc", &o, kit.ForOrder(0, design.MaxColumns, run))
	kit.Flag(cmd, "format", &form, "text", "alist")
	kit.Flag(cmd, "girth", &girth, "6", "8")
	return cmd
}

type ldpcAnswer struct {
	Length int `json:"length"`
	Checks int `json:"checks"`
	*design.ParityCheck
}

// Bits returns the bits that carry information.
func (h ldpcAnswer) Bits() int { return h.Length - h.Rank }

// Rate returns their part of all bits.
func (h ldpcAnswer) Rate() float64 { return float64(h.Bits()) / float64(h.Length) }

type magicAnswer struct {
	Order   int     `json:"order"`
	Sum     int     `json:"sum"` // of a row, a column, a diagonal
	Numbers [][]int `json:"numbers"`
}

func newMagic(a *app) *cobra.Command {
	return a.Command("math design magic", nil, kit.ForOrder(5, design.MaxMagic, func(_ *cobra.Command, n int) error {
		square, err := design.MagicSquare(n)
		r := magicAnswer{n, n * (n*n + 1) / 2, square}
		text := func(printer.Style) string { return printer.Matrix(square) }
		return a.Answer(printer.Show("queens.magic/1", r, text), err)
	}), "most", design.MaxMagic)
}

func newConstructions(a *app) *cobra.Command {
	base := 1
	cmd := a.Command("math constructions", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Print(texts.Show("queens.construct-rules/1", map[string]any{"rules": construct.All()}))
		}
		n, err := kit.OrderBetween(cmd, args, 1, queens.MaxProblemOrder)
		switch {
		case err != nil:
			return err
		case n == 2 || n == 3:
			return kit.None(n, "solution")
		}
		r := constructAnswer{Order: n}
		for _, p := range construct.All() {
			c := construction{Method: p.Name, Refused: p.Refuses(n)}
			if c.Refused == "" {
				board, err := p.First(n)
				if err != nil {
					return err
				}
				c.MadeOf = board.Note
				if n <= constructShown {
					c.Rows = board.Perm()
				}
			}
			r.Results = append(r.Results, c)
		}
		return a.PrintIn(base, texts.Show("queens.construct/1", r))
	})
	a.AddBase(cmd, &base)
	return cmd
}

type constructAnswer struct {
	Order   int            `json:"order"`
	Results []construction `json:"results"`
}

type construction struct {
	Method  string      `json:"method"`
	MadeOf  string      `json:"madeOf,omitempty"`
	Rows    queens.Perm `json:"rows,omitempty"`
	Refused string      `json:"refused,omitempty"`
}

// constructShown is the largest order whose solutions are shown side by side.
const constructShown = 32

// miscountAnswer has the rules of an order or those with one value, queens.miscount/1.
type miscountAnswer struct {
	Order     int             `json:"order"`
	Solutions queens.Total    `json:"solutions"`
	Number    *queens.Total   `json:"number,omitempty"` // the one asked for
	Rules     []miscount.Rule `json:"rules"`
}

func newMiscount(a *app) *cobra.Command {
	cmd := a.Command("math miscount", nil, func(cmd *cobra.Command, args []string) error {
		n, err := kit.OrderBetween(cmd, args[:1], 1, miscount.MaxOrder)
		if err != nil {
			return err
		}
		r := miscountAnswer{Order: n, Rules: miscount.Rules(n)}
		r.Solutions, _ = known.Solutions(n)
		if len(args) == 2 {
			number, err := queens.ParseTotal(args[1])
			if err != nil {
				return kit.Usagef("number %q: want a whole number, at least 0", args[1])
			}
			r.Number, r.Rules = &number, miscount.Near(n, number)
		}
		return a.Print(texts.Show("queens.miscount/1", r))
	}, "most", miscount.MaxOrder)
	return cmd
}
