package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"

	"queens"
)

type line struct {
	no   int // from 1
	text string
}

// lines yields the lines of r. An error, too long a line among them, comes last,
// with the number of the line it struck; of a line that could not be read to its end
// nothing is yielded.
func lines(name string, r io.Reader) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		reader := bufio.NewReader(r)
		var buf []byte
		for no := 1; ; no++ {
			var err error
			buf, err = readLine(reader, buf[:0])
			last := err == io.EOF
			switch {
			case last && len(buf) == 0:
				return
			case err != nil && !last:
				yield(line{}, readError(name, no, err))
				return
			}
			text := bytes.TrimSuffix(bytes.TrimSuffix(buf, []byte("\n")), []byte("\r"))
			if !yield(line{no, string(text)}, nil) || last {
				return
			}
		}
	}
}

// readLine appends the next line, with its end, to b.
//
// Errors: io.EOF if the input ends before the line does; queens.ErrFormat if it is
// longer than MaxLine; those of the reader.
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

func readError(name string, no int, err error) error {
	return fmt.Errorf("format: read %s: line %d: %w", name, no, err)
}

// eachLine returns a decoder for a format with one solution in every line for which
// parse returns ok.
func eachLine(name string, r io.Reader, parse func(text string) (p queens.Perm, ok bool,
	err error),
) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		for l, err := range lines(name, r) {
			if err != nil {
				yield(nil, err)
				return
			}
			p, ok, err := parse(l.text)
			if err != nil {
				yield(nil, readError(name, l.no, err))
				return
			}
			if ok && !yield(p, nil) {
				return
			}
		}
	}
}
