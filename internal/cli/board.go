package cli

import (
	"cmp"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/draw"
	"queens/format"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/internal/named"
)

type boardOptions struct {
	picture  pictureOptions
	Order    int
	Blocked  []string
	layers   []string
	heat     string
	Topology queens.Topology
	Size     int
	show     string
	Caption  string
	reading
	writing
}

// maxSquares is the largest order of queens count --of squares.
const maxSquares = 32

const theBoard = "board"

func newBoard(a *app) *cobra.Command {
	o := boardOptions{show: theBoard}
	cmd := a.Command("board", &o, func(cmd *cobra.Command, args []string) error {
		for _, f := range draw.Figures() {
			if f.Name == o.show {
				return a.figure(cmd, f, args, o)
			}
		}
		return a.board(cmd, args, o)
	}, "most", draw.MaxSheet, "layers", kit.Summaries(draw.Layers(),
		func(l draw.Layer) (string, string) { return l.Name, l.Summary }))
	kit.Flag(cmd, "layer", &o.layers, named.Names(draw.Layers(), func(l draw.Layer) string { return l.Name })...)
	kit.Flag(cmd, "heat", &o.heat, "attacks", "solutions")
	kit.Flag(cmd, "show", &o.show, append([]string{theBoard},
		named.Names(draw.Figures(), func(f draw.Figure) string { return f.Name })...)...)
	o.picture.Format = pictureText
	a.addPicture(cmd, &o.picture, formatNames()...)
	kit.Flag(cmd, "symbols", &o.Symbols)
	o.Step = true
	addReading(cmd, &o.reading)
	return cmd
}

func (a *app) figure(cmd *cobra.Command, f draw.Figure, args []string, o boardOptions) error {
	show := "cannot be combined with --show " + f.Name
	err := cmp.Or(
		kit.Without(cmd, true, show+"; it takes a solution: queens board 2413 --show "+f.Name+" -o picture.svg",
			"order"),
		kit.Without(cmd, true, show, "blocked", "layer", "heat", "topology", "caption", "size", "json"))
	if err != nil {
		return err
	}
	if !o.picture.IsPicture() {
		return kit.Usagef("--show %s is a picture: want --format svg, png or pdf, or -o picture.svg; queens "+
			"orbit prints it", f.Name)
	}
	o.Step = false // it needs whole placements
	var perm queens.Perm
	for pl, err := range a.placements(cmd, args, o) {
		if err == nil && perm != nil {
			err = kit.Usagef("more than one placement, and --show draws one")
		}
		if err == nil {
			perm, err = pl.OnePerColumn()
		}
		if err != nil {
			return err
		}
	}
	p, err := f.Picture(perm, o.picture.Theme)
	if err != nil && answer.OneQueenPerRow(perm, 1) != nil {
		err = errs.WithCode(errs.Refuted, err)
	}
	return o.picture.Write(a.App, func() (*draw.Picture, error) { return p, err })
}

func (a *app) readBoards(cmd *cobra.Command, args []string, o boardOptions) iter.Seq2[draw.Board, error] {
	if cmd.Flags().Changed("order") {
		return func(yield func(draw.Board, error) bool) { yield(boardOfSquares(args, o)) }
	}
	return kit.Answers(a.placements(cmd, args, o), func(pl placement) (draw.Board, error) {
		return newDrawnBoard(pl.Order, pl.Squares(), o)
	})
}

func boardOfSquares(args []string, o boardOptions) (draw.Board, error) {
	if o.Order < 1 || o.Order > draw.MaxBoardOrder {
		return draw.Board{}, kit.Usagef("order %d: want 1 to %d", o.Order, draw.MaxBoardOrder)
	}
	squares, err := format.ReadSquares(strings.Join(args, " "), o.Order, o.Base)
	if err != nil {
		return draw.Board{}, err
	}
	return newDrawnBoard(o.Order, squares, o)
}

func newDrawnBoard(order int, squares []queens.Square, o boardOptions) (b draw.Board, err error) {
	b = draw.Board{
		Order: order, Queens: squares, Topology: o.Topology, Layers: o.layers, Theme: o.picture.Theme,
		Size: o.Size, Caption: o.Caption,
	}
	if b.Blocked, err = format.ReadSquares(strings.Join(o.Blocked, ","), b.Order, o.Base); err != nil {
		return b, err
	}
	switch o.heat {
	case "attacks":
		b.Heat = draw.AttackHeat(b.Order, b.Queens, b.Topology)
	case "solutions":
		if b.Heat, err = draw.SolutionHeat(b.Order); err != nil && b.Order <= maxSquares {
			err = errs.Errorf("%w; queens count %d --of squares counts them", err, b.Order)
		}
	}
	return b, err
}

func (a *app) placements(cmd *cobra.Command, args []string, o boardOptions) iter.Seq2[placement, error] {
	return kit.Answers(a.Given(cmd, args, o.reading), func(pl placement) (placement, error) {
		if pl.Order == 0 {
			return pl, kit.Usagef("the board of order 0 has no squares to draw")
		}
		return pl, nil
	})
}

// list returns a board with one queen in each column in a list format.
func (o boardOptions) list(b draw.Board) (string, error) {
	p := slices.Repeat(queens.Perm{-1}, b.Order)
	for _, sq := range b.Queens {
		p[sq.Col] = sq.Row
	}
	if len(b.Queens) != b.Order || slices.Contains(p, -1) {
		return "", kit.Usagef("--format %s needs one queen in each column", o.picture.Format)
	}
	return o.writing.List(o.picture.Format, o.Base, p)
}

func sheet(boards iter.Seq2[draw.Board, error]) (*draw.Picture, error) {
	var pictures []*draw.Picture
	for b, err := range boards {
		if err == nil && len(pictures) == draw.MaxSheet {
			err = kit.Usagef("more than %d placements, too many for a sheet; text has no limit", draw.MaxSheet)
		}
		if err != nil {
			return nil, err
		}
		p, err := b.Picture()
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, p)
	}
	if len(pictures) == 1 {
		return pictures[0], nil
	}
	return draw.Sheet(pictures)
}

// chequered returns the text of a board with the colours of its squares.
func (a *app) chequered(text string) string {
	var out strings.Builder
	row := 0
	for line := range strings.Lines(text) {
		for col, mark := range strings.Fields(line) {
			out.WriteString(a.Square(row, col, mark))
		}
		out.WriteByte('\n')
		row++
	}
	return out.String()
}

func (a *app) board(cmd *cobra.Command, args []string, o boardOptions) error {
	bare := o.heat == ""
	for _, layer := range draw.Layers() {
		if slices.Contains(o.layers, layer.Name) {
			if !layer.InText && !o.picture.IsPicture() && !a.JSON {
				return kit.Usagef("--layer %s needs a picture: -o board.svg, or --format svg, png or pdf", layer.Name)
			}
			bare = bare && layer.Name != "coordinates" && layer.Name != "chess"
		}
	}
	if o.Symbols != "" {
		if o.picture.Format != pictureText && o.picture.Format != theBoard {
			return kit.Usagef("--symbols needs --format board")
		}
		o.picture.Format = theBoard
	}
	if o.picture.Format != pictureText && !o.picture.IsPicture() {
		err := kit.Without(cmd, !a.JSON, "does not affect lists", "blocked", "heat", "layer", "topology")
		if err != nil {
			return err
		}
	}
	boards := a.readBoards(cmd, args, o)
	if o.picture.IsPicture() && !a.JSON {
		return o.picture.Write(a.App, func() (*draw.Picture, error) { return sheet(boards) })
	}
	return o.picture.WriteTo(a.App, func(w io.Writer) error {
		between := ""
		for b, err := range boards {
			if err == nil {
				_, err = b.Picture() // checks it
			}
			if err != nil {
				return err
			}
			if a.JSON {
				err = printer.WriteJSON(w, printer.JSON{Schema: "queens.board/1", Value: b.Report()})
			} else {
				var text string
				if o.picture.Format != pictureText {
					text, err = o.list(b)
				} else if text, err = b.Text(); bare && !cmd.Flags().Changed("output") && a.Colored(a.Stdout) {
					text = a.chequered(text)
				}
				if err == nil {
					_, err = io.WriteString(w, between+text)
				}
			}
			if err != nil {
				return err
			}
			if o.picture.Format == pictureText {
				between = "\n"
			}
		}
		return nil
	})
}

// pictureText is the format for terminals.
const pictureText = "text"

// pictureOptions are the flags of every command that draws.
type pictureOptions struct {
	kit.Form
	Theme string
}

// addPicture adds the flags of a picture. others are further formats; the first is the default.
func (a *app) addPicture(cmd *cobra.Command, o *pictureOptions, others ...string) {
	o.Theme = draw.Themes()[0]
	for _, f := range draw.Formats() {
		others = append(others, f.Name)
	}
	a.AddForm(cmd, &o.Form, nil, others...)
	kit.Flag(cmd, "theme", &o.Theme, draw.Themes()...)
}

// IsPicture reports whether the format is a picture.
func (o *pictureOptions) IsPicture() bool {
	return slices.ContainsFunc(draw.Formats(), func(f draw.Format) bool { return f.Name == o.Format })
}

// Answer prints an answer as JSON or text, or the picture in its place.
func (o *pictureOptions) Answer(a *kit.App, r printer.Answer, picture func() (*draw.Picture, error)) error {
	if a.JSON || !o.IsPicture() {
		return o.Print(a, r)
	}
	return o.Write(a, picture)
}

// Write writes a picture in the chosen format.
func (o *pictureOptions) Write(a *kit.App, picture func() (*draw.Picture, error)) error {
	p, err := picture()
	if err != nil {
		return err
	}
	format, err := draw.FindFormat(o.Format)
	if err != nil {
		return err
	}
	if format.Binary && o.Output == "" && kit.IsTerminal(a.Stdout) {
		return kit.Usagef("a terminal cannot show %s; write to a file with -o picture.%s", strings.ToUpper(format.Name),
			format.Name)
	}
	return o.WriteTo(a, func(w io.Writer) error { return format.Encode(w, p) })
}
