package ledger

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"queens"
)

// replay is the state of a ledger after reading it. A Ledger updates one as it appends.
type replay struct {
	file   io.ReaderAt
	header Header       // of the run whose frames count, identified by its Plan
	index  map[int]kept // by subproblem
	tally  Tally

	doubts      []Note // since the last certificate
	stands      bool   // the last doubt: nothing was withdrawn since
	withdrawals []Withdrawal
	before      []int64          // their offsets
	gone        map[int][]Result // withdrawn or disputed results by subproblem; copies of them do not count
	disputes    []Withdrawal     // to write if the file is ours
	others      []int64          // frames that count: costs, and those of unknown kinds
	recovery    Recovery
	headers     int // of this run
	strangers   int // frames of other runs

	last tip
	gap  bool  // something between the last frame and the next one is damaged
	end  int64 // offset after the last sound frame of any run
}

// tip is the last frame of this run, whose hash the next one must have.
type tip struct {
	seq    uint64
	hash   Hash
	offset int64
	length int64
	record *record // its contents until the next frame decides whether it counts, then nil
}

// replayFile reads the first size bytes of file as the ledger of the run of header h.
//
// Errors: ErrOtherRun, ErrSchema, ErrNoLedger.
func replayFile(ctx context.Context, file io.ReaderAt, size int64, h Header) (*replay, error) {
	if rec := firstHeader(file); rec != nil {
		if err := h.refuses(rec); err != nil {
			return nil, err
		}
	}
	p := &replay{file: file, header: h, index: map[int]kept{}, gone: map[int][]Result{}}
	p.tally.Subproblems = h.Subproblems
	for c, err := range scan(ctx, file, size) {
		if err != nil {
			return nil, err
		}
		if err := p.take(c, size); err != nil {
			return nil, err
		}
	}
	if err := p.settle(true); err != nil {
		return nil, err
	}
	p.tally.Last, p.tally.Head = p.last.seq, p.last.hash
	return p, p.isLedger(ctx, size)
}

// firstHeader returns the header at byte 0 if the next frame has its hash; nil otherwise.
func firstHeader(file io.ReaderAt) *record {
	payload, err := payloadAt(file, 0)
	if err != nil {
		return nil
	}
	rec, err := decode(payload)
	next, failed := recordAt(file, prefixLen+int64(len(payload)))
	hash := sha256.Sum256(payload)
	if err != nil || failed != nil || !rec.isHeader() || next.prev != link(hash[:linkLen]) {
		return nil
	}
	return rec
}

// isHeader reports whether a record is a header, perhaps of another schema.
func (rec *record) isHeader() bool {
	return rec.kind == headerKind && (rec.fault == nil || errors.Is(rec.fault, ErrSchema))
}

// headerOf returns the header of a ledger: the one at byte 0 if the next frame has its hash.
// Without one it is the first one of the plan that most frames name, unless the next frame says
// that it was altered; ties go to the least plan.
//
// Errors: ErrNoHeader, ErrSchema, ErrNoLedger.
func headerOf(ctx context.Context, file io.ReaderAt, size int64) (Header, error) {
	if rec := firstHeader(file); rec != nil {
		return rec.header, rec.fault
	}
	headers, votes := map[planPrefix]*record{}, map[planPrefix]int{}
	var before *record // a header, directly before the frame
	var hash Hash      // of it
	for c, err := range scan(ctx, file, size) {
		if err != nil {
			return Header{}, err
		}
		rec, err := decode(c.payload)
		if c.payload == nil || err != nil {
			before = nil
			continue
		}
		votes[rec.plan]++
		if before != nil && before.plan == rec.plan && rec.prev != link(hash[:linkLen]) {
			delete(headers, rec.plan)
		}
		if before = nil; rec.isHeader() && headers[rec.plan] == nil {
			headers[rec.plan], before, hash = rec, rec, sha256.Sum256(c.payload)
		}
	}
	if len(votes) == 0 && size > maxTornHeader {
		return Header{}, notLedger(size)
	}
	plans := slices.SortedFunc(maps.Keys(votes), func(a, b planPrefix) int {
		return cmp.Or(cmp.Compare(votes[b], votes[a]), slices.Compare(a[:], b[:]))
	})
	if len(plans) == 0 || headers[plans[0]] == nil {
		return Header{}, ErrNoHeader
	}
	return headers[plans[0]].header, headers[plans[0]].fault
}

// maxTornHeader exceeds a header's frame: a file of at most this size without a sound frame was
// torn, or damaged, before its first result.
const maxTornHeader = 4096

func notLedger(size int64) error {
	return fmt.Errorf("none of its %d bytes belongs to a sound frame; move the file away to start again: %w",
		size, ErrNoLedger)
}

// isLedger returns why a file cannot be a ledger of this run: it has frames of other runs only, or
// none at all.
func (p *replay) isLedger(ctx context.Context, size int64) error {
	switch {
	case p.last.seq > 0:
		return nil
	case p.strangers > 0:
		if h, err := headerOf(ctx, p.file, size); err == nil || errors.Is(err, ErrSchema) {
			return p.header.refuses(&record{header: h, fault: err})
		}
		return fmt.Errorf("its header is damaged and none of its sound frames has the requested plan, %v: %w",
			p.header.Plan, ErrOtherRun)
	case p.end == 0 && size > maxTornHeader:
		return notLedger(size)
	}
	return nil
}

// take handles the next bytes. A frame counts once the next one, or the end of the file, has shown
// that it was not altered: the next one has its hash, or something between them is damaged.
func (p *replay) take(c chunk, size int64) error {
	if c.payload == nil && c.end() == size {
		p.recovery.Torn = c.length
		return nil
	}
	if c.payload == nil {
		p.damage(c, "are damaged")
		return nil
	}
	p.end = c.end()
	rec, err := decode(c.payload)
	switch {
	case err != nil:
		p.damage(c, cannotBe(err))
		return nil
	case rec.plan != p.header.Plan.prefix():
		p.strangers++
		p.damage(c, strange)
		return nil
	}
	last := p.last.seq
	linked := rec.prev == link(p.last.hash[:linkLen])
	if linked && rec.seq != last+1 {
		p.damage(c, cannotBe(fmt.Errorf("its number %d was altered: it carries the hash of frame %d", rec.seq, last)))
		return nil
	}
	counts := linked || p.gap && rec.seq != last+1
	switch {
	case !counts && last == 0:
		p.damage(c, fmt.Sprintf("are frame %d: those before it are missing", rec.seq))
	case !counts:
		p.damage(c, fmt.Sprintf("are frame %d, which does not have the hash of frame %d before it: frames between "+
			"them are missing, or that one was altered, and it is not counted", rec.seq, last))
	}
	if err := p.settle(counts); err != nil {
		return err
	}
	hash := sha256.Sum256(c.payload)
	p.last, p.gap = tip{rec.seq, hash, c.offset, c.length, rec}, false
	return nil
}

// What is said of damaged bytes.
const strange = "are frames of another run"

func cannotBe(err error) string { return fmt.Sprintf("are a frame that cannot be: %v", err) }

// damage records bytes of which something is wrong. Adjacent frames of other runs are one damage.
func (p *replay) damage(c chunk, text string) {
	p.gap = true
	if n := len(p.recovery.Damages); n > 0 && text == strange {
		if d := &p.recovery.Damages[n-1]; d.Text == text && d.Offset+d.Length == c.offset {
			d.Length += c.length
			return
		}
	}
	p.recovery.add(Damage{Offset: c.offset, Length: c.length, After: p.last.seq, Text: text})
}

// refuses returns why a header in the file is not that of run h: ErrSchema, ErrOtherRun or nil.
func (h Header) refuses(rec *record) error {
	if errors.Is(rec.fault, ErrSchema) {
		return rec.fault
	}
	for _, c := range []struct {
		what       string
		found, own any
	}{
		{"order", rec.header.Order, h.Order},
		{"topology", rec.header.Topology, h.Topology},
		{"question", rec.header.Of, h.Of},
		{"method", rec.header.Method, h.Method},
		{"method version", rec.header.MethodVersion, h.MethodVersion},
		{"number of subproblems", rec.header.Subproblems, h.Subproblems},
		{"plan", rec.header.Plan, h.Plan},
	} {
		if c.found != c.own {
			return fmt.Errorf("its %s is %v, want %v: %w", c.what, c.found, c.own, ErrOtherRun)
		}
	}
	return nil
}

func (t tip) String() string { return fmt.Sprintf("frame %d at byte %d", t.seq, t.offset) }

func (p *replay) settle(counts bool) error {
	rec := p.last.record
	if rec == nil {
		return nil
	}
	p.last.record = nil
	if !counts && rec.kind != goneKind && rec.kind != doubtKind { // computing again does no harm; a wrong result does
		return nil
	}
	return p.apply(rec)
}

// apply takes the record of the last frame, which counts.
func (p *replay) apply(rec *record) error {
	if rec.fault == nil && rec.kind == resultKind {
		rec.fault = cmp.Or(rec.result.validate(p.tally.Subproblems), p.tally.accepts(rec.result))
	}
	if rec.fault != nil && !errors.Is(rec.fault, ErrSchema) {
		p.recovery.add(Damage{
			Offset: p.last.offset, Length: p.last.length, After: p.last.seq - 1, Text: cannotBe(rec.fault),
		})
		return nil
	}
	switch rec.kind {
	case headerKind:
		if err := p.header.refuses(rec); err != nil {
			return err
		}
		if p.headers++; p.headers == 1 {
			p.header = rec.header
		}
		return nil
	case resultKind:
		return p.addResult(rec.result)
	case doneKind:
		p.tally.Done, p.doubts = &rec.done, nil
		return nil
	case doubtKind:
		p.doubt(rec.doubt)
		return nil
	case goneKind:
		p.before = append(p.before, p.last.offset)
		return p.withdraw(rec.gone)
	case costKind:
		p.tally.spend(rec.cost)
	default:
		p.recovery.Unknown++
	}
	p.others = append(p.others, p.last.offset)
	return nil
}

// errSame says that two results are the same computation.
var errSame = errors.New("the same result")

var errChanged = errors.New("the file has changed since it was read")

// kept is what counts of a subproblem.
type kept struct {
	total  queens.Total
	frames []int64 // offsets of its results, which are equal, in the order of the file
}

// subproblems returns those with a result, sorted.
func (p *replay) subproblems() []int { return slices.Sorted(maps.Keys(p.index)) }

// results returns the results of a subproblem, in the order of the file.
func (p *replay) results(subproblem int) (list []Result, err error) {
	for _, offset := range p.index[subproblem].frames {
		r, err := resultAt(p.file, offset, subproblem)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

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
