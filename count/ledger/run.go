package ledger

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"queens/internal/errs"
	"queens/internal/sys"
)

// Run is a snapshot of a run, read without the lock.
type Run struct {
	Path     string // of the ledger file
	Header   Header
	Tally    Tally
	Recovery Recovery
	Notes    []Note    // withdrawals, the last 100, oldest first
	Doubts   []Note    // why the total is invalid although every subproblem has a result
	Size     int64     // of the file in bytes
	Written  time.Time // last change of the file
	Holder   string    // process that writes it now, for people; empty if none

	state  *replay
	export []byte // the ledger of an export, nil if Path is a ledger
}

// Read reads the run at path, its directory, ledger file or export. If another process is writing,
// its last frame may look like a torn tail. The first frame identifies the run, or, if it is
// damaged, the plan of most frames and its header.
//
// Errors: os.ErrNotExist; ErrSchema; ErrNoHeader, also for an empty file; ErrNoLedger;
// sys.ErrNotRegular; queens.ErrFormat or ErrResidue for a damaged export.
func Read(ctx context.Context, path string) (*Run, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, ledgerName)
	}
	run, err := read(ctx, path)
	if err != nil {
		return nil, errs.Errorf("read %q: %w", path, sys.WithoutPath(err))
	}
	return run, nil
}

func read(ctx context.Context, path string) (*Run, error) {
	f, info, err := sys.OpenRegular(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, size := io.ReaderAt(f), info.Size()
	export, err := imported(ctx, io.NewSectionReader(f, 0, size))
	if err != nil {
		return nil, err
	}
	if export != nil {
		file, size = bytes.NewReader(export), int64(len(export))
	}
	h, err := headerOf(ctx, file, size)
	if err != nil {
		return nil, err
	}
	p, err := replayFile(ctx, file, size, h)
	if err != nil {
		return nil, err
	}
	run := &Run{
		Path: path, Header: p.header, Tally: p.tally, Recovery: p.recovery, Doubts: p.inDoubt(),
		Size: info.Size(), Written: info.ModTime(), state: p, export: export,
	}
	for _, w := range p.withdrawals { // one of many may be in several frames
		if note, n := w.note(), len(run.Notes); n == 0 || run.Notes[n-1].Text != note.Text {
			run.Notes = append(run.Notes[max(0, n-maxNotes+1):], note)
		}
	}
	holder, err := sys.Locked(filepath.Join(filepath.Dir(path), lockName))
	if err == nil && holder != nil { // we did not lock a directory that we cannot check
		run.Holder = holder.Holder
	}
	return run, nil
}

// Name returns the name of the run's directory, or of its file if it is not named "ledger".
func (r *Run) Name() string {
	if name := filepath.Base(r.Path); name != ledgerName {
		return name
	}
	dir, err := filepath.Abs(filepath.Dir(r.Path))
	if err != nil {
		dir = filepath.Dir(r.Path)
	}
	return filepath.Base(dir)
}

// Complete reports whether every subproblem has a result.
func (r *Run) Complete() bool { return r.Tally.Complete() }

// spot is where the result of a subproblem is in the file.
type spot struct {
	subproblem int
	offset     int64
}

// ResultsOf yields the valid results of the given subproblems, in their order. It stops after the
// first error.
func (r *Run) ResultsOf(subproblems []int) iter.Seq2[Result, error] {
	return r.readAll(r.spots(subproblems, 1))
}

// spots returns the places of the first results of each subproblem, at most so many.
func (r *Run) spots(subproblems []int, most int) (list []spot) {
	for _, i := range subproblems {
		for _, offset := range r.state.index[i].frames[:min(most, r.Computed(i))] {
			list = append(list, spot{i, offset})
		}
	}
	return list
}

// Computations yields every result, followed by the one that confirms it, if any.
func (r *Run) Computations() iter.Seq2[Result, error] {
	return r.readAll(r.spots(r.state.subproblems(), 2))
}

// Chronicle yields the valid results in the order in which they were written.
func (r *Run) Chronicle() iter.Seq2[Result, error] {
	spots := r.spots(r.state.subproblems(), 1)
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.offset, b.offset) })
	return r.readAll(spots)
}

func (r *Run) readAll(spots []spot) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		f, shut, err := r.open()
		if err != nil {
			yield(Result{}, errs.Errorf("read results: %w", err))
			return
		}
		defer shut()
		for _, s := range spots {
			result, err := resultAt(f, s.offset, s.subproblem)
			if err != nil {
				err = errs.Errorf("read %q: result of subproblem %d at byte %d: %w", r.Path, s.subproblem+1, s.offset,
					err)
			}
			if !yield(result, err) || err != nil {
				return
			}
		}
	}
}

// open returns the ledger, and a function that closes it.
func (r *Run) open() (file io.ReaderAt, shut func() error, err error) {
	if r.export != nil {
		return bytes.NewReader(r.export), func() error { return nil }, nil
	}
	f, err := os.Open(r.Path)
	return f, f.Close, err
}

// Frame returns the number of the first frame with that hash. A sound ledger that has one continues
// the ledger with that head: nothing in it was lost, altered or withdrawn.
//
// Errors: ErrMismatch if no frame has it.
func (r *Run) Frame(ctx context.Context, head Hash) (uint64, error) {
	f, shut, err := r.open()
	if err != nil {
		return 0, errs.Errorf("find a frame: %w", err)
	}
	defer shut()
	for _, w := range r.state.withdrawals {
		if w.Before == head {
			return 0, errs.Errorf("%q had that head, but then %s: %w", r.Path, w.note().Text, ErrMismatch)
		}
	}
	for c, err := range scan(ctx, f, r.state.end) {
		if err != nil {
			return 0, errs.Errorf("find a frame of %q: %w", r.Path, err)
		}
		if c.payload == nil || sha256.Sum256(c.payload) != head {
			continue
		}
		if rec, err := decode(c.payload); err == nil && rec.plan == r.Header.Plan.prefix() {
			return rec.seq, nil
		}
	}
	return 0, errs.Errorf("none of the %d frames of %q has the hash %v: it does not continue a ledger with "+
		"that head: %w",
		r.Tally.Last, r.Path, head, ErrMismatch)
}

// Has reports whether a subproblem has a result.
func (r *Run) Has(subproblem int) bool {
	_, ok := r.state.index[subproblem]
	return ok
}

// Computed returns the number of equal results of a subproblem.
func (r *Run) Computed(subproblem int) int {
	return len(r.state.index[subproblem].frames)
}

// DoubtStands reports whether the run is in doubt and no result was withdrawn since.
func (r *Run) DoubtStands() bool { return r.state.doubtStands() }

// Revoked returns the revoked kernels, sorted.
func (r *Run) Revoked() []string { return revokedIn(r.state.withdrawals) }

// Withdrawals returns what was withdrawn, oldest first.
func (r *Run) Withdrawals() []Withdrawal { return r.state.withdrawals }

// Withdrew reports whether a result was withdrawn. One that was counted again is another result.
func (r *Run) Withdrew(result Result) bool { return r.state.isGone(result) }

// Recovery lists the problems of a ledger file. It is zero if the file is intact.
type Recovery struct {
	// Torn is the number of bytes after the last sound frame, left by a killed writer. Open cuts
	// them off. While another process writes, Read may see an unfinished frame.
	Torn int64
	// Damages are the earlier flaws, in the order of the file, at most maxDamages.
	Damages     []Damage
	MoreDamages int // that are not listed
	Repeated    int // copies of results, also of withdrawn ones
	Unknown     int // sound frames of unknown kinds, which are left in place
}

const maxDamages = 1000

// Sound reports whether the file is intact.
func (r *Recovery) Sound() bool { return r.Torn == 0 && len(r.Damages) == 0 }

// Flaws describes each flaw in one sentence without final period.
func (r *Recovery) Flaws() []string {
	var sentences []string
	add := func(format string, args ...any) { sentences = append(sentences, fmt.Sprintf(format, args...)) }
	for _, damage := range r.Damages {
		add("%s; what stood there is computed again if it is missing", damage)
	}
	if r.MoreDamages > 0 {
		add("%d further damaged places", r.MoreDamages)
	}
	if r.Torn > 0 {
		add("%d bytes after the last whole frame, as a killed process leaves them, do not count", r.Torn)
	}
	if r.Unknown > 0 {
		add("%d frames of a kind that this program does not know are left alone", r.Unknown)
	}
	if r.Repeated > 0 {
		add("%d frames are copies of results that count, or were withdrawn", r.Repeated)
	}
	return sentences
}

func (r *Recovery) add(d Damage) {
	if len(r.Damages) == maxDamages {
		r.MoreDamages++
		return
	}
	r.Damages = append(r.Damages, d)
}

// Damage is one flaw of a ledger file. The damaged data does not count; its subproblems are
// missing.
type Damage struct {
	Offset int64  // of the first byte concerned, from 0
	Length int64  // bytes concerned
	After  uint64 // number of the frame of this run before them, or 0
	Text   string // what they are: "are damaged"
}

// String says in one sentence without final period where the damage is and what it is.
func (d Damage) String() string {
	place := "before the first frame"
	if d.After > 0 {
		place = fmt.Sprintf("after frame %d", d.After)
	}
	return fmt.Sprintf("bytes %d to %d (%s) %s", d.Offset, d.Offset+d.Length-1, place, d.Text)
}

// Use errors.Is and errors.As with these errors.
var (
	// ErrNoLedger says that a file has no sound frame.
	ErrNoLedger = errors.New("not a ledger")
	// ErrNoHeader says that the header of a ledger is lost, or not yet written.
	ErrNoHeader = errs.New(errs.Refuted, "the header is lost; the command that began the count writes a new one")
	// ErrLocked says that another process writes this ledger; a *sys.LockedError says which.
	ErrLocked = sys.ErrLocked
	// ErrOtherRun says that the ledger belongs to another count: another question, method, version
	// of it, plan or number of subproblems.
	ErrOtherRun = errs.New(errs.Failed, "belongs to another run")
	// ErrSchema says that the ledger has another schema.
	ErrSchema = errs.New(errs.Failed, "written by another version of the program")
	// ErrMismatch says that two computations of one thing differ: hardware or program is broken.
	ErrMismatch = errs.New(errs.Refuted, "a check failed")
	// ErrResidue says that a total does not have its residues.
	ErrResidue = errs.New(errs.Refuted, "residues do not fit the total")
	// ErrOverflow says that the results exceed 128 bits: one of them is false.
	ErrOverflow = errs.New(errs.Refuted, "the sum of the totals exceeds 128 bits")
	// ErrIncomplete says that subproblems without a result remain.
	ErrIncomplete = errs.New(errs.Failed, "not every subproblem has a result")
	// ErrChanged says that another process also writes the file.
	ErrChanged = errors.New("changed by another process")
	// ErrMoved says that the file was moved, deleted or replaced while this process wrote it.
	ErrMoved = errors.New("the file was moved, deleted or replaced meanwhile")
	// ErrClosed says that a Ledger was used after Close.
	ErrClosed = errors.New("ledger is closed")
)

// WriteError says that a ledger could not be written or synced, and how many results it has.
type WriteError struct {
	Op, Path             string // "write" or "sync"
	Results, Subproblems int
	Err                  error // of the system, or ErrMoved
}

// Error names the file, the reason, and the number of results stored, unless the file was moved.
func (e *WriteError) Error() string {
	text := fmt.Sprintf("%s %q: %v", e.Op, e.Path, e.Err)
	if !errors.Is(e.Err, ErrMoved) {
		text += fmt.Sprintf("; %d of %d results are kept", e.Results, e.Subproblems)
	}
	return text
}

// Unwrap returns the error of the system.
func (e *WriteError) Unwrap() error { return e.Err }
