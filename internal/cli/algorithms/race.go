package algorithms

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/algorithms"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/answer"
	"queens/internal/cli/catalogue"
	"queens/internal/cli/kit"
)

type raceOptions struct {
	race.Options
	finds  string
	format string
}

func newRace(a *app) *cobra.Command {
	o := raceOptions{finds: solver.All.String(), Options: race.Options{
		Seed: 1, Least: 20 * time.Millisecond, Limit: 5 * time.Second,
	}}
	cmd := a.Command("race", nil)
	cmd.ValidArgsFunction = catalogue.Complete
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		algorithms, err := o.entrants(args)
		if err != nil {
			return err
		}
		return a.race(cmd.Context(), algorithms, o)
	}
	kit.Flag(cmd, "runs", &o.Runs)
	kit.Flag(cmd, "time", &o.Least)
	kit.Flag(cmd, "timeout", &o.Limit)
	kit.Flag(cmd, "limit", &o.Solutions)
	kit.Flag(cmd, "seed", &o.Seed)
	kit.Flag(cmd, "finds", &o.finds, []string{"all", "fundamental", "some"}...)
	a.AddFormat(cmd, &o.format, "text", markdown, "csv", "json")
	return cmd
}

func (o *raceOptions) entrants(args []string) (racers []*solver.Algorithm, err error) {
	if len(args) < 1 {
		return nil, kit.Usagef("0 arguments, want the order and perhaps names: queens race 10 wirth rohl-list")
	}
	if o.Order, err = strconv.Atoi(args[0]); err != nil {
		return nil, kit.Usagef("order %q: want a number; names follow it", args[0])
	}
	if o.Least <= 0 || o.Limit <= 0 {
		return nil, kit.Usagef("--time %v --timeout %v: want more than 0", o.Least, o.Limit)
	}
	call := solver.Call{Problem: queens.Problem{Order: o.Order}, Seed: o.Seed}
	seen := map[string]bool{}
	for _, name := range args[1:] {
		alg, err := catalogue.Find("race", name)
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, kit.Usagef("%s is listed twice", name)
		}
		seen[name] = true
		racers = append(racers, alg)
	}
	if len(racers) > 0 {
		return racers, nil
	}
	for _, alg := range algorithms.All() {
		if alg.Finds.String() == o.finds && alg.Accepts(call) == nil {
			racers = append(racers, alg)
		}
	}
	if len(racers) == 0 {
		return nil, fmt.Errorf("no algorithm takes order %d: %w", o.Order, queens.ErrOrder)
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
	r := answer.NewRace(report, math.MaxInt)
	switch o.format {
	case "csv":
		return csv.NewWriter(a.Stdout).WriteAll(r.CSV())
	case markdown:
		_, err = io.WriteString(a.Stdout, r.Markdown())
		return err
	}
	return a.Print(r)
}
