package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"queens/cmd/internal/web"
	"queens/internal/must"
)

func documents(t *testing.T) *site {
	t.Helper()
	s := newSite("")
	s.documents(os.DirFS("../../.."))
	must.Do(t, s.err)
	return s
}

// TestPagesLinkPages follows every relative link of every document.
func TestPagesLinkPages(t *testing.T) {
	s := documents(t)
	pages, links := 0, 0
	for name, text := range s.files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		pages++
		if !strings.Contains(string(text), "<h1") {
			t.Errorf("%s: no heading", name)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			links++
			if s.files[path.Join(path.Dir(name), m[2])] == nil && m[2] != "/" {
				t.Errorf("%s links %s", name, m[2])
			}
		}
	}
	if pages < 40 || links < 200 {
		t.Errorf("%d pages, %d links", pages, links)
	}
}

// TestGeneratedPages reads what no document of the tree has: the algorithms, and an example of each
// answer in JSON.
func TestGeneratedPages(t *testing.T) {
	s := documents(t)
	for name, want := range map[string]string{
		"docs/algorithms.html":   `<h2 id="wirth">wirth</h2>`,
		"docs/documents.html":    "<td><code>queens count 8 --of fixed</code></td>",
		"docs/errata.html":       "<td>T11</td>",
		"docs/formats/json.html": "&quot;schema&quot;: &quot;queens.burnside/1&quot;",
	} {
		if text := string(s.files["/documents/"+name]); !strings.Contains(text, want) {
			t.Errorf("%s does not contain %q", name, want)
		}
	}
}

func TestTargets(t *testing.T) {
	for _, c := range []struct{ to, from, want string }{
		{"docs/tutorial.md", "README.md", "docs/tutorial.html"},
		{"README.md", "docs/glossary.md", "index.html"},
		{"../README.md", "docs/glossary.md", "../index.html"},
		{"formats/README.md", "docs/glossary.md", "formats/index.html"},
		{"images/orbit.svg", "docs/x.md", "images/orbit.svg"},
		{"LICENSE", "README.md", ""},
		{"../scripts/test", "docs/x.md", ""},
	} {
		if got := target(c.to, c.from); got != c.want {
			t.Errorf("%s from %s: %s, want %s", c.to, path.Clean(c.from), got, c.want)
		}
	}
}

// TestPublic refuses what visitors cannot reach, and what is not the root of a host.
func TestPublic(t *testing.T) {
	for address, want := range map[string]string{
		"": "", "https://queens.example": "", "http://queens.example:8080/": "", "https://192.0.2.7": "",
		"http://127.0.0.1:8000": "only this machine", "http://localhost": "only this machine",
		"https://[::1]:1": "only this machine", "http://0.0.0.0": "only this machine",
		"https://a.localhost/": "only this machine",
		"queens.example":       "want the address", "ftp://queens.example": "want the address",
		"https://":                      "want the address",
		"https://queens.example/folder": "want the address", "https://queens.example/?a": "want the address",
	} {
		if err := public(address); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
	}
}

// TestIcon compares pixels of the icon with its polygon.
func TestIcon(t *testing.T) {
	svg := must.Get(os.ReadFile("../web/static/icon.svg"))(t)
	drawn := must.Get(png.Decode(bytes.NewReader(must.Get(icon(string(svg), 180))(t))))(t)
	for at, want := range map[image.Point]string{
		{0, 0}: "0b6e75", {179, 179}: "0b6e75", {90, 70}: "0b6e75", {90, 145}: "0b6e75", // around it
		{90, 110}: "ffffff", {40, 80}: "ffffff",
	} {
		r, g, b, _ := drawn.At(at.X, at.Y).RGBA()
		if got := fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8); drawn.Bounds().Dx() != 180 || got != want {
			t.Errorf("%v of an icon of %v: %s, want %s", at, drawn.Bounds(), got, want)
		}
	}
	if _, err := icon("<svg/>", 180); err == nil {
		t.Error("another picture is drawn")
	}
}

// TestRobots requires the map of a site exactly if its address is known.
func TestRobots(t *testing.T) {
	for _, url := range []string{"", "https://queens.example"} {
		s := newSite(url)
		s.robots([]string{"/", "/play"})
		mapped := string(s.files["/sitemap.xml"])
		if rules := string(s.files["/robots.txt"]); strings.Contains(rules, "Sitemap: "+url+"/") != (url != "") ||
			strings.Contains(mapped, "<loc>"+url+"/</loc>") != (url != "") ||
			strings.Contains(mapped, "<loc>"+url+"/play/</loc>") != (url != "") {
			t.Errorf("site %q: %s%s", url, rules, mapped)
		}
	}
}

// TestPreviews checks that pages have pictures for links only if the address of the site is known.
func TestPreviews(t *testing.T) {
	pages, _ := web.Addresses(time.Now())
	for _, url := range []string{"", "https://queens.example"} {
		s := newSite(url)
		for _, name := range pages[:min(len(pages), 20)] {
			text := s.rewrite(s.get(name))
			if preview := strings.Contains(text, `"og:image"`); preview != (url != "") ||
				strings.Contains(text, "twitter:card") != preview ||
				preview != strings.Contains(text, `"og:image" content="`+url+`/pictures/`) || strings.Contains(text, "site.invalid") {
				t.Errorf("%s of the site %q: preview %v, or a wrong address", name, url, preview)
			}
		}
	}
}
