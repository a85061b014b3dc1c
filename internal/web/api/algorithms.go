package api

import (
	"context"
	"fmt"
	"strings"

	"queens"
	"queens/find/catalog"
	"queens/find/solver"
)

// addAlgorithms registers the catalogue.
func addAlgorithms(a *API) {
	add(a, operation{
		id: "algorithms", path: Prefix + "/algorithms", tag: "algorithms", example: "/api/v1/algorithms",
		summary: "The algorithms of the catalogue: what they find, how they work, their pseudocode",
		text:    "With an order, each that does not take it says why.",
	}, func(_ context.Context, in *struct {
		Order int `query:"n" minimum:"1" maximum:"1000" doc:"the order of a board"`
	},
	) (*Algorithms, error) {
		list := ListAlgorithms()
		for i := range list {
			if in.Order > 0 {
				list[i].Refusal = Refusal(list[i].Name, in.Order)
			}
		}
		return &Algorithms{"queens.algorithms/1", list}, nil
	})
}

// Algorithms lists the catalogue.
type Algorithms struct {
	Schema     string      `json:"schema" enum:"queens.algorithms/1"`
	Algorithms []Algorithm `json:"algorithms"`
}

// Algorithm describes an algorithm.
type Algorithm struct {
	Name       string         `json:"name"`
	Title      string         `json:"title"`
	Summary    string         `json:"summary"`
	Source     string         `json:"source"`
	Finds      string         `json:"finds" enum:"all,fundamental,some"`
	MinOrder   int            `json:"minOrder"`
	MaxOrder   int            `json:"maxOrder"`          // 0: no limit
	Refusal    string         `json:"refusal,omitempty"` // why it does not take the order that was asked for
	Exact      bool           `json:"exact"`
	Random     bool           `json:"random"`
	Traced     bool           `json:"traced"`
	Params     []solver.Param `json:"params"`
	How        string         `json:"how"`
	Cost       string         `json:"cost"`
	Limits     string         `json:"limits"`
	Pseudocode []string       `json:"pseudocode"`
}

// ListAlgorithms returns the catalogue, by name.
func ListAlgorithms() []Algorithm {
	list := []Algorithm{}
	for _, alg := range catalog.All() {
		list = append(list, Algorithm{
			Name: alg.Name, Title: alg.Title, Summary: alg.Summary, Source: alg.Source, Finds: alg.Finds.String(),
			MinOrder: alg.MinOrder, MaxOrder: alg.MaxOrder, Exact: alg.Exact, Random: alg.Random, Traced: alg.Traced,
			Params: append([]solver.Param{}, alg.Params...), How: alg.How, Cost: alg.Cost, Limits: alg.Limits,
			Pseudocode: append([]string{}, alg.Pseudocode...),
		})
	}
	return list
}

// findAlgorithm returns the algorithm of a name.
func findAlgorithm(name string) (*solver.Algorithm, error) {
	alg, ok := catalog.Lookup(name)
	if !ok {
		return nil, fmt.Errorf("there is no algorithm %q; there are %s: %w", name, strings.Join(catalog.Names(), ", "), queens.ErrFormat)
	}
	return alg, nil
}
