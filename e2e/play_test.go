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
	b.fresh(url, "/play/2-r5e-1", 5)
	b.click(square(squares[0]))
	b.await(`document.querySelectorAll(".is-crossed").length === 1 && ` + queens(0))
	b.click(square(squares[0]))
	b.await(queens(1))
	eval[bool](b, pause)
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
		b.await(fmt.Sprintf(`document.querySelector("%s").classList.contains("is-crossed") || %s`, square(i), queens(k+1)))
		if !eval[bool](b, queens(k+1)) { // a busy machine makes a long press of it
			tap(i)
			b.await(queens(k + 1))
		}
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
		{func() { b.click("#again") }},
		{reload, func() { b.click("#again") }},
		{func() { b.click("#again") }, reload},
		{func() { b.click("#undo") }, reload},
	} {
		b.fresh(url, "/play/2-r7m-10", 7)
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
	b.fresh(url, "/play/2-r7m-11", 7)
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
	b.fresh(url, "/play/2-r6m-7", 6)
	drag := func(from, to int) {
		x, y := b.at(from)
		b.mouse("mousePressed", x, y)
		for ; from <= to; from++ {
			x, y = b.at(from)
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
	x, y := b.at(14)
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
	// Colours have the names that they have in this theme.
	defer b.theme("light")
	for theme, name := range map[string]string{"light": "yellow", "dark": "gold"} {
		b.theme(theme)
		b.fresh(url, "/play/2-r10x-2026-11-29", 10)
		b.click("#hint")
		b.await(`document.querySelector("#verdict").textContent === "Look at region E (` + name + `)."`)
	}
	b.fresh(url, "/play/2-r6m-7", 6)
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
	// The other tab, whose clock is ahead, shows the time that counts; and that it is played again.
	level, _ := solutionOf(t, url, "2-r5e-1")
	for _, tab := range []*tab{other, b} {
		tab.visit(url + "/play/2-r5e-1")
		tab.await(`document.querySelectorAll("#board .square").length === 25 && document.querySelector("#clock").textContent >= "0:02"`)
	}
	other.await(`document.querySelector("#clock").textContent >= "0:04"`)
	b.solve(level)
	other.await(`document.querySelector("#verdict").textContent === ` + quoted(b.text("#verdict")))
	other.click("#again")
	b.await(`document.querySelectorAll("#board svg").length === 0`)
	for _, tab := range []*tab{b, other} {
		tab.visit(url + "/play/2-r6m-7")
		tab.await(`document.querySelectorAll("#board .square").length === 36`)
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
	// Two solutions at once: squares where they differ have the number of the one with a queen.
	b.visit(url + "/play?text=" + neturl.QueryEscape("A A B B\nA A B B\nC C D D\nC C D D"))
	b.contains("#checked", "The puzzle has more than one solution, such as 3142 and 2413.")
	const numbers = `[...document.querySelectorAll("#board .square")].map((s) => s.dataset.letter ?? ".").join("")`
	for k, want := range []string{".12.2..11..2.21.", ".12.2..11..2.21."} {
		if k > 0 {
			b.click("#solutions button:nth-of-type(2)")
		}
		b.await(fmt.Sprintf(`document.querySelector("#verdict").textContent === "This is solution %d. It differs from solution %d in the hatched squares."`, k+1, 2-k))
		expect(b, `[...document.querySelectorAll("#board .square:has(svg)")].map((s) => s.dataset.letter).join("")`, strings.Repeat(fmt.Sprint(k+1), 4), "solution %d: numbers of squares with queens", k+1)
		expect(b, numbers, want, "solution %d: where the two differ", k+1)
		expect(b, `[...document.querySelectorAll("#solutions button")].map((s) => s.ariaPressed).join(" ")`, []string{"true false", "false true"}[k], "buttons")
	}
	b.visit(url + "/play?text=" + neturl.QueryEscape("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE"))
	b.contains("#solutions", "Ten of them:")
	b.visit(url + "/play?text=" + neturl.QueryEscape("Q.....\n......\n......\n......\n......\n......"))
	b.contains("#checked", "The puzzle has no solution: its rules force a queen at ", "without a square.")
	b.visit(url + "/play/2-r6m-7")
	b.await(`document.querySelectorAll(".square").length === 36`)
	eval[bool](b, `(document.querySelector("#paste").closest("details").open = true)`)
	b.click("#draw")
	b.await(`document.querySelectorAll("#own .square").length === 36 && document.querySelectorAll("#palette button").length === 6`)
	b.click("#palette button:nth-child(2)")
	eval[bool](b, `(() => { const all = document.querySelectorAll("#own .square"); all[2].scrollIntoView({ block: "center" }); for (const [type, i] of [["pointerdown", 0], ["pointermove", 2], ["pointerup", 2]]) { const r = all[i].getBoundingClientRect(); all[i].dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: r.left + 5, clientY: r.top + 5 })); } return true; })()`)
	b.await(`document.querySelector("#paste textarea").value.startsWith("B B B A A A\nB B B B B B\n")`)
	b.click("#paste button")
	b.await(`document.querySelector("#checked")?.textContent.includes("The puzzle has more than one solution")`)
	// An address has few characters, whatever was pasted, and a reload shows the same.
	board, n := make([]string, 0, 26), 26
	for row := range n {
		board = append(board, strings.TrimSpace(strings.Repeat(fmt.Sprintf("region-number-%02d ", row), n)))
	}
	eval[bool](b, fmt.Sprintf(`(document.querySelector("#paste").elements.text.value = %s, true)`, quoted("kind diagonals\n"+strings.Join(board, "\n"))))
	b.click("#paste button")
	b.await(`location.search.startsWith("?text=kind%20diagonals%0A") && document.querySelectorAll("#board .square").length === 676`)
	atMost(b, `location.href.length`, 800, "characters of an address with a puzzle of order 26")
	expect(b, `document.querySelector("#what").textContent`, "diagonals, 26 by 26", "the puzzle")
	expect(b, `[...document.querySelectorAll("#board .square")].filter((s, i, all) => i >= 26 && getComputedStyle(s).backgroundColor === getComputedStyle(all[i - 26]).backgroundColor).length`, 0, "squares of another region, but of the same colour as above")
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll("#board .square").length === 676`)
	b.visit(url + "/tour")
	b.caused = "400"
	b.visit(url + "/play?text=ABC")
	b.contains("main", "ABC")
}

// TestProgressFile reads progress that was saved, and refuses another file.
func TestProgressFile(t *testing.T) {
	b, url := open(t)
	b.fresh(url, "/play/2-r5e-1", 5)
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
		size := [...]string{"large, expert; regions, 10 by 10", "small, easy; regions, 6 by 6", "small, medium; completion, 7 by 7", "small, medium; diagonals, 7 by 7", "large, medium; regions, 8 by 8", "large, hard; completion, 8 by 8", "large, hard; diagonals, 9 by 9"}[day.Weekday()]
		if got, want := eval[string](b, `document.title`), "Queens, "+day.Format("Monday, 2 January")+": "+size+" · queens"; got != want {
			t.Errorf("%s: the title is %q, want %q", zone, got, want)
		}
		b.click("#before")
		b.await(`location.pathname === "/play/` + daily(day.AddDate(0, 0, -1)) + `"`)
	}
	// A date that is typed is opened when it is whole; the next day leads back.
	b.visit(url + "/play/2-r10x-2026-11-22")
	b.await(`document.querySelectorAll(".square").length === 100`)
	eval[bool](b, `(document.querySelector("#day").max = "2026-11-22", document.querySelector("#day").focus(), true)`)
	b.press("11152026")
	expect(b, `location.pathname + " " + document.querySelector("#day").value`, "/play/2-r10x-2026-11-22 2026-11-15", "while a date is typed")
	b.press(kb.Enter)
	b.await(`location.pathname === "/play/2-r10x-2026-11-15" && document.querySelector("#title").textContent === "Sunday, 15 November"`)
	b.click("#after")
	b.await(`location.pathname === "/play/2-r6e-2026-11-16"`)
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

// at returns the middle of a square.
func (b *tab) at(i int) (x, y float64) {
	b.t.Helper()
	p := eval[[]float64](b, fmt.Sprintf(`(() => { const r = document.querySelectorAll("#board .square")[%d].getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, i))
	return p[0], p[1]
}

// pause is longer than a double tap.
const pause = `new Promise((done) => setTimeout(() => done(true), 400))`

// fresh opens a puzzle of order n without any progress.
func (b *tab) fresh(url, path string, n int) {
	b.t.Helper()
	b.visit(url + "/tour")
	eval[bool](b, `(localStorage.clear(), true)`)
	b.visit(url + path)
	b.await(fmt.Sprintf(`document.querySelectorAll("#board .square").length === %d`, n*n))
}

// solve places the queens of a puzzle that has none yet, or those that are given.
func (b *tab) solve(squares []int) {
	b.t.Helper()
	b.await(fmt.Sprintf(`(() => { const all = document.querySelectorAll("#board .square"); for (const i of %s) if (!all[i].firstChild) { all[i].focus(); all[i].dispatchEvent(new KeyboardEvent("keydown", { key: "q", bubbles: true })); } return document.querySelector("#board").classList.contains("is-solved") || document.querySelector("#again").hidden === false; })()`, quotedList(squares)))
}

func quotedList(list []int) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ",") }

// TestFastPlayer draws a line with two events, taps twice where a mark is, and asks for hints while
// one is on its way, again after a reload, and while he plays on.
func TestFastPlayer(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	b.fresh(url, "/play/2-r6m-7", 6)
	x, y := b.at(6)
	b.mouse("mousePressed", x, y)
	x, y = b.at(11)
	b.mouse("mouseMoved", x, y)
	b.mouse("mouseReleased", x, y)
	b.await(`[...document.querySelectorAll("#board .square")].map((s, i) => (s.classList.contains("is-crossed") ? i : -1)).filter((i) => i >= 0).join() === "6,7,8,9,10,11"`)
	eval[bool](b, pause)
	eval[bool](b, `(() => { const s = document.querySelectorAll("#board .square")[8]; s.click(); s.click(); return true; })()`)
	b.await(`document.querySelectorAll("#board .square")[8].querySelector("svg")`)
	b.click("#clear")
	const hints = `JSON.parse(localStorage["queens.play"]).played["2-r6m-7"].hints`
	eval[bool](b, `(document.querySelector("#hint").click(), document.querySelector("#hint").click(), true)`)
	b.await(`document.querySelector("#hint").textContent === "Why?"`)
	expect(b, hints, 1, "hints after two clicks at once")
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll("#board .square").length === 36`)
	b.click("#hint")
	b.await(`document.querySelector("#hint").textContent === "Why?"`)
	expect(b, hints, 1, "hints after the same hint again")
	// The hint is about the board as it is when it is shown.
	squares, n := solutionOf(t, url, "2-r6m-7")
	wrong := (squares[0] + n) % (n * n)
	b.click("#clear")
	eval[bool](b, fmt.Sprintf(`(() => { const first = document.querySelectorAll("#board .square")[%d]; document.querySelector("#hint").click(); first.focus(); first.dispatchEvent(new KeyboardEvent("keydown", { key: "q", bubbles: true })); return true; })()`, wrong))
	b.await(`document.querySelector("#verdict").textContent.startsWith("A mark in row ")`)
	expect(b, hints, 2, "hints after one for another board")
}

// TestNights solves puzzles of a day after midnight, and days later, and waits for the next one.
func TestNights(t *testing.T) {
	b, url := open(t)
	onLoad(b, `(() => { const D = Date; globalThis.later = Number(sessionStorage.getItem("later")) || 0; globalThis.Date = class extends D { constructor(...a) { if (a.length) super(...a); else super(D.now() + later); } static now() { return D.now() + later; } }; })()`)
	const solved = `JSON.parse(localStorage["queens.play"]).solved`
	wait := func(days int) {
		eval[bool](b, fmt.Sprintf(`(sessionStorage.setItem("later", %d * 86400e3), true)`, days))
	}
	for days, want := range map[int]string{0: "First day", 1: "First day", 2: ""} {
		b.visit(url + "/tour")
		wait(0)
		b.fresh(url, "/play/2-r5e-1", 5) // a page that has the ID of today
		id := eval[string](b, `(() => { const d = new Date(), week = JSON.parse(document.querySelector("#board").dataset.week); return week[d.getDay()][0] + [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((x) => String(x).padStart(2, "0")).join("-"); })()`)
		b.visit(url + "/play/" + id)
		b.await(`document.querySelectorAll("#board .square").length > 25`)
		b.visit(url + "/tour")
		wait(days)
		b.visit(url + "/play/" + id)
		b.await(`document.querySelectorAll("#board .square").length > 25`)
		squares, _ := solutionOf(t, url, id)
		b.solve(squares)
		b.await(`!document.querySelector("#result").hidden`)
		expect(b, solved+`["`+id+`"].day === "`+id[len(id)-10:]+`"`, want != "", "%d days later: it counts for its day", days)
		if days < 2 {
			b.contains("#result", want)
		}
		date := must(time.Parse(time.DateOnly, id[len(id)-10:]))(t)
		b.contains("#result h2", date.Format("Monday, 2 January: "))
		b.contains("#title", date.Format("Monday, 2 January"))
		if days == 0 {
			b.contains("#result", "Tomorrow’s puzzle in ")
			eval[bool](b, `(later = 86400e3, true)`)
			b.await(`[...document.querySelectorAll("#result a")].some((a) => a.textContent === "Today’s puzzle")`)
		}
	}
	// The calendar turns back to the first month, and no further than this one.
	eval[bool](b, `(document.querySelector("#day").min = "2026-01-01", true)`)
	month := eval[string](b, `document.querySelector(".month strong").textContent`)
	if eval[bool](b, `document.querySelector("[aria-label='Previous month']").hidden`) {
		b.click("#again") // draws the result again
		squares, _ := solutionOf(t, url, eval[string](b, `location.pathname.slice(6)`))
		b.solve(squares)
	}
	b.click("[aria-label='Previous month']")
	b.await(`document.querySelector(".month strong").textContent !== ` + quoted(month) + ` && document.querySelectorAll(".calendar a").length >= 28`)
	b.click("[aria-label='Next month']")
	b.await(`document.querySelector(".month strong").textContent === ` + quoted(month) + ` && document.querySelector("[aria-label='Next month']").hidden`)
}

// TestKeptProgress reads the progress of another device, and finds that of another tab after a page
// was left and shown again. What was given up or solved there stays so here.
func TestKeptProgress(t *testing.T) {
	b, url := open(t)
	squares, _ := solutionOf(t, url, "2-r5e-1")
	b.fresh(url, "/play/2-r5e-1", 5)
	read := func(text string) {
		eval[bool](b, fmt.Sprintf(`(() => { const list = new DataTransfer(); list.items.add(new File([%s], "p.json")); const input = document.querySelector("#progress-file"); input.files = list.files; input.dispatchEvent(new Event("change")); return true; })()`, quoted(text)))
		b.await(`document.querySelector("#progress-said").textContent.startsWith("Read: ")`)
	}
	read(`{"queens.play": {"solved": {"2-c5e-2": {"time": 61, "day": "2026-11-28", "hints": 0}, "2-d5e-3": {"time": 61, "day": "2026-11-28", "hints": 1}, "2-r6e-4": null, "2-c6e-5": 7},
		"played": {"2-r5e-1": {"time": 5, "hints": 2, "gaveUp": true}, "2-r6e-4": null}}}`)
	expect(b, `[...document.querySelectorAll("[data-level] b")].slice(0, 5).map((e) => e.textContent).join(", ")`, "1, 2 ★, 3 ✓, 4, 5", "levels; a star for one without hints")
	b.solve(squares)
	b.await(`document.querySelector("#verdict").textContent === "This is the solution. It does not count as solved."`)

	b.fresh(url, "/play/2-r5e-1", 5)
	b.solve(squares)
	b.contains("[data-level='2-r5e-1']", "1 ★")
	day := eval[string](b, `JSON.parse(localStorage["queens.play"]).solved["2-r5e-1"].day`)
	read(`{"queens.play": {"solved": {"2-r5e-1": {"time": 9, "day": "2999-01-01"}}, "played": {}}}`)
	expect(b, `JSON.parse(localStorage["queens.play"]).solved["2-r5e-1"].day`, day, "the first day stays")
	// Its marks are forgotten after sixty more, that it was solved is not.
	eval[bool](b, `(() => { const p = JSON.parse(localStorage["queens.play"]); delete p.played["2-r5e-1"].marks; localStorage["queens.play"] = JSON.stringify(p); return true; })()`)
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll("#board .square").length === 25 && document.querySelectorAll("#board svg").length === 0`)
	b.solve(squares)
	b.await(`document.querySelector("#verdict").textContent.startsWith("Solved again in ")`)

	b.fresh(url, "/play/2-r6m-7", 6)
	b.visit(url + "/numbers/papers")
	other, _ := open(t)
	other.visit(url + "/play/2-r6m-7")
	other.await(`document.querySelectorAll("#board .square").length === 36`)
	other.click("#board .square:nth-child(3)")
	b.do(chromedp.NavigateBack())
	b.await(`document.querySelectorAll("#board .is-crossed").length === 1`)
}
