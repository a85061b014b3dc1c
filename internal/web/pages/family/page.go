// Package family is the page about one solution: its images, its signature, and
// what Inc and Mov make of it.
package family

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/internal/answer"
	"queens/internal/web/page"
	"queens/symmetry"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page shows an orbit.
var Page = page.Page{
	Name: "family", Title: "One solution", Place: "Solutions", Old: []string{"/orbit"},
	Summary: "The eight images of a solution; queens inserted and moved by hand",
	Files:   files, View: view, Expensive: true,
}

type products [symmetry.Count][symmetry.Count]int

type shown struct {
	Orbit    *answer.Orbit
	Products products
	Numbers  []int // 1 to 8
	Before   []int // Before[k] is k-1: the index of image pok
	Match    *answer.Match
	With     string // the placement it is compared with, as asked for
	Motion   string // the first symmetry that leads there, empty if none does
}

// axes draws what each symmetry does on a board of side 100: an axis, or an arrow around the
// middle.
var axes = [symmetry.Count]string{
	symmetry.Identity:      "M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.Rot90:         "M82 50A32 32 0 0 0 50 18m10-9-10 9 10 9M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.Rot180:        "M82 50A32 32 0 0 0 18 50m-9-10 9 10 9-10M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.Rot270:        "M18 50A32 32 0 0 1 50 18m-10-9 10 9-10 9M47 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
	symmetry.FlipRows:      "M0 50H100",
	symmetry.FlipCols:      "M50 0V100",
	symmetry.Transpose:     "M0 0L100 100",
	symmetry.AntiTranspose: "M0 100L100 0",
}

func (s *shown) Axis(of symmetry.Symmetry) string { return axes[of] }

func view(_ context.Context, q page.Query) (page.View, error) {
	p := q.Perm("perm", "15863724")
	if err := permutation("perm", p); err != nil {
		return page.View{}, err
	}
	s := shown{Orbit: answer.NewOrbit(p), Products: table()}
	slices.SortFunc(s.Orbit.Images, func(a, b answer.Image) int { return strings.Compare(a.Operation, b.Operation) })
	s.Before = append(s.Before, 0)
	for i := range symmetry.Count {
		s.Before = append(s.Before, i)
		s.Numbers = append(s.Numbers, i+1)
	}
	with := q.Perm("with", s.Orbit.Images[len(s.Orbit.Images)-1].Rows.String())
	if err := permutation("with", with); err != nil {
		return page.View{}, err
	}
	s.With = with.String()
	var err error
	if s.Match, err = answer.NewMatch(p, with); err != nil {
		return page.View{}, err
	}
	for _, image := range s.Orbit.Images {
		if s.Motion == "" && image.Rows.Equal(with) {
			s.Motion = image.Symmetry.String()
		}
	}
	exports := []page.Export{{Name: "Orbit as JSON", Link: "/api/v1/orbit/" + p.String()}}
	for _, kind := range []string{"Orbit", "Signature"} {
		name := strings.ToLower(kind)
		exports = append(exports, page.Exports(kind+" as ", "/api/v1/figures/"+name+"/"+p.String(), name,
			"svg", "png", "pdf")...)
	}
	return page.View{Command: "queens orbit " + p.String(), Exports: append(page.BoardExports(p.String(),
		"?layers=coordinates"), exports...), Data: &s}, nil
}

func permutation(name string, p queens.Perm) error {
	if _, second, shared := answer.SharedRow(p); shared {
		return fmt.Errorf("%s: two queens are in row %d; an orbit needs one queen in every row: %w", name,
			p[second]+1, queens.ErrFormat)
	}
	return nil
}

func table() (t products) {
	for _, a := range symmetry.All() {
		for _, b := range symmetry.All() {
			t[a.OperationNo()-1][b.OperationNo()-1] = a.Then(b).OperationNo()
		}
	}
	return t
}
