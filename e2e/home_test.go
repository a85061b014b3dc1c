package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestHome places queens on the board of the home page. Attacked squares are shown and refused; a
// stuck player can undo. After eight idle seconds the board solves itself within six. With reduced
// motion nothing moves.
func TestHome(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url)
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
	// It waits eight seconds and then takes less than six.
	began := time.Now()
	b.await(`document.querySelector("#show").textContent === "Stop"`)
	waited := time.Since(began)
	b.await(`document.querySelector("#board").classList.contains("is-solved") && document.querySelector("#verdict a").pathname === "/solutions/family"`)
	if waited < 7*time.Second {
		t.Errorf("it plays after %v", waited)
	}
	b.picture("home-solved")
	b.click("#fold")
	b.await(`document.querySelectorAll(".families > div").length === 12 && document.querySelectorAll(".families svg").length === 92`) // OEIS A002562, A000170
	// Keyboard: Enter places and removes a queen.
	b.click("#clear")
	eval[bool](b, `(document.querySelector(".square").focus(), true)`)
	b.press("\r")
	b.await(`document.querySelectorAll(".square svg").length === 1`)
	b.press("\r")
	b.await(`document.querySelectorAll(".square svg").length === 0`)
	b.media("prefers-reduced-motion", "reduce")
	defer b.theme("light")
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll(".square").length === 64`)
	b.click("#show")
	b.await(`document.querySelector("#board").classList.contains("is-solved")`)
}
