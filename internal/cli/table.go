package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/draw"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/named"
	"queens/internal/option"
	"queens/known"
)

func newTable(a *app) *cobra.Command {
	var format string
	cmd := a.Command("table", nil, func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.listSeries(format)
		}
		s, values, err := a.selectValues(args)
		if err != nil {
			return err
		}
		return a.printSeries(s, values, args[1:], format)
	})
	cmd.ValidArgsFunction = kit.CompleteFirst(completeSeries)
	a.AddFormat(cmd, &format, "text", "json", "csv", "bfile", "oeis")
	cmd.AddCommand(newPlot(a), newRecords(a))
	return cmd
}

func completeSeries() (names []cobra.Completion) {
	for _, s := range known.All() {
		names = append(names, cobra.CompletionWithDesc(s.Name, s.Summary))
	}
	return names
}

// selectValues returns a series and its values, of the orders that a second argument says. It notes
// those without a value.
func (a *app) selectValues(args []string) (none known.Series, _ []known.Value, _ error) {
	s, ok := known.Find(args[0])
	if !ok {
		if kit.IsNumber(args[0]) {
			return none, nil, kit.Usagef("the series comes first: queens table solutions %s", args[0])
		}
		names := named.Names(known.All(), func(s known.Series) string { return s.Name })
		return none, nil, kit.Usagef("no series %q%s; `queens table` lists them", args[0],
			kit.DidYouMean(args[0], names))
	}
	values := s.Values()
	if len(args) == 1 {
		return s, values, nil
	}
	first, last, err := option.Range("table "+s.Name+":", args[1], 0, math.MaxInt)
	if err != nil {
		return none, nil, kit.Usagef("%w; 8..12 is a range", err)
	}
	values = slices.DeleteFunc(values, func(v known.Value) bool { return v.Order < first || v.Order > last })
	if len(values) == 0 {
		all, beyond := s.Values(), ""
		if s.Beyond != "" {
			beyond = "; " + s.Beyond
		}
		return none, nil, fmt.Errorf("table %s: %s is outside %d to %d, the range of this table%s", s.Name, args[1],
			s.First, all[len(all)-1].Order, beyond)
	}
	if missing := missingOrders(values, first, last); missing != nil {
		a.Note("table %s: no value of %s", s.Name, strings.Join(missing, ", "))
	}
	return s, values, nil
}

// missingOrders lists the orders without a value, as ranges.
func missingOrders(values []known.Value, first, last int) (ranges []string) {
	for _, v := range append(slices.Clone(values), known.Value{Order: last + 1}) {
		switch {
		case v.Order == first+1:
			ranges = append(ranges, strconv.Itoa(first))
		case v.Order > first:
			ranges = append(ranges, fmt.Sprintf("%d..%d", first, v.Order-1))
		}
		first = v.Order + 1
	}
	return ranges
}

func (a *app) listSeries(format string) error {
	switch format {
	case "csv":
		lines := [][]string{{"name", "oeis", "first", "last", "counts", "summary"}}
		for _, s := range known.Tables() {
			lines = append(lines, printer.Row(s.Name, s.OEIS, s.First, s.Last, s.Counts, s.Summary))
		}
		return csv.NewWriter(a.Stdout).WriteAll(lines)
	case "oeis":
		return known.WriteEntries(a.Stdout)
	case "bfile":
		return kit.Usagef("--format bfile needs the name of a series; `queens table` lists them")
	default:
		return a.Print(texts.Show("queens.tables/1", map[string]any{"series": known.Tables()}))
	}
}

func (a *app) printSeries(s known.Series, values []known.Value, orders []string, format string) error {
	switch format {
	case "csv":
		head := slices.Concat([]string{"order"}, s.Index, []string{"value", "source", "status"})
		return csv.NewWriter(a.Stdout).WriteAll(append([][]string{head}, lines(values)...))
	case "bfile", "oeis":
		if len(orders) > 0 {
			return kit.Usagef("table %s: format %s has all orders; omit the number", s.Name, format)
		}
		if format == "oeis" {
			return known.WriteEntry(a.Stdout, s)
		}
		return known.WriteBFile(a.Stdout, s)
	}
	if format == "text" && len(orders) > 0 && !strings.Contains(orders[0], "..") {
		bare := lines(values)
		for i, line := range bare {
			bare[i] = line[1 : len(line)-2]
		}
		_, err := io.WriteString(a.Stdout, printer.Lines(bare))
		return err
	}
	return a.Print(showTable(s.Table(values)))
}

func showTable(t known.Table) printer.Answer {
	return printer.Show("queens.table/1", t, func(s printer.Style) string {
		title := ""
		var table [][]string
		if s.Person {
			title = s.Paint(printer.Bold, t.Name+": "+t.Summary) + "\n\n"
			table = append(table, append(append([]string{"n"}, t.Index...), t.Counts, "source", "status"))
		}
		table = append(table, lines(t.Values)...)
		return title + printer.Lines(table)
	})
}

// lines returns the fields of values: order, further arguments, value, source and status.
func lines(values []known.Value) (lines [][]string) {
	for _, v := range values {
		line := printer.Row(v.Order)
		for _, i := range v.Index {
			line = append(line, strconv.Itoa(i))
		}
		lines = append(lines, append(line, printer.Row(v.Value, v.Source, v.Status)...))
	}
	return lines
}

type recordsAnswer struct {
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

var mainSeries = []string{
	"solutions", "fundamental", "s180", "s90", "toroidal", "toroidal-classes", "nonattacking-sets",
	"maximal-sets", "lexicographic-first",
}

func listRecords() *recordsAnswer {
	r := &recordsAnswer{}
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

func newRecords(a *app) *cobra.Command {
	return a.Command("table records", nil, func(*cobra.Command, []string) error {
		return a.Print(texts.Show("queens.records/1", listRecords()))
	})
}

func newPlot(a *app) *cobra.Command {
	o := pictureOptions{Theme: draw.Themes()[0]}
	list := kit.Summaries(draw.Plots(), func(p draw.Plot) (string, string) { return p.Name, p.Summary })
	names := named.Names(draw.Plots(), func(p draw.Plot) string { return p.Name })
	cmd := a.Command("table plot", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			all := map[string]any{"plots": draw.Plots()}
			return o.Print(a.App, printer.Show("queens.plots/1", all, func(printer.Style) string { return list }))
		}
		plot, err := draw.FindPlot(args[0])
		if err != nil {
			return kit.Usagef("%q: want one of %s%s", args[0], strings.Join(names, ", "),
				kit.DidYouMean(args[0], names))
		}
		chart := plot.Chart()
		if a.JSON {
			return o.Print(a.App, printer.Show("queens.plot/1", chart, nil))
		}
		if !o.IsPicture() {
			return kit.Usagef("a plot is a picture: want --format svg or png, or -o %s.svg; --json has its "+
				"numbers", plot.Name)
		}
		return o.Write(a.App, func() (*draw.Picture, error) { return chart.Picture(o.Theme) })
	}, "plots", list)
	cmd.ValidArgs = names
	a.AddForm(cmd, &o.Form, nil, pictureText, "png", "svg")
	kit.Flag(cmd, "theme", &o.Theme, draw.Themes()...)
	return cmd
}
