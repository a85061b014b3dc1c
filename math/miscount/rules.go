// Package miscount finds out what is wrong with a number or a list of solutions.
//
// [Near] names rules that are close to that of n queens and give a wrong number. A [Tally] collects
// the placements of a list, and its summaries say what the list repeats and what it lacks.
//
//	miscount.Near(5, queens.NewTotal(14)) // "placements ... that do not touch ..."
//
// The numbers of each rule are in rules.csv, from order 1. A test computes them from definitions,
// and from values of package known. Equal numbers do not prove that a program follows a rule.
package miscount

import (
	_ "embed"
	"slices"

	"queens"
	"queens/internal/named"
	"queens/known"
)

// MaxOrder is the largest order with a known number of solutions.
const MaxOrder = 27

// Rule is a way to count something other than all solutions.
type Rule struct {
	Name  string       `json:"rule"` // stable identifier
	Text  string       `json:"text"` // what it counts, after "the number of"
	Value queens.Total `json:"value"`
}

//go:embed rules.csv
var rulesFile string

type row struct {
	Name, Text string
	Values     []string // from order 1
}

// Rules returns every rule whose value at order n, 1 to MaxOrder, is in the table.
func Rules(n int) (list []Rule) {
	for _, r := range named.Decode[row](rulesFile) {
		if n <= len(r.Values) {
			value, _ := queens.ParseTotal(r.Values[n-1]) // the test writes them
			list = append(list, Rule{r.Name, r.Text, value})
		}
	}
	return list
}

// Near returns the rules with one of these values at order n, 1 to MaxOrder, none for the number of
// solutions.
func Near(n int, values ...queens.Total) []Rule {
	right, _ := known.Solutions(n)
	return slices.DeleteFunc(Rules(n), func(r Rule) bool {
		return r.Value == right || !slices.Contains(values, r.Value)
	})
}
