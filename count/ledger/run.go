package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"queens/internal/sys"
)

// Run is a count in progress or finished as its ledger tells it, read without the
// lock at one moment.
type Run struct {
	Path     string // of the ledger file
	Header   Header // zero if Recovery.NoHeader
	Tally    Tally
	Recovery Recovery
	Notes    []Note    // the last 100, oldest first
	Size     int64     // of the file in bytes
	Written  time.Time // last change of the file
	Holder   string    // process that writes it now, for people; empty if none does

	index index
}

// Read reads the run at path, its directory or its ledger file, and changes
// nothing. Another process may write meanwhile: its last frame may then show as a
// torn tail. Which run it is the file itself tells: by its first frame or, if that
// is damaged, by the plan to which most results belong and the header that goes
// with it. An empty file is a Run without header and results.
//
// Cost as for Open. Errors: os.ErrNotExist; ErrSchema; ErrMismatch;
// queens.ErrFormat; and what the file system says.
func Read(path string) (*Run, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, ledgerName)
	}
	run, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("ledger: read %q: %w", path, err)
	}
	return run, nil
}

func read(path string) (*Run, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	header, known, err := identify(f, info.Size())
	if err != nil {
		return nil, err
	}
	if !known {
		header.Subproblems = MaxSubproblems
	}
	state, err := replayFile(f, info.Size(), header)
	if err != nil {
		return nil, err
	}
	run := &Run{
		Path: path, Header: state.header, Tally: state.tally, Recovery: state.recovery, Notes: state.notes,
		Size: info.Size(), Written: info.ModTime(), index: state.index,
	}
	if !known {
		run.Header, run.Tally.Subproblems, run.Recovery.NoHeader = Header{}, -1, true
	}
	holder, err := sys.Locked(filepath.Join(filepath.Dir(path), lockName))
	if err == nil && holder != nil { // a directory that cannot be asked is not locked by us
		run.Holder = holder.Holder()
	}
	return run, nil
}

// identify finds out which run a ledger belongs to. Without a header known is
// false and only the plan's first bytes are set, if there is a sound frame at all.
func identify(r io.ReaderAt, size int64) (h Header, known bool, err error) {
	var d decoder
	votes := map[planPrefix]int{}
	headers := map[planPrefix]Header{}
	for c, err := range scan(r, size) {
		if err != nil {
			return Header{}, false, err
		}
		if c.payload == nil {
			continue
		}
		rec, err := d.decode(c.payload)
		if err != nil {
			continue
		}
		votes[rec.plan]++
		if rec.kind != headerKind {
			continue
		}
		if c.offset == 0 && (rec.fault == nil || errors.Is(rec.fault, ErrSchema)) {
			return rec.header, true, rec.fault
		}
		if _, seen := headers[rec.plan]; !seen && rec.fault == nil {
			headers[rec.plan] = rec.header
		}
	}
	if len(votes) == 0 {
		return Header{}, false, nil
	}
	// Among equals the least decides, so that the answer is always the same.
	plan := slices.MaxFunc(slices.Collect(maps.Keys(votes)), func(a, b planPrefix) int {
		return cmp.Or(cmp.Compare(votes[a], votes[b]), slices.Compare(b[:], a[:]))
	})
	if h, known = headers[plan]; !known {
		copy(h.Plan[:], plan[:])
	}
	return h, known, nil
}

// Complete reports whether every subproblem has a result, so that Tally.Total is
// the answer.
func (r *Run) Complete() bool { return r.Tally.Complete() }

// Missing yields the subproblems without a result, in increasing order; none if
// no header tells how many there are.
func (r *Run) Missing() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range max(0, r.Tally.Subproblems) {
			if _, ok := r.index.at(i); !ok && !yield(i) {
				return
			}
		}
	}
}

// Results yields the results that count, by increasing number of the subproblem,
// reading each from the file. It stops after the first error.
func (r *Run) Results() iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		f, err := os.Open(r.Path)
		if err != nil {
			yield(Result{}, fmt.Errorf("ledger: read results: %w", err))
			return
		}
		defer f.Close()
		for subproblem, k := range r.index.all() {
			result, err := resultAt(f, k.offset(), subproblem)
			if err != nil {
				err = fmt.Errorf("ledger: read %q: result of subproblem %d at byte %d: %w", r.Path, subproblem+1, k.offset(), err)
			}
			if !yield(result, err) || err != nil {
				return
			}
		}
	}
}

// errChanged says that a file is not what it was when it was read first.
var errChanged = errors.New("the file has changed since it was read")

func resultAt(r io.ReaderAt, offset int64, subproblem int) (Result, error) {
	rec, err := recordAt(r, offset)
	if err != nil {
		return Result{}, err
	}
	if rec.kind != resultKind || rec.fault != nil || rec.result.Subproblem != subproblem {
		return Result{}, errChanged
	}
	return rec.result, nil
}

// Entry is one run of a machine. Run is nil if Err is not.
type Entry struct {
	Name string // of its directory
	Dir  string
	Run  *Run
	Err  error // why it cannot be read
}

// List yields the runs under the state directory root, by name. A run that cannot
// be read is an Entry with an error; only a directory that cannot be read ends the
// list with one. Every ledger is read whole, see Read.
func List(root string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		entries, err := os.ReadDir(filepath.Join(root, runsName))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			yield(Entry{}, fmt.Errorf("ledger: list runs: %w", err))
			return
		}
		for _, d := range entries {
			e := Entry{Name: d.Name(), Dir: Dir(root, d.Name())}
			if _, err := os.Stat(filepath.Join(e.Dir, ledgerName)); errors.Is(err, os.ErrNotExist) {
				continue
			}
			e.Run, e.Err = Read(e.Dir)
			if !yield(e, nil) {
				return
			}
		}
	}
}
