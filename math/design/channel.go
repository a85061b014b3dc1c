package design

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"queens"
)

// ErrorRate is what one level of noise does to a code.
type ErrorRate struct {
	EbN0        float64 `json:"ebN0"` // energy per bit of message over noise, in decibels
	Frames      int     `json:"frames"`
	FrameErrors int     `json:"frameErrors"` // words that the decoder did not find
	BitErrors   int     `json:"bitErrors"`   // of these, bits that were wrong
	Length      int     `json:"length"`
}

// Frame returns the share of wrong words.
func (r ErrorRate) Frame() float64 { return float64(r.FrameErrors) / float64(r.Frames) }

// Bit returns the share of wrong bits.
func (r ErrorRate) Bit() float64 { return float64(r.BitErrors) / float64(r.Frames*r.Length) }

// Curve is how error rates are measured.
type Curve struct {
	EbN0        []float64 // in decibels
	Frames      int       // words sent at each level at most
	FrameErrors int       // a level ends when so many words were wrong
	Seed        uint64
}

// The decoder: at most so many rounds, and the factor of the messages of checks.
const (
	rounds   = 50
	minScale = 0.75
)

// ErrorRates sends random messages as words, 0 as 1 and 1 as -1, over a channel with white Gaussian noise, and decodes
// them by the normalised min-sum algorithm. The rates are estimates: of k wrong words the error is about k^-1/2.
// The same curve gives the same rates.
//
// Errors: queens.ErrOrder for a code without messages, a curve without levels or frames; those of Encoder; ctx's.
// Source: [chen2005].
func (h *ParityCheck) ErrorRates(ctx context.Context, c Curve) ([]ErrorRate, error) {
	e, err := h.Encoder()
	if err != nil {
		return nil, err
	}
	if len(e.Message) == 0 || len(c.EbN0) == 0 || c.Frames < 1 || c.FrameErrors < 1 {
		return nil, fmt.Errorf("design: error rates of %d bits of message at %d levels with %d frames, to %d errors: want at least 1 of each: %w",
			len(e.Message), len(c.EbN0), c.Frames, c.FrameErrors, queens.ErrOrder)
	}
	d := newDecoder(h)
	message, received := make([]byte, len(e.Message)), make([]float64, e.Length)
	var rates []ErrorRate
	for level, db := range c.EbN0 {
		random := rand.New(rand.NewPCG(c.Seed, uint64(level)))
		rate := float64(len(e.Message)) / float64(e.Length)
		variance := 1 / (2 * rate * math.Pow(10, db/10))
		r := ErrorRate{EbN0: db, Length: e.Length}
		for r.Frames < c.Frames && r.FrameErrors < c.FrameErrors {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("design: error rates: %w", err)
			}
			for i := range message {
				message[i] = byte(random.Uint64() & 1)
			}
			word, err := e.Encode(message)
			if err != nil {
				return nil, err
			}
			for i, bit := range word {
				y := 1 - 2*float64(bit) + math.Sqrt(variance)*random.NormFloat64()
				received[i] = 2 * y / variance // logarithm of the odds that it was 0
			}
			wrong := 0
			for i, bit := range d.decode(received) {
				if bit != word[i] {
					wrong++
				}
			}
			r.Frames++
			if wrong > 0 {
				r.FrameErrors++
				r.BitErrors += wrong
			}
		}
		rates = append(rates, r)
	}
	return rates, nil
}

// decoder is the min-sum decoder of one code.
type decoder struct {
	rows  [][]int32
	from  [][]float64 // by check and place in it: what the check says of the bit
	total []float64   // by bit: what the channel and all checks say
	word  []byte
}

func newDecoder(h *ParityCheck) *decoder {
	d := &decoder{rows: h.byRow(), total: make([]float64, len(h.columns)), word: make([]byte, len(h.columns))}
	for _, row := range d.rows {
		d.from = append(d.from, make([]float64, len(row)))
	}
	return d
}

// decode returns the word that is found for logarithms of odds, or what is nearest after the last round. It is reused.
//
// A check says of a bit what the others in it say together: their signs multiplied, and of their amounts the least, times
// a factor. Checks follow one another, each on what those before have said.
func (d *decoder) decode(received []float64) []byte {
	copy(d.total, received)
	for _, from := range d.from {
		clear(from)
	}
	for range rounds {
		for r, row := range d.rows {
			from := d.from[r]
			least, second, at, negative := math.Inf(1), math.Inf(1), -1, false
			for i, c := range row {
				said := d.total[c] - from[i]
				d.total[c] = said
				negative = negative != (said < 0)
				if amount := math.Abs(said); amount < least {
					least, second, at = amount, least, i
				} else if amount < second {
					second = amount
				}
			}
			for i, c := range row {
				amount := minScale * least
				if i == at {
					amount = minScale * second
				}
				if negative != (d.total[c] < 0) {
					amount = -amount
				}
				from[i] = amount
				d.total[c] += amount
			}
		}
		for c, total := range d.total {
			d.word[c] = 0
			if total < 0 {
				d.word[c] = 1
			}
		}
		if d.holds() {
			break
		}
	}
	return d.word
}

// holds reports whether the word breaks no check.
func (d *decoder) holds() bool {
	for _, row := range d.rows {
		sum := byte(0)
		for _, c := range row {
			sum ^= d.word[c]
		}
		if sum == 1 {
			return false
		}
	}
	return true
}
