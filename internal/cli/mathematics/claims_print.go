package mathematics

import (
	"fmt"
	"strings"

	"queens/internal/answer/printer"
	"queens/internal/claims"
)

func showClaims() printer.Shown {
	return printer.Show("queens.claims/1", map[string]any{"claims": claims.All()}, func(printer.Style) string {
		var lines [][]string
		for _, t := range claims.All() {
			orders := ""
			if t.High > 0 {
				orders = fmt.Sprintf("%d to %d", t.Low, t.High)
			}
			lines = append(lines, []string{t.No, orders, t.Question})
		}
		return printer.Lines(lines)
	})
}

type claimAnswer struct {
	No       string `json:"no"`
	Order    int    `json:"order,omitempty"` // missing: it is about no order
	Question string `json:"question"`
	claims.Finding
}

func (c claimAnswer) text(s printer.Style) string {
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
		b.WriteString("  " + s.Perm(p) + "\n")
	}
	return b.String()
}
