package design

import (
	_ "embed" // qpp.csv
	"fmt"
	"strings"

	"queens"
)

// QPP is the internal interleaver of the turbo code of LTE for a block of Length bits: bit i of
// what it puts out is bit (F1*i + F2*i^2) mod Length of what it gets. It is a permutation, but
// rarely a solution. Source: 3GPP TS 36.212, section 5.1.3.2.3.
type QPP struct {
	Length int `json:"length"`
	F1     int `json:"f1"`
	F2     int `json:"f2"`
}

// qppTable is Table 5.1.3-3 of the standard: K, f1, f2, ascending.
//
//go:embed qpp.csv
var qppTable string

// QPPOf returns the interleaver of a length, and whether there is one: the standard has 188
// lengths, from 40 to 6144.
func QPPOf(length int) (QPP, bool) {
	for line := range strings.Lines(qppTable) {
		var q QPP
		if _, err := fmt.Sscanf(line, "%d,%d,%d", &q.Length, &q.F1, &q.F2); err != nil {
			panic(fmt.Sprintf("design: qpp.csv: %q: %v", line, err))
		}
		if q.Length == length {
			return q, true
		}
	}
	return QPP{}, false
}

// Perm returns the permutation, from 0.
func (q QPP) Perm() queens.Perm {
	p := make(queens.Perm, q.Length)
	for i := range p {
		p[i] = (q.F1 + q.F2*i) % q.Length * i % q.Length
	}
	return p
}
