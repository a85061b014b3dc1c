package draw

import "queens"

// BoardReport is a board in numbers, queens.board/1.
type BoardReport struct {
	Order    int             `json:"order"`
	Topology queens.Topology `json:"topology"`
	Queens   []queens.Square `json:"queens"`
	Blocked  []queens.Square `json:"blocked"`
	Attacks  []queens.Attack `json:"attacks"`        // of the attacking pairs, those of neighbours on a line
	Pairs    int             `json:"attackingPairs"` // pairs of queens on one line, also with queens between them
	Heat     *Heat           `json:"heat,omitempty"` // numbers that the squares are coloured by
}

// Report returns the board in numbers.
func (b Board) Report() BoardReport {
	return BoardReport{
		b.Order, b.Topology, append([]queens.Square{}, b.Queens...), append([]queens.Square{}, b.Blocked...),
		queens.AttackList(b.Queens, b.Order, b.Topology), queens.AttackingPairs(b.Queens, b.Order, b.Topology), b.Heat,
	}
}
