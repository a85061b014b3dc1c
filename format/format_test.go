package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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

func decode(r io.Reader, o Reading) (list []queens.Perm, err error) {
	for b, err := range NewReader(r, o).Boards() {
		if err != nil {
			return list, err
		}
		list = append(list, b.Perm)
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
			for _, n := range []int{1, 2, 3, 4, 8, 9, 10, 11, 16, 27, 32, 33, 120} {
				want := samples(n)
				if n == 1 && f.Name == "fen" {
					want = want[:1] // several rows of one square are no list
				}
				text := encode(t, f, n, o, want)
				from := Reading{Base: o.base()}
				if f.Name == "param" { // which always counts from 0
					from.Base = 0
				}
				if n <= 2 && f.Name == "text" && o.Spelling == queens.Pairs {
					from.From = Lists // one or two pairs may be a placement of order 2 or 4
				}
				got, err := decode(iotest.OneByteReader(bytes.NewReader(text)), from)
				if err != nil && n == 3 && strings.Contains(err.Error(), "which attacks itself: --from placement") {
					from.From = Placements
					got, err = decode(bytes.NewReader(text), from)
				}
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

// TestReaderStops checks that a Reader stops on request and returns errors of its input.
func TestReaderStops(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, f := range All() {
		input := encode(t, f, 4, Options{}, []queens.Perm{{1, 3, 0, 2}, {2, 0, 3, 1}})
		k := 0
		for range NewReader(bytes.NewReader(input), Reading{Base: AnyBase}).Boards() {
			k++
			break
		}
		if k != 1 {
			t.Errorf("%s: %d solutions before the first break", f.Name, k)
		}
		half := io.MultiReader(bytes.NewReader(input[:len(input)/2]), iotest.ErrReader(broken))
		if _, err := decode(half, Reading{Base: AnyBase}); !errors.Is(err, broken) {
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

// TestBegun cuts lists at every byte: exactly the whole solutions are read, and no altered one.
func TestBegun(t *testing.T) {
	for _, f := range All() {
		for _, o := range allOptions() {
			if f.Name != "text" && o.Spelling != queens.Auto {
				continue // it has no spellings
			}
			for _, n := range []int{1, 4, 9, 10, 11, 32} {
				list, enc := samples(n), f.Encoder(n, o)
				var ends []int
				var out bytes.Buffer
				w := NewWriter(&out, enc)
				for _, p := range list {
					if err := w.WritePerm(p); err != nil {
						t.Fatal(err)
					}
					ends = append(ends, out.Len())
				}
				name, whole := fmt.Sprintf("%s, order %d, %+v", f.Name, n, o), out.Bytes()
				read := func(data []byte) (count int) {
					for p, end := range enc.Begun(bytes.NewReader(data), n) {
						if count == len(list) || end != int64(ends[count]) ||
							fmt.Sprint(queens.PermOf(p)) != fmt.Sprint(list[count]) {
							return -1
						}
						count++
					}
					return count
				}
				for cut := 0; cut <= len(whole); cut += max(1, n-10) {
					want := 0
					for want < len(ends) && ends[want] <= cut {
						want++
					}
					if got := read(whole[:cut]); got != want {
						t.Fatalf("%s, cut at %d: %d solutions, want %d", name, cut, got, want)
					}
					if cut == len(whole) || cut >= ends[0] {
						continue
					}
					for _, b := range []byte{0, '0', '9', 'Q', '\n', ',', 0xFF} {
						altered := bytes.Clone(whole)
						if altered[cut] = b; b != whole[cut] && read(altered) > 0 {
							t.Fatalf("%s, byte %d is %q: the first solution is read", name, cut, b)
						}
					}
				}
			}
		}
	}
}
