package format_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"queens"
	"queens/format"
	"queens/internal/must"
)

func TestProblemText(t *testing.T) {
	at := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	for want, p := range map[string]queens.Problem{
		"order 4\n. Q . .\n. . . .\n. . # .\n. . . .\n": {
			Order: 4, Given: []queens.Square{at(0, 1)},
			Blocked: []queens.Square{at(2, 2)},
		},
		"order 8\n": {Order: 8},
		"order 5\ntopology modular\nexcluded s4 d3\n": {
			Order: 5, Topology: queens.Modular,
			Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 2}, {Line: queens.Falling, Index: 3}},
		},
		"order 65\ngiven a65\nblocked b65 c1\n": {
			Order: 65, Given: []queens.Square{at(0, 0)},
			Blocked: []queens.Square{at(0, 1), at(64, 2)},
		},
	} {
		var b strings.Builder
		if err := format.WriteProblem(&b, p); err != nil || b.String() != want {
			t.Errorf("%+v is written\n%s, %v, want\n%s", p, b.String(), err, want)
		}
		got, err := format.ReadProblem(strings.NewReader(want))
		if err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("%s is read as %+v, %v, want %+v", want, got, err, p)
		}
	}
	got, err := format.ReadProblem(strings.NewReader("// by hand\r\n.q\r\n\r\n.#// a row\r\n"))
	if err != nil || got.Order != 2 || len(got.Given) != 1 || len(got.Blocked) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestProblemTextRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       `neither a picture nor a line "order 8"`,
		"order x":                                "line 1: \"order x\": want one line with a number",
		"order 8\norder 9":                       "line 2",
		"given a1":                               `line 1: "given" before the order is known`,
		"order 8\ngiven j1":                      "line 2: queens: read square",
		"order 8\nqueen a1":                      `line 2: "queen": want order, topology`,
		"order 8\nexcluded x":                    "line 2: queens: read diagonal",
		"..\n...":                                "line 2: row 2 of the picture has 3 squares, want 2 rows of 2",
		"..\n..\n..":                             "line 3: row 3 of the picture",
		"...\n...":                               "the picture has 2 rows, want 3",
		"topology flat":                          `line 1: queens: topology "flat"`,
		"order 4\ngiven a1 b2":                   "share a rising diagonal",
		"order 3\nexcluded s4\ntopology modular": "line 3: topology after excluded diagonals",
	} {
		if _, err := format.ReadProblem(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		} else if !errors.Is(err, queens.ErrFormat) && !errors.Is(err, queens.ErrNotSolution) {
			t.Errorf("%q: %v is neither ErrFormat nor ErrNotSolution", text, err)
		}
	}
}

func FuzzReadProblem(f *testing.F) {
	f.Add("order 4\ntopology modular\nexcluded s4 d3\n. Q . .\n")
	f.Add("order 65\ngiven a65\nblocked b65 c1\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := format.ReadProblem(strings.NewReader(text))
		if err != nil {
			return
		}
		var b strings.Builder
		must.Do(t, format.WriteProblem(&b, p))
		if _, err := format.ReadProblem(strings.NewReader(b.String())); err != nil {
			t.Fatalf("%+v is written\n%s and refused: %v", p, b.String(), err)
		}
	})
}
