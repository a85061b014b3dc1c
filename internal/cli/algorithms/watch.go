package algorithms

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/find/trace"
	"queens/internal/answer/printer"
	"queens/internal/cli/catalogue"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

type watchOptions struct {
	Method string
	Speed  float64
	Seed   uint64
	Param  map[string]int
	Limit  uint64
	Steps  string
	form   kit.Form
}

// watchFormats are the values of --format; the first one means a player on a terminal and
// text elsewhere.
var watchFormats = []string{"auto", "text", "ndjson"}

// stepsShown is the number of steps that are printed unless --steps says which.
const stepsShown = 100

func newWatch(a *app) *cobra.Command {
	o := watchOptions{Method: "wirth", Seed: 1}
	cmd := a.Command("watch", &o, "keys", playerKeys)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		tr, alg, err := o.open(args)
		if err != nil {
			return err
		}
		defer tr.Close()
		if a.JSON {
			o.form.Format = "ndjson"
		}
		if o.isFilm() {
			return a.film(cmd.Context(), tr, alg, o)
		}
		if o.form.Output != "" {
			return kit.Usagef("-o %s: want a film, with the ending %s", o.form.Output,
				strings.Join(filmFormats(), ", "))
		}
		if o.form.Format == watchFormats[0] && o.Steps == "" && kit.IsTerminal(a.Stdout) && kit.IsTerminal(a.Stdin) {
			return a.play(cmd.Context(), tr, alg, o.Speed)
		}
		return a.printSteps(cmd.Context(), tr, o)
	}
	a.AddForm(cmd, &o.form, nil, append(watchFormats, filmFormats()...)...)

	kit.CompleteFlag(cmd, "method", catalogue.Complete)
	return cmd
}

func (o *watchOptions) open(args []string) (*trace.Trace, *solver.Algorithm, error) {
	if len(args) == 2 && kit.IsNumber(args[0]) {
		return nil, nil, kit.Usagef("an algorithm is named by a flag: queens watch %s --method %s", args[0], args[1])
	}
	if len(args) != 1 {
		return nil, nil, kit.Usagef("%s, want the order: queens watch 8", humanize.Plural(len(args), "argument"))
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		if _, err := algorithms.Find(args[0]); err == nil {
			return nil, nil, kit.Usagef("the order comes first: queens watch 8 --method %s", args[0])
		}
		return nil, nil, kit.Usagef("order %q: want a number", args[0])
	}
	if _, _, err := o.interval(); err != nil {
		return nil, nil, err
	}
	alg, err := catalogue.Find("watch", o.Method)
	if err != nil {
		return nil, nil, err
	}
	if !alg.Traced {
		return nil, nil, kit.Usagef("%s reports no steps; queens explain lists those that do", alg.Name)
	}
	call := solver.Call{Problem: queens.Problem{Order: n}, Seed: o.Seed, Params: o.Param}
	tr, err := trace.Open(alg, call, trace.Options{Solutions: o.Limit})
	if err != nil {
		return nil, nil, fmt.Errorf("watch: %w", err)
	}
	return tr, alg, nil
}

// interval returns the first and the last step to print, from 1; last is 0 for no end.
func (o *watchOptions) interval() (first, last uint64, err error) {
	if o.Steps == "" {
		return 1, stepsShown, nil
	}
	from, to, isRange := strings.Cut(o.Steps, ":")
	first, errFrom := strconv.ParseUint(from, 10, 63)
	if from == "" {
		first, errFrom = 1, nil
	}
	last, errTo := first, error(nil)
	if isRange {
		last = 0
		if to != "" {
			last, errTo = strconv.ParseUint(to, 10, 63)
		}
	}
	if errFrom != nil || errTo != nil || first == 0 || isRange && to != "" && last < first {
		return 0, 0, kit.Usagef("--steps %q: want FROM:TO, numbers from 1, as in 10:20", o.Steps)
	}
	return first, last, nil
}

func (a *app) printSteps(ctx context.Context, tr *trace.Trace, o watchOptions) error {
	first, last, err := o.interval()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.Stdout)
	shown, more := 0, false
	for step, err := range tr.Steps(ctx, first-1) {
		if err != nil {
			return err
		}
		if last != 0 && step.Before.Events >= last {
			more = true
			break
		}
		if r := step.Describe(); o.form.Format == "ndjson" {
			err = printer.WriteJSON(out, printer.JSON{Schema: "queens.watch/1", Value: r})
		} else {
			_, err = out.WriteString(a.Wrap(stepText(r)))
		}
		if err != nil {
			return err
		}
		shown++
	}
	if err := out.Flush(); err != nil {
		return err
	}
	switch {
	case shown == 0:
		end, _ := tr.Recorded()
		return kit.Usagef("--steps %s: there are only %d steps", o.Steps, end.Events)
	case more && o.Steps == "":
		a.Note("watch: there are more; --steps %d: prints the rest", last+1)
	}
	return nil
}

func stepText(r trace.Description) string {
	width := len(strconv.Itoa(len(r.Rows)))
	words := make([]string, len(r.Rows))
	for c, row := range r.Rows {
		word := "."
		if row != nil {
			word = strconv.Itoa(*row)
		}
		words[c] = fmt.Sprintf("%*s", width, word)
	}
	return fmt.Sprintf("%6d  %s  %s\n", r.Step, strings.Join(words, " "), r.Text)
}
