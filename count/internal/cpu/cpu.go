// Package cpu reports which instruction sets this machine has.
//
// The environment variable QUEENS_CPU, which is read once, hides features, for tests and
// comparisons. It is a comma-separated list of names, each with a minus sign, such as
// "-avx512,-gfni", or "-all". Names are independent: hiding AVX2 leaves AVX-512 visible. Missing
// features cannot be switched on.
package cpu

import (
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/cpu"
)

// Features that this machine has and QUEENS_CPU does not hide.
var (
	AVX512 = present["avx512"] // AVX-512 F, DQ, BW, VL and VPOPCNTDQ, with BMI2 and POPCNT
	AVX2   = present["avx2"]   // AVX2 with BMI2 and POPCNT
	BITALG = present["bitalg"] // AVX-512 BITALG and VBMI, with all of avx512
	GFNI   = present["gfni"]   // Galois field instructions on 512 bits, with all of avx512
	NEON   = present["neon"]   // arm64's vectors of 128 bits
)

var present = visible(detect(), os.Getenv("QUEENS_CPU"))

func detect() map[string]bool {
	x := &cpu.X86 // has nothing on other processors
	avx512 := x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VPOPCNTDQ &&
		x.HasBMI2 && x.HasPOPCNT
	return map[string]bool{
		"avx2":   x.HasAVX2 && x.HasBMI2 && x.HasPOPCNT,
		"avx512": avx512,
		"bitalg": avx512 && x.HasAVX512BITALG && x.HasAVX512VBMI,
		"gfni":   avx512 && x.HasAVX512GFNI,
		"neon":   runtime.GOARCH == "arm64",
	}
}

// visible removes what is hidden. It ignores words that hide nothing.
func visible(features map[string]bool, hidden string) map[string]bool {
	for word := range strings.SplitSeq(hidden, ",") {
		switch name, minus := strings.CutPrefix(strings.TrimSpace(word), "-"); {
		case minus && name == "all":
			clear(features)
		case minus:
			delete(features, name)
		}
	}
	return features
}

// Clock measures the frequency of the current core in GHz, with a chain of additions and exclusive
// ors that takes one cycle each and about 5 ms in all. stopwatch starts a clock of processor time
// and returns a function that reads it in seconds, so that time taken by a hypervisor counts
// neither here nor in a measurement.
func Clock(stopwatch func() func() float64) (gigahertz float64) {
	const rounds, chain = 1 << 21, 8
	x := uint64(time.Now().UnixNano())
	y, z := x>>1, ^x // not constants, which some processors add before they execute
	seconds := stopwatch()
	for range rounds {
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
		x = (x + y) ^ z
	}
	took := max(seconds(), float64(x&1)*1e-9) // uses x
	return chain * rounds / max(1, took*1e9)
}
