package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"queens"
)

var text = Format{
	Name:    "text",
	Summary: "One solution per line, in any of the accepted spellings",
	Encoder: encodeText,
	Decode:  decodeText,
}

func encodeText(n int, o Options) *Encoder {
	spelling := o.Spelling
	if spelling == queens.Squares { // for people, and not fast
		large := func(b []byte, p []int) []byte {
			return append(queens.Perm(p).AppendText(b, queens.Squares, 1), '\n')
		}
		read := func(b []byte, p []uint8) {
			line, _, _ := strings.Cut(string(b), "\n")
			squares, _ := queens.ParsePerm(line)
			copy(p, queens.RowsOf[uint8](squares))
		}
		return &Encoder{
			small: func(b []byte, p []uint8) []byte { return large(b, queens.PermOf(p)) }, large: large, read: read,
		}
	}
	separator := ","
	switch oneDigit := n-1+o.base() <= 9; {
	case spelling == queens.Auto && n <= 9, spelling == queens.Digits && oneDigit:
		separator = ""
	case spelling == queens.Spaces:
		separator = " "
	}
	return newNumbers(n, o.base(), "", separator, "\n")
}

func decodeText(r io.Reader, o Options) iter.Seq2[queens.Perm, error] {
	return eachLine("text", r, func(line string) (queens.Perm, bool, error) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			return nil, false, nil
		}
		p, err := queens.ParsePermBase(line, o.base())
		if err == nil && len(p) > MaxOrder {
			err = fmt.Errorf("%d columns, more than %d: %w", len(p), MaxOrder, queens.ErrFormat)
		}
		return p, true, err
	}, nil)
}

// eachLine returns a decoder that parses line by line; ok marks the last line of a solution. If not
// nil, end reports what is missing at the end of the input.
func eachLine(name string, r io.Reader, parse func(text string) (p queens.Perm, ok bool, err error),
	end func() error,
) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		reader := bufio.NewReader(r)
		var buf []byte
		for no := 1; ; no++ {
			var err error
			buf, err = readLine(reader, buf[:0])
			last := err == io.EOF
			var p queens.Perm
			var ok bool
			switch {
			case last && len(buf) == 0:
				no--
				err = nil
			case err == nil || last:
				text := bytes.TrimSuffix(bytes.TrimSuffix(buf, []byte("\n")), []byte("\r"))
				p, ok, err = parse(string(text))
			}
			if last && err == nil && !ok && end != nil {
				err = end()
			}
			if err != nil {
				yield(nil, fmt.Errorf("format: read %s: line %d: %w", name, no, err))
				return
			}
			if ok && !yield(p, nil) || last {
				return
			}
		}
	}
}

// readLine appends the next line, with its end, to b. Errors: io.EOF for a last line without end;
// queens.ErrFormat above MaxLine; those of the reader.
func readLine(r *bufio.Reader, b []byte) ([]byte, error) {
	for {
		piece, err := r.ReadSlice('\n')
		b = append(b, piece...)
		switch {
		case len(b) > MaxLine:
			return b, fmt.Errorf("longer than %d bytes: %w", MaxLine, queens.ErrFormat)
		case err != bufio.ErrBufferFull:
			return b, err
		}
	}
}

// permOf converts rows counted from base. Errors: queens.ErrFormat for a row outside the board or
// more than MaxOrder columns.
func permOf(rows []int, base int) (queens.Perm, error) {
	n := len(rows)
	if n > MaxOrder {
		return nil, fmt.Errorf("%d columns, more than %d: %w", n, MaxOrder, queens.ErrFormat)
	}
	p := make(queens.Perm, n)
	for c, no := range rows {
		if no < base || no > n-1+base {
			return nil, fmt.Errorf("row %d in column %d is outside %d..%d, a board of order %d: %w", no, c+base, base,
				n-1+base, n, queens.ErrFormat)
		}
		p[c] = no - base
	}
	return p, nil
}

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

// decodeCSV reads plain numbers without quotes. The header shows whether rows count from 0 or 1, so
// the options are ignored.
func decodeCSV(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		n, base := -1, 0 // before the header
		eachLine("csv", r, func(text string) (p queens.Perm, ok bool, err error) {
			if n < 0 {
				n, base, err = readHeader(text)
				return nil, false, err
			}
			rows, err := csvRows(text)
			if err == nil && len(rows) != n {
				err = fmt.Errorf("%d columns under a header of %d: %w", len(rows), n, queens.ErrFormat)
			}
			if err == nil {
				p, err = permOf(rows, base)
			}
			return p, true, err
		}, nil)(yield)
	}
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
