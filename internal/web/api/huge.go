package api

import (
	"bytes"
	"context"
	"fmt"

	"queens"
	"queens/find/construct"
	"queens/find/huge"
)

// addHuge registers placements of up to a million queens.
func addHuge(a *API) {
	addRaw(a, operation{
		id: "huge", heavy: true, path: Prefix + "/huge", tag: "placements", example: "/api/v1/huge?n=1000&method=greedy&seed=1",
		media:   "application/vnd.queens.placement",
		summary: "A solution of up to a million queens, in binary form",
		text:    "docs/formats/placement.md has every byte. Method greedy is random and verified before it is sent, construct follows a rule.",
	}, hugePlacement)
	add(a, operation{
		id: "huge-profile", heavy: true, path: Prefix + "/huge/profile", tag: "placements", example: "/api/v1/huge/profile?n=1000&method=greedy&seed=1",
		summary: "Where the queens of such a solution stand: how full the diagonals are, how dense the board",
	}, hugeProfile)
}

// MaxHuge is the largest order of a placement that is sent.
const MaxHuge = 1_000_000

// hugeRule is the rule of the method construct: it serves every order that has a
// solution.
const hugeRule = "hoffman-loessi-moore"

// HugeRequest says which placement.
type HugeRequest struct {
	Order  int    `query:"n" required:"true" minimum:"1" maximum:"1000000"`
	Method string `query:"method" enum:"greedy,construct" default:"greedy"`
	Seed   int    `query:"seed" minimum:"0" maximum:"2147483647" default:"1"`
}

// placement returns what is asked for, and how greedy found it.
func (in HugeRequest) placement(ctx context.Context) (huge.Placement, huge.GreedyReport, error) {
	if in.Method == "greedy" {
		rows, report, err := huge.Greedy(ctx, in.Order, uint64(in.Seed), nil)
		return huge.Of(rows), report, err
	}
	rule, ok := construct.Find(hugeRule)
	if !ok {
		return huge.Placement{}, huge.GreedyReport{}, fmt.Errorf("there is no rule %q", hugeRule)
	}
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
	out := bytes.NewBuffer(make([]byte, 0, 4*in.Order+20))
	if err := huge.WriteBinary(ctx, out, p); err != nil {
		return nil, err
	}
	return &raw{Type: "application/vnd.queens.placement", Cache: "private, max-age=600", Body: out.Bytes()}, nil
}

// HugeProfile says where queens stand.
type HugeProfile struct {
	Schema   string            `json:"schema" enum:"queens.profile/1"`
	Order    int               `json:"order"`
	Solution bool              `json:"solution"` // verified for this answer
	Rising   []float64         `json:"rising"`   // queens for each diagonal, by stretches of row + column
	Falling  []float64         `json:"falling"`
	Density  [][]float64       `json:"density"` // of parts of the board, 1 is even; top row first
	Greedy   huge.GreedyReport `json:"greedy"`  // of the method greedy
}

func hugeProfile(ctx context.Context, in *HugeRequest) (*HugeProfile, error) {
	p, report, err := in.placement(ctx)
	if err != nil {
		return nil, err
	}
	verifier := huge.NewVerifier(p.Order)
	for block := range p.Rows {
		if err := verifier.Add(block); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	_, clash, err := verifier.Close()
	if err != nil {
		return nil, err
	}
	profile := huge.NewProfile(p)
	out := &HugeProfile{Schema: "queens.profile/1", Order: p.Order, Solution: clash == nil, Greedy: report}
	if !out.Solution {
		return nil, fmt.Errorf("order %d: what the method %s found is no solution: %w", p.Order, in.Method, queens.ErrNotSolution)
	}
	for _, bin := range profile.Rising {
		out.Rising = append(out.Rising, shareOf(bin))
	}
	for _, bin := range profile.Falling {
		out.Falling = append(out.Falling, shareOf(bin))
	}
	for row := range profile.Density {
		var line []float64
		for col := range profile.Density[row] {
			line = append(line, profile.Relative(row, col))
		}
		out.Density = append(out.Density, line)
	}
	return out, nil
}

// shareOf returns the queens for each diagonal of a bin, 0 where it has none.
func shareOf(b huge.Bin) float64 {
	if b.Diagonals == 0 {
		return 0
	}
	return b.Share()
}
