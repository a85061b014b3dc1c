package format

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"queens"
)

var csv = Format{
	Name:    "csv",
	Summary: "Comma separated values with a header row c1 to cn",
	Encoder: encodeCSV,
	Decode:  decodeCSV,
}

func encodeCSV(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "", ",", "\n")
	e.head = csvHeader(n, o.base()) + "\n"
	return e
}

func csvHeader(n, base int) string {
	names := make([]string, n)
	for c := range names {
		names[c] = "c" + strconv.Itoa(c+base)
	}
	return strings.Join(names, ",")
}

// decodeCSV reads plain numbers without quotes. The header says whether rows count from 0 or
// from 1; the options are not used.
func decodeCSV(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		h := csvReader{n: -1}
		eachLine("csv", r, h.line)(yield)
	}
}

type csvReader struct {
	n    int // -1: header not yet read
	base int
}

func (h *csvReader) line(text string) (p queens.Perm, ok bool, err error) {
	if h.n < 0 {
		h.n, h.base, err = readHeader(text)
		return nil, false, err
	}
	rows, err := csvRows(text)
	if err == nil && len(rows) != h.n {
		err = fmt.Errorf("%d columns under a header of %d: %w", len(rows), h.n, queens.ErrFormat)
	}
	if err != nil {
		return nil, false, err
	}
	p, err = permOf(rows, h.base)
	return p, true, err
}

func readHeader(line string) (n, base int, err error) {
	if line != "" {
		n = strings.Count(line, ",") + 1
	}
	if n > MaxOrder {
		return 0, 0, fmt.Errorf("%d columns, more than %d: %w", n, MaxOrder, queens.ErrFormat)
	}
	base = 1
	if strings.HasPrefix(line, "c0") {
		base = 0
	}
	if want := csvHeader(n, base); line != want {
		return 0, 0, fmt.Errorf("header %.40q: want %.40q: %w", line, want, queens.ErrFormat)
	}
	return n, base, nil
}

// csvRows returns the numbers of a line; an empty line has none.
func csvRows(line string) (rows []int, err error) {
	if line == "" {
		return nil, nil
	}
	for field := range strings.SplitSeq(line, ",") {
		no, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("%.40q in column %d is not a number: %w", field, len(rows)+1, queens.ErrFormat)
		}
		rows = append(rows, no)
	}
	return rows, nil
}
