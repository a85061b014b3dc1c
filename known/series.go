// Package known has the published and recomputed values of the n-queens literature: numbers of
// solutions, by symmetry, on the torus, first solutions, and related sequences. Tests, checks and
// the command `queens table` take their expected numbers from here.
//
// A [Series] is a function of the order, such as Q(n), or of the order and further indices. Every
// [Value] names its source and its [Status]. The values are in one CSV file per series, and about/
// has tables of the series and of records.
//
//	q, ok := known.Solutions(8) // 92 true
//
// Sources are OEIS numbers, "nqueens.de", "search" (an exhaustive search by an independent program,
// or by a twin in tests that shares no search with the code that is checked), "program" (this one
// alone), "formula" (a cycle index), "identity" (an exact identity with other series) and
// "convention" (order 0, where the empty board counts as one solution). Published values were read
// in copies of the sequences that docs/bibliography.md names. Series.Beyond says what is published
// but was not read.
//
// The package computes nothing. No value of Q beyond n = 27 is known.
package known

import (
	"bufio"
	"cmp"
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// Series is one table of known values.
type Series struct {
	Name     string   `json:"name"`             // stable identifier, and the file name without .csv: "solutions"
	Summary  string   `json:"summary"`          // no final period
	Symbol   string   `json:"symbol,omitempty"` // in formulas: "Q"; may be empty
	OEIS     string   `json:"oeis,omitempty"`   // sequence number in the OEIS; may be empty
	Also     []string `json:"also,omitempty"`   // other sequences with these values
	Argument string   `json:"argument"`         // what n is if not the order of the board, else empty
	Index    []string `json:"index,omitempty"`  // names of further arguments; rows and columns count from 1
	Counts   string   `json:"counts"`           // unit of the value: "solutions", "orbits", "row"
	First    int      `json:"first"`            // smallest n in the table
	// how and when the values of a series to be published were found, else empty
	Methods string `json:"-"`
	// what is known for larger n: terms after a gap, or files not read; may be empty
	Beyond string `json:"beyond,omitempty"`
}

// Table is a series with some of its values (queens.table/1), or without values in a list of series
// (queens.tables/1).
type Table struct {
	Series
	Last   int     `json:"last"` // largest n of the series
	Values []Value `json:"values,omitempty"`
}

// Table returns the series with these values.
func (s Series) Table(values []Value) Table {
	s.Argument = cmp.Or(s.Argument, "order")
	all := s.Values()
	return Table{s, all[len(all)-1].Order, values}
}

// Tables returns every series, sorted by name, with its range and no values.
func Tables() []Table { return named.Each(series(), func(s Series) Table { return s.Table(nil) }) }

// All returns every series, sorted by name, new.
func All() []Series { return slices.Clone(series()) }

// Find returns the series with this name, symbol or OEIS number, ignoring case and leading zeros.
func Find(name string) (s Series, ok bool) {
	name = strings.ToLower(name)
	if digits, ok := strings.CutPrefix(name, "a"); ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
		name = "a" + strings.Repeat("0", max(0, 6-len(digits))) + digits
	}
	for _, s := range series() {
		if name != "" && slices.ContainsFunc(append([]string{s.Name, s.Symbol, s.OEIS}, s.Also...),
			func(other string) bool { return strings.EqualFold(other, name) }) {
			return s, true
		}
	}
	return Series{}, false
}

// Status says how far a value can be trusted.
type Status string

// The values of Status.
const (
	Confirmed  Status = "recomputed-and-published" // recomputed by exhaustive search and equal to the published value
	Recomputed Status = "recomputed"               // recomputed; no published copy was seen
	Once       Status = "computed-once"            // computed once, by this program alone; no other value was seen
	New        Status = "new-counted-here"         // a new term: no publication that we could read has it
	Published  Status = "published"                // copied from a publication, not recomputed
	Derived    Status = "derived"                  // follows from other values by an exact identity
	Convention Status = "convention"               // agreed, not computed: order 0
)

// Statuses returns all values of Status.
func Statuses() []Status {
	return []Status{Confirmed, Recomputed, Once, New, Published, Derived, Convention}
}

// Value is one known number.
type Value struct {
	Order  int          `json:"order"`           // argument n of the series
	Index  []int        `json:"index,omitempty"` // further arguments, in the order of Series.Index
	Value  queens.Total `json:"value"`
	Source string       `json:"source"` // OEIS numbers, or a word of the package comment
	Status Status       `json:"status"`
}

// Values returns all values of the series, sorted by order and index, new. It reads the embedded
// file in microseconds to a millisecond. s must come from All or Find.
func (s Series) Values() []Value {
	rows, err := csv.NewReader(strings.NewReader(readTable(s.Name + ".csv"))).ReadAll()
	want := slices.Concat([]string{"order"}, s.Index, []string{"value", "source", "status"})
	if err != nil || !slices.Equal(rows[0], want) { // the files are part of the program and tested
		panic(fmt.Sprintf("known: series %q: header is not %q, %v", s.Name, want, err))
	}
	values := make([]Value, len(rows)-1)
	for i, row := range rows[1:] {
		if values[i], err = parseValue(row); err != nil {
			panic(fmt.Sprintf("known: series %q: line %d: %v", s.Name, i+2, err))
		}
	}
	return values
}

// Lookup returns the value at order n, with indices in the order of Series.Index. ok reports
// whether the value is known.
func (s Series) Lookup(n int, index ...int) (v Value, ok bool) {
	for _, v := range s.Row(n) {
		if slices.Equal(v.Index, index) {
			return v, true
		}
	}
	return Value{}, false
}

// Row returns the known values of order n in increasing order of the indices, new.
func (s Series) Row(n int) []Value {
	return slices.DeleteFunc(s.Values(), func(v Value) bool { return v.Order != n })
}

func parseValue(row []string) (v Value, err error) {
	arguments, rest := row[:len(row)-3], row[len(row)-3:]
	for i, field := range arguments {
		x, err := strconv.Atoi(field)
		if err != nil || x < 0 {
			return v, errs.Errorf("%q is not a number 0 or more: %w", field, queens.ErrFormat)
		}
		if i == 0 {
			v.Order = x
		} else {
			v.Index = append(v.Index, x)
		}
	}
	v.Source, v.Status = rest[1], Status(rest[2])
	if v.Source == "" || !slices.Contains(Statuses(), v.Status) {
		return v, errs.Errorf("source %q with status %q: %w", v.Source, v.Status, queens.ErrFormat)
	}
	v.Value, err = queens.ParseTotal(rest[0])
	return v, err
}

// Lookup is Series.Lookup of the named series.
func Lookup(series string, n int, index ...int) (v Value, ok bool) {
	s, ok := Find(series)
	if !ok {
		return Value{}, false
	}
	return s.Lookup(n, index...)
}

func total(series string, n int) (queens.Total, bool) {
	v, ok := Lookup(series, n)
	return v.Value, ok
}

// Solutions returns Q(n), the number of solutions on the regular board; known for n in 0..27.
func Solutions(n int) (queens.Total, bool) { return total("solutions", n) }

// Fundamental returns F(n), the number of orbits of solutions; known for n in 0..27.
func Fundamental(n int) (queens.Total, bool) { return total("fundamental", n) }

// S180 returns the number of solutions that the half turn leaves unchanged, including those of the
// quarter turn; known for n in 0..39 and 41.
func S180(n int) (queens.Total, bool) { return total("s180", n) }

// S90 returns the number of solutions that the quarter turn leaves unchanged; known for n in 0..69.
func S90(n int) (queens.Total, bool) { return total("s90", n) }

// Class returns the number of orbits of one class, by its letter in Q = 8A + 4P + 2R. It is known
// for n in 0..27, P up to 32 and R up to 69.
func Class(letter string, n int) (queens.Total, bool) {
	return total(map[string]string{"A": "class-asymmetric", "P": "class-central", "R": "class-rotational"}[letter], n)
}

// LexicographicallyFirst returns the first solution of order n in lexicographic order; known for n
// in 1..41 and 43. ok is false if there is none or it is unknown.
func LexicographicallyFirst(n int) (p queens.Perm, ok bool) {
	s, _ := Find("lexicographic-first")
	for _, v := range s.Row(n) {
		row, _ := v.Value.Uint64()
		p = append(p, int(row)-1)
	}
	return p, p != nil
}

// tables holds the series, sorted by name; a file of values for each, by its name: a header line,
// then order, indices, value, source and status; the records; and measurements.
//
//go:embed *.csv about measured/counts.csv
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
	Method    string // method of counting
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
}

// Estimated reports whether the time is an estimate.
func (m Measurement) Estimated() bool { return m.Kind == "estimated" }

var measurements = sync.OnceValue(func() []Measurement {
	return named.Decode[Measurement](readTable("measured/counts.csv"))
})

// Measurements returns every measurement, in the order of the table.
func Measurements() []Measurement { return slices.Clone(measurements()) }

// WriteBFile writes the series as an OEIS b-file: a comment line, then a line "n a(n)" for each
// consecutive order, without values that are only a convention. A triangle, with indices from 0 or
// 1 to n, or every second one, is written row by row, and n is the position in the sequence.
// Terms after a gap are left out, and the comment says so. Errors: queens.ErrFormat if the series
// has other indices, or a gap after its first value; otherwise those of w.
func WriteBFile(w io.Writer, s Series) error {
	values, first, later, err := s.consecutive()
	if err != nil {
		return errs.Errorf("b-file of %s: %w", s.Name, err)
	}
	buffered := bufio.NewWriter(w)
	fmt.Fprintf(buffered, "# %s: %s%s\n", cmp.Or(s.OEIS, s.Name), s.Summary, later)
	for i, v := range values {
		fmt.Fprintf(buffered, "%d %v\n", first+i, v.Value)
	}
	return buffered.Flush()
}

// place returns the n of a value in a b-file: its order, or its position in a triangle whose first
// order equals its least index, 0 or 1. The rows of a sparse one have indices n%2, n%2+2, ..., n.
func (v Value) place(least int, sparse bool) int {
	switch n := v.Order; {
	case len(v.Index) == 0:
		return n
	case sparse:
		return (n-1)*(n-1)/4 + n + v.Index[0]/2
	default:
		return n*(n+1)/2 + v.Index[0] - least*n
	}
}

// Sparse reports whether the series has every second index of each row only.
func (s Series) Sparse() bool {
	odd := func(v Value) bool { return (v.Order-v.Index[0])%2 != 0 }
	return len(s.Index) == 1 && !slices.ContainsFunc(s.Values(), odd)
}

// consecutive returns the values of a series or a triangle before the first gap, without
// conventions, the place of the first, and which terms are left out: "; without 41, after a gap".
func (s Series) consecutive() (values []Value, first int, later string, err error) {
	values = slices.DeleteFunc(s.Values(), func(v Value) bool { return v.Status == Convention })
	least, sparse := 0, s.Sparse()
	if len(s.Index) == 1 {
		least = s.Values()[0].Index[0]
	}
	for i, v := range values {
		switch first = values[0].place(least, sparse); {
		case len(s.Index) > 1 || v.place(least, sparse) != first+i && len(s.Index) > 0:
			return nil, 0, "", errs.Errorf("it is indexed by %v besides the order; that format has one number for "+
				"each order, or a triangle by rows: %w", s.Index, queens.ErrFormat)
		case v.place(least, sparse) == first+i:
		case i == 1:
			return nil, 0, "", errs.Errorf("no value is known between %d and %d: %w", values[0].Order, v.Order,
				queens.ErrFormat)
		default:
			orders := named.Names(values[i:], func(after Value) string { return strconv.Itoa(after.Order) })
			return values[:i], first, "; without " + strings.Join(orders, ", ") + ", after a gap", nil
		}
	}
	return values, first, "", nil
}

// mostTerms is the limit of the OEIS for the characters of the terms.
const mostTerms = 260

// span is the range of terms with one status.
type span struct {
	First, Last int
	Status      Status
}

// WriteEntries writes series in the internal format of the OEIS, for its editors, with empty lines
// between: terms, name, the status of each term, methods, offset. Without a series it writes all
// that are to be published, those with Methods. Errors: those of [WriteBFile].
func WriteEntries(w io.Writer, list ...Series) error {
	if len(list) == 0 {
		list = slices.DeleteFunc(All(), func(s Series) bool { return s.Methods == "" })
	}
	entry := template.Must(template.New("entry.tmpl").ParseFS(tables, "about/entry.tmpl"))
	var b strings.Builder
	one := queens.NewTotal(1)
	for i, s := range list {
		values, first, later, err := s.consecutive()
		if err != nil {
			return errs.Errorf("entry of %s: %w", s.Name, err)
		}
		terms, spans := "", []span{}
		for i, v := range values {
			if last := len(spans) - 1; last >= 0 && spans[last].Status == v.Status {
				spans[last].Last++
			} else {
				spans = append(spans, span{first + i, first + i, v.Status})
			}
		}
		for _, v := range values {
			if len(terms)+len(v.Value.String()) > mostTerms {
				break
			}
			terms += ", " + v.Value.String()
		}
		if err := entry.Execute(&b, struct {
			Series
			Blank            bool
			Terms, Title     string
			Spans            []span
			From, To, Second int
			Later            string
		}{
			s, i > 0, strings.TrimPrefix(terms, ", "), strings.ToUpper(s.Summary[:1]) + s.Summary[1:], spans, first,
			first + len(values) - 1,
			max(1, 1+slices.IndexFunc(values, func(v Value) bool { return v.Value.Compare(one) > 0 })), later,
		}); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
