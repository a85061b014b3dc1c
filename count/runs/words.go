package runs

import (
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/known"
	"queens/symmetry"
)

// Misplaced says in a sentence that the directory is named for another run than
// the one in its ledger; empty if it is not.
func Misplaced(run *ledger.Run) string {
	h := run.Header
	own := fmt.Sprintf("n%d-%s-%.8s", h.Order, h.Scheme, h.Plan)
	if name := NameOf(run); !run.Recovery.NoHeader && namePattern().MatchString(name) && name != own {
		return fmt.Sprintf("the directory is named for another run: the ledger is that of %s, and a count of %s refuses it", own, name)
	}
	return ""
}

// Damaged reports whether more is wrong with a run than the torn tail that a
// killed process leaves.
func Damaged(run *ledger.Run) bool {
	return len(run.Recovery.Damages) > 0 || run.Recovery.NoHeader || Misplaced(run) != ""
}

// Flaws says what is wrong with a run, one sentence each; none if it is sound.
func Flaws(run *ledger.Run) []string {
	flaws := RecoverySentences(&run.Recovery)
	if text := Misplaced(run); text != "" {
		flaws = append(flaws, text)
	}
	return flaws
}

// Doubts says why the total of a run in which every subproblem has a result is not to
// be believed, one sentence each; none if nothing speaks against it.
func Doubts(run *ledger.Run) []string {
	var texts []string
	for _, doubt := range run.Doubts {
		texts = append(texts, doubt.Text)
	}
	scheme, err := plan.Lookup(run.Header.Scheme)
	if err != nil || !run.Complete() {
		return texts
	}
	if value, ok := count.Published(scheme, run.Header.Order); ok && value != run.Tally.Total {
		texts = append(texts, fmt.Sprintf("the results add up to %v, the known value is %v", run.Tally.Total, value))
	}
	return texts
}

// Checks says what speaks for the total of a complete run, as its ledger and package
// known tell it, one sentence each; none if it is in doubt.
func Checks(run *ledger.Run) []string {
	checks := []string{}
	scheme, err := plan.Lookup(run.Header.Scheme)
	if err != nil || !run.Complete() || len(Doubts(run)) > 0 {
		return checks
	}
	if run.Recovery.Sound() {
		checks = append(checks, fmt.Sprintf("the ledger has all %d results, and their chain of hashes and their residues hold", run.Tally.Results))
	}
	n, total := run.Header.Order, run.Tally.Total
	if _, ok := count.Published(scheme, n); ok { // or it would be in doubt
		checks = append(checks, "the total equals the known value")
	}
	half, ok := known.S180(n)
	if regular := scheme.Topology == queens.Regular && scheme.Motion == plan.Still; !ok || !regular || n < 2 || total.Compare(half) < 0 {
		return checks
	}
	if _, rest := total.Minus(half).DivMod(symmetry.Asymmetric.OrbitSize()); rest == 0 {
		checks = append(checks, "Q = 8A + 4P + 2R, with the published 4P + 2R")
	}
	return checks
}

// RecoverySentences says what reading a ledger found, one sentence per flaw
// without final period; none for a sound file.
func RecoverySentences(r *ledger.Recovery) []string {
	var sentences []string
	add := func(format string, args ...any) { sentences = append(sentences, fmt.Sprintf(format, args...)) }
	for _, damage := range r.Damages {
		add("%s; what stood there is computed again if it is missing", damage)
	}
	if r.MoreDamages > 0 {
		add("%d further damaged places", r.MoreDamages)
	}
	if r.Torn > 0 {
		add("%d bytes behind the last whole frame, as a killed process leaves them, do not count", r.Torn)
	}
	if r.NoHeader {
		add("the header is lost; the results name their plan themselves")
	}
	if r.Unknown > 0 {
		add("%d frames of a kind that this program does not know are left alone", r.Unknown)
	}
	if r.Repeated > 0 {
		add("%d frames are copies of results that count", r.Repeated)
	}
	return sentences
}

// DoneText is how far a run is, for people.
func DoneText(t ledger.Tally) string {
	if t.Subproblems < 0 {
		return strconv.Itoa(t.Results) + " of ?"
	}
	return fmt.Sprintf("%d of %d", t.Results, t.Subproblems)
}

// PercentText returns a share of the work, as Fraction does. Only a complete run has 100 %.
func PercentText(share float64, ok bool) string {
	switch {
	case !ok:
		return "?"
	case share == 1:
		return "100 %"
	default:
		return fmt.Sprintf("%.1f %%", min(99.9, 100*share))
	}
}

// CountsText says what a run counts, for people.
func CountsText(run *ledger.Run) string {
	id, ok := IdentityOf(run)
	if !ok {
		return "unknown"
	}
	s, err := plan.Lookup(id.Scheme)
	if err != nil {
		return id.Scheme
	}
	return s.Counts
}

// OrderText is the order of a run, for people.
func OrderText(run *ledger.Run) string {
	if id, ok := IdentityOf(run); ok {
		return strconv.Itoa(id.Order)
	}
	return "?"
}

// StateWords says in a few words how a run is: complete, incomplete or running,
// whether its total is in doubt, and whether something is wrong with its file.
func StateWords(run *ledger.Run) string {
	var words []string
	switch {
	case run.Holder != "":
		words = append(words, "running: "+run.Holder)
	case run.Complete():
		words = append(words, "complete")
	default:
		words = append(words, "incomplete")
	}
	if len(Doubts(run)) > 0 {
		words = append(words, "in doubt")
	}
	if len(run.Recovery.Damages) > 0 || run.Recovery.NoHeader {
		words = append(words, "damaged")
	}
	if Misplaced(run) != "" {
		words = append(words, "misplaced")
	}
	return strings.Join(words, ", ")
}
