package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/option"
	"queens/draw"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/known"
)

type boardOptions struct {
	picture  pictureOptions
	Order    int
	Blocked  []string
	layers   []string
	Heat     string
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
		if f, err := draw.FindFigure(o.show); err == nil {
			return a.figure(cmd, f, args, o)
		}
		return a.board(cmd, args, o)
	}, "most", draw.MaxSheet, "layers", command.Summaries(draw.Layers(),
		func(l draw.Layer) (string, string) { return l.Name, l.Summary }))
	command.Flag(cmd, "layer", &o.layers, named.Names(draw.Layers(), func(l draw.Layer) string { return l.Name })...)
	command.Flag(cmd, "show", &o.show, append([]string{theBoard},
		named.Names(draw.Figures(), func(f draw.Figure) string { return f.Name })...)...)
	o.picture.Format = pictureText
	a.addPicture(cmd, &o.picture, formatNames()...)
	command.Flag(cmd, "symbols", &o.Symbols)
	addReading(cmd, &o.reading)
	return cmd
}

func (a *app) figure(cmd *cobra.Command, f draw.Figure, args []string, o boardOptions) error {
	if !o.picture.IsPicture() {
		return command.Usagef("--show %s is a picture: want --format svg, png or pdf, or -o picture.svg; queens "+
			"orbit prints it", f.Name)
	}
	var perm queens.Perm
	for pl, err := range a.placements(cmd, args, o) {
		if err == nil && perm != nil {
			err = command.Usagef("more than one placement, and --show draws one")
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
	return command.Answers(a.placements(cmd, args, o), func(pl placement) (draw.Board, error) {
		return newDrawnBoard(pl.Order, pl.Squares(), o)
	})
}

func boardOfSquares(args []string, o boardOptions) (draw.Board, error) {
	if o.Order < 1 || o.Order > draw.MaxBoardOrder {
		return draw.Board{}, command.Usagef("order %d: want 1 to %d", o.Order, draw.MaxBoardOrder)
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
	switch o.Heat {
	case "attacks":
		b.Heat, err = draw.AttackHeat(b.Order, b.Queens, b.Topology)
	case "solutions":
		if b.Heat, err = draw.SolutionHeat(b.Order); err != nil && b.Order <= maxSquares {
			err = errs.Errorf("%w; queens count %d --of squares counts them", err, b.Order)
		}
	}
	return b, err
}

func (a *app) placements(cmd *cobra.Command, args []string, o boardOptions) iter.Seq2[placement, error] {
	return command.Answers(a.Given(cmd, args, o.reading), func(pl placement) (placement, error) {
		if pl.Order == 0 {
			return pl, command.Usagef("the board of order 0 has no squares to draw")
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
		return "", command.Usagef("--format %s needs one queen in each column", o.picture.Format)
	}
	o.writing.format = o.picture.Format
	return o.writing.List(o.Base, p)
}

func sheet(boards iter.Seq2[draw.Board, error]) (*draw.Picture, error) {
	var pictures []*draw.Picture
	for b, err := range boards {
		if err == nil && len(pictures) == draw.MaxSheet {
			err = command.Usagef("more than %d placements, too many for a sheet; text has no limit", draw.MaxSheet)
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
	for row, line := range slices.Collect(strings.Lines(text)) {
		for col, mark := range strings.Fields(line) {
			out.WriteString(a.Square(row, col, mark))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func (a *app) board(cmd *cobra.Command, args []string, o boardOptions) error {
	bare := o.Heat == ""
	for _, layer := range draw.Layers() {
		if slices.Contains(o.layers, layer.Name) {
			if !layer.InText && !o.picture.IsPicture() && !a.JSON {
				return command.Usagef("--layer %s needs a picture: -o board.svg, or --format svg, png or pdf",
					layer.Name)
			}
			bare = bare && layer.Name != "coordinates" && layer.Name != "chess"
		}
	}
	if o.Symbols != "" {
		o.picture.Format = theBoard
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
	command.Form
	Theme string
}

// addPicture adds the flags of a picture. others are further formats; the first is the default.
func (a *app) addPicture(cmd *cobra.Command, o *pictureOptions, others ...string) {
	o.Theme = draw.Themes()[0]
	pictures := named.Names(draw.Formats(), func(f draw.Format) string { return f.Name })
	a.AddForm(cmd, &o.Form, nil, append(others, pictures...)...)
	command.Flag(cmd, "theme", &o.Theme, draw.Themes()...)
}

// IsPicture reports whether the format is a picture.
func (o *pictureOptions) IsPicture() bool {
	return slices.ContainsFunc(draw.Formats(), func(f draw.Format) bool { return f.Name == o.Format })
}

// Answer prints an answer as JSON or text, or the picture in its place.
func (o *pictureOptions) Answer(a *command.App, r printer.Answer, picture func() (*draw.Picture, error)) error {
	if a.JSON || !o.IsPicture() {
		return o.Print(a, r)
	}
	return o.Write(a, picture)
}

// Write writes a picture in the chosen format.
func (o *pictureOptions) Write(a *command.App, picture func() (*draw.Picture, error)) error {
	p, err := picture()
	if err != nil {
		return err
	}
	format, err := draw.FindFormat(o.Format)
	if err != nil {
		return err
	}
	if format.Binary && o.Output == "" && command.IsTerminal(a.Stdout) {
		return command.Usagef("a terminal cannot show %s; write to a file with -o picture.%s",
			strings.ToUpper(format.Name), format.Name)
	}
	return o.WriteTo(a, func(w io.Writer) error { return format.Encode(w, p) })
}

func newTable(a *app) *cobra.Command {
	var format string
	cmd := a.Command("table", nil, func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.listSeries(format)
		}
		s, values, err := a.selectValues(args)
		if err != nil {
			return err
		}
		return a.printSeries(s, values, args[1:], format)
	})
	cmd.ValidArgsFunction = command.CompleteFirst(func() []cobra.Completion {
		return named.Names(known.All(), func(s known.Series) cobra.Completion {
			return cobra.CompletionWithDesc(s.Name, s.Summary)
		})
	})
	a.AddFormat(cmd, &format, "text", "json", "csv", "bfile", "oeis")
	cmd.AddCommand(newPlot(a), newRecords(a))
	return cmd
}

// selectValues returns a series and its values, of the orders that a second argument says. It notes
// those without a value.
func (a *app) selectValues(args []string) (none known.Series, _ []known.Value, _ error) {
	s, ok := known.Find(args[0])
	if !ok {
		if command.IsNumber(args[0]) {
			return none, nil, command.Usagef("the series comes first: queens table solutions %s", args[0])
		}
		names := named.Names(known.All(), func(s known.Series) string { return s.Name })
		return none, nil, command.Usagef("no series %q%s; `queens table` lists them", args[0],
			command.DidYouMean(args[0], names))
	}
	values := s.Values()
	if len(args) == 1 {
		return s, values, nil
	}
	first, last, err := option.Range("table "+s.Name+":", args[1], 0, math.MaxInt)
	if err != nil {
		return none, nil, command.Usagef("%w; 8..12 is a range", err)
	}
	values = slices.DeleteFunc(values, func(v known.Value) bool { return v.Order < first || v.Order > last })
	if len(values) == 0 {
		all, beyond := s.Values(), ""
		if s.Beyond != "" {
			beyond = "; " + s.Beyond
		}
		what := fmt.Sprintf("%s is outside %d to %d, the range of this table", args[1], s.First, all[len(all)-1].Order)
		if s.First <= first && last <= all[len(all)-1].Order {
			what = "no value of " + args[1]
		}
		return none, nil, fmt.Errorf("table %s: %s%s", s.Name, what, beyond)
	}
	if missing := missingOrders(values, first, last); missing != nil {
		a.Note("table %s: no value of %s", s.Name, strings.Join(missing, ", "))
	}
	return s, values, nil
}

// missingOrders lists the orders without a value, as ranges.
func missingOrders(values []known.Value, first, last int) (ranges []string) {
	for _, v := range append(slices.Clone(values), known.Value{Order: last + 1}) {
		switch {
		case v.Order == first+1:
			ranges = append(ranges, strconv.Itoa(first))
		case v.Order > first:
			ranges = append(ranges, fmt.Sprintf("%d..%d", first, v.Order-1))
		}
		first = v.Order + 1
	}
	return ranges
}

func (a *app) listSeries(format string) error {
	switch format {
	case "csv":
		lines := [][]string{{"name", "oeis", "first", "last", "counts", "summary"}}
		for _, s := range known.Tables() {
			lines = append(lines, printer.Row(s.Name, s.OEIS, s.First, s.Last, s.Counts, s.Summary))
		}
		return csv.NewWriter(a.Stdout).WriteAll(lines)
	case "oeis":
		return known.WriteEntries(a.Stdout)
	case "bfile":
		return command.Usagef("--format bfile needs the name of a series; `queens table` lists them")
	default:
		return a.Print(texts.Show("queens.tables/1", map[string]any{"series": known.Tables()}))
	}
}

func (a *app) printSeries(s known.Series, values []known.Value, orders []string, format string) error {
	switch format {
	case "csv":
		head := slices.Concat([]string{"order"}, s.Index, []string{"value", "source", "status"})
		return csv.NewWriter(a.Stdout).WriteAll(append([][]string{head}, lines(values)...))
	case "bfile", "oeis":
		if len(orders) > 0 {
			return command.Usagef("table %s: format %s has all orders; omit the number", s.Name, format)
		}
		if format == "oeis" {
			return known.WriteEntries(a.Stdout, s)
		}
		return known.WriteBFile(a.Stdout, s)
	}
	if format == "text" && len(orders) > 0 && !strings.Contains(orders[0], "..") {
		bare := lines(values)
		for i, line := range bare {
			bare[i] = line[1 : len(line)-2]
		}
		_, err := io.WriteString(a.Stdout, printer.Lines(bare))
		return err
	}
	return a.Print(showTable(s.Table(values)))
}

func showTable(t known.Table) printer.Answer {
	return printer.Show("queens.table/1", t, func(s printer.Style) string {
		title := ""
		var table [][]string
		if s.Person {
			title = s.Paint(printer.Bold, t.Name+": "+t.Summary) + "\n\n"
			table = append(table, append(append([]string{"n"}, t.Index...), t.Counts, "source", "status"))
		}
		table = append(table, lines(t.Values)...)
		return title + printer.Lines(table)
	})
}

// lines returns the fields of values: order, further arguments, value, source and status.
func lines(values []known.Value) [][]string {
	return named.Each(values, func(v known.Value) []string {
		return slices.Concat(printer.Row(v.Order), named.Names(v.Index, strconv.Itoa),
			printer.Row(v.Value, v.Source, v.Status))
	})
}

type recordsAnswer struct {
	Records []valuedRecord `json:"records"`
	Largest []largest      `json:"largest"`
}

type valuedRecord struct {
	known.Record
	Value *queens.Total `json:"value,omitzero"`
}

type largest struct {
	Series string       `json:"series"`
	Order  int          `json:"order"`
	Source string       `json:"source"`
	Status known.Status `json:"status"`
	Beyond string       `json:"beyond,omitempty"` // what there is for larger orders
}

var mainSeries = []string{
	"solutions", "fundamental", "s180", "s90", "toroidal", "toroidal-classes", "nonattacking-sets",
	"maximal-sets", "lexicographic-first",
}

func newRecords(a *app) *cobra.Command {
	return a.Command("table records", nil, func(*cobra.Command, []string) error {
		r := &recordsAnswer{}
		for _, record := range known.Records() {
			shown := valuedRecord{Record: record}
			if v := record.Value(); !record.Unseen {
				shown.Value = &v
			}
			r.Records = append(r.Records, shown)
		}
		for _, name := range mainSeries {
			s, _ := known.Find(name)
			values := s.Values()
			last := values[len(values)-1]
			r.Largest = append(r.Largest, largest{name, last.Order, last.Source, last.Status, s.Beyond})
		}
		return a.Print(texts.Show("queens.records/1", r))
	})
}

func newPlot(a *app) *cobra.Command {
	o := pictureOptions{Theme: draw.Themes()[0]}
	list := command.Summaries(draw.Plots(), func(p draw.Plot) (string, string) { return p.Name, p.Summary })
	names := named.Names(draw.Plots(), func(p draw.Plot) string { return p.Name })
	cmd := a.Command("table plot", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			all := map[string]any{"plots": draw.Plots()}
			return o.Print(a.App, printer.Show("queens.plots/1", all, func(printer.Style) string { return list }))
		}
		plot, err := draw.FindPlot(args[0])
		if err != nil {
			return command.Usagef("%q: want one of %s%s", args[0], strings.Join(names, ", "),
				command.DidYouMean(args[0], names))
		}
		chart := plot.Chart()
		if a.JSON {
			return o.Print(a.App, printer.Show("queens.plot/1", chart, nil))
		}
		if !o.IsPicture() {
			return command.Usagef("a plot is a picture: want --format svg or png, or -o %s.svg; --json has its "+
				"numbers", plot.Name)
		}
		return o.Write(a.App, func() (*draw.Picture, error) { return chart.Picture(o.Theme) })
	}, "plots", list)
	cmd.ValidArgs = names
	a.AddForm(cmd, &o.Form, nil, pictureText, "png", "svg")
	command.Flag(cmd, "theme", &o.Theme, draw.Themes()...)
	return cmd
}
