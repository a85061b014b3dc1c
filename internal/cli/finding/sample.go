package finding

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/sample"
	"queens/internal/answer"
	"queens/internal/cli/kit"
)

// sampleOptions are the flags of `queens sample`.
type sampleOptions struct {
	method string
	count  uint64
	seed   uint64
	beta   float64
	thin   int
	every  int
	test   bool
	base   int
	json   bool
}

// Values of --method.
const (
	autoSampler  = "auto"
	exactSampler = "uniform"
	chainSampler = "metropolis"
)

func newSample(a *app) *cobra.Command {
	o := sampleOptions{method: autoSampler}
	cmd := &cobra.Command{
		Use:   "sample N",
		Short: "Solutions drawn uniformly at random",
		Long: fmt.Sprintf(`Sample draws solutions of order N so that each is equally likely. Methods:

  uniform     exactly, to order %d: a random number and the solution of that number
  metropolis  to order %d: a random walk that visits all solutions equally often in
              the long run, and far enough between two draws that they share no more
              queens than independent ones; that is measured, not proven
  auto        uniform as long as it can, metropolis beyond

--test prints tests of what was drawn instead of the solutions themselves: the queens
that a solution shares with the next one against those that any two share, and the
effective sample size, that is, the number of independent draws that say as much; to
order %d also a chi-square test against the uniform distribution. A p-value is the
chance of a result as bad from an ideal sampler: a tiny one refutes the sampler. For one
solution of a large order, which need not be typical, "queens solve" is faster.

Exit codes: 0 done, 2 bad argument, 3 there is no solution, or --test finds a p-value
below 0.000001, 130 interrupted.`, sample.MaxRankOrder, sample.MaxChainOrder, sample.MaxUniformityOrder),
		Example: `  queens sample 12 --count 5
  queens sample 100 --seed 7
  queens sample 8 --method metropolis --count 20000 --test`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderBetween("sample", args, 0, sample.MaxChainOrder)
			if err != nil {
				return err
			}
			if err := kit.CheckOutputBase(o.base, o.json); err != nil {
				return err
			}
			return a.sample(cmd.Context(), n, o)
		},
	}
	flags := cmd.Flags()
	kit.AddChoice(cmd, &o.method, "method", []string{autoSampler, exactSampler, chainSampler}, "how to draw")
	kit.AddNumber(flags, &o.count, "count", "n", 1, "how many to draw")
	flags.Uint64Var(&o.seed, "seed", 0, "seed of the random numbers; 0 means a random one")
	flags.Float64Var(&o.beta, "beta", 0, "metropolis: price of a collision; 0 means one that grows with the order")
	flags.IntVar(&o.thin, "thin", 0, "metropolis: steps between two looks; 0 means N^2, at least 128")
	flags.IntVar(&o.every, "every", 0, "metropolis: take one in so many of the solutions seen; 0 means 9 (small orders) to 3")
	flags.BoolVar(&o.test, "test", false, "print tests of what was drawn instead of the solutions")
	kit.AddBase(cmd, &o.base)
	kit.AddJSONLines(cmd, &o.json, "")
	return cmd
}

// walks reports whether a flag of the random walk was given.
func (o sampleOptions) walks() bool { return o.beta != 0 || o.thin != 0 || o.every != 0 }

// sampler returns a function that draws, and the method.
func (o sampleOptions) sampler(ctx context.Context, n int) (draw func() (queens.Perm, error), method string, err error) {
	if o.method == exactSampler || o.method == autoSampler && n <= sample.MaxRankOrder && !o.walks() {
		if o.walks() {
			return nil, "", kit.Usagef("sample: --beta, --thin and --every belong to --method %s", chainSampler)
		}
		ranks, err := sample.NewRanks(n)
		if err != nil {
			return nil, "", err
		}
		random := rand.New(rand.NewPCG(o.seed, uint64(n)))
		return func() (queens.Perm, error) { return ranks.Draw(ctx, random) }, exactSampler, nil
	}
	chain, err := sample.NewChain(ctx, n, sample.ChainOptions{Beta: o.beta, Thin: o.thin, Every: o.every, Seed: o.seed})
	if err != nil {
		return nil, "", err
	}
	return func() (queens.Perm, error) { return chain.Next(ctx) }, chainSampler, nil
}

// sample draws.
func (a *app) sample(ctx context.Context, n int, o sampleOptions) error {
	if n == 2 || n == 3 {
		return kit.None("sample", n, "solution")
	}
	switch {
	case o.test && n < 1:
		return kit.Usagef("sample: --test wants an order from 1 on")
	case o.test && (o.count < sample.MinCorrelation || o.count > maxTested/uint64(n)):
		return kit.Usagef("sample: --test of %d solutions of order %d: want --count from %d to %d", o.count, n, sample.MinCorrelation, maxTested/n)
	}
	if o.seed == 0 {
		o.seed = kit.RandomSeed()
		a.Note("seed %d", o.seed)
	}
	draw, method, err := o.sampler(ctx, n)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.Stdout)
	var drawn []queens.Perm
	tally := a.Status.Tally("solutions drawn")
	for range o.count {
		p, err := draw()
		if err != nil {
			_ = out.Flush() // a.Stdout remembers the error
			return err
		}
		tally(1)
		switch {
		case o.test:
			drawn = append(drawn, p)
		case o.json:
			err = answer.WriteJSON(out, answer.NewSolution(p, method).WithSeed(o.seed))
		default:
			_, err = out.WriteString(answer.NewSolution(p, method).Text(a.Style(o.base)))
		}
		if err != nil {
			return err
		}
	}
	if o.test {
		return a.sampleTest(ctx, n, method, drawn, o)
	}
	return out.Flush()
}

// leastP is the p-value below which a sample is called not uniform.
const leastP = 1e-6

// maxTested is the number of queens that --test keeps, at 8 bytes each.
const maxTested = 1 << 28

// sampleTest prints how uniform and how independent a sample is.
func (a *app) sampleTest(ctx context.Context, n int, method string, drawn []queens.Perm, o sampleOptions) error {
	r, err := testSample(ctx, n, method, o.seed, drawn)
	if err != nil {
		return err
	}
	err = a.Print(r, o.json)
	switch {
	case err != nil:
		return err
	case r.Test != nil && r.Test.PValue < leastP:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("sample: not uniform: p-value %.3g", r.Test.PValue))
	case r.Correlation.PValue < leastP:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("sample: not independent: p-value %.3g", r.Correlation.PValue))
	}
	return nil
}
