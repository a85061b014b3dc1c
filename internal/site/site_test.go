package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens/internal/must"
	"queens/internal/web"
)

// TestPagesLinkPages writes the site without the program and follows every relative
// link of every page.
func TestPagesLinkPages(t *testing.T) {
	out := t.TempDir()
	must.Do(t, write(out, "../.."))
	pages, links := 0, 0
	err := filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".html") {
			return err
		}
		pages++
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), "<h1") {
			t.Errorf("%s: no heading", name)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			links++
			if to := m[2]; to != "wasm_exec.js" && !exists(filepath.Join(filepath.Dir(name), filepath.FromSlash(to))) {
				t.Errorf("%s links %s", name, to)
			}
		}
		return nil
	})
	if err != nil || pages < 40 || links < 200 {
		t.Errorf("%d pages, %d links, %v", pages, links, err)
	}
}

// TestGeneratedPages reads what no document of the tree has: the algorithms, and an example of each
// answer in JSON.
func TestGeneratedPages(t *testing.T) {
	out := t.TempDir()
	must.Do(t, write(out, "../.."))
	for name, want := range map[string]string{
		"docs/algorithms.html":   `<h2 id="wirth">wirth</h2>`,
		"docs/documents.html":    "<td><code>queens count 8 --of fixed</code></td>",
		"docs/errata.html":       "<td>T11</td>",
		"docs/formats/json.html": "&quot;schema&quot;: &quot;queens.burnside/1&quot;",
	} {
		text, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not contain %q, %v", name, want, err)
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
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
		s := &still{handler: web.Handler(), out: t.TempDir(), url: url, picture: map[string]string{}}
		for _, name := range pages[:min(len(pages), 20)] {
			text := s.rewrite(must.Get(s.get(name))(t))
			if preview := strings.Contains(text, `"og:image"`); preview != (url != "") ||
				preview != strings.Contains(text, `"og:image" content="`+url+`/pictures/`) || strings.Contains(text, "site.invalid") {
				t.Errorf("%s of the site %q: preview %v, or a wrong address", name, url, preview)
			}
		}
	}
}
