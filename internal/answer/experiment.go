package answer

import (
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
	Trials    []race.Trial `json:"trials"`
}

// NewExperiment describes trials of an algorithm, of so many seeds that were asked for.
func NewExperiment(alg *solver.Algorithm, order, seeds int, clock string, trials []race.Trial) *Experiment {
	return &Experiment{
		"queens.experiment/1", alg.Name, alg.Title, alg.Finds, order, clock, len(trials) == seeds,
		append([]race.Trial{}, trials...),
	}
}
