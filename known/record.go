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
func Records() (list []Record) {
	for _, r := range tableRows("about/records.csv") {
		list = append(list, Record{
			Series: r[0], Order: int(tableNumber(r[1])), Year: int(tableNumber(r[2])), Method: r[3], Source: r[4],
			Unseen: r[5] == "unseen",
		})
	}
	return list
}

// Value returns the value of the record; 0 if it was not seen.
func (r Record) Value() queens.Total {
	v, _ := Lookup(r.Series, r.Order)
	return v.Value
}
