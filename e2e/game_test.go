package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// placeOn puts a queen on a square of Compose, by its name, or does what a click there does.
func placeOn(b *tab, square string, n int) {
	b.t.Helper()
	col, row := int(square[0]-'a'), 0
	fmt.Sscan(square[1:], &row)
	eval[bool](b, fmt.Sprintf(`(() => { const svg = document.querySelector("#board svg"); const p = new DOMPoint(%d.5, %d.5).matrixTransform(svg.getScreenCTM()); svg.dispatchEvent(new MouseEvent("click", {clientX: p.x, clientY: p.y, bubbles: true})); return true; })()`, col, n-row))
}

// TestGame plays a level: what stands stays, the completions that are left are counted, the last
// queen is told, and undo takes her back.
func TestGame(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url + "/compose?level=2") // order 5, one queen
	b.await(`document.querySelectorAll(".board-queen.is-given").length === 1 && document.querySelector("#left").textContent.includes("left.")`)
	given := eval[string](b, `document.querySelector("#board").dataset.given`)
	placeOn(b, given, 5)
	b.await(`document.querySelector("#said").textContent.startsWith("This queen stays") || document.querySelectorAll(".board-queen").length === 1`)
	if queens := eval[int](b, `document.querySelectorAll(".board-queen").length`); queens != 1 {
		t.Fatalf("%d queens after a click on one that stays", queens)
	}
	// The solution, by the interface.
	rows := eval[[]int](b, `fetch("/api/v1/complete", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({order: 5, queens: `+quoted(given)+`})}).then((r) => r.json()).then((a) => a.rows)`)
	var squares []string
	for col, row := range rows {
		if name := fmt.Sprintf("%c%d", 'a'+col, 6-row); name != given {
			squares = append(squares, name)
		}
	}
	if len(squares) != 4 {
		t.Fatalf("%v completes %s", rows, given)
	}
	b.click("#attacked")
	b.await(`document.querySelector("canvas.board-heat")`)
	for k, square := range squares {
		placeOn(b, square, 5)
		b.await(fmt.Sprintf(`document.querySelectorAll(".board-queen").length === %d`, k+2))
		if k == 2 { // one queen is missing: at least the solution is left
			b.await(`document.querySelector("#left").textContent === "1 completion left."`)
		}
	}
	b.await(`document.querySelector("#board").classList.contains("is-solved") && document.querySelector("#verdict").textContent.includes("Solved!")`)
	if next := eval[string](b, `document.querySelector("#onwards").search`); next != "?level=3" {
		t.Errorf("from level 2 one goes to %s", next)
	}
	if query := eval[string](b, `location.search`); !strings.Contains(query, "level=2") || strings.Contains(query, given+"%2C") {
		t.Errorf("address %s", query)
	}
	b.picture("compose-solved")
	b.do(focusBody)
	b.press("u")
	b.await(`document.querySelectorAll(".board-queen").length === 4 && !document.querySelector("#board").classList.contains("is-solved")`)
	b.click("#clear")
	b.await(`document.querySelectorAll(".board-queen").length === 1`)
	// The torus is taken back as well, and the last level leads to the orbit.
	b.visit(url + "/compose?n=5&queens=a5,b3,c1,d4,e2")
	b.await(`document.querySelector("#onwards").pathname === "/orbit"`)
	eval[bool](b, `(() => { const s = document.querySelector("#topology"); s.value = "modular"; s.dispatchEvent(new Event("change")); return true; })()`)
	b.await(`location.search.includes("topology=modular")`)
	b.do(focusBody)
	b.press("u")
	b.await(`!location.search.includes("topology=modular") && document.querySelector("#topology").value === "regular"`)
	b.clean()
}
