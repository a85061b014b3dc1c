package known

import (
	"slices"
	"sync"
)

// Measurement is a row of measured/counts.csv: the processor time of counting the solutions of an
// order by a method, measured or estimated. Documents and the plot of times read it. Fields that
// were not noted are zero.
type Measurement struct {
	Estimated bool
	Order     int
	Program   string // "queens", or another program and its version
	Method    string // scheme of counting
	Kernel    string
	Processor string
	GHz       float64
	Load      string // of the machine, "3 to 6"
	Workers   int
	Seconds   float64 // of processor time, all workers together
	Low, High float64 // range of an estimate, which holds nine times in ten
	Samples   int     // units drawn for an estimate
	Commit    string
	Date      string // YYYY-MM-DD
	Results   int    // in the ledger, if it was kept
	Plan      string // hash of the plan
	Head      string // hash of the last frame of the ledger
}

// CoreHours returns the processor time in hours. It means little without GHz.
func (m Measurement) CoreHours() float64 { return m.Seconds / 3600 }

// GHzHours returns the processor time in hours of a clock of 1 GHz.
func (m Measurement) GHzHours() float64 { return m.CoreHours() * m.GHz }

var measurements = sync.OnceValue(func() (list []Measurement) {
	for _, r := range tableRows("measured/counts.csv") {
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
