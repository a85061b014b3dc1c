package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// player is true when a run is loaded.
const player = `document.querySelector("trace-player")?.steps > 0`

// TestWatch plays Wirth's algorithm with the keyboard: forwards, backwards, to solutions, to the
// end.
func TestWatch(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	b.visit(url + "/watch?algorithm=wirth&n=8")
	b.await(player + ` && document.querySelector("trace-player").complete`)
	// Wirth's algorithm has 17868 events and 92 solutions at n = 8.
	if steps := eval[int](b, `document.querySelector("trace-player").steps`); steps < 10_000 {
		t.Errorf("%d steps", steps)
	}
	b.await(`document.querySelector(".player-sentence").textContent.includes("Step 0:")`)
	first := b.text(".player-sentence")
	b.press(kb.ArrowRight)
	b.await(`document.querySelector("trace-player").step === 1`)
	b.await(`document.querySelector(".player-sentence").textContent.includes("Step 1: column 1: is row 1 free?")`)
	b.press(kb.ArrowLeft)
	b.await(`document.querySelector(".player-sentence").textContent === ` + quoted(first))
	b.click(`[aria-label="To the next solution"]`)
	b.await(`document.querySelector(".player-sentence").textContent.includes("solution 1: 15863724")`)
	b.picture("watch-first-solution")
	b.contains("#said", "1 5 8 6 3 7 2 4")
	// The sentence, the line below the board and the counts agree on the step.
	here := eval[int](b, `document.querySelector("trace-player").step`)
	sentence, line := plain(b.text(".player-sentence")), plain(b.text(".player-where"))
	if want := fmt.Sprintf("Step %d", here); !strings.HasPrefix(sentence, want+":") ||
		!strings.HasPrefix(line, want+" of ") {
		t.Errorf("at step %d: %q and %q", here, sentence, line)
	}
	expect(b, `document.querySelector("trace-player").solutions`, 1, "count at solution 1")
	b.contains(".player-facts", "solutions1")
	if address := eval[string](b, `location.search`); !strings.Contains(address, fmt.Sprintf("step=%d", here)) {
		t.Errorf("at step %d the address is %s", here, address)
	}
	b.contains("#command", "queens watch 8 --method wirth")
	// The link opens the same step.
	again := newTab(t)
	again.visit(eval[string](b, `location.href`))
	again.await(fmt.Sprintf(`document.querySelector("trace-player").step === %d && document.querySelector(".player-sentence").textContent.includes("solution 1")`, here))
	again.clean()
	b.do(focusBody)
	eval[float64](b, `document.querySelector("trace-player").pace = 20000`)
	b.press(" ")
	b.await(`document.querySelector("trace-player").playing === false && document.querySelector("trace-player").solutions === 92`)
}

// plain removes the blanks between groups of digits.
func plain(text string) string { return strings.ReplaceAll(text, "\u202f", "") }

// TestWatchLayers compares the heat at a step with the steps before it, forwards, backwards and
// across chunks, and finds the layers in the address.
func TestWatchLayers(t *testing.T) {
	b, url := open(t)
	b.size(1280, 1000)
	// Placements per square up to a step, from the server's sentences.
	placed := map[int]map[string]int{}
	counts := map[string]int{}
	most := 5000
	for from := 1; from <= most; from += 500 {
		var answer struct {
			Steps []struct {
				Step, Col, Row int
				Kind           string
			}
		}
		getJSON(t, fmt.Sprintf("%s/api/v1/trace/steps?algorithm=wirth&n=8&from=%d&limit=500", url, from), &answer)
		for _, s := range answer.Steps {
			if s.Kind == "place" {
				counts[fmt.Sprintf("column %d, row %d", s.Col, s.Row)]++
			}
			if s.Step == 936 || s.Step == 4999 {
				placed[s.Step] = maps.Clone(counts)
			}
		}
	}
	b.visit(url + "/watch?algorithm=wirth&n=8&step=936&layers=attacks,conflicts&heat=visits")
	check := func(step int) {
		t.Helper()
		b.await(fmt.Sprintf(`document.querySelector("trace-player").step === %d && document.querySelector(".player-heat-text").textContent.startsWith("Darkest")`, step))
		text := b.text(".player-heat-text")
		want := 0
		for _, k := range placed[step] {
			want = max(want, k)
		}
		var got int
		amount, square, _ := strings.Cut(strings.TrimSuffix(text, "."), " at ")
		if _, err := fmt.Sscanf(amount, "Darkest: %d", &got); err != nil || got != want ||
			placed[step][square] != want {
			t.Errorf("step %d: %q (%v), but %d queens were placed there, and %d on the square of the most", step, text,
				err, placed[step][square], want)
		}
	}
	check(936)
	b.picture("watch-layers")
	eval[bool](b, `document.querySelector("trace-player").go(4999).then(() => true)`)
	check(4999)
	eval[bool](b, `document.querySelector("trace-player").go(936).then(() => true)`)
	check(936)
	expect(b, `document.querySelector(".board-heat").getContext("2d").getImageData(0, 0, 8, 8).data.filter((_, i) => i % 4 === 3).reduce((most, alpha) => Math.max(most, alpha), 0)`, 230, "opacity of the darkest square, of 255")
	b.do(focusBody)
	b.press("a")
	b.press("h")
	b.await(`location.search.includes("layers=conflicts&") && location.search.includes("heat=tests") && !document.querySelector(".board-attack")`)
	// The state array, the depth and the line of pseudocode belong to this step.
	b.await(`[...document.querySelectorAll(".player-state li")].map((e) => e.textContent).join("") === document.querySelector("trace-player").rows.map((r) => r < 0 ? "·" : r + 1).join("")`)
	b.await(`document.querySelector("[role=meter]").getAttribute("aria-valuenow") === String(document.querySelector("trace-player").rows.filter((r) => r >= 0).length)`)
	b.await(`document.querySelectorAll(".player-code li.is-now").length === 1`)
	// A local search starts with conflicts: broken lines and rings.
	b.visit(url + "/watch?algorithm=min-conflicts&n=20&step=460&layers=conflicts&heat=attacks")
	b.await(`document.querySelector(".board-conflict") && document.querySelector(".board-ring")`)
	b.picture("watch-conflicts")
}

func getJSON(t *testing.T, address string, value any) {
	t.Helper()
	fine(t, json.Unmarshal(bodyOf(t, address), value))
}

func TestWatchTopor(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/watch?algorithm=topor&n=8")
	b.await(player + ` && document.querySelector("trace-player").complete`)
	for no := range 12 { // fundamental solutions of order 8
		b.click(`[aria-label="To the next solution"]`)
		b.await(fmt.Sprintf(`document.querySelector(".player-sentence").textContent.includes("solution %d:")`, no+1))
	}
	b.picture("watch-topor")
	b.click(`[aria-label="To the next solution"]`)
	b.await(`document.querySelector("#said").textContent.startsWith("No further solution")`)
}

func TestRace(t *testing.T) {
	b, url := open(t)
	b.size(1280, 1100)
	// A racer has a second, on a busy machine as well.
	b.visit(url + "/compare?n=8")
	b.await(`document.querySelectorAll("#lanes .board-light").length === 4`) // empty boards at the start
	b.click("#go")
	b.await(`document.querySelectorAll("#table tbody tr").length === 4`)
	// Without scrolling, boards and the leader are visible during the race.
	b.await(`[...document.querySelectorAll("#lanes .board-svg")].every((e) => e.getBoundingClientRect().bottom < innerHeight) && document.querySelectorAll("#lanes .board-queen").length > 4`)
	b.await(`document.querySelector("#moment").value === "1000" && document.querySelector("#status").textContent.includes(" is first, ")`)
	b.await(`[...document.querySelectorAll("#lanes queens-board")].every((board) => board.queens.length === 8)`) // the last solution
	places := eval[string](b, `[...document.querySelectorAll(".lane-place")].map((e) => e.textContent).toSorted().join(" ")`)
	colours := eval[bool](b, `[...document.querySelectorAll(".lane")].every((lane, i) => getComputedStyle(lane).color === getComputedStyle(document.querySelectorAll("#chart .chart-line")[2 * i]).stroke)`)
	if places != "1. 2. 3. 4." || !colours {
		t.Errorf("places %q; colours of lanes and chart are the same: %v", places, colours)
	}
	b.picture("race-over")
	table := b.text("#table")
	if strings.Count(table, "92") < 4 { // Q(8), OEIS A000170
		t.Errorf("not every racer found 92 solutions: %s", table)
	}
}

// TestExperiments measures a search that depends on the seed and two that do not. Table, histogram
// and plot have every run, and Table 2 of the paper has current figures.
func TestExperiments(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/compare/experiments?algorithms=las-vegas,wirth,rohl-list&from=8&to=9&step=1&seeds=12&measure=tests")
	b.await(`document.querySelector("#paper [data-algorithm=wirth]").textContent === "–"`)
	b.click("#go")
	b.await(`document.querySelectorAll("#table tbody tr").length === 6 && document.querySelector("#status").textContent === "72 runs."`)
	if tests := eval[string](b, `[...document.querySelectorAll("#table tbody tr")].find((tr) => tr.textContent.startsWith("Wirth")).textContent`); !strings.Contains(plain(tests), "15720") { // queens explain wirth
		t.Errorf("Wirth at order 8: %q, want 15720 tests", tests)
	}
	eval[bool](b, `(() => { for (const [id, value] of [["of", "las-vegas"], ["at", "8"]]) { const s = document.getElementById(id); s.value = value; s.dispatchEvent(new Event("input", {bubbles: true})); } return true; })()`)
	b.await(`document.querySelector("#histogram-text").textContent.includes(", order 8: 12 runs, median") && document.querySelectorAll("#histogram .chart-bar").length >= 4 && document.querySelectorAll("#plot .chart-line").length === 6`)
	b.await(`Number(document.querySelector("#paper [data-order='8'] [data-algorithm=wirth]").nextElementSibling.textContent.replaceAll("\u202f", "")) > 1`)
	eval[bool](b, `(() => { const n = document.querySelector("#to"); n.value = "7"; n.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	b.await(`document.querySelector("#go").disabled && document.querySelector("#status").textContent.includes("larger than the last")`)
}

func TestOrbitByHand(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/solutions?n=4")
	b.click("ul.boards a")
	b.await(`location.pathname === "/solutions/family" && document.querySelectorAll(".board-gap").length > 0`)
	b.press("]")
	b.await(`document.querySelector("#preview queens-board")`)
	b.press(kb.Enter)
	b.await(`document.querySelectorAll("#history li").length === 1`)
	if line := b.text("#command"); !strings.HasPrefix(line, "queens apply 2413 inc ") {
		t.Errorf("command %q", line)
	}
	b.press("m")
	b.await(`document.querySelector("#mov").getAttribute("aria-pressed") === "true"`)
	b.await(`document.querySelector("#lattice-count").textContent.includes("crossings") || document.querySelector("#lattice-count").textContent.includes("No crossing")`)
	b.picture("orbit-mov")
	b.press("u")
	b.await(`document.querySelectorAll("#history li").length === 0`)
}

// TestLaidOn moves a board onto its images, one for each kind of motion. In the end every queen
// covers one of the image, and the triangle its image.
func TestLaidOn(t *testing.T) {
	b, url := open(t)
	// po2, po3, po4, po6 and po7
	for _, with := range []string{"17582463", "63571428", "84136275", "82417536", "57263148"} {
		b.visit(url + "/solutions/family?perm=15863724&with=" + with)
		b.await(`document.querySelector("#laid-board .laid-a") && document.querySelector("#laid-board .board-queen")`)
		off := eval[int](b, `(() => { const m = document.querySelector("#motion"); m.value = "100"; m.dispatchEvent(new Event("input"));
			const svg = document.querySelector("#laid-board svg"), ghost = svg.querySelector(".laid-a"), matrix = svg.getScreenCTM().inverse().multiply(ghost.getScreenCTM());
			const queens = document.querySelector("#laid-board queens-board").queens;
			return [1, 5, 8, 6, 3, 7, 2, 4].filter((row, col) => { const p = new DOMPoint(col + 0.5, row - 0.5).matrixTransform(matrix); return !queens.some((q) => Math.hypot(q.col + 0.5 - p.x, q.row + 0.5 - p.y) < 0.01); }).length; })()`)
		if text := b.text("#laid-text"); off != 0 || !strings.HasSuffix(text, "lies on its image: the broken line.") {
			t.Errorf("%s: %d queens lie beside; %q", with, off, text)
		}
	}
	b.visit(url + "/solutions/family?perm=15863724&with=24683175") // another orbit
	b.await(`document.querySelectorAll("#images-title ~ ol .axis").length === 8 && !document.querySelector("#laid")`)
}

// TestSolutionsByClass shows the solutions of order 8 by class; pointing at one rotates it.
func TestSolutionsByClass(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/solutions?n=8")
	expect(b, `[...document.querySelectorAll("main h2")].map((h) => h.firstChild.textContent.trim()).join("; ")`, "Asymmetric: 11 of 11; Central: 1 of 1", "classes") // OEIS A037224, A032522
	eval[bool](b, `document.querySelector(".turning").dispatchEvent(new Event("pointerenter"))`)
	b.await(`document.querySelector(".turning img").style.transform.startsWith("rotate(-180deg)")`)
	eval[bool](b, `document.querySelector(".turning").dispatchEvent(new Event("pointerleave"))`)
	b.await(`document.querySelector(".turning img").style.transform === ""`)
	b.click("#whole summary")
	b.await(`document.querySelector("#whole img").naturalWidth > 400`)
}

// TestComposeByKeys places queens with the keyboard; squares are announced.
func TestComposeByKeys(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/play/board?n=8")
	b.await(`document.querySelector("#board svg[tabindex]")`)
	eval[bool](b, `(document.querySelector("#board svg").focus(), true)`)
	b.press(kb.Enter) // a1
	b.await(`document.querySelector("#verdict").textContent.startsWith("1 of 8")`)
	b.press(kb.ArrowRight)
	b.press(kb.ArrowUp)
	b.await(`document.querySelector("#said").textContent === "column 2, row 7, attacked once"`)
	b.press(" ")
	b.await(`document.querySelector("#verdict").textContent.includes("1 attacking pair: column 1, row 8 and column 2, row 7")`)
	b.await(`document.querySelector("#said").textContent === "column 2, row 7, queen, attacked once"`)
	b.picture("compose-keys")
	// A screen reader finds every square by touch and can press it.
	b.await(`document.querySelectorAll("#board [role=button]").length === 64 && document.querySelector("#board [role=button]").getAttribute("aria-label") === "column 1, row 1, attacked once"`)
	eval[bool](b, `(document.querySelectorAll("#board [role=button]")[5].dispatchEvent(new MouseEvent("click", {bubbles: true})), true)`)
	b.await(`document.querySelectorAll("#board [role=button]")[5].getAttribute("aria-label") === "column 6, row 1, queen, not attacked"`)
	b.do(focusBody)
	b.press("u")
	if query := eval[string](b, `location.search`); !strings.Contains(query, "queens=a1%2Cb2") {
		t.Errorf("address %q", query)
	}
	b.do(focusBody)
	b.press("u")
	b.await(`document.querySelector("#verdict").textContent.startsWith("1 of 8")`)
}

func TestTrajectory(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/solutions/search?n=9")
	b.contains("main", "45 of 46")                                                                                                                                  // errata Z14
	b.await(`document.querySelectorAll("#map .node[tabindex='0']").length === 1 && document.querySelector("#how").textContent.startsWith("Orbits layer by layer")`) // the script has started
	b.press(kb.ArrowRight)
	b.await(`document.querySelector("#how").textContent.startsWith("1 of 46")`)
	b.press(kb.ArrowLeft)
	b.await(`document.querySelector("#how").textContent.startsWith("Orbits layer by layer") && document.querySelector("#path").offsetHeight < 50`)
	// Every orbit is a link and shows the path that reaches it, board by board.
	b.await(`document.querySelectorAll("#map a.node .dots").length === 46`)
	eval[bool](b, `document.querySelector("#map .missing").dispatchEvent(new Event("pointerenter"))`)
	b.await(`document.querySelector("#how").textContent.includes("285396417, which the search never reaches") && document.querySelectorAll("#path li").length === 1`) // errata Z14
	eval[bool](b, `document.querySelector("#map [href$='368159247']").dispatchEvent(new Event("pointerenter"))`)
	b.await(`document.querySelector("#how").textContent.includes(", layer 2.") && document.querySelectorAll("#path queens-board").length === 3 && document.querySelector("#trail").getAttribute("d").split("L").length === 3`)
	b.click("#lost-title ~ ul a")
	b.await(`location.pathname === "/solutions/family"`)
}

// TestComplete places four queens of the solution 1,3,5,8,10,12,6,11,2,7,9,4 with clicks and
// completes the board; then an impossible one.
func TestComplete(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	b.visit(url + "/play/board?n=12")
	b.await(`document.querySelector("#board svg[viewBox] .board-light")`) // squares have positions once the board is drawn
	for _, name := range []string{"a12", "d5", "g7", "j6"} {
		col, row := int(name[0]-'a'), 0
		fmt.Sscan(name[1:], &row)
		eval[bool](b, fmt.Sprintf(`(() => { const svg = document.querySelector("#board svg"); const p = new DOMPoint(%d.5, %d.5).matrixTransform(svg.getScreenCTM()); svg.dispatchEvent(new MouseEvent("click", {clientX: p.x, clientY: p.y, bubbles: true})); return true; })()`, col, 12-row))
	}
	b.await(`document.querySelector("#verdict").textContent.startsWith("4 of 12 queens. No two")`)
	b.do(focusBody)
	b.press("c")
	b.await(`/^There (is exactly one way|are \d+ ways)\. Your queens are blue\./.test(document.querySelector("#answer").textContent)`)
	b.picture("compose-completed")
	// Drag a queen from a12 to a11.
	eval[bool](b, `(() => {
		const svg = document.querySelector("#board svg"), matrix = svg.getScreenCTM();
		const at = (type, x, y) => { const p = new DOMPoint(x, y).matrixTransform(matrix); svg.dispatchEvent(new PointerEvent(type, {clientX: p.x, clientY: p.y, bubbles: true, isPrimary: true})); };
		at("pointerdown", 0.5, 0.5); at("pointerup", 0.5, 1.5); at("click", 0.5, 1.5);
		return true; })()`)
	b.await(`new URL(location.href).searchParams.get("queens") === "d5,g7,j6,a11"`)
	b.visit(url + "/play/board?n=4&queens=a1")
	b.click("#complete")
	b.await(`document.querySelector("#answer").textContent.includes("It cannot be completed")`)
	b.picture("compose-impossible")
}

// TestThemeOfPlots chooses a theme on the page: plots follow it, not the system.
func TestThemeOfPlots(t *testing.T) {
	b, url := open(t)
	b.theme("light")
	b.visit(url + "/numbers?plot=ratio")
	b.click("#theme-button") // light
	b.click("#theme-button") // dark
	b.await(`document.documentElement.dataset.theme === "dark" && document.querySelector("img.plot").currentSrc.endsWith("theme=dark")`)
	b.theme("dark")
	eval[bool](b, `(localStorage.setItem("theme", "light"), true)`)
	b.visit(url + "/numbers?plot=ratio")
	b.await(`document.documentElement.dataset.theme === "light" && !document.querySelector("img.plot").currentSrc.includes("theme=dark")`)
	eval[bool](b, `(localStorage.removeItem("theme"), true)`)
	b.theme("light")
}
