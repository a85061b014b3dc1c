package cpu

import (
	"slices"
	"testing"
	"time"
)

func TestFeaturesAreSortedAndNamed(t *testing.T) {
	features := Features()
	if !slices.IsSortedFunc(features, func(a, b Feature) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	}) {
		t.Errorf("features are not sorted: %v", features)
	}
	for _, f := range features {
		if f.Present != has(f.Name) {
			t.Errorf("%s: present %v, has %v", f.Name, f.Present, has(f.Name))
		}
	}
	if has("all") || has("") {
		t.Error("a feature without a name is present")
	}
}

func TestHiding(t *testing.T) {
	all := []Feature{{"avx2", true}, {"avx512", true}, {"gfni", true}, {"neon", false}}
	for _, tc := range []struct {
		hidden string
		want   []bool
	}{
		{"", []bool{true, true, true, false}},
		{"-avx2", []bool{false, true, true, false}},
		{"-gfni, -avx512", []bool{true, false, false, false}},
		{"-all", []bool{false, false, false, false}},
		{"avx2", []bool{true, true, true, false}},        // no minus sign
		{"-avx,neon,-", []bool{true, true, true, false}}, // nothing to hide
	} {
		for i, f := range visible(all, tc.hidden) {
			if f.Present != tc.want[i] {
				t.Errorf("%q: %s is %v", tc.hidden, f.Name, f.Present)
			}
		}
	}
	if !all[0].Present {
		t.Error("hiding changed its argument")
	}
}

// Real processors run this at 0.1 to 10 GHz, emulated ones perhaps more slowly.
func TestClock(t *testing.T) {
	began := time.Now()
	clock := Clock(func() func() float64 { return func() float64 { return time.Since(began).Seconds() } })
	if clock <= 0 || clock > 10 {
		t.Errorf("%g GHz", clock)
	}
}
