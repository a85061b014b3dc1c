package known

import "queens"

// Record is a computation that found, or found again, the value of a series for the
// largest order of its time.
type Record struct {
	Series string `json:"series"` // name of the series
	Order  int    `json:"order"`
	Year   int    `json:"year"` // of the publication
	Method string `json:"method"`
	Source string `json:"source"` // key in docs/bibliography.md
}

// Records returns the computations whose publication we have seen at least in
// part, by series, then year, new. Records of others are missing: nothing is entered
// from hearsay.
func Records() []Record {
	return []Record{
		{Series: "solutions", Order: 24, Year: 2004, Method: "backtracking on a cluster of PCs, by message passing", Source: "kise2004"},
		{Series: "solutions", Order: 27, Year: 2017, Method: "two rings of queens at the border and their symmetry, completed by programmable hardware", Source: "preusser2017"},
		{Series: "solutions", Order: 27, Year: 2025, Method: "counted again, on graphics processors", Source: "yao2025"},
	}
}

// Value returns the value of the record; it is known.
func (r Record) Value() queens.Total {
	v, _ := Lookup(r.Series, r.Order)
	return v.Value
}
