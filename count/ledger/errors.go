package ledger

import (
	"errors"
	"fmt"

	"queens/internal/sys"
)

// Errors that callers branch on. They are wrapped: use errors.Is.
var (
	// ErrNoLedger says that nothing in a file is a sound frame.
	ErrNoLedger = errors.New("not a ledger")
	// ErrLocked says that another process writes this ledger; a *sys.LockedError says which.
	ErrLocked = sys.ErrLocked
	// ErrOtherRun says that the ledger belongs to another count than the one asked
	// for: another order, topology, scheme, scheme version, plan or number of
	// subproblems.
	ErrOtherRun = errors.New("belongs to another run")
	// ErrSchema says that a newer program wrote the ledger.
	ErrSchema = errors.New("written by a newer program")
	// ErrMismatch says that two computations of one thing differ: hardware or
	// program is broken. A *MismatchError names the subproblem.
	ErrMismatch = errors.New("results differ")
	// ErrResidue says that a total does not leave the residues that its counter
	// kept.
	ErrResidue = errors.New("residues do not fit the total")
	// ErrOverflow says that the results add up to more than 128 bits: one of them lies.
	ErrOverflow = errors.New("the sum of the totals exceeds 128 bits")
	// ErrIncomplete says that subproblems without a result remain.
	ErrIncomplete = errors.New("not every subproblem has a result")
	// ErrChanged says that a file is not as this process wrote it: another process
	// writes it, too.
	ErrChanged = errors.New("changed by another process")
	// ErrMoved says that the file of a ledger was moved, deleted or replaced while this
	// process wrote it.
	ErrMoved = errors.New("the file was moved, deleted or replaced meanwhile")
	// ErrClosed says that a Ledger was used after Close.
	ErrClosed = errors.New("ledger is closed")
)

// Place names a frame of a ledger file.
type Place struct {
	Frame  uint64 // its number, from 1; 0 if it is not in the file
	Offset int64  // of its first byte, from 0
}

// String returns "frame 7 at byte 512".
func (p Place) String() string {
	if p.Frame == 0 {
		return "a new result"
	}
	return fmt.Sprintf("frame %d at byte %d", p.Frame, p.Offset)
}

// MismatchError says that two results of one subproblem differ. It matches ErrMismatch. The
// subproblem is computed again by another method.
type MismatchError struct {
	Subproblem    int    // from 0
	What          string // that differs: "total"
	First, Second string // what each says
	At, And       Place  // of the first and the second
}

// Error names the subproblem, what differs and both frames.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("ledger: subproblem %d has %s %s in %v and %s in %v: %v",
		e.Subproblem+1, e.What, e.First, e.At, e.Second, e.And, ErrMismatch)
}

// WriteError says that a ledger could not be written or forced to the disk, and how many results it
// keeps.
type WriteError struct {
	Op, Path             string // "write" or "sync"
	Results, Subproblems int
	Err                  error  // what the system says
	Rescued              string // copy that has the results, if Err is ErrMoved
}

// Error names the file, the reason, and how much is kept.
func (e *WriteError) Error() string {
	text := fmt.Sprintf("ledger: %s %q: %v; %d of %d results are kept", e.Op, e.Path, e.Err, e.Results, e.Subproblems)
	if e.Rescued != "" {
		text += fmt.Sprintf(" in %q", e.Rescued)
	}
	return text
}

// Unwrap returns what the system says.
func (e *WriteError) Unwrap() error { return e.Err }

// Unwrap returns ErrMismatch.
func (e *MismatchError) Unwrap() error { return ErrMismatch }
