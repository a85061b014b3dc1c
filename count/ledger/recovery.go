package ledger

import (
	"errors"
	"fmt"

	"queens/internal/sys"
)

// Recovery says what reading a ledger found beside sound frames of its run. A
// Recovery of all zeros is a file as it was written.
type Recovery struct {
	// Torn is the number of bytes behind the last sound frame that belong to none:
	// what a killed writer leaves. Open cuts them off; while another process
	// writes, Read may see a frame that is not finished.
	Torn int64
	// Damages are the flaws in front of that, in the order of the file; at most
	// maxDamages, and MoreDamages counts those beyond.
	Damages     []Damage
	MoreDamages int
	// Repeated counts frames that are copies of a result that counts already.
	Repeated int
	// Unknown counts sound frames of a kind that this program does not know. They
	// are left in place.
	Unknown int
	// NoHeader says that no header was found. Open has then appended a fresh one.
	NoHeader bool
}

const maxDamages = 1000

// Sound reports whether nothing at all was wrong with the file.
func (r *Recovery) Sound() bool { return r.Torn == 0 && len(r.Damages) == 0 && !r.NoHeader }

// Flaws says what reading a ledger found, one sentence per flaw without final period; none for a
// sound file.
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
		add("%d frames are copies of results that count", r.Repeated)
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
	// Corrupt bytes belong to no frame that verifies.
	Corrupt Flaw = iota
	// Gap is a place where frames are missing without a trace.
	Gap
	// Disorder is a place where the numbers jump back, or forward again over frames
	// that were met before.
	Disorder
	// Broken is a link of the hash chain that does not fit: the frame in front of
	// it was altered after the next was written.
	Broken
	// Foreign frames are sound, but of another run.
	Foreign
	// Malformed frames are sound, but what they say cannot be.
	Malformed
	// Disputed is a second result of a subproblem that differs from the first: neither counts.
	Disputed
)

// Damage is one flaw of a ledger file. What stood there is not counted; the
// subproblems concerned are missing again.
type Damage struct {
	Flaw   Flaw
	Offset int64 // of the first byte concerned, from 0
	Length int64 // bytes concerned; 0 for Gap, Disorder, Broken and Disputed
	// After and Before are the numbers of the sound frames of this run on either
	// side; 0 if there is none.
	After, Before uint64
	// Missing is how many frames between the two are lost, from number After+1 on.
	Missing uint64
	// Disowned says that frame After is not counted because the next one does not carry its hash.
	Disowned bool
	// Cause says more about Malformed and Disputed; nil otherwise.
	Cause error
}

// end returns the offset behind the damage.
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
		return "no frame before or behind"
	case d.After == 0:
		return fmt.Sprintf("before frame %d", d.Before)
	case d.Before == 0:
		return fmt.Sprintf("behind frame %d", d.After)
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

// Errors that callers branch on. They are wrapped: use errors.Is.
var (
	// ErrNoLedger says that nothing in a file is a sound frame.
	ErrNoLedger = errors.New("not a ledger")
	// ErrLocked says that another process writes this ledger; a *sys.LockedError says which.
	ErrLocked = sys.ErrLocked
	// ErrOtherRun says that the ledger belongs to another count than the one asked for: another
	// order, topology, scheme, scheme version, plan or number of subproblems.
	ErrOtherRun = errors.New("belongs to another run")
	// ErrSchema says that a newer program wrote the ledger.
	ErrSchema = errors.New("written by a newer program")
	// ErrMismatch says that two computations of one thing differ: hardware or
	// program is broken. A *MismatchError names the subproblem.
	ErrMismatch = errors.New("results differ")
	// ErrResidue says that a total does not leave the residues that its counter kept.
	ErrResidue = errors.New("residues do not fit the total")
	// ErrOverflow says that the results add up to more than 128 bits: one of them lies.
	ErrOverflow = errors.New("the sum of the totals exceeds 128 bits")
	// ErrIncomplete says that subproblems without a result remain.
	ErrIncomplete = errors.New("not every subproblem has a result")
	// ErrChanged says that a file is not as this process wrote it: another process writes it, too.
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
