package format

import (
	stdjson "encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"queens"
)

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

// record is one line. Rows count from 1 unless it says otherwise. The answers of the program
// about one placement have its rows under another key.
type record struct {
	Base     *int   `json:"base"`
	Solution *[]int `json:"solution"`
	Rows     *[]int `json:"rows"`
}

func decodeNDJSON(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return eachLine("ndjson", r, func(line string) (queens.Perm, bool, error) {
		if strings.TrimSpace(line) == "" {
			return nil, false, nil
		}
		var rec record
		if err := stdjson.Unmarshal([]byte(line), &rec); err != nil {
			return nil, false, malformed(err)
		}
		if rec.Solution == nil {
			rec.Solution = rec.Rows
		}
		if rec.Solution == nil {
			return nil, false, fmt.Errorf("neither a key %q nor %q: %w", "solution", "rows", queens.ErrFormat)
		}
		base := 1
		if rec.Base != nil {
			base = *rec.Base
		}
		if err := checkBase(base); err != nil {
			return nil, false, err
		}
		p, err := permOf(*rec.Solution, base)
		return p, true, err
	})
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
