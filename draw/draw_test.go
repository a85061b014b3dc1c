package draw_test

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/draw"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/math/torus"
)

func perm(t testing.TB, text string) queens.Perm {
	t.Helper()
	return must.Get(queens.ParsePerm(text))(t)
}

type drawable interface {
	Picture() (*draw.Picture, error)
}

func lay(t testing.TB, d drawable) *draw.Picture {
	t.Helper()
	return must.Get(d.Picture())(t)
}

func encode(t testing.TB, format string, p *draw.Picture) []byte {
	t.Helper()
	f := must.Get(draw.FindFormat(format))(t)
	var out bytes.Buffer
	must.Do(t, f.Encode(&out, p))
	return out.Bytes()
}

// compare checks the SVG of a picture up to rounding, and that its PDF, where a clock
// and maps could come in, has the same bytes twice.
func compare(t *testing.T, name string, p *draw.Picture) {
	t.Helper()
	svg := encode(t, "svg", p)
	path := filepath.Join("testdata", name+".svg")
	if want, err := os.ReadFile(path); golden.Updating() || err != nil || !near(svg, want) {
		golden.Compare(t, path, svg)
	}
	checkSVG(t, svg)
	pdf := encode(t, "pdf", p)
	if !bytes.Equal(pdf, encode(t, "pdf", p)) {
		t.Errorf("%s: the PDF differs from one time to the next", name)
	}
}

// TestVeilOfGhostsEnds: texts and images that a PDF has after something transparent are opaque.
func TestVeilOfGhostsEnds(t *testing.T) {
	shown := 0
	for _, part := range bytes.Split(encode(t, "pdf", lay(t, boards(t)["heat-torus"])), []byte("stream\n"))[1:] {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // the end of a stream
		}
		content, _ := io.ReadAll(r) // what follows the stream is no part of it
		state := ""
		for line := range strings.Lines(string(content)) {
			if strings.HasSuffix(line, " gs\n") {
				state = line
			}
			if strings.Contains(line, " Do") || strings.Contains(line, ") Tj") {
				shown++
				if state != "/GS1 gs\n" { // that of the paper
					t.Errorf("after %q: %.60q", state, line)
				}
			}
		}
	}
	if shown < 36 {
		t.Errorf("%d texts and images, want 36 and more", shown)
	}
}

// number also matches colours, which are not compared as numbers.
var number = regexp.MustCompile(`#[0-9a-fA-F]+|-?[0-9]+(\.[0-9]+)?`)

// near reports whether two pictures as text are equal up to rounding: numbers may differ by less
// than one half, so integers must be equal, and so must colours (#rrggbb) and all other text.
func near(a, b []byte) bool {
	return bytes.Equal(number.ReplaceAll(a, nil), number.ReplaceAll(b, nil)) &&
		slices.EqualFunc(number.FindAll(a, -1), number.FindAll(b, -1), func(a, b []byte) bool {
			x, errX := strconv.ParseFloat(string(a), 64)
			y, errY := strconv.ParseFloat(string(b), 64)
			return bytes.Equal(a, b) || errX == nil && errY == nil && math.Abs(x-y) < 0.5
		})
}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`<g x="1.23" fill="#aa1122">`, `<g x="1.24" fill="#aa1122">`, true},
		{`M10.5-3.25`, `M10.49-3.3`, true},
		{`<text>15863724</text>`, `<text>15863725</text>`, false},
		{`fill="#aa1122"`, `fill="#aa1123"`, false},
		{`x="1.2"`, `x="1.8"`, false},
		{`x="1" y="2"`, `x="1"`, false},
		{`<circle r="3"/>`, `<rect r="3"/>`, false},
	} {
		if got := near([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("%s and %s: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// comparePixels checks the pixels of a picture: at most one in a thousand may
// differ visibly from the file, as rounding does on other processors.
func comparePixels(t *testing.T, name string, p *draw.Picture) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	got := encode(t, "png", p)
	if golden.Updating() {
		must.Do(t, os.WriteFile(path, got, 0o666))
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the test with -update to write it)", err)
	}
	a, b := decodePNG(t, got), decodePNG(t, want)
	if a.Bounds() != b.Bounds() {
		t.Fatalf("%s: %v pixels, want %v", name, a.Bounds(), b.Bounds())
	}
	differ := differing(a, b)
	if all := a.Bounds().Dx() * a.Bounds().Dy(); differ*1000 > all {
		t.Errorf("%s: %d of %d pixels differ from the file; look at it and run the test with -update", name, differ,
			all)
	}
}

// differing returns the number of pixels that differ visibly.
func differing(a, b image.Image) (count int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if distance(a.At(x, y), b.At(x, y)) > 24 {
				count++
			}
		}
	}
	return count
}

func decodePNG(t *testing.T, data []byte) image.Image {
	t.Helper()
	return must.Get(png.Decode(bytes.NewReader(data)))(t)
}

// distance returns the largest difference of two colours in red, green or blue, of
// 255.
func distance(a, b color.Color) int {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	most := 0
	for _, d := range [...]int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
		most = max(most, d>>8, -d>>8)
	}
	return most
}

// checkSVG checks that a document is well formed, has a title, and nothing that a
// strict content security policy forbids.
func checkSVG(t *testing.T, svg []byte) {
	t.Helper()
	titles := 0
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		must.Do(t, err)
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch element.Name.Local {
		case "title":
			titles++
		case "style", "script", "foreignObject":
			t.Errorf("SVG with an element %s", element.Name.Local)
		}
		for _, attribute := range element.Attr {
			if attribute.Name.Local == "style" || strings.HasPrefix(attribute.Name.Local, "on") {
				t.Errorf("SVG with an attribute %s", attribute.Name.Local)
			}
		}
	}
	if titles != 1 {
		t.Errorf("%d titles in an SVG, want 1", titles)
	}
}

func nodes(svg []byte) int { return bytes.Count(svg, []byte("<")) - bytes.Count(svg, []byte("</")) }

func TestTablesAreInOrder(t *testing.T) {
	names := map[string][]string{}
	sentence := regexp.MustCompile(`^[A-Z].*[^.]$`)
	check := func(kind, name, summary string, right bool) {
		names[kind] = append(names[kind], name)
		if !right || !sentence.MatchString(summary) {
			t.Errorf("%s %s: summary %q, or another field is wrong", kind, name, summary)
		}
	}
	for _, f := range draw.Formats() {
		check("format", f.Name, "A format", strings.Contains(f.MediaType, "/"))
	}
	for _, l := range draw.Layers() {
		check("layer", l.Name, l.Summary, true)
	}
	for _, p := range draw.Plots() {
		check("plot", p.Name, p.Summary, true)
	}
	for _, f := range draw.Figures() {
		found, err := draw.FindFigure(f.Name)
		check("figure", f.Name, f.Summary, err == nil && found.Summary == f.Summary)
	}
	if _, err := draw.FindFigure("portrait"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("figure portrait: got %v, want ErrFormat", err)
	}
	for kind, names := range names {
		if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("%ss %q: not sorted, or a name twice", kind, names)
		}
	}
	for _, name := range []string{".svg", "SVG"} {
		if f, err := draw.FindFormat(name); err != nil || f.Name != "svg" {
			t.Errorf("format %s: %q, error %v", name, f.Name, err)
		}
	}
	if _, err := draw.FindFormat("gif"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("format gif: got %v, want ErrFormat", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestErrorsOfWritingAreReported(t *testing.T) {
	p := lay(t, draw.Board{Order: 8})
	for _, f := range draw.Formats() {
		if err := f.Encode(failing{}, p); !errors.Is(err, os.ErrClosed) || !strings.Contains(err.Error(), f.Name) {
			t.Errorf("%s: got %v, want the error of the writer", f.Name, err)
		}
	}
}

func TestTree(t *testing.T) {
	classes := must.Get(torus.Classify(t.Context(), 5, torus.Toroidal, torus.Board, torus.Affine))(t)
	tree := draw.Tree{Tree: torus.Tree{Order: 5, Set: torus.Toroidal, Classes: classes}}
	svg := encode(t, "svg", lay(t, tree))
	for _, text := range []string{"Order 5", "affine 1", "similar 1", "congruent 1", "10 solutions", "slope 2"} {
		if !strings.Contains(string(svg), text) {
			t.Errorf("no %q in the picture", text)
		}
	}
	many := make([]*torus.Class, draw.MaxSheet+1)
	for i := range many {
		many[i] = &torus.Class{Equivalence: torus.Congruence}
	}
	for want, bad := range map[string]draw.Tree{
		"0 boards":   {},
		"401 boards": {Tree: torus.Tree{Classes: many}},
		"theme":      {Tree: tree.Tree, Theme: "red"},
	} {
		if _, err := bad.Picture(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func ExampleBoard() {
	p, err := queens.ParsePerm("2413")
	if err != nil {
		panic(err)
	}
	board := draw.Board{Order: 4, Queens: p.Squares(), Layers: []string{"chess"}}
	picture, err := board.Picture()
	if err != nil {
		panic(err)
	}
	fmt.Println(picture.Title)
	fmt.Println(picture.Width, "by", picture.Height, "pixels")

	svg, err := draw.FindFormat("svg")
	if err != nil {
		panic(err)
	}
	var file strings.Builder
	if err := svg.Encode(&file, picture); err != nil {
		panic(err)
	}
	fmt.Println(file.String()[:4], svg.MediaType)
	// Output:
	// 4 by 4 board with queens at a3 b1 c4 d2
	// 480 by 480 pixels
	// <svg image/svg+xml
}

func ExampleBoard_Text() {
	board := draw.Board{
		Order:  5,
		Queens: []queens.Square{{Row: 0, Col: 0}, {Row: 2, Col: 1}},
		Layers: []string{"free", "coordinates"},
	}
	text, err := board.Text()
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString(text)
	// Output:
	//   1 2 3 4 5
	// 1 Q . . . .
	// 2 . . . + +
	// 3 . Q . . .
	// 4 . . . . +
	// 5 . . + . .
}
