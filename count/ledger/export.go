package ledger

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/internal/errs"
)

// exportBeginning is how every export begins: a comment with its header as JSON.
const (
	exportSchema    = "queens.export/1"
	exportBeginning = `# {"schema":"` + exportSchema + `",`
	gzipBeginning   = "\x1f\x8b\x08"
)

var exportColumns = []string{"subproblem", "total", "mod13", "mod15"}

// exportHeader is the part of a header that every computation of a plan shares.
type exportHeader struct {
	Schema string `json:"schema"`
	Header
	Kernel  *struct{} `json:"kernel,omitempty"` // always nil, as the next two
	Program *struct{} `json:"program,omitempty"`
	Created *struct{} `json:"created,omitempty"`
}

// Export writes the question, method and plan of the run to w, and its results as CSV, one per line
// in ascending order of subproblems, numbered from 0 as in plans: total and residues modulo 13 and
// 15. Any two computations of one plan export the same bytes, whatever the workers, kernels and
// interruptions. [Read] reads an export, also one that gzip has compressed.
//
// Time O(results), memory O(1). Errors: those of w.
func (r *Run) Export(w io.Writer) error {
	head, failed := json.Marshal(exportHeader{Schema: exportSchema, Header: r.Header})
	if failed == nil {
		_, failed = fmt.Fprintf(w, "# %s\n", head)
	}
	out := csv.NewWriter(w)
	failed = cmp.Or(failed, out.Write(exportColumns))
	for _, i := range r.state.subproblems() {
		if failed = cmp.Or(failed, out.Write(NewResult(i, r.state.index[i].total).row())); failed != nil {
			break
		}
	}
	out.Flush()
	if failed = cmp.Or(failed, out.Error()); failed != nil {
		return errs.Errorf("export %q: %w", r.Path, failed)
	}
	return nil
}

// imported returns the ledger of an export, or nil if in is not an export. Everyone who reads an
// export gets the same bytes, so that verdicts about it name one head.
//
// Errors: queens.ErrFormat, ErrResidue; those of in.
func imported(ctx context.Context, in io.Reader) (file []byte, err error) {
	buffered := bufio.NewReader(in)
	if start, _ := buffered.Peek(len(gzipBeginning)); string(start) == gzipBeginning {
		packed, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, errs.Errorf("%v: %w", err, queens.ErrFormat)
		}
		buffered = bufio.NewReader(packed)
	}
	if start, _ := buffered.Peek(len(exportBeginning)); string(start) != exportBeginning {
		return nil, nil
	}
	lines, lineNo := bufio.NewScanner(buffered), 0
	next := func() bool { lineNo++; return ctx.Err() == nil && lines.Scan() }
	defer func() {
		if err = cmp.Or(ctx.Err(), err); err != nil {
			file, err = nil, errs.Errorf("line %d of the export: %w", lineNo, err)
		}
	}()
	var head exportHeader
	if !next() || json.Unmarshal(lines.Bytes()[2:], &head) != nil {
		return nil, errs.Errorf("its header is not JSON: %w", queens.ErrFormat)
	}
	h := head.Header
	h.Schema, h.Program, h.Created = Schema, "unnamed program (export)", time.Unix(0, 0).UTC()
	if err := h.validate(); err != nil {
		return nil, err
	}
	if columns := strings.Join(exportColumns, ","); !next() || lines.Text() != columns {
		return nil, errs.Errorf("want %q: %w", columns, queens.ErrFormat)
	}
	last := tip{}
	add := func(k kind, body any) error {
		payload, err := last.extend(h.Plan, k, body)
		file = appendFrame(file, payload)
		return err
	}
	err = add(headerKind, h)
	for least := 0; err == nil && next(); {
		var r Result
		if r, err = importedResult(lines.Text(), least, h.Subproblems); err == nil {
			least, err = r.Subproblem+1, add(resultKind, r)
		}
	}
	if failed := lines.Err(); err == nil && failed != nil {
		err = errs.Errorf("%v: %w", failed, queens.ErrFormat)
	}
	return file, err
}

func importedResult(line string, least, subproblems int) (Result, error) {
	number, rest, _ := strings.Cut(line, ",")
	text, _, _ := strings.Cut(rest, ",")
	i, err := strconv.Atoi(number)
	total, failed := queens.ParseTotal(text)
	r := NewResult(i, total)
	switch row := strings.Join(r.row(), ","); {
	case err != nil || failed != nil || i < least || i >= subproblems:
		return r, errs.Errorf("%.80q is no result of a subproblem from %d to %d: %w", line, least, subproblems-1,
			queens.ErrFormat)
	case line != row:
		return r, errs.Errorf("%.80q: want %q: %w", line, row, ErrResidue)
	}
	return r, nil
}

func (r Result) row() []string {
	return []string{
		strconv.Itoa(r.Subproblem), r.Total.String(), strconv.Itoa(int(r.Mod13)), strconv.Itoa(int(r.Mod15)),
	}
}
