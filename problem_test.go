package queens_test

import (
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"testing"

	"queens"
	"queens/internal/must"
)

func TestTopologies(t *testing.T) {
	for i, name := range queens.Topologies() {
		topology, err := queens.ParseTopology(name)
		if err != nil || topology != queens.Topology(i) || topology.String() != name {
			t.Errorf("topology %d, %q, is read as %v, error %v", i, name, topology, err)
		}
	}
	queens.Topologies()[0] = "flat"
	if got := queens.Regular.String(); got != "regular" {
		t.Errorf("a caller renamed a topology to %q", got)
	}
	_, err := queens.ParseTopology("flat")
	wantError(t, err, `topology "flat": want one of regular, modular`, queens.ErrFormat)
	if got := queens.Topology(7).String(); got != "topology 7" {
		t.Errorf("an unknown topology is %q", got)
	}
	_, err = queens.Topology(7).MarshalText()
	wantError(t, err, "write topology 7: want one of regular, modular", queens.ErrFormat)
}

func TestProblemJSON(t *testing.T) {
	const text = `{"order":5,"topology":"modular","given":[{"row":1,"column":2}]}`
	var p queens.Problem
	must.Do(t, json.Unmarshal([]byte(text), &p))
	if again, err := json.Marshal(p); err != nil || string(again) != text {
		t.Errorf("%s is written again as %s, error %v", text, again, err)
	}
	if err := json.Unmarshal([]byte(`{"topology":"flat"}`), &p); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("an unknown topology gives error %v, want %v", err, queens.ErrFormat)
	}
	if _, err := json.Marshal(queens.Problem{Topology: 7}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("writing an unknown topology gives error %v, want %v", err, queens.ErrFormat)
	}
}

func TestValidate(t *testing.T) {
	at := func(squares ...queens.Square) []queens.Square { return squares }
	sq := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	const most = queens.MaxProblemOrder
	diagonal := func(i int) []queens.Diagonal { return []queens.Diagonal{{Line: queens.Falling, Index: i}} }
	for _, c := range []struct {
		is   error
		p    queens.Problem
		want string // "" for a problem that makes sense
	}{
		{nil, queens.Problem{}, ""},
		{nil, queens.Problem{Order: 8, Given: at(sq(0, 3)), Blocked: at(sq(1, 1), sq(1, 1))}, ""},
		{nil, queens.Problem{Order: most, Given: at(sq(0, 0), sq(1, most-1))}, ""},
		{queens.ErrOrder, queens.Problem{Order: -1}, "problem of order -1: want 0 to 1073741824"},
		{queens.ErrOrder, queens.Problem{Order: most + 1}, "problem of order 1073741825: want 0 to 1073741824"},
	} {
		wantError(t, c.p.Validate(), c.want, c.is)
	}
	for want, p := range map[string]queens.Problem{
		"problem with topology 7: want one of regular, modular":           {Order: 8, Topology: 7},
		"blocked square at row 9, column 1 is outside a board of order 8": {Order: 8, Blocked: at(sq(0, 0), sq(8, 0))},
		"given queen at row 3, column 0 is outside a board of order 8":    {Order: 8, Given: at(sq(2, -1))},
		"given queen at row 1, column 1 is outside a board of order 0":    {Given: at(sq(0, 0))},
		"given queen at row 5, column 5 is listed twice":                  {Order: 8, Given: at(sq(4, 4), sq(4, 4))},
		"given queen at row 5, column 5 is on a blocked square": {
			Order: 8, Given: at(sq(4, 4)), Blocked: at(sq(4, 4)),
		},
		"excluded falling diagonal 15, counted from 0, is not one of a regular board of order 8": {
			Order: 8, Excluded: diagonal(15),
		},
		"given queen at row 5, column 5 is on the excluded falling diagonal d0": {
			Order: 8, Given: at(sq(4, 4)), Excluded: diagonal(7),
		},
	} {
		wantError(t, p.Validate(), want, queens.ErrFormat)
	}
	for want, p := range map[string]queens.Problem{
		"row 6, column 5 and row 5, column 6 share a rising": {Order: 8, Given: at(sq(0, 0), sq(5, 4), sq(4, 5))},
		"row 1, column 2 and row 2, column 1 share a rising": { // around the torus
			Order: most, Topology: queens.Modular, Given: at(sq(0, 1), sq(1, 0), sq(most-1, most-1)),
		},
		"row 1, column 3 and row 1073741824, column 2 share a falling": {
			Order: most, Topology: queens.Modular, Given: at(sq(0, 2), sq(most-1, 1)),
		},
	} {
		wantError(t, p.Validate(), "the queens at "+want+" diagonal", queens.ErrNotSolution)
	}
}

// TestValidateIsCheap checks that the cost does not depend on the order: a few bytes of JSON must
// not allocate gigabytes.
func TestValidateIsCheap(t *testing.T) {
	p := queens.Problem{Order: queens.MaxProblemOrder, Given: []queens.Square{{Row: 0, Col: 1}, {Row: 1, Col: 5}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must.Do(t, p.Validate())
	runtime.ReadMemStats(&after)
	// TotalAlloc covers the whole process, but an array of all lines takes 2^34 bytes.
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("two queens on a board of order %d cost %d bytes", p.Order, got)
	}
	if math.MaxInt > math.MaxInt32 {
		p.Order = math.MaxInt
		wantError(t, p.Validate(), "problem of order 9223372036854775807: want 0 to 1073741824", queens.ErrOrder)
	}
}
