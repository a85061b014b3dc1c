package ledger

import (
	"errors"
	"fmt"
	"slices"
)

// addResult counts the valid result of the last frame. A second result of its subproblem confirms
// the first. If it differs, none of them counts: the file does not say which one is wrong, and the
// subproblem must be computed again.
func (p *replay) addResult(result Result) error {
	if p.isGone(result) {
		p.recovery.Repeated++
		return nil
	}
	k, ok := p.index[result.Subproblem]
	if !ok {
		p.tally.add(result)
		p.index[result.Subproblem] = kept{result.Total, []int64{p.last.offset}}
		return nil
	}
	err := p.compare(result, p.last.String())
	switch {
	case errors.Is(err, ErrMismatch):
		return p.dispute(err, result)
	case errors.Is(err, errSame):
		p.recovery.Repeated++
	case err != nil:
		return err
	default:
		if k.frames = append(k.frames, p.last.offset); len(k.frames) == 2 {
			p.tally.Confirmed++
		}
		p.index[result.Subproblem] = k
	}
	return nil
}

// compare returns ErrMismatch if a result differs from those of its subproblem, and errSame if it
// is one of them. Where names its place.
func (p *replay) compare(result Result, where string) (err error) {
	for _, offset := range p.index[result.Subproblem].frames {
		rec, failed := recordAt(p.file, offset)
		if failed != nil {
			return failed
		}
		if what, first, second := rec.result.Differs(result); what != "" {
			return fmt.Errorf("subproblem %d has %s %s in %v and %s in %v: %w", result.Subproblem+1, what, first,
				tip{seq: rec.seq, offset: offset}, second, where, ErrMismatch)
		}
		if rec.result.same(result) {
			err = errSame
		}
	}
	return err
}

// dispute takes out the results of a subproblem, from which another one differs.
func (p *replay) dispute(why error, other Result) error {
	d := Damage{
		Offset: p.last.offset, Length: p.last.length, After: p.last.seq - 1,
		Text: fmt.Sprintf("differ from an earlier result, and neither is counted: %v", why),
	}
	p.recovery.add(d)
	list, err := p.results(other.Subproblem)
	if err != nil {
		return err
	}
	list = append(list, other)
	p.gone[other.Subproblem] = append(p.gone[other.Subproblem], list...)
	p.disputes = append(p.disputes, Withdrawal{Reason: d.String(), Results: list})
	return p.forget(other.Subproblem)
}

func (p *replay) isGone(r Result) bool { return slices.ContainsFunc(p.gone[r.Subproblem], r.same) }

// withdraw takes out results. A writer has left them out of the file, so there are copies at most.
func (p *replay) withdraw(w Withdrawal) error {
	p.withdrawals = append(p.withdrawals, w)
	p.tally.Done, p.stands = nil, false
	for _, r := range w.Results {
		p.gone[r.Subproblem] = append(p.gone[r.Subproblem], r)
		list, err := p.results(r.Subproblem)
		if err == nil && slices.ContainsFunc(list, r.same) {
			err = p.forget(r.Subproblem)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forget removes the results of a subproblem.
func (p *replay) forget(subproblem int) error {
	k := p.index[subproblem]
	result, err := resultAt(p.file, k.frames[0], subproblem)
	if err != nil {
		return err
	}
	p.tally.remove(result)
	if len(k.frames) > 1 {
		p.tally.Confirmed--
	}
	delete(p.index, subproblem)
	return nil
}

// doubt ends the certificate of the total. One of another total stays: it is a doubt of its own.
func (p *replay) doubt(text Note) {
	p.doubts, p.stands = append(p.doubts[max(0, len(p.doubts)-maxNotes+1):], text), true
	if p.certified() {
		p.tally.Done = nil
	}
}

func (p *replay) certified() bool { return p.tally.Done != nil && p.tally.Done.Total == p.tally.Total }

// inDoubt returns the doubts since the last certificate, including a certificate that is not the
// sum.
func (p *replay) inDoubt() (notes []Note) {
	notes = slices.Clone(p.doubts)
	if d := p.tally.Done; d != nil && p.tally.Complete() && d.Total != p.tally.Total {
		text := fmt.Sprintf("the certificate says %v, the results add up to %v", d.Total, p.tally.Total)
		notes = append(notes, Note{Text: text, Time: d.Time})
	}
	return notes
}

// doubtStands reports whether the run is in doubt and nothing was withdrawn since.
func (p *replay) doubtStands() bool {
	return len(p.inDoubt()) > len(p.doubts) || len(p.doubts) > 0 && p.stands
}
