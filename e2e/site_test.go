package e2e

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	browserdomain "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestStaticSite builds the site and visits it on a plain file server: the home page before the
// engine is loaded, pages with a query, a puzzle with hint and link, and a reload offline.
func TestStaticSite(t *testing.T) {
	needBrowser(t)
	dir := builtSite(t)
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
	b.await(`document.querySelectorAll(".square").length > 24 && document.querySelector("#command").textContent.endsWith("-` + time.Now().Format(time.DateOnly) + `")`)
	close(held)
	b.await(`navigator.serviceWorker.controller`)
	stored := `(async () => { for (const name of ["/engine.bin", "/watch/"]) while (!(await caches.match(name))) await new Promise((done) => setTimeout(done, 50)); return true; })()`
	eval[bool](b, stored)

	// With the engine: pages with a query, the API, pictures.
	b.visit(files.URL + "/solutions?n=6")
	b.await(`document.querySelector("main").textContent.includes("Order 6 has")`)
	expect(b, `fetch("/api/v1/solutions?n=8&limit=200").then((r) => r.json()).then((a) => String(a.solutions.length))`, "92", "solutions of order 8") // OEIS A000170
	if got := eval[string](b, `fetch("/api/v1/boards/15863724.svg").then((r) => r.text())`); !strings.HasPrefix(got, "<svg") {
		t.Errorf("a picture is %.100s", got)
	}
	if got := eval[string](b, `fetch("/api/v1/runs").then((r) => r.json()).then((p) => p.detail)`); !strings.Contains(got, "queens serve") {
		t.Errorf("counts: %s", got)
	}
	b.visit(files.URL + "/watch?algorithm=wirth&n=8&step=936")
	b.await(`document.querySelector("trace-player")?.step === 936`)
	b.forget() // the browser logs the status of /api/v1/runs

	// A puzzle with a page of its own, and one without.
	b.visit(files.URL + "/play/2-r8m-2026-11-26/")
	b.await(`document.querySelectorAll(".square").length === 64`)
	expect(b, `document.querySelector("meta[property='og:title']").content + " " + document.querySelector("meta[property='og:image']").content.replace(/[0-9a-f]{16}/, "#")`, "Queens, Thursday, 26 November: large, medium; regions, 8 by 8 · queens https://queens.example/pictures/#.png", "title and picture of a link")
	b.click("#share-button")
	expect(b, `[...document.querySelectorAll("#export-links a")].filter((a) => a.checkVisibility()).map((a) => a.textContent).join(" ")`, "SVG PNG JSON", "exports") // a PDF needs the program
	b.click("#share-button")
	b.click("#hint")
	b.await(`document.querySelector("#hint").textContent === "Why?" && document.querySelector("#verdict").textContent.startsWith("Look at ")`)
	b.visit(files.URL + "/play/2-c9h-123456")
	b.await(`document.querySelectorAll(".square").length === 81`)
	b.clean()

	// Offline: visited pages, unvisited ones, and the engine.
	down.Store(true)
	for path, ready := range map[string]string{
		"/":                       `document.querySelectorAll(".square").length === 64`,
		"/tour":                   `document.querySelectorAll(".chapter").length === 8`,
		"/play/2-r8m-2026-12-24/": `document.querySelectorAll(".square").length === 64`, // not visited before
		"/play/2-d7m-99":          `document.querySelectorAll(".square").length === 49`,
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
}

// TestEngineWaits requires that no page begins the engine that needs none, that a busy engine delays
// neither another page nor a file, and that it ends with its page.
func TestEngineWaits(t *testing.T) {
	needBrowser(t)
	files := serveSite(t, builtSite(t))
	b := newTab(t)
	onLoad(b, `Worker = class extends Worker { constructor(...words) { super(...words); globalThis.begun = true; } terminate() { sessionStorage.ended = "yes"; super.terminate(); } }`)
	for _, path := range []string{"/", "/play", "/play/2-r5e-1", "/tour", "/numbers", "/numbers/papers"} {
		b.visit(files.URL + path)
		eval[bool](b, settle)
		expect(b, `globalThis.begun ?? false`, false, "the engine is begun by %s", path)
	}
	b.await(`navigator.serviceWorker.controller`)
	eval[bool](b, `(globalThis.over = false, fetch("/api/v1/races", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({order: 14, algorithms: ["wirth", "rohl-list"], runs: 1})}).finally(() => { globalThis.over = true; }), true)`)
	b.await(`globalThis.begun`)
	play := newTab(t)
	play.visit(files.URL + "/play")
	play.await(`document.querySelectorAll(".square").length > 24 && navigator.serviceWorker.controller`)
	expect(b, `fetch("/static/app.js").then((r) => r.status + " " + globalThis.over)`, "200 false", "a file, and whether the race is over")
	b.visit(files.URL + "/tour")
	expect(b, `sessionStorage.ended`, "yes", "the engine is ended")
	b.await(`(document.querySelector("#backtracking").scrollIntoView(), document.querySelector("#backtracking .board-svg"))`)
}

// TestSaveData visits the site with a browser that saves data: nothing is fetched but the page.
func TestSaveData(t *testing.T) {
	var asked atomic.Int64
	var little int64 // that was asked
	plain := hosts["slash"](builtSite(t))
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		plain.ServeHTTP(w, r)
	}))
	t.Cleanup(files.Close)
	b := newTab(t)
	onLoad(b, `Object.defineProperty(navigator, "connection", { value: { saveData: globalThis.name !== "lavish" } })`)
	for _, saves := range []bool{true, false} {
		b.visit(files.URL + "/play/2-r5e-1")
		b.await(`navigator.serviceWorker.controller && document.querySelectorAll(".square").length === 25`)
		if saves {
			eval[bool](b, `new Promise((done) => setTimeout(() => { globalThis.name = "lavish"; done(true); }, 5000))`)
			if little = asked.Load(); little > 30 {
				t.Errorf("%d files are fetched", little)
			}
		} else {
			eval[bool](b, `(async () => { while (!(await caches.match("/engine.bin"))) await new Promise((done) => setTimeout(done, 50)); return true; })()`)
		}
	}
	if asked.Load() < little+100 {
		t.Error("the site is not stored without Save-Data either")
	}
}

// TestLacking opens every page of the site in browsers that lack something: it says in one sentence what is
// missing here, and shows the rest.
func TestLacking(t *testing.T) {
	var pages []struct {
		Name, Place, Engine, Scripts string
		Live                         bool
	}
	fine(t, json.Unmarshal(must(os.ReadFile("../cmd/internal/web/pages/pages.json"))(t), &pages))
	var engineless, down atomic.Bool
	plain := hosts["404.html"](builtSite(t))
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() || engineless.Load() && r.URL.Path == "/engine.bin" {
			panic(http.ErrAbortHandler)
		}
		plain.ServeHTTP(w, r)
	}))
	t.Cleanup(files.Close)
	for _, lacks := range []string{"scripts", "WebAssembly", "storage", "network"} {
		t.Run(lacks, func(t *testing.T) {
			b := newTab(t, chromedp.WithNewBrowserContext())
			switch lacks {
			case "scripts":
				command(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			case "WebAssembly":
				onLoad(b, `delete globalThis.WebAssembly`)
			case "storage":
				onLoad(b, refuseStorage)
			case "network":
				engineless.Store(true)
				b.visit(files.URL)
				eval[bool](b, `(async () => { while (!(await caches.match("/watch/"))) await new Promise((done) => setTimeout(done, 50)); return true; })()`)
				down.Store(true)
			}
			for _, p := range pages {
				path := "/" + strings.ToLower(p.Place) + "/" + p.Name
				switch {
				case p.Live:
					continue
				case p.Name == "home":
					path = "/"
				case p.Place == "" || strings.ToLower(p.Place) == p.Name:
					path = "/" + p.Name
				}
				says := map[string]string{"scripts": cmp.Or(p.Scripts, p.Engine), "WebAssembly": p.Engine}[lacks]
				said := `[...document.querySelectorAll("main .notice")].filter((e) => e.checkVisibility() && e.textContent.includes(` + quoted(says) + `)).length === 1`
				b.visit(files.URL + path)
				b.await(`[...document.querySelectorAll("main :is(img, canvas, .board-svg, .square, #map, pre, table, summary)")].some((e) => e.checkVisibility() && e.clientWidth > 30 && (e.naturalWidth ?? 1) > 0)`)
				if says != "" {
					b.await(said)
				}
				expect(b, `document.querySelector("main").textContent.match(/Not (found|stored)/)?.[0] ?? ""`, "", "%s without %s", path, lacks)
				if lacks == "scripts" {
					expect(b, `[...document.querySelectorAll("main form, a[href^='/api/'], main button")].filter((e) => e.checkVisibility()).map((e) => e.id + e.textContent).join(", ")`, "", "%s: what does nothing", path)
				}
				if p.Engine != "" && lacks != "storage" && lacks != "scripts" { // an address that needs the engine
					says = p.Engine
					b.visit(files.URL + path + "?n=5")
					b.await(strings.Replace(said, quoted(""), quoted(says), 1) + ` && document.querySelector("#instead").pathname === ` + quoted(path))
				}
			}
			if lacks == "network" {
				b.forget() // the browser logs what it did not get
			}
		})
	}
}

// hosts are the kinds of hosts that a site may have: one that sends /watch to /watch/ and has an error page
// of its own, one that sends /watch/ to /watch, and one that redirects nothing and shows 404.html.
var hosts = map[string]func(dir string) http.Handler{
	"slash": func(dir string) http.Handler { return http.FileServer(http.Dir(dir)) },
	"no slash": func(dir string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if bare := strings.TrimSuffix(r.URL.Path, "/"); bare != "" && bare != r.URL.Path {
				http.Redirect(w, r, (&url.URL{Path: bare, RawQuery: r.URL.RawQuery}).String(), http.StatusPermanentRedirect)
				return
			}
			sendFile(w, r, dir, "")
		})
	},
	"404.html": func(dir string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { sendFile(w, r, dir, "404.html") })
	},
}

// sendFile sends a file, or that of a folder; what is missing is another file.
func sendFile(w http.ResponseWriter, r *http.Request, dir, missing string) {
	for _, name := range []string{r.URL.Path, r.URL.Path + "/index.html"} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if about, err := os.Stat(name); err == nil && !about.IsDir() {
			file, err := os.Open(name)
			if err == nil {
				defer file.Close()
				http.ServeContent(w, r, name, about.ModTime(), file)
			}
			return
		}
	}
	text, _ := os.ReadFile(filepath.Join(dir, missing))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(text) // the browser may be gone
}

// TestFirstVisit opens an address on each kind of host, TestRealFirstVisit every kind of address that the
// site writes, in fresh profiles. No page shows its defaults meanwhile, changes the address, or ends in
// "Not found".
func TestFirstVisit(t *testing.T) { firstVisits(t, false) }

func TestRealFirstVisit(t *testing.T) {
	find(t)
	firstVisits(t, true)
}

func firstVisits(t *testing.T, all bool) {
	needBrowser(t)
	boards := func(n int) string { return fmt.Sprintf(`document.querySelectorAll("queens-board").length >= %d`, n) }
	addresses := []struct{ path, ready string }{
		{"/watch?algorithm=wirth&n=6&step=20", `document.querySelector("trace-player")?.step === 20`},
		{"/solutions?n=6", `document.querySelector("main").textContent.includes("Order 6 has") && [...document.images].every((i) => i.loading === "lazy" || i.naturalWidth > 0)`},
		{"/play?id=2-c9h-123456", `document.querySelectorAll(".square").length === 81`},
		{"/play?n=8&kind=completion&grade=medium&seed=4", `document.querySelectorAll(".square.is-given").length > 0`},
		{"/play?date=2026-11-20", `document.querySelector("#title")?.textContent === "Friday, 20 November"`},
		{"/play?text=AABB/AABB/CCDD/CCDD", `document.querySelector("#verdict")?.textContent.startsWith("This is solution 1.")`},
		{"/play/board?n=7&queens=a7,c6&topology=modular", `document.querySelector("#topology")?.value === "modular" && document.querySelectorAll("#board .board-queen").length === 2`},
		{"/solutions/family?perm=246135", `location.search.includes("perm=246135") && ` + boards(2)},
		{"/solutions/search?n=7", `document.querySelector("#map")`},
		{"/huge?n=1000", `document.querySelector("main [name=n]")?.value === "1000"`},
		{"/numbers?name=toroidal", `document.querySelector("main [name=name]")?.value === "toroidal"`},
		{"/numbers?plot=ratio", `document.querySelector("img.plot").naturalWidth > 400`},
		{"/numbers/papers?claim=T11", `document.querySelector("main")?.textContent.includes("T11")`},
		{"/formulations?n=5", `document.querySelector("main pre")`},
		{"/play/board?n=6&queens=a6", `document.querySelector("#order")?.value === "6" && document.querySelector("queens-board .board-queen")`},
		{"/compare?n=8&algorithms=bitmask,wirth", `document.querySelector("#order")?.value === "8" && document.querySelectorAll("input[name=algorithm]:checked").length === 2 && ` + boards(2)},
		{"/compare/experiments?algorithms=wirth&from=4&to=5&seeds=1", `document.querySelector("#to")?.value === "5" && document.querySelectorAll("input[name=algorithm]:checked").length === 1`},
		{"/play/board", `document.querySelector("#left")?.textContent.includes("completions left")`},
		{"/compare", `document.querySelector("#order")?.value === "11" && ` + boards(4)},
		{"/compare/experiments", `document.querySelectorAll("input[name=algorithm]:checked").length > 1`},
		{"/solutions/family", boards(2)},
		{"/watch", `document.querySelector("trace-player")?.step === 0`},
		{"/tour/burnside", `document.querySelectorAll(".chapter").length === 8`},
		{"/play/2-r5e-1", `document.querySelectorAll(".square").length === 25`},
		{"/play/2-r5e-1?fbclid=x&utm_source=y", `document.querySelectorAll(".square").length === 25 && !globalThis.isMade`},
	}
	first := 0
	for _, host := range slices.Sorted(maps.Keys(hosts)) {
		files := httptest.NewServer(hosts[host](builtSite(t)))
		t.Cleanup(files.Close)
		tried := addresses
		if !all {
			tried = addresses[first : first+1]
		}
		first++
		for _, a := range tried {
			t.Run(host+a.path, func(t *testing.T) {
				b := newTab(t, chromedp.WithNewBrowserContext())
				_, query, _ := strings.Cut(a.path, "?")
				onLoad(b, `globalThis.written = []; for (const name of ["replaceState", "pushState"]) { const write = history[name]; history[name] = function (...words) { if (!globalThis.isMade) written.push(String(words[2])); return write.apply(this, words); }; }
					addEventListener("DOMContentLoaded", () => { globalThis.early = globalThis.isMade ? "" : document.querySelector("main").textContent; });`)
				b.do(chromedp.Navigate(files.URL + a.path))
				b.await(a.ready)
				expect(b, `document.querySelector("main").textContent.includes("Not found")`, false, "Not found")
				expect(b, `written.join(" ")`, "", "the address is written")
				if query != "" && !strings.Contains(query, "fbclid") {
					expect(b, `early.includes("Loading") && early.length < 60`, true, "only a sentence is shown meanwhile")
				}
				if strings.HasPrefix(a.path, "/watch?") { // a reload, also past the service worker, answers the same
					for _, past := range []bool{false, true} {
						command(b, page.Reload, page.ReloadParams{IgnoreCache: &past})
						b.await(`document.readyState === "complete" && ` + a.ready)
					}
				}
				b.clean()
			})
		}
	}
}

// TestRealSlowLine opens a link at 200 kB/s: until the engine is there, the page says how much of it is, and
// shows and plays nothing.
func TestRealSlowLine(t *testing.T) {
	find(t)
	var line sync.Mutex
	plain := hosts["slash"](builtSite(t))
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { plain.ServeHTTP(slow{w, &line}, r) }))
	t.Cleanup(files.Close)
	b := newTab(t, chromedp.WithNewBrowserContext())
	b.visit(files.URL + "/compare?n=8&algorithms=bitmask,wirth")
	b.await(`/loading: [1-9][0-9]? % …/.test(document.querySelector("main").textContent)`)
	expect(b, `document.querySelectorAll("main :is(input, button, queens-board)").length + location.search`, "0?n=8&algorithms=bitmask,wirth", "what is shown before the engine, and the address")
	b.await(`document.querySelector("#order")?.value === "8"`)
	expect(b, `new URLSearchParams(location.search).get("algorithms")`, "bitmask,wirth", "the algorithms in the address")
}

type slow struct {
	http.ResponseWriter
	line *sync.Mutex
}

func (s slow) Write(text []byte) (int, error) {
	const step = 4000 // bytes in 20 ms
	sent := 0
	for part := range slices.Chunk(text, step) {
		s.line.Lock()
		time.Sleep(20 * time.Millisecond)
		s.line.Unlock()
		n, err := s.ResponseWriter.Write(part)
		if sent += n; err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// TestDownloads clicks the downloads of the pages of the site, and reads the files.
func TestDownloads(t *testing.T) {
	needBrowser(t)
	files := serveSite(t, builtSite(t))
	b, dir := newTab(t), t.TempDir()
	command(b, browserdomain.SetDownloadBehavior, browserdomain.SetDownloadBehaviorParams{Behavior: "allow", DownloadPath: dir})
	b.visit(files.URL + "/")
	b.await(`navigator.serviceWorker.controller`)
	seen := map[string]bool{}
	for _, path := range []string{
		"/play", "/play/board?n=6&queens=a6", "/watch?n=6&step=20", "/solutions?n=6", "/solutions/family?perm=246135",
		"/solutions/search?n=7", "/huge?n=100", "/numbers", "/formulations?n=5",
	} {
		b.visit(files.URL + path)
		eval[bool](b, settle)
		eval[bool](b, `(document.querySelectorAll("details").forEach((d) => { d.open = true; }), document.querySelector("#share-panel").showPopover(), true)`)
		names := eval[[]string](b, `[...document.querySelectorAll("a[download]")].filter((a) => a.checkVisibility()).map((a) => { a.id ||= "d" + Math.random().toString(36).slice(2); return a.id + " " + a.download; })`)
		for _, line := range names[:min(len(names), 9)] { // Chromium lets a page make ten files
			id, name, _ := strings.Cut(line, " ")
			file := filepath.Join(dir, name)
			_ = os.Remove(file)
			eval[bool](b, `(document.querySelector("#share-panel").togglePopover(document.getElementById(`+quoted(id)+`).closest("#share-panel") !== null), true)`)
			b.click("#" + id)
			for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
				if text, err := os.ReadFile(file); err == nil && len(text) > 0 {
					if strings.HasPrefix(strings.ToLower(string(text)), "<!doctype html") || strings.Contains(string(text), `"status":`) {
						t.Errorf("%s, %s: %.100q", path, name, text)
					}
					seen[filepath.Ext(name)] = true
					break
				}
				if time.Since(began) > patience {
					t.Fatalf("%s, %s: no file", path, name)
				}
			}
		}
	}
	for _, ext := range []string{".svg", ".png", ".gif", ".cnf"} {
		if !seen[ext] {
			t.Errorf("no download of %s among %v", ext, seen)
		}
	}
}

// builtSite builds the site once.
var buildSite sync.Once

func builtSite(t *testing.T) string {
	t.Helper()
	buildSite.Do(func() {
		build := exec.Command("scripts/site", "-url", "https://queens.example", siteDir)
		build.Dir = ".."
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("build the site: %v\n%s", err, out)
		}
	})
	return siteDir
}

// serveSite serves a folder as plain hosts do: /watch leads to /watch/, what is missing to 404.html.
func serveSite(t *testing.T, dir string, before ...func(*http.Request)) *httptest.Server {
	t.Helper()
	plain := http.FileServer(http.Dir(dir))
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, f := range before {
			f(r)
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.URL.Path))); err != nil {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write(must(os.ReadFile(filepath.Join(dir, "404.html")))(t)) // the browser may be gone
			return
		}
		plain.ServeHTTP(w, r)
	}))
	t.Cleanup(files.Close)
	return files
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
