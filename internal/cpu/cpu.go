// Package cpu reports which instruction sets this machine has. Kernels ask it whether
// they can run.
//
// The environment variable QUEENS_CPU hides features, for tests and comparisons: a list of names of
// [Features], each with a minus sign, such as "-avx512,-gfni", or "-all". Names are independent:
// hiding AVX2 leaves AVX-512 visible. Features that the machine lacks cannot be switched on.
package cpu

import (
	"os"
	"slices"
	"strings"
)

// Variable is the name of the environment variable that hides features. It is
// read once, when the program starts.
const Variable = "QUEENS_CPU"

// Feature is a set of instructions that a kernel may need.
type Feature struct {
	Name    string // stable identifier: "avx512"
	Present bool   // of use here: the processor and the system have it, and it is not hidden
}

// What this machine has and QUEENS_CPU does not hide; constant after the start.
var (
	AVX512 = has("avx512") // AVX-512 F, DQ, BW, VL and VPOPCNTDQ, with BMI2 and POPCNT
	AVX2   = has("avx2")   // AVX2 with BMI2 and POPCNT
	BITALG = has("bitalg") // AVX-512 BITALG and VBMI, with all of avx512
	GFNI   = has("gfni")   // Galois field instructions on 512 bits, with all of avx512
	NEON   = has("neon")   // arm64's vectors of 128 bits
)

// Features returns every feature a kernel may ask for, sorted by name.
func Features() []Feature { return visible(detect(), os.Getenv(Variable)) }

// visible returns the features with those not present that the text hides. Words
// that hide nothing are passed over.
func visible(features []Feature, hidden string) []Feature {
	features = slices.Clone(features)
	for word := range strings.SplitSeq(hidden, ",") {
		name, minus := strings.CutPrefix(strings.TrimSpace(word), "-")
		for i := range features {
			if minus && (name == features[i].Name || name == "all") {
				features[i].Present = false
			}
		}
	}
	return features
}

func has(name string) bool {
	return slices.Contains(Features(), Feature{Name: name, Present: true})
}
