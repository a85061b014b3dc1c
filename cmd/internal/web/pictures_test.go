package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"queens"
	"queens/draw"
	"queens/internal/must"
)

// The page of puzzles has the grounds of regions that pictures have, in both themes.
func TestRegionsLookAsInPictures(t *testing.T) {
	var themes []struct{ Regions []string }
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("../../../draw/themes.json"))(t), &themes))
	style := string(must.Get(os.ReadFile("pages/play/style.css"))(t))
	rules := regexp.MustCompile(`\.region-([A-Z]) \{ --region: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\); \}`).FindAllStringSubmatch(style, -1)
	if len(rules) != len(themes[0].Regions) {
		t.Fatalf("the page has %d rules for regions, want %d", len(rules), len(themes[0].Regions))
	}
	for i, rule := range rules {
		letter := string(rune('A' + i))
		if rule[1] != letter || rule[2] != themes[0].Regions[i] || rule[3] != themes[1].Regions[i] {
			t.Errorf("region %s is %s and %s, want %s %s and %s", rule[1], rule[2], rule[3], letter,
				themes[0].Regions[i], themes[1].Regions[i])
		}
	}
}

// A picture from the server has the bytes of package draw, which are those of the
// command line: there is one renderer.
func TestPicturesAreThoseOfDraw(t *testing.T) {
	_, address, _ := serve(t, Options{})
	p := must.Get(queens.ParsePerm("35281746"))(t)
	orbit, signature := must.Get(draw.FindFigure("orbit"))(t), must.Get(draw.FindFigure("signature"))(t)
	growth := must.Get(draw.FindPlot("growth"))(t)
	for _, tc := range []struct {
		path string
		lay  func() (*draw.Picture, error)
	}{
		{"/api/v1/boards/35281746.svg", draw.Board{Order: 8, Queens: p.Squares()}.Picture},
		{"/api/v1/boards/35281746.png?theme=dark&layers=attacks,chess", draw.Board{
			Order: 8, Queens: p.Squares(), Theme: "dark", Layers: []string{"attacks", "chess"},
		}.Picture},
		{"/api/v1/boards/35281746.pdf?topology=modular&layers=conflicts", draw.Board{
			Order: 8, Queens: p.Squares(), Topology: queens.Modular, Layers: []string{"conflicts"},
		}.Picture},
		{"/api/v1/figures/orbit/35281746.svg", func() (*draw.Picture, error) { return orbit.Picture(p, "") }},
		{"/api/v1/figures/signature/35281746.pdf?theme=dark", func() (*draw.Picture, error) {
			return signature.Picture(p, "dark")
		}},
		{"/api/v1/plots/growth.svg?theme=dark", func() (*draw.Picture, error) {
			return growth.Chart().Picture("dark")
		}},
		{"/api/v1/plots/growth.png", func() (*draw.Picture, error) { return growth.Chart().Picture("light") }},
	} {
		status, header, body := get(t, address+tc.path)
		picture := must.Get(tc.lay())(t)
		file, _, _ := strings.Cut(tc.path, "?")
		format := must.Get(draw.FindFormat(file[strings.LastIndexByte(file, '.')+1:]))(t)
		var want bytes.Buffer
		must.Do(t, format.Encode(&want, picture))
		if status != http.StatusOK || header.Get("Content-Type") != format.MediaType || body != want.String() {
			t.Errorf("%s: status %d, %s, %d bytes; want %d bytes of %s", tc.path, status, header.Get("Content-Type"),
				len(body), want.Len(), format.MediaType)
		}
	}
}

// TestOnePalette looks for the colours of squares, queens and edges of the live boards in the
// pictures of both themes.
func TestOnePalette(t *testing.T) {
	style := must.Get(own.ReadFile("static/style.css"))(t)
	found := regexp.MustCompile(`--(light-square|dark-square|queen|edge): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindAllSubmatch(style, -1)
	if len(found) != 4 {
		t.Fatalf("%d colours, want 4", len(found))
	}
	for i, theme := range []string{"light", "dark"} {
		picture := must.Get(draw.Board{Order: 2, Queens: []queens.Square{{}}, Theme: theme}.Picture())(t)
		format := must.Get(draw.FindFormat("svg"))(t)
		var svg bytes.Buffer
		must.Do(t, format.Encode(&svg, picture))
		for _, c := range found {
			if !bytes.Contains(svg.Bytes(), c[2+i]) {
				t.Errorf("theme %s: the pages have %s for %s, and pictures do not", theme, c[2+i], c[1])
			}
		}
	}
}
