package ledger

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/fxamacker/cbor/v2"

	"queens"
	"queens/internal/errs"
)

// Withdraw withdraws all results of subproblems, with a reason for each: they are missing again,
// and the certificate no longer holds. The file is written anew without them and synced, once, so
// nothing that happens to it brings them back. Time O(file).
//
// Errors: queens.ErrFormat for an invalid subproblem or reason; those of a failed write.
func (l *Ledger) Withdraw(reasons map[int]string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []Withdrawal
	for _, subproblem := range slices.Sorted(maps.Keys(reasons)) {
		if subproblem < 0 || subproblem >= l.state.header.Subproblems {
			return errs.Errorf("withdraw from %q: subproblem %d is outside 1..%d: %w", l.path(),
				subproblem+1, l.state.header.Subproblems, queens.ErrFormat)
		}
		results, err := l.state.results(subproblem)
		if err != nil {
			return errs.Errorf("withdraw from %q: %w", l.path(), err)
		}
		if len(results) > 0 {
			list = append(list, Withdrawal{Reason: reasons[subproblem], Results: results})
		}
	}
	return l.withdraw(list...)
}

// Revoke withdraws all results that a kernel took part in, with those that confirm them, and
// returns their number. Its confirmations of others no longer count.
//
// Errors: those of Withdraw.
func (l *Ledger) Revoke(kernel, reason string) (withdrawn int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !isName(kernel) || kernel == "" {
		return 0, errs.Errorf("revoke in %q: %q is not the name of a kernel: %w", l.path(), kernel, queens.ErrFormat)
	}
	before := l.state.tally.Results
	err = l.withdraw(Withdrawal{Kernel: kernel, Reason: reason})
	return before - l.state.tally.Results, err
}

// Adopt withdraws what was withdrawn from another ledger of the run. It does nothing for
// withdrawals that it knows.
//
// Errors: those of Withdraw.
func (l *Ledger) Adopt(reason string, others []Withdrawal) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []Withdrawal
	revoked := revokedIn(l.state.withdrawals)
	for _, w := range others {
		own := Withdrawal{Reason: reason, Results: slices.DeleteFunc(slices.Clone(w.Results), l.state.isGone)}
		if !slices.Contains(revoked, w.Kernel) {
			own.Kernel = w.Kernel
		}
		if own.Kernel != "" || len(own.Results) > 0 {
			list = append(list, own)
		}
	}
	return l.withdraw(list...)
}

func revokedIn(list []Withdrawal) (kernels []string) {
	for _, w := range list {
		if w.Kernel != "" {
			kernels = append(kernels, w.Kernel)
		}
	}
	slices.Sort(kernels)
	return slices.Compact(kernels)
}

// withdraw takes the results of withdrawals out, and those of their kernels. The caller holds l.mu.
func (l *Ledger) withdraw(list ...Withdrawal) error {
	if len(list) == 0 {
		return l.usable()
	}
	leaves, split := map[int64]bool{}, []Withdrawal{}
	for _, w := range list {
		if err := checkText(w.Reason); err != nil {
			return errs.Errorf("withdraw from %q: %w", l.path(), err)
		}
		if err := l.state.leave(&w, leaves); err != nil {
			return errs.Errorf("withdraw from %q: %w", l.path(), err)
		}
		w.Before, w.Time = l.state.tally.Head, time.Now()
		split = append(split, w.split()...)
	}
	if err := cmp.Or(l.syncNow(), l.mine()); err != nil {
		return err
	}
	err := l.disk.replace(l.path(), func(w io.Writer) error {
		if err := l.state.rewrite(w, leaves, split); err != nil {
			return err
		}
		return l.file.Close() // some systems replace no open file
	})
	if err == nil {
		l.file, err = l.disk.openFile(l.path())
	}
	if err == nil {
		err = l.replay(context.Background(), l.state.header)
	}
	return l.fail("write", err)
}

// leave adds the offsets of the frames that leave, and the results by a revoked kernel to w.
func (p *replay) leave(w *Withdrawal, leaves map[int64]bool) error {
	wanted := map[int][]Result{}
	for _, r := range w.Results {
		wanted[r.Subproblem] = append(wanted[r.Subproblem], r)
	}
	w.Results = slices.Clone(w.Results)
	for _, i := range p.subproblems() {
		if w.Kernel == "" && wanted[i] == nil {
			continue
		}
		list, err := p.results(i)
		if err != nil {
			return err
		}
		for j, r := range list {
			listed := slices.ContainsFunc(wanted[i], r.same)
			if w.Kernel != "" && (usesKernel(list[0].Kernel, w.Kernel) || usesKernel(r.Kernel, w.Kernel)) && !listed {
				w.Results, listed = append(w.Results, r), true
			}
			if listed {
				leaves[p.index[i].frames[j]] = true
			}
		}
	}
	return nil
}

// split returns withdrawals that fit into a frame each, whatever their names and evidence.
func (w Withdrawal) split() (list []Withdrawal) {
	const most = 3
	for part := range slices.Chunk(w.Results, most) {
		w.Results = part
		list = append(list, w)
	}
	if len(list) == 0 {
		list = append(list, w)
	}
	return list
}

// rewrite writes the ledger without the frames that leave: header, doubts, withdrawals, the new
// ones last, then everything else that is valid except certificates.
func (p *replay) rewrite(w io.Writer, leaves map[int64]bool, fresh []Withdrawal) error {
	out := bufio.NewWriterSize(w, windowLen)
	var last tip
	write := func(k kind, body any) error {
		payload, err := last.extend(p.header.Plan, k, body)
		if err == nil {
			_, err = out.Write(appendFrame(nil, payload))
		}
		return err
	}
	copied := func(offsets []int64) error {
		for _, offset := range offsets {
			payload, err := payloadAt(p.file, offset)
			if err != nil {
				return err
			}
			var e envelope[cbor.RawMessage]
			if err = decoding.Unmarshal(payload, &e); err == nil {
				err = write(e.Kind, e.Body)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	err := write(headerKind, p.header)
	for _, d := range p.doubts {
		err = cmp.Or(err, write(doubtKind, d))
	}
	err = cmp.Or(err, copied(p.before))
	for _, w := range fresh {
		err = cmp.Or(err, write(goneKind, w))
	}
	rest := slices.Clone(p.others)
	for _, k := range p.index {
		for _, offset := range k.frames {
			if !leaves[offset] {
				rest = append(rest, offset)
			}
		}
	}
	slices.Sort(rest)
	return cmp.Or(err, copied(rest), out.Flush())
}

// extend returns the payload of the next frame, whose tip t becomes.
func (t *tip) extend(plan Hash, k kind, body any) (payload []byte, err error) {
	payload, err = encoding.Marshal(envelope[any]{
		Kind: k, Seq: t.seq + 1, Prev: link(t.hash[:linkLen]), Plan: plan.prefix(), Body: body,
	})
	t.seq, t.hash = t.seq+1, sha256.Sum256(payload)
	return payload, err
}
