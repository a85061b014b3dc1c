package counted

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"queens"
	"queens/count/ledger"
	"queens/internal/human"
	"queens/known"
)

// Compare compares a count with the known value of a series for n and further
// arguments, and reports whether there is one.
//
// Errors: ledger.ErrMismatch.
func Compare(got queens.Total, what, series string, n int, index ...int) (bool, error) {
	v, ok := known.Lookup(series, n, index...)
	if ok && v.Value != got {
		return true, fmt.Errorf("%s: %v, but the known value of %s is %v: %w", what, got, series, v.Value, ledger.ErrMismatch)
	}
	return ok, nil
}

// Lines returns lines of fields as a table, to the right where that is said.
func Lines(lines [][]string, align uint) string {
	var b strings.Builder
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', align)
	for _, line := range lines {
		text := strings.Join(line, "\t")
		if align == tabwriter.AlignRight {
			text += "\t" // which aligns the last column as well
		}
		fmt.Fprintln(out, text)
	}
	_ = out.Flush() // a strings.Builder takes everything
	return b.String()
}

// Series describes a series of known values.
type Series struct {
	Name     string   `json:"name"`
	Summary  string   `json:"summary"`
	OEIS     string   `json:"oeis,omitempty"`
	Argument string   `json:"argument"`        // what n is
	Index    []string `json:"index,omitempty"` // further arguments besides n
	Counts   string   `json:"counts"`
	First    int      `json:"first"` // order
	Last     int      `json:"last"`
}

// newSeries describes a series.
func newSeries(s known.Series) Series {
	argument := s.Argument
	if argument == "" {
		argument = "order"
	}
	values := s.Values()
	return Series{s.Name, s.Summary, s.OEIS, argument, s.Index, s.Counts, values[0].Order, values[len(values)-1].Order}
}

// Tables lists the series of known values, queens.tables/1.
type Tables struct {
	Schema string   `json:"schema" enum:"queens.tables/1"`
	Series []Series `json:"series"`
}

// NewTables lists the series whose name, summary or OEIS number has a word in it, in any case;
// all for no word.
func NewTables(word string) *Tables {
	t := &Tables{Schema: "queens.tables/1"}
	for _, s := range known.All() {
		if strings.Contains(strings.ToLower(s.Name+"\n"+s.Summary+"\n"+s.OEIS), strings.ToLower(word)) {
			t.Series = append(t.Series, newSeries(s))
		}
	}
	return t
}

// Text returns a line for each series.
func (t *Tables) Text(Style) string {
	var lines [][]string
	for _, s := range t.Series {
		about := fmt.Sprintf("%s (%d..%d", s.Summary, s.First, s.Last)
		if s.OEIS != "" {
			about += ", " + s.OEIS
		}
		lines = append(lines, []string{s.Name, about + ")"})
	}
	return Lines(lines, 0)
}

// Table has values of one series, queens.table/1.
type Table struct {
	Schema string `json:"schema" enum:"queens.table/1"`
	Series
	Values []known.Value `json:"values"`
}

// NewTable returns values of a series.
func NewTable(s known.Series, values []known.Value) *Table {
	return &Table{"queens.table/1", newSeries(s), values}
}

// Fields returns a value as text: order, indices, value, source, status.
func Fields(v known.Value) []string {
	fields := []string{strconv.Itoa(v.Order)}
	for _, i := range v.Index {
		fields = append(fields, strconv.Itoa(i))
	}
	return append(fields, v.Value.String(), v.Source, string(v.Status))
}

// Text returns a line for each value.
func (t *Table) Text(s Style) string {
	var b strings.Builder
	var lines [][]string
	if s.Person {
		fmt.Fprintf(&b, "%s\n\n", s.Paint(Bold, t.Name+": "+t.Summary))
		lines = append(lines, append(append([]string{"n"}, t.Index...), t.Counts, "source", "status"))
	}
	for _, v := range t.Values {
		lines = append(lines, Fields(v))
	}
	b.WriteString(Lines(lines, 0))
	return b.String()
}

// Bare returns the indices and values alone, of values of one order.
func (t *Table) Bare() string {
	var lines [][]string
	for _, v := range t.Values {
		fields := Fields(v)
		lines = append(lines, fields[1:len(fields)-2])
	}
	return Lines(lines, 0)
}

// Records are the largest orders of the main series, and who computed them when,
// queens.records/1.
type Records struct {
	Schema  string    `json:"schema"`
	Records []Record  `json:"records"`
	Largest []Largest `json:"largest"`
}

// Record is a record with its value.
type Record struct {
	known.Record
	Value *queens.Total `json:"value,omitzero"`
}

// Largest is the largest order of a series.
type Largest struct {
	Series string       `json:"series"`
	Order  int          `json:"order"`
	Source string       `json:"source"`
	Status known.Status `json:"status"`
	Beyond string       `json:"beyond,omitempty"` // what there is for larger orders
}

// mainSeries are the series whose largest orders are shown.
var mainSeries = []string{"solutions", "fundamental", "s180", "s90", "toroidal", "toroidal-classes", "nonattacking-sets", "maximal-sets", "lexicographic-first"}

// NewRecords lists the records.
func NewRecords() *Records {
	r := &Records{Schema: "queens.records/1"}
	for _, record := range known.Records() {
		shown := Record{Record: record}
		if v := record.Value(); !record.Unseen {
			shown.Value = &v
		}
		r.Records = append(r.Records, shown)
	}
	for _, name := range mainSeries {
		s, _ := known.Find(name)
		values := s.Values()
		last := values[len(values)-1]
		r.Largest = append(r.Largest, Largest{name, last.Order, last.Source, last.Status, s.Beyond})
	}
	return r
}

// Text returns two tables.
func (r *Records) Text(Style) string {
	lines := [][]string{{"year", "series", "n", "value", "source", "method"}}
	for _, record := range r.Records {
		year, value := "-", "-"
		if record.Year > 0 {
			year = strconv.Itoa(record.Year)
		}
		if record.Value != nil {
			value = record.Value.String()
		}
		lines = append(lines, []string{year, record.Series, strconv.Itoa(record.Order), value, record.Source, record.Method})
	}
	largest := [][]string{{"largest n", "series", "source", "status", "beyond"}}
	for _, l := range r.Largest {
		largest = append(largest, []string{strconv.Itoa(l.Order), l.Series, l.Source, string(l.Status), human.Dash(l.Beyond)})
	}
	return Lines(lines, 0) + "\n" + Lines(largest, 0)
}
