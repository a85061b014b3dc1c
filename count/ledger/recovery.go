package ledger

import (
	"errors"
	"fmt"

	"queens/internal/errs"
	"queens/internal/sys"
)

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
