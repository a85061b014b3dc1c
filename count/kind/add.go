package kind

import (
	"encoding/binary"
	"math/bits"

	"queens"
	"queens/count/ledger"
)

// AppendNumbers appends varints.
func AppendNumbers[N ~int | ~uint8 | ~uint64](b []byte, list ...N) []byte {
	for _, x := range list {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return b
}

// AppendString appends a string after its length.
func AppendString(b []byte, s string) []byte { return append(AppendNumbers(b, len(s)), s...) }

// Add adds a number of 128 bits times a weight to the total of a result, and to its residues by
// arithmetic of their own.
func Add(r *ledger.Result, high, low, weight uint64) {
	r.Total = r.Total.Plus(queens.TotalOf(high, low).Times(weight))
	r.Mod13 = uint8((uint64(r.Mod13) + bits.Rem64(high, low, 13)*(weight%13)) % 13)
	r.Mod15 = uint8((uint64(r.Mod15) + bits.Rem64(high, low, 15)*(weight%15)) % 15)
}

// Evidence returns figures under their names.
func Evidence(names []string, values ...uint64) (list []ledger.Evidence) {
	for i, value := range values {
		list = append(list, ledger.Evidence{Name: names[i], Value: value})
	}
	return list
}
