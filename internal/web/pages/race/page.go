// Package race is the page that compares algorithms.
package race

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/find/catalog"
	"queens/find/solver"
	"queens/internal/answer"
	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page compares algorithms.
var Page = page.Page{
	Name: "race", Title: "Race", Group: "Watch",
	Summary: "Algorithms compared fairly: run one after the other, then played again side by side",
	Files:   files, View: view,
}

// shown is what the template shows.
type shown struct {
	Groups []group
	Chosen []answer.Algorithm // in the order named
	Order  int
	Runs   int
}

// group is the algorithms that find the same: only among themselves a race is fair.
type group struct {
	Title      string
	Algorithms []racer
}

// racer is an algorithm that may be chosen.
type racer struct {
	answer.Algorithm
	Chosen bool
}

// usual race by themselves if nobody else is named.
const usual = "wirth,rohl-permutation,rohl-list,bitmask"

// maxRacers is the most that race at once.
const maxRacers = 6

func view(_ context.Context, q page.Query) (page.View, error) {
	var s shown
	var err error
	if s.Order, err = q.Int("n", 8, 1, page.MaxOrder); err != nil {
		return page.View{}, err
	}
	if s.Runs, err = q.Int("runs", 1, 1, 5); err != nil {
		return page.View{}, err
	}
	names := q.Get("algorithms")
	if list := q.Values["algorithm"]; len(list) > 0 { // from the form itself
		names = strings.Join(list, ",")
	}
	if names == "" {
		names = usual
	}
	wanted := strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' })
	chosen := map[string]bool{}
	for _, name := range wanted {
		chosen[name] = true
	}
	if len(wanted) > maxRacers || len(chosen) != len(wanted) {
		return page.View{}, fmt.Errorf("algorithms: want at most %d, each once: %w", maxRacers, queens.ErrFormat)
	}
	list := answer.NewAlgorithms(catalog.All()).Algorithms
	for _, name := range wanted {
		if i := slices.IndexFunc(list, func(a answer.Algorithm) bool { return a.Name == name }); i >= 0 {
			s.Chosen = append(s.Chosen, list[i])
		}
	}
	for _, f := range solver.AllFinds() {
		g := group{Title: f.Heading()}
		for _, a := range list {
			if a.Finds != f {
				continue
			}
			g.Algorithms = append(g.Algorithms, racer{a, chosen[a.Name]})
			delete(chosen, a.Name)
		}
		s.Groups = append(s.Groups, g)
	}
	for name := range chosen {
		return page.View{}, fmt.Errorf("algorithms: there is no %q: %w", name, queens.ErrFormat)
	}
	return page.View{Command: fmt.Sprintf("queens race %d %s", s.Order, strings.Join(wanted, " ")), Data: s}, nil
}
