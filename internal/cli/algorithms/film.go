package algorithms

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"time"

	"queens"
	"queens/draw"
	"queens/find/solver"
	"queens/find/trace"
	"queens/internal/cli/kit"
)

// The formats of a film besides those of pictures, which have the boards on one sheet.
const (
	filmGIF  = "gif"
	filmHTML = "html"
)

// maxFilm is the most steps of a film.
const maxFilm = 240

// filmSize is the side of a board of a film, in pixels.
const filmSize = 480

func filmFormats() []string {
	names := []string{filmGIF, filmHTML}
	for _, f := range draw.Formats() {
		names = append(names, f.Name)
	}
	return names
}

func (o *watchOptions) isFilm() bool { return slices.Contains(filmFormats(), o.form.Format) }

//go:embed film.html
var filmText string

var filmPage = template.Must(template.New("film").Parse(filmText))

func (a *app) film(ctx context.Context, tr *trace.Trace, alg *solver.Algorithm, o watchOptions) error {
	first, last, err := o.interval()
	if err != nil {
		return err
	}
	if last == 0 || last-first >= maxFilm {
		return kit.Usagef("watch: --steps %s: a film has at most %d steps; say where it ends, as in %d:%d",
			o.Steps, maxFilm, first, first+maxFilm-1)
	}
	var steps []trace.Description
	var boards []*draw.Picture
	topology := queens.Regular
	for step, err := range tr.Steps(ctx, first-1) {
		if err != nil {
			return err
		}
		if step.Before.Events >= last {
			break
		}
		topology = step.Before.Topology
		d := step.Describe()
		steps = append(steps, d)
		if o.form.Format == filmHTML {
			continue
		}
		p, err := filmBoard(d, topology)
		if err != nil {
			return err
		}
		boards = append(boards, p)
	}
	if len(steps) == 0 {
		end, _ := tr.Recorded()
		return kit.Usagef("watch: --steps %s: there are only %d steps", o.Steps, end.Events)
	}
	write := func(w io.Writer) error { return o.writeFilm(ctx, w, alg, steps, boards) }
	if form := o.form.Format; o.form.Output == "" && kit.IsTerminal(a.Stdout) && form != filmHTML && form != "svg" {
		return kit.Usagef("watch: a terminal cannot show %s; write to a file with -o film.%s", form, form)
	}
	return o.form.WriteTo(a.App, write)
}

func filmBoard(d trace.Description, t queens.Topology) (*draw.Picture, error) {
	b := draw.Board{Order: len(d.Rows), Topology: t, Size: filmSize, Caption: fmt.Sprintf("%d: %s", d.Step, d.Text)}
	for col, row := range d.Rows {
		if row != nil {
			b.Queens = append(b.Queens, queens.Square{Row: *row - 1, Col: col})
		}
	}
	return b.Picture()
}

func (o *watchOptions) writeFilm(ctx context.Context, w io.Writer, alg *solver.Algorithm, steps []trace.Description, boards []*draw.Picture) error {
	switch o.form.Format {
	case filmHTML:
		return filmPage.Execute(w, map[string]any{
			"Title": fmt.Sprintf("%s, order %d", alg.Title, len(steps[0].Rows)), "Order": len(steps[0].Rows),
			"Steps": steps, "Pseudocode": alg.Pseudocode,
		})
	case filmGIF:
		return draw.EncodeGIF(ctx, w, func(yield func(*draw.Picture, error) bool) {
			for _, p := range boards {
				if !yield(p, nil) {
					return
				}
			}
		}, time.Duration(float64(time.Second)/o.Speed))
	}
	format, err := draw.FindFormat(o.form.Format)
	if err != nil {
		return err
	}
	sheet, err := draw.Sheet(boards)
	if err != nil {
		return err
	}
	return format.Encode(w, sheet)
}
