package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"queens"
	"queens/math/orbit"
	"queens/sym"
)

// addOrbits registers what is asked about one placement.
func addOrbits(a *API) {
	add(a, operation{
		id: "check", heavy: true, path: Prefix + "/check/{perm}", tag: "placements", example: "/api/v1/check/15863724",
		summary: "Is a placement a solution, and which queens attack each other",
	}, check)
	add(a, operation{
		id: "orbit", path: Prefix + "/orbit/{perm}", tag: "placements", example: "/api/v1/orbit/15863724",
		summary: "The eight images of a placement, its symmetry and its signature",
		text:    "The placement needs one queen in every row and column.",
	}, orbitOf)
	add(a, operation{
		id: "match", path: Prefix + "/match/{perm}/{other}", tag: "placements", example: "/api/v1/match/15863724/17468253",
		summary: "The signatures of two placements, laid on each other",
		text:    "By the Sequential-Reverse criterion: list on list, forwards or backwards. They match exactly if the placements are images of each other.",
	}, match)
	add(a, operation{
		id: "apply", heavy: true, method: http.MethodPost, path: Prefix + "/apply", tag: "placements", example: "/api/v1/apply",
		body:    `{"perm":"2413","operations":"inc 2.5 2.5 po5"}`,
		summary: "Turn a placement, insert, take away and move queens, step by step",
		text:    "Operations as on the command line: po1 to po8, inv, cmpl, rev, inc R C, del R C, mov R C R' C'; half numbers lie between lines.",
	}, apply)
}

// maxRows is the largest order of a placement in a request.
const maxRows = 1000

// Placement is the path of a request about one placement.
type Placement struct {
	Perm string `path:"perm" maxLength:"6000" doc:"row of the queen of each column, from 1: 15863724 or 1,5,8,6,3,7,2,4" example:"15863724"`
}

// parse reads a placement.
func parse(text string) (queens.Perm, error) {
	p, err := queens.ParsePerm(text)
	if err == nil && (p.Order() < 1 || p.Order() > maxRows) {
		err = fmt.Errorf("order %d: want 1 to %d: %w", p.Order(), maxRows, queens.ErrFormat)
	}
	return p, err
}

// parsePermutation reads a placement with one queen in every row.
func parsePermutation(text string) (queens.Perm, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	taken := make([]int, len(p)) // 1 + column
	for c, r := range p {
		if taken[r] > 0 {
			return nil, fmt.Errorf("columns %d and %d both have their queen in row %d; an orbit needs one queen in every row: %w", taken[r], c+1, r+1, queens.ErrFormat)
		}
		taken[r] = c + 1
	}
	return p, nil
}

// Square is a square, row and column from 1.
type Square struct {
	Row    int `json:"row" minimum:"1"`
	Column int `json:"column" minimum:"1"`
}

func squareOf(sq queens.Square) Square { return Square{sq.Row + 1, sq.Col + 1} }

// Attack is a pair of queens on one line.
type Attack struct {
	A    Square `json:"a"`
	B    Square `json:"b"`
	Line string `json:"line" enum:"row,column,rising diagonal,falling diagonal"`
}

// Board is a placement and whether it is a solution.
type Board struct {
	Operation string   `json:"operation,omitempty"`
	Order     int      `json:"order"`
	Rows      []int    `json:"rows"` // of the queen of each column
	Text      string   `json:"text"`
	Solution  bool     `json:"solution"`
	Attacks   []Attack `json:"attacks"`
	Parts     []Board  `json:"parts,omitempty"` // boards between the parts of the operation
}

// boardOf checks a placement.
func boardOf(p queens.Perm, t queens.Topology) Board {
	b := Board{Order: p.Order(), Rows: rowsOf(p), Text: p.String(), Attacks: []Attack{}}
	for attack := range queens.Attacks(p.Squares(), p.Order(), t) {
		b.Attacks = append(b.Attacks, Attack{squareOf(attack.A), squareOf(attack.B), attack.Line.String()})
	}
	b.Solution = len(b.Attacks) == 0
	return b
}

// rowsOf returns the rows of p from 1.
func rowsOf(p queens.Perm) []int {
	rows := make([]int, len(p))
	for c, r := range p {
		rows[c] = r + 1
	}
	return rows
}

// Check answers whether a placement is a solution.
type Check struct {
	Schema string `json:"schema" enum:"queens.check/1"`
	Board
	Topology queens.Topology `json:"topology"`
	Modular  bool            `json:"modular"` // a solution on the torus
}

func check(_ context.Context, in *struct {
	Placement
	Topology string `query:"topology" enum:"regular,modular" default:"regular"`
},
) (*Check, error) {
	p, err := parse(in.Perm)
	if err != nil {
		return nil, err
	}
	t, err := queens.ParseTopology(in.Topology)
	if err != nil {
		return nil, err
	}
	return &Check{
		Schema: "queens.check/1", Board: boardOf(p, t), Topology: t,
		Modular: queens.Check(p, queens.Modular) == nil,
	}, nil
}

// Image is one of the eight images of a placement.
type Image struct {
	Symmetry  string `json:"symmetry"`
	Operation string `json:"operation"` // po1 to po8
	Summary   string `json:"summary"`
	Rows      []int  `json:"rows"`
	Text      string `json:"text"`
	Canonical bool   `json:"canonical"`
	Stays     bool   `json:"stays"` // equal to the placement itself
}

// Signature is the canonical signature of an orbit: of each three queens of
// neighbouring columns, or rows, the squared length of a side, twice the area, and
// the squared length of the other side.
type Signature struct {
	Lesser  [][3]int `json:"lesser"`
	Greater [][3]int `json:"greater"`
}

// Orbit is what is known about the images of a placement.
type Orbit struct {
	Schema         string    `json:"schema" enum:"queens.orbit/1"`
	Order          int       `json:"order"`
	Rows           []int     `json:"rows"`
	Text           string    `json:"text"`
	Solution       bool      `json:"solution"`
	Class          string    `json:"class,omitempty" enum:"asymmetric,central,rotational"`
	OrbitSize      int       `json:"orbitSize"`
	Stabilizer     []string  `json:"stabilizer"`
	Canonical      bool      `json:"canonical"`
	Representative string    `json:"representative"`
	Images         []Image   `json:"images"` // po1 to po8
	Signature      Signature `json:"signature"`
}

// OrbitOf describes the orbit of p, a permutation.
func OrbitOf(p queens.Perm) *Orbit {
	stabilizer, least := sym.Stabilizer(p), sym.Canonical(p)
	o := &Orbit{
		Schema: "queens.orbit/1", Order: p.Order(), Rows: rowsOf(p), Text: p.String(),
		Solution: queens.Check(p, queens.Regular) == nil, OrbitSize: sym.Count / stabilizer.Order(),
		Canonical: least.Equal(p), Representative: least.String(), Images: make([]Image, sym.Count),
	}
	if o.Solution {
		o.Class = stabilizer.Class().String()
	}
	for _, s := range stabilizer.Symmetries() {
		o.Stabilizer = append(o.Stabilizer, s.String())
	}
	for _, s := range sym.All() {
		image := sym.Apply(s, p)
		o.Images[s.OperationNo()-1] = Image{
			Symmetry: s.String(), Operation: fmt.Sprintf("po%d", s.OperationNo()), Summary: s.Summary(),
			Rows: rowsOf(image), Text: image.String(), Canonical: image.Equal(least), Stays: image.Equal(p),
		}
	}
	signature := orbit.SignatureOf(p).Canonical()
	o.Signature = Signature{triples(signature.X), triples(signature.Y)}
	return o
}

// triples returns the numbers of triangles.
func triples(list orbit.Triples) [][3]int {
	numbers := make([][3]int, len(list))
	for i, t := range list {
		numbers[i] = [3]int{t.First, t.Area, t.Second}
	}
	return numbers
}

func orbitOf(_ context.Context, in *Placement) (*Orbit, error) {
	p, err := parsePermutation(in.Perm)
	if err != nil {
		return nil, err
	}
	return OrbitOf(p), nil
}

// Steps are the boards that operations lead to.
type Steps struct {
	Schema string  `json:"schema" enum:"queens.apply/1"`
	Start  Board   `json:"start"`
	Steps  []Board `json:"steps"`
}

// maxOperations bounds the operations of one request.
const maxOperations = 64

func apply(_ context.Context, in *struct {
	Body struct {
		Perm       string `json:"perm" maxLength:"6000" doc:"the placement to begin with"`
		Operations string `json:"operations" maxLength:"4000" doc:"one after the other, with blanks between"`
	}
},
) (*Steps, error) {
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
	steps := &Steps{Schema: "queens.apply/1", Start: boardOf(p, queens.Regular), Steps: []Board{}}
	for i, op := range list {
		q, err := op.Apply(p)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		step := boardOf(q, queens.Regular)
		step.Operation = op.Text
		between := p
		for _, part := range op.Parts {
			if between, err = part.Apply(between); err != nil {
				return nil, fmt.Errorf("step %d: %w", i+1, err)
			}
			b := boardOf(between, queens.Regular)
			b.Operation = part.Text
			step.Parts = append(step.Parts, b)
		}
		steps.Steps = append(steps.Steps, step)
		p = q
	}
	return steps, nil
}

// jsonBoard returns a board as JSON.
func jsonBoard(p queens.Perm, t queens.Topology) (*raw, error) {
	body, err := json.Marshal(Check{Schema: "queens.check/1", Board: boardOf(p, t), Topology: t, Modular: queens.Check(p, queens.Modular) == nil})
	return &raw{Type: "application/json", Body: append(body, '\n')}, err
}
