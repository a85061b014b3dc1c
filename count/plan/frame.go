package plan

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"queens"
	"queens/count/kind"
)

// Frame is what all subproblems of one count have in common, all that is needed to
// count one of them: the plan itself is not. It is not to be modified; several
// goroutines may use it at once.
type Frame struct {
	Order  int
	Scheme Scheme
	// Hash is that of the plan whose subproblems Parse accepts; zero accepts those of
	// every plan of this order, scheme and version.
	Hash [sha256.Size]byte

	Count kind.Count // by the scheme's kind
}

// NewFrame returns the frame of the given order, which is one that the scheme
// accepts, without a hash. Time: microseconds. Errors: queens.ErrOrder.
func NewFrame(n int, s Scheme) (*Frame, error) {
	if err := s.Accepts(n); err != nil {
		return nil, err
	}
	return newFrame(n, s), nil
}

func newFrame(n int, s Scheme) *Frame { return &Frame{Order: n, Scheme: s, Count: s.Kind.Begin(s, n)} }

// wireName is how the bytes of a subproblem begin.
const wireName = "queens subproblem 1\n"

// Encode returns a subproblem of the frame as bytes that are the same everywhere and
// end with their SHA-256 sum: for another process, see Parse.
func (f *Frame) Encode(sub *Subproblem) []byte {
	b := []byte(wireName)
	name, version := f.Scheme.Identity(f.Order)
	b = kind.AppendString(b, name)
	b = append(kind.AppendNumbers(b, version, f.Order), f.Hash[:]...)
	high, low := sub.Work.Words()
	b = sub.Pieces.AppendTo(kind.AppendNumbers(b, uint64(sub.Number), high, low))
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// maxEncoded bounds the bytes of a subproblem that Parse reads.
const maxEncoded = 1 << 24

// Parse returns the subproblem that Encode wrote. It must be one that a plan of the
// frame may have; whether it is the one of its number only the plan can tell, but a
// result names the number, and the hash names the plan.
//
// Errors: queens.ErrFormat for bytes that are damaged, of another order, scheme,
// version or plan, or no subproblem.
func (f *Frame) Parse(wire []byte) (Subproblem, error) {
	sub, err := f.parse(wire)
	if err != nil {
		return Subproblem{}, fmt.Errorf("plan: subproblem of %s of order %d: %w: %w", f.Scheme.Name, f.Order, err,
			queens.ErrFormat)
	}
	return sub, nil
}

func (f *Frame) parse(wire []byte) (sub Subproblem, err error) {
	body := len(wire) - sha256.Size
	if len(wire) > maxEncoded || body < 0 || !bytes.HasPrefix(wire, []byte(wireName)) {
		return sub, errors.New("these bytes are none")
	}
	if sum := sha256.Sum256(wire[:body]); !bytes.Equal(sum[:], wire[body:]) {
		return sub, errors.New("the check sum differs")
	}
	r := &kind.Reader{Rest: wire[len(wireName):body]}
	scheme, version, order := string(r.Bytes(r.Number())), r.Number(), r.Number()
	hash := r.Bytes(sha256.Size)
	if name, want := f.Scheme.Identity(f.Order); r.Err == nil &&
		(scheme != name || version != uint64(want) || order != uint64(f.Order)) {
		return sub, fmt.Errorf("this one is of version %d of %q, order %d, want version %d", version, scheme, order,
			want)
	}
	if r.Err == nil && f.Hash != [sha256.Size]byte{} && !bytes.Equal(hash, f.Hash[:]) {
		return sub, fmt.Errorf("this one is of plan %.4x, want %.4x", hash, f.Hash)
	}
	number := r.Number()
	high, low := r.Number(), r.Number()
	if r.Err == nil && number >= kind.MaxNumber {
		return sub, fmt.Errorf("number %d: want less than %d", number, kind.MaxNumber)
	}
	pieces, err := f.Count.Parse(r)
	switch {
	case r.Err != nil:
		return sub, r.Err
	case err != nil:
		return sub, err
	case len(r.Rest) > 0:
		return sub, fmt.Errorf("%d bytes too many", len(r.Rest))
	}
	return Subproblem{Number: int(number), Work: queens.TotalOf(high, low), Pieces: pieces}, nil
}
