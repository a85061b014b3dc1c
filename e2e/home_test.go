package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// TestHome lets the board of the home page play by itself, to a solution, and stops it. Who wants
// no motion has none.
func TestHome(t *testing.T) {
	b, url := open(t)
	b.size(1440, 900)
	b.visit(url)
	b.await(`document.querySelector("trace-player").playing && document.querySelector("trace-player").step > 0`)
	eval[bool](b, `(document.querySelector("trace-player").pace = 1000, true)`)
	b.await(`document.querySelector("trace-player").solutions > 0 && document.querySelector(".player-where").textContent.includes("solution")`)
	// It rests there, with the solution on the board, and a key stops it.
	b.do(focusBody)
	b.press(" ")
	if queens := eval[int](b, `document.querySelector("trace-player").rows.filter((row) => row >= 0).length`); queens < 6 {
		t.Errorf("%d queens at a solution", queens)
	}
	b.await(`!document.querySelector("trace-player").playing && document.querySelector('[aria-label="Play"]').textContent === "Play"`)
	b.press(kb.ArrowRight) // the arrows are not taken from the page
	b.click(`[aria-label="To the beginning"]`)
	b.await(`document.querySelector("trace-player").step === 0`)
	// At its end the run begins anew.
	eval[bool](b, `document.querySelector("trace-player").go(1e9).then(() => { const p = document.querySelector("trace-player"); return p.go(p.steps - 2).then(() => (p.play(), true)); })`)
	b.await(`document.querySelector("trace-player").playing && document.querySelector("trace-player").step < 1000`)
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	b.visit(url)
	b.await(`document.querySelector("trace-player").complete`)
	if eval[bool](b, `document.querySelector("trace-player").playing`) {
		t.Error("it plays for who wants no motion")
	}
	for door, page := range map[string]string{"Play": "/play/board", "Watch": "/watch", "Explore": "/solutions/family"} {
		if got := eval[string](b, `[...document.querySelectorAll(".doors a")].find((a) => a.querySelector("strong").textContent === `+quoted(door)+`).pathname`); got != page {
			t.Errorf("the door %s leads to %s", door, got)
		}
	}
	b.clean()
}
