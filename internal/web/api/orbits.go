package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"queens"
	"queens/internal/answer"
	"queens/math/orbit"
)

func addOrbits(a *API) {
	add(a, operation{
		id: "check", heavy: true, path: Prefix + "/check/{perm}", tag: "placements", example: "/api/v1/check/15863724",
		summary: "Whether a placement is a solution, and which queens attack each other",
	}, check)
	add(a, operation{
		id: "orbit", path: Prefix + "/orbit/{perm}", tag: "placements", example: "/api/v1/orbit/15863724",
		summary: "The eight images of a placement, its symmetry and its signature",
		text:    "The placement needs one queen in every row and column.",
	}, orbitOf)
	add(a, operation{
		id: "match", path: Prefix + "/match/{perm}/{other}", tag: "placements",
		example: "/api/v1/match/15863724/17468253",
		summary: "The signatures of two placements, compared",
		text: "By the Sequential-Reverse criterion: list on list, forwards or backwards. They match exactly when " +
			"the placements are images of each other.",
	}, match)
	add(a, operation{
		id: "apply", heavy: true, method: http.MethodPost, path: Prefix + "/apply", tag: "placements",
		example: "/api/v1/apply",
		body:    `{"perm":"2413","operations":"inc 2.5 2.5 po5"}`,
		summary: "Turn a placement; insert, delete and move queens, step by step",
		text: "Operations as on the command line: po1 to po8, inv, cmpl, rev, inc R C, del R C, mov R C R' C'; " +
			"half numbers are between lines.",
	}, apply)
}

const maxRows = 1000

// Placement is the path of a request about one placement.
type Placement struct {
	Perm string `path:"perm" maxLength:"6000" doc:"row of the queen of each column, from 1: 15863724 or 1,5,8,6,3,7,2,4" example:"15863724"`
}

func parse(text string) (queens.Perm, error) {
	p, err := queens.ParsePerm(text)
	if err == nil && (p.Order() < 1 || p.Order() > maxRows) {
		err = fmt.Errorf("order %d: want 1 to %d: %w", p.Order(), maxRows, queens.ErrFormat)
	}
	return p, err
}

func parsePermutation(text string) (queens.Perm, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	if first, second, shared := answer.SharedRow(p); shared {
		return nil, fmt.Errorf("columns %d and %d both have a queen in row %d; an orbit needs one queen in "+
			"every row: %w", first+1, second+1, p[first]+1, queens.ErrFormat)
	}
	return p, nil
}

func check(_ context.Context, in *struct {
	Placement
	Topology string `query:"topology" enum:"regular,modular" default:"regular"`
},
) (*answer.Check, error) {
	p, err := parse(in.Perm)
	if err != nil {
		return nil, err
	}
	t, err := queens.ParseTopology(in.Topology)
	if err != nil {
		return nil, err
	}
	return answer.NewCheck(p, t), nil
}

func orbitOf(_ context.Context, in *Placement) (*answer.Orbit, error) {
	p, err := parsePermutation(in.Perm)
	if err != nil {
		return nil, err
	}
	return answer.NewOrbit(p), nil
}

const maxOperations = 64

func apply(_ context.Context, in *struct {
	Body struct {
		Perm       string `json:"perm" maxLength:"6000" doc:"the placement to start from"`
		Operations string `json:"operations" maxLength:"4000" doc:"one after another, separated by spaces"`
	}
},
) (*answer.Apply, error) {
	p, err := parsePermutation(in.Body.Perm)
	if err != nil {
		return nil, err
	}
	list, err := orbit.ParseOperations(strings.Fields(in.Body.Operations), 1)
	if err != nil {
		return nil, err
	}
	if len(list) > maxOperations {
		return nil, fmt.Errorf("%d operations: want at most %d: %w", len(list), maxOperations, queens.ErrFormat)
	}
	return answer.NewApply(p, list)
}

func match(_ context.Context, in *struct {
	Placement
	Other string `path:"other" maxLength:"6000" doc:"another placement of the same order" example:"17468253"`
},
) (*answer.Match, error) {
	p, err := parsePermutation(in.Perm)
	if err != nil {
		return nil, err
	}
	q, err := parsePermutation(in.Other)
	if err != nil {
		return nil, err
	}
	return answer.NewMatch(p, q)
}
