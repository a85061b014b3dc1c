package showing

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/cli/kit"
	"queens/show/draw"
)

// boardOptions are the flags of `queens board`.
type boardOptions struct {
	picture  kit.PictureOptions
	order    int
	blocked  []string
	layers   []string
	heat     string
	topology string
	size     int
	show     string
	base     int
	json     bool
}

// theBoard is the figure that layers, heat and squares belong to.
const theBoard = "board"

// heats holds what a board can be coloured by, sorted by name.
var heats = []struct {
	name string
	heat func(draw.Board) (*draw.Heat, error)
}{
	{"attacks", func(b draw.Board) (*draw.Heat, error) { return draw.AttackHeat(b.Order, b.Queens, b.Topology), nil }},
	{"solutions", func(b draw.Board) (*draw.Heat, error) { return draw.SolutionHeat(b.Order) }},
}

func newBoard(a *app) *cobra.Command {
	o := boardOptions{topology: queens.Regular.String(), show: theBoard}
	layerNames, heatNames := []string{}, []string{}
	for _, layer := range draw.Layers() {
		layerNames = append(layerNames, layer.Name)
	}
	for _, h := range heats {
		heatNames = append(heatNames, h.name)
	}
	shown := []string{theBoard}
	for _, f := range draw.Figures() {
		shown = append(shown, f.Name)
	}
	cmd := &cobra.Command{
		Use:   "board [PERM|-|@FILE] | board --order N [SQUARE...]",
		Short: "A board as a picture, with layers",
		Long: fmt.Sprintf(`Board draws queens on a board: those of a placement of one queen per column, or with
--order any queens, by the chess names of their squares, none as well. They may attack
each other. Text is for the terminal; svg, png and pdf are pictures, and the ending
of the file says which if --format does not.

Layers, any number of them (--layer attacks,coordinates):

%s
--heat colours each square: attacks, by how many queens attack it; solutions, by how
many solutions have a queen there, known up to order 12. --blocked draws crosses. Up
to order 40 queens are crowns, beyond that dots on a board of one tone, to order %d.

--show draws something else of the placement, as svg, png or pdf:

%s
Exit codes: 0 done, 1 cannot write, 2 bad argument.`,
			kit.Summaries(draw.Layers(), func(l draw.Layer) (string, string) { return l.Name, l.Summary }), draw.MaxBoardOrder,
			kit.Summaries(draw.Figures(), func(f draw.Figure) (string, string) { return f.Name, f.Summary })),
		Example: `  queens board 15863724
  queens board 15863724 --layer coordinates,attacks -o board.svg
  queens board 15863742 --layer conflicts --theme dark -o board.png
  queens board --order 12 a1 c2 --blocked l12 --layer free,chess
  queens board 35281746 --show orbit -o orbit.svg
  queens board 15863724 --topology modular --layer ghost,conflicts -o torus.pdf`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.picture.Settle(cmd); err != nil {
				return err
			}
			for _, f := range draw.Figures() {
				if f.Name == o.show {
					return a.figure(cmd, f, args, o)
				}
			}
			b, err := a.readBoard(cmd, args, o)
			if err != nil {
				return err
			}
			return a.board(b, o)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.order, "order", 0, "side of the board; the arguments are then squares")
	flags.StringSliceVar(&o.blocked, "blocked", nil, "squares to cross out: d4,e5")
	flags.StringSliceVar(&o.layers, "layer", nil, "what to show besides queens: "+strings.Join(layerNames, ", "))
	kit.AddChoice(cmd, &o.heat, "heat", heatNames, "colour the squares by a number")
	kit.AddChoice(cmd, &o.topology, "topology", queens.Topologies(), "how diagonals run at the border")
	kit.AddChoice(cmd, &o.show, "show", shown, "what to draw")
	flags.IntVar(&o.size, "size", 0, fmt.Sprintf("pixels of a side, %d to %d; 0 means as suits the order", draw.MinBoardSize, draw.MaxBoardSize))
	kit.AddPicture(cmd, &o.picture, kit.TextFormat)
	kit.AddBase(cmd, &o.base)
	kit.AddJSON(cmd, &o.json)
	if err := cmd.RegisterFlagCompletionFunc("layer", cobra.FixedCompletions(layerNames, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag was added above
	}
	return cmd
}

// figure draws something else than the board.
func (a *app) figure(cmd *cobra.Command, f draw.Figure, args []string, o boardOptions) error {
	for _, flag := range []string{"order", "blocked", "layer", "heat", "topology", "json"} {
		if cmd.Flags().Changed(flag) {
			return kit.Usagef("board: --%s does not go with --show %s", flag, f.Name)
		}
	}
	if !o.picture.IsPicture() {
		return kit.Usagef("board: --show %s is a picture: want --format svg, png or pdf, or -o picture.svg; queens orbit prints it", f.Name)
	}
	if err := kit.CheckBase(o.base); err != nil {
		return err
	}
	perm, err := a.onePlacement(cmd.Context(), "board", args, o.base)
	if err != nil {
		return err
	}
	p, err := f.Picture(perm, o.picture.Theme, o.size)
	if err != nil {
		return err
	}
	return a.WritePicture("board", o.picture, p)
}

// readBoard makes the board of the arguments and flags.
func (a *app) readBoard(cmd *cobra.Command, args []string, o boardOptions) (b draw.Board, err error) {
	if err := kit.CheckBase(o.base); err != nil {
		return b, err
	}
	b = draw.Board{Layers: o.layers, Theme: o.picture.Theme, Size: o.size}
	if b.Topology, err = queens.ParseTopology(o.topology); err != nil {
		return b, err
	}
	if cmd.Flags().Changed("order") {
		b.Order = o.order
		if b.Order < 1 || b.Order > draw.MaxBoardOrder {
			return b, kit.Usagef("board: order %d: want 1 to %d", b.Order, draw.MaxBoardOrder)
		}
		if b.Queens, err = kit.ParseSquares(args, b.Order); err != nil {
			return b, err
		}
	} else {
		p, err := a.onePlacement(cmd.Context(), "board", args, o.base)
		if err != nil {
			return b, err
		}
		b.Order, b.Queens = len(p), p.Squares()
	}
	if b.Blocked, err = kit.ParseSquares(o.blocked, b.Order); err != nil {
		return b, err
	}
	for _, h := range heats {
		if h.name == o.heat {
			if b.Heat, err = h.heat(b); err != nil {
				return b, err
			}
		}
	}
	return b, nil
}

// onePlacement reads the one placement that the arguments stand for.
func (a *app) onePlacement(ctx context.Context, command string, args []string, base int) (queens.Perm, error) {
	arg, err := a.OneSolution(command, args)
	if err != nil {
		return nil, err
	}
	var only queens.Perm
	for pl, err := range a.Placements(ctx, arg, base) {
		switch {
		case err != nil:
			return nil, err
		case only != nil:
			return nil, kit.Usagef("%s: more than one placement in %s: want one", command, kit.InputName(arg))
		case len(pl.Perm) == 0:
			return nil, kit.Usagef("%s: the board of order 0 has no squares to draw", command)
		}
		only = pl.Perm
	}
	if only == nil {
		return nil, kit.Usagef("%s: no placement in %s", command, kit.InputName(arg))
	}
	return only, nil
}

// drawnBoard is the JSON form of a board, queens.board/1.
type drawnBoard struct {
	Schema   string          `json:"schema"`
	Order    int             `json:"order"`
	Topology queens.Topology `json:"topology"`
	Queens   []string        `json:"queens"`
	Blocked  []string        `json:"blocked"`
	Attacks  []drawnAttack   `json:"attacks"`
	Heat     *draw.Heat      `json:"heat,omitempty"`
}

// drawnAttack is a pair of queens next to each other on a line.
type drawnAttack struct {
	Queens [2]string `json:"queens"`
	Line   string    `json:"line"`
}

// board answers `queens board`.
func (a *app) board(b draw.Board, o boardOptions) error {
	p, err := b.Picture() // checks it, too
	switch {
	case err != nil:
		return err
	case o.json:
		return a.boardJSON(b)
	case o.picture.IsPicture():
		return a.WritePicture("board", o.picture, p)
	}
	text, err := b.Text()
	if err != nil {
		return err
	}
	return a.WriteText(o.picture, text)
}

// boardJSON writes what is on a board.
func (a *app) boardJSON(b draw.Board) error {
	names := func(squares []queens.Square) []string {
		list := make([]string, len(squares))
		for i, sq := range squares {
			list[i] = sq.Name(b.Order)
		}
		return list
	}
	r := drawnBoard{
		Schema: "queens.board/1", Order: b.Order, Topology: b.Topology,
		Queens: names(b.Queens), Blocked: names(b.Blocked), Attacks: []drawnAttack{}, Heat: b.Heat,
	}
	for attack := range queens.Attacks(b.Queens, b.Order, b.Topology) {
		r.Attacks = append(r.Attacks, drawnAttack{
			[2]string{attack.A.Name(b.Order), attack.B.Name(b.Order)}, attack.Line.String(),
		})
	}
	return kit.WriteJSON(a.Stdout, r)
}
