package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// views are pages with content, in addition to the bare pages.
var views = []struct{ name, path string }{
	{"home", "/"},
	{"family-symmetric", "/solutions/family?perm=35281746"},
	{"family-no-match", "/solutions/family?perm=15863724&with=24683175"},
	{"family-history", "/solutions/family?perm=2413&do=inc+2.5+2.5"},
	{"solutions-none", "/solutions?n=3"},
	{"solutions-central", "/solutions?n=9&class=central"},
	{"play-expert", "/play/2-c10x-24"},
	{"play-diagonals", "/play/2-d14h-1"},
	{"error-play", "/play/2-r8m-tomorrow"},
	{"board-conflict", "/play/board?n=12&queens=a1,c2,e4,b3,h8&blocked=l12,k3"},
	{"board-torus", "/play/board?n=7&queens=a7,c6&topology=modular"},
	{"board-large", "/play/board?n=60&queens=a1,c2"},
	{"numbers-classes", "/numbers?name=fundamental"},
	{"watch-las-vegas", "/watch?algorithm=las-vegas&n=12&seed=7&step=30"},
	{"watch-layers", "/watch?algorithm=wirth&n=8&step=936&layers=attacks,conflicts,free&heat=visits"},
	{"watch-large", "/watch?algorithm=min-conflicts&n=200&step=400"},
	{"search-large", "/solutions/search?n=11"},
	{"huge-near", "/huge?n=1000&method=construct&span=40&x=500&y=10"},
	{"formulations-conflict", "/formulations?perm=2431&encoding=ladder"},
	{"embed", "/embed/watch?n=8&step=936"},
	{"watch-refused", "/watch?algorithm=knight-walk&n=8"},
	{"watch-behind-the-end", "/watch?n=8&step=99999999"},
	{"solutions-none-by-theory", "/solutions?n=22&class=rotational"},
	{"compare-refused", "/compare?n=14&algorithms=wirth,brute-force"},
	{"error", "/solutions/family?perm=1x2"},
	{"error-solutions", "/solutions?n=33&class=central"},
	{"error-board", "/play/board?n=0&queens=a1"},
	{"error-compare", "/compare?n=5000"},
	{"error-counts", "/numbers/counts?n=99"},
}

// pageNames returns the addresses of all pages except home, without the first slash, as the menus
// and the footer link them.
func pageNames(t *testing.T, url string) []string {
	t.Helper()
	var names []string
	for _, path := range []string{"/play", "/compare", "/solutions", "/numbers"} {
		for _, m := range regexp.MustCompile(`(?:<li>| · |programmers: )<a href="/([a-z/]+)"`).FindAllSubmatch(bodyOf(t, url+path), -1) {
			if name := string(m[1]); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) != 16 {
		t.Fatalf("the menu has %v", names)
	}
	return names
}

// settle waits until pictures are loaded and two frames are drawn.
const settle = `Promise.race([new Promise((done) => setTimeout(done, 5000)), Promise.all([...document.images].filter((i) => i.loading !== "lazy" && !i.complete).map((i) => new Promise((done) => { i.onload = i.onerror = done; })))])
	.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 150)))))`

// windows are window sizes: a large screen, a phone in both orientations, the width of WCAG reflow, a
// zoom of 200 %.
var windows = []struct{ width, height int64 }{{1440, 900}, {812, 375}, {390, 844}, {320, 640}, {720, 450}}

// TestEveryPage opens every page in both themes and every window, views in two of the windows. No
// script fails, and no page scrolls sideways.
func TestEveryPage(t *testing.T) { everyPage(t, nil) }

// TestRealBarriers does so with axe-core, which finds nothing.
func TestRealBarriers(t *testing.T) {
	find(t)
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed: npm install --no-package-lock gets it")
	}
	everyPage(t, axe)
}

func everyPage(t *testing.T, axe []byte) {
	needBrowser(t)
	url := served(t)
	list := views
	for _, name := range pageNames(t, url) {
		list = append(list, struct{ name, path string }{name, "/" + name})
	}
	for i, v := range list {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			tab := newTab(t)
			tab.theme("light")
			tab.size(1440, 900)
			tab.visit(url + v.path)
			eval[bool](tab, settle)
			if axe != nil {
				eval[int](tab, string(axe)+";0")
			}
			// The loop does not reload: colours and widths follow at once.
			for k, w := range windows {
				if i > 0 && i < len(views) && k%2 == 1 {
					continue // its page is checked in the other windows
				}
				for _, theme := range []string{"light", "dark"} {
					tab.theme(theme)
					tab.size(w.width, w.height)
					eval[bool](tab, settle)
					options := `{}`
					if theme == "dark" {
						options = `{runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}}`
					}
					if axe != nil {
						noBarriers(tab, fmt.Sprintf("%d by %d, %s", w.width, w.height, theme), options)
					}
					if k == 0 || theme == "light" {
						tab.picture(fmt.Sprintf("%s-%d-%s", strings.ReplaceAll(v.name, "/", "-"), w.width, theme))
					}
				}
				if width := eval[int64](tab, `document.documentElement.scrollWidth`); width > w.width {
					wide := eval[string](tab, fmt.Sprintf(`[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > %d && !e.closest(".scroll, pre, ol, #command")).slice(0, 5).map((e) => e.tagName + "." + e.className + "#" + e.id).join(", ")`, w.width+1))
					t.Errorf("%d pixels wide in a window of %d: %s", width, w.width, wide)
				}
			}
			if strings.HasPrefix(v.name, "error") {
				tab.forget() // the browser logs the status 400
			}
		})
	}
}

func noBarriers(b *tab, where, options string) {
	b.t.Helper()
	found := eval[string](b, `axe.run(document, Object.assign({resultTypes: ["violations"]}, `+options+`)).then((r) => JSON.stringify(r.violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " | " + (n.any[0]?.message ?? n.failureSummary))}))))`)
	var violations []struct {
		ID, Help string
		Nodes    []string
	}
	fine(b.t, json.Unmarshal([]byte(found), &violations))
	for _, v := range violations {
		text := fmt.Sprintf("axe, %s: %s: %s", where, v.ID, v.Help)
		for _, node := range v.Nodes {
			text += "\n  " + node
		}
		b.t.Error(text)
	}
}

const refuseStorage = `(() => {
	const refuse = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
	for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) Object.defineProperty(globalThis, name, { get: refuse });
	globalThis.BroadcastChannel = class { constructor() { refuse(); } };
	if (globalThis.LockManager) LockManager.prototype.request = async () => refuse();
	Object.defineProperty(Navigator.prototype, "serviceWorker", { get: refuse });
})()`

// TestNoStorage opens every page in a browser that refuses storage, channels and locks, as Firefox
// does when it blocks all cookies: the scripts run.
func TestNoStorage(t *testing.T) {
	b, url := open(t)
	onLoad(b, refuseStorage)
	for _, path := range append(pageNames(t, url), "") {
		b.visit(url + "/" + path)
		b.click("#keys-button")
		b.await(`document.querySelectorAll("#keys-list kbd").length > 0`)
		eval[bool](b, settle)
		b.clean()
	}
	b.visit(url + "/embed/watch")
	b.await(player)
	b.visit(url + "/play")
	b.await(`document.querySelectorAll(".square").length > 24 && document.querySelector("#verdict").textContent.includes("blocks storage")`)
}
