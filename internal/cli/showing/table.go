package showing

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/known"
)

// tableOptions are the flags of `queens table`.
type tableOptions struct {
	format string
	json   bool
}

// tableFormats are the values of --format.
var tableFormats = []string{"text", "json", "csv", "bfile"}

func newTable(a *app) *cobra.Command {
	o := tableOptions{format: "text"}
	cmd := &cobra.Command{
		Use:   "table [NAME [N]]",
		Short: "Known values, with source and status",
		Long: `Table without arguments lists the series of known values: published ones,
recomputed ones, and those that are both. With a name it prints the values of that
series, with a number as well those of one order: a bare number where there is only
one. An OEIS number or a symbol (Q, F, A, P, R, S180, S90, T) is a name as well.

Each value has a source, an OEIS number or a word (search: an independent
exhaustive search; program: this one; formula; identity; convention), and a status:
recomputed-and-published, recomputed, computed-once, published, derived or convention.

The format bfile is that of the OEIS, a line "n a(n)" for each order.

Exit codes: 0 done, 1 no value is known, 2 unknown series or bad argument.`,
		Example: `  queens table
  queens table solutions
  queens table solutions 8
  queens table A002562 20
  queens table fundamental --format bfile`,
		ValidArgsFunction: completeSeries,
		RunE: func(_ *cobra.Command, args []string) error {
			if o.json {
				o.format = "json"
			}
			if len(args) == 0 {
				return a.listSeries(o.format)
			}
			s, values, err := selectValues(args)
			if err != nil {
				return err
			}
			return a.printSeries(s, values, len(args) > 1, o.format)
		},
	}
	kit.AddChoice(cmd, &o.format, "format", tableFormats, "how to print")
	kit.AddJSON(cmd, &o.json)
	return cmd
}

// completeSeries completes the name of a series in the shell.
func completeSeries(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	if len(args) == 0 {
		for _, s := range known.All() {
			names = append(names, cobra.CompletionWithDesc(s.Name, s.Summary))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// selectValues returns the series that the first argument names and its values,
// those of one order if there is a second argument.
func selectValues(args []string) (known.Series, []known.Value, error) {
	var none known.Series
	s, ok := known.Find(args[0])
	if !ok {
		var names []string
		for _, s := range known.All() {
			names = append(names, s.Name)
		}
		return none, nil, kit.Usagef("table: no series %q%s; `queens table` lists them", args[0], kit.DidYouMean(args[0], names))
	}
	values := s.Values()
	if len(args) == 1 {
		return s, values, nil
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 0 || len(args) > 2 {
		return none, nil, kit.Usagef("table %s: %q is not a number 0 or more", s.Name, strings.Join(args[1:], " "))
	}
	row := s.Row(n)
	if len(row) == 0 {
		return none, nil, fmt.Errorf("table %s: no value is known for %d, only from %d to %d", s.Name, n, s.First, values[len(values)-1].Order)
	}
	return s, row, nil
}

// seriesReport is the JSON form of a series. In a list it has no values.
type seriesReport struct {
	Schema   string        `json:"schema,omitempty"`
	Name     string        `json:"name"`
	Summary  string        `json:"summary"`
	OEIS     string        `json:"oeis,omitempty"`
	Argument string        `json:"argument"`
	Index    []string      `json:"index,omitempty"`
	Counts   string        `json:"counts"`
	First    int           `json:"first"`
	Last     int           `json:"last"`
	Values   []known.Value `json:"values,omitempty"`
}

func newSeriesReport(s known.Series, values []known.Value) seriesReport {
	argument := s.Argument
	if argument == "" {
		argument = "order"
	}
	return seriesReport{
		Name: s.Name, Summary: s.Summary, OEIS: s.OEIS, Argument: argument, Index: s.Index, Counts: s.Counts,
		First: values[0].Order, Last: values[len(values)-1].Order,
	}
}

// listSeries prints one line for each series.
func (a *app) listSeries(format string) error {
	var reports []seriesReport
	for _, s := range known.All() {
		reports = append(reports, newSeriesReport(s, s.Values()))
	}
	switch format {
	case "json":
		return kit.WriteJSON(a.Stdout, struct {
			Schema string         `json:"schema"`
			Series []seriesReport `json:"series"`
		}{"queens.tables/1", reports})
	case "csv":
		out := csv.NewWriter(a.Stdout)
		_ = out.Write([]string{"name", "oeis", "first", "last", "counts", "summary"}) // Error reports it
		for _, r := range reports {
			_ = out.Write([]string{r.Name, r.OEIS, strconv.Itoa(r.First), strconv.Itoa(r.Last), r.Counts, r.Summary})
		}
		out.Flush()
		return out.Error()
	case "bfile":
		return kit.Usagef("table: --format bfile needs the name of a series; `queens table` lists them")
	default:
		out := tabwriter.NewWriter(a.Wrapped(), 0, 0, 2, ' ', 0)
		for _, r := range reports {
			fmt.Fprintf(out, "%s\t%d..%d\t%s\t%s\n", r.Name, r.First, r.Last, human.Dash(r.OEIS), r.Summary)
		}
		return out.Flush()
	}
}

// printSeries prints values of a series; bare ones, as text, if they are those of
// one order.
func (a *app) printSeries(s known.Series, values []known.Value, bare bool, format string) error {
	switch format {
	case "json":
		r := newSeriesReport(s, s.Values())
		r.Schema, r.Values = "queens.table/1", values
		return kit.WriteJSON(a.Stdout, r)
	case "csv":
		return writeCSV(a.Stdout, s, values)
	case "bfile":
		if bare {
			return kit.Usagef("table %s: a b-file holds all orders; leave out the number", s.Name)
		}
		return known.WriteBFile(a.Stdout, s)
	}
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	if !bare && kit.IsTerminal(a.Stdout) {
		fmt.Fprintf(a.Stdout, "%s\n\n", a.Paint(kit.Bold, s.Name+": "+s.Summary))
		fmt.Fprintln(out, strings.Join(slices.Concat([]string{"n"}, s.Index, []string{s.Counts, "source", "status"}), "\t"))
	}
	for _, v := range values {
		fields := fieldsOf(v)
		if bare { // only the indices and the value
			fields = fields[1 : len(fields)-2]
		}
		fmt.Fprintln(out, strings.Join(fields, "\t"))
	}
	return out.Flush()
}

// fieldsOf returns a value as text: order, indices, value, source, status.
func fieldsOf(v known.Value) []string {
	fields := []string{strconv.Itoa(v.Order)}
	for _, i := range v.Index {
		fields = append(fields, strconv.Itoa(i))
	}
	return append(fields, v.Value.String(), v.Source, string(v.Status))
}

// writeCSV writes values with a header, as the files of package known have them.
func writeCSV(w io.Writer, s known.Series, values []known.Value) error {
	out := csv.NewWriter(w)
	_ = out.Write(slices.Concat([]string{"order"}, s.Index, []string{"value", "source", "status"})) // Error reports it
	for _, v := range values {
		_ = out.Write(fieldsOf(v))
	}
	out.Flush()
	return out.Error()
}
