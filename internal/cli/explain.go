package cli

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/count/methods"
	"queens/count/plan"
	"queens/docs"
	"queens/find/algorithms"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/internal/named"
)

type explainOptions struct {
	kit.Form
	finds string
}

const (
	markdown = "markdown" // format of the page of all
	anyFind  = "any"
)

func newExplain(a *app) *cobra.Command {
	o := explainOptions{finds: anyFind}
	cmd := a.Command("explain", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.listAlgorithms(o)
		}
		if err := kit.Without(cmd, true, "filters the list of all algorithms; omit the name", "finds"); err != nil {
			return err
		}
		if o.Format == markdown {
			return kit.Usagef("--format markdown explains all algorithms; omit the name")
		}
		r, err := explain(strings.Join(args, " "))
		if err != nil {
			return err
		}
		return o.Print(a.App, a.Prose(r))
	})
	cmd.ValidArgsFunction = completeNames
	kit.Flag(cmd, "finds", &o.finds, anyFind, "all", "fundamental", "some")
	a.AddForm(cmd, &o.Form, map[string]string{"md": markdown}, "text", "json", markdown)
	return cmd
}

func (a *app) listAlgorithms(o explainOptions) error {
	list, variants := algorithms.All(), methods.Variants()
	if o.finds != anyFind {
		list = slices.DeleteFunc(list, func(alg *solver.Algorithm) bool { return string(alg.Finds) != o.finds })
		variants = nil
	}
	r := answer.NewAlgorithms(list, variants)
	if o.Format == markdown {
		return o.WriteText(a.App, r.Markdown())
	}
	return o.Print(a.App, answer.Show("queens.algorithms/1", r))
}

func explain(words string) (printer.Answer, error) {
	for _, s := range methods.Variants() {
		if s.Name == words {
			return answer.Show("queens.explain-method/1", answer.NewExplainMethod(s)), nil
		}
	}
	alg, err := findByWord(words)
	if err != nil {
		return printer.Answer{}, err
	}
	return answer.Show("queens.explain/1", answer.NewExplain(alg)), nil
}

func completeNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	names := named.Names(methods.Variants(), func(s plan.Variant) string { return s.Name })
	return append(algorithms.Names(), names...), cobra.ShellCompDirectiveNoFileComp
}

// findByWord returns the algorithm of that name, or the only one with these words in title or
// source.
func findByWord(words string) (*solver.Algorithm, error) {
	alg, err := findAlgorithm(words)
	if err == nil {
		return alg, nil
	}
	found := slices.DeleteFunc(algorithms.All(), func(alg *solver.Algorithm) bool {
		source, _ := docs.FindSource(alg.Source)
		text := strings.ToLower(alg.Title + "\n" + alg.Source + "\n" + source.Text)
		return slices.ContainsFunc(strings.Fields(strings.ToLower(words)), func(word string) bool {
			return !strings.Contains(text, word)
		})
	})
	switch len(found) {
	case 0:
		return nil, err
	case 1:
		return found[0], nil
	}
	var text strings.Builder
	for _, alg := range found {
		fmt.Fprintf(&text, "\n  queens explain %-26s %s", alg.Name, alg.Title)
	}
	return nil, kit.Usagef("%d algorithms have %q in title or source:%s", len(found), words, text.String())
}

type raceOptions struct {
	race.Options
	finds  string
	format string
}

func newRace(a *app) *cobra.Command {
	o := raceOptions{finds: string(solver.All), Options: race.Options{
		Seed: 1, Least: 20 * time.Millisecond, Limit: 5 * time.Second,
	}}
	cmd := a.Command("race", nil, func(cmd *cobra.Command, args []string) error {
		algorithms, err := o.entrants(args)
		if err != nil {
			return err
		}
		return a.race(cmd.Context(), algorithms, o)
	})
	cmd.ValidArgsFunction = completeAlgorithm
	kit.Flag(cmd, "runs", &o.Runs)
	kit.Flag(cmd, "time", &o.Least)
	kit.Flag(cmd, "timeout", &o.Limit)
	kit.Flag(cmd, "limit", &o.Solutions)
	kit.Flag(cmd, "seed", &o.Seed)
	kit.Flag(cmd, "finds", &o.finds, "all", "fundamental", "some")
	a.AddFormat(cmd, &o.format, "text", markdown, "csv", "json")
	return cmd
}

func (o *raceOptions) entrants(args []string) (racers []*solver.Algorithm, err error) {
	if o.Order, err = strconv.Atoi(args[0]); err != nil {
		return nil, kit.Usagef("order %q: want a number; names follow it", args[0])
	}
	if o.Least <= 0 || o.Limit <= 0 {
		return nil, kit.Usagef("--time %v --timeout %v: want more than 0", o.Least, o.Limit)
	}
	call := solver.Call{Problem: queens.Problem{Order: o.Order}, Seed: o.Seed}
	for _, name := range args[1:] {
		alg, err := findAlgorithm(name)
		if err == nil && slices.Contains(racers, alg) {
			err = kit.Usagef("%s is listed twice", name)
		}
		if err != nil {
			return nil, err
		}
		racers = append(racers, alg)
	}
	if len(racers) > 0 {
		return racers, nil
	}
	racers = slices.DeleteFunc(algorithms.All(), func(alg *solver.Algorithm) bool {
		return string(alg.Finds) != o.finds || alg.Accepts(call) != nil
	})
	if len(racers) == 0 {
		return nil, errs.Errorf("no algorithm takes order %d: %w", o.Order, queens.ErrOrder)
	}
	return racers, nil
}

func (a *app) race(ctx context.Context, algorithms []*solver.Algorithm, o raceOptions) error {
	o.Progress = func(name string, run int) {
		a.Status.Say("order %d: %s, run %d of %d", o.Order, name, run, o.Runs)
	}
	report, err := race.Run(ctx, algorithms, o.Options)
	if err != nil {
		return err
	}
	r := &answer.Race{Report: report}
	switch o.format {
	case "csv":
		return csv.NewWriter(a.Stdout).WriteAll(r.CSV())
	case markdown:
		_, err = io.WriteString(a.Stdout, r.Markdown())
		return err
	}
	return a.Print(printer.Show("queens.race/1", report, r.Text))
}

// findAlgorithm returns the algorithm with a name from the command line.
func findAlgorithm(name string) (*solver.Algorithm, error) {
	alg, err := algorithms.Find(name)
	if err != nil {
		return nil, kit.Usagef("no algorithm that finds solutions is named %q%s; `queens explain` lists all", name,
			kit.DidYouMean(name, algorithms.Names()))
	}
	return alg, nil
}

// completeAlgorithm completes names of algorithms.
func completeAlgorithm(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return algorithms.Names(), cobra.ShellCompDirectiveNoFileComp
}
