package finding

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/sample"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
)

type sampleOptions struct {
	method string
	Limit  uint64
	Seed   uint64
	Param  map[string]float64 // of the random walk
	Base   int
}

// Values of --method.
const (
	autoSampler  = "auto"
	exactSampler = "uniform"
	chainSampler = "metropolis"
)

func newSample(a *app) *cobra.Command {
	o := sampleOptions{method: autoSampler, Limit: 1}
	cmd := &cobra.Command{
		Use:   "sample N",
		Short: "Solutions drawn uniformly at random",
		Long: fmt.Sprintf(`Sample draws solutions of order N at random, all equally likely. Methods:

  uniform     exact, to order %d: the solution with a random number
  metropolis  to order %d: a random walk that visits all solutions equally often in
              the long run. Draws are so far apart that they share no more queens
              than independent ones; this is measured, not proven
  auto        uniform up to its limit, metropolis above

If you need one solution of a large order, not necessarily a typical one, "queens solve"
is faster.

Exit codes: 0 done, 2 bad argument, 3 no solution exists, 130 interrupted.`, sample.MaxRankOrder, sample.MaxChainOrder),
		Example: `  queens sample 12 --limit 5
  queens sample 100 --seed 7
  queens sample 8 --method metropolis --limit 20`,
		RunE: kit.ForOrder(0, sample.MaxChainOrder, func(cmd *cobra.Command, n int) error {
			if err := a.CheckBase(o.Base); err != nil {
				return err
			}
			return a.sample(cmd.Context(), n, o)
		}),
	}
	kit.Flag(cmd, "method", &o.method, []string{autoSampler, exactSampler, chainSampler}...)
	return a.Command(cmd, &o)
}

func (o sampleOptions) chain() (c sample.ChainOptions, err error) {
	c.Seed = o.Seed
	for name, x := range o.Param {
		switch name {
		case "beta":
			c.Beta = x
		case "every":
			c.Every = int(x)
		case "thin":
			c.Thin = int(x)
		default:
			return c, kit.Usagef("sample: --param %s: want beta, every or thin", name)
		}
	}
	return c, nil
}

func (o sampleOptions) sampler(ctx context.Context, n int) (draw func() (queens.Perm, error), method string, err error) {
	if o.method == exactSampler || o.method == autoSampler && n <= sample.MaxRankOrder && len(o.Param) == 0 {
		if len(o.Param) > 0 {
			return nil, "", kit.Usagef("sample: --param needs --method %s", chainSampler)
		}
		ranks, err := sample.NewRanks(n)
		if err != nil {
			return nil, "", err
		}
		random := rand.New(rand.NewPCG(o.Seed, uint64(n)))
		return func() (queens.Perm, error) { return ranks.Draw(ctx, random) }, exactSampler, nil
	}
	options, err := o.chain()
	if err != nil {
		return nil, "", err
	}
	chain, err := sample.NewChain(ctx, n, options)
	if err != nil {
		return nil, "", err
	}
	return func() (queens.Perm, error) { return chain.Next(ctx) }, chainSampler, nil
}

func (a *app) sample(ctx context.Context, n int, o sampleOptions) error {
	if n == 2 || n == 3 {
		return kit.None("sample", n, "solution")
	}
	if o.Seed == 0 {
		o.Seed = kit.RandomSeed()
		a.Note("seed %d", o.Seed)
	}
	draw, method, err := o.sampler(ctx, n)
	if err != nil {
		return err
	}
	var all iter.Seq2[queens.Perm, error] = func(yield func(queens.Perm, error) bool) {
		for range o.Limit {
			if p, err := draw(); !yield(p, err) || err != nil {
				return
			}
		}
	}
	_, err = a.Each("solutions drawn", o.Base, 0, kit.Answers(all, func(p queens.Perm) (printer.Answer, error) {
		return answer.NewSolution(p, method).WithSeed(o.Seed), nil
	}))
	return err
}
