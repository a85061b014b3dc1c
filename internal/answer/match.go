package answer

import (
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/internal/answer/printer"
	"queens/math/orbit"
	"queens/symmetry"
)

// MatchedPair is a triple of one signature and the one of the other that lies on it. A
// triple has the number of its first column, or row, in its own placement.
type MatchedPair struct {
	No    int    `json:"no"` // of the first of three columns, or rows, from 1
	A     [3]int `json:"a"`
	OnNo  int    `json:"onNo"`
	B     [3]int `json:"b"` // turned, if its list is read backwards
	Equal bool   `json:"equal"`
}

// MatchedList is one list of a signature with the one that lies on it.
type MatchedList struct {
	Of        string        `json:"of" enum:"columns,rows"` // of the one placement
	On        string        `json:"on" enum:"columns,rows"` // of the other
	Backwards bool          `json:"backwards"`
	Pairs     []MatchedPair `json:"pairs"`
	Equal     int           `json:"equal"` // pairs that are equal
}

// Match is how two signatures lie on each other, queens.match/1.
type Match struct {
	Schema     string        `json:"schema" enum:"queens.match/1"`
	A          queens.Perm   `json:"a"`
	B          queens.Perm   `json:"b"`
	Match      bool          `json:"match"`
	Operations []string      `json:"operations"` // po1 to po8: those that lead from a to b
	Lists      []MatchedList `json:"lists"`      // where they do not match, the readings with the most equal pairs
}

// NewMatch lays the signatures of two permutations of one order on each other.
func NewMatch(p, q queens.Perm) (*Match, error) {
	if p.Order() != q.Order() {
		return nil, fmt.Errorf("orders %d and %d: two signatures are compared for one order: %w", p.Order(), q.Order(),
			queens.ErrFormat)
	}
	m := &Match{Schema: "queens.match/1", A: p, B: q, Operations: []string{}}
	for _, s := range symmetry.All() {
		if symmetry.Apply(s, p).Equal(q) {
			m.Operations = append(m.Operations, s.OperationName())
		}
	}
	slices.Sort(m.Operations)
	a, b := orbit.SignatureOf(p), orbit.SignatureOf(q)
	best := -1
	for reading := range 8 {
		lists := laidOn(a, b, reading&4 != 0, reading&2 != 0, reading&1 != 0)
		if equal := lists[0].Equal + lists[1].Equal; equal > best {
			best, m.Lists = equal, lists
		}
	}
	m.Match = best == len(a.X)+len(a.Y)
	return m, nil
}

func laidOn(a, b orbit.Signature, exchanged, backX, backY bool) []MatchedList {
	const columns, rows = "columns", "rows"
	x, y := MatchedList{Of: columns, On: columns, Backwards: backX}, MatchedList{Of: rows, On: rows, Backwards: backY}
	if exchanged {
		x.On, y.On, b.X, b.Y = rows, columns, b.Y, b.X
	}
	x.fill(a.X, b.X)
	y.fill(a.Y, b.Y)
	return []MatchedList{x, y}
}

func (l *MatchedList) fill(a, on orbit.Triples) {
	one, other := triples(a), triples(on)
	l.Pairs = []MatchedPair{}
	for i, t := range one {
		k := i
		if l.Backwards {
			k = len(other) - 1 - i
		}
		u := other[k]
		if l.Backwards {
			u[0], u[2] = u[2], u[0]
		}
		l.Pairs = append(l.Pairs, MatchedPair{i + 1, t, k + 1, u, t == u})
		if t == u {
			l.Equal++
		}
	}
}

// Text says whether the signatures match, and lays their lists on each other.
func (m *Match) Text(s printer.Style) string {
	var b strings.Builder
	if m.Match {
		fmt.Fprintf(&b, "one signature: %s and %s are images of each other, by %s\n", s.Perm(m.A), s.Perm(m.B),
			strings.Join(m.Operations, " and "))
	} else {
		fmt.Fprintf(&b, "two signatures: %s and %s are no images of each other\n", s.Perm(m.A), s.Perm(m.B))
	}
	for _, l := range m.Lists {
		backwards := ""
		if l.Backwards {
			backwards = ", backwards"
		}
		fmt.Fprintf(&b, "\n%s on %s%s: %d of %d triples equal\n", l.Of, l.On, backwards, l.Equal, len(l.Pairs))
		var lines [][]string
		for _, p := range l.Pairs {
			verdict := "differ"
			if p.Equal {
				verdict = "equal"
			}
			lines = append(lines, []string{
				fmt.Sprintf("  %d", p.No), triple(p.A), fmt.Sprint(p.OnNo), triple(p.B),
				verdict,
			})
		}
		b.WriteString(printer.Lines(lines))
	}
	return b.String()
}

func triple(t [3]int) string { return orbit.Triple{First: t[0], Area: t[1], Second: t[2]}.String() }
