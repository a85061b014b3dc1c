package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"queens"
	"queens/find/algorithms"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/answer"
)

func addRaces(a *API) {
	r := &races{turn: make(chan struct{}, 1), line: make(chan struct{}, maxWaiting)}
	add(a, operation{
		id: "race", method: http.MethodPost, path: Prefix + "/races", tag: "algorithms", example: "/api/v1/races",
		body: `{"order":8,"algorithms":["wirth","rohl-list"],"runs":1}`, errors: []int{http.StatusServiceUnavailable},
		summary: "Race algorithms: one after another on one thread, with samples for a replay",
		text:    "One race runs at a time. An algorithm that exceeds the limit is out, with the samples it has.",
	}, r.run)
	add(a, operation{
		id: "experiment", heavy: true, path: Prefix + "/experiment", tag: "algorithms",
		example: "/api/v1/experiment?algorithm=las-vegas&n=8&seeds=3",
		summary: "Run an algorithm with many seeds: what each run costs",
		text:    "Seeds that time does not allow are left out. It waits while a race runs.",
	}, r.experiment)
}

// enter waits for the turn of a race; the caller calls leave when it is over.
func (r *races) enter(ctx context.Context) (leave func(), err error) {
	busy := huma.Error503ServiceUnavailable("another race is running; try again when it ends")
	select {
	case r.line <- struct{}{}:
	default:
		return nil, busy
	}
	select {
	case r.turn <- struct{}{}:
		return func() { <-r.turn; <-r.line }, nil
	case <-ctx.Done():
		<-r.line
		return nil, busy
	}
}

type experimentRequest struct {
	Algorithm string `query:"algorithm" required:"true" maxLength:"60" example:"las-vegas"`
	Order     int    `query:"n" required:"true" minimum:"1" maximum:"1000"`
	Seeds     int    `query:"seeds" minimum:"1" maximum:"200" default:"1" doc:"runs, each with the next seed"`
	Seed      int    `query:"seed" minimum:"0" maximum:"2147483647" default:"1" doc:"the first one"`
}

func (r *races) experiment(ctx context.Context, in *experimentRequest) (*answer.Experiment, error) {
	alg, err := algorithms.Find(in.Algorithm)
	if err != nil {
		return nil, err
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, trialsBudget)
	defer cancel()
	trials, clock, err := race.Trials(ctx, alg, in.Seeds, race.Options{
		Order: in.Order, Seed: uint64(in.Seed), Least: time.Millisecond, Limit: trialLimit,
	})
	if err != nil {
		return nil, err
	}
	return answer.NewExperiment(alg, in.Order, in.Seeds, clock, trials), nil
}

// races lets one race run at a time, so that none disturbs another.
type races struct {
	turn chan struct{} // held by the one that is run
	line chan struct{} // held by it and by those that wait
}

// Limits of a race, so that all of it fits the time of one request.
const (
	maxRacers  = 6
	raceBudget = 12 * time.Second
	maxSamples = 400

	trialsBudget = 6 * time.Second // of an experiment
	trialLimit   = 3 * time.Second // of one of its runs
	maxWaiting   = 4               // with the one that is run
	maxSquares   = 20_000          // columns in all frames of one racer
)

type raceRequest struct {
	Body struct {
		Order      int      `json:"order" minimum:"1" maximum:"1000"`
		Algorithms []string `json:"algorithms" minItems:"1" maxItems:"6"`
		Runs       int      `json:"runs,omitempty" minimum:"1" maximum:"5" default:"1" doc:"measured runs each, besides one to warm up"`
		Frames     int      `json:"frames,omitempty" minimum:"0" maximum:"200" doc:"boards of each traced algorithm at equal parts of its work; fewer of large orders"`
		Seed       int      `json:"seed,omitempty" minimum:"0" maximum:"2147483647" default:"1"`
	}
}

func (r *races) run(ctx context.Context, in *raceRequest) (*answer.Race, error) {
	b := in.Body
	var entrants []*solver.Algorithm
	seen := map[string]bool{}
	for _, name := range b.Algorithms {
		alg, err := algorithms.Find(name)
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, fmt.Errorf("algorithm %q appears twice: %w", name, queens.ErrFormat)
		}
		seen[name] = true
		entrants = append(entrants, alg)
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	limit := raceBudget / time.Duration(len(entrants)*(b.Runs+2))
	report, err := race.Run(ctx, entrants, race.Options{
		Order: b.Order, Seed: uint64(b.Seed), Runs: b.Runs, Limit: limit, Frames: min(b.Frames, maxSquares/b.Order),
	})
	if errors.Is(err, solver.ErrUnsupported) {
		return nil, huma.Error422UnprocessableEntity(err.Error())
	}
	if err != nil {
		return nil, err
	}
	return answer.NewRace(report, maxSamples), nil
}
