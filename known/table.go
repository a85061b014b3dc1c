package known

import (
	"embed"
	"slices"
	"sync"

	"queens"
	"queens/internal/named"
)

// tables holds the series, sorted by name; a file of values for each, by its name: a header line,
// then order, indices, value, source and status; the records; and measurements.
//
//go:embed *.csv about/*.csv measured/counts.csv
var tables embed.FS

// readTable panics if a table is missing: the tables are part of the program and tested.
func readTable(name string) string {
	text, err := tables.ReadFile(name)
	if err != nil {
		panic("known: " + err.Error())
	}
	return string(text)
}

// series lists all series. To add one, add a row to about/series.csv and a file of its values.
var series = sync.OnceValue(func() []Series { return named.Decode[Series](readTable("about/series.csv")) })

// Record is a computation that first found, or confirmed, the value for the largest order of its
// time.
type Record struct {
	Series string `json:"series"` // name of the series
	Order  int    `json:"order"`
	Year   int    `json:"year,omitzero"`   // of publication; a paper may be later; 0: unknown
	Method string `json:"method"`          // with names, as far as the source has them
	Source string `json:"source"`          // keys and sequences in docs/bibliography.md, separated by blanks
	Unseen bool   `json:"unseen,omitzero"` // the publication is known, its value is not
}

// Records returns the computations whose publication we have seen at least in part, sorted by
// series, order and year. Others are missing: nothing is entered from hearsay.
func Records() []Record { return named.Decode[Record](readTable("about/records.csv")) }

// Value returns the value of the record, or 0 if it was not seen.
func (r Record) Value() queens.Total {
	v, _ := Lookup(r.Series, r.Order)
	return v.Value
}

// Measurement is a row of measured/counts.csv: the processor time of counting an order by a method,
// measured or estimated. Unknown fields are zero.
type Measurement struct {
	Kind      string // "counted" or "estimated"
	Order     int
	Program   string // "queens", or another program and its version
	Method    string // scheme of counting
	Kernel    string
	Processor string
	GHz       float64
	Load      string // load average of the machine, "3 to 6"
	Workers   int
	Seconds   float64 // of processor time, all workers together
	Low, High float64 // 90 % interval of an estimate
	Samples   int     // units sampled for an estimate
	Commit    string
	Date      string // YYYY-MM-DD
	Results   int    // in the ledger, if it was saved
	Plan      string // hash of the plan
	Head      string // hash of the last frame of the ledger
}

// Estimated reports whether the time is an estimate.
func (m Measurement) Estimated() bool { return m.Kind == "estimated" }

var measurements = sync.OnceValue(func() []Measurement {
	return named.Decode[Measurement](readTable("measured/counts.csv"))
})

// Measurements returns every measurement, in the order of the table.
func Measurements() []Measurement { return slices.Clone(measurements()) }
