package answer

import (
	"fmt"
	"strings"

	"queens"
	"queens/find/construct"
)

// Rules lists the rules that write solutions down, queens.construct-rules/1.
type Rules struct {
	Schema string `json:"schema"`
	Rules  []Rule `json:"rules"`
}

// Rule is a rule and the orders it works for.
type Rule struct {
	Name      string `json:"name"`
	Title     string `json:"title"`
	Summary   string `json:"summary"`
	Condition string `json:"condition"`
	Source    string `json:"source"`
}

// NewRules lists the rules.
func NewRules() *Rules {
	r := &Rules{Schema: "queens.construct-rules/1"}
	for _, p := range construct.All() {
		r.Rules = append(r.Rules, Rule{p.Name, p.Title, p.Summary, p.Condition, p.Source})
	}
	return r
}

// Text returns a line for each rule.
func (r *Rules) Text(Style) string {
	var text strings.Builder
	for _, rule := range r.Rules {
		fmt.Fprintf(&text, "%-21s %s\n", rule.Name, rule.Condition)
	}
	return text.String()
}

// Construct is what each rule makes of an order, queens.construct/1.
type Construct struct {
	Schema  string         `json:"schema"`
	Order   int            `json:"order"`
	Results []Construction `json:"results"`
}

// Construction is what one rule makes of an order.
type Construction struct {
	Method  string      `json:"method"`
	MadeOf  string      `json:"madeOf,omitempty"`
	Rows    queens.Perm `json:"rows,omitempty"`
	Refused string      `json:"refused,omitempty"`
}

// constructShown is the largest order whose solutions are shown side by side.
const constructShown = 32

// NewConstruct tries every rule for order n, 1 or more.
//
// Errors: those of Pattern.First.
func NewConstruct(n int) (*Construct, error) {
	c := &Construct{Schema: "queens.construct/1", Order: n}
	for _, p := range construct.All() {
		r := Construction{Method: p.Name, Refused: p.Refuses(n)}
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
func (c *Construct) Text(s Style) string {
	var text strings.Builder
	for _, r := range c.Results {
		made := r.MadeOf
		switch {
		case r.Refused != "":
			continue
		case r.Rows != nil:
			made = permText(s, r.Rows)
		case made == "":
			made = "one solution"
		}
		fmt.Fprintf(&text, "%-21s %s\n", r.Method, made)
	}
	return text.String()
}
