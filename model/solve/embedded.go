package solve

import (
	"context"

	"queens"
	"queens/find/exactcover"
	"queens/model"
)

func answerOf(m *model.Model, squares []queens.Square, found bool) (Answer, error) {
	if !found {
		return Answer{None: true}, nil
	}
	perm, err := Verify(m, squares)
	return Answer{Squares: squares, Perm: perm}, err
}

func constraintSatisfaction(ctx context.Context, m *model.Model) (Answer, error) {
	var first []queens.Square
	found := false
	err := m.SolveCSP(ctx, func(squares []queens.Square) bool {
		first, found = squares, true
		return false
	})
	if err != nil {
		return Answer{}, err
	}
	return answerOf(m, first, found)
}

// exactCover solves a model by dancing links: an option for each square that may hold
// a queen, a primary item for each group with exactly one, a secondary item for each with at
// most one.
func exactCover(ctx context.Context, m *model.Model) (Answer, error) {
	var squares []queens.Square
	var options [][]int
	at := map[queens.Square]int{}
	for sq := range m.Allowed() {
		at[sq] = len(squares)
		squares, options = append(squares, sq), append(options, nil)
	}
	primary, items := 0, 0
	for g := range m.Groups() { // those with exactly one come first
		for _, sq := range g.Squares {
			if i, ok := at[sq]; ok {
				options[i] = append(options[i], items)
			}
		}
		if items++; g.Exactly {
			primary = items
		}
	}
	matrix, err := exactcover.New(primary, items-primary, options)
	if err != nil {
		return Answer{}, err
	}
	var first []queens.Square
	found := false
	err = matrix.Search(ctx, exactcover.Watch{}, func(chosen []int) bool {
		for _, i := range chosen {
			first = append(first, squares[i])
		}
		found = true
		return false
	})
	if err != nil {
		return Answer{}, err
	}
	return answerOf(m, first, found)
}
