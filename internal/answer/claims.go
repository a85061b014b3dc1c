package answer

import (
	"context"
	"fmt"
	"strings"

	"queens/internal/answer/printer"

	"queens"
	"queens/internal/claims"
)

// Claims lists the errata that a computation settles, queens.claims/1.
type Claims struct {
	Schema string          `json:"schema" enum:"queens.claims/1"`
	Claims []claimQuestion `json:"claims"`
}

// claimQuestion is what is tried of a claim.
type claimQuestion struct {
	No       string `json:"no"`
	Question string `json:"question"`
	Low      int    `json:"low"` // smallest order; 0 with high 0: it is about no order
	High     int    `json:"high"`
}

// NewClaims lists what can be tried.
func NewClaims() *Claims {
	c := &Claims{Schema: "queens.claims/1"}
	for _, t := range claims.All() {
		c.Claims = append(c.Claims, claimQuestion{t.No, t.Question, t.Low, t.High})
	}
	return c
}

// Text returns a line for each claim.
func (c *Claims) Text(Style) string {
	var lines [][]string
	for _, q := range c.Claims {
		orders := ""
		if q.High > 0 {
			orders = fmt.Sprintf("%d to %d", q.Low, q.High)
		}
		lines = append(lines, []string{q.No, orders, q.Question})
	}
	return printer.Lines(lines)
}

// Claim is what a text says and what was found, queens.claim/1.
type Claim struct {
	Schema   string        `json:"schema" enum:"queens.claim/1"`
	No       string        `json:"no"`
	Order    int           `json:"order,omitempty"` // missing: it is about no order
	Question string        `json:"question"`
	Printed  string        `json:"printed"` // what the sentence says or gives
	Found    string        `json:"found"`   // what is so
	Holds    bool          `json:"holds"`
	Boards   []queens.Perm `json:"boards"` // that show it
	Shows    string        `json:"shows"`  // what the boards are
}

// NewClaim tries a claim at an order.
//
// Errors: those of [claims.Trial.Run].
func NewClaim(ctx context.Context, t claims.Trial, n int) (*Claim, error) {
	f, err := t.Run(ctx, n)
	if err != nil {
		return nil, err
	}
	return &Claim{"queens.claim/1", t.No, n, t.Question, f.Printed, f.Found, f.Holds, append([]queens.Perm{}, f.Boards...), f.Shows}, nil
}

// Text returns the question, what is printed and what was found.
func (c *Claim) Text(s Style) string {
	var b strings.Builder
	question := c.Question
	if c.Order > 0 {
		question += fmt.Sprintf(", n = %d", c.Order)
	}
	fmt.Fprintf(&b, "%s  %s?\nprinted  %s\nfound    %s\n", c.No, question, c.Printed, c.Found)
	if c.Holds {
		b.WriteString("it holds\n")
	}
	for i, p := range c.Boards {
		if i == 0 {
			b.WriteString(c.Shows + ":\n")
		}
		b.WriteString("  " + permText(s, p) + "\n")
	}
	return b.String()
}
