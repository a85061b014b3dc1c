package complete

import (
	"context"
	"slices"

	"queens"
)

// Point is what became of the random instances of an amount.
type Point struct {
	Amount    int    `json:"amount"`
	Instances int    `json:"instances"`
	Possible  int    `json:"possible"`           // with a completion
	Undecided int    `json:"undecided"`          // abandoned
	Median    uint64 `json:"medianNodes,string"` // of the queens placed
}

// sweepNodes is after how many queens an instance of a sweep is abandoned.
const sweepNodes = 1_000_000

// sweepSteps is the number of amounts on either side of the default.
const sweepSteps = 5

// Sweep makes so many instances of a family of each of 11 amounts around the default, with
// seeds from seed on, and decides each: the share that has a completion falls from
// all to none, and where it does the instances are hardest. It calls report for each
// amount, in increasing order.
//
// Errors: those of Generate and One.
func Sweep(ctx context.Context, family string, n int, t queens.Topology, instances int, seed uint64,
	report func(Point),
) error {
	f, err := FindFamily(family)
	if err != nil {
		return err
	}
	step := max(1, f.span(n)/sweepSteps)
	for k := -sweepSteps; k <= sweepSteps; k++ {
		point := Point{Amount: f.Default(n, t) + k*step, Instances: instances}
		if point.Amount < 0 || point.Amount > f.most(n, t) {
			continue
		}
		var nodes []uint64
		for i := range uint64(instances) {
			p, err := Generate(family, n, point.Amount, t, seed+i)
			if err != nil {
				return err
			}
			a, err := One(ctx, p, Options{Seed: 1, Nodes: sweepNodes})
			if err != nil {
				return err
			}
			switch nodes = append(nodes, a.Nodes); {
			case a.Solution != nil:
				point.Possible++
			case !a.Proven:
				point.Undecided++
			}
		}
		slices.Sort(nodes)
		point.Median = nodes[len(nodes)/2]
		report(point)
	}
	return nil
}

func (f Family) span(n int) int {
	switch f.Name {
	case "blocked", "planted":
		return 3 * n
	case "completion":
		return n / 5
	}
	return n / 2
}
