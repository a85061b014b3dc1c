package ledger

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"queens"
)

// replay is what reading a ledger from its first byte on amounts to. A Ledger
// keeps one up to date as it appends.
type replay struct {
	header Header // of the run whose frames count; its Plan decides
	index  index
	tally  Tally

	notes    []Note
	recovery Recovery
	own      int    // sound frames of this run, and
	others   int    // of other runs
	headers  int    // headers of this run
	doneAt   uint64 // number of the frame of tally.Done

	top     uint64 // greatest number of a frame of this run
	last    tip
	stretch []Damage // since the last frame of this run, not yet in recovery
	end     int64    // offset behind the last sound frame of any run
}

// tip is the last frame of this run, the one that the next must fit.
type tip struct {
	seq     uint64
	hash    Hash
	offset  int64
	result  Result // if counted, what it brought
	counted bool
}

// replayFile reads the first size bytes of r as the ledger of the run of header h.
//
// Time O(size), about a second for a million results, space 24 bytes per result.
//
// Errors: ErrOtherRun, ErrSchema, ErrMismatch, queens.ErrFormat for a file in which
// nothing is a frame, and what reading gives.
func replayFile(r io.ReaderAt, size int64, h Header) (*replay, error) {
	p := &replay{header: h}
	p.tally.Subproblems = h.Subproblems
	var d decoder
	for c, err := range scan(r, size) {
		if err != nil {
			return nil, err
		}
		if c.payload == nil {
			p.setAside(Damage{Flaw: Corrupt, Offset: c.offset, Length: c.length})
			continue
		}
		rec, err := d.decode(c.payload)
		if err != nil {
			p.setAside(Damage{Flaw: Malformed, Offset: c.offset, Length: c.length, Cause: err})
			p.end = c.end()
			continue
		}
		if err := p.take(r, rec, c); err != nil {
			return nil, err
		}
	}
	return p, p.finish(size)
}

// take accounts for one sound frame.
func (p *replay) take(r io.ReaderAt, rec *record, c chunk) error {
	p.end = c.end()
	same, err := p.belongs(rec, c.offset)
	if err != nil {
		return err
	}
	if !same {
		p.others++
		p.setAside(Damage{Flaw: Foreign, Offset: c.offset, Length: c.length})
		return nil
	}
	p.own++
	before := p.last.seq
	p.fit(rec, c.offset)
	p.last = tip{seq: rec.seq, hash: sha256.Sum256(c.payload), offset: c.offset}
	if rec.fault == nil && rec.kind == resultKind {
		rec.fault = rec.result.validate(p.header.Subproblems)
	}
	if rec.fault != nil {
		p.recovery.add(Damage{Flaw: Malformed, Offset: c.offset, Length: c.length, After: before, Cause: rec.fault})
		return nil
	}
	return p.count(r, rec, c.offset)
}

// belongs reports whether a frame is of this run. A header of another run is an
// error where the file begins with it; elsewhere it was pasted in.
func (p *replay) belongs(rec *record, offset int64) (bool, error) {
	same := rec.plan == p.header.Plan.prefix()
	if rec.kind != headerKind {
		return same, nil
	}
	if errors.Is(rec.fault, ErrSchema) && (same || offset == 0) {
		return false, fmt.Errorf("frame %d at byte %d: %w", rec.seq, offset, rec.fault)
	}
	if rec.fault == nil && (same || offset == 0) {
		if err := p.header.differs(rec.header); err != nil {
			return false, err
		}
	}
	return same, nil
}

// differs returns an ErrOtherRun that names the first thing in which the identity
// of found, a header in the file, differs from that of h, nil if they agree.
func (h Header) differs(found Header) error {
	for _, c := range []struct {
		what       string
		found, own any
	}{
		{"order", found.Order, h.Order},
		{"topology", found.Topology, h.Topology},
		{"scheme", found.Scheme, h.Scheme},
		{"scheme version", found.SchemeVersion, h.SchemeVersion},
		{"number of subproblems", found.Subproblems, h.Subproblems},
		{"plan", found.Plan, h.Plan},
	} {
		if c.found != c.own {
			return fmt.Errorf("its %s is %v, asked for is %v: %w", c.what, c.found, c.own, ErrOtherRun)
		}
	}
	return nil
}

// setAside notes bytes that are not of this run; the next frame of the run tells
// what is lost with them. Neighbours of one kind are one damage.
func (p *replay) setAside(d Damage) {
	if n := len(p.stretch); n > 0 && d.Flaw != Malformed {
		if before := &p.stretch[n-1]; before.Flaw == d.Flaw && before.end() == d.Offset {
			before.Length += d.Length
			return
		}
	}
	if len(p.stretch) == maxDamages {
		p.recovery.MoreDamages++
		return
	}
	d.After = p.last.seq
	p.stretch = append(p.stretch, d)
}

// fit checks that a frame follows the last one of the run, in number and in hash,
// and writes down what it finds instead.
func (p *replay) fit(rec *record, offset int64) {
	last := p.last
	var missing uint64
	if rec.seq > last.seq {
		missing = rec.seq - last.seq - 1
	}
	back := rec.seq <= last.seq || missing > 0 && rec.seq <= p.top+1 // frames between were met before
	if back {
		missing = 0
	}
	p.top = max(p.top, rec.seq)
	silent := len(p.stretch) == 0 // nothing in between accounts for what is missing
	for _, d := range p.stretch {
		d.Before, d.Missing = rec.seq, missing
		p.recovery.add(d)
	}
	p.stretch = p.stretch[:0]

	d := Damage{Offset: offset, After: last.seq, Before: rec.seq, Missing: missing}
	switch {
	case back:
		d.Flaw = Disorder
		p.recovery.add(d)
	case missing > 0 && silent:
		d.Flaw = Gap
		p.recovery.add(d)
	case missing == 0 && rec.prev != link(last.hash[:linkLen]):
		d.Flaw = Broken
		p.recovery.add(d)
		p.disown(last)
	}
}

// disown takes back the result of a frame that its successor does not vouch for.
func (p *replay) disown(t tip) {
	if t.counted {
		p.index.remove(t.result.Subproblem)
		p.tally.remove(t.result)
	}
	if p.doneAt == t.seq {
		p.tally.Done = nil
	}
}

// count takes the content of a frame of this run into account.
func (p *replay) count(r io.ReaderAt, rec *record, offset int64) error {
	switch rec.kind {
	case headerKind:
		if p.headers++; p.headers == 1 {
			p.header = rec.header
		}
	case resultKind:
		return p.addResult(r, rec.result, Place{rec.seq, offset})
	case doneKind:
		done := rec.done
		p.tally.Done, p.doneAt = &done, rec.seq
	case noteKind:
		if len(p.notes) == maxNotes {
			p.notes = slices.Delete(p.notes, 0, 1)
		}
		p.notes = append(p.notes, rec.note)
	default:
		p.recovery.Unknown++
	}
	return nil
}

// addResult counts a valid result that the last frame carries.
func (p *replay) addResult(r io.ReaderAt, result Result, at Place) error {
	if k, ok := p.index.at(result.Subproblem); ok {
		p.recovery.Repeated++
		return mismatch(r, k, result, at)
	}
	if err := p.tally.add(result); err != nil {
		return err
	}
	p.index.put(result.Subproblem, result.Total, at.Offset)
	p.last.result, p.last.counted = result, true
	return nil
}

// mismatch compares a result with the one kept of the same subproblem.
func mismatch(r io.ReaderAt, k kept, result Result, at Place) error {
	if k.total() == result.Total {
		return nil
	}
	first := Place{Offset: k.offset()}
	if rec, err := recordAt(r, k.offset()); err == nil {
		first.Frame = rec.seq
	}
	return &MismatchError{Subproblem: result.Subproblem, First: k.total(), Second: result.Total, At: first, And: at}
}

// recordAt reads the frame at an offset.
func recordAt(r io.ReaderAt, offset int64) (*record, error) {
	b := make([]byte, prefixLen, 256)
	if _, err := r.ReadAt(b, offset); err != nil {
		return nil, err
	}
	n, ok := payloadLen(b)
	if !ok {
		return nil, errEnvelope
	}
	b = append(b, make([]byte, n)...)
	if _, err := r.ReadAt(b[prefixLen:], offset+prefixLen); err != nil {
		return nil, err
	}
	if !verified(b) {
		return nil, errEnvelope
	}
	var d decoder
	return d.decode(b[prefixLen:])
}

// maxTornHeader is more than a header's frame: a file of no more bytes without a
// sound frame was torn, or damaged, before its first result.
const maxTornHeader = 4096

// finish draws the conclusions at the end of the file.
func (p *replay) finish(size int64) error {
	p.recovery.Torn = size - p.end
	if p.own == 0 && p.others > 0 {
		return fmt.Errorf("its header is damaged and none of its %d sound frames is of the plan asked for, %v: %w",
			p.others, p.header.Plan, ErrOtherRun)
	}
	if p.own == 0 && size > maxTornHeader {
		return fmt.Errorf("none of its %d bytes belongs to a sound frame; move the file away to start anew: %w", size, queens.ErrFormat)
	}
	if n := len(p.stretch); n > 0 && p.stretch[n-1].Flaw == Corrupt && p.stretch[n-1].Offset >= p.end {
		p.stretch = p.stretch[:n-1] // the torn tail
	}
	for _, d := range p.stretch {
		p.recovery.add(d)
	}
	p.stretch = nil
	p.recovery.NoHeader = p.headers == 0 && p.own > 0
	p.tally.Last, p.tally.Head = p.last.seq, p.last.hash
	return p.tally.check()
}
