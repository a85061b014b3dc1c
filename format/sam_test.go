package format_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"queens"
	"queens/format"
	"queens/internal/must"
)

func samLayouts() (layouts []format.SAM) {
	for i := range 8 {
		layouts = append(layouts, format.SAM{LittleEndian: i&1 > 0, Exclusive: i&2 > 0, RowFirst: i&4 > 0})
	}
	return layouts
}

var (
	corner = []queens.Square{{Row: 0, Col: 0}, {Row: 1, Col: 3}, {Row: 3, Col: 2}}
	turned = []queens.Square{{Row: 0, Col: 1}, {Row: 1, Col: 3}, {Row: 2, Col: 0}, {Row: 3, Col: 2}}
)

// samVectors has the two classes of order 4 in every layout, column first, and one queen. They were
// made by hand from the description of the format.
var samVectors = []struct {
	layout                format.SAM
	corner, turned, alone string
}{
	{
		format.SAM{},
		"000e505001040003000003010203", "00105050010400040100030100020203", "000a5050010400010100",
	},
	{
		format.SAM{Exclusive: true},
		"000c505001040003000003010203", "000e5050010400040100030100020203", "00085050010400010100",
	},
	{
		format.SAM{LittleEndian: true},
		"0e00505001040300000003010203", "10005050010404000100030100020203", "0a005050010401000100",
	},
	{
		format.SAM{LittleEndian: true, Exclusive: true},
		"0c00505001040300000003010203", "0e005050010404000100030100020203", "08005050010401000100",
	},
}

func TestSAMVectors(t *testing.T) {
	for _, v := range samVectors {
		for want, squares := range map[string][]queens.Square{v.corner: corner, v.turned: turned, v.alone: turned[:1]} {
			record, err := v.layout.Append(nil, 4, squares)
			if got := hex.EncodeToString(record); err != nil || got != want {
				t.Errorf("%v: %v is written %s, error %v, want %s", v.layout, squares, got, err, want)
			}
			wantSAM(t, record, v.layout, 4, squares)
		}
		wantSAM(t, must.Get(hex.DecodeString(v.corner+v.turned+v.alone))(t), v.layout, 4, corner, turned, turned[:1])
	}
}

func wantSAM(t *testing.T, file []byte, layout format.SAM, n int, want ...[]queens.Square) {
	t.Helper()
	var got [][]queens.Square
	for record, err := range format.DecodeSAM(iotest.OneByteReader(bytes.NewReader(file)), layout.RowFirst) {
		must.Do(t, err)
		if record.Layout != layout || record.Order != n {
			t.Fatalf("read as %v of order %d, want %v of order %d", record.Layout, record.Order, layout, n)
		}
		got = append(got, record.Queens)
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// TestSAMLargestNumbers uses records so long that both bytes of the length matter.
func TestSAMLargestNumbers(t *testing.T) {
	const n = format.MaxSAMOrder
	var squares []queens.Square
	for c := range n { // 2c mod n is a solution if n and 6 are coprime
		squares = append(squares, queens.Square{Row: 2 * c % n, Col: c})
	}
	squares = squares[:n/2] // 255 and 6 are not, but half of the queens do not attack each other
	for _, layout := range samLayouts() {
		wantSAM(t, must.Get(layout.Append(nil, n, squares))(t), layout, n, squares)
	}
}

func TestSAMTells(t *testing.T) {
	good := samVectors[0].corner
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", ""},
		{"cut in the head", good[:10], "record 1 at byte 0: the file ends inside it"},
		{"cut behind the head", good[:16], "record 1 at byte 0: the file ends inside it"},
		{"cut in the second", good + good[:20], "record 2 at byte 14: the file ends inside it"},
		{"marker", "000e4850" + good[8:], `record 1 at byte 0: marker "HP": want "PP"`},
		{"version", "000e505002" + good[10:], "version 2: want 1"},
		{"order 0", "000e50500100" + good[12:], "order 0: want 1 to 255"},
		{
			"two orders", good + "000e50500105" + good[12:],
			"record 2 at byte 14: order 5: want 4 as in the first record",
		},
		{"no queens", "0008505001040000", "0 queens: want 1 to 4"},
		{"many queens", "0012505001040005", "5 queens: want 1 to 4"},
		{"both bytes", "0012505001040101", "257 queens: want 1 to 4"},
		{"length", "000f" + good[4:], "length 15 of 3 queens: want 14 (big-endian, inclusive, column first)"},
		{"two layouts", good + samVectors[1].corner, "record 2 at byte 14: length 12 of 3 queens: want 14"},
		{"two byte orders", good + samVectors[2].corner, "record 2 at byte 14: 768 queens"},
		{"off the board", good[:24] + "0204", "queen 3 at row 5, column 3 is outside a board of order 4"},
		{"attack", good[:24] + "0303", "the queens at row 2, column 4 and row 4, column 4 share a column"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := must.Get(hex.DecodeString(c.file))(t)
			var last error
			for _, err := range format.DecodeSAM(bytes.NewReader(file), false) {
				if last != nil {
					t.Fatalf("goes on after %v", last)
				}
				last = err
			}
			if c.want == "" && last != nil || c.want != "" && (last == nil || !strings.Contains(last.Error(), c.want)) {
				t.Errorf("error %v, want %q", last, c.want)
			}
			if last != nil && !errors.Is(last, queens.ErrFormat) && !errors.Is(last, queens.ErrNotSolution) {
				t.Errorf("error %v is neither of the format nor of the queens", last)
			}
		})
	}
	broken := errors.New("broken")
	for _, err := range format.DecodeSAM(iotest.ErrReader(broken), false) {
		if !errors.Is(err, broken) {
			t.Errorf("error %v, want that of the reader", err)
		}
	}
}

func TestSAMAppendRefuses(t *testing.T) {
	for _, c := range []struct {
		n       int
		squares []queens.Square
		want    error
	}{
		{0, corner, queens.ErrOrder},
		{256, corner, queens.ErrOrder},
		{4, nil, queens.ErrFormat},
		{2, corner, queens.ErrFormat},
		{2, []queens.Square{{}, {Col: 1}, {Row: 1}}, queens.ErrFormat},
		{3, corner, queens.ErrFormat},
	} {
		b, err := format.SAM{}.Append([]byte("x"), c.n, c.squares)
		if !errors.Is(err, c.want) || string(b) != "x" {
			t.Errorf("order %d, %v: %q, error %v", c.n, c.squares, b, err)
		}
	}
}

// FuzzSAM checks that whatever can be read is written as the same bytes.
func FuzzSAM(f *testing.F) {
	for _, v := range samVectors {
		file, _ := hex.DecodeString(v.corner + v.turned)
		f.Add(file, false)
		f.Add(file, true)
	}
	f.Fuzz(func(t *testing.T, file []byte, rowFirst bool) {
		var again []byte
		for record, err := range format.DecodeSAM(bytes.NewReader(file), rowFirst) {
			if err != nil {
				if !errors.Is(err, queens.ErrFormat) && !errors.Is(err, queens.ErrNotSolution) {
					t.Errorf("error %v is neither of the format nor of the queens", err)
				}
				break
			}
			again = must.Get(record.Layout.Append(again, record.Order, record.Queens))(t)
		}
		if !bytes.HasPrefix(file, again) {
			t.Errorf("%x is written again as %x", file, again)
		}
	})
}
