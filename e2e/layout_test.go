package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/runtime"
)

// TestBoardFitsTheWindow checks that every board is whole on the first screen, with what one needs to
// play, but the squares of a puzzle are large enough for a finger.
func TestBoardFitsTheWindow(t *testing.T) {
	b, url := open(t)
	for _, w := range append(windows, []struct{ width, height int64 }{{844, 390}, {1920, 1080}}...) {
		b.size(w.width, w.height)
		for path, need := range map[string][2]string{
			"/":                        {".squares", "#verdict, #undo, #clear, #show"},
			"/play/2-d7m-2026-09-30":   {".squares", "#title, #undo, #hint, #clear"},
			"/play/board":              {"#board svg", "#verdict, #undo, #hint, #complete"},
			"/watch?n=8&step=936":      {"trace-player svg", ".player-controls button"},
			"/watch?n=8&step=99999999": {"trace-player svg", ".player-scrub, .player-where"},
		} {
			b.visit(url + path)
			b.await(`document.querySelector("` + need[0] + `")?.getBoundingClientRect().height > 250`)
			if path == "/play/board" {
				b.await(`document.querySelector("#verdict").textContent !== ""`)
			}
			eval[bool](b, settle)
			expect(b, `[...document.querySelectorAll("`+need[0]+`, `+need[1]+`")].map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.top < -1 || r.bottom > innerHeight + 1 || r.left < -1 || r.right > innerWidth + 1).map(([e, r]) => `+"`${e.id || e.classList} ${Math.round(r.top)} to ${Math.round(r.bottom)}`"+`).join(", ")`, "", "%s, %d by %d: not on the first screen", path, w.width, w.height)
		}
		b.visit(url + "/play/board")
		b.await(`document.querySelector("#verdict").textContent !== ""`)
		eval[bool](b, settle)
		expect(b, `document.querySelector("#settings").getBoundingClientRect().left > document.querySelector("#board").getBoundingClientRect().right`, w.width > w.height, "board, %d by %d: two columns", w.width, w.height)
	}
	// On a large screen the board is large.
	if high := eval[float64](b, `document.querySelector("#board svg").getBoundingClientRect().height`); high < 700 {
		t.Errorf("the board is %.0f of 1080 pixels high", high)
	}
}

// TestTouchLeavesNoHover taps a square and a button: neither looks as if a pointer were above it.
func TestTouchLeavesNoHover(t *testing.T) {
	b, url := open(t)
	command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 1})
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "hover", Value: "none"}}})
	defer command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	defer command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{})
	expect(b, `matchMedia("(hover: none)").matches`, true, "the browser has no pointer")
	b.visit(url)
	b.await(`document.querySelectorAll(".square").length === 64`)
	for _, selector := range []string{".square:nth-child(20)", "#undo", ".next .button"} {
		look := `(() => { const s = getComputedStyle(document.querySelector("` + selector + `")); return s.filter + s.backgroundColor; })()`
		before := eval[string](b, look)
		eval[bool](b, `document.addEventListener("click", (event) => event.preventDefault()); true`)
		b.click(selector)
		expect(b, `document.querySelector("`+selector+`").matches(":hover")`, true, "%s: the browser thinks that a pointer is there", selector)
		expect(b, look, before, "%s after a tap", selector)
	}
}

// TestContrastOfBoards compares focus mark and edge of the board with their surroundings: WCAG
// requires 3.
func TestContrastOfBoards(t *testing.T) {
	b, url := open(t)
	for _, theme := range []string{"light", "dark"} {
		b.theme(theme)
		b.visit(url + "/play/board")
		expect(b, `(() => {
			const probe = document.body.appendChild(document.createElement("i"));
			const light = (name) => { probe.style.color = `+"`var(${name})`"+`; const c = getComputedStyle(probe).color.match(/\d+/g).map((x) => x / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
			const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((u, v) => v - u); return (x + 0.05) / (y + 0.05); };
			return [["--accent", "--light-square"], ["--accent", "--dark-square"], ["--accent", "--paper"], ["--edge", "--paper"]].filter(([a, b]) => contrast(a, b) < 3).map(([a, b]) => a + " on " + b + " " + contrast(a, b).toFixed(2)).join(", ");
		})()`, "", "%s", theme)
		b.await(`document.querySelector("#board .board-edge")`)
	}
	b.theme("light")
}

// TestWatchAtTheEnd opens the last step: depth and solution marks cover the whole run.
func TestWatchAtTheEnd(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/watch?n=8&step=99999999")
	b.await(player + ` && document.querySelector("trace-player").complete && document.querySelectorAll(".player-ticks i").length === 92`)
	b.await(`document.querySelector(".player-depth").textContent.includes("deepest so far 8")`)
	var answer struct{ Steps []struct{ Kind string } }
	getJSON(t, url+"/api/v1/trace/steps?algorithm=wirth&n=8&limit=100", &answer)
	placed, most := 0, 0
	for _, step := range answer.Steps {
		switch step.Kind {
		case "place":
			placed++
		case "remove":
			placed--
		}
		most = max(most, placed)
	}
	b.visit(url + "/watch?n=8&step=100")
	b.await(player + fmt.Sprintf(` && document.querySelector("trace-player").complete && document.querySelector(".player-depth").textContent.endsWith("deepest so far %d")`, most))
}

// TestRecordsAndCounts checks that the rows of the table of records are not empty, and starts a
// count.
func TestRecordsAndCounts(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url + "/numbers")
	atMost(b, `Math.max(...[...document.querySelectorAll(".records tr")].map((r) => r.getBoundingClientRect().height))`, 110, "height of a row of the records in pixels")
	expect(b, `(() => { const box = document.querySelector(".records").parentElement; return box.scrollWidth > box.clientWidth + 1; })()`, false, "the records do not fit a window of 1440 pixels")
	expect(b, `document.querySelector("#series-title").compareDocumentPosition(document.querySelector("#plots-title"))`, 4, "the table that was asked for comes before the plots")
	expect(b, `import("/static/chart.js").then(({ draw, precise }) => draw({ label: "", x: "", y: "", log: true, series: [{ name: "", points: [[1, 1], [2, 0], [3, 0], [4, 2], [5, 10]] }] }).svg.querySelector(".chart-line").getAttribute("d").match(/[ML]/g).join("") + " " + [0.0009996, 0.0123, 0.9999, 1234.5].map(precise).join(", "))`, "MML 1.00 ms, 12.3 ms, 1.00 s, 1235 s", "a curve has a gap where there is no solution; times")
	b.size(390, 844)
	atMost(b, `Math.max(...[...document.querySelectorAll(".records tbody tr")].map((r) => r.getBoundingClientRect().height - [...r.children].reduce((sum, cell) => sum + cell.getBoundingClientRect().height, 0)))`, 20, "empty pixels in a row of the records on a phone")
	expect(b, `(() => { const box = document.querySelector(".records").parentElement; return box.scrollWidth > box.clientWidth + 1; })()`, false, "the records do not fit a phone")
	b.size(360, 740)
	b.visit(url)
	atMost(b, `(() => { const e = document.querySelector(".record strong"); return e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight); })()`, 1.5, "lines of the largest number on a phone")
	b.size(1440, 900)
	b.visit(url + "/numbers/counts")
	expect(b, `[...document.querySelectorAll("#start :is(input, select)")].filter((e) => e.checkVisibility()).length`, 1, "fields before the first count")
	b.visit(url + "/numbers/counts?n=12&method=search&workers=1")
	b.await(`document.querySelector("#how").open && document.querySelector("#command").textContent === "queens count 12 --method search --workers 1"`)
}

// TestMemoryIsFlat plays an hour of steps on Watch, and sixty boards on the home page. Memory,
// nodes and listeners must not grow.
func TestMemoryIsFlat(t *testing.T) {
	b, url := open(t)
	measure := func() (heap float64, nodes, listeners int64) {
		t.Helper()
		for range 2 {
			command(b, heapprofiler.CollectGarbage, cdp.Empty{})
		}
		heap = command(b, runtime.GetHeapUsage, cdp.Empty{}).UsedSize
		counters := command(b, memory.GetDOMCounters, cdp.Empty{})
		return heap, counters.Nodes, counters.JsEventListeners
	}
	flat := func(page string, more func()) {
		t.Helper()
		for range 2 { // caches fill; on a busy machine once is not enough
			more()
		}
		heap, nodes, listeners := measure()
		for range 3 {
			more()
		}
		heap2, nodes2, listeners2 := measure()
		t.Logf("%s: %.2f then %.2f MB, %d then %d nodes, %d then %d listeners", page, heap/1e6, heap2/1e6, nodes,
			nodes2, listeners, listeners2)
		if heap2 > heap+1e6 || nodes2 > nodes+600 || listeners2 > listeners+40 {
			t.Errorf("%s grows: %.2f then %.2f MB, %d then %d nodes, %d then %d listeners", page, heap/1e6, heap2/1e6,
				nodes, nodes2, listeners, listeners2)
		}
	}
	b.visit(url + "/watch?algorithm=wirth&n=12&layers=attacks,conflicts,free&heat=visits")
	b.await(player)
	at := 0
	flat("watch", func() {
		at += 15_000 // an hour at four steps per second
		eval[bool](b, `(() => { const p = document.querySelector("trace-player"); p.pace = 5000; if (!p.playing) p.play(); return true; })()`)
		b.await(fmt.Sprintf(`document.querySelector("trace-player").step > %d`, at))
		eval[bool](b, `(document.querySelector("trace-player").pause(), true)`)
	})
	b.media("prefers-reduced-motion", "reduce")
	defer b.theme("light")
	b.visit(url + "/")
	b.await(`document.querySelectorAll(".square").length === 64`)
	flat("home", func() {
		for range 15 {
			b.click("#show")
			b.await(`document.querySelector("#board").classList.contains("is-solved")`)
			b.click("#clear")
		}
	})
}
