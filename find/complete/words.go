package complete

import (
	"fmt"
	"strings"

	"queens"
)

// maxNamed is the number of squares, or diagonals, that a sentence names.
const maxNamed = 24

// Text says why p has no solution, as a sentence without capital and final period.
// nodes is how many queens the search that found none placed.
func (r Reason) Text(p queens.Problem, nodes uint64) string {
	var parts []string
	add := func(noun string, k int, name func(i int) string) {
		names := make([]string, k)
		for i := range names {
			names[i] = name(i)
		}
		if k > 1 {
			noun += "s"
		}
		if k > 0 {
			parts = append(parts, fmt.Sprintf("%d %s (%s)", k, noun, strings.Join(cut(names), " ")))
		}
	}
	add("given queen", len(r.Given), func(i int) string { return r.Given[i].Name(p.Order) })
	add("blocked square", len(r.Blocked), func(i int) string { return r.Blocked[i].Name(p.Order) })
	add("excluded diagonal", len(r.Excluded), func(i int) string { return r.Excluded[i].Name(p.Order, p.Topology) })
	causes := strings.Join(parts, ", ")
	switch {
	case r.Theorem != "":
		return r.Theorem
	case r.Line != "":
		return fmt.Sprintf("%s has no free square: %s", r.Line, causes)
	case r.Weights != nil && causes == "":
		return r.Weights.text(p)
	case r.Hall != nil && causes == "":
		return r.Hall.text(p)
	case causes == "" && len(p.Given)+len(p.Blocked)+len(p.Excluded) > 0:
		return fmt.Sprintf("a search of %d nodes left nothing out", nodes)
	case causes == "":
		return fmt.Sprintf("the empty board has none, by a search of %d nodes", nodes)
	}
	verdict := "already leave none, and none of them can be spared"
	switch {
	case len(r.Given)+len(r.Blocked)+len(r.Excluded) == 1:
		verdict = "already leaves none"
	case len(r.Given) == len(p.Given) && len(r.Blocked) == len(p.Blocked) && len(r.Excluded) == len(p.Excluded) &&
		!r.Minimal:
		verdict = "leave none together; perhaps fewer would do"
	case !r.Minimal:
		verdict = "already leave none; perhaps fewer would do"
	}
	if r.Hall != nil {
		return fmt.Sprintf("%s; %s %s", r.Hall.text(p), causes, verdict)
	}
	if r.Weights != nil {
		return fmt.Sprintf("%s; %s %s", r.Weights.text(p), causes, verdict)
	}
	if nodes == 0 { // others decided
		return causes + " " + verdict
	}
	return fmt.Sprintf("%s %s, by a search of %d nodes", causes, verdict, nodes)
}

func (w *Weights) text(p queens.Problem) string {
	if w.Split != nil {
		return fmt.Sprintf("a linear program has no solution in any of %d cases, by diagonals with and without a queen",
			w.Cases())
	}
	var sum int64
	for _, weights := range w.Of {
		for _, weight := range weights {
			sum += weight
		}
	}
	m := p.Order - len(p.Given)
	return fmt.Sprintf("with weights of lines every free square weighs %d or more and %d queens %d or more, but all "+
		"lines together weigh %d", w.Least, m, w.Least*int64(m), sum)
}
