package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// keptTimers keeps the timers of a page that have not fired, with their milliseconds.
const keptTimers = `globalThis.waiting = new Map();
(({ setTimeout, clearTimeout }) => {
	globalThis.setTimeout = (f, ms, ...more) => { const id = setTimeout(() => { waiting.delete(id); f(...more); }, ms); waiting.set(id, ms); return id; };
	globalThis.clearTimeout = (id) => { waiting.delete(id); clearTimeout(id); };
})({ setTimeout: setTimeout.bind(globalThis), clearTimeout: clearTimeout.bind(globalThis) })`

// TestGuest: until the first touch a queen goes from square to square and shows her lines; with reduced
// motion she stays. She does not count, and a screen reader hears of no queen.
func TestGuest(t *testing.T) {
	b, url := open(t)
	b.visit(url)
	const guest = `[...document.querySelectorAll(".square")].findIndex((s) => s.firstChild)`
	b.await(guest + ` === 27 && document.querySelectorAll(".lines path").length === 8 && document.querySelectorAll(".is-attacked").length === 27`) // d5 attacks 27 squares
	expect(b, `[...document.querySelectorAll(".square")].filter((s) => !s.ariaLabel.endsWith(", free")).length + " " + document.querySelector("#count").textContent`, "0 0", "the guest counts")
	b.await(guest + ` === 6`)
	b.media("prefers-reduced-motion", "reduce")
	defer b.theme("light")
	b.do(chromedp.Reload())
	b.await(guest + ` === 27`)
	b.click(".square:nth-child(1)")
	b.await(guest + ` === 0 && document.querySelectorAll(".square svg").length === 1 && document.querySelector("#count").textContent === "1"`)
	b.click("#clear")
	expect(b, guest, -1, "the square of the guest on a board that was touched")
}

// TestHome leaves the board of the home page alone: after eight seconds it solves itself within six.
// Then it places queens: attacked squares are shown and refused, a stuck player can undo, and the
// board no longer waits for its turn. With reduced motion nothing moves.
func TestHome(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	onLoad(b, keptTimers)
	b.visit(url)
	b.await(`document.querySelectorAll(".square").length === 64`)
	const waits = `[...waiting.values()].some((ms) => ms > 5000)`
	expect(b, waits, true, "an untouched board waits")
	b.await(`document.querySelector("#show").textContent === "Stop"`)
	b.await(`document.querySelector("#board").classList.contains("is-solved") && /^This is solution \d+ of 92\./.test(document.querySelector("#verdict").textContent) && document.querySelector("#verdict a + a").pathname === "/solutions/family"`)
	b.picture("home-solved")
	b.click("#fold")
	b.await(`document.querySelectorAll(".families > div").length === 12 && document.querySelectorAll(".families svg").length === 92`) // OEIS A002562, A000170

	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll(".square").length === 64`)
	square := func(row, col int) string { return fmt.Sprintf(".square:nth-child(%d)", 8*(row-1)+col) }
	b.click(square(1, 1))
	b.await(`document.querySelectorAll(".square svg").length === 1 && document.querySelectorAll(".is-attacked").length === 21`) // a queen in a corner attacks 21 squares
	b.await(`document.querySelectorAll(".lines path").length === 8 && getComputedStyle(document.querySelector(".is-attacked"), "::after").width.match(/^[\d.]+/)[0] > 8`)
	b.click(square(8, 8))
	b.await(`document.querySelector("#verdict").textContent === "The queen in row 1, column 1 attacks that square." && document.querySelectorAll(".square svg").length === 1`)
	// The first free square of each column: then column 6 has none, and the others few.
	for col, row := range []int{3, 5, 2, 4} {
		b.click(square(row, col+2))
	}
	for eval[int](b, `document.querySelectorAll(".square:not(.is-attacked, :has(svg))").length`) > 0 {
		b.click(".square:not(.is-attacked, :has(svg))")
	}
	b.await(`document.querySelector("#verdict").textContent === "No square left. Undo?"`)
	queens := eval[int](b, `document.querySelectorAll(".square svg").length`)
	b.click("#undo")
	b.await(fmt.Sprintf(`document.querySelectorAll(".square svg").length === %d`, queens-1))
	expect(b, waits, false, "a board with the player's queens waits")
	b.click("#show")
	b.await(`document.querySelector("#board").classList.contains("is-solved")`)
	b.click("#clear")
	expect(b, waits, false, "a cleared board waits")
	// 15863724 is the first solution, and its tile lights up.
	for col, row := range []int{1, 5, 8, 6, 3, 7, 2, 4} {
		b.click(square(row, col+1))
	}
	b.await(`document.querySelector("#verdict").textContent.startsWith("Solved! This is solution 1 of 92.")`)
	expect(b, `[...document.querySelectorAll(".is-found path")].map((tile) => tile.getAttribute("d").match(/M\d \d/g).map((at) => Number(at[3]) + 1).join("")).includes("15863724")`, true, "its tile lights up")
	expect(b, `[...document.querySelectorAll(".square")].filter((s) => !["none", "normal"].includes(getComputedStyle(s, "::after").content) && getComputedStyle(s, "::after").display !== "none").length`, 0, "dots of attack on a solved board")
	b.click("#verdict a")
	b.await(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector(".is-found").getBoundingClientRect())`)
	b.size(390, 844)
	expect(b, `(() => { const words = document.createRange(), count = document.querySelector(".counter").getBoundingClientRect(); words.selectNodeContents(document.querySelector("#verdict")); return [...words.getClientRects()].some((r) => r.right > count.left && r.bottom > count.top && r.top < count.bottom); })()`, false, "words lie on the counter")
	b.size(1440, 900)
	// Keyboard: Enter places and removes a queen.
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll(".square").length === 64`)
	eval[bool](b, `(document.querySelector(".square").focus(), true)`)
	b.press("\r")
	b.await(`document.querySelectorAll(".square svg").length === 1`)
	b.press("\r")
	b.await(`document.querySelectorAll(".square svg").length === 0`)
	expect(b, waits, false, "a board touched by keys waits")
	b.media("prefers-reduced-motion", "reduce")
	defer b.theme("light")
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll(".square").length === 64`)
	b.click("#show")
	b.await(`document.querySelector("#board").classList.contains("is-solved")`)
}
