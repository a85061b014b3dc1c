package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/answer"
)

// Choice is a choice of algorithms; the template "chooser" shows it.
type Choice struct {
	Groups []Group
	Chosen []answer.Algorithm // in the order named
}

// Group is the algorithms that find the same: only among themselves a comparison is fair.
type Group struct {
	Title      string
	Algorithms []answer.Algorithm
}

// Has reports whether an algorithm is chosen.
func (c Choice) Has(name string) bool {
	return slices.ContainsFunc(c.Chosen, func(a answer.Algorithm) bool { return a.Name == name })
}

// Names returns the names of those chosen with blanks between them.
func (c Choice) Names() string {
	var names []string
	for _, a := range c.Chosen {
		names = append(names, a.Name)
	}
	return strings.Join(names, " ")
}

// Preview returns the address of a picture of the first one chosen that reports steps, amid its
// search on a board of the order; empty if there is none.
func (c Choice) Preview(order int) string {
	const largest = 40 // order of pictures of steps
	for _, a := range c.Chosen {
		alg, _ := algorithms.Find(a.Name)
		if a.Traced && order <= largest && alg.Accepts(solver.Call{Problem: queens.Problem{Order: order}}) == nil {
			return fmt.Sprintf("/api/v1/trace/animation?algorithm=%s&n=%d&from=%d&to=%[3]d&layers=coordinates&size=512",
				a.Name, order, 20*order)
		}
	}
	return ""
}

// Algorithms returns the choice that the address makes, or else the usual names.
//
// More than most, one named twice, and one that there is not, are refused.
func (q Query) Algorithms(usual string, most int) (c Choice) {
	names := q.Get("algorithms")
	if list := q.Values["algorithm"]; len(list) > 0 { // from the form itself
		names = strings.Join(list, ",")
	}
	all := answer.NewAlgorithms(algorithms.All(), nil).Algorithms
	for name := range strings.FieldsFuncSeq(cmp.Or(names, usual), func(r rune) bool { return r == ',' || r == ' ' }) {
		i := slices.IndexFunc(all, func(a answer.Algorithm) bool { return a.Name == name })
		if i < 0 {
			q.refuse("algorithms: there is no %q: %w", name, queens.ErrFormat)
			continue
		}
		if c.Has(name) || len(c.Chosen) == most {
			q.refuse("algorithms: want at most %d, each once: %w", most, queens.ErrFormat)
			continue
		}
		c.Chosen = append(c.Chosen, all[i])
	}
	c.Groups = Groups(all)
	return c
}

// Groups returns algorithms by what they find.
func Groups(all []answer.Algorithm) (groups []Group) {
	for _, f := range solver.AllFinds() {
		g := Group{Title: f.Heading()}
		for _, a := range all {
			if a.Finds == f {
				g.Algorithms = append(g.Algorithms, a)
			}
		}
		groups = append(groups, g)
	}
	return groups
}
