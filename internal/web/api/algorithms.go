package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"queens"
	"queens/find/algorithms"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/answer"
	"queens/internal/errs"
	"queens/known"
)

func addAlgorithms(a *API) {
	add(a, "tables", func(context.Context, *struct{}) (*Tables, error) { return &Tables{known.Tables()}, nil })
	add(a, "table", table)
	add(a, "algorithms", func(_ context.Context, in *struct {
		Order int `query:"n" minimum:"1" maximum:"1000" doc:"the order of a board"`
	},
	) (*answer.Algorithms, error) {
		r := answer.NewAlgorithms(algorithms.All(), schemes())
		if in.Order == 0 {
			return r, nil
		}
		for i := range r.Algorithms {
			a := &r.Algorithms[i]
			if a.Refusal = Refusal(&a.Algorithm, in.Order); a.Refusal != "" {
				a.Nearest = NearestOrders(&a.Algorithm, in.Order, 2)
			}
		}
		return r, nil
	})
	r := &races{turn: make(chan struct{}, 1), line: make(chan struct{}, maxWaiting)}
	add(a, "race", r.run)
	add(a, "experiment", r.experiment)
	add(a, "health", func(context.Context, *struct{}) (*Health, error) { return &Health{"ok"}, nil })
}

// Tables lists series without their values.
type Tables struct {
	Series []known.Table `json:"series"`
}

func table(_ context.Context, in *struct {
	Name string `path:"name" maxLength:"64" example:"solutions"`
},
) (*known.Table, error) {
	s, ok := known.Find(in.Name)
	if !ok {
		return nil, huma.Error404NotFound("no series \"" + in.Name + "\"; /api/v1/tables lists them")
	}
	t := s.Table(s.Values())
	return &t, nil
}

const maxTaken = 1000

// Refusal returns why an algorithm does not take an order, or "".
func Refusal(alg *solver.Algorithm, n int) string {
	least, most := ends(alg)
	switch {
	case n < least || n > most:
		return fmt.Sprintf("want %d to %d", least, most)
	case alg.Refuses == nil:
		return ""
	}
	return alg.Refuses(n)
}

func ends(alg *solver.Algorithm) (least, most int) {
	return max(1, alg.MinOrder), min(cmp.Or(alg.MaxOrder, maxTaken), maxTaken)
}

// NearestOrders returns up to k orders, ascending, that an algorithm takes, those
// nearest to n.
func NearestOrders(alg *solver.Algorithm, n, k int) (list []int) {
	for away := 0; away <= maxTaken && len(list) < k; away++ {
		for _, m := range slices.Compact([]int{n - away, n + away}) {
			if len(list) < k && Refusal(alg, m) == "" {
				list = append(list, m)
			}
		}
	}
	slices.Sort(list)
	return list
}

// TakenOrders says which orders an algorithm takes: "orders 5 to 1000, for example not 6:
// works only for n with no factor 2 or 3".
func TakenOrders(alg *solver.Algorithm) string {
	least, most := ends(alg)
	text := fmt.Sprintf("orders %d to %d", least, most)
	const none, looked = "no solution exists", 30
	refused := 0
	for n := least; n <= min(most, least+looked); n++ {
		switch why := Refusal(alg, n); {
		case why == none:
			refused++
		case why != "":
			return fmt.Sprintf("%s, for example not %d: %s", text, n, why)
		}
	}
	if refused > 0 {
		text += " except 2 and 3, which have no solution"
	}
	return text
}

// Health is a sign of life.
type Health struct {
	Status string `json:"status" enum:"ok"`
}

// races lets one race run at a time, so that none disturbs another.
type races struct {
	turn chan struct{} // held by the one that is run
	line chan struct{} // held by it and by those that wait
}

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

func (r *races) experiment(ctx context.Context, in *struct {
	Algorithm string `query:"algorithm" required:"true" maxLength:"60" example:"las-vegas"`
	Order     int    `query:"n" required:"true" minimum:"1" maximum:"1000"`
	Seeds     int    `query:"seeds" minimum:"1" maximum:"200" default:"1" doc:"runs, each with the next seed"`
	Seed      int    `query:"seed" minimum:"0" maximum:"2147483647" default:"1" doc:"the first one"`
},
) (*answer.Experiment, error) {
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

// Limits of a race, so that all of it fits the time of one request.
const (
	raceBudget = 12 * time.Second
	maxSamples = 400

	trialsBudget = 6 * time.Second // of an experiment
	trialLimit   = 3 * time.Second // of one of its runs
	maxWaiting   = 4               // with the one that is run
	maxSquares   = 20_000          // columns in all frames of one racer
)

func (r *races) run(ctx context.Context, in *struct {
	Body struct {
		Order      int      `json:"order" minimum:"1" maximum:"1000"`
		Algorithms []string `json:"algorithms" minItems:"1" maxItems:"6"`
		Runs       int      `json:"runs,omitempty" minimum:"1" maximum:"5" default:"1" doc:"measured runs each, besides one to warm up"`
		Frames     int      `json:"frames,omitempty" minimum:"0" maximum:"200" doc:"boards of each traced algorithm at equal parts of its work; fewer of large orders"`
		Seed       int      `json:"seed,omitempty" minimum:"0" maximum:"2147483647" default:"1"`
	}
},
) (*answer.Race, error) {
	b := in.Body
	var entrants []*solver.Algorithm
	for _, name := range b.Algorithms {
		alg, err := algorithms.Find(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(entrants, alg) {
			return nil, errs.Errorf("algorithm %q appears twice: %w", name, queens.ErrFormat)
		}
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
	if err != nil {
		return nil, err
	}
	return answer.NewRace(report, maxSamples), nil
}
