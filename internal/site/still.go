package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
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

	"queens/docs"
	"queens/internal/web"
)

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
	pages, files, moved := web.Addresses(now)
	for _, name := range files {
		if err := s.copy(name, name); err != nil {
			return err
		}
	}
	for _, name := range pages {
		if err := s.page(name); err != nil {
			return err
		}
	}
	for _, name := range docs.Schemas() {
		file := "/schemas/" + docs.SchemaFile(name)
		schema, err := s.get(file)
		if err == nil {
			err = s.put(file, schema)
		}
		if err != nil {
			return err
		}
	}
	for from, to := range moved {
		text := fmt.Sprintf("<!doctype html><title>Moved</title><link rel=\"icon\" href=\"data:,\"><script>"+
			"location.replace(Object.assign(new URL(%q, location), { search: location.search }))</script>"+
			"<meta http-equiv=\"refresh\" content=\"0; url=%[1]s\"><a href=\"%[1]s\">%[1]s</a>\n", to)
		if err := s.put(from+"/index.html", []byte(text)); err != nil {
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

// copy stores what an address answers, under a name.
func (s *still) copy(name, address string) error {
	body, err := s.get(address)
	if err != nil {
		return err
	}
	s.stored = append(s.stored, name)
	return s.put(name, body)
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
		puzzle := "/api/v1/puzzles/" + id + ".json"
		body, err := s.get(puzzle)
		if err != nil {
			return err
		}
		return s.put(puzzle, body)
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
