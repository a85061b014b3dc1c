package cli

import (
	"fmt"

	"queens/ledger"
)

// recoverySentences says what reading a ledger found, one sentence per flaw
// without final period; none for a sound file.
func recoverySentences(r *ledger.Recovery) []string {
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
		add("%d results came twice, with equal totals, and count once", r.Repeated)
	}
	return sentences
}
