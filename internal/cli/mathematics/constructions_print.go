package mathematics

import (
	"fmt"
	"strings"

	"queens"
	"queens/find/construct"
	"queens/internal/answer/printer"
)

// showRules is queens.construct-rules/1: a line for each rule that writes solutions down.
func showRules() printer.Shown {
	return printer.Show("queens.construct-rules/1", map[string]any{"rules": construct.All()}, func(printer.Style) string {
		var text strings.Builder
		for _, p := range construct.All() {
			fmt.Fprintf(&text, "%-21s %s\n", p.Name, p.Condition)
		}
		return text.String()
	})
}

// constructAnswer is what each rule makes of an order, queens.construct/1.
type constructAnswer struct {
	Schema  string         `json:"schema"`
	Order   int            `json:"order"`
	Results []construction `json:"results"`
}

// construction is what one rule makes of an order.
type construction struct {
	Method  string      `json:"method"`
	MadeOf  string      `json:"madeOf,omitempty"`
	Rows    queens.Perm `json:"rows,omitempty"`
	Refused string      `json:"refused,omitempty"`
}

// constructShown is the largest order whose solutions are shown side by side.
const constructShown = 32

// constructAll tries every rule for order n, 1 or more.
//
// Errors: those of Pattern.First.
func constructAll(n int) (*constructAnswer, error) {
	c := &constructAnswer{Schema: "queens.construct/1", Order: n}
	for _, p := range construct.All() {
		r := construction{Method: p.Name, Refused: p.Refuses(n)}
		if r.Refused == "" {
			board, err := p.First(n)
			if err != nil {
				return nil, err
			}
			r.MadeOf = board.Note
			if n <= constructShown {
				r.Rows = board.Perm()
			}
		}
		c.Results = append(c.Results, r)
	}
	return c, nil
}

// Text returns a line for each rule that works for the order.
func (c *constructAnswer) Text(s printer.Style) string {
	var text strings.Builder
	for _, r := range c.Results {
		made := r.MadeOf
		switch {
		case r.Refused != "":
			continue
		case r.Rows != nil:
			made = s.Perm(r.Rows)
		case made == "":
			made = "one solution"
		}
		fmt.Fprintf(&text, "%-21s %s\n", r.Method, made)
	}
	return text.String()
}
