package api

import (
	"cmp"
	"context"
	"fmt"
	"image/png"
	"io"
	"strconv"

	"queens"
	"queens/draw"
	"queens/find/construct"
	"queens/find/huge"
	"queens/internal/answer"
)

func addHuge(a *API) {
	addRaw(a, "huge", hugePlacement)
	add(a, "huge-profile", hugeProfile)
	addRaw(a, "huge-picture", hugePicture)
}

// MaxHuge is the largest order of a placement that is sent.
const MaxHuge = 1_000_000

// hugeRule is the rule of the method construct, for every order that has a solution.
const hugeRule = "hoffman-loessi-moore"

// HugeRequest says which placement.
type HugeRequest struct {
	Order  int    `query:"n" required:"true" minimum:"1" maximum:"1000000"`
	Method string `query:"method" enum:"greedy,construct" default:"greedy"`
	Seed   int    `query:"seed" minimum:"0" maximum:"2147483647" default:"1"`
}

func (in HugeRequest) placement(ctx context.Context) (huge.Placement, huge.GreedyReport, error) {
	if in.Method == "greedy" {
		rows, report, err := huge.Greedy(ctx, in.Order, uint64(in.Seed), nil)
		return huge.Of(rows), report, err
	}
	rule, _ := construct.Find(hugeRule) // which is in the table
	board, err := rule.First(in.Order)
	if err != nil {
		return huge.Placement{}, huge.GreedyReport{}, err
	}
	return huge.Placement{Order: in.Order, Rows: board.Blocks()}, huge.GreedyReport{}, nil
}

func hugePlacement(ctx context.Context, in *HugeRequest) (*raw, error) {
	p, _, err := in.placement(ctx)
	if err != nil {
		return nil, err
	}
	return written("application/vnd.queens.placement", "private, max-age=600", func(w io.Writer) error {
		return huge.WriteBinary(ctx, w, p)
	})
}

// hugePixels is the width of a picture.
const hugePixels = 512

func hugePicture(ctx context.Context, in *HugeRequest) (*raw, error) {
	p, _, err := in.placement(ctx)
	if err != nil {
		return nil, err
	}
	return written("image/png", "private, max-age=600", func(w io.Writer) error {
		return png.Encode(w, draw.Dots(p.Order, hugePixels, p.Rows))
	})
}

func hugeProfile(ctx context.Context, in *HugeRequest) (*answer.Profile, error) {
	p, report, err := in.placement(ctx)
	if err != nil {
		return nil, err
	}
	verifier := huge.NewVerifier(p.Order)
	for block := range p.Rows {
		if err := cmp.Or(verifier.Add(block), ctx.Err()); err != nil {
			return nil, err
		}
	}
	clash, err := verifier.Close()
	if err != nil {
		return nil, err
	}
	if clash != nil {
		return nil, fmt.Errorf("order %d: the method %s found a placement that is not a solution: %w", p.Order,
			in.Method, queens.ErrNotSolution)
	}
	if in.Method != "greedy" {
		return answer.NewProfile(p.Order, huge.NewProfile(p), hugeRule, "", nil), nil
	}
	return answer.NewProfile(p.Order, huge.NewProfile(p), "window-greedy", strconv.Itoa(in.Seed), &report), nil
}
