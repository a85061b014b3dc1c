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
	"queens/internal/humanize"
)

type sampleOptions struct {
	method string
	Limit  uint64
	Seed   uint64
	Param  map[string]float64 // of the random walk
	Stats  bool
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
	cmd := a.Command("sample", &o, "most", sample.MaxChainOrder, "most-exact", sample.MaxRankOrder,
		"most-tested", sample.MaxUniformityOrder)
	cmd.RunE = kit.ForOrder(0, sample.MaxChainOrder, func(cmd *cobra.Command, n int) error {
		if err := a.CheckBase(o.Base); err != nil {
			return err
		}
		return a.sample(cmd.Context(), n, o)
	})
	kit.Flag(cmd, "method", &o.method, []string{autoSampler, exactSampler, chainSampler}...)
	return cmd
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
			return c, kit.Usagef("--param %s: want beta, every or thin", name)
		}
	}
	return c, nil
}

func (o sampleOptions) sampler(ctx context.Context,
	n int,
) (draw func() (queens.Perm, error), method string, err error) {
	if o.method == exactSampler || o.method == autoSampler && n <= sample.MaxRankOrder && len(o.Param) == 0 {
		if len(o.Param) > 0 {
			return nil, "", kit.Usagef("--param needs --method %s", chainSampler)
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
	switch {
	case o.Stats && n < 1:
		return kit.Usagef("--stats wants an order from 1 on")
	case o.Stats && (o.Limit < sample.MinCorrelation || o.Limit > maxTested/uint64(n)):
		return kit.Usagef("--stats of %d solutions of order %d: want --limit from %d to %d",
			o.Limit, n, sample.MinCorrelation, maxTested/n)
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
	const what = "solutions drawn"
	if !o.Stats {
		_, err := a.Each(what, o.Base, 0, kit.Answers(all, func(p queens.Perm) (printer.Answer, error) {
			return answer.NewSolution(p, method).WithSeed(o.Seed), nil
		}))
		return err
	}
	var drawn []queens.Perm
	tally := a.Status.Tally(what)
	for p, err := range all {
		if err != nil {
			return err
		}
		drawn = append(drawn, p)
		tally(1)
	}
	return a.sampleTest(ctx, n, method, drawn, o)
}

const leastP = 1e-6

// maxTested is the number of queens that --stats keeps, at 8 bytes each.
const maxTested = 1 << 28

func (a *app) sampleTest(ctx context.Context, n int, method string, drawn []queens.Perm, o sampleOptions) error {
	r, err := testSample(ctx, n, method, o.Seed, drawn)
	if err != nil {
		return err
	}
	err = a.Print(r)
	switch {
	case err != nil:
		return err
	case r.Test != nil && r.Test.PValue < leastP:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("not uniform: p-value %.3g", r.Test.PValue))
	case r.Correlation.PValue < leastP:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("not independent: p-value %.3g", r.Correlation.PValue))
	}
	return nil
}

type sampleTest struct {
	Schema       string `json:"schema"`
	Order        int    `json:"order"`
	Method       string `json:"method"`
	Seed         string `json:"seed"`
	Samples      int    `json:"samples,string"`
	*sample.Test        // nil beyond MaxUniformityOrder
	sample.Correlation
}

func testSample(ctx context.Context, n int, method string, seed uint64, drawn []queens.Perm) (*sampleTest, error) {
	t := &sampleTest{
		Schema: "queens.sample-test/1", Order: n, Method: method, Seed: printer.Decimal(seed),
		Samples: len(drawn),
	}
	var err error
	if t.Correlation, err = sample.Correlate(drawn); err != nil {
		return nil, err
	}
	if n <= sample.MaxUniformityOrder {
		uniform, err := sample.Uniformity(ctx, n, drawn)
		if err != nil {
			return nil, err
		}
		t.Test = &uniform
	}
	return t, nil
}

func (t *sampleTest) Text(printer.Style) string {
	text := fmt.Sprintf("%d solutions of order %d drawn by %s\n", t.Samples, t.Order, t.Method)
	if u := t.Test; u != nil {
		text += fmt.Sprintf("of %d solutions %d were seen, each expected %.1f times; rarest %d, commonest %d\n",
			u.Solutions, u.Distinct, float64(t.Samples)/float64(u.Solutions), u.Rarest, u.Commonest)
		text += fmt.Sprintf("chi-square %.1f with %s of freedom, p-value %.3g\n", u.ChiSquare,
			humanize.Plural(u.Freedom, "degree"), u.PValue)
	}
	c := t.Correlation
	return text + fmt.Sprintf("neighbours share %.3f queens, any two %.3f; p-value %.3g\neffective sample size %.0f\n",
		c.Neighbours, c.Any, c.PValue, c.Effective)
}
