package upkeep

import (
	"strconv"

	"queens/count/ledger"
)

// Dispute is a subproblem with results that differ. The merged ledger has none of them unless
// Stands is set, and the subproblem is to be counted again.
type Dispute struct {
	Subproblem int     `json:"subproblem"` // from 0
	What       string  `json:"what"`       // that differs: "total"
	Stands     bool    `json:"stands"`     // the merged run has a result that a second one confirms, and keeps it
	Claims     []Claim `json:"claims"`
}

// Claim is one of the results of a Dispute.
type Claim struct {
	Path   string `json:"path"` // of the ledger that has it; empty if none has
	Says   string `json:"says"`
	Kernel string `json:"kernel"`
	Worker string `json:"worker,omitempty"`
}

// newDispute returns the dispute about results of one subproblem, at least one, and whether there
// is one. path returns which ledger has result i.
func newDispute(results []ledger.Result, path func(i int) string) (d Dispute, disputed bool) {
	d.Subproblem = results[0].Subproblem
	for _, r := range results[1:] {
		if d.What, _, _ = results[0].Differs(r); d.What != "" {
			break
		}
	}
	if d.What == "" {
		return d, false
	}
	for i, r := range results {
		d.Claims = append(d.Claims, d.Claim(path(i), r))
	}
	return d, true
}

// Claim returns what a result of the ledger at a path says.
func (d Dispute) Claim(path string, r ledger.Result) Claim {
	says := strconv.FormatUint(r.Nodes, 10)
	switch d.What {
	case "total":
		says = r.Total.String()
	case "evidence":
		says = r.EvidenceText()
	}
	return Claim{path, says, r.Kernel, r.Worker}
}

// Winner returns what most voters say, and whether at least so many do, and by so many more than
// say anything else. voter names who made a claim; one that says several things has no vote.
func (d Dispute) Winner(voter func(i int, c Claim) string, least, lead int) (says string, sure bool) {
	vote := map[string]string{}
	for i, c := range d.Claims {
		v := voter(i, c)
		if had, ok := vote[v]; !ok {
			vote[v] = c.Says
		} else if had != c.Says {
			vote[v] = ""
		}
	}
	votes := map[string]int{}
	for _, s := range vote {
		if s != "" {
			votes[s]++
		}
	}
	for s, n := range votes {
		if n > votes[says] || n == votes[says] && s < says {
			says = s
		}
	}
	for s, n := range votes {
		if s != says && n > votes[says]-lead {
			return says, false
		}
	}
	return says, votes[says] >= least
}
