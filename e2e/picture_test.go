package e2e

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "write the reference pictures anew")

// TestPictures compares parts of pages without text, whose fonts vary, with reviewed pictures.
func TestPictures(t *testing.T) {
	b, url := open(t)
	b.size(1000, 800)
	for _, c := range []struct{ name, theme, path, part, ready string }{
		{"conflicts-light", "light", "/play/board?n=12&queens=a1,c2,e4,b3,h8&blocked=l12,k3", "#board svg", `document.querySelector(".board-ring")`},
		{"conflicts-dark", "dark", "/play/board?n=12&queens=a1,c2,e4,b3,h8&blocked=l12,k3", "#board svg", `document.querySelector(".board-ring")`},
		{"wirth-936", "light", "/watch?algorithm=wirth&n=8&step=936", "trace-player svg", `document.querySelector("trace-player").step === 936`},
		{"dots", "light", "/play/board?n=60&queens=a1,c2,e3,aa30", "#board svg", `document.querySelector("circle.board-queen")`},
		{"huge", "light", "/huge?n=1000&method=construct&span=40&x=500&y=10", "#scatter", `document.querySelector("#window").textContent.startsWith("columns")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &tab{t: t, ctx: b.ctx}
			b.theme(c.theme)
			b.visit(url + c.path)
			b.await(c.ready)
			eval[bool](b, `document.querySelectorAll(".board-coordinates").forEach((e) => e.remove()) === undefined`)
			eval[bool](b, `(document.querySelector(`+quoted(c.part)+`).style.width = "480px", true)`) // for any layout
			eval[bool](b, settle)
			got := get(b, chromedp.Screenshot(chromedp.CSS(c.part)))
			path := filepath.Join("testdata", c.name+".png")
			if *update {
				fine(t, os.WriteFile(path, got, 0o644))
				return
			}
			if share := difference(t, got, must(os.ReadFile(path))(t)); share > 0.01 {
				t.Errorf("%.1f %% of the pixels differ from %s; -update writes it anew, look at it then", 100*share,
					path)
			}
		})
	}
}

// difference returns the share of visibly different pixels, or 1 for different sizes.
func difference(t *testing.T, a, b []byte) float64 {
	t.Helper()
	p, q := must(png.Decode(bytes.NewReader(a)))(t), must(png.Decode(bytes.NewReader(b)))(t)
	if p.Bounds() != q.Bounds() {
		t.Logf("sizes %v and %v", p.Bounds(), q.Bounds())
		return 1
	}
	different, all := 0, 0
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			r1, g1, b1, _ := p.At(x, y).RGBA()
			r2, g2, b2, _ := q.At(x, y).RGBA()
			const visible = 48 << 8
			far := func(u, v uint32) bool { return max(u, v)-min(u, v) > visible }
			if far(r1, r2) || far(g1, g2) || far(b1, b2) {
				different++
			}
			all++
		}
	}
	return float64(different) / float64(all)
}

// TestExportIsThatOfTheCommand compares pictures of page and command line byte by byte.
func TestExportIsThatOfTheCommand(t *testing.T) {
	_, url := open(t)
	for _, ext := range []string{"svg", "png", "pdf"} {
		page := bodyOf(t, url+"/api/v1/boards/15863724."+ext)
		command := must(exec.Command(program, "board", "15863724", "--format", ext).Output())(t)
		if !bytes.Equal(page, command) {
			t.Errorf("%s: %d bytes from the page, %d from the command line, and they differ", ext,
				len(page), len(command))
		}
	}
}

// exported lists pages with an export menu and its minimal formats; ready waits for scripts.
var exported = []struct{ path, formats, ready string }{
	{"/watch?algorithm=wirth&n=8&step=936&layers=attacks&heat=attacks", "SVG PNG PDF JSON", `document.querySelector("trace-player").step === 936`},
	{"/compare?n=6&algorithms=wirth,bitmask", "", "true"}, // nothing to export yet
	{"/compare/experiments?algorithms=wirth&from=5&to=6&step=1&seeds=2&run=true", "CSV JSON SVG", "true"},
	{"/solutions?n=9&class=central", "JSON", "true"},
	{"/solutions/family?perm=35281746", "SVG PNG PDF JSON", "true"},
	{"/solutions/search?n=9&forest=true", "SVG PNG PDF DOT JSON", "true"},
	{"/play", "SVG PNG PDF JSON", "true"},
	{"/play/board?n=12&queens=a1,c2,e4&blocked=l12", "SVG PNG PDF JSON", "true"},
	{"/huge?n=1000", "PNG JSON", `document.querySelector("#export-links a")`},
	{"/numbers?plot=ratio", "SVG PNG JSON", "true"},
	{"/numbers/counts", "JSON", "true"},
	{"/numbers/papers", "", "true"},
	{"/tour", "SVG PNG PDF JSON", "true"},
	{"/embed", "", "true"},
	{"/formulations?perm=2413", "SVG PNG PDF JSON", "true"},
	{"/api", "OpenAPI", "true"},
}

// TestExports follows every link of every export menu. It only counts files made by scripts,
// because the content policy prevents reading them.
func TestExports(t *testing.T) {
	b, url := open(t)
	seen := map[string]bool{}
	for _, c := range exported {
		b.visit(url + c.path)
		b.await(c.ready)
		for _, format := range strings.Fields(c.formats) {
			b.await(`[...document.querySelectorAll("#export-links a")].some((a) => a.textContent.endsWith(` + quoted(format) + `))`)
		}
		faults := eval[string](b, `Promise.all([...document.querySelectorAll("#export-links a[href^='/']")].map((a) => fetch(a.href).then(async (r) => {
			const text = (await r.arrayBuffer()).byteLength;
			return r.ok && text > 30 ? "" : a.textContent + " " + a.href + ": " + r.status + ", " + text + " bytes; ";
		}))).then((list) => list.join(""))`)
		if faults != "" {
			t.Errorf("%s: %s", c.path, faults)
		}
		page, _, _ := strings.Cut(strings.TrimPrefix(c.path, "/"), "?")
		seen[page] = true
	}
	for _, name := range pageNames(t, url) {
		if !seen[name] {
			t.Errorf("the export menu of page %s is not looked at", name)
		}
	}
	// A board composed by hand is exported as the command line draws it.
	b.visit(url + "/play/board?n=12&queens=a1,c2,e4&blocked=l12")
	link := eval[string](b, `document.querySelector("#export-links a").href`)
	command := must(exec.Command(program, "board", "--order", "12", "a1", "c2", "e4", "--blocked", "l12", "--layer",
		"coordinates,conflicts", "--format", "svg").Output())(t)
	if !bytes.Equal(bodyOf(t, link), command) {
		t.Errorf("%s differs from what the command line draws", link)
	}
	// A race exports its outcome.
	b.visit(url + "/compare?n=6&algorithms=wirth,bitmask")
	b.click("#go")
	b.await(`document.querySelectorAll("#export-links a").length === 4`)
	expect(b, `[...document.querySelectorAll("#export-links a[href^='blob:']")].map((a) => a.download).join(" ")`, "race.svg race.csv race.md race.json", "exports of a race")
}

// TestStillness requests no motion: a race is shown only at its end.
func TestStillness(t *testing.T) {
	b, url := open(t)
	b.media("prefers-reduced-motion", "reduce")
	b.visit(url + "/compare?n=7&algorithms=wirth,rohl-list")
	b.click("#go")
	b.await(`document.querySelectorAll("#table tbody tr").length === 2`)
	expect(b, `document.querySelector("#moment").value`, "1000", "moment of the race")
}
