package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// slide moves a slider of a chapter of the tour, or sets a check box.
func slide(b *tab, chapter, name string, value any) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`(() => { const e = document.querySelector("#%s [data-name=%s]");
		if (e.type === "checkbox") e.checked = %v; else e.value = "%v";
		e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`, chapter, name, value, value))
}

// says waits until a chapter says something.
func says(b *tab, chapter, text string) {
	b.t.Helper()
	b.await(fmt.Sprintf(`document.querySelector("#%s .says").textContent.replaceAll("\u202f", "").includes(%s)`, chapter, quoted(text)))
}

// TestTour tries the board of each chapter.
func TestTour(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url + "/tour#white")
	says(b, "white", "4 queens on white squares")
	b.await(`(() => { const r = document.querySelector("#white").getBoundingClientRect(); return r.top >= 0 && r.top < 200; })()`)
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#white"`)

	says(b, "puzzle", "1 of 8 queens")
	slide(b, "puzzle", "n", 4)
	slide(b, "puzzle", "n", 4)
	for _, square := range [][2]float64{{3.5, 3.5}, {0.5, 1.5}, {1.5, 3.5}, {2.5, 0.5}, {3.5, 2.5}} { // the queen in the corner goes
		eval[bool](b, fmt.Sprintf(`(() => { const svg = document.querySelector("#puzzle svg"), p = new DOMPoint(%v, %v).matrixTransform(svg.getScreenCTM()); svg.dispatchEvent(new MouseEvent("click", {clientX: p.x, clientY: p.y, bubbles: true})); return true; })()`, square[0], square[1]))
	}
	says(b, "puzzle", "a solution!")

	b.await(`document.querySelector("#backtracking trace-player").complete`)
	slide(b, "backtracking", "n", 5)
	b.await(`document.querySelector("#backtracking queens-board").order === 5 && document.querySelector("#backtracking trace-player").complete`)
	b.click(`#backtracking [aria-label="To the next solution"]`)
	b.await(`document.querySelector("#backtracking .player-where").textContent.includes("1 solution found")`)

	says(b, "images", "Image 1 of 15863724 (leaves every square in place): 15863724; its eight images differ.")
	slide(b, "images", "image", 7)
	says(b, "images", "(half turn): 57263148;") // 15863724 backwards, each row from 9
	slide(b, "images", "no", 10)                // 35281746, which it leaves as it is
	says(b, "images", "35281746, the same board; it has 4 different images")

	says(b, "insertion", "place 1 of 5.") // errata Z3 lists the five
	slide(b, "insertion", "place", 3)
	says(b, "insertion", "makes 25314: place 3 of 5.")
	b.await(`document.querySelectorAll("#insertion .board-queen.is-given").length === 1`)
	slide(b, "insertion", "n", 8)
	says(b, "insertion", "makes ")
	b.await(`document.querySelector("#insertion queens-board").order === 9`)

	slide(b, "burnside", "image", 7)
	says(b, "burnside", "this solution stays as it is; 4 stay in all.")

	says(b, "torus", "a solution of the torus")
	slide(b, "torus", "n", 9)
	says(b, "torus", "queens meet") // 3 divides 9
	slide(b, "torus", "n", 5)
	slide(b, "torus", "step", 3)
	says(b, "torus", "Order 5, 3 rows down each time: a solution of the torus.")

	says(b, "counting", "Order 27: 234907967154122528 solutions") // OEIS A000170
	slide(b, "counting", "n", 3)
	says(b, "counting", "Order 3: no solution.")
	b.await(`document.querySelectorAll("#counting .board-queen").length === 0`)

	slide(b, "white", "white", true)
	b.await(`document.querySelectorAll("#white .board-queen").length === 4`)
	eval[bool](b, `(document.querySelector('.chapters a[href="#torus"]').click(), true)`)
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#torus"`)
	b.do(focusBody)
	b.press("n")
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#counting"`)
	b.press("p")
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#torus"`)
	b.clean()

	// Without scripts it is text and pictures: no board is empty, and nothing offers what it cannot do.
	command(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	defer command(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
	for _, path := range []string{"/play/board?n=8&queens=a8,b4", "/play/1-r8m-2026-11-24", "/watch?n=8&step=936", "/watch?algorithm=min-conflicts&n=30&step=20"} {
		b.visit(url + path)
		b.await(`document.querySelector("main noscript img")?.complete && document.querySelector("main noscript img").naturalWidth > 100`)
		if dead := eval[string](b, `[...document.querySelectorAll("main :is(button, select, input[type=checkbox])")].filter((e) => e.offsetParent !== null && !e.closest("form[method]")).map((e) => e.id).join(" ")`); dead != "" {
			t.Errorf("%s without scripts has %s", path, dead)
		}
	}
	b.visit(url + "/tour")
	missing := eval[string](b, `[...document.querySelectorAll(".chapter")].filter((chapter) => {
		const picture = chapter.querySelector(".live-part img");
		return !picture || picture.getBoundingClientRect().width < 200 || [...chapter.querySelectorAll("input, button")].some((e) => e.getBoundingClientRect().width > 0) || chapter.querySelector(".story").textContent.length < 300;
	}).map((chapter) => chapter.id).join(" ")`)
	if strings.TrimSpace(missing) != "" {
		t.Errorf("without scripts these chapters lack a picture or text, or have controls: %s", missing)
	}
}
