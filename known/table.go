package known

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// tables holds what is known about the series and their values: the series, sorted by name, each
// with a file of values of that name; the records; and measurements.
//
//go:embed about/*.csv measured/counts.csv
var tables embed.FS

// tableRows returns the rows of a table without its header. It panics for a malformed table, which
// is part of the program and tested.
func tableRows(name string) [][]string {
	f, err := tables.Open(name)
	if err != nil {
		panic("known: " + err.Error())
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("known: %s: %v", name, err))
	}
	return rows[1:]
}

// tableNumber reads a number of a table, an empty field as 0.
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

// series are all series. To add one, add a row to about/series.csv and a file of its values.
var series = sync.OnceValue(func() (list []Series) {
	for _, r := range tableRows("about/series.csv") {
		list = append(list, Series{
			Name: r[0], Symbol: r[1], OEIS: r[2], Also: strings.Fields(r[3]), Index: strings.Fields(r[4]),
			First: int(tableNumber(r[5])), Counts: r[6], Argument: r[7], Summary: r[8], Beyond: r[9], Methods: r[10],
		})
	}
	return list
})
