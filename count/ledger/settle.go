package ledger

import (
	"errors"
	"fmt"
	"slices"
)

// remark is a doubt and its frame.
type remark struct {
	Note
	at Place
}

// addResult counts a valid result. A second result of its subproblem confirms the first. If it
// differs, none of them counts: the file does not say which one is wrong, and the subproblem must
// be computed again.
func (p *replay) addResult(result Result, at Place) error {
	if p.isGone(result) {
		p.recovery.Repeated++
		return nil
	}
	k, ok := p.index[result.Subproblem]
	if !ok {
		p.tally.add(result)
		p.index[result.Subproblem] = kept{total: result.Total, first: at.Offset}
		return nil
	}
	err := p.compare(result, at)
	if mismatch, ok := errors.AsType[*MismatchError](err); ok {
		return p.dispute(mismatch, result)
	}
	switch {
	case errors.Is(err, errSame):
		p.recovery.Repeated++
	case err != nil:
		return err
	case k.second == 0:
		p.tally.Confirmed++
		k.second = at.Offset
		p.index[result.Subproblem] = k
	default:
		p.more[result.Subproblem] = append(p.more[result.Subproblem], at.Offset)
	}
	return nil
}

// compare returns a *MismatchError if a result differs from those of its subproblem, and errSame if
// it is one of them.
func (p *replay) compare(result Result, at Place) (err error) {
	for _, offset := range p.frames(result.Subproblem) {
		rec, failed := recordAt(p.file, offset)
		if failed != nil {
			return failed
		}
		if what, first, second := rec.result.Differs(result); what != "" {
			return &MismatchError{result.Subproblem, what, first, second, Place{rec.seq, offset}, at}
		}
		if rec.result.same(result) {
			err = errSame
		}
	}
	return err
}

// dispute takes out the results of a subproblem, from which another one differs.
func (p *replay) dispute(m *MismatchError, other Result) error {
	d := Damage{Flaw: Disputed, Offset: m.And.Offset, After: m.At.Frame, Before: m.And.Frame, Cause: m}
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
	p.tally.Done = nil
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
	result, err := resultAt(p.file, k.first, subproblem)
	if err != nil {
		return err
	}
	p.tally.remove(result)
	if k.second != 0 {
		p.tally.Confirmed--
	}
	delete(p.index, subproblem)
	delete(p.more, subproblem)
	return nil
}

// certify ends all doubts.
func (p *replay) certify(done Done) {
	for _, d := range p.doubts {
		p.others = append(p.others, d.at.Offset)
	}
	p.tally.Done, p.doubts = &done, nil
}

// doubt ends the certificate of the total. One of another total stays: it is a doubt of its own.
func (p *replay) doubt(d remark) {
	p.doubts = appendLast(p.doubts, d)
	if p.certified() {
		p.tally.Done = nil
	}
}

func (p *replay) certified() bool { return p.tally.Done != nil && p.tally.Done.Total == p.tally.Total }

// inDoubt returns the doubts since the last certificate, including a certificate that is not the
// sum.
func (p *replay) inDoubt() (notes []Note) {
	for _, d := range p.doubts {
		notes = append(notes, d.Note)
	}
	if d := p.tally.Done; d != nil && p.tally.Complete() && d.Total != p.tally.Total {
		text := fmt.Sprintf("the certificate says %v, the results add up to %v", d.Total, p.tally.Total)
		notes = append(notes, Note{Text: text, Time: d.Time})
	}
	return notes
}

// doubtStands reports whether the run is in doubt and nothing was withdrawn since.
func (p *replay) doubtStands() bool {
	n, m := len(p.doubts), len(p.before)
	return len(p.inDoubt()) > n || n > 0 && (m == 0 || p.doubts[n-1].at.Offset > p.before[m-1])
}
