package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// solutionOf returns the squares of a puzzle's queens, numbered row by row from 0, and its order.
func solutionOf(t *testing.T, url, id string) (squares []int, n int) {
	t.Helper()
	puzzle := bytes.NewReader(bodyOf(t, url+"/api/v1/puzzles/"+id+".json"))
	request := must(http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1/puzzles/solution", puzzle))(t)
	request.Header.Set("Content-Type", "application/json")
	_, text := fetch(t, request)
	var solution struct{ Rows []int }
	if json.Unmarshal(text, &solution) != nil || len(solution.Rows) < 5 {
		t.Fatalf("%s: %.200s", id, text)
	}
	n = len(solution.Rows)
	for col, row := range solution.Rows {
		squares = append(squares, (row-1)*n+col)
	}
	return squares, n
}

// TestPuzzle solves puzzles by mouse, keyboard and touch: marks, undo, hints, clock, storage,
// sharing.
func TestPuzzle(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	square := func(i int) string { return fmt.Sprintf(`.square:nth-child(%d)`, i+1) }
	queens := func(k int) string { return fmt.Sprintf(`document.querySelectorAll(".square svg").length === %d`, k) }

	// By mouse: the first click marks, the second places, the third clears.
	squares, _ := solutionOf(t, url, "2-r5e-1")
	b.visit(url + "/play/2-r5e-1")
	b.await(`document.querySelectorAll(".square").length === 25`)
	eval[bool](b, `(localStorage.clear(), true)`)
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll(".square").length === 25`)
	b.click(square(squares[0]))
	b.await(`document.querySelectorAll(".is-crossed").length === 1 && ` + queens(0))
	b.click(square(squares[0]))
	b.await(queens(1))
	b.click(square(squares[0]))
	b.await(queens(0) + ` && document.querySelectorAll(".is-crossed").length === 0`)
	b.click("#undo")
	b.await(queens(1))
	b.click("#auto")
	b.await(`document.querySelectorAll(".is-auto").length > 8`)
	b.click("#hint")
	b.await(`document.querySelector("#verdict").textContent.length > 20 && document.querySelectorAll(".is-hint").length > 0`)
	b.click("#auto")
	for _, i := range squares[1 : len(squares)-1] {
		b.click(square(i))
		b.click(square(i))
	}
	// A reload loses nothing.
	b.do(chromedp.Reload())
	b.await(queens(len(squares) - 1))
	b.click(square(squares[len(squares)-1]))
	b.click(square(squares[len(squares)-1]))
	b.await(`document.querySelector(".squares").classList.contains("is-solved") && document.querySelector("#verdict").textContent.startsWith("Solved in ")`)
	b.await(`document.querySelector("[data-level='2-r5e-1']").classList.contains("is-done") && document.querySelector("#undo").disabled`)
	eval[bool](b, `(Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { globalThis.shared = text; }}}), true)`)
	b.click("#share")
	b.await(`globalThis.shared`)
	card := eval[string](b, `globalThis.shared`)
	if lines := strings.Split(card, "\n"); len(lines) != 3 || lines[0] != "Queens, Level 1: regions, 5 by 5, easy" ||
		lines[2] != url+"/play/2-r5e-1" || !strings.Contains(lines[1], ", 1 hint") {
		t.Errorf("the card is %q", card)
	}
	expect(b, `document.querySelector("link[rel=canonical]").href`, url+"/play/2-r5e-1", "link")
	b.picture("play-solved")

	// By keyboard: one stop of Tab, arrows, Q, X and U; every square is spoken.
	squares, n := solutionOf(t, url, "2-c5e-2")
	b.visit(url + "/play/2-c5e-2")
	b.await(`document.querySelectorAll(".square").length === 25 && document.querySelectorAll(".square[tabindex='0']").length === 1`)
	given := eval[int](b, `document.querySelectorAll(".is-given").length`)
	eval[bool](b, `(document.querySelector(".square").focus(), true)`)
	at := 0
	for _, to := range squares {
		for ; at/n < to/n; at += n {
			b.press(kb.ArrowDown)
		}
		for ; at/n > to/n; at -= n {
			b.press(kb.ArrowUp)
		}
		for ; at%n < to%n; at++ {
			b.press(kb.ArrowRight)
		}
		for ; at%n > to%n; at-- {
			b.press(kb.ArrowLeft)
		}
		b.press("q")
		if label := eval[string](b, `document.activeElement.getAttribute("aria-label")`); !strings.HasPrefix(label,
			fmt.Sprintf("Row %d, column %d, ", to/n+1, to%n+1)) || !strings.Contains(label, "queen") {
			t.Errorf("square %d is spoken as %q", to, label)
		}
	}
	b.await(queens(n) + ` && document.querySelector(".squares").classList.contains("is-solved")`)
	if given == 0 {
		t.Error("a completion without a given queen")
	}

	// By touch, on a phone.
	b.size(320, 640)
	command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	squares, n = solutionOf(t, url, "2-d5e-3")
	b.visit(url + "/play/2-d5e-3")
	b.await(`document.querySelectorAll(".square").length === 25`)
	tap := func(i int) {
		b.t.Helper()
		at := eval[[]float64](b, fmt.Sprintf(`(() => { const s = document.querySelector("%s"); s.scrollIntoView({block: "nearest"}); const r = s.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, square(i)))
		command(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}},
		})
		command(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: "touchEnd", TouchPoints: []*input.TouchPoint{},
		})
	}
	for k, i := range squares {
		tap(i)
		b.await(fmt.Sprintf(`document.querySelector("%s").classList.contains("is-crossed")`, square(i)))
		tap(i)
		b.await(queens(k + 1))
	}
	b.await(`document.querySelector(".squares").classList.contains("is-solved")`)
	// At width 320, squares have 44 pixels up to order 7 and at least 24, the minimum of WCAG
	// 2.5.8, up to order 13; order 14 scrolls in its box. At width 390, order 8 has more than 44.
	for _, c := range []struct {
		width        int64
		id           string
		least, wider float64
	}{{320, "2-r7m-1", 44, 0}, {
		320, "2-r8m-2026-11-24", 39.9, 0,
	}, {320, "2-d13m-1", 24, 0}, {320, "2-c14h-1", 24, 16}, {390, "2-r8m-2026-11-24", 44, 0}, {
		812, "2-r8m-2026-11-24", 44, 0,
	}} {
		b.size(c.width, map[bool]int64{true: 375, false: 640}[c.width > 640])
		b.visit(url + "/play/" + c.id)
		b.await(`document.querySelectorAll(".square").length > 25`)
		expect(b, `getComputedStyle(document.querySelector(".play summary")).display`, "list-item", "%s: display of a summary", c.id)
		expect(b, `[...document.querySelectorAll("main :is(button:not(.square), .button, summary, input:not([type=hidden], [type=checkbox]), select), label.tall")].map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width > 0 && (r.width < 43.5 || r.height < 43.5)).map(([e, r]) => e.className + e.id + " " + r.width + "x" + r.height).slice(0, 5).join("; ")`, "", "%s: smaller than 44 pixels", c.id)
		if got := eval[[]float64](b, `(() => { const r = document.querySelector(".square:nth-child(9)").getBoundingClientRect(), box = document.querySelector(".squares-box"); return [r.width, r.height, box.scrollWidth - box.clientWidth, document.documentElement.scrollWidth]; })()`); got[0] < c.least || got[1] < c.least || got[2] > c.wider || got[3] > float64(c.width) {
			t.Errorf("%s, %d pixels: a square is %.1f by %.1f, the box scrolls by %.0f, the page is %.0f wide", c.id,
				c.width, got[0], got[1], got[2], got[3])
		}
	}
	command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{})
	b.size(1280, 900)
}

// TestGivenUp gives a puzzle up, then goes back by Undo, Clear and a reload and places the queens: it
// never counts as solved. Clear and a reload keep the time and the hints.
func TestGivenUp(t *testing.T) {
	b, url := open(t)
	squares, _ := solutionOf(t, url, "2-r7m-10")
	full := fmt.Sprintf(`document.querySelectorAll(".square svg").length === %d`, len(squares))
	place := func() {
		t.Helper()
		b.await(`document.querySelectorAll(".square").length === 49 && document.querySelectorAll(".square svg").length === 0`)
		for _, i := range squares {
			b.click(fmt.Sprintf(`.square:nth-child(%d)`, i+1))
			b.click(fmt.Sprintf(`.square:nth-child(%d)`, i+1))
		}
		b.await(full)
	}
	reload := func() { b.do(chromedp.Reload()) }
	for _, back := range [][]func(){
		{func() { b.click("#undo") }},
		{func() { b.click("#clear") }},
		{reload, func() { b.click("#clear") }},
		{func() { b.click("#clear") }, reload},
		{func() { b.click("#undo") }, reload},
	} {
		b.visit(url + "/play/2-r7m-10")
		eval[bool](b, `(localStorage.clear(), true)`)
		reload()
		b.click("#give-up")
		b.await(full)
		for _, step := range back {
			step()
		}
		place()
		for range 2 {
			b.await(full + ` && document.querySelector("#verdict").textContent === "This is the solution. It does not count as solved."`)
			expect(b, `document.querySelectorAll(".is-solved, .is-done").length + Object.keys(JSON.parse(localStorage["queens.play"]).solved).length`, 0, "solved after giving up")
			reload()
		}
	}
	b.visit(url + "/play/2-r7m-11")
	eval[bool](b, `(localStorage.clear(), true)`)
	reload()
	b.click("#hint")
	b.await(`document.querySelectorAll(".is-hint").length > 0 && document.querySelector("#clock").textContent !== "0:00"`)
	b.click("#clear")
	reload()
	b.await(`document.querySelector("#clock").textContent !== "0:00"`)
	squares, _ = solutionOf(t, url, "2-r7m-11")
	place()
	b.await(`document.querySelector("#verdict").textContent.match(/^Solved in .*, with 1 hint.$/)`)
	eval[bool](b, `(localStorage.clear(), true)`)
}

// TestDailyPuzzle opens the puzzle of the visitor's day, which may differ from the server's, and
// the day before, and plays without storage and with unreadable storage.
func TestDailyPuzzle(t *testing.T) {
	b, url := open(t)
	defer command(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{})
	// The day in one of them differs from the server's.
	for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago"} {
		place, err := time.LoadLocation(zone)
		if err != nil {
			t.Skip("no time zones on this machine")
		}
		command(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone})
		b.visit(url + "/play")
		b.await(`document.querySelectorAll(".square").length === 64`)
		day := time.Now().In(place)
		if got := b.text("#command"); got != "queens puzzle 2-r8m-"+day.Format(time.DateOnly) {
			t.Errorf("%s: %s", zone, got)
		}
		b.click("#before")
		b.await(`location.pathname === "/play/2-r8m-` + day.AddDate(0, 0, -1).Format(time.DateOnly) + `"`)
	}
	// Yesterday's puzzle was solved on its day, and the one before perhaps; the one before that was not.
	for days, want := range map[string]string{"1, 3": "First day.", "1, 2, 4": "2 days in a row."} {
		eval[bool](b, `(() => { const solved = {}; for (const k of [`+days+`]) { const d = new Date(); d.setDate(d.getDate() - k); const day = [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((x) => String(x).padStart(2, "0")).join("-"); solved["2-r8m-" + day] = { time: 60, day }; } localStorage.setItem("queens.play", JSON.stringify({ solved, played: {} })); return true; })()`)
		b.visit(url + "/play")
		b.await(fmt.Sprintf(`document.querySelector("#streak").textContent === %q`, want))
	}
	b.visit(url + "/play/2-r8m-2026-11-24")
	eval[bool](b, `(localStorage.setItem("queens.play", "{nonsense"), true)`)
	b.do(chromedp.Reload())
	b.await(`document.querySelector("#verdict").textContent.includes("cannot be read. It was set aside") && localStorage.getItem("queens.play.unreadable") === "{nonsense"`)
	eval[bool](b, `(localStorage.clear(), Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }, true)`)
	b.click(".square:nth-child(10)")
	b.await(`document.querySelector("#verdict").textContent.includes("full or blocked") && document.querySelectorAll(".is-crossed").length === 1`)
}
