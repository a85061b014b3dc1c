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
	Torn int64 `json:"torn"`
	// Damages are the earlier flaws, in the order of the file, at most maxDamages; MoreDamages
	// counts the rest.
	Damages     []Damage `json:"damages"`
	MoreDamages int      `json:"moreDamages"`
	// Repeated counts copies of results, also of withdrawn ones.
	Repeated int `json:"repeated"`
	// Unknown counts sound frames of unknown kinds. They are left in place.
	Unknown int `json:"unknown"`
	// NoHeader means that no header was found; Open then appends a new one.
	NoHeader bool `json:"noHeader"`
}

const maxDamages = 1000

// Sound reports whether the file is intact.
func (r *Recovery) Sound() bool { return r.Torn == 0 && len(r.Damages) == 0 && !r.NoHeader }

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
	if r.NoHeader {
		add("the header is lost; the results name their plan themselves")
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

// Flaw is a kind of damage.
type Flaw uint8

// The kinds of damage.
const (
	// Corrupt bytes belong to no verified frame.
	Corrupt Flaw = iota
	// Gap is a place where frames are missing without a trace.
	Gap
	// Disorder is a place where the numbers jump back, or forward over earlier frames.
	Disorder
	// Broken is a link of the hash chain that does not match: the frame before it was altered after
	// the next was written.
	Broken
	// Foreign frames are sound, but of another run.
	Foreign
	// Malformed frames are sound, but have invalid contents.
	Malformed
	// Disputed is a second, different result of a subproblem: neither counts.
	Disputed
)

// Damage is one flaw of a ledger file. The damaged data does not count; its subproblems are
// missing.
type Damage struct {
	// 0 corrupt, 1 gap, 2 disorder, 3 broken, 4 foreign, 5 malformed, 6 disputed
	Flaw   Flaw   `json:"flaw"`
	Offset int64  `json:"offset"` // of the first byte concerned, from 0
	Length int64  `json:"length"` // bytes concerned; 0 for Gap, Disorder, Broken and Disputed
	After  uint64 `json:"after"`  // number of the sound frame of this run before it, or 0
	Before uint64 `json:"before"` // number of the sound frame of this run after it, or 0
	// Missing is the number of frames lost between them, from number After+1 on.
	Missing uint64 `json:"missing"`
	// Disowned means that frame After does not count because the next one lacks its hash.
	Disowned bool `json:"disowned"`
	// Cause explains Malformed and Disputed; nil otherwise.
	Cause error `json:"-"`
}

func (d Damage) end() int64 { return d.Offset + d.Length }

// String says in one sentence without final period where the damage is and what is lost.
func (d Damage) String() string {
	switch d.Flaw {
	case Corrupt:
		return fmt.Sprintf("%s (%s) are damaged%s", d.bytes(), d.between(), d.lost())
	case Gap:
		return fmt.Sprintf("frames are missing at byte %d (%s)%s%s", d.Offset, d.between(), d.lost(), d.disowned())
	case Disorder:
		return fmt.Sprintf("frame %d follows frame %d at byte %d: frames were copied or moved%s", d.Before, d.After,
			d.Offset, d.disowned())
	case Broken:
		return fmt.Sprintf("frame %d at byte %d does not fit frame %d before it, which was altered and is not counted",
			d.Before, d.Offset, d.After)
	case Foreign:
		return fmt.Sprintf("%s (%s) are frames of another run%s", d.bytes(), d.between(), d.lost())
	case Disputed:
		return fmt.Sprintf("frame %d at byte %d and frame %d differ, and neither is counted: %v", d.Before, d.Offset,
			d.After, d.Cause)
	default:
		return fmt.Sprintf("%s (%s) are a frame that cannot be: %v", d.bytes(), d.between(), d.Cause)
	}
}

func (d Damage) disowned() string {
	if !d.Disowned {
		return ""
	}
	return fmt.Sprintf("; nothing vouches for frame %d, which is not counted", d.After)
}

func (d Damage) bytes() string {
	if d.Length == 1 {
		return fmt.Sprintf("byte %d", d.Offset)
	}
	return fmt.Sprintf("bytes %d to %d", d.Offset, d.end()-1)
}

func (d Damage) between() string {
	switch {
	case d.After == 0 && d.Before == 0:
		return "no frame before or after"
	case d.After == 0:
		return fmt.Sprintf("before frame %d", d.Before)
	case d.Before == 0:
		return fmt.Sprintf("after frame %d", d.After)
	default:
		return fmt.Sprintf("between frames %d and %d", d.After, d.Before)
	}
}

func (d Damage) lost() string {
	switch d.Missing {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(": frame %d is lost", d.After+1)
	default:
		return fmt.Sprintf(": frames %d to %d are lost", d.After+1, d.After+d.Missing)
	}
}

// Use errors.Is and errors.As with these errors.
var (
	// ErrNoLedger says that a file has no sound frame.
	ErrNoLedger = errors.New("not a ledger")
	// ErrLocked says that another process writes this ledger; a *sys.LockedError says which.
	ErrLocked = sys.ErrLocked
	// ErrOtherRun says that the ledger belongs to another count: another question, method, version
	// of it, plan or number of subproblems.
	ErrOtherRun = errs.New(errs.Failed, "belongs to another run")
	// ErrSchema says that the ledger has another schema.
	ErrSchema = errs.New(errs.Failed, "written by another version of the program")
	// ErrMismatch says that two computations of one thing differ: hardware or program is broken. A
	// *MismatchError names the subproblem.
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

// Place is a frame of a ledger file.
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
// subproblem will be computed again by another method.
type MismatchError struct {
	Subproblem    int    // from 0
	What          string // name of the value that differs: "total"
	First, Second string // both values
	At, And       Place  // of both results
}

// Error names the subproblem, what differs and both frames.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("subproblem %d has %s %s in %v and %s in %v: %v",
		e.Subproblem+1, e.What, e.First, e.At, e.Second, e.And, ErrMismatch)
}

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

// Unwrap returns ErrMismatch.
func (e *MismatchError) Unwrap() error { return ErrMismatch }
