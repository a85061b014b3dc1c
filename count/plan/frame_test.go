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
	"queens/count/kind"
	"queens/count/kind/boards"
	"queens/count/kind/join"
	"queens/count/kind/parity"
	"queens/internal/golden"
)

// TestParse reads every subproblem of every scheme back, with a frame that knows the
// order and the scheme only and with that of the plan.
func TestParse(t *testing.T) {
	var sums bytes.Buffer
	for _, s := range Schemes() {
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
	golden.Compare(t, "testdata/encoded.txt", sums.Bytes())
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
	sets := cutAt(t, 9, lookup(t, "join"), 1000)
	tiles := cutAt(t, 9, lookup(t, "parity"), 1000) // class 2 has 10 even and 4 odd sets
	groups := cutAt(t, 9, lookup(t, "parity-groups"), 1000)
	next, older := *f, *f
	next.Order++
	older.Scheme.Version++
	other := *p.Frame
	other.Hash[0]++
	with := func(f *Frame, pieces kind.Pieces) []byte { return f.Encode(&Subproblem{Pieces: pieces}) }
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
		{"another scheme", sets.Frame, wire, `this one is of version 1 of "families"`},
		{"another plan", &other, wire, "this one is of plan"},
		{"no part", f, with(f, boards.Parts{}), "it has no part"},
		{"no such family", f, with(f, boards.Parts{{Family: 24}}), "family 24 of"},
		{
			"a queen that is attacked", f, with(f, boards.Parts{{Cols: "\x00\x00"}}),
			"a queen of family 0 stands where none can",
		},
		{
			"a queen beside the board", f, with(f, boards.Parts{{Cols: "\x4d"}}),
			"a queen of family 0 stands where none can",
		},
		{"no such column sets", sets.Frame, with(sets.Frame,
			join.Sets{Family: join.PlainSets, First: 15, Count: 1}), "family 0 of column sets"},
		{
			"too few columns", sets.Frame, with(sets.Frame, join.Sets{Family: join.SideSets, First: 7, Count: 1}),
			"111 is no column set",
		},
		{"too many columns", sets.Frame, with(sets.Frame, join.Sets{
			Family: join.SideSets, First: 7 | 1<<8,
			Count: 1,
		}), "100000111 is no column set"},
		{"not the least image", sets.Frame, with(sets.Frame,
			join.Sets{Family: join.CentreSets, First: 15 << 4, Count: 1}), "11110000 is no column set"},
		{
			"an empty run", sets.Frame, with(sets.Frame, join.Sets{Family: join.SideSets, First: 15, Count: 0}),
			"0 column sets",
		},
		{"no such class", tiles.Frame, with(tiles.Frame, parity.Tile{
			Queens: 9, Even: 0, EvenCount: 1, Odd: 0,
			OddCount: 1,
		}), "class 9: the order has none"},
		{"even sets beyond the last", tiles.Frame, with(tiles.Frame,
			parity.Tile{
				Queens: 2, Even: 9, EvenCount: 2, Odd: 0,
				OddCount: 1,
			}), "row sets 9 to 11 and 0 to 1 of class 2"},
		{"odd sets beyond the last", tiles.Frame, with(tiles.Frame,
			parity.Tile{
				Queens: 2, Even: 0, EvenCount: 1, Odd: 3,
				OddCount: 2,
			}), "row sets 0 to 1 and 3 to 5 of class 2"},
		{"no unit", tiles.Frame, with(tiles.Frame, parity.Tile{
			Queens: 2, Even: 0, EvenCount: 0, Odd: 0,
			OddCount: 1,
		}), "a tile of class 2 that has no unit"},
		{
			"no such class of groups", groups.Frame, with(groups.Frame, parity.GroupTile{Queens: 9}),
			"class 9: the order has none",
		},
		{
			"even groups beyond the last", groups.Frame, with(groups.Frame, parity.GroupTile{Queens: 2, Even: 9}),
			"groups 9 and 0 of class 2: there are 2 and 1",
		},
		{
			"odd groups beyond the last", groups.Frame, with(groups.Frame, parity.GroupTile{Queens: 2, Odd: 9}),
			"groups 0 and 9 of class 2: there are 2 and 1",
		},
		{"a run beyond the last", sets.Frame, with(sets.Frame,
			join.Sets{Family: join.SideSets, First: 15, Count: 71}), "71 column sets from 1111 on: there are 70"},
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
		f.Add(p == join, p.Subproblems[0].Pieces.AppendTo(nil))
	}
	f.Fuzz(func(t *testing.T, sets bool, pieces []byte) {
		frame := families.Frame
		if sets {
			frame = join.Frame
		}
		b := append([]byte(wireName), kind.AppendString(nil, frame.Scheme.Name)...)
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
