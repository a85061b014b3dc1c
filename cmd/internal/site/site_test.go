package main

import (
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

// TestPreviews checks that pages have pictures for links only if the address of the site is known.
func TestPreviews(t *testing.T) {
	pages, _ := web.Addresses(time.Now())
	for _, url := range []string{"", "https://queens.example"} {
		s := newSite(url)
		for _, name := range pages[:min(len(pages), 20)] {
			text := s.rewrite(s.get(name))
			if preview := strings.Contains(text, `"og:image"`); preview != (url != "") ||
				preview != strings.Contains(text, `"og:image" content="`+url+`/pictures/`) || strings.Contains(text, "site.invalid") {
				t.Errorf("%s of the site %q: preview %v, or a wrong address", name, url, preview)
			}
		}
	}
}
