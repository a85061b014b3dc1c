package batch

import (
	"strconv"

	"queens/count/ledger"
	"queens/count/verify"
)

// claimOf returns the claim of a result of no ledger.
func claimOf(d verify.Dispute, r ledger.Result) verify.Claim {
	says := strconv.FormatUint(r.Nodes, 10)
	switch d.What {
	case "total":
		says = r.Total.String()
	case "evidence":
		says = r.EvidenceText()
	}
	return verify.Claim{Says: says, Kernel: r.Kernel, Worker: r.Worker}
}

// winnerOf returns the claim with most votes. It is sure with least votes or more, and a lead of
// lead votes or more over every other claim. voter names who made a claim; a voter with several
// claims has no vote.
func winnerOf(d verify.Dispute, voter func(i int, c verify.Claim) string, least, lead int) (says string, sure bool) {
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
