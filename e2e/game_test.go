package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func placeOn(b *tab, square string, n int) {
	b.t.Helper()
	col, row := int(square[0]-'a'), 0
	fmt.Sscan(square[1:], &row)
	eval[bool](b, fmt.Sprintf(`(() => { const svg = document.querySelector("#board svg"); const p = new DOMPoint(%d.5, %d.5).matrixTransform(svg.getScreenCTM()); svg.dispatchEvent(new MouseEvent("click", {clientX: p.x, clientY: p.y, bubbles: true})); return true; })()`, col, n-row))
}

// TestBoard counts remaining completions, recognises a solution, and undoes a change of topology.
func TestBoard(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url + "/play/board?n=5&queens=a5,b3")
	b.await(`document.querySelector("#left").textContent === "1 completion left."`) // 1, 3 begins one solution of order 5
	b.click("#attacked")
	b.await(`document.querySelector(".board-attacked")`)
	placeOn(b, "c1", 5)
	b.await(`document.querySelectorAll(".board-queen").length === 3`)
	b.do(focusBody)
	b.press("u")
	b.await(`document.querySelectorAll(".board-queen").length === 2`)
	b.visit(url + "/play/board?n=5&queens=a5,b3,c1,d4,e2")
	b.await(`document.querySelector("#onwards").pathname === "/solutions/family"`)
	eval[bool](b, `(() => { const s = document.querySelector("#topology"); s.value = "modular"; s.dispatchEvent(new Event("change")); return true; })()`)
	b.await(`location.search.includes("topology=modular")`)
	b.do(focusBody)
	b.press("u")
	b.await(`!location.search.includes("topology=modular") && document.querySelector("#topology").value === "regular"`)
}

// TestLinkHasTheTask completes a board: the address has only the task, and a reload loses nothing.
func TestLinkHasTheTask(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/play/board?n=8&queens=a8,b4")
	b.click("#complete")
	b.await(`document.querySelectorAll(".board-queen").length === 8`)
	if query, verdict := eval[string](b, `new URL(location.href).searchParams.get("queens")`),
		b.text("#verdict"); query != "a8,b4" || !strings.HasPrefix(verdict, "8 of 8 queens, 6 of them added "+
		"by Complete.") {
		t.Errorf("after Complete the address has %s, the page says %s", query, verdict)
	}
	b.do(chromedp.Reload())
	b.await(`document.querySelectorAll(".board-queen").length === 8 && document.querySelectorAll(".board-queen.is-given").length === 2`)
	b.click("#undo")
}

// TestBoardNumbering checks that board, messages and exports use the same numbering, and rejects an
// order that is too large.
func TestBoardNumbering(t *testing.T) {
	b, url := open(t)
	b.visit(url + "/play/board?n=8&queens=a8,b7")
	labels := `[...document.querySelectorAll(".board-coordinates text")].map((e) => e.textContent).join("")`
	b.await(`document.querySelector("#verdict").textContent.includes("column 1, row 1 and column 2, row 2")`)
	b.await(labels + ` === "1122334455667788"`)
	b.click("#chess")
	b.await(`document.querySelector("#verdict").textContent.includes("a8 and b7") && location.search.includes("coordinates=chess")`)
	b.await(labels + ` === "a1b2c3d4e5f6g7h8"`)
	if link := eval[string](b, `decodeURIComponent(document.querySelector("#export-links a").href)`); !strings.Contains(link, "layers=chess,conflicts") {
		t.Errorf("the export is %s", link)
	}
	eval[bool](b, `(() => { const n = document.querySelector("#order"); n.value = "999"; n.dispatchEvent(new Event("change")); return true; })()`)
	b.await(`document.querySelector("#answer .failure")?.textContent.startsWith("Order 999: want a whole number from 1 to 100.")`)
	expect(b, `new URL(location.href).searchParams.get("n") + " " + document.querySelector("#order").value`, "8 999", "order and field")
}

// TestAttackingPairs compares the pairs of Board with those of the API. A broken line joins only
// neighbours, in whatever order the queens were placed.
func TestAttackingPairs(t *testing.T) {
	b, url := open(t)
	var check struct{ AttackingPairs int }
	getJSON(t, url+"/api/v1/boards/12345678.json", &check)
	b.visit(url + "/play/board?n=8&queens=a8,b7,c6,d5,e4,f3,g2,h1")
	b.await(`document.querySelector("#verdict").textContent.includes(` + quoted(fmt.Sprintf("%d attacking pairs, 7 of them next to each other", check.AttackingPairs)) + `)`)
	// On the torus one pair shares both diagonals.
	getJSON(t, url+"/api/v1/boards/1,3,5,10,8,6,4,2,7,9.json?topology=modular", &check)
	b.visit(url + "/play/board?n=10&topology=modular&queens=a10,b8,c6,d1,e3,f5,g7,h9,i4,j2")
	b.await(`document.querySelector("#verdict").textContent.includes(` + quoted(fmt.Sprintf("%d attacking pair:", check.AttackingPairs)) + `)`)
	b.visit(url + "/play/board?n=8&queens=a8,c6,b7")
	b.await(`document.querySelector(".board-conflict")?.getAttribute("d") === "M0.5 0.5L1.5 1.5M1.5 1.5L2.5 2.5"`)
}
