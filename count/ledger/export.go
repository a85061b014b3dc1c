package ledger

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"queens"
)

// ExportFormats returns the names of the formats in which results are written for other programs.
func ExportFormats() []string { return []string{"csv", "ndjson"} }

// ExportOptions say what Export writes. The zero value is CSV of what every
// computation of the run has in common.
type ExportOptions struct {
	Format string // one of ExportFormats; empty means "csv"
	// Details adds nodes, kernel, elapsed time and evidence. Without them any two computations
	// of one plan export the same bytes, whatever the number of workers, kernels and
	// interruptions.
	Details bool
}

// Export writes the results of the run to w, one per line by increasing number of
// the subproblem, which counts from 0 as plans do: its total and the residues
// modulo 13 and 15.
//
// Time O(results), memory O(1). Errors: queens.ErrFormat for an unknown format;
// those of w and of the file.
func (r *Run) Export(w io.Writer, o ExportOptions) error {
	encode := encodeCSV
	switch o.Format {
	case "", "csv":
	case "ndjson":
		encode = encodeNDJSON
	default:
		return fmt.Errorf("ledger: export as %q: want csv or ndjson: %w", o.Format, queens.ErrFormat)
	}
	results := r.totals()
	if o.Details {
		results = r.Results()
	}
	out := bufio.NewWriter(w)
	err := encode(out, results, o.Details)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("ledger: export %q: %w", r.Path, err)
	}
	return nil
}

func (r *Run) totals() iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		for subproblem, k := range r.index.all() {
			if !yield(NewResult(subproblem, k.total()), nil) {
				return
			}
		}
	}
}

func encodeCSV(w io.Writer, results iter.Seq2[Result, error], details bool) error {
	out := csv.NewWriter(w)
	columns := []string{"subproblem", "total", "mod13", "mod15"}
	if details {
		columns = append(columns, "nodes", "kernel", "elapsedNanos", "evidence")
	}
	if err := out.Write(columns); err != nil {
		return err
	}
	for r, err := range results {
		if err != nil {
			return err
		}
		columns = append(columns[:0], strconv.Itoa(r.Subproblem), r.Total.String(),
			strconv.Itoa(int(r.Mod13)), strconv.Itoa(int(r.Mod15)))
		if details {
			columns = append(columns, strconv.FormatUint(r.Nodes, 10), r.Kernel,
				strconv.FormatInt(int64(r.Elapsed), 10), r.EvidenceText())
		}
		if err := out.Write(columns); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// EvidenceText returns the evidence in one field: "top=46 bottom=46".
func (r Result) EvidenceText() string {
	var text strings.Builder
	for i, e := range r.Evidence {
		if i > 0 {
			text.WriteByte(' ')
		}
		fmt.Fprintf(&text, "%s=%d", e.Name, e.Value)
	}
	return text.String()
}

func encodeNDJSON(w io.Writer, results iter.Seq2[Result, error], _ bool) error {
	out := json.NewEncoder(w)
	for r, err := range results {
		if err == nil {
			err = out.Encode(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
