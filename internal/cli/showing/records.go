package showing

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/known"
)

func newRecords(a *app) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "records",
		Short: "The largest orders anybody has computed, and by which method",
		Long: `Records lists computations that found a value for the largest order of their time, with
the year in which it was made public, as far as the publication was seen; and for the
main series the largest order whose value is in "queens table", and what is published
beyond it that could not be read. Sources are keys of docs/bibliography.md and OEIS
numbers.

Exit codes: 0 done, 2 wrong usage.`,
		Example: `  queens records
  queens records --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return kit.Usagef("records: %s, want none", human.Plural(len(args), "argument"))
			}
			return a.records(asJSON)
		},
	}
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// mainSeries are the series whose largest orders are shown.
var mainSeries = []string{"solutions", "fundamental", "s180", "s90", "toroidal", "toroidal-classes", "nonattacking-sets", "maximal-sets", "lexicographic-first"}

// recordReport is a record with its value.
type recordReport struct {
	known.Record
	Value queens.Total `json:"value"`
}

// largestReport is the largest order of a series.
type largestReport struct {
	Series string `json:"series"`
	Order  int    `json:"order"`
	Source string `json:"source"`
	Status string `json:"status"`
	Beyond string `json:"beyond,omitempty"`
}

// records answers `queens records`.
func (a *app) records(asJSON bool) error {
	var records []recordReport
	for _, r := range known.Records() {
		records = append(records, recordReport{r, r.Value()})
	}
	var largest []largestReport
	for _, name := range mainSeries {
		s, _ := known.Find(name)
		values := s.Values()
		last := values[len(values)-1]
		largest = append(largest, largestReport{name, last.Order, last.Source, string(last.Status), s.Beyond})
	}
	if asJSON {
		return kit.WriteJSON(a.Stdout, struct {
			Schema  string          `json:"schema"`
			Records []recordReport  `json:"records"`
			Largest []largestReport `json:"largest"`
		}{"queens.records/1", records, largest})
	}
	out := tabwriter.NewWriter(a.Wrapped(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "year\tseries\tn\tvalue\tsource\tmethod")
	for _, r := range records {
		fmt.Fprintf(out, "%d\t%s\t%d\t%v\t%s\t%s\n", r.Year, r.Series, r.Order, r.Value, r.Source, r.Method)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nlargest n\tseries\tsource\tstatus\tpublished beyond, not read")
	for _, l := range largest {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", l.Order, l.Series, l.Source, l.Status, human.Dash(l.Beyond))
	}
	return out.Flush()
}
