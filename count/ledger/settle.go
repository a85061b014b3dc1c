package ledger

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

type strike struct {
	offset int64
	mark   mark
}

// addResult counts a valid result. A second result of its subproblem confirms the first. If it
// differs, both are withdrawn: the file does not say which one is wrong, and the subproblem must be
// computed again.
func (p *replay) addResult(result Result, at Place) error {
	if at.Frame < p.withdrawn[result.Subproblem] {
		p.strike(void, at.Offset)
		return nil
	}
	if len(p.revoked) > 0 {
		for kernel := range strings.SplitSeq(result.Kernel, kernelSeparator) {
			if at.Frame < p.revoked[kernel] {
				p.strike(void, at.Offset)
				return nil
			}
		}
	}
	k, ok := p.index[result.Subproblem]
	if !ok {
		p.tally.add(result)
		p.index[result.Subproblem] = kept{total: result.Total, first: at.Offset}
		return nil
	}
	err := p.compare(k, result, at)
	if mismatch, ok := errors.AsType[*MismatchError](err); ok {
		p.recovery.add(Damage{
			Flaw: Disputed, Offset: at.Offset, After: mismatch.At.Frame, Before: at.Frame, Cause: mismatch,
		})
		p.strike(withdrawn, at.Offset)
		return p.withdraw(result.Subproblem, max(mismatch.At.Frame, at.Frame)+1)
	}
	switch {
	case err == nil && k.second == 0:
		p.tally.Confirmed++
		k.second = at.Offset
		p.index[result.Subproblem] = k
		return nil
	case errors.Is(err, errSame):
		p.recovery.Repeated++
	case err != nil:
		return err
	}
	p.more[result.Subproblem] = append(p.more[result.Subproblem], at.Offset)
	return nil
}

func (p *replay) compare(k kept, result Result, at Place) error {
	rec, err := recordAt(p.file, k.first)
	if err != nil {
		return err
	}
	what, first, second := rec.result.Differs(result)
	switch {
	case what != "":
		return &MismatchError{
			Subproblem: result.Subproblem, What: what, First: first, Second: second,
			At: Place{rec.seq, k.first}, And: at,
		}
	case rec.result.same(result):
		return errSame
	default:
		return nil
	}
}

func (p *replay) strike(m mark, offsets ...int64) {
	for _, offset := range offsets {
		p.strikes = append(p.strikes, strike{offset, m})
	}
}

func (p *replay) strikeOut(f file) error {
	for _, s := range p.strikes {
		if err := strikeOut(f, s.offset, s.mark); err != nil {
			return err
		}
	}
	p.strikes = nil
	return nil
}

// struckOut handles a frame that was struck out: the frame with the reason may be lost.
func (p *replay) struckOut(rec *record) {
	r := &rec.result
	if rec.kind == doneKind {
		p.doubts = nil // it has ended them
	}
	if rec.kind != resultKind || rec.fault != nil || r.Subproblem >= p.tally.Subproblems {
		return
	}
	switch rec.mark {
	case withdrawn:
		p.withdrawn[r.Subproblem] = max(rec.seq+1, p.withdrawn[r.Subproblem])
	case revoked:
		p.unowned[r.Kernel] = max(rec.seq, p.unowned[r.Kernel])
	}
}

// withdraw takes out the results of a subproblem. Those of later frames stay: the withdrawal is a
// copy. A frame 0 takes out all.
func (p *replay) withdraw(subproblem int, frame uint64) error {
	p.withdrawn[subproblem] = max(frame, p.withdrawn[subproblem])
	p.decertify()
	k, ok := p.index[subproblem]
	if !ok {
		return nil
	}
	if rec, err := recordAt(p.file, k.first); err != nil || 0 < frame && frame < rec.seq {
		return err
	}
	p.strike(withdrawn, k.first)
	p.strike(withdrawn, p.further(subproblem)...)
	return p.forget(subproblem)
}

// floor returns the largest number of a withdrawing frame.
func (p *replay) floor() (frame uint64) {
	for _, f := range p.withdrawn {
		frame = max(frame, f)
	}
	for _, f := range p.revoked {
		frame = max(frame, f)
	}
	return frame
}

func (p *replay) decertify() {
	p.strike(void, p.dones...)
	p.tally.Done, p.dones = nil, nil
}

// uncertify withdraws the certificate of a total in doubt. One of another total stays: it is a
// doubt of its own.
func (p *replay) uncertify() {
	if d := p.tally.Done; d != nil && d.Total == p.tally.Total {
		p.decertify()
	}
}

// revoke withdraws the certificate and the results that a kernel took part in.
func (p *replay) revoke(kernel string, frame uint64) error {
	p.revoked[kernel] = max(frame, p.revoked[kernel])
	p.decertify()
	for _, i := range p.subproblems() {
		frames := append([]int64{p.index[i].first}, p.further(i)...)
		uses := make([]bool, len(frames))
		for j, at := range frames {
			rec, err := recordAt(p.file, at)
			if err != nil {
				return err
			}
			uses[j] = usesKernel(rec.result.Kernel, kernel) && (frame == 0 || rec.seq <= frame)
		}
		switch {
		case uses[0]:
			if err := p.forget(i); err != nil {
				return err
			}
		case slices.Contains(uses, true):
			p.unconfirm(i)
			frames, uses = frames[1:], uses[1:]
		default:
			continue
		}
		for j, at := range frames {
			m := void
			if uses[j] {
				m = revoked
			}
			p.strike(m, at)
		}
	}
	return nil
}

func (p *replay) forget(subproblem int) error {
	result, err := resultAt(p.file, p.index[subproblem].first, subproblem)
	if err != nil {
		return err
	}
	p.tally.remove(result)
	p.unconfirm(subproblem)
	delete(p.index, subproblem)
	return nil
}

// unconfirm removes all frames of a subproblem but the first.
func (p *replay) unconfirm(subproblem int) {
	k := p.index[subproblem]
	if k.second != 0 {
		p.tally.Confirmed--
	}
	p.index[subproblem] = kept{total: k.total, first: k.first}
	delete(p.more, subproblem)
}

// inDoubt returns the doubts since the last certificate, including a certificate that is not the
// sum.
func (p *replay) inDoubt() []Note {
	if d := p.tally.Done; d != nil && p.tally.Complete() && d.Total != p.tally.Total {
		text := fmt.Sprintf("the certificate says %v, the results add up to %v", d.Total, p.tally.Total)
		return append(slices.Clone(p.doubts), Note{Text: text, Time: d.Time})
	}
	return p.doubts
}

func (p *replay) doubtStands() bool {
	doubts := p.inDoubt()
	return len(doubts) > len(p.doubts) || len(doubts) > 0 && p.doubted >= p.floor()
}
