package known

import (
	"encoding/hex"
	"fmt"
	"testing"
	"time"
)

// TestMeasurements asks of every measurement what makes it worth something: a processor with its clock, a load, a date, and
// for an estimate a range that holds it. A kept ledger has the hash of its last frame.
func TestMeasurements(t *testing.T) {
	list := Measurements()
	if len(list) == 0 {
		t.Fatal("no measurements")
	}
	for _, m := range list {
		_, err := time.Parse(time.DateOnly, m.Date)
		if err != nil || m.Processor == "" || m.GHz < 1 || m.GHz > 7 || m.Load == "" || m.Workers < 1 || m.Seconds <= 0 || m.Program == "" {
			t.Errorf("%+v: %v", m, err)
		}
		if m.Estimated != (m.Samples > 0) || m.Estimated && !(m.Low <= m.Seconds && m.Seconds <= m.High) {
			t.Errorf("%+v: an estimate has samples and a range", m)
		}
		if (m.Program == "queens") != (m.Engine != "" && m.Kernel != "") {
			t.Errorf("%+v: engine and kernel are those of this program", m)
		}
		if (m.Results > 0) != (m.Head != "") {
			t.Errorf("%+v: a ledger has results and a last frame", m)
		}
		for _, hash := range []string{m.Plan, m.Head} {
			if b, err := hex.DecodeString(hash); hash != "" && (err != nil || len(b) != 32) {
				t.Errorf("order %d: %q is no hash", m.Order, hash)
			}
		}
		if _, ok := Solutions(m.Order); !m.Estimated && !ok {
			t.Errorf("order %d: no known value", m.Order)
		}
	}
}

func ExampleMeasurement_GHzHours() {
	for _, m := range Measurements() {
		if m.Estimated && m.Order == 28 && m.Engine == "parity" {
			fmt.Printf("%.0f core-hours at %g GHz, %.0f GHz-hours\n", m.CoreHours(), m.GHz, m.GHzHours())
		}
	}
	// Output: 14800 core-hours at 2 GHz, 29600 GHz-hours
}
