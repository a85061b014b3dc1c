package plan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"queens"
	"queens/internal/frames"
	"queens/internal/parity"
	"queens/internal/turns"
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

	families func() []Family
	guesses  func() []*unitGuess // one for each class
	products frames.Products
}

// Value returns what the frame has made that a key of this module's internal packages names,
// as that of a context does; nil for every other key.
func (f *Frame) Value(key any) any {
	if key == (frames.Key{}) {
		return &f.products
	}
	return nil
}

// NewFrame returns the frame of the given order, which is one that the scheme
// accepts, without a hash. Time: microseconds. Errors: queens.ErrOrder.
func NewFrame(n int, s Scheme) (*Frame, error) {
	if err := s.Accepts(n); err != nil {
		return nil, err
	}
	return newFrame(n, s), nil
}

func newFrame(n int, s Scheme) *Frame {
	f := &Frame{
		Order: n, Scheme: s,
		families: sync.OnceValue(func() []Family { return s.kind.families(n) }),
	}
	f.products = frames.Products{
		Classes: sync.OnceValue(func() []*parity.Class { return slices.Collect(parity.Classes(n)) }),
		Class:   f.class,
		Half:    sync.OnceValue(f.half),
		Quarter: sync.OnceValue(func() *turns.Quarter { return turns.NewQuarter(n) }),
		Torus:   sync.OnceValue(func() *turns.Torus { return turns.NewTorus(n) }),
		Lines:   f.lineSets,
		Alike:   f.alike,
	}
	f.guesses = sync.OnceValue(func() (list []*unitGuess) {
		for _, c := range f.products.Classes() {
			list = append(list, newUnitGuess(c))
		}
		return list
	})
	return f
}

// Families returns the families of a scheme of boards, none for other schemes. The
// first call takes milliseconds, for the constellations of order 32 a tenth of a
// second.
func (f *Frame) Families() []Family { return f.families() }

// Subproblem is the unit of work, of storage and of retry.
type Subproblem struct {
	Number int    // index in Plan.Subproblems
	Work   Work   // estimated
	Pieces Pieces // of the type that goes with the kind of the scheme
}

// Pieces are what a subproblem consists of: Parts for a scheme of boards, Sets for
// one of column sets, a Tile for one of row sets, Lines for one of line sets.
type Pieces interface {
	kind() Kind
	// appendTo appends the pieces as numbers, each a varint and lists after their
	// lengths, so that different pieces are different bytes. Hashes of plans are made of
	// that: it must not change.
	appendTo(b []byte) []byte
}

// Kind returns the kind of the schemes that have such subproblems.
func (s *Subproblem) Kind() Kind { return s.Pieces.kind() }

// kind is a way to make subproblems.
type kind interface {
	name() Kind
	// families returns the families of a scheme of boards.
	families(n int) []Family
	// draft sets what a draft knows before it is cut.
	draft(ctx context.Context, d *Draft) error
	// target returns the largest work of a subproblem in a plan of the given work.
	target(total Work) Work
	// cut returns the subproblems, of at most target work where they have several pieces.
	cut(ctx context.Context, d *Draft, target Work) ([]Subproblem, error)
	// parse reads what appendTo wrote and reports pieces that no plan of the frame has.
	parse(f *Frame, r *reader) (Pieces, error)
}

// wireName is how the bytes of a subproblem begin.
const wireName = "queens subproblem 1\n"

// Encode returns a subproblem of the frame as bytes that are the same everywhere and
// end with their SHA-256 sum: for another process, see Parse.
func (f *Frame) Encode(sub *Subproblem) []byte {
	b := []byte(wireName)
	name, version := f.Scheme.Identity(f.Order)
	b = appendString(b, name)
	b = binary.AppendUvarint(b, uint64(version))
	b = binary.AppendUvarint(b, uint64(f.Order))
	b = append(b, f.Hash[:]...)
	b = binary.AppendUvarint(b, uint64(sub.Number))
	high, low := sub.Work.Words()
	b = binary.AppendUvarint(binary.AppendUvarint(b, high), low)
	b = sub.Pieces.appendTo(b)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// MaxEncoded bounds the bytes of a subproblem that Parse reads.
const MaxEncoded = 1 << 24

// Parse returns the subproblem that Encode wrote. It must be one that a plan of the
// frame may have; whether it is the one of its number only the plan can tell, but a
// result names the number, and the hash names the plan.
//
// Errors: queens.ErrFormat for bytes that are damaged, of another order, scheme,
// version or plan, or no subproblem.
func (f *Frame) Parse(wire []byte) (Subproblem, error) {
	sub, err := f.parse(wire)
	if err != nil {
		return Subproblem{}, fmt.Errorf("plan: subproblem of %s of order %d: %w: %w", f.Scheme.Name, f.Order, err, queens.ErrFormat)
	}
	return sub, nil
}

func (f *Frame) parse(wire []byte) (sub Subproblem, err error) {
	body := len(wire) - sha256.Size
	if len(wire) > MaxEncoded || body < 0 || !bytes.HasPrefix(wire, []byte(wireName)) {
		return sub, errors.New("these bytes are none")
	}
	if sum := sha256.Sum256(wire[:body]); !bytes.Equal(sum[:], wire[body:]) {
		return sub, errors.New("the check sum differs")
	}
	r := &reader{rest: wire[len(wireName):body]}
	scheme, version, order := string(r.bytes(r.number())), r.number(), r.number()
	hash := r.bytes(sha256.Size)
	if name, want := f.Scheme.Identity(f.Order); r.err == nil && (scheme != name || version != uint64(want) || order != uint64(f.Order)) {
		return sub, fmt.Errorf("this one is of version %d of %q, order %d, want version %d", version, scheme, order, want)
	}
	if r.err == nil && f.Hash != [sha256.Size]byte{} && !bytes.Equal(hash, f.Hash[:]) {
		return sub, fmt.Errorf("this one is of plan %.4x, want %.4x", hash, f.Hash)
	}
	number := r.number()
	high, low := r.number(), r.number()
	if r.err == nil && number >= maxNumber {
		return sub, fmt.Errorf("number %d: want less than %d", number, maxNumber)
	}
	pieces, err := f.Scheme.kind.parse(f, r)
	switch {
	case r.err != nil:
		return sub, r.err
	case err != nil:
		return sub, err
	case len(r.rest) > 0:
		return sub, fmt.Errorf("%d bytes too many", len(r.rest))
	}
	return Subproblem{Number: int(number), Work: queens.TotalOf(high, low), Pieces: pieces}, nil
}

// maxNumber bounds the numbers of subproblems, more than any plan has; it fits every int.
const maxNumber = math.MaxInt32

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// reader reads what the append functions wrote. After the first error it yields
// zeros.
type reader struct {
	rest []byte
	err  error
}

var errShort = errors.New("the bytes end too early")

// number reads a varint in its shortest form.
func (r *reader) number() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 || n > 1 && r.rest[n-1] == 0 {
		r.err, r.rest = errShort, nil
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// bytes reads so many bytes.
func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.err, r.rest = errShort, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}
