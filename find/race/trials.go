package race

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"queens/find/solver"
	"queens/internal/sys"
)

// Trial is one run of an experiment.
type Trial struct {
	Seed  uint64        `json:"seed,string"`
	Stats solver.Stats  `json:"stats"`
	Time  time.Duration `json:"timeNanos"`
	Out   string        `json:"out,omitempty"` // why it did not come to its end
}

// Trials runs an algorithm with several seeds, o.Seed and those that follow, one after the other on
// a bound thread, and returns how each went and what the times are. Where ctx ends before, those
// that were done are returned. o.Runs and o.Frames say nothing here.
//
// Errors: those of Algorithm.Accepts; ErrWrong; no seed, or a negative time.
func Trials(ctx context.Context, alg *solver.Algorithm, seeds int, o Options) (trials []Trial, clock string,
	err error,
) {
	o.Least, o.Limit = cmp.Or(o.Least, defaultLeast), cmp.Or(o.Limit, defaultLimit)
	if seeds < 1 || o.Least < 0 || o.Limit < 0 {
		return nil, "", fmt.Errorf("race: %d seeds, times of %v to %v: want a seed and no negative time", seeds,
			o.Least, o.Limit)
	}
	r := runner{Options: o}
	if err := alg.Accepts(r.call()); err != nil {
		return nil, "", err
	}
	sys.OnBoundThread(func() {
		for range seeds {
			var t Trial
			if t, err = r.trial(ctx, alg); err != nil {
				break
			}
			trials = append(trials, t)
			r.Seed++
		}
	})
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		err = nil
	}
	return trials, r.clockName(), err
}

func (r *runner) trial(ctx context.Context, alg *solver.Algorithm) (Trial, error) {
	res := Result{Algorithm: alg, Name: alg.Name}
	began, repeats := r.now(), time.Duration(0)
	for {
		stats, err := r.once(ctx, &res, r.call())
		if err != nil {
			return Trial{}, err
		}
		took := r.now() - began
		if repeats++; res.Out == "" && took < r.Least {
			continue
		}
		if res.Out == "" {
			err = checkNumber(alg, r.Order, r.wanted(alg), stats.Solutions)
		}
		return Trial{r.Seed, stats, took / repeats, res.Out}, err
	}
}
