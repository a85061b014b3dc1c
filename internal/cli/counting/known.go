package counting

import (
	"cmp"

	"queens"
	"queens/count"
	"queens/known"
)

// knownFrom is the least order of a count that may take long enough to say beforehand that its
// answer is known.
const knownFrom = 18

var answersOf = map[count.Quantity][]string{
	count.AllSolutions: {"solutions"},
	count.Fundamental:  {"fundamental"},
	count.Classes:      {"solutions", "fundamental"},
	count.Symmetric:    {"s180", "s90"},
	count.QuarterTurn:  {"s90"},
	count.Reflecting:   {"reflecting"},
}

func (a *app) tellKnown(q count.Question) {
	names := answersOf[q.Of]
	if q.Topology == queens.Modular {
		names = nil
		switch q.Of {
		case count.AllSolutions:
			names = []string{"toroidal"}
		case count.Symmetric:
			names = []string{"toroidal-half-turn"}
		}
	}
	for _, name := range names {
		s, _ := known.Find(name)
		if v, ok := s.Lookup(q.Order); ok {
			a.Note("known: %s(%d) = %v; to look it up: queens table %s %d", cmp.Or(s.Symbol, s.Name), q.Order, v.Value, name, q.Order)
		}
	}
}
