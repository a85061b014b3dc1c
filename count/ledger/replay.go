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
	header Header          // of the run whose frames count, identified by its Plan
	known  bool            // header is more than the prefix of its plan
	index  map[int]kept    // by subproblem
	more   map[int][]int64 // frames of a subproblem beyond the second
	tally  Tally

	notes       []Note
	doubts      []remark // since the last certificate
	withdrawals []Withdrawal
	before      []int64          // their offsets
	gone        map[int][]Result // withdrawn or disputed results by subproblem; copies of them do not count
	disputes    []Withdrawal     // to write if the file is ours
	others      []int64          // frames that count: costs, notes, doubts that have ended, and those of unknown kinds
	recovery    Recovery
	own         int                // sound frames of this run, and
	votes       map[planPrefix]int // of each run
	headers     int                // headers of this run
	first       bool               // one of them is at byte 0
	stranger    *tip               // header of another run at byte 0

	top     uint64 // largest number of a frame of this run
	last    tip
	stretch []Damage // since the last frame of this run, not yet in recovery
	end     int64    // offset after the last sound frame of any run
}

// tip is the last frame of this run, whose hash the next one must have.
type tip struct {
	seq    uint64
	hash   Hash
	offset int64
	length int64
	before uint64  // number of the frame before it
	linked bool    // it has the hash of that one
	record *record // its contents until the next frame decides whether it counts, then nil
}

// newReplay starts reading a ledger of the run of header h, or of the first frame if h is not
// known.
func newReplay(file io.ReaderAt, h Header, known bool) *replay {
	p := &replay{
		file: file, header: h, known: known, index: map[int]kept{}, more: map[int][]int64{},
		votes: map[planPrefix]int{}, gone: map[int][]Result{},
	}
	if p.tally.Subproblems = h.Subproblems; !known {
		p.tally.Subproblems = MaxSubproblems
	}
	return p
}

// replayFile reads the first size bytes of file as the ledger of the run of header h.
//
// Errors: ErrOtherRun, ErrSchema, ErrNoLedger.
func replayFile(ctx context.Context, file io.ReaderAt, size int64, h Header) (*replay, error) {
	p := newReplay(file, h, true)
	return p, p.read(ctx, size)
}

// replayAny reads a ledger of any run: of the header at byte 0 or, if none counts, of the run with
// most frames; ties go to the least plan.
func replayAny(ctx context.Context, file io.ReaderAt, size int64) (*replay, error) {
	p := newReplay(file, Header{}, false)
	if err := p.read(ctx, size); err != nil || p.first && p.own > 1 || len(p.votes) < 2 {
		return p, err
	}
	plan := slices.MaxFunc(slices.Collect(maps.Keys(p.votes)), func(a, b planPrefix) int {
		return cmp.Or(cmp.Compare(p.votes[a], p.votes[b]), slices.Compare(b[:], a[:]))
	})
	if plan == p.header.Plan.prefix() {
		return p, nil
	}
	var h Header
	copy(h.Plan[:], plan[:])
	p = newReplay(file, h, false)
	p.votes[plan] = 0 // it is decided
	return p, p.read(ctx, size)
}

func (p *replay) read(ctx context.Context, size int64) error {
	for c, err := range scan(ctx, p.file, size) {
		if err != nil {
			return err
		}
		if c.payload == nil {
			p.setAside(Damage{Flaw: Corrupt, Offset: c.offset, Length: c.length})
			continue
		}
		p.end = c.end()
		rec, err := decode(c.payload)
		if err != nil {
			p.setAside(Damage{Flaw: Malformed, Offset: c.offset, Length: c.length, Cause: err})
			continue
		}
		if err := p.take(rec, c); err != nil {
			return err
		}
	}
	return p.finish(size)
}

// take handles one sound frame. It counts once the next frame, or the end of the file, has shown
// that it was not altered.
func (p *replay) take(rec *record, c chunk) error {
	if !p.known && len(p.votes) == 0 {
		copy(p.header.Plan[:], rec.plan[:])
	}
	p.votes[rec.plan]++
	if rec.plan != p.header.Plan.prefix() {
		p.setAside(Damage{Flaw: Foreign, Offset: c.offset, Length: c.length})
		return p.lookAtStranger(rec, c)
	}
	p.own++
	linked := rec.prev == link(p.last.hash[:linkLen])
	if linked && rec.seq != p.last.seq+1 {
		err := fmt.Errorf("its number %d was altered: it carries the hash of frame %d", rec.seq, p.last.seq)
		p.setAside(Damage{Flaw: Malformed, Offset: c.offset, Length: c.length, Cause: err})
		return nil
	}
	if err := p.settle(p.vouches(rec, linked, c.offset)); err != nil {
		return err
	}
	p.last = tip{
		seq: rec.seq, hash: sha256.Sum256(c.payload), offset: c.offset, length: c.length,
		before: p.last.seq, linked: linked, record: rec,
	}
	return nil
}

// lookAtStranger remembers a header of another run at byte 0. If that run's second frame has its
// hash, the file belongs to that run.
func (p *replay) lookAtStranger(rec *record, c chunk) error {
	if c.offset == 0 && rec.kind == headerKind {
		p.stranger = &tip{hash: sha256.Sum256(c.payload), record: rec}
		return nil
	}
	if s := p.stranger; p.known && s != nil && rec.seq == 2 && rec.plan == s.record.plan &&
		rec.prev == link(s.hash[:linkLen]) {
		return p.header.refuses(s.record)
	}
	return nil
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

// setAside records bytes that are not of this run. Adjacent bytes of one kind are one damage.
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

// vouches reports whether the last frame counts, given its successor: it does if the successor has
// its hash, or if the bytes between them are damaged. It records mismatches.
func (p *replay) vouches(next *record, linked bool, offset int64) bool {
	last := p.last
	var missing uint64
	if next.seq > last.seq {
		missing = next.seq - last.seq - 1
	}
	back := next.seq <= last.seq || missing > 0 && next.seq <= p.top+1 // frames in between came earlier
	if back {
		missing = 0
	}
	p.top = max(p.top, next.seq)
	silent := len(p.stretch) == 0 // nothing in between explains what is missing
	for _, d := range p.stretch {
		d.Before, d.Missing = next.seq, missing
		p.recovery.add(d)
	}
	p.stretch = p.stretch[:0]

	d := Damage{Offset: offset, After: last.seq, Before: next.seq, Missing: missing}
	switch {
	case back:
		d.Flaw = Disorder
	case missing > 0 && silent:
		d.Flaw = Gap
	case missing == 0 && !linked:
		d.Flaw = Broken
	default:
		return true
	}
	d.Disowned = last.seq > 0 && (silent || d.Flaw == Broken)
	p.recovery.add(d)
	return !d.Disowned
}

func (p *replay) settle(counts bool) error {
	rec, at := p.last.record, Place{p.last.seq, p.last.offset}
	if rec == nil {
		return nil
	}
	p.last.record = nil
	if !counts && rec.kind != goneKind && rec.kind != doubtKind { // computing again does no harm; a wrong result does
		return nil
	}
	return p.apply(rec, at)
}

// apply takes a record that counts.
func (p *replay) apply(rec *record, at Place) error {
	if rec.fault == nil && rec.kind == resultKind {
		rec.fault = cmp.Or(rec.result.validate(p.tally.Subproblems), p.tally.accepts(rec.result))
	}
	if rec.fault != nil && !errors.Is(rec.fault, ErrSchema) {
		p.recovery.add(Damage{
			Flaw: Malformed, Offset: at.Offset, Length: p.last.length, After: p.last.before, Cause: rec.fault,
		})
		return nil
	}
	switch rec.kind {
	case headerKind:
		return p.addHeader(rec, at)
	case resultKind:
		return p.addResult(rec.result, at)
	case doneKind:
		p.certify(rec.done)
		return nil
	case doubtKind:
		p.doubt(remark{rec.note, at})
		return nil
	case goneKind:
		if n := len(p.notes); n == 0 || p.notes[n-1].Text != rec.note.Text { // one of many may be in several frames
			p.notes = appendLast(p.notes, rec.note)
		}
		p.before = append(p.before, at.Offset)
		return p.withdraw(rec.gone)
	case noteKind:
		p.notes = appendLast(p.notes, rec.note)
	case costKind:
		p.tally.spend(rec.cost)
	default:
		p.recovery.Unknown++
	}
	p.others = append(p.others, at.Offset)
	return nil
}

// appendLast appends to a list of the last maxNotes.
func appendLast[N any](list []N, n N) []N {
	if len(list) == maxNotes {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, n)
}

func (p *replay) addHeader(rec *record, at Place) error {
	if rec.fault != nil {
		return fmt.Errorf("%v: %w", at, rec.fault)
	}
	p.headers++
	p.first = p.first || at.Offset == 0
	if p.known {
		if err := p.header.refuses(rec); err != nil {
			return err
		}
	}
	if p.headers > 1 {
		return nil
	}
	p.header = rec.header
	if p.known {
		return nil
	}
	p.known, p.tally.Subproblems = true, rec.header.Subproblems
	for _, i := range p.subproblems() { // those before the header
		if i >= p.header.Subproblems {
			p.recovery.add(Damage{
				Flaw: Malformed, Offset: p.index[i].first, Length: 1,
				Cause: fmt.Errorf("subproblem %d is outside 1..%d", i+1, p.header.Subproblems),
			})
			if err := p.forget(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// errSame says that two results are the same computation.
var errSame = errors.New("the same result")

var errChanged = errors.New("the file has changed since it was read")

// maxTornHeader exceeds a header's frame: a file of at most this size without a sound frame was
// torn, or damaged, before its first result.
const maxTornHeader = 4096

func (p *replay) finish(size int64) error {
	if err := p.settle(true); err != nil {
		return err
	}
	p.recovery.Torn = size - p.end
	if p.known && p.own == 0 && len(p.votes) > 0 {
		if p.stranger != nil {
			if err := p.header.refuses(p.stranger.record); err != nil {
				return err
			}
		}
		return fmt.Errorf("its header is damaged and none of its sound frames has the requested plan, %v: %w",
			p.header.Plan, ErrOtherRun)
	}
	if len(p.votes) == 0 && size > maxTornHeader {
		return fmt.Errorf("none of its %d bytes belongs to a sound frame; move the file away to start again: %w",
			size, ErrNoLedger)
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
	return nil
}

// kept is what counts of a subproblem.
type kept struct {
	total         queens.Total
	first, second int64 // offsets of its frame, and of that of a second, equal result; 0 if there is none
}

// subproblems returns those with a result, sorted.
func (p *replay) subproblems() []int { return slices.Sorted(maps.Keys(p.index)) }

// frames returns the offsets of the results of a subproblem, in the order of the file.
func (p *replay) frames(subproblem int) (offsets []int64) {
	k, ok := p.index[subproblem]
	if ok {
		offsets = append(offsets, k.first)
	}
	if k.second != 0 {
		offsets = append(append(offsets, k.second), p.more[subproblem]...)
	}
	return offsets
}

// results returns the results of a subproblem, in the order of the file.
func (p *replay) results(subproblem int) (list []Result, err error) {
	for _, offset := range p.frames(subproblem) {
		r, err := resultAt(p.file, offset, subproblem)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}
