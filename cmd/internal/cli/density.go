package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/cli/command"
	"queens/count"
	"queens/count/survey"
	"queens/draw"
	"queens/math/density"
)

// What math density does without --samples.
const (
	mostCounted    = 18 // largest order whose solutions are all counted
	defaultSamples = 2000
	mostBlocks     = 20 // on a side; larger boards are compared in blocks of squares
)

type densityOptions struct {
	Samples int
	Seed    uint64
	picture pictureOptions
}

// densityAnswer compares an order with the limit of large boards, queens.density/1.
type densityAnswer struct {
	Order      int             `json:"order"`
	Samples    int             `json:"samples,string"`    // 0: all solutions
	Noise      float64         `json:"noise"`             // mean difference to expect by chance
	Density    density.Grid    `json:"density"`           // of queens on each square, or each of 20 by 20 blocks
	Limit      density.Grid    `json:"limit"`             // of large boards, likewise
	Mean       float64         `json:"meanDifference"`    // of both, without signs
	Largest    float64         `json:"largestDifference"` // without sign
	At         queens.Square   `json:"at"`                // a square or block with the largest difference
	AlphaBound float64         `json:"alphaBound"`        // alpha is more
	Cells      int             `json:"cells"`             // on a side of the grid of the limit
	Alphas     []density.Alpha `json:"alphas"`            // of the last orders whose Q is known
}

func newDensity(a *app) *cobra.Command {
	var o densityOptions
	cmd := a.Command("math density", &o, command.ForOrder(1, density.MaxOrder, func(cmd *cobra.Command, n int) error {
		if n == 2 || n == 3 {
			return command.None(n, "solution")
		}
		if o.Samples == 0 && n > mostCounted {
			o.Samples = defaultSamples
		}
		r, err := a.density(cmd, n, o)
		if err != nil {
			return err
		}
		return o.picture.Answer(a.App, texts.Right().Show("queens.density/1", r), r.picture(o.picture.Theme))
	}), "most", density.MaxOrder, "counted", mostCounted, "samples", defaultSamples)
	a.addPicture(cmd, &o.picture, pictureText)
	return cmd
}

func (a *app) density(cmd *cobra.Command, n int, o densityOptions) (r densityAnswer, err error) {
	r = densityAnswer{Order: n, Samples: o.Samples, Alphas: density.Alphas()}
	if o.Samples > 0 {
		a.NoteSeed(&o.Seed)
		draw, _, err := sampleOptions{Method: chainSampler, Seed: o.Seed}.sampler(cmd.Context(), n)
		if err != nil {
			return r, err
		}
		drawn, done := a.Status.Measure("solutions drawn", o.Samples), 0
		r.Density, r.Noise, err = density.Sample(n, o.Samples, func() (queens.Perm, error) {
			done++
			drawn(done)
			return draw()
		})
		if err != nil {
			return r, err
		}
	} else {
		a.Status.Say("counting the solutions of order %d with a queen on each square", n)
		d, err := survey.Squares(cmd.Context(), n, false, count.Options{})
		if err != nil {
			return r, err
		}
		r.Density = density.Of(d.Squares)
	}
	limit := density.NewLimit(n)
	r.Density, r.Limit = r.Density.Coarse(mostBlocks), limit.Density.Coarse(mostBlocks)
	r.AlphaBound, r.Cells = limit.Bound, limit.Cells
	r.Noise *= float64(len(r.Density)) / float64(n) // blocks have more queens
	r.Mean, r.Largest, r.At = r.Density.Compare(r.Limit)
	return r, nil
}

// picture draws both densities in the same colours.
func (r densityAnswer) picture(theme string) func() (*draw.Picture, error) {
	captions := [...]string{fmt.Sprintf("Order %d, all solutions", r.Order), "Limit of large boards"}
	if r.Samples > 0 {
		captions[0] = fmt.Sprintf("Order %d, %d samples", r.Order, r.Samples)
	}
	return func() (*draw.Picture, error) {
		var pictures []*draw.Picture
		for i, grid := range []density.Grid{r.Density, r.Limit} {
			p, err := draw.Board{
				Order: len(grid), Theme: theme, Caption: captions[i],
				Heat: &draw.Heat{Title: "average queens on a square, times the order", Values: grid, Most: 1.5},
			}.Picture()
			if err != nil {
				return nil, err
			}
			pictures = append(pictures, p)
		}
		return draw.Sheet(pictures)
	}
}
