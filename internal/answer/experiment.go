package answer

import (
	"time"

	"queens/internal/answer/printer"

	"queens/find/race"
	"queens/find/solver"
)

// Experiment is how an algorithm did with many seeds, queens.experiment/1.
type Experiment struct {
	Schema    string       `json:"schema" enum:"queens.experiment/1"`
	Algorithm string       `json:"algorithm"`
	Title     string       `json:"title"`
	Finds     solver.Finds `json:"finds"`
	Order     int          `json:"order"`
	Clock     string       `json:"clock"`
	Complete  bool         `json:"complete"` // no seed is left out for want of time
	Trials    []Trial      `json:"trials"`
}

// Trial is one run of an experiment.
type Trial struct {
	Seed  string        `json:"seed"`
	Stats Stats         `json:"stats"`
	Time  time.Duration `json:"timeNanos"`
	Out   string        `json:"out,omitempty"` // why it did not come to its end
}

// NewExperiment describes trials of an algorithm, of so many seeds that were asked for.
func NewExperiment(alg *solver.Algorithm, order, seeds int, clock string, trials []race.Trial) *Experiment {
	r := &Experiment{"queens.experiment/1", alg.Name, alg.Title, alg.Finds, order, clock, len(trials) == seeds, []Trial{}}
	for _, t := range trials {
		r.Trials = append(r.Trials, Trial{printer.Decimal(t.Seed), newStats(t.Stats), t.Time, t.Out})
	}
	return r
}
