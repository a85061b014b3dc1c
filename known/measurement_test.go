package known

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"queens/internal/must"
)

// TestMeasurements requires of every measurement a processor with its clock, a load, a date, for an
// estimate a range that contains it, and for a saved ledger the hash of its last frame.
func TestMeasurements(t *testing.T) {
	list := Measurements()
	if len(list) == 0 {
		t.Fatal("no measurements")
	}
	for _, m := range list {
		_, err := time.Parse(time.DateOnly, m.Date)
		if err != nil || m.Processor == "" || m.GHz < 1 || m.GHz > 7 || m.Load == "" || m.Workers < 1 ||
			m.Seconds <= 0 || m.Program == "" {
			t.Errorf("%+v: %v", m, err)
		}
		if m.Estimated() != (m.Samples > 0) || m.Estimated() && !(m.Low <= m.Seconds && m.Seconds <= m.High) {
			t.Errorf("%+v: an estimate has samples and a range", m)
		}
		if (m.Program == "queens") != (m.Method != "" && m.Kernel != "") {
			t.Errorf("%+v: method and kernel are those of this program", m)
		}
		if (m.Results > 0) != (m.Head != "") {
			t.Errorf("%+v: a ledger has results and a last frame", m)
		}
		for _, hash := range []string{m.Plan, m.Head} {
			if b, err := hex.DecodeString(hash); hash != "" && (err != nil || len(b) != 32) {
				t.Errorf("order %d: %q is no hash", m.Order, hash)
			}
		}
		if _, ok := Solutions(m.Order); !m.Estimated() && !ok {
			t.Errorf("order %d: no known value", m.Order)
		}
	}
}

// TestMeasuredFiles requires a header, rows of its length and integer orders. Orders in first.csv
// must have a known solution.
func TestMeasuredFiles(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("measured", "*.csv"))
	if err != nil || len(names) < 3 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		rows, err := csv.NewReader(bytes.NewReader(must.Get(os.ReadFile(name))(t))).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		at := slices.Index(rows[0], "order")
		for _, row := range rows[1:] {
			n, err := strconv.Atoi(row[at])
			if err != nil {
				t.Errorf("%s: %q: %v", name, row, err)
			}
			if _, ok := LexicographicallyFirst(n); filepath.Base(name) == "first.csv" && !ok {
				t.Errorf("%s: order %d has no known first solution", name, n)
			}
		}
	}
}

func ExampleMeasurements() {
	for _, m := range Measurements() {
		if m.Estimated() && m.Order == 28 && m.Method == "parity" {
			hours := m.Seconds / 3600 // which mean little without the clock
			fmt.Printf("%.0f core-hours at %g GHz, %.0f GHz-hours\n", hours, m.GHz, hours*m.GHz)
		}
	}
	// Output: 14800 core-hours at 2 GHz, 29600 GHz-hours
}
