package count

import (
	"os"
	"testing"
)

// Tests make many estimates.
func TestMain(m *testing.M) {
	referenceOrder = 10
	os.Exit(m.Run())
}

// The band of times is as wide as the reference piece was fast and slow.
func TestReferenceWidens(t *testing.T) {
	r, err := newReference(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(r.seconds) != 2 || r.seconds[0] <= 0 || r.seconds[1] <= 0 {
		t.Fatalf("measured %v", r.seconds)
	}
	r.seconds = []float64{1, 2, 3}
	if b := r.widen(Band{Mean: 10, Low: 8, High: 12}); b != (Band{Mean: 10, Low: 4, High: 18}) {
		t.Errorf("%+v", b)
	}
	if (Band{Mean: 1, High: 5}).Tells() || !(Band{Mean: 1, Low: 0.5, High: 5}).Tells() {
		t.Error("a band that begins at nothing tells something, or another one nothing")
	}
}
