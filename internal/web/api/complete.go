package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"queens"
	"queens/find/complete"
	"queens/internal/answer"
)

func addComplete(a *API) {
	add(a, operation{
		id: "complete", heavy: true, method: http.MethodPost, path: Prefix + "/complete", tag: "placements",
		example: "/api/v1/complete",
		body:    `{"order":12,"queens":"a1,c2","blocked":"l12"}`,
		summary: "Complete a partial board, or say why that is impossible",
		text: "Squares have chess names, separated by commas. The answer has a completion or a reason, and the " +
			"number of completions if quickly found. Without either, a limit was reached.",
	}, completeBoard)
}

type completeRequest struct {
	Body struct {
		Order    int    `json:"order" minimum:"1" maximum:"1000"`
		Queens   string `json:"queens,omitempty" maxLength:"8000" doc:"squares of the given queens"`
		Blocked  string `json:"blocked,omitempty" maxLength:"30000" doc:"squares without queens"`
		Topology string `json:"topology,omitempty" enum:"regular,modular" default:"regular"`
		Seed     int    `json:"seed,omitempty" minimum:"0" maximum:"2147483647"`
	}
}

// Limits of one completion.
const (
	completeNodes = 3_000_000
	explainNodes  = 200_000
	countTime     = 1500 * time.Millisecond
	countMissing  = 14 // queens: with more the number is not looked for
)

// problemOf reads a partial board: a topology, and the names of squares.
func problemOf(n int, topology, given, blocked string) (p queens.Problem, err error) {
	p.Order = n
	if p.Topology, err = queens.ParseTopology(topology); err != nil {
		return p, err
	}
	if p.Given, err = squaresOf(given, n); err != nil {
		return p, fmt.Errorf("queens: %w", err)
	}
	if p.Blocked, err = squaresOf(blocked, n); err != nil {
		return p, fmt.Errorf("blocked: %w", err)
	}
	return p, nil
}

func squaresOf(text string, n int) (list []queens.Square, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		sq, err := queens.ParseSquare(word, n)
		if err != nil {
			return nil, err
		}
		list = append(list, sq)
	}
	return list, nil
}

func completeBoard(ctx context.Context, in *completeRequest) (*answer.Complete, error) {
	p, err := problemOf(in.Body.Order, in.Body.Topology, in.Body.Queens, in.Body.Blocked)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return nil, err
	}
	o := complete.Options{Seed: uint64(in.Body.Seed), Nodes: completeNodes}
	c, err := answer.NewComplete(ctx, p, o, false, func(found complete.Answer) (complete.Reason, error) {
		return complete.Explain(ctx, p, found, explainNodes, o)
	}, nil)
	if err != nil {
		return nil, err
	}
	if c.Rows != nil && p.Order-len(p.Given) <= countMissing {
		counting, cancel := context.WithTimeout(ctx, countTime)
		defer cancel()
		if number, err := answer.NewCompletions(counting, p, complete.Options{}); err == nil { // else it takes too long
			c.Completions = number.Completions
		}
	}
	return c, nil
}
