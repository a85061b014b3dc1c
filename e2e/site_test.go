package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
)

// TestStaticSite builds the static site and uses its page "Try it" from a server that
// only sends files: lists, counts, checks and turns, all of it in the browser.
func TestStaticSite(t *testing.T) {
	needBrowser(t)
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "run", "./internal/site", dir)
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the site: %v\n%s", err, out)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(files.Close)
	b := newTab(t)
	b.visit(files.URL + "/play.html")
	b.await(`document.querySelector("#state").textContent.startsWith("Ready")`)
	b.await(`document.querySelector("#verdict").textContent.startsWith("A solution, asymmetric: an orbit of 8")`)
	b.click("#list")
	b.await(`document.querySelectorAll("#solutions option").length === 92`) // Q(8), OEIS A000170
	b.click("#fundamental")
	b.click("#list")
	b.await(`document.querySelectorAll("#solutions option").length === 12`) // F(8), OEIS A002562
	b.click("#count")
	b.await(`document.querySelector("#summary").textContent === "Order 8 has 92 solutions."`)
	b.click(`[data-turn="rot90"]`)
	b.await(`document.querySelector("#perm").value === "82417536" && document.querySelector("#board").getAttribute("perm") === "82417536"`)
	eval[bool](b, `(document.querySelector("#perm").value = "15863742", true)`)
	b.click("#check")
	b.await(`document.querySelector("#verdict").textContent === "Not a solution: 2 pairs attack each other." && document.querySelectorAll("#attacks li").length === 2`)
	eval[bool](b, `(document.querySelector("#perm").value = "nonsense", true)`)
	b.click("#check")
	b.await(`document.querySelector("#verdict").textContent.includes("nonsense")`)
	if axe, err := os.ReadFile("node_modules/axe-core/axe.min.js"); err == nil {
		eval[int](b, string(axe)+";0")
		noBarriers(b, "light", "{}")
	}
	b.visit(files.URL + "/index.html")
	b.await(`document.querySelector("main img").naturalWidth > 0`)
	b.click(`a[href="docs/tutorial.html"]`)
	b.await(`document.title.startsWith("Ten minutes with queens")`)
	b.clean()
}
