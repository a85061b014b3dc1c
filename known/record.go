package known

import "queens"

// Record is a computation that found, or found again, the value of a series for the
// largest order of its time.
type Record struct {
	Series string `json:"series"` // name of the series
	Order  int    `json:"order"`
	Year   int    `json:"year,omitzero"`   // in which the value was made public; a paper may be later; 0: not known
	Method string `json:"method"`          // with the names, as far as the source says
	Source string `json:"source"`          // keys and sequences in docs/bibliography.md, separated by blanks
	Unseen bool   `json:"unseen,omitzero"` // the publication is known, its value is not
}

// Records returns the computations whose publication we have seen at least in
// part, by series, then order, then year, new. Records of others are missing: nothing is
// entered from hearsay.
func Records() []Record {
	return []Record{
		{Series: "maximal-sets", Order: 16, Year: 2016, Method: "Kral; a program with OpenMP", Source: "A146303"},
		{Series: "s180", Order: 40, Method: "Schubert; a table of n = 1..40, values not seen; terms 33 to 36 are of " +
			"2009", Source: "A032522", Unseen: true},
		{Series: "s90", Order: 61, Year: 2002, Method: "Hsiang, Shieh; as cyclic complete mappings", Source: "A033148"},
		{Series: "s90", Order: 64, Year: 2026, Method: "Manyama; as pairings of numbers with different sums and " +
			"differences", Source: "A398960"},
		{Series: "s90", Order: 65, Year: 2025, Method: "Fuller; as such pairings", Source: "A002968"},
		{
			Series: "solutions", Order: 24, Year: 2004, Method: "backtracking on a cluster of PCs, by message passing",
			Source: "kise2004",
		},
		{
			Series: "solutions", Order: 25, Year: 2005,
			Method: "ProActive at INRIA, 53 years of processor time; confirmed in the same year in Taiwan",
			Source: "A000170",
		},
		{Series: "solutions", Order: 26, Year: 2009, Method: "Queens@TUD; method not stated", Source: "A000170"},
		{
			Series: "solutions", Order: 27, Year: 2016,
			Method: "two rings of queens at the border and their symmetry, completed by programmable hardware",
			Source: "preusser2017",
		},
		{
			Series: "solutions", Order: 27, Year: 2025, Method: "counted again, on graphics processors",
			Source: "yao2025",
		},
		{
			Series: "toroidal", Order: 31, Year: 2005, Method: "Engelhardt; added to A007705, paper 2007",
			Source: "A007705",
		},
	}
}

// Value returns the value of the record; 0 if it was not seen.
func (r Record) Value() queens.Total {
	v, _ := Lookup(r.Series, r.Order)
	return v.Value
}
