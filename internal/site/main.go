// Command site builds a static site: the workstation without a server, and the documents as pages
// below /documents/. scripts/site runs it.
//
// The pages are those of the server. A service worker answers their requests with the same
// handlers, compiled to WebAssembly. Any static web host can serve the folder, as the root of a
// site.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
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

	"queens/count/methods"
	"queens/docs"
	"queens/find/algorithms"
	"queens/internal/answer"
	"queens/internal/web"
)

//go:embed page.html
var pageText string

// examples is where the tests of the commands keep an example of each schema of JSON; the page
// docs/formats/json.md ends with them on the site.
const examples = "internal/cli/testdata/json.md"

var pageFrame = template.Must(template.New("page").Parse(pageText))

func main() {
	url := flag.String("url", "", "`ADDRESS` of the site, for links to pictures")
	flag.Usage = func() { fmt.Fprint(os.Stderr, "usage: scripts/site [-url ADDRESS] [DIR]\n") }
	flag.Parse()
	if flag.NArg() > 1 {
		flag.Usage()
		os.Exit(2)
	}
	out := cmp.Or(flag.Arg(0), "dist-build/site")
	err := write(filepath.Join(out, "documents"), ".")
	if err == nil {
		err = buildEngine(context.Background(), out)
	}
	if err == nil {
		err = writeStill(out, strings.TrimSuffix(*url, "/"), time.Now())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	if *url == "" {
		fmt.Fprintln(os.Stderr, "site: links to pages show no picture without -url ADDRESS")
	}
	fmt.Println(filepath.Join(out, "index.html"))
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithXHTML()),
)

// write writes the documents below root, and those that the program makes, as pages.
func write(out, root string) error {
	files, pages := os.DirFS(root), map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "docs/images/*"} {
		names, err := fs.Glob(files, pattern)
		for _, name := range names {
			text, failed := fs.ReadFile(files, name)
			if strings.HasSuffix(name, ".md") {
				pages[name] = string(text)
			} else {
				failed = errors.Join(failed, put(filepath.Join(out, filepath.FromSlash(name)), text))
			}
			err = errors.Join(err, failed)
		}
		if err != nil {
			return err
		}
	}
	more, err := fs.ReadFile(files, examples)
	if err != nil {
		return err
	}
	pages["docs/formats/json.md"] += "\n" + string(more)
	pages["docs/documents.md"], pages["docs/errata.md"] = docs.Documents(), docs.ErrataPage()
	pages["docs/algorithms.md"] = answer.NewAlgorithms(algorithms.All(), methods.Variants()).Markdown()
	for name, text := range pages {
		if err := writePage(out, name, text); err != nil {
			return err
		}
	}
	return copyFile(filepath.Join(out, "style.css"), filepath.Join(root, "internal", "web", "static", "style.css"))
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

func writePage(out, rel, text string) error {
	var body bytes.Buffer
	if err := markdown.Convert([]byte(text), &body); err != nil {
		return fmt.Errorf("%s: %w", rel, err)
	}
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
	title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
	top := strings.Repeat("../", strings.Count(rel, "/"))
	body.Reset()
	if err := pageFrame.Execute(&body, map[string]any{
		"Top": template.URL(top), "Title": title, "Body": template.HTML(linked),
	}); err != nil {
		return err
	}
	return put(filepath.Join(out, filepath.FromSlash(pageName(rel))), body.Bytes())
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

func put(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return put(to, text)
}

//go:embed still.js
var stillScript string

//go:embed sw.js
var workerText string

// engineFile is the program of the service worker, with gzip. Its name says nothing of either, so
// that no host unpacks it or sends it as something else.
const engineFile = "/engine.bin"

type still struct {
	handler http.Handler
	out     string
	url     string // of the site, without a slash at the end; may be empty
	stored  []string
	picture map[string]string // the file of an address below /api/
}

// writeStill writes every page of the workstation, the pictures and files that they load, and the
// service worker that does what the server does elsewhere.
func writeStill(out, url string, now time.Time) error {
	s := &still{handler: web.Handler(), out: out, url: url, picture: map[string]string{}}
	pages, files := web.Addresses(now)
	for _, name := range files {
		if err := s.copy(name); err != nil {
			return err
		}
	}
	s.stored = append(s.stored, files...)
	for _, name := range pages {
		if err := s.page(name); err != nil {
			return err
		}
	}
	for _, name := range docs.Schemas() {
		if err := s.copy("/schemas/" + docs.SchemaFile(name)); err != nil {
			return err
		}
	}
	missing, _ := s.read("/not-found") // the page of what there is not
	text := strings.Replace(s.rewrite(missing), "<html ", "<html data-missing ", 1)
	for name, body := range map[string]string{
		"/404.html": text, "/still.js": stillScript, "/manifest.webmanifest": manifest,
	} {
		if err := s.put(name, []byte(body)); err != nil {
			return err
		}
	}
	s.stored = append(s.stored, "/still.js", "/manifest.webmanifest", "/wasm_exec.js")
	return s.worker(pages)
}

const manifest = `{"name":"queens","short_name":"queens","start_url":"/play/","display":"standalone","background_color":"#faf9f6","theme_color":"#0a5f66","icons":[{"src":"/static/icon.svg","sizes":"any","type":"image/svg+xml"}]}`

func (s *still) put(name string, body []byte) error {
	return put(filepath.Join(s.out, filepath.FromSlash(name)), body)
}

// copy writes what an address answers.
func (s *still) copy(address string) error {
	body, err := s.get(address)
	if err != nil {
		return err
	}
	return s.put(address, body)
}

func (s *still) read(address string) ([]byte, int) {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Host = "site.invalid"
	s.handler.ServeHTTP(w, r)
	return w.Body.Bytes(), w.Code
}

func (s *still) get(address string) ([]byte, error) {
	body, status := s.read(address)
	if status != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d: %.200s", address, status, body)
	}
	return body, nil
}

func (s *still) page(name string) error {
	body, err := s.get(name)
	if err != nil {
		return err
	}
	before := len(s.stored)
	text := s.rewrite(body)
	if err := s.put(name+"/index.html", []byte(text)); err != nil {
		return err
	}
	if id, ok := strings.CutPrefix(name, "/play/"); ok && strings.Contains(id, "-") {
		s.stored = s.stored[:before] // visitors store the puzzles that they visit
		return s.copy("/api/v1/puzzles/" + id + ".json")
	}
	s.stored = append(s.stored, strings.TrimSuffix(name, "/")+"/")
	return nil
}

// image is a picture of a page that the interface draws; preview is that of links to the page.
var (
	image   = regexp.MustCompile(`<img([^>]*) src="(/api/[^"]+)"`)
	preview = regexp.MustCompile(`<meta property="og:image" content="http://site\.invalid(/api/[^"]+)">`)
)

func (s *still) rewrite(body []byte) string {
	text := image.ReplaceAllStringFunc(string(body), func(match string) string {
		m := image.FindStringSubmatch(match)
		file := s.drawn(m[2])
		if file == "" {
			return match
		}
		if !slices.Contains(s.stored, file) {
			s.stored = append(s.stored, file)
		}
		return fmt.Sprintf(`<img%s src="%s" data-api="%s"`, m[1], file, m[2])
	})
	text = preview.ReplaceAllStringFunc(text, func(match string) string {
		if s.url == "" {
			return "" // a preview needs a whole address
		}
		return fmt.Sprintf(`<meta property="og:image" content="%s%s">`, s.url, s.drawn(preview.FindStringSubmatch(match)[1]))
	})
	text = strings.Replace(text, "<html ", "<html data-stored ", 1)
	return strings.ReplaceAll(text, "http://site.invalid", s.url)
}

// drawn returns the file with what an address of the interface answers; empty if it does not.
func (s *still) drawn(escaped string) string {
	address := html.UnescapeString(escaped)
	if file, ok := s.picture[address]; ok {
		return file
	}
	body, err := s.get(address)
	if err != nil {
		s.picture[address] = ""
		return ""
	}
	sum := sha256.Sum256(body)
	plain, _, _ := strings.Cut(address, "?")
	ext := path.Ext(plain)
	if ext == "" || len(ext) > 5 {
		ext = map[string]string{"image/png": ".png", "image/gif": ".gif"}[http.DetectContentType(body)]
	}
	file := "/pictures/" + hex.EncodeToString(sum[:8]) + ext
	s.picture[address] = file
	if err := s.put(file, body); err != nil {
		panic(err)
	}
	return file
}

func (s *still) worker(pages []string) error {
	sum := sha256.New()
	slices.Sort(s.stored)
	for _, name := range append(slices.Clone(s.stored), engineFile) {
		file := filepath.FromSlash(name)
		if strings.HasSuffix(name, "/") {
			file += "index.html"
		}
		body, err := os.ReadFile(filepath.Join(s.out, file))
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(body))
		sum.Write(body)
	}
	facts, err := json.Marshal(map[string]any{
		"version": "queens-" + hex.EncodeToString(sum.Sum(nil)[:6]), "engineFile": engineFile,
		"stored": s.stored, "pages": pages,
	})
	if err != nil {
		return err
	}
	return s.put("/sw.js", []byte(strings.Replace(workerText, "{{facts}}", string(facts), 1)))
}

func buildEngine(ctx context.Context, out string) error {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	file, err := filepath.Abs(filepath.Join(out, "engine.wasm"))
	if err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags=nethttpomithttp2",
		"-gcflags=all=-l", "-ldflags=-s -w", "-o", file, "./internal/site/engine")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build for js/wasm: %w\n%s", err, text)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is one
	_, err = z.Write(wasm)
	if err := errors.Join(err, z.Close(), put(filepath.Join(out, filepath.FromSlash(engineFile)), packed.Bytes()),
		os.Remove(file)); err != nil {
		return err
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	return copyFile(filepath.Join(out, "wasm_exec.js"), filepath.Join(strings.TrimSpace(string(root)), "lib",
		"wasm", "wasm_exec.js"))
}
