package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	neturl "net/url"
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
	// A hint says where to look, then why, which costs no more.
	b.click("#hint")
	b.await(`document.querySelector("#verdict").textContent.match(/^Look at (row|column|region|rows|columns|regions) /) && document.querySelectorAll(".is-because").length > 0`)
	b.click("#hint")
	b.await(`document.querySelectorAll(".is-hint").length > 0 && document.querySelector("#hint").textContent === "Do it"`)
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
	fresh := func(path string) {
		t.Helper()
		b.visit(url + "/tour")
		eval[bool](b, `(localStorage.clear(), true)`)
		b.visit(url + path)
		b.await(`document.querySelectorAll(".square").length > 0`)
	}
	for _, back := range [][]func(){
		{func() { b.click("#undo") }},
		{func() { b.click("#again") }},
		{reload, func() { b.click("#again") }},
		{func() { b.click("#again") }, reload},
		{func() { b.click("#undo") }, reload},
	} {
		fresh("/play/2-r7m-10")
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
	fresh("/play/2-r7m-11")
	b.click("#hint")
	b.await(`document.querySelectorAll(".is-because").length > 0 && document.querySelector("#clock").textContent !== "0:00"`)
	b.click("#clear")
	reload()
	b.await(`document.querySelector("#clock").textContent !== "0:00"`)
	squares, _ = solutionOf(t, url, "2-r7m-11")
	place()
	b.await(`document.querySelector("#verdict").textContent.match(/^Solved in .*, with 1 hint.$/)`)
	// A second attempt counts for nothing.
	first := eval[string](b, `JSON.stringify(JSON.parse(localStorage["queens.play"]).solved)`)
	b.click("#again")
	place()
	b.await(`document.querySelector("#verdict").textContent.startsWith("Solved again in ")`)
	b.contains("#result", "not counted")
	reload()
	b.await(full)
	expect(b, `JSON.stringify(JSON.parse(localStorage["queens.play"]).solved)`, first, "solved puzzles after a second attempt")
}

// TestGestures drags over squares, which marks them and is one step to undo, and presses long for a
// queen. A conflict is named without a hint, and a hint is done in three steps for the price of one.
func TestGestures(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	b.visit(url + "/tour")
	eval[bool](b, `(localStorage.clear(), true)`)
	b.visit(url + "/play/2-r6m-7")
	b.await(`document.querySelectorAll(".square").length === 36`)
	at := func(i int) (x, y float64) {
		p := eval[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelectorAll(".square")[%d].getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, i))
		return p[0], p[1]
	}
	drag := func(from, to int) {
		x, y := at(from)
		b.mouse("mousePressed", x, y)
		for ; from <= to; from++ {
			x, y = at(from)
			b.mouse("mouseMoved", x, y)
		}
		b.mouse("mouseReleased", x, y)
	}
	crossed := func(k int) string { return fmt.Sprintf(`document.querySelectorAll(".is-crossed").length === %d`, k) }
	drag(6, 9)
	b.await(crossed(4))
	drag(7, 8) // a drag that begins on a mark clears marks
	b.await(crossed(2))
	b.click("#undo")
	b.await(crossed(4))
	b.click("#undo")
	b.await(crossed(0))
	x, y := at(14)
	command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	command(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: x, Y: y}},
	})
	b.await(`document.querySelectorAll(".square")[14].firstChild`)
	command(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: "touchEnd", TouchPoints: []*input.TouchPoint{},
	})
	command(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{})
	eval[bool](b, `(document.querySelectorAll(".square")[17].focus(), true)`)
	b.press("q")
	b.await(`document.querySelector("#verdict").textContent === "The queens at row 3, column 3 and row 3, column 6 are in one row."`)
	b.click("#hint")
	const hints = `JSON.parse(localStorage["queens.play"]).played["2-r6m-7"].hints`
	expect(b, hints, 0, "hints for a conflict")
	b.click("#clear")
	for _, label := range []string{"Why?", "Do it", "Hint"} {
		b.click("#hint")
		b.await(fmt.Sprintf(`document.querySelector("#hint").textContent === %q`, label))
	}
	b.await(`document.querySelectorAll(".is-crossed, .square svg").length > 0`)
	expect(b, hints, 1, "hints")
	// A wrong queen gets a reason.
	squares, n := solutionOf(t, url, "2-r6m-7")
	b.click("#clear")
	eval[bool](b, fmt.Sprintf(`(document.querySelectorAll(".square")[%d].focus(), true)`, (squares[0]+n)%(n*n)))
	b.press("q")
	b.click("#hint")
	b.await(`document.querySelector("#verdict").textContent.startsWith("A mark in row ")`)
	b.click("#hint")
	b.await(`document.querySelector("#verdict").textContent.match(/^The queen at .* is wrong: it would .* without a square. Remove it.$/)`)
	b.click("#hint")
	b.await(`document.querySelectorAll(".square svg").length === 0`)
}

// TestTwoTabs plays one puzzle in two tabs: each shows the marks of the other.
func TestTwoTabs(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/tour")
	eval[bool](b, `(localStorage.clear(), true)`)
	other, _ := open(t)
	for _, tab := range []*tab{b, other} {
		tab.visit(url + "/play/2-r6m-7")
		tab.await(`document.querySelectorAll(".square").length === 36`)
	}
	b.click(".square:nth-child(3)")
	other.await(`document.querySelectorAll(".is-crossed").length === 1`)
	other.click(".square:nth-child(9)")
	b.await(`document.querySelectorAll(".is-crossed").length === 2`)
	other.click("#give-up")
	b.await(`document.querySelector("#verdict").textContent.endsWith("It does not count as solved.")`)
}

// TestOwnPuzzle pastes puzzles, right and wrong, and paints one.
func TestOwnPuzzle(t *testing.T) {
	b, url := open(t)
	b.size(390, 844)
	b.visit(url + "/play?text=" + neturl.QueryEscape("ABBCC\nABBBC\nABDEC\nAEEEC\nAAEEC"))
	b.await(`document.querySelectorAll(".square").length === 25`)
	b.contains("#checked", "Exactly one solution, grade easy.")
	b.click("#hint")
	b.await(`document.querySelector("#verdict").textContent.startsWith("Look at ")`)
	b.visit(url + "/play?text=" + neturl.QueryEscape("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE"))
	b.contains("#checked", "The puzzle has more than one solution, such as ")
	for k := range 2 {
		b.click(fmt.Sprintf("#solutions button:nth-child(%d)", k+1))
		b.await(`document.querySelector("#verdict").textContent === "This is a solution. It does not count as solved."`)
	}
	b.visit(url + "/play?text=" + neturl.QueryEscape("Q.....\n......\n......\n......\n......\n......"))
	b.contains("#checked", "The puzzle has no solution: its rules force a queen at ", "without a square.")
	b.visit(url + "/play/2-r6m-7")
	b.await(`document.querySelectorAll(".square").length === 36`)
	eval[bool](b, `(document.querySelector("#paste").closest("details").open = true)`)
	b.click("#draw")
	b.await(`document.querySelectorAll("#own .square").length === 36 && document.querySelectorAll("#palette button").length === 6`)
	b.click("#palette button:nth-child(2)")
	b.click("#own .square:nth-child(1)")
	b.await(`document.querySelector("#paste textarea").value.startsWith("B A A A A A\nB B B B B B\n")`)
	b.click("#paste button")
	b.await(`document.querySelector("#checked")?.textContent.includes("The puzzle has more than one solution")`)
	b.visit(url + "/tour")
	b.caused = "400"
	b.visit(url + "/play?text=ABC")
	b.contains("main", "ABC")
}

// TestProgressFile reads progress that was saved, and refuses another file.
func TestProgressFile(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/tour")
	eval[bool](b, `(localStorage.clear(), true)`)
	b.visit(url + "/play/2-r5e-1")
	b.await(`document.querySelectorAll(".square").length === 25`)
	read := func(text string) {
		eval[bool](b, fmt.Sprintf(`(() => { const list = new DataTransfer(); list.items.add(new File([%s], "p.json")); const input = document.querySelector("#progress-file"); input.files = list.files; input.dispatchEvent(new Event("change")); return true; })()`, quoted(text)))
	}
	read("[1]")
	b.await(`document.querySelector("#progress-said").textContent.startsWith("This file has no progress")`)
	eval[bool](b, `(URL.createObjectURL = (blob) => { blob.text().then((text) => { globalThis.saved = text; }); return "blob:none"; }, HTMLAnchorElement.prototype.click = () => {}, document.querySelector("#save").click(), true)`)
	b.await(`globalThis.saved?.includes('"2-r5e-1"') || globalThis.saved?.includes('"queens.play"')`)
	read(`{"queens.play": {"solved": {"2-c5e-2": {"time": 61, "day": "2026-11-28"}}, "played": {}}}`)
	b.await(`document.querySelector("[data-level='2-c5e-2']").textContent === "2 ✓ completion 5 1:01"`)
}

// TestDailyPuzzle opens the puzzle of the visitor's day, which may differ from the server's, and
// the day before, and plays without storage and with unreadable storage.
func TestDailyPuzzle(t *testing.T) {
	b, url := open(t)
	defer command(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{})
	week := [...]string{"2-r10x-", "2-r6e-", "2-c7m-", "2-d7m-", "2-r8m-", "2-c8h-", "2-d9h-"}
	daily := func(day time.Time) string { return week[day.Weekday()] + day.Format(time.DateOnly) }
	// The day in one of them differs from the server's.
	for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago"} {
		place, err := time.LoadLocation(zone)
		if err != nil {
			t.Skip("no time zones on this machine")
		}
		command(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone})
		b.visit(url + "/play")
		b.await(`document.querySelectorAll(".square").length > 24`)
		day := time.Now().In(place)
		if got := b.text("#command"); got != "queens puzzle "+daily(day) {
			t.Errorf("%s: %s", zone, got)
		}
		b.click("#before")
		b.await(`location.pathname === "/play/` + daily(day.AddDate(0, 0, -1)) + `"`)
	}
	// Yesterday's puzzle was solved on its day, and the one before perhaps; the one before that was not.
	for days, want := range map[string]string{"1, 3": "First day.", "1, 2, 4": "2 days in a row."} {
		b.visit(url + "/tour")
		eval[bool](b, `(() => { const solved = {}; for (const k of [`+days+`]) { const d = new Date(); d.setDate(d.getDate() - k); const day = [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((x) => String(x).padStart(2, "0")).join("-"); solved[["2-r10x-", "2-r6e-", "2-c7m-", "2-d7m-", "2-r8m-", "2-c8h-", "2-d9h-"][d.getDay()] + day] = { time: 60, day }; } localStorage.setItem("queens.play", JSON.stringify({ solved, played: {} })); return true; })()`)
		b.visit(url + "/play")
		b.await(fmt.Sprintf(`document.querySelector("#streak").textContent === %q`, want))
	}
	b.visit(url + "/tour")
	eval[bool](b, `(localStorage.setItem("queens.play", "{nonsense"), true)`)
	b.visit(url + "/play/2-r8m-2026-11-24")
	b.await(`document.querySelector("#verdict").textContent.includes("cannot be read. It was set aside") && localStorage.getItem("queens.play.unreadable") === "{nonsense"`)
	eval[bool](b, `(localStorage.clear(), Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }, true)`)
	b.click(".square:nth-child(10)")
	b.await(`document.querySelector("#verdict").textContent.includes("full or blocked") && document.querySelectorAll(".is-crossed").length === 1`)
}
