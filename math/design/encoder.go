package design

import (
	"fmt"
	"math/bits"

	"queens"
)

// Encoder turns messages into words of a code: the bits of a message stand in the columns Message, those in the
// others follow from them.
type Encoder struct {
	Length  int
	Message []int // columns of the bits of a message, ascending
	checks  [][]uint64
	pivots  []int // the column that each check decides
}

// Encoder returns the encoder, by elimination.
//
// Time O(columns^3 / 64). Errors: queens.ErrOrder for more than 8192 columns.
func (h *ParityCheck) Encoder() (*Encoder, error) {
	if len(h.columns) > maxRank {
		return nil, fmt.Errorf("design: encoder for %d columns: want at most %d: %w", len(h.columns), maxRank, queens.ErrOrder)
	}
	e := &Encoder{Length: len(h.columns)}
	words := (e.Length + 63) / 64
	for _, row := range h.byRow() {
		v := make([]uint64, words)
		for _, c := range row {
			v[c/64] |= 1 << (c % 64)
		}
		for i, p := range e.pivots {
			if v[p/64]>>(p%64)&1 == 1 {
				addTo(v, e.checks[i])
			}
		}
		pivot := -1
		for w, word := range v {
			if word != 0 {
				pivot = w*64 + bits.TrailingZeros64(word)
				break
			}
		}
		if pivot < 0 {
			continue
		}
		for _, other := range e.checks {
			if other[pivot/64]>>(pivot%64)&1 == 1 {
				addTo(other, v)
			}
		}
		e.checks, e.pivots = append(e.checks, v), append(e.pivots, pivot)
	}
	decided := make([]bool, e.Length)
	for _, p := range e.pivots {
		decided[p] = true
	}
	for c, d := range decided {
		if !d {
			e.Message = append(e.Message, c)
		}
	}
	return e, nil
}

// addTo adds w to v over GF(2).
func addTo(v, w []uint64) {
	for i, word := range w {
		v[i] ^= word
	}
}

// Encode returns the word of a message, a bit in each byte.
//
// Errors: queens.ErrFormat for another number of bits, and for a byte that is not 0 or 1.
func (e *Encoder) Encode(message []byte) ([]byte, error) {
	if len(message) != len(e.Message) {
		return nil, fmt.Errorf("design: message of %d bits: want %d: %w", len(message), len(e.Message), queens.ErrFormat)
	}
	word := make([]byte, e.Length)
	packed := make([]uint64, (e.Length+63)/64)
	for i, bit := range message {
		if bit > 1 {
			return nil, fmt.Errorf("design: bit %d of a message is %d: want 0 or 1: %w", i+1, bit, queens.ErrFormat)
		}
		c := e.Message[i]
		word[c] = bit
		packed[c/64] |= uint64(bit) << (c % 64)
	}
	for i, check := range e.checks {
		sum := 0
		for w, mask := range check {
			sum += bits.OnesCount64(mask & packed[w])
		}
		word[e.pivots[i]] = byte(sum & 1)
	}
	return word, nil
}

// Broken returns the number of checks that a word breaks; none if it is a word of the code.
func (h *ParityCheck) Broken(word []byte) int {
	broken := 0
	for _, row := range h.byRow() {
		sum := byte(0)
		for _, c := range row {
			sum ^= word[c]
		}
		broken += int(sum)
	}
	return broken
}
