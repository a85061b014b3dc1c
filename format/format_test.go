package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"queens"
	"queens/internal/golden"
	"queens/internal/must"
)

// samples returns placements of an order with one queen per column; they need not be solutions.
func samples(n int) []queens.Perm {
	up, down, mixed := make(queens.Perm, n), make(queens.Perm, n), make(queens.Perm, n)
	for c := range n {
		up[c], down[c] = c, n-1-c
		mixed[c] = (c*c + 3*c) % n // repeats rows
	}
	return []queens.Perm{up, down, mixed}
}

func encode(t testing.TB, f Format, n int, o Options, list []queens.Perm) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out, f.Encoder(n, o))
	for _, p := range list {
		must.Do(t, w.WritePerm(p))
	}
	must.Do(t, w.Close())
	return out.Bytes()
}

func collect(seq iter.Seq2[queens.Perm, error]) (list []queens.Perm, err error) {
	for p, err := range seq {
		if err != nil {
			return list, err
		}
		list = append(list, p)
	}
	return list, nil
}

func allOptions() (all []Options) {
	for s := range queens.Spellings() {
		for _, zero := range []bool{false, true} {
			all = append(all, Options{Spelling: queens.Spelling(s), FromZero: zero})
		}
	}
	return all
}

func TestTable(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	if !slices.IsSortedFunc(All(), func(a, b Format) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the table is not sorted by name")
	}
	for _, f := range All() {
		if !name.MatchString(f.Name) || f.Summary == "" || strings.HasSuffix(f.Summary, ".") {
			t.Errorf("%+v: a field is missing or malformed", f)
		}
		if got, err := Find(f.Name); err != nil || got.Name != f.Name {
			t.Errorf("Find(%q) = %q, %v", f.Name, got.Name, err)
		}
	}
	if _, err := Find("xml"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("Find of an unknown name: error %v, want %v", err, queens.ErrFormat)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, f := range All() {
		for _, o := range allOptions() {
			for _, n := range []int{1, 2, 4, 8, 9, 10, 11, 16, 27, 32, 33, 120} {
				want := samples(n)
				text := encode(t, f, n, o, want)
				got, err := collect(f.Decode(iotest.OneByteReader(bytes.NewReader(text)), o))
				if err != nil || !slices.EqualFunc(got, want, queens.Perm.Equal) {
					t.Errorf("%s, order %d, options %+v: read %v, error %v, from\n%.300s", f.Name, n, o, got, err, text)
				}
			}
		}
	}
}

func TestSmallAgreesWithLarge(t *testing.T) {
	for _, f := range All() {
		for _, o := range allOptions() {
			for n := range 41 {
				e := f.Encoder(n, o)
				for _, p := range samples(n) {
					got, want := e.AppendSolution([]byte("x"), queens.RowsOf[uint8](p)), e.AppendPerm([]byte("x"), p)
					if plain := "x" + string(p.AppendText(nil, o.Spelling, o.base())) + "\n"; !bytes.Equal(got, want) ||
						f.Name == "text" && string(got) != plain {
						t.Errorf("%s, order %d, options %+v: %q, want %q; as text %q", f.Name, n, o, got, want, plain)
					}
				}
			}
		}
	}
}

func TestGolden(t *testing.T) {
	solutions := map[int][]queens.Perm{
		6:  {{1, 3, 5, 0, 2, 4}, {2, 5, 1, 4, 0, 3}},
		12: {{0, 2, 4, 7, 9, 11, 5, 10, 1, 6, 8, 3}}, // the first of order 12
		0:  {{}},
		3:  {},
	}
	for _, f := range All() {
		ending := f.Name
		if ending == "text" {
			ending = "txt"
		}
		for n, list := range solutions {
			path := fmt.Sprintf("%s-%d.%s", f.Name, n, ending)
			golden.Compare(t, filepath.Join("testdata", path), encode(t, f, n, Options{}, list))
		}
		path := fmt.Sprintf("%s-6-from-zero.%s", f.Name, ending)
		golden.Compare(t, filepath.Join("testdata", path), encode(t, f, 6, Options{FromZero: true}, solutions[6]))
	}
}

func TestOrderZero(t *testing.T) {
	for _, f := range []Format{csv, json, ndjson} {
		got, err := collect(f.Decode(bytes.NewReader(encode(t, f, 0, Options{}, []queens.Perm{{}})), Options{}))
		if err != nil || len(got) != 1 || len(got[0]) != 0 {
			t.Errorf("%s: read %v, error %v, want one empty board", f.Name, got, err)
		}
	}
}

func TestDecodeTells(t *testing.T) {
	for _, c := range []struct{ format, input, want string }{
		{"text", "2413\n\n# note\n25\n", "line 4: queens: read solution: row 5 in column 2"},
		{"text", strings.Repeat("1", MaxLine+1), "line 1: longer than 1048576 bytes"},
		{"ndjson", "{\"solution\":[2,4,1,3]}\n{\"queens\":[1]}\n", `line 2: neither a key "solution" nor "rows"`},
		{"ndjson", "{\"solution\":[2,4,1,5]}\n", "line 1: row 5 in column 4 is outside 1..4"},
		{"ndjson", "{\"base\":2,\"solution\":[]}\n", "line 1: base 2: want 0 or 1"},
		{"ndjson", "[1]\n", "line 1: cannot unmarshal array"},
		{"csv", "a,b\n", `line 1: header "a,b": want "c1,c2"`},
		{"csv", "c1,c2\n1,2,1\n", "line 2: 3 columns under a header of 2"},
		{"csv", "c1,c2\n1,x\n", `line 2: "x" in column 2 is not a number`},
		{"board", ".Q..\n.Q..\n", "line 2: rows 1 and 2 both have a queen in column 2"},
		{"board", ".Q..\n...Q\nQ...\n....\n", "line 4: column 3 of 4 has no queen"},
		{"board", ". Q\nQ x\n", "line 2: 'x' in column 2 is neither"},
		{"board", ". Q\n", "line 1: the board ends after row 1 of 2"},
		{"board", ". Q\nQ . .\n", "line 2: row 2 has 3 squares"},
		{
			"json", `{"schema":"queens.list/1","order":2,"solutions":[[1,2],[1]]}`,
			"solution 2: 1 columns in a list of order 2",
		},
		{"json", `{"schema":"queens.list/2"}`, `schema "queens.list/2": want "queens.list/1"`},
		{"json", `{"solutions":[]}`, `"solutions" comes before "schema"`},
		{"json", `{"schema":"queens.list/1"}`, `no key "solutions"`},
		{"json", `{"schema":"queens.list/1","solutions":[[1]`, "the document ends too early"},
		{"json", `{"schema":"queens.list/1","solutions":[[1]]} 1`, "data after the document"},
		{"json", `[]`, `found "[", want "{"`},
		{
			"json", `{"schema":"queens.list/1","x":"` + strings.Repeat("y", 3*MaxLine),
			"more than 1048576 bytes without a solution",
		},
	} {
		_, err := collect(must.Get(Find(c.format))(t).Decode(strings.NewReader(c.input), Options{}))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "format: read "+
			c.format+": ") {
			t.Errorf("%s of %.60q: error %v, want %q", c.format, c.input, err, c.want)
		}
		if !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%s of %.60q: error %v is not %v", c.format, c.input, err, queens.ErrFormat)
		}
	}
}

// TestDecodeStops checks that decoders stop on request and return errors of the reader.
func TestDecodeStops(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, f := range All() {
		input := encode(t, f, 4, Options{}, []queens.Perm{{1, 3, 0, 2}, {2, 0, 3, 1}})
		k := 0
		for range f.Decode(bytes.NewReader(input), Options{}) {
			k++
			break
		}
		if k != 1 {
			t.Errorf("%s: %d solutions before the first break", f.Name, k)
		}
		_, err := collect(f.Decode(io.MultiReader(bytes.NewReader(input[:len(input)/2]), iotest.ErrReader(broken)),
			Options{}))
		if f.Name != "board" && !errors.Is(err, broken) { // half a board may be malformed
			t.Errorf("%s: error %v, want %v", f.Name, err, broken)
		}
	}
}

func TestWriterPassesOnErrors(t *testing.T) {
	full := errors.New("disk full")
	for _, f := range All() {
		w := NewWriter(failingWriter{full}, f.Encoder(4, Options{}))
		if err := w.WritePerm(queens.Perm{1, 3, 0, 2}); err != full {
			t.Errorf("%s: error %v, want %v", f.Name, err, full)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// FuzzDecode checks that no decoder panics and that what it reads survives a round trip.
func FuzzDecode(f *testing.F) {
	for i, format := range All() {
		f.Add(uint8(i), encode(f, format, 4, Options{}, []queens.Perm{{1, 3, 0, 2}, {2, 0, 3, 1}}))
		f.Add(uint8(i), encode(f, format, 12, Options{FromZero: true}, samples(12)))
	}
	f.Fuzz(func(t *testing.T, kind uint8, input []byte) {
		format := table[int(kind)%len(table)]
		list, _ := collect(format.Decode(bytes.NewReader(input), Options{}))
		for _, p := range list {
			for c, r := range p {
				if r < 0 || r >= len(p) {
					t.Fatalf("%s: row %d in column %d of %d", format.Name, r, c, len(p))
				}
			}
			if len(p) == 0 {
				continue
			}
			again, err := collect(format.Decode(bytes.NewReader(encode(t, format, len(p), Options{}, []queens.Perm{p})),
				Options{}))
			if err != nil || len(again) != 1 || !again[0].Equal(p) {
				t.Fatalf("%s: %v is read again as %v, error %v", format.Name, p, again, err)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	p := []uint8{0, 2, 4, 1, 12, 8, 13, 11, 14, 5, 15, 6, 3, 10, 7, 9} // the first of order 16
	for _, f := range All() {
		b.Run("format="+f.Name+"/n=16", func(b *testing.B) {
			e := f.Encoder(len(p), Options{})
			var out []byte
			for b.Loop() {
				out = e.AppendSolution(out[:0], p)
			}
			b.SetBytes(int64(len(out)))
		})
	}
}

// TestSniff recognises every format from the beginning of its output, and consumes nothing.
func TestSniff(t *testing.T) {
	for _, f := range All() {
		for _, n := range []int{1, 4, 12} {
			for _, o := range []Options{{}, {FromZero: true}} {
				whole := string(encode(t, f, n, o, samples(n)[:1]))
				for _, size := range []int{16, 1 << 12} {
					r := bufio.NewReaderSize(iotest.OneByteReader(strings.NewReader(whole)), size)
					if f.Name == "json" && size == 16 { // the buffer is too short to tell
						continue
					}
					if got := Sniff(r); got.Name != f.Name {
						t.Errorf("%q: %s, want %s", whole, got.Name, f.Name)
					}
					if left, err := io.ReadAll(r); string(left) != whole || err != nil {
						t.Errorf("%q: %q is left, %v", whole, left, err)
					}
				}
			}
		}
	}
	for text, want := range map[string]string{
		"": "text", "# note\n\n  \n2413": "text", "a2 b4 c1 d3\n": "text", "# note\n{\n": "json",
		`{"rows":[1],"solutions":"92"}`: "ndjson",
		"[2,4,1,3]\n":                   "text", "c1\n1\n": "csv", "c3 d1 a2 b4\n": "text", "..Q.": "board",
	} {
		if got := Sniff(bufio.NewReader(strings.NewReader(text))); got.Name != want {
			t.Errorf("%q: %s, want %s", text, got.Name, want)
		}
	}
}
