package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// slide sets a slider or a check box of a chapter of the tour.
func slide(b *tab, chapter, name string, value any) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`(() => { const e = document.querySelector("#%s [data-name=%s]");
		if (e.type === "checkbox") e.checked = %v; else e.value = "%v";
		e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`, chapter, name, value, value))
}

func says(b *tab, chapter, text string) {
	b.t.Helper()
	b.await(fmt.Sprintf(`document.querySelector("#%s .says").textContent.replaceAll("\u202f", "").includes(%s)`, chapter, quoted(text)))
}

func TestTour(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url + "/tour#white")
	says(b, "white", "White half 1 and black half 1")
	b.await(`(() => { const r = document.querySelector("#white").getBoundingClientRect(); return r.top >= 0 && r.top < 200; })()`)
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#white"`)

	says(b, "puzzle", "1 of 8 queens")
	slide(b, "puzzle", "n", 4)
	slide(b, "puzzle", "n", 4)
	// Move the queen out of the corner.
	for _, square := range [][2]float64{{3.5, 3.5}, {0.5, 1.5}, {1.5, 3.5}, {2.5, 0.5}, {3.5, 2.5}} {
		eval[bool](b, fmt.Sprintf(`(() => { const svg = document.querySelector("#puzzle svg"), p = new DOMPoint(%v, %v).matrixTransform(svg.getScreenCTM()); svg.dispatchEvent(new MouseEvent("click", {clientX: p.x, clientY: p.y, bubbles: true})); return true; })()`, square[0], square[1]))
	}
	says(b, "puzzle", "a solution!")

	b.await(`document.querySelector("#backtracking trace-player").complete`)
	slide(b, "backtracking", "n", 5)
	b.await(`document.querySelector("#backtracking queens-board").order === 5 && document.querySelector("#backtracking trace-player").complete`)
	b.click(`#backtracking [aria-label="To the next solution"]`)
	b.await(`document.querySelector("#backtracking .player-where").textContent.includes("1 solution found")`)

	says(b, "images", "15863724. You have seen 1 of its 8 images.")
	// Dragging the board by half its width rotates it by a quarter turn; then the mirror, and the
	// keys.
	middle := func() []float64 { // centre and width of the rotating board
		return eval[[]float64](b, `(() => { const e = document.querySelector("#images .pose"); e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2, r.width]; })()`)
	}
	at := middle()
	b.mouse("mousePressed", at[0], at[1])
	b.mouse("mouseMoved", at[0]+at[2]/4, at[1])
	b.await(`(() => { const t = Number(getComputedStyle(document.querySelector("#images .pose")).getPropertyValue("--turns")); return t > 0.3 && t < 0.7; })()`) // during a turn
	b.mouse("mouseMoved", at[0]+at[2]/2, at[1])
	b.mouse("mouseReleased", at[0]+at[2]/2, at[1])
	says(b, "images", "36428571. You have seen 2 of its 8 images.") // of "queens orbit 15863724": rot270
	b.click(`#images [data-move="flip"]`)
	says(b, "images", "63571428. You have seen 3 of its 8 images.") // rot270 and then flip-rows is anti-transpose
	eval[bool](b, `(document.querySelector("#images .pose").focus(), true)`)
	for range 3 {
		b.press(kb.ArrowRight)
	}
	b.press(kb.ArrowUp)
	b.press(kb.ArrowRight)
	b.press(kb.ArrowRight)
	says(b, "images", "You have seen 8 of its 8 images.")
	slide(b, "images", "no", 10) // 35281746, which the half turn leaves unchanged
	b.click(`#images [data-move="turn"]`)
	b.click(`#images [data-move="turn"]`)
	says(b, "images", "35281746, the same board: half turn leaves it unchanged. You have seen 2 of its 4 images.")

	says(b, "insertion", "Place 1 of 5: ") // errata Z3 lists the five
	slide(b, "insertion", "place", 3)
	says(b, "insertion", "Place 3 of 5: 2413 becomes 25314.")
	b.await(`document.querySelectorAll("#insertion .board-queen.is-given").length === 1 && document.querySelector("#insertion [data-name=push]").value === "100"`)
	slide(b, "insertion", "push", 0)
	b.await(`document.querySelector("#insertion .scene svg").viewBox.baseVal.width < 4.2`) // the old board
	slide(b, "insertion", "n", 8)
	b.await(`document.querySelectorAll("#insertion .board-queen").length === 9`)

	b.click(`#burnside [data-operation="7"]`)
	says(b, "burnside", "half turn: 4 of 92 stay.")
	b.await(`document.querySelectorAll("#burnside .tiles svg:not(.is-dim)").length === 4`)
	for no := range 8 {
		b.click(fmt.Sprintf(`#burnside [data-operation="%d"]`, no+1))
	}
	says(b, "burnside", "= 96, and 96 ÷ 8 = 12 families.")

	says(b, "torus", "a solution on the torus")
	eval[bool](b, `(document.querySelector("#torus .roll").focus(), true)`)
	b.press(kb.ArrowRight)
	b.press(kb.ArrowUp)
	b.await(`document.querySelector("#torus .copies").getAttribute("transform") === "translate(1 6)"`)
	slide(b, "torus", "n", 9)
	says(b, "torus", "queens attack each other") // 3 divides 9
	slide(b, "torus", "n", 5)
	slide(b, "torus", "step", 3)
	says(b, "torus", "Order 5, 3 rows down each time: a solution on the torus, wherever you roll it.")

	says(b, "counting", "Order 27: 234907967154122528 solutions") // OEIS A000170
	slide(b, "counting", "n", 3)
	says(b, "counting", "Order 3: no solution.")
	b.await(`document.querySelectorAll("#counting .board-queen").length === 0`)

	for white := range 2 {
		for black := range 2 {
			slide(b, "white", "white", white+1)
			slide(b, "white", "black", black+1)
			says(b, "white", fmt.Sprintf("White half %d and black half %d make the solution ", white+1, black+1))
		}
	}

	// The answer appears after the guess.
	expect(b, `[...document.querySelectorAll(".answer")].filter((e) => e.checkVisibility()).length`, 0, "answers shown before a guess")
	b.click("#puzzle .options button:first-child")
	b.await(`document.querySelector("#puzzle .answer").checkVisibility() && document.querySelector("#said").textContent.startsWith("In 92 ways.")`)
	eval[bool](b, `(document.querySelector('.chapters a[href="#torus"]').click(), true)`)
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#torus" && document.querySelector("#command").textContent === "queens count 7 --topology modular"`)
	b.do(focusBody)
	b.press("n")
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#counting"`)
	b.press("p")
	b.await(`document.querySelector(".chapters [aria-current]").hash === "#torus"`)
	b.clean()

	// Teacher mode: one chapter on the screen, the answer, the next chapter.
	b.press("t")
	one := `[...document.querySelectorAll(".chapter")].filter((e) => e.checkVisibility()).map((e) => e.id).join(" ")`
	b.await(one + ` === "torus"`)
	b.press(kb.ArrowRight)
	b.await(`document.querySelector("#torus .answer").checkVisibility()`)
	b.picture("tour-teaching")
	b.press(kb.ArrowRight)
	b.await(one + ` === "counting"`)
	b.press(kb.PageUp)
	b.await(one + ` === "torus"`)
	b.press(kb.Escape)
	b.await(one + `.split(" ").length === 8`)
	b.clean()

	// With reduced motion, the images follow one another without animation.
	b.media("prefers-reduced-motion", "reduce")
	b.visit(url + "/tour/images")
	says(b, "images", "You have seen 1 of")
	b.await(`document.querySelector("#white .says").textContent !== ""`) // nothing moves
	at = middle()
	b.mouse("mousePressed", at[0], at[1])
	b.mouse("mouseMoved", at[0]+0.3*at[2], at[1])
	b.await(`getComputedStyle(document.querySelector("#images .pose")).getPropertyValue("--turns").trim() === "1"`)
	b.mouse("mouseReleased", at[0]+0.3*at[2], at[1])
	b.theme("light")
	b.clean()

	// Without scripts there are text and pictures: no board is empty, and no control is useless.
	command(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	defer command(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
	for _, path := range []string{
		"/play/board?n=8&queens=a8,b4", "/play/2-r8m-2026-11-24", "/watch?n=8&step=936",
		"/watch?algorithm=min-conflicts&n=30&step=20",
	} {
		b.visit(url + path)
		b.await(`document.querySelector("main noscript img")?.complete && document.querySelector("main noscript img").naturalWidth > 100`)
		expect(b, `[...document.querySelectorAll("main :is(button, select, input[type=checkbox])")].filter((e) => e.offsetParent !== null && !e.closest("form[method]")).map((e) => e.id).join(" ")`, "", "%s without scripts", path)
	}
	b.visit(url + "/tour")
	missing := eval[string](b, `[...document.querySelectorAll(".chapter")].filter((chapter) => {
		const picture = chapter.querySelector(".live-part :is(img, .tiles)");
		return !picture || picture.getBoundingClientRect().width < 200 || [...chapter.querySelectorAll("input, button")].some((e) => e.getBoundingClientRect().width > 0) || chapter.querySelector(".story").textContent.length < 300;
	}).map((chapter) => chapter.id).join(" ")`)
	if strings.TrimSpace(missing) != "" {
		t.Errorf("without scripts these chapters lack a picture or text, or have controls: %s", missing)
	}
}

// TestProofs tries to break what three chapters prove: many boards have eight images times operations
// that change nothing; the remainders of a torus stay those that a sum over all diagonals cannot have, but
// for orders that 2 and 3 do not divide; queens of two colours share no diagonal.
func TestProofs(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/tour")
	says := func(chapter string) string {
		return `document.querySelector("#` + chapter + ` .proof .says").textContent`
	}
	press := func(chapter string, row, col int) string {
		return fmt.Sprintf(`document.querySelector("#%s .proof queens-board").dispatchEvent(new CustomEvent("square", {detail: {row: %d, col: %d}}))`, chapter, row, col)
	}
	b.await(says("burnside") + `.endsWith("8 × 1 = 8.")`)
	for _, c := range []struct {
		squares [][2]int // pressed one after another, from two queens on (0,1) and (2,0)
		want    string
	}{
		{[][2]int{{0, 1}}, "8 different images, written once each. 1 operation changes nothing. 8 × 1 = 8."},
		{[][2]int{{2, 0}}, "1 image, written 8 times each. 8 operations change nothing. 1 × 8 = 8."}, // no queen
		{[][2]int{{0, 0}}, "4 different images, written 2 times each. 2 operations change nothing. 4 × 2 = 8."},
		{[][2]int{{0, 0}, {0, 1}, {1, 3}, {3, 2}, {2, 0}}, "2 different images, written 4 times each. 4 operations change nothing. 2 × 4 = 8."}, // the solution 3142
	} {
		for _, sq := range c.squares {
			eval[bool](b, press("burnside", sq[0], sq[1]))
		}
		expect(b, says("burnside"), c.want, "after %v", c.squares)
	}
	for n := 4; n <= 13; n++ {
		slide(b, "torus", "order", n)
		sum, squares := 0, 0 // of all falling diagonals; of both kinds
		for k := range n {
			sum, squares = sum+k, squares+2*k*k
		}
		impossible := n%2 == 0 || n%3 == 0
		for k := range 12 {
			if k > 0 {
				eval[bool](b, press("torus", (5*k+n)%n, (3*k*k)%n))
			}
			expect(b, says("torus")+`.match(/The sum leaves 0; all diagonals leave (\d+)/)[1]`, fmt.Sprint(sum%n), "order %d: sum of all diagonals", n)
			expect(b, says("torus")+`.match(/The squares leave (\d+); all diagonals leave (\d+)/).slice(1).join(" ")`, fmt.Sprint(2*squares%n, " ", squares%n), "order %d: squares", n)
			expect(b, says("torus")+`.endsWith("So there is no solution.")`, impossible, "order %d", n)
			expect(b, `[...new Set(document.querySelector("#torus .proof queens-board").queens.map((q) => q.row))].length`, n, "order %d: rows of the queens", n)
		}
		eval[bool](b, `(document.querySelector("[data-try=knight]").click(), true)`)
		expect(b, says("torus")+`.endsWith("A solution!")`, !impossible, "order %d: knight's moves", n)
	}
	for _, sq := range [][2]int{{3, 5}, {5, 4}, {0, 0}, {0, 7}} {
		eval[bool](b, press("white", sq[0], sq[1]))
		expect(b, says("white")+`.includes("a diagonal.")`, false, "white and black")
	}
	b.await(says("white") + `.includes("They share a row, but no diagonal.") && ` + says("white") + `.includes("tried 5 of 1 024")`)
	eval[bool](b, `document.querySelector("#white .proof queens-board").dispatchEvent(new CustomEvent("drag-queen", {detail: {from: {row: 0, col: 0}, to: {row: 0, col: 1}}}))`)
	expect(b, says("white"), "That square is black: she would join the other half.", "a queen dragged to the other colour")
}
