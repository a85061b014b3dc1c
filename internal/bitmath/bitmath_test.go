package bitmath_test

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/internal/bitmath"
)

func TestSets(t *testing.T) {
	for set := range uint32(1 << 12) {
		var want []int
		for i := range 12 {
			if set>>i&1 == 1 {
				want = append(want, i)
			}
		}
		if got := slices.Collect(bitmath.Members(set)); !slices.Equal(got, want) {
			t.Errorf("members of %b: %v, want %v", set, got, want)
		}
		if len(want) == 0 {
			continue
		}
		if got := bitmath.WithoutLowest(set); got != set-1<<want[0] {
			t.Errorf("%b without its lowest member: %b", set, got)
		}
		next := set + 1
		for bits.OnesCount32(next) != len(want) {
			next++
		}
		if got := bitmath.NextOfSize(uint64(set)); got != uint64(next) {
			t.Errorf("after %b: %b, want %b", set, got, next)
		}
	}
	for range bitmath.Members(uint64(6)) {
		break
	}
	for m := range 7 {
		for size := range m + 2 {
			var want []uint32
			for set := range uint32(1) << m {
				if bits.OnesCount32(set) == size {
					want = append(want, set)
				}
			}
			if got := slices.Collect(bitmath.OfSize(size, m)); !slices.Equal(got, want) {
				t.Errorf("%d of %d: %b, want %b", size, m, got, want)
			}
		}
	}
	for range bitmath.OfSize(2, 4) {
		break
	}
}

func TestSum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() uint64 { return random.Uint64() >> random.IntN(64) }
	value := func(s bitmath.Sum) *big.Int {
		v := new(big.Int).Lsh(new(big.Int).SetUint64(s.High), 64)
		return v.Add(v, new(big.Int).SetUint64(s.Low))
	}
	result := func(f func() bitmath.Sum) (got *big.Int) {
		defer func() { _ = recover() }()
		return value(f())
	}
	for range 100_000 {
		s, x, y := bitmath.Sum{High: word(), Low: word()}, word(), word()
		product := new(big.Int).Mul(new(big.Int).SetUint64(x), new(big.Int).SetUint64(y))
		sum := product.Add(product, value(s))
		times := new(big.Int).Mul(value(s), new(big.Int).SetUint64(x))
		for _, c := range []struct {
			want *big.Int
			f    func() bitmath.Sum
		}{
			{sum, func() bitmath.Sum { a := s; a.AddProduct(x, y); return a }},
			{times, func() bitmath.Sum { return s.Times(x) }},
		} {
			if got := result(c.f); (got == nil) != (c.want.BitLen() > 128) || got != nil && got.Cmp(c.want) != 0 {
				t.Fatalf("%+v, %d, %d: %v, want %v", s, x, y, got, c.want)
			}
		}
	}
}

func TestTranspose(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var x [64]uint64
	for i := range x {
		x[i] = r.Uint64()
	}
	y := x
	bitmath.Transpose(&y)
	for i := range 64 {
		for k := range 64 {
			if y[k]>>i&1 != x[i]>>k&1 {
				t.Fatalf("bit %d of word %d is not bit %d of word %d", i, k, k, i)
			}
		}
	}
}
