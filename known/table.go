package known

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens"
)

// tables holds the series, sorted by name; a file of values for each, by its name: a header line,
// then order, indices, value, source and status; the records; and measurements.
//
//go:embed *.csv about/*.csv measured/counts.csv
var tables embed.FS

// readTable panics if a table is malformed: the tables are part of the program and tested.
func readTable(name string) (rows [][]string) {
	f, err := tables.Open(name)
	if err != nil {
		panic("known: " + err.Error())
	}
	defer f.Close()
	rows, err = csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		panic(fmt.Sprintf("known: %s: %v", name, err))
	}
	return rows
}

// tableNumber reads an empty field as 0.
func tableNumber(text string) float64 {
	if text == "" {
		return 0
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("known: " + err.Error())
	}
	return x
}

// series lists all series. To add one, add a row to about/series.csv and a file of its values.
var series = sync.OnceValue(func() (list []Series) {
	for _, r := range readTable("about/series.csv")[1:] {
		list = append(list, Series{
			Name: r[0], Symbol: r[1], OEIS: r[2], Also: strings.Fields(r[3]), Index: strings.Fields(r[4]),
			First: int(tableNumber(r[5])), Counts: r[6], Argument: r[7], Summary: r[8], Beyond: r[9], Methods: r[10],
		})
	}
	return list
})

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
func Records() (list []Record) {
	for _, r := range readTable("about/records.csv")[1:] {
		list = append(list, Record{
			Series: r[0], Order: int(tableNumber(r[1])), Year: int(tableNumber(r[2])), Method: r[3], Source: r[4],
			Unseen: r[5] == "unseen",
		})
	}
	return list
}

// Value returns the value of the record, or 0 if it was not seen.
func (r Record) Value() queens.Total {
	v, _ := Lookup(r.Series, r.Order)
	return v.Value
}

// Measurement is a row of measured/counts.csv: the processor time of counting an order by a method,
// measured or estimated. Unknown fields are zero.
type Measurement struct {
	Estimated bool
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

// CoreHours returns the processor time in hours. It means little without GHz.
func (m Measurement) CoreHours() float64 { return m.Seconds / 3600 }

// GHzHours returns the hours that a 1 GHz clock would need.
func (m Measurement) GHzHours() float64 { return m.CoreHours() * m.GHz }

var measurements = sync.OnceValue(func() (list []Measurement) {
	for _, r := range readTable("measured/counts.csv")[1:] {
		list = append(list, Measurement{
			Estimated: r[0] == "estimated", Order: int(tableNumber(r[1])), Program: r[2], Method: r[3], Kernel: r[4],
			Processor: r[5], GHz: tableNumber(r[6]), Load: r[7], Workers: int(tableNumber(r[8])),
			Seconds: tableNumber(r[9]), Low: tableNumber(r[10]), High: tableNumber(r[11]),
			Samples: int(tableNumber(r[12])), Commit: r[13], Date: r[14], Results: int(tableNumber(r[15])),
			Plan: r[16], Head: r[17],
		})
	}
	return list
})

// Measurements returns every measurement, in the order of the table.
func Measurements() []Measurement { return slices.Clone(measurements()) }
