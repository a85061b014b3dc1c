package cli

import (
	"bufio"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/draw"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/find/trace"
	"queens/internal/named"
)

type watchOptions struct {
	Method string
	Speed  float64
	Seed   uint64
	Param  map[string]int
	Limit  uint64
	Steps  string
	form   command.Form
	Every  string // a name of stepKinds, or empty

	first, last uint64 // of Steps, from 1; last is 0 for no end
}

// stepKinds are the steps that --every keeps. Without it, a film has every step, or every placement
// to reach a solution.
var stepKinds = map[string][]solver.EventKind{
	"placement": {solver.Place, solver.Swap, solver.Solution},
	"backtrack": {solver.Remove, solver.Clear, solver.Solution},
	"solution":  {solver.Solution},
}

func (o *watchOptions) keeps(step trace.Step) bool {
	kinds, some := stepKinds[o.Every]
	return !some || slices.Contains(kinds, step.Event.Kind)
}

// watchFormats are the values of --format; the first one means a player on a terminal and
// text elsewhere.
var watchFormats = []string{"auto", "text", "ndjson"}

// stepsShown is the number of steps that are shown unless --steps says which.
const stepsShown = 100

func newWatch(a *app) *cobra.Command {
	o := watchOptions{Method: "wirth", Seed: 1}
	cmd := a.Command("watch", &o, command.ForOrder(0, math.MaxInt, func(cmd *cobra.Command, n int) error {
		tr, alg, err := o.open(n)
		if err != nil {
			return err
		}
		defer tr.Close()
		if a.JSON {
			o.form.Format = "ndjson"
		}
		if slices.Contains(filmFormats(), o.form.Format) {
			return a.film(cmd.Context(), tr, alg, o)
		}
		if o.form.Output != "" {
			return command.Usagef("-o %s: want a film, with the ending %s", o.form.Output,
				strings.Join(filmFormats(), ", "))
		}
		if o.form.Format == watchFormats[0] && o.Steps == "" && o.Every == "" && command.IsTerminal(a.Stdout) &&
			command.IsTerminal(a.Stdin) {
			return a.play(cmd.Context(), tr, alg, o.Speed)
		}
		return a.printSteps(cmd.Context(), tr, o)
	}))
	a.AddForm(cmd, &o.form, nil, append(watchFormats, filmFormats()...)...)
	names := cobra.FixedCompletions(algorithms.Names(), cobra.ShellCompDirectiveNoFileComp)
	command.CompleteFlag(cmd, "method", names)
	return cmd
}

func (o *watchOptions) open(n int) (*trace.Trace, *solver.Algorithm, error) {
	if err := o.interval(); err != nil {
		return nil, nil, err
	}
	alg, err := findAlgorithm(o.Method)
	if err != nil {
		return nil, nil, err
	}
	if !alg.Traced {
		return nil, nil, command.Usagef("%s reports no steps; queens explain lists those that do", alg.Name)
	}
	call := solver.Call{Problem: queens.Problem{Order: n}, Seed: o.Seed, Params: o.Param}
	tr, err := trace.Open(alg, call, trace.Options{Solutions: o.Limit})
	return tr, alg, err
}

func (o *watchOptions) interval() error {
	if o.Steps == "" {
		o.first = 1
		return nil
	}
	from, to, isRange := strings.Cut(o.Steps, ":")
	if !isRange {
		to = from
	}
	var errFrom, errTo error
	o.first, errFrom = strconv.ParseUint(cmp.Or(from, "1"), 10, 63)
	o.last, errTo = strconv.ParseUint(cmp.Or(to, "0"), 10, 63)
	if errFrom != nil || errTo != nil || o.first == 0 || to != "" && o.last < o.first {
		return command.Usagef("--steps %q: want FROM:TO, numbers from 1, as in 10:20", o.Steps)
	}
	return nil
}

func (o *watchOptions) kept(ctx context.Context, tr *trace.Trace) iter.Seq2[trace.Step, error] {
	return func(yield func(trace.Step, error) bool) {
		begun := false
		for step, err := range tr.Steps(ctx, o.first-1) {
			if err == nil && o.last != 0 && step.Before.Events >= o.last {
				return
			}
			begun = true
			if (err != nil || o.keeps(step)) && !yield(step, err) {
				return
			}
		}
		if end, _ := tr.Recorded(); !begun {
			yield(trace.Step{}, command.Usagef("--steps %s: there are only %d steps", o.Steps, end.Events))
		}
	}
}

func (a *app) printSteps(ctx context.Context, tr *trace.Trace, o watchOptions) error {
	out := bufio.NewWriter(a.Stdout)
	shown := 0
	for step, err := range o.kept(ctx, tr) {
		switch {
		case err != nil:
			return cmp.Or(err, out.Flush())
		case o.Steps == "" && shown == stepsShown:
			if err = out.Flush(); err == nil {
				a.Note("watch: there are more; --steps %d: prints the rest", step.Before.Events+1)
			}
			return err
		case o.form.Format == "ndjson":
			err = printer.WriteJSON(out, printer.JSON{Schema: "queens.watch/1", Value: step.Describe()})
		default:
			_, err = out.WriteString(a.Wrap(stepText(step.Describe())))
		}
		if err != nil {
			return err
		}
		shown++
	}
	return out.Flush()
}

func stepText(r trace.Description) string {
	width := len(strconv.Itoa(len(r.Rows)))
	words := named.Each(r.Rows, func(row *int) string {
		if row == nil {
			return strings.Repeat(" ", width-1) + "."
		}
		return fmt.Sprintf("%*d", width, *row)
	})
	return fmt.Sprintf("%6d  %s  %s\n", r.Step, strings.Join(words, " "), r.Text)
}

// The formats of a film besides those of pictures, which have the boards on one sheet.
const (
	filmGIF  = "gif"
	filmHTML = "html"
)

// The most steps of a film, which moves or is a sheet, and those searched for its first solution.
const (
	maxFilm      = 400
	maxFilmSheet = 240
	filmSearch   = 100_000
)

// filmSize is the side of a board of a film, in pixels.
const filmSize = 480

func filmFormats() []string {
	pictures := named.Names(draw.Formats(), func(f draw.Format) string { return f.Name })
	return append([]string{filmGIF, filmHTML}, pictures...)
}

//go:embed film.html
var filmText string

var filmPage = template.Must(template.New("film").Parse(filmText))

// filmStep is a step with what a picture of it shows.
type filmStep struct {
	trace.Description
	Marked  []queens.Square `json:"marked"`
	Attacks []queens.Attack `json:"attacks"`
}

func (a *app) film(ctx context.Context, tr *trace.Trace, alg *solver.Algorithm, o watchOptions) error {
	most := maxFilmSheet
	if o.form.Format == filmGIF || o.form.Format == filmHTML {
		most = maxFilm
	}
	shown, err := o.chooseFilm(ctx, tr, most)
	if err != nil {
		return err
	}
	var steps []filmStep
	var boards []*draw.Picture
	for step, err := range o.kept(ctx, tr) {
		switch full := len(steps) == most; {
		case err != nil:
			return err
		case full && o.Steps != "":
			return command.Usagef("--steps %s: a film has at most %d pictures; end at step %d, or show "+
				"some with --every", o.Steps, most, step.Before.Events)
		}
		s := filmStep{Description: step.Describe()}
		s.Marked, s.Attacks = step.About()
		steps = append(steps, s)
		if o.form.Format == filmHTML {
			continue
		}
		p, err := filmBoard(s, step.Before.Topology)
		if err != nil {
			return err
		}
		boards = append(boards, p)
	}
	if len(steps) == 0 {
		return command.Usagef("--every %s: there is none in these steps", o.Every)
	}
	write := func(w io.Writer) error { return o.writeFilm(ctx, w, alg, steps, boards) }
	if form := o.form.Format; o.form.Output == "" && command.IsTerminal(a.Stdout) && form != filmHTML && form != "svg" {
		return command.Usagef("a terminal cannot show %s; write to a file with -o film.%s", form, form)
	}
	if err := o.form.WriteTo(a.App, write); err != nil || shown == "" {
		return err
	}
	a.Note("watch: %s", shown)
	return nil
}

// chooseFilm sets the steps of a film that ends at the first solution, and says what it has, if
// --steps does not. If every step is too much for that and --every does not say, it shows every
// placement.
func (o *watchOptions) chooseFilm(ctx context.Context, tr *trace.Trace, most int) (shown string, err error) {
	if o.Steps != "" {
		return "", nil
	}
	reaches, shown, err := o.filmEnd(ctx, tr, most)
	if placements := *o; err == nil && !reaches && o.Every == "" {
		placements.Every = "placement"
		if reaches, text, _ := placements.filmEnd(ctx, tr, most); reaches {
			*o, shown = placements, text
		}
	}
	return shown, err
}

// filmEnd sets the last step of a film, at the first solution if possible. A film of solutions has
// all that fit.
func (o *watchOptions) filmEnd(ctx context.Context, tr *trace.Trace, most int) (reaches bool, shown string,
	err error,
) {
	const without = ", without a solution"
	var steps uint64
	pictures := 0
	of, end := "", without
	for step, err := range tr.Steps(ctx, 0) {
		if err != nil {
			return false, "", err
		}
		if steps == filmSearch {
			of = "more than "
			break
		}
		if steps++; !o.keeps(step) {
			continue
		}
		pictures++
		switch isSolution := step.Event.Kind == solver.Solution; {
		case isSolution && pictures <= most && (!reaches || o.Every == "solution"):
			reaches, end, o.last = true, ", to a solution", steps
		case !reaches && pictures <= stepsShown:
			o.last = steps
		case isSolution && end == without:
			end = fmt.Sprintf("; the first solution is step %d", steps)
		}
	}
	shown = fmt.Sprintf("every %s of steps 1 to %d of %s%d%s", cmp.Or(o.Every, "step"), o.last, of, steps, end)
	return reaches, shown, nil
}

func filmBoard(s filmStep, topology queens.Topology) (*draw.Picture, error) {
	b := draw.Board{
		Order: len(s.Rows), Topology: topology, Marked: s.Marked, Attacks: s.Attacks, Layers: []string{"coordinates"},
		Size: filmSize, Caption: fmt.Sprintf("%d: %s", s.Step, s.Text),
	}
	for col, row := range s.Rows {
		if row != nil {
			b.Queens = append(b.Queens, queens.Square{Row: *row - 1, Col: col})
		}
	}
	return b.Picture()
}

func (o *watchOptions) writeFilm(ctx context.Context, w io.Writer, alg *solver.Algorithm, steps []filmStep,
	boards []*draw.Picture,
) error {
	switch o.form.Format {
	case filmHTML:
		return filmPage.Execute(w, map[string]any{
			"Title": fmt.Sprintf("%s, order %d", alg.Title, len(steps[0].Rows)), "Order": len(steps[0].Rows),
			"Side": float64(len(steps[0].Rows)) + .7, "Steps": steps, "Pseudocode": alg.Pseudocode,
		})
	case filmGIF:
		return draw.EncodeGIF(ctx, w, boards, time.Duration(float64(time.Second)/o.Speed))
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
