package kind

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"

	"queens"
	"queens/count/ledger"
)

// MaxNumber bounds the numbers of subproblems and pieces, more than any plan has; it fits every
// int.
const MaxNumber = math.MaxInt32

// AppendNumbers appends varints.
func AppendNumbers[N ~int | ~uint8 | ~uint64](b []byte, list ...N) []byte {
	for _, x := range list {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return b
}

// AppendString appends a string after its length.
func AppendString(b []byte, s string) []byte { return append(AppendNumbers(b, len(s)), s...) }

// Reader reads what the append functions wrote. After the first error it yields zeros.
type Reader struct {
	Rest []byte
	Err  error
}

var errShort = errors.New("the bytes end too early")

// Number reads a varint in its shortest form.
func (r *Reader) Number() uint64 {
	x, n := binary.Uvarint(r.Rest)
	if n <= 0 || n > 1 && r.Rest[n-1] == 0 {
		r.Err, r.Rest = errShort, nil
		return 0
	}
	r.Rest = r.Rest[n:]
	return x
}

// Int reads a number; one above MaxNumber becomes that.
func (r *Reader) Int() int { return int(min(r.Number(), MaxNumber)) }

// Bytes reads so many bytes.
func (r *Reader) Bytes(n uint64) []byte {
	if n > uint64(len(r.Rest)) {
		r.Err, r.Rest = errShort, nil
		return nil
	}
	b := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return b
}

// Add adds a number of 128 bits times a weight to the total of a result, and to its residues by
// arithmetic of their own.
func Add(r *ledger.Result, high, low, weight uint64) {
	r.Total = r.Total.Plus(queens.TotalOf(high, low).Times(weight))
	r.Mod13 = uint8((uint64(r.Mod13) + bits.Rem64(high, low, 13)*(weight%13)) % 13)
	r.Mod15 = uint8((uint64(r.Mod15) + bits.Rem64(high, low, 15)*(weight%15)) % 15)
}
