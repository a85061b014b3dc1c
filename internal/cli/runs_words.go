package cli

import (
	"fmt"
	"strconv"
	"strings"

	"queens/ledger"
	"queens/plan"
)

// misplaced says in a sentence that the directory is named for another run than
// the one in its ledger; empty if it is not.
func misplaced(run *ledger.Run) string {
	h := run.Header
	own := fmt.Sprintf("n%d-%s-%.8s", h.Order, h.Scheme, h.Plan)
	if name := nameOf(run); !run.Recovery.NoHeader && namePattern.MatchString(name) && name != own {
		return fmt.Sprintf("the directory is named for another run: the ledger is that of %s, and a count of %s refuses it", own, name)
	}
	return ""
}

// isDamaged reports whether more is wrong with a run than the torn tail that a
// killed process leaves.
func isDamaged(run *ledger.Run) bool {
	return len(run.Recovery.Damages) > 0 || run.Recovery.NoHeader || misplaced(run) != ""
}

// flawsOf says what is wrong with a run, one sentence each; none if it is sound.
func flawsOf(run *ledger.Run) []string {
	flaws := recoverySentences(&run.Recovery)
	if text := misplaced(run); text != "" {
		flaws = append(flaws, text)
	}
	return flaws
}

// doneText is how far a run is, for people.
func doneText(t ledger.Tally) string {
	if t.Subproblems < 0 {
		return strconv.Itoa(t.Results) + " of ?"
	}
	return fmt.Sprintf("%d of %d", t.Results, t.Subproblems)
}

// percentText is the share of the subproblems that have a result. Only all of them
// are 100 %.
func percentText(t ledger.Tally) string {
	switch {
	case t.Subproblems < 0:
		return "?"
	case t.Complete():
		return "100 %"
	default:
		return fmt.Sprintf("%.1f %%", min(99.9, 100*float64(t.Results)/float64(t.Subproblems)))
	}
}

// countsText says what a run counts, for people.
func countsText(run *ledger.Run) string {
	id, ok := identityOf(run)
	if !ok {
		return "unknown"
	}
	s, err := plan.Lookup(id.scheme)
	if err != nil {
		return id.scheme
	}
	return s.Counts
}

// orderText is the order of a run, for people.
func orderText(run *ledger.Run) string {
	if id, ok := identityOf(run); ok {
		return strconv.Itoa(id.order)
	}
	return "?"
}

// stateWords says in a few words how a run is: complete, incomplete or running,
// and whether something is wrong with its file.
func stateWords(run *ledger.Run) string {
	var words []string
	switch {
	case run.Holder != "":
		words = append(words, "running: "+run.Holder)
	case run.Complete():
		words = append(words, "complete")
	default:
		words = append(words, "incomplete")
	}
	if len(run.Recovery.Damages) > 0 || run.Recovery.NoHeader {
		words = append(words, "damaged")
	}
	if misplaced(run) != "" {
		words = append(words, "misplaced")
	}
	return strings.Join(words, ", ")
}
