package showing

import (
	"fmt"
	"strconv"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
	"queens/known"
)

func showTables(list []known.Table) printer.Shown {
	return printer.Show("queens.tables/1", map[string]any{"series": list}, func(printer.Style) string {
		var lines [][]string
		for _, s := range list {
			about := fmt.Sprintf("%s (%d..%d", s.Summary, s.First, s.Last)
			if s.OEIS != "" {
				about += ", " + s.OEIS
			}
			lines = append(lines, []string{s.Name, about + ")"})
		}
		return printer.Lines(lines)
	})
}

func showTable(t known.Table) printer.Shown {
	return printer.Show("queens.table/1", t, func(s printer.Style) string {
		title := ""
		var lines [][]string
		if s.Person {
			title = s.Paint(printer.Bold, t.Name+": "+t.Summary) + "\n\n"
			lines = append(lines, append(append([]string{"n"}, t.Index...), t.Counts, "source", "status"))
		}
		for _, v := range t.Values {
			lines = append(lines, fieldsOf(v))
		}
		return title + printer.Lines(lines)
	})
}

func bareValues(values []known.Value) string {
	var lines [][]string
	for _, v := range values {
		fields := fieldsOf(v)
		lines = append(lines, fields[1:len(fields)-2])
	}
	return printer.Lines(lines)
}

func fieldsOf(v known.Value) []string {
	fields := []string{strconv.Itoa(v.Order)}
	for _, i := range v.Index {
		fields = append(fields, strconv.Itoa(i))
	}
	return append(fields, v.Value.String(), v.Source, string(v.Status))
}

type recordsAnswer struct {
	Schema  string         `json:"schema"`
	Records []valuedRecord `json:"records"`
	Largest []largest      `json:"largest"`
}

type valuedRecord struct {
	known.Record
	Value *queens.Total `json:"value,omitzero"`
}

type largest struct {
	Series string       `json:"series"`
	Order  int          `json:"order"`
	Source string       `json:"source"`
	Status known.Status `json:"status"`
	Beyond string       `json:"beyond,omitempty"` // what there is for larger orders
}

var mainSeries = []string{"solutions", "fundamental", "s180", "s90", "toroidal", "toroidal-classes", "nonattacking-sets", "maximal-sets", "lexicographic-first"}

func listRecords() *recordsAnswer {
	r := &recordsAnswer{Schema: "queens.records/1"}
	for _, record := range known.Records() {
		shown := valuedRecord{Record: record}
		if v := record.Value(); !record.Unseen {
			shown.Value = &v
		}
		r.Records = append(r.Records, shown)
	}
	for _, name := range mainSeries {
		s, _ := known.Find(name)
		values := s.Values()
		last := values[len(values)-1]
		r.Largest = append(r.Largest, largest{name, last.Order, last.Source, last.Status, s.Beyond})
	}
	return r
}

func (r *recordsAnswer) Text(printer.Style) string {
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
	bounds := [][]string{{"largest n", "series", "source", "status", "beyond"}}
	for _, l := range r.Largest {
		bounds = append(bounds, []string{strconv.Itoa(l.Order), l.Series, l.Source, string(l.Status), humanize.Dash(l.Beyond)})
	}
	return printer.Lines(lines) + "\n" + printer.Lines(bounds)
}
