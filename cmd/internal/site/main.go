// Command site builds a static site: the workstation without a server, and the documents as pages
// below /documents/. scripts/site runs it.
//
// The pages are those of the server. The same handlers, compiled to WebAssembly, answer their
// requests in a worker of each page that asks something; a service worker stores the files. Any
// static web host can serve the folder, as the root of a site.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	renderer "github.com/yuin/goldmark/renderer/html"

	"queens/cmd/internal/answer"
	"queens/cmd/internal/web"
	"queens/count/methods"
	"queens/docs"
	"queens/find/algorithms"
)

//go:embed page.html still.js engine.js sw.js manifest.webmanifest
var own embed.FS

var pageFrame = template.Must(template.ParseFS(own, "page.html"))

// examples is where the tests of the commands keep an example of each schema of JSON; the page
// docs/formats/json.md ends with them on the site.
const examples = "cmd/internal/cli/testdata/json.md"

// engineFile is the program of the workers, with gzip. Its name says nothing of either, so
// that no host unpacks it or sends it as something else.
const engineFile = "/engine.bin"

func main() {
	address := flag.String("url", "", "`ADDRESS` of the site, for links to pictures, and for search engines")
	engine := flag.String("engine", "", "`FOLDER` with the program of the workers and what starts it")
	flag.Usage = func() { fmt.Fprint(os.Stderr, "usage: scripts/site [-url ADDRESS] [DIR]\n") }
	flag.Parse()
	if flag.NArg() > 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := public(*address); err != nil {
		fmt.Fprintf(os.Stderr, "site: -url %s: %v\n", *address, err)
		os.Exit(2)
	}
	out, s := cmp.Or(flag.Arg(0), "dist-build/site"), newSite(strings.TrimSuffix(*address, "/"))
	s.documents(os.DirFS("."))
	for _, name := range []string{engineFile, "/wasm_exec.js"} {
		s.files[name] = s.text(os.DirFS(*engine), name[1:])
	}
	s.still(time.Now())
	for name, text := range s.files {
		file := filepath.Join(out, filepath.FromSlash(name))
		s.failed(os.MkdirAll(filepath.Dir(file), 0o777))
		s.failed(os.WriteFile(file, text, 0o666))
	}
	if s.err != nil {
		fmt.Fprintln(os.Stderr, "site:", s.err)
		os.Exit(1)
	}
	if *address == "" {
		fmt.Fprintln(os.Stderr, "site: without -url ADDRESS, links to pages show no picture, and there is no sitemap")
	}
	fmt.Println(filepath.Join(out, "index.html"))
}

// public refuses an address that is not that of a site for others, which is the root of its host.
func public(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" ||
		strings.Trim(u.Path, "/")+u.RawQuery+u.Fragment != "" {
		return errors.New("want the address of a host, like https://queens.example")
	}
	ip, _ := netip.ParseAddr(u.Hostname())
	if name := "." + u.Hostname(); ip.IsLoopback() || ip.IsUnspecified() || strings.HasSuffix(name, ".localhost") {
		return errors.New("only this machine reaches it; give the address that visitors use, or none")
	}
	return nil
}

type site struct {
	files   map[string][]byte // by path
	err     error             // all that failed
	handler http.Handler
	url     string            // of the site, without a slash at the end; may be empty
	stored  []string          // what a service worker stores when it begins
	picture map[string]string // the file of an address below /api/
}

func newSite(url string) *site {
	return &site{files: map[string][]byte{}, handler: web.Handler(), url: url, picture: map[string]string{}}
}

func (s *site) failed(err error) { s.err = errors.Join(s.err, err) }

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithXHTML()),
)

// documents adds the documents of the tree, and those that the program makes, as pages.
func (s *site) documents(tree fs.FS) {
	texts := map[string][]byte{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "docs/images/*", examples} {
		names, _ := fs.Glob(tree, pattern) // it is well-formed
		for _, name := range names {
			texts[name] = s.text(tree, name)
		}
	}
	texts["docs/formats/json.md"] = slices.Concat(texts["docs/formats/json.md"], []byte("\n"), texts[examples])
	delete(texts, examples)
	texts["docs/documents.md"], texts["docs/errata.md"] = []byte(docs.Documents()), []byte(docs.ErrataPage())
	texts["docs/algorithms.md"] = []byte(answer.NewAlgorithms(algorithms.All(), methods.Variants()).Markdown())
	for name, text := range texts {
		if strings.HasSuffix(name, ".md") {
			s.document(name, text)
		} else {
			s.files["/documents/"+name] = text
		}
	}
	s.files["/documents/style.css"] = s.text(tree, "cmd/internal/web/static/style.css")
}

// text returns a file of a tree.
func (s *site) text(tree fs.FS, name string) []byte {
	text, err := fs.ReadFile(tree, name)
	s.failed(err)
	return text
}

func pageName(rel string) string {
	dir, file := path.Split(rel)
	if file == "README.md" {
		return dir + "index.html"
	}
	return dir + strings.TrimSuffix(file, ".md") + ".html"
}

var link = regexp.MustCompile(`(href|src)="([^":#]+)(#[^"]*)?"`)

var anchor = regexp.MustCompile(`(?s)<a href="([^":#]+)(?:#[^"]*)?">(.*?)</a>`)

func (s *site) document(rel string, text []byte) {
	var body bytes.Buffer
	s.failed(markdown.Convert(text, &body))
	// What is not on the site is named, not linked.
	kept := anchor.ReplaceAllStringFunc(body.String(), func(match string) string {
		if m := anchor.FindStringSubmatch(match); target(m[1], rel) == "" {
			return m[2]
		}
		return match
	})
	linked := link.ReplaceAllStringFunc(kept, func(match string) string {
		m := link.FindStringSubmatch(match)
		return m[1] + `="` + target(m[2], rel) + m[3] + `"`
	})
	title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
	top := strings.Repeat("../", strings.Count(rel, "/"))
	var page bytes.Buffer
	s.failed(pageFrame.Execute(&page, map[string]any{
		"Top": template.URL(top), "Title": title, "Body": template.HTML(linked),
	}))
	s.files["/documents/"+pageName(rel)] = page.Bytes()
}

// target returns where a link of a document leads on the site, where documents are
// pages; empty for what is not on it.
func target(to, from string) string {
	at := path.Join(path.Dir(from), to)
	switch {
	case strings.HasSuffix(to, ".md") && (strings.HasPrefix(at, "docs/") || !strings.Contains(at, "/")):
		return pageName(to)
	case strings.HasPrefix(at, "docs/images/"):
		return to
	}
	return ""
}

// still adds every page of the workstation, the pictures and files that they load, and the scripts
// that do what the server does elsewhere.
func (s *site) still(now time.Time) {
	pages, files := web.Addresses(now)
	for _, name := range append(web.Films(), files...) {
		s.files[name] = s.get(name)
	}
	s.stored = append(s.stored, files...)
	for _, name := range pages {
		s.page(name)
	}
	for _, name := range docs.Schemas() {
		address := "/schemas/" + docs.SchemaFile(name)
		s.files[address] = s.get(address)
	}
	missing, _ := s.read("/not-found") // the page of what there is not
	s.files["/404.html"] = []byte(strings.NewReplacer("<html ", "<html data-missing ", "Not found", "Not stored",
		"No page has this address", "Without JavaScript, only stored pages are shown").Replace(s.rewrite(missing)))
	for _, name := range []string{"still.js", "engine.js", "sw.js", "manifest.webmanifest"} {
		s.files["/"+name] = s.text(own, name)
	}
	for _, side := range []int{180, 192, 512} {
		drawn, err := icon(string(s.files["/static/icon.svg"]), side)
		s.failed(err)
		s.files[fmt.Sprintf("/icon-%d.png", side)] = drawn
	}
	s.robots(pages)
	s.stored = append(s.stored, "/404.html", "/still.js", "/engine.js", "/manifest.webmanifest", "/wasm_exec.js")
	s.workers(pages)
}

// robots tells search engines what is here; a map of the site has whole addresses.
func (s *site) robots(pages []string) {
	rules := "User-agent: *\nAllow: /\n"
	if s.url != "" {
		rules += "Sitemap: " + s.url + "/sitemap.xml\n"
		var text strings.Builder
		text.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
		for _, name := range append(pages, "/documents") {
			text.WriteString("<url><loc>" + s.url + strings.TrimSuffix(name, "/") + "/</loc></url>\n")
		}
		s.files["/sitemap.xml"] = []byte(text.String() + "</urlset>\n")
	}
	s.files["/robots.txt"] = []byte(rules)
}

// read returns what an address answers, and whether it is found.
func (s *site) read(address string) (body []byte, ok bool) {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Host = "site.invalid"
	s.handler.ServeHTTP(w, r)
	return w.Body.Bytes(), w.Code == http.StatusOK
}

// get returns what an address must answer.
func (s *site) get(address string) []byte {
	body, ok := s.read(address)
	if !ok {
		s.failed(fmt.Errorf("%s: %.200s", address, body))
	}
	return body
}

func (s *site) page(name string) {
	before := len(s.stored)
	s.files[path.Join(name, "index.html")] = []byte(s.rewrite(s.get(name)))
	if id, ok := strings.CutPrefix(name, "/play/"); ok && strings.Contains(id, "-") {
		s.stored = s.stored[:before] // visitors store the puzzles that they visit
		address := "/api/v1/puzzles/" + id + ".json"
		s.files[address] = s.get(address)
		return
	}
	s.stored = append(s.stored, strings.TrimSuffix(name, "/")+"/")
}

// drawing is a picture of a page that the interface draws; preview is that of links to the page;
// fetched is another page, of which a script shows a part.
var (
	drawing = regexp.MustCompile(`<img([^>]*) src="(/api/[^"]+)"`)
	preview = regexp.MustCompile(`<meta property="og:image" content="http://site\.invalid(/api/[^"]+)">`)
	fetched = regexp.MustCompile(` data-from="(/[^"]+)"`)
)

func (s *site) rewrite(body []byte) string {
	text := drawing.ReplaceAllStringFunc(string(body), func(match string) string {
		m := drawing.FindStringSubmatch(match)
		file := s.store(m[2])
		if file == "" {
			return match
		}
		text := fmt.Sprintf(`<img%s src="%s"`, m[1], file)
		if strings.HasPrefix(m[2], "/api/v1/huge/") || strings.HasPrefix(m[2], "/api/v1/puzzles/") {
			return text // which have no theme, or are for who has no scripts
		}
		theme := "?theme=dark"
		if strings.Contains(m[2], "?") {
			theme = "&amp;theme=dark"
		}
		return text + fmt.Sprintf(` data-dark="%s"`, s.store(m[2]+theme))
	})
	text = fetched.ReplaceAllStringFunc(text, func(match string) string {
		return ` data-from="` + s.store(fetched.FindStringSubmatch(match)[1]) + `"`
	})
	text = preview.ReplaceAllStringFunc(text, func(match string) string {
		if s.url == "" {
			return "" // a preview needs a whole address
		}
		return fmt.Sprintf(`<meta property="og:image" content="%s%s">`, s.url, s.drawn(preview.FindStringSubmatch(match)[1]))
	})
	if s.url == "" {
		text = strings.Replace(text, `<meta name="twitter:card" content="summary_large_image">`+"\n", "", 1)
	}
	text = strings.Replace(text, "<html ", "<html data-stored ", 1)
	return strings.ReplaceAll(text, "http://site.invalid", s.url)
}

// store returns the file with what an address answers, which visitors store; empty if it does not.
func (s *site) store(address string) string {
	file := s.drawn(address)
	if file != "" && !slices.Contains(s.stored, file) {
		s.stored = append(s.stored, file)
	}
	return file
}

// drawn returns the file with what an address answers; empty if it does not.
func (s *site) drawn(escaped string) (file string) {
	address := html.UnescapeString(escaped)
	if file, ok := s.picture[address]; ok {
		return file
	}
	if body, ok := s.read(address); ok {
		sum := sha256.Sum256(body)
		plain, _, _ := strings.Cut(address, "?")
		ext := path.Ext(plain)
		if ext == "" || len(ext) > 5 {
			media, _, _ := strings.Cut(http.DetectContentType(body), ";")
			ext = map[string]string{"image/png": ".png", "image/gif": ".gif", "text/html": ".html"}[media]
		}
		file = "/pictures/" + hex.EncodeToString(sum[:8]) + ext
		s.files[file] = body
	}
	s.picture[address] = file
	return file
}

// workers gives the workers of the site their facts.
func (s *site) workers(pages []string) {
	sum := sha256.New()
	slices.Sort(s.stored)
	for _, name := range append(slices.Clone(s.stored), engineFile) {
		body, ok := s.files[name]
		if strings.HasSuffix(name, "/") {
			body, ok = s.files[name+"index.html"]
		}
		if !ok {
			s.failed(fmt.Errorf("%s is stored by the service worker, but not there", name))
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(body))
		sum.Write(body)
	}
	facts := map[string]any{
		"version": "queens-" + hex.EncodeToString(sum.Sum(nil)[:6]), "engineFile": engineFile,
		"engineBytes": len(s.files[engineFile]),
	}
	s.script("/engine.js", facts)
	facts["stored"], facts["pages"] = s.stored, pages
	s.script("/sw.js", facts)
}

func (s *site) script(name string, facts map[string]any) {
	values, err := json.Marshal(facts)
	s.failed(err)
	s.files[name] = bytes.Replace(s.files[name], []byte("{{facts}}"), values, 1)
}
