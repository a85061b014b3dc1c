package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/gold"
)

// TestParse reads every subproblem of every scheme back, with a frame that knows the
// order and the scheme only and with that of the plan.
func TestParse(t *testing.T) {
	var sums bytes.Buffer
	for _, s := range table() {
		for n := s.MinOrder; n <= 17; n++ {
			p, err := New(t.Context(), n, s)
			if err != nil {
				t.Fatal(err)
			}
			f, err := NewFrame(n, s)
			if err != nil {
				t.Fatal(err)
			}
			all := sha256.New()
			for i := range p.Subproblems {
				wire := p.Encode(&p.Subproblems[i])
				all.Write(wire)
				for _, frame := range []*Frame{f, p.Frame} {
					got, err := frame.Parse(wire)
					if err != nil || !reflect.DeepEqual(got, p.Subproblems[i]) {
						t.Fatalf("%s of order %d: %+v, %v; want %+v", s.Name, n, got, err, p.Subproblems[i])
					}
				}
			}
			fmt.Fprintf(&sums, "%s %d: %x\n", s.Name, n, all.Sum(nil))
		}
	}
	gold.Compare(t, "testdata/encoded.txt", sums.Bytes())
}

// sealed returns the bytes with the right check sum.
func sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}

func TestParseRefuses(t *testing.T) {
	p := cutAt(t, 9, lookup(t, "families"), 20)
	f, err := NewFrame(9, p.Scheme)
	if err != nil {
		t.Fatal(err)
	}
	sub := &p.Subproblems[3]
	wire := p.Encode(sub)
	body := wire[:len(wire)-sha256.Size]
	join := cutAt(t, 9, lookup(t, "join"), 1000)
	parity := cutAt(t, 9, lookup(t, "parity"), 1000) // class 2 has 10 even and 4 odd sets
	next, older := *f, *f
	next.Order++
	older.Scheme.Version++
	other := *p.Frame
	other.Hash[0]++
	with := func(f *Frame, pieces Pieces) []byte { return f.Encode(&Subproblem{Pieces: pieces}) }
	for _, test := range []struct {
		name  string
		frame *Frame
		wire  []byte
		text  string
	}{
		{"nothing", f, nil, "these bytes are none"},
		{"too much", f, make([]byte, maxEncoded+1), "these bytes are none"},
		{"another text", f, sealed([]byte("queens subproblem 2\n")), "these bytes are none"},
		{"a bit", f, append([]byte(wireName), wire[len(wireName)+1:]...), "the check sum differs"},
		{"cut short", f, sealed(body[:len(body)-1]), "end too early"},
		{"too long", f, sealed(append(slices.Clone(body), 0)), "1 bytes too many"},
		{"another order", &next, wire, `this one is of version 1 of "families", order 9`},
		{"another version", &older, wire, "want version 2"},
		{"another scheme", join.Frame, wire, `this one is of version 1 of "families"`},
		{"another plan", &other, wire, "this one is of plan"},
		{"no part", f, with(f, Parts{}), "it has no part"},
		{"no such family", f, with(f, Parts{{Family: 24}}), "family 24 of"},
		{"a queen that is attacked", f, with(f, Parts{{Cols: "\x00\x00"}}), "a queen of family 0 stands where none can"},
		{"a queen beside the board", f, with(f, Parts{{Cols: "\x4d"}}), "a queen of family 0 stands where none can"},
		{"no such column sets", join.Frame, with(join.Frame, Sets{PlainSets, 15, 1}), "family 0 of column sets"},
		{"too few columns", join.Frame, with(join.Frame, Sets{SideSets, 7, 1}), "111 is no column set"},
		{"too many columns", join.Frame, with(join.Frame, Sets{SideSets, 7 | 1<<8, 1}), "100000111 is no column set"},
		{"not the least image", join.Frame, with(join.Frame, Sets{CentreSets, 15 << 4, 1}), "11110000 is no column set"},
		{"an empty run", join.Frame, with(join.Frame, Sets{SideSets, 15, 0}), "0 column sets"},
		{"no such class", parity.Frame, with(parity.Frame, Tile{9, 0, 1, 0, 1}), "class 9: the order has none"},
		{"even sets beyond the last", parity.Frame, with(parity.Frame, Tile{2, 9, 2, 0, 1}), "row sets 9 to 11 and 0 to 1 of class 2"},
		{"odd sets beyond the last", parity.Frame, with(parity.Frame, Tile{2, 0, 1, 3, 2}), "row sets 0 to 1 and 3 to 5 of class 2"},
		{"no unit", parity.Frame, with(parity.Frame, Tile{2, 0, 0, 0, 1}), "a tile of class 2 that has no unit"},
		{"a run beyond the last", join.Frame, with(join.Frame, Sets{SideSets, 15, 71}), "71 column sets from 1111 on: there are 70"},
	} {
		_, err := test.frame.Parse(test.wire)
		if !errors.Is(err, queens.ErrFormat) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: error %v, want one that says %q", test.name, err, test.text)
		}
	}
}

// FuzzParse seals any bytes: what is read writes itself again.
func FuzzParse(f *testing.F) {
	families, err := New(f.Context(), 9, lookup(f, "families"))
	if err != nil {
		f.Fatal(err)
	}
	join, err := New(f.Context(), 9, lookup(f, "join"))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range []*Plan{families, join} {
		f.Add(p.Scheme.Kind() == ColumnSets, p.Subproblems[0].Pieces.appendTo(nil))
	}
	f.Fuzz(func(t *testing.T, sets bool, pieces []byte) {
		frame := families.Frame
		if sets {
			frame = join.Frame
		}
		b := append([]byte(wireName), appendString(nil, frame.Scheme.Name)...)
		b = binary.AppendUvarint(b, uint64(frame.Scheme.Version))
		b = binary.AppendUvarint(b, uint64(frame.Order))
		b = append(append(b, frame.Hash[:]...), 0, 0, 0)
		wire := sealed(append(b, pieces...))
		sub, err := frame.Parse(wire)
		if err == nil && !bytes.Equal(frame.Encode(&sub), wire) {
			t.Errorf("%x is read as %+v, which is written as %x", wire, sub, frame.Encode(&sub))
		}
	})
}
