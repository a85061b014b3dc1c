package e2e

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestStaticSite builds the site and visits it on a plain file server: the home page before the
// engine is loaded, pages with a query, a puzzle with hint and link, a reload offline, and the
// message without WebAssembly.
func TestStaticSite(t *testing.T) {
	needBrowser(t)
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "run", "./internal/site", "-url", "https://queens.example", dir)
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the site: %v\n%s", err, out)
	}
	engine, err := os.Stat(filepath.Join(dir, "engine.bin"))
	if err != nil || engine.Size() > mostEngine {
		t.Errorf("the engine has %d bytes, want at most %d (%v)", engine.Size(), mostEngine, err)
	}
	readPacked(t, filepath.Join(dir, "engine.bin"))
	var sent atomic.Int64 // bytes before the engine
	var down atomic.Bool
	held := make(chan struct{})
	plain := http.FileServer(http.Dir(dir))
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			panic(http.ErrAbortHandler)
		}
		if r.URL.Path == "/sw.js" || r.URL.Path == "/engine.bin" { // the page must work until these arrive
			<-held
		}
		plain.ServeHTTP(&meter{w, &sent}, r)
	}))
	t.Cleanup(files.Close)
	b := newTab(t)
	b.size(1280, 900)

	// Before the engine: the board of the home page, and the daily puzzle.
	b.visit(files.URL + "/")
	b.await(`document.querySelectorAll(".square").length === 64`)
	b.click(".square:nth-child(1)")
	b.await(`document.querySelectorAll(".is-attacked").length === 21`)
	eval[bool](b, settle)
	if n := sent.Load(); n > 300_000 {
		t.Errorf("home has taken %d bytes before the engine", n)
	}
	b.visit(files.URL + "/play/")
	b.await(`document.querySelectorAll(".square").length === 64 && document.querySelector("#command").textContent === "queens puzzle 1-r8m-` + time.Now().Format(time.DateOnly) + `"`)
	close(held)
	b.await(`navigator.serviceWorker.controller`)

	// With the engine: pages with a query, the API, pictures, old addresses.
	b.visit(files.URL + "/solutions?n=6")
	b.await(`document.querySelector("main").textContent.includes("Order 6 has")`)
	b.visit(files.URL + "/orbit?perm=2413")
	b.await(`location.pathname === "/solutions/family" && document.querySelectorAll("queens-board").length >= 2`)
	expect(b, `fetch("/api/v1/solutions?n=8&limit=200").then((r) => r.json()).then((a) => String(a.solutions.length))`, "92", "solutions of order 8") // OEIS A000170
	if got := eval[string](b, `fetch("/api/v1/boards/15863724.svg").then((r) => r.text())`); !strings.HasPrefix(got, "<svg") {
		t.Errorf("a picture is %.100s", got)
	}
	if got := eval[string](b, `fetch("/api/v1/runs").then((r) => r.json()).then((p) => p.detail)`); !strings.Contains(got, "queens serve") {
		t.Errorf("counts: %s", got)
	}
	b.visit(files.URL + "/counts")
	b.await(`location.pathname === "/documents/docs/workstation.html"`)
	b.visit(files.URL + "/watch?algorithm=wirth&n=8&step=936")
	b.await(`document.querySelector("trace-player")?.step === 936`)
	b.forget() // the browser logs the status of /api/v1/runs

	// A puzzle with a page of its own, and one without.
	b.visit(files.URL + "/play/1-r8m-2026-11-24/")
	b.await(`document.querySelectorAll(".square").length === 64`)
	expect(b, `document.querySelector("meta[property='og:title']").content + " " + document.querySelector("meta[property='og:image']").content.replace(/[0-9a-f]{16}/, "#")`, "Queens, 24 November 2026: regions, 8 by 8, medium · queens https://queens.example/pictures/#.png", "title and picture of a link")
	b.click("#share-button")
	expect(b, `[...document.querySelectorAll("#export-links a")].filter((a) => a.checkVisibility()).map((a) => a.textContent).join(" ")`, "SVG PNG JSON", "exports") // a PDF needs the program
	b.click("#share-button")
	b.click("#hint")
	b.await(`document.querySelectorAll(".is-hint").length > 0 && document.querySelector("#verdict").textContent.length > 20`)
	b.visit(files.URL + "/play/1-c9h-123456")
	b.await(`document.querySelectorAll(".square").length === 81`)
	b.clean()

	// Offline: visited pages, unvisited ones, and the engine.
	down.Store(true)
	for path, ready := range map[string]string{
		"/":                       `document.querySelectorAll(".square").length === 64`,
		"/tour":                   `document.querySelectorAll(".chapter").length === 8`,
		"/play/1-r8m-2026-12-24/": `document.querySelectorAll(".square").length === 64`, // not visited before
		"/play/1-d7m-99":          `document.querySelectorAll(".square").length === 49`,
		"/api/":                   `document.querySelectorAll("main pre").length > 20`,
		"/numbers?plot=ratio":     `document.querySelectorAll("table").length > 1 && document.querySelector("img.plot").naturalWidth > 400`,
		"/solutions?n=5":          `document.querySelector("main").textContent.includes("Order 5 has")`,
		"/watch?n=6&step=5":       `document.querySelector("trace-player")?.step === 5`,
	} {
		b.visit(files.URL + path)
		b.await(ready)
	}
	down.Store(false)
	b.do(chromedp.Navigate("about:blank"))
	b.forget() // pictures and counts need the network

	// Without WebAssembly there is one clear sentence.
	other := newTab(t)
	other.do(chromedp.Navigate(files.URL + "/play/1-r5e-1/"))
	eval[bool](other, `navigator.serviceWorker.getRegistrations().then((list) => Promise.all(list.map((r) => r.unregister()))).then(() => true)`)
	script := `delete globalThis.WebAssembly`
	onLoad(other, script)
	other.visit(files.URL + "/play/1-r5e-1/")
	other.await(`document.querySelectorAll(".square").length === 25`)
	other.click("#hint")
	other.await(`document.querySelector("#verdict").textContent.includes("needs WebAssembly")`)
}

// mostEngine is the limit for the compressed engine, in bytes.
const mostEngine = 5_200_000

func readPacked(t *testing.T, name string) {
	t.Helper()
	file := must(os.Open(name))(t)
	defer file.Close()
	must(io.Copy(io.Discard, must(gzip.NewReader(file))(t)))(t)
}

type meter struct {
	http.ResponseWriter
	sent *atomic.Int64
}

func (m *meter) Write(b []byte) (int, error) {
	m.sent.Add(int64(len(b)))
	return m.ResponseWriter.Write(b)
}
