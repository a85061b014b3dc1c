// Package drawn holds the answers that package draw has a part in: boards and plots.
// Apart from package answer, so that a program without pictures does not link them.
package drawn

import (
	"queens"
	"queens/draw"
	"queens/internal/answer"
)

// Board is queens on any squares, queens.board/1. Its form for people is a picture:
// that of draw.Board.
type Board struct {
	Schema   string          `json:"schema" enum:"queens.board/1"`
	Order    int             `json:"order"`
	Topology queens.Topology `json:"topology"`
	Queens   []queens.Square `json:"queens"`
	Blocked  []queens.Square `json:"blocked"`
	Attacks  []queens.Attack `json:"attacks"`        // of the attacking pairs, those of neighbours on a line
	Pairs    int             `json:"attackingPairs"` // pairs of queens on one line, whatever stands between them
	Heat     *draw.Heat      `json:"heat,omitempty"` // numbers that the squares are coloured by
}

// NewBoard describes a board that is drawn.
func NewBoard(b draw.Board) *Board {
	return &Board{
		"queens.board/1", b.Order, b.Topology, append([]queens.Square{}, b.Queens...), append([]queens.Square{}, b.Blocked...),
		answer.Attacks(b.Queens, b.Order, b.Topology), queens.AttackingPairs(b.Queens, b.Order, b.Topology), b.Heat,
	}
}
