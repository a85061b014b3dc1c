package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestErrorsKeepTheForm requests impossible pages: the form keeps the input, no script fails, and a
// corrected input works.
func TestErrorsKeepTheForm(t *testing.T) {
	b, url := open(t)
	for _, c := range []struct{ page, query, field, typed, better string }{
		{"watch", "n=4000", "n", "4000", "6"},
		{"compare", "n=4000", "n", "4000", "6"},
		{"compare/experiments", "from=4000", "from", "4000", "6"},
		{"solutions", "n=33&class=central", "n", "33", "6"},
		{"solutions/family", "perm=1x2", "perm", "1x2", "2413"},
		{"solutions/search", "n=90", "n", "90", "6"},
		{"play/board", "n=0", "n", "0", "6"},
		{"play/board", "n=8&queens=z9", "queens", "z9", "a1"},
		{"huge", "n=3", "n", "3", "1000"},
		{"numbers/counts", "n=99", "n", "99", "6"},
		{"formulations", "perm=nonsense", "perm", "nonsense", "2413"},
	} {
		b.visit(url + "/" + c.page + "?" + c.query)
		field := fmt.Sprintf(`document.querySelector('form [name="%s"]')`, c.field)
		expect(b, field+`?.value ?? "no such field"`, c.typed, "/%s?%s: the field %s", c.page, c.query, c.field)
		if text := b.text(".failure"); len(text) < 10 {
			t.Errorf("/%s?%s: says %q", c.page, c.query, text)
		}
		b.forget() // the browser logs the status 400
		eval[bool](b, fmt.Sprintf(`(() => { const f = %s; f.value = %s; f.form.requestSubmit(f.form.querySelector("button.primary")); return true; })()`, field, quoted(c.better)))
		b.await(`document.readyState === "complete" && !document.querySelector("main > .failure:not([hidden])") && new URL(location.href).searchParams.get(` + quoted(c.field) + `) === ` + quoted(c.better))
		b.clean()
	}
	if class := func() string {
		b.visit(url + "/solutions?n=33&class=central&all=true")
		return eval[string](b, `document.querySelector("select[name=class]").value + document.querySelector("[name=all]").checked`)
	}(); class != "centraltrue" {
		t.Errorf("choice and check box are %s", class)
	}
	b.forget()
}

// TestBadInput opens broken links: each page has one sentence and a way out. Puzzles work without
// storage.
func TestBadInput(t *testing.T) {
	b, url := open(t)
	for path, says := range map[string]string{
		"/nope":                      "No page has this address.",
		"/tour/nowhere":              `"nowhere": want one of`,
		"/play/2-r99m-1":             "order 99: want 5 to 14",
		"/play/1-r8m-1":              "generator version 1, this is version 2",
		"/play/2-r8m-2026-02-31":     `date "2026-02-31": want a day like`,
		"/play?kind=chess":           `kind "chess": want one of`,
		"/solutions/family?perm=11":  "both have a queen in row 1",
		"/watch?algorithm=nope":      `algorithm: "nope" cannot be watched`,
		"/play/board?n=8&queens=a99": "a99",
	} {
		b.visit(url + path)
		if text := b.text(".failure"); !strings.Contains(text, says) || strings.Count(text, ". ") > 1 {
			t.Errorf("%s: %q, want %q", path, text, says)
		}
		if ways := eval[int](b, `[...document.querySelectorAll("main a, main form, header nav a")].filter((e) => e.checkVisibility()).length`); ways < 7 {
			t.Errorf("%s: %d ways on", path, ways)
		}
	}
	b.forget() // the browser logs the statuses
	// Stored data was edited by hand, or storage is refused.
	fresh := newTab(t)
	fresh.visit(url + "/tour")
	eval[bool](fresh, `(localStorage.setItem("queens.play", JSON.stringify({solved: 7, played: {"2-r5e-1": {marks: "9x2", found: "none", time: "soon", hints: -3}}})), true)`)
	fresh.visit(url + "/play/2-r5e-1")
	fresh.await(`document.querySelectorAll(".square").length === 25`)
	fresh.click(".square:nth-child(7)")
	fresh.await(`document.querySelectorAll(".is-crossed").length >= 1 && /^\d+:\d\d$/.test(document.querySelector("#clock").textContent)`)
	onLoad(fresh, `Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new DOMException("refused", "SecurityError"); }`)
	fresh.do(chromedp.Reload())
	fresh.await(`document.querySelector("#verdict").textContent.includes("blocks storage") && document.querySelectorAll(".square").length === 25`)
	fresh.click(".square:nth-child(7)")
	fresh.await(`document.querySelectorAll(".is-crossed").length === 1`)
	fresh.clean()
	b.visit(url + "/")
	eval[bool](b, `(localStorage.clear(), true)`)
}

const traceRequests = `performance.getEntriesByType("resource").filter((r) => r.name.includes("/api/v1/trace")).length`

func TestWatchRefusesOrders(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/watch?algorithm=knight-walk&n=8")
	b.contains("#refusal", "no factor 2 or 3", "5, 7, 11")
	b.contains("#orders", "no factor 2 or 3")
	b.press(" ")
	expect(b, traceRequests, 0, "requests for steps that there are not")
	b.click("#refusal a")
	b.await(player + ` && location.search.includes("n=5")`)
	// Without an order the nearest one is used, and choosing an algorithm shows it.
	b.visit(url + "/watch?algorithm=knight-walk")
	b.await(player + ` && location.search.includes("n=7")`)
	eval[bool](b, `(() => { const s = document.querySelector("#algorithm"); s.value = "brute-force"; s.dispatchEvent(new Event("change")); return true; })()`)
	b.await(`location.search.includes("algorithm=brute-force") && ` + player + ` && location.search.includes("n=7") && !location.search.includes("near")`)
}

// TestWatchStopsAsking plays while the server refuses: the player stops, says so, and sends no more
// requests.
func TestWatchStopsAsking(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/watch?algorithm=wirth&n=12")
	b.await(player)
	eval[bool](b, `(() => {
		globalThis.asked = 0;
		globalThis.fetch = () => { asked++; return Promise.resolve(new Response(JSON.stringify({detail: "refused for a test"}), {status: 422})); };
		const p = document.querySelector("trace-player");
		p.pace = 100000;
		p.play();
		return true; })()`)
	b.await(`!document.querySelector("trace-player").playing && document.querySelector(".player-sentence").textContent.includes("refused for a test")`)
	before := eval[int](b, `asked`)
	after := eval[int](b, `new Promise((done) => { let frames = 0; const tick = () => ++frames < 60 ? requestAnimationFrame(tick) : done(asked); tick(); })`)
	if before > 80 || after != before {
		t.Errorf("%d requests until it stopped, then %d more", before, after-before)
	}
	// A run that cannot start leaves no controls.
	b.visit(url + "/watch?algorithm=wirth&n=8")
	b.await(player)
	eval[bool](b, `(() => { globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify({detail: "refused for a test"}), {status: 422}));
		const p = document.createElement("trace-player");
		document.querySelector("trace-player").replaceWith(p);
		return p.load({algorithm: "wirth", n: 8, seed: 1}, {pseudocode: []}).then(() => true); })()`)
	expect(b, `document.querySelectorAll("trace-player :is(button, input, select):not(:disabled)").length`, 0, "controls that can be used without a run")
	b.press(" ")
	b.press("b")
	if eval[bool](b, `document.querySelector("trace-player").playing`) {
		t.Error("it plays without a run")
	}
}

func TestWatchBehindTheEnd(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/watch?algorithm=wirth&n=8&step=99999999")
	b.await(player + ` && document.querySelector("trace-player").step === document.querySelector("trace-player").steps && document.querySelector(".player-sentence").textContent.includes("The run has ended")`)
	expect(b, `document.querySelector("trace-player").solutions`, 92, "solutions at the end") // Q(8), OEIS A000170
	b.clean()
	// A step too far away is refused, and the player shows the start.
	b.visit(url + "/watch?algorithm=wirth&n=30&step=2000000000")
	b.await(player + ` && document.querySelector("trace-player").step === 0 && document.querySelector(".player-sentence").textContent.includes("too far")`)
	b.forget() // the browser logs the status 422
}

// layoutShift measures how much a page jumps while it loads; mostShift is the limit.
const (
	layoutShift = `new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; }).observe({type: "layout-shift", buffered: true}); setTimeout(() => done(sum), 100); })`
	mostShift   = 0.05
)

// TestWatchStandsStill makes 300 single steps: neither code nor controls move, and the page does
// not jump while it loads.
func TestWatchStandsStill(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	b.visit(url + "/watch?algorithm=wirth&n=8")
	b.await(player + ` && document.querySelector("trace-player").complete`)
	eval[bool](b, settle)
	atMost(b, layoutShift, mostShift, "shift of the page while it loads")
	moved := eval[string](b, `(async () => {
		const p = document.querySelector("trace-player");
		const tops = () => [".player-speed", ".player-code", ".player-facts", ".player-layers", '[aria-label="Play"]'].map((s) => Math.round(document.querySelector(s).getBoundingClientRect().top)).join(" ");
		const seen = new Set();
		for (let k = 0; k < 300; k++) {
			await p.go(800 + k);
			for (let wait = 0; wait < 200 && !document.querySelector(".player-sentence").textContent.replaceAll("\u202f", "").startsWith("Step " + (800 + k) + ":"); wait++) await new Promise((done) => setTimeout(done, 5));
			seen.add(tops());
		}
		return [...seen].join(" | ");
	})()`)
	if strings.Contains(moved, "|") {
		t.Errorf("heights of speed, code, facts, layers and button: %s", moved)
	}
}

// TestRaceSaysRefusals checks that a refused racer is shown before the race, and the outcome after
// it.
func TestRaceSaysRefusals(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url + "/compare?n=14&algorithms=wirth,brute-force")
	b.await(`document.querySelector("#go").disabled && document.querySelector("#status").textContent.includes("Brute force does not work for order 14: want 1 to 9. Nearest orders: 8 and 9.")`)
	b.await(`document.querySelector("#racer-brute-force").classList.contains("is-refused") && !document.querySelector("#racer-wirth").classList.contains("is-refused")`)
	eval[bool](b, `(() => { const n = document.querySelector("#order"); n.value = "6"; n.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	b.await(`!document.querySelector("#go").disabled && document.querySelector("#status").className === "faint"`)
	b.click("#go")
	b.await(`document.querySelectorAll("#table tbody tr").length === 2`)
	b.await(`(() => { const box = document.querySelector("#lanes").getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()`)
	eval[bool](b, `(() => { const n = document.querySelector("#order"); n.value = "5000"; n.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	b.await(`document.querySelector("#go").disabled && document.querySelector("#status").textContent.includes("Order 5000: want 1 to 1000")`)
}

// TestRaceIsOneRun compares place, time and bar of every lane with the table, after a race and
// after a reload.
func TestRaceIsOneRun(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/compare?n=6&algorithms=bitmask,rohl-list,wirth")
	b.media("prefers-reduced-motion", "reduce")
	b.click("#go")
	for _, after := range []string{"the race", "a reload"} {
		b.await(`document.querySelectorAll("#table tbody tr").length === 3`)
		b.await(`document.querySelectorAll(".lane-place").length === 3`)
		expect(b, `(() => {
			const cells = (tr) => [...tr.cells].map((c) => c.textContent);
			const rows = [...document.querySelectorAll("#table tbody tr")].map(cells), most = Number(rows[2][2]);
			return rows.map(([title, time, ratio], k) => {
				const lane = [...document.querySelectorAll(".lane")].find((l) => l.querySelector("h2").firstChild.textContent === title);
				const place = lane.querySelector(".lane-place").textContent, text = lane.querySelector(".lane-text").textContent, width = parseFloat(lane.querySelector(".lane-bar i").style.width);
				const tied = k > 0 && time === rows[k - 1][1];
				return (place === k + 1 + "." || tied) && text.startsWith(time + ",") && Math.abs(width - 100 * ratio / most) < 1 ? "" : [title, time, ratio, place, text, width].join(" ");
			}).filter(Boolean).join("; ");
		})()`, "", "after %s, the lanes differ from the table", after)
		b.do(chromedp.Reload())
	}
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	b.visit(url + "/compare/experiments?algorithms=las-vegas&from=6&to=6&step=1&seeds=2")
	b.click("#go")
	b.await(`document.querySelector("#status").textContent === "2 runs."`)
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll("#table tbody tr").length === 1 && document.querySelector("#export-links a")`)
}

// square returns the centre of a square of the board, counted from the top left, in the window.
func square(col, row int) string {
	return fmt.Sprintf(`(() => { const p = new DOMPoint(%d.5, %d.5).matrixTransform(document.querySelector("#board svg").getScreenCTM()); return [p.x, p.y]; })()`, col, row)
}

// TestTouchDrag drags a queen with a finger: she follows it and stays where it leaves. A tap places
// a queen.
func TestTouchDrag(t *testing.T) {
	b, url := open(t)
	b.size(390, 844)
	command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	b.visit(url + "/play/board?n=8&queens=a8")
	b.await(`document.querySelector(".board-queen")`)
	eval[bool](b, `(document.querySelector("#board").scrollIntoView({block: "center"}), true)`)
	touch := func(kind input.DispatchTouchEventType, at ...float64) {
		params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		if len(at) == 2 {
			params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1]})
		}
		command(b, input.DispatchTouchEvent, params)
	}
	from, to := eval[[]float64](b, square(0, 0)), eval[[]float64](b, square(2, 4))
	touch("touchStart", from...)
	for k := 1; k <= 5; k++ {
		share := float64(k) / 5
		touch("touchMove", from[0]+share*(to[0]-from[0]), from[1]+share*(to[1]-from[1]))
	}
	b.await(`/translate\(2\.[45]\d* 4\.[45]\d*\)/.test(document.querySelector(".board-queen").getAttribute("transform"))`)
	touch("touchEnd")
	b.await(`new URL(location.href).searchParams.get("queens") === "c4"`)
	tap := eval[[]float64](b, square(5, 6))
	touch("touchStart", tap...)
	touch("touchEnd")
	b.await(`new URL(location.href).searchParams.get("queens") === "c4,f2"`)
	command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{})
	b.await(`document.querySelectorAll(".board-queen").length === 2`)
	eval[bool](b, settle) // she is drawn where she is
	// With the mouse; off the board she returns.
	for _, c := range []struct {
		to   []float64
		want string
	}{{eval[[]float64](b, square(5, 5)), "c4,f3"}, {[]float64{1, 1}, "c4,f3"}} {
		at := eval[[]float64](b, fmt.Sprintf(`(() => { const q = [...document.querySelectorAll(".board-queen")].at(-1).getBoundingClientRect(); return [q.x + q.width / 2, q.y + q.height / 2]; })()`))
		b.mouse("mousePressed", at[0], at[1])
		b.mouse("mouseMoved", (at[0]+c.to[0])/2, (at[1]+c.to[1])/2)
		b.mouse("mouseMoved", c.to[0], c.to[1])
		b.mouse("mouseReleased", c.to[0], c.to[1])
		eval[bool](b, settle)
		b.await(`new URL(location.href).searchParams.get("queens") === ` + quoted(c.want))
	}
}

func TestUndo(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	b.visit(url + "/play/board?n=8&queens=a8")
	b.click("#complete")
	b.await(`document.querySelectorAll(".board-queen").length === 8 && document.querySelectorAll(".board-queen.is-given").length === 1`)
	b.click("#undo")
	b.await(`document.querySelectorAll(".board-queen").length === 1 && document.querySelector("#undo").disabled`)
	b.click("#redo")
	b.await(`document.querySelectorAll(".board-queen").length === 8`)
	b.click("#undo")
	eval[bool](b, `(() => { const n = document.querySelector("#order"); n.value = "5"; n.dispatchEvent(new Event("change")); return true; })()`)
	b.await(`location.search.includes("n=5") && !document.querySelector("#undo").disabled`)
	b.click("#undo")
	b.await(`location.search.includes("n=8") && document.querySelector("#order").value === "8" && document.querySelectorAll(".board-queen").length === 1`)
	// The verdict has a colour.
	for queens, class := range map[string]string{"a8": "", "a8,b8": "failure", "a8,b4,c1,d3,e6,f2,g7,h5": "success"} {
		b.visit(url + "/play/board?n=8&queens=" + queens)
		b.await(`document.querySelector("#verdict").className === ` + quoted(class))
	}
}

func TestOffline(t *testing.T) {
	needBrowser(t)
	state, address := t.TempDir(), freeAddress(t)
	s := serve(t, state, address)
	b := newTab(t)
	for _, path := range []string{"/watch", "/solutions/family", "/play/board", "/solutions"} {
		b.visit(s.url + path)
		b.await(`document.querySelector("#connection").hidden`)
		eval[bool](b, settle)
		s.kill()
		b.await(`!document.querySelector("#connection").hidden`)
		s = serve(t, state, address)
		b.await(`document.querySelector("#connection").hidden`)
	}
	b.forget() // the browser logs that it cannot connect
}

// TestCoordinates looks for row and column numbers on every moving board: row 1 is on top, as in
// text.
func TestCoordinates(t *testing.T) {
	b, url := open(t)
	for path, ready := range map[string]string{
		"/watch?n=8&step=100":                          `document.querySelector("trace-player").step === 100`,
		"/watch?algorithm=min-conflicts&n=200&step=50": `document.querySelector("trace-player").step === 50`,
		"/play/board?n=8&queens=a1":                    "true",
		"/play/board?n=100":                            "true",
		"/solutions/family":                            `document.querySelectorAll("queens-board").length > 1`,
		"/solutions/search?n=8&found=12":               `document.querySelectorAll("queens-board").length > 0`,
	} {
		b.visit(url + path)
		b.await(ready)
		b.await(`[...document.querySelectorAll("queens-board")].every((board) => board.querySelector(".board-coordinates text"))`)
		wrong := eval[string](b, `[...document.querySelectorAll("queens-board")].filter((board) => {
			const n = board.order, labels = [...board.querySelectorAll(".board-coordinates text")].map((e) => ({x: Number(e.getAttribute("x")), y: Number(e.getAttribute("y")), text: e.textContent}));
			const rows = labels.filter((l) => l.x < 0), columns = labels.filter((l) => l.y < 0);
			return rows.length < 2 || columns.length < 2 || rows.some((l) => l.y !== Number(l.text) - 0.5) || columns.some((l) => l.x !== Number(l.text) - 0.5);
		}).map((board) => board.getAttribute("label")).join(", ")`)
		if wrong != "" {
			t.Errorf("%s: %s", path, wrong)
		}
		b.do(focusBody)
		expect(b, `[...document.querySelectorAll("queens-board")].flatMap((board) => {
			const box = board.querySelector("svg").getBoundingClientRect();
			return [...board.querySelectorAll(".board-coordinates text")].filter((e) => { const t = e.getBoundingClientRect(); return t.left < box.left - 0.5 || t.right > box.right + 0.5; }).map((e) => e.textContent);
		}).join(", ")`, "", "%s: numbers that are cut", path)
	}
}

// TestStandsStillOnASlowLine checks that a picture that arrives late moves nothing.
func TestStandsStillOnASlowLine(t *testing.T) {
	b, url := open(t)
	b.size(390, 844)
	command(b, network.Enable, network.EnableParams{})
	command(b, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	command(b, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{
			URLPattern: url + "/api/*", Latency: 1500, DownloadThroughput: -1, UploadThroughput: -1,
		}},
	})
	for _, path := range []string{"/formulations", "/solutions", "/tour"} {
		b.visit(url + path)
		b.await(`performance.getEntriesByType("resource").some((e) => e.duration > 1500)`) // something came late
		eval[bool](b, settle)
		atMost(b, layoutShift, mostShift, "%s: shift of the page while it loads", path)
	}
}

// TestNarrowAndPaper checks the menu at several widths, and printed pages.
func TestNarrowAndPaper(t *testing.T) {
	b, url := open(t)
	for _, width := range []int64{390, 800, 1440} {
		b.size(width, 844)
		b.visit(url + "/watch")
		expect(b, `new Set([...document.querySelectorAll("header nav a")].map((e) => e.getBoundingClientRect().top)).size`, 1, "%d pixels wide: lines of the menu", width)
	}
	b.size(390, 844)
	for _, path := range []string{"/watch", "/solutions/family", "/numbers/papers"} {
		b.visit(url + path)
		eval[bool](b, settle)
		atMost(b, `document.querySelector("header").getBoundingClientRect().height`, 100, "%s: height of the head in pixels", path)
		expect(b, `(() => { const a = document.querySelector("header nav [aria-current]").getBoundingClientRect(); return a.left >= 0 && a.right <= innerWidth; })()`, true, "%s: its place in the menu is in sight", path)
	}
	// Pictures begin in the upper half of the window, and nothing jumps while a page loads.
	for _, path := range []string{
		"/", "/tour", "/play/board", "/watch", "/solutions", "/solutions/family", "/solutions/search",
		"/huge?n=1000", "/formulations",
	} {
		b.visit(url + path)
		b.await(`document.querySelector("main :is(queens-board svg, .squares, #map, img, canvas)")?.getBoundingClientRect().height > 60`)
		atMost(b, `document.querySelector("main :is(queens-board svg, .squares, #map, img, canvas)").getBoundingClientRect().top`, 422, "%s: begin of the board, of 844 pixels", path)
		eval[bool](b, settle)
		atMost(b, layoutShift, mostShift, "%s: shift of the page while it loads", path)
	}
	b.visit(url + "/watch")
	b.await(player)
	expect(b, `[...document.querySelectorAll("input[type=checkbox]")].filter((c) => c.getBoundingClientRect().width < 18).length`, 0, "small check boxes")
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	b.size(718, 1000) // A4 without margins
	b.visit(url + "/tour")
	b.await(`document.querySelectorAll(".chapter .live-part :is(.board-svg, .tiles)").length === 8`)
	expect(b, `[...document.querySelectorAll(".chapter")].flatMap((chapter) => {
		const parts = [...chapter.querySelectorAll("h2, .live-part > *, .story > p, .guess p, .story table")].filter((e) => e.offsetParent !== null).map((e) => [e, e.getBoundingClientRect()]);
		return parts.flatMap(([e, a], k) => parts.slice(k + 1).filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map(([f]) => chapter.id + ": " + e.tagName + " and " + f.tagName));
	}).join(", ")`, "", "text over text in the printed tour")
	b.size(390, 844)
	for _, path := range []string{"/watch", "/solutions", "/numbers"} {
		b.visit(url + path)
		expect(b, `[...document.querySelectorAll("nav, form, button, .tools, .controls")].filter((e) => e.offsetParent !== null).map((e) => e.tagName + "." + e.className).join(", ")`, "", "%s on paper", path)
	}
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
}
