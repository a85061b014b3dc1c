package queens_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"queens"
)

// randomTotal has a random length in bits. Often all bits of a word are equal, to provoke carries.
func randomTotal(random *rand.Rand) queens.Total {
	word := func() uint64 {
		switch random.IntN(4) {
		case 0:
			return 0
		case 1:
			return ^uint64(0) - uint64(random.IntN(3))
		default:
			return random.Uint64() >> random.IntN(64)
		}
	}
	return queens.TotalOf(word(), word())
}

func limit() *big.Int { return new(big.Int).Lsh(big.NewInt(1), 128) }

// total returns what f returns, or with what it panics.
func total(f func() queens.Total) (result queens.Total, failure any) {
	defer func() { failure = recover() }()
	return f(), nil
}

// TestTotalAgreesWithBig compares every operation with math/big. It must panic outside 0..2^128-1.
func TestTotalAgreesWithBig(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	for range 20000 {
		a, b, x := randomTotal(random), randomTotal(random), randomTotal(random)
		_, small := x.Words()
		bigSmall := new(big.Int).SetUint64(small)
		for _, c := range []struct {
			name string
			got  func() queens.Total
			want *big.Int
		}{
			{"plus", func() queens.Total { return a.Plus(b) }, new(big.Int).Add(a.Big(), b.Big())},
			{"minus", func() queens.Total { return a.Minus(b) }, new(big.Int).Sub(a.Big(), b.Big())},
			{"add", func() queens.Total { return a.Add(small) }, new(big.Int).Add(a.Big(), bigSmall)},
			{"times", func() queens.Total { return a.Times(small) }, new(big.Int).Mul(a.Big(), bigSmall)},
		} {
			got, failure := total(c.got)
			ok := failure == nil
			fits := c.want.Sign() >= 0 && c.want.Cmp(limit()) < 0
			if ok != fits || ok && got.Big().Cmp(c.want) != 0 {
				t.Fatalf("seed %d: %v %s %v or %d: %v, finished %v, want %v", seed, a, c.name, b, small, got, ok,
					c.want)
			}
		}
		if got := a.Compare(b); got != a.Big().Cmp(b.Big()) {
			t.Fatalf("seed %d: Compare(%v, %v) = %d", seed, a, b, got)
		}
		checkDivision(t, a, small|1)
		checkText(t, a)
	}
}

func checkDivision(t *testing.T, a queens.Total, m uint64) {
	t.Helper()
	quotient, remainder := a.DivMod(m)
	wantQ, wantR := new(big.Int).DivMod(a.Big(), new(big.Int).SetUint64(m), new(big.Int))
	if quotient.Big().Cmp(wantQ) != 0 || remainder != wantR.Uint64() || a.Mod(m) != remainder {
		t.Fatalf("%v divided by %d: %v remainder %d, want %v and %v", a, m, quotient, remainder, wantQ, wantR)
	}
}

func checkText(t *testing.T, a queens.Total) {
	t.Helper()
	if a.String() != a.Big().String() {
		t.Fatalf("%v is written %s", a.Big(), a)
	}
	if again, err := queens.ParseTotal(a.String()); err != nil || again != a {
		t.Fatalf("%v is read as %v, error %v", a, again, err)
	}
}

func TestTotalWords(t *testing.T) {
	for _, c := range []struct {
		hi, lo uint64
		text   string
		float  float64
		fits   bool
	}{
		{0, 0, "0", 0, true},
		{0, ^uint64(0), "18446744073709551615", 1 << 64, true},
		{1, 0, "18446744073709551616", 1 << 64, false},
		{^uint64(0), ^uint64(0), "340282366920938463463374607431768211455", 1 << 128, false}, // 2^128-1
	} {
		total := queens.TotalOf(c.hi, c.lo)
		if hi, lo := total.Words(); hi != c.hi || lo != c.lo || total.String() != c.text || total.Float64() != c.float {
			t.Errorf("%d, %d: words %d, %d, text %s, float %g", c.hi, c.lo, hi, lo, total, total.Float64())
		}
		if x, fits := total.Uint64(); fits != c.fits || x != c.lo {
			t.Errorf("%v: Uint64 is %d, %v", total, x, fits)
		}
		if total.IsZero() != (c.text == "0") {
			t.Errorf("%v: IsZero is %v", total, total.IsZero())
		}
	}
	if got := queens.NewTotal(92); got != queens.TotalOf(0, 92) {
		t.Errorf("NewTotal(92) = %v", got)
	}
}

func TestTotalPanics(t *testing.T) {
	most := queens.TotalOf(^uint64(0), ^uint64(0))
	for want, f := range map[string]func() queens.Total{
		"queens: total exceeds 128 bits": func() queens.Total { return most.Add(1) },
		"queens: total below zero":       func() queens.Total { return queens.NewTotal(1).Minus(queens.NewTotal(2)) },
	} {
		if _, got := total(f); got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}
}

func TestParseTotalTells(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `read total "": want 1 to 39 decimal digits`},
		{strings.Repeat("1", 60), `read total "` + strings.Repeat("1", 50) + `": want 1 to 39 decimal digits`},
		{"-1", `read total "-1": '-' at position 1 is not a digit`},
		{"1_000", `read total "1_000": '_' at position 2 is not a digit`},
		{"0x1f", `read total "0x1f": 'x' at position 2 is not a digit`},
		{
			"340282366920938463463374607431768211456", // 2^128
			`read total "340282366920938463463374607431768211456": more than 128 bits`,
		},
	} {
		got, err := queens.ParseTotal(c.text)
		wantError(t, err, c.want, queens.ErrFormat)
		if !got.IsZero() {
			t.Errorf("%v stands beside an error", got)
		}
	}
}

func TestTotalJSON(t *testing.T) {
	text, err := json.Marshal(map[string]queens.Total{"solutions": queens.TotalOf(1, 0)})
	if want := `{"solutions":"18446744073709551616"}`; err != nil || string(text) != want {
		t.Errorf("JSON %s, error %v, want %s", text, err, want)
	}
	var back map[string]queens.Total
	if err := json.Unmarshal(text, &back); err != nil || back["solutions"] != queens.TotalOf(1, 0) {
		t.Errorf("%s is read as %v, error %v", text, back, err)
	}
	if err := json.Unmarshal([]byte(`{"solutions":"many"}`), &back); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("a total that is no number gives error %v, want %v", err, queens.ErrFormat)
	}
}

func FuzzParseTotal(f *testing.F) {
	for _, text := range []string{
		"0", "92", "007", "18446744073709551616", "340282366920938463463374607431768211456",
		"-1", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := queens.ParseTotal(text)
		want, ok := new(big.Int).SetString(text, 10)
		ok = ok && len(text) <= 39 && strings.Trim(text, "0123456789") == "" && want.Cmp(limit()) < 0
		if ok != (err == nil) || ok && got.Big().Cmp(want) != 0 {
			t.Fatalf("%q is read as %v, error %v, want %v", text, got, err, want)
		}
		if err != nil {
			if !errors.Is(err, queens.ErrFormat) {
				t.Errorf("error %q", err)
			}
			return
		}
		checkText(t, got)
	})
}
