package format

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"queens"
)

const listSchema = "queens.list/1"

var json = Format{
	Name:    "json",
	Summary: "One JSON document with all solutions, one array per line",
	Encoder: encodeJSON,
	Decode:  decodeJSON,
}

func encodeJSON(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "[", ",", "]")
	base := ""
	if o.FromZero {
		base = `"base":0,`
	}
	e.head = fmt.Sprintf(`{"schema":%q,"order":%d,%s"solutions":[`+"\n", listSchema, n, base)
	e.lead = ",\n"
	e.foot = "\n]}\n"
	return e
}

func decodeJSON(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		fuse := &io.LimitedReader{R: r, N: MaxLine}
		d := jsonReader{d: stdjson.NewDecoder(fuse), fuse: fuse, base: 1, order: -1}
		if err := d.read(func(p queens.Perm) bool { return yield(p, nil) }); err != nil && err != errStopped {
			yield(nil, fmt.Errorf("format: read json: byte %d: %w", d.d.InputOffset()+1, d.mark(err)))
		}
	}
}

var errStopped = errors.New("stopped")

// jsonReader reads a document in constant memory: schema, order and base come before the solutions.
type jsonReader struct {
	d      *stdjson.Decoder
	fuse   *io.LimitedReader // to the next solution; a decoder that buffers a token could take all memory
	schema string
	base   int
	order  int // -1: unknown
}

func (j *jsonReader) read(visit func(queens.Perm) bool) error {
	if err := j.expect(stdjson.Delim('{')); err != nil {
		return err
	}
	done := false
	for j.d.More() {
		key, err := j.d.Token()
		if err != nil {
			return err
		}
		switch key {
		case "schema":
			if err = j.d.Decode(&j.schema); err == nil && j.schema != listSchema {
				err = fmt.Errorf("schema %.40q: want %q: %w", j.schema, listSchema, queens.ErrFormat)
			}
		case "order":
			err = j.d.Decode(&j.order)
		case "base":
			if err = j.d.Decode(&j.base); err == nil {
				err = checkBase(j.base)
			}
		case "solutions":
			if j.schema == "" || done {
				return fmt.Errorf("%q comes before %q or twice: %w", key, "schema", queens.ErrFormat)
			}
			done = true
			err = j.solutions(visit)
		default:
			err = j.d.Decode(new(stdjson.RawMessage))
		}
		if err != nil {
			return err
		}
	}
	if err := j.expect(stdjson.Delim('}')); err != nil {
		return err
	}
	if !done {
		return fmt.Errorf("no key %q: %w", "solutions", queens.ErrFormat)
	}
	if _, err := j.d.Token(); err != io.EOF || j.fuse.N <= 0 {
		return fmt.Errorf("data after the document: %w", queens.ErrFormat)
	}
	return nil
}

func (j *jsonReader) solutions(visit func(queens.Perm) bool) error {
	if err := j.expect(stdjson.Delim('[')); err != nil {
		return err
	}
	for no := 1; j.d.More(); no++ {
		var rows []int
		if err := j.d.Decode(&rows); err != nil {
			return err
		}
		p, err := permOf(rows, j.base)
		if err == nil && j.order >= 0 && len(p) != j.order {
			err = fmt.Errorf("%d columns in a list of order %d: %w", len(p), j.order, queens.ErrFormat)
		}
		if err != nil {
			return fmt.Errorf("solution %d: %w", no, err)
		}
		j.fuse.N = MaxLine
		if !visit(p) {
			return errStopped
		}
	}
	return j.expect(stdjson.Delim(']'))
}

func (j *jsonReader) expect(want stdjson.Delim) error {
	token, err := j.d.Token()
	if err != nil {
		return err
	}
	if token != want {
		return fmt.Errorf("found %.40q, want %q: %w", fmt.Sprint(token), want.String(), queens.ErrFormat)
	}
	return nil
}

// mark marks the decoder's own errors, not those of the underlying reader, as ErrFormat.
func (j *jsonReader) mark(err error) error {
	var syntax *stdjson.SyntaxError
	var kind *stdjson.UnmarshalTypeError
	switch early := err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF); {
	case early && j.fuse.N <= 0:
		return fmt.Errorf("more than %d bytes without a solution: %w", MaxLine, queens.ErrFormat)
	case early:
		return fmt.Errorf("the document ends too early: %w", queens.ErrFormat)
	case errors.As(err, &syntax), errors.As(err, &kind):
		return malformed(err)
	default:
		return err
	}
}

var ndjson = Format{
	Name:    "ndjson",
	Summary: "One JSON object per line, its rows under the key solution",
	Encoder: encodeNDJSON,
	Decode:  decodeNDJSON,
}

func encodeNDJSON(n int, o Options) *Encoder {
	open := `{"solution":[`
	if o.FromZero {
		open = `{"base":0,"solution":[`
	}
	return newNumbers(n, o.base(), open, ",", "]}\n")
}

// record is one line. Rows count from 1 unless base says otherwise. Answers about one placement
// have its rows under "rows".
type record struct {
	Base     int   `json:"base"`
	Solution []int `json:"solution"`
	Rows     []int `json:"rows"`
}

func decodeNDJSON(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return eachLine("ndjson", r, func(line string) (queens.Perm, bool, error) {
		if strings.TrimSpace(line) == "" {
			return nil, false, nil
		}
		rec := record{Base: 1}
		if err := stdjson.Unmarshal([]byte(line), &rec); err != nil {
			return nil, false, malformed(err)
		}
		if rec.Solution == nil {
			rec.Solution = rec.Rows
		}
		if rec.Solution == nil {
			return nil, false, fmt.Errorf("neither a key %q nor %q: %w", "solution", "rows", queens.ErrFormat)
		}
		if err := checkBase(rec.Base); err != nil {
			return nil, false, err
		}
		p, err := permOf(rec.Solution, rec.Base)
		return p, true, err
	}, nil)
}

func checkBase(base int) error {
	if base != 0 && base != 1 {
		return fmt.Errorf("base %d: want 0 or 1: %w", base, queens.ErrFormat)
	}
	return nil
}

func malformed(err error) error {
	return fmt.Errorf("%s: %w", strings.TrimPrefix(err.Error(), "json: "), queens.ErrFormat)
}
