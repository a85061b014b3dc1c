package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestShare embeds a page in another site, which no other page of this server allows, and exports
// an animation and a copied picture.
func TestShare(t *testing.T) {
	b, url := open(t)
	b.size(1280, 900)
	b.visit(url + "/watch?algorithm=wirth&n=8&step=936")
	b.await(`document.querySelector("trace-player")?.step === 936 && document.querySelector("#embed").textContent.includes("/embed/watch?")`)
	b.click("#share summary")
	eval[bool](b, `(() => { for (const [id, value] of [["gif-from", 930], ["gif-to", 940]]) { const i = document.getElementById(id); i.value = value; i.dispatchEvent(new Event("input", {bubbles: true})); } return true; })()`)
	expect(b, `fetch(document.querySelector("#gif").href).then(async (r) => r.status + " " + r.headers.get("Content-Type") + " " + new TextDecoder("latin1").decode(await r.arrayBuffer()).slice(0, 6))`, "200 image/gif GIF89a", "moving picture")
	expect(b, `document.querySelector("#gif").download`, "wirth-8-steps-930-940.gif", "name of the moving picture")
	// Exported pictures have coordinates and step.
	if svg := eval[string](b, `fetch([...document.querySelectorAll("#export-links a")].find((a) => a.textContent === "SVG").href).then((r) => r.text())`); !strings.Contains(svg, "step 936</text>") || strings.Count(svg, ">8</text>") != 2 {
		t.Errorf("the picture lacks step or coordinates: %.400s", svg)
	}
	eval[bool](b, `(Object.defineProperty(navigator, "clipboard", {value: {write: async (items) => { globalThis.taken = await (await items[0].getType("image/png")).slice(1, 4).text(); }}}), true)`)
	b.click("#share-button")
	b.click("#copy-image")
	b.await(`globalThis.taken === "PNG" && document.querySelector("#copy-image").textContent === "Copied"`)
	b.clean()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `<!doctype html><title>other</title><main>other <iframe src="%s" width="480" height="640"></iframe></main>`, url+r.URL.Query().Get("frame"))
	}))
	defer other.Close()
	b.visit(other.URL + "/?frame=/embed/watch%3Fn%3D6%26step%3D20")
	b.await(`performance.getEntriesByType("resource").some((r) => r.name.includes("/embed/watch") && r.responseEnd > 0)`)
	b.picture("embedded")
	b.clean() // the browser logs refusals
	b.visit(other.URL + "/?frame=/watch%3Fn%3D6")
	eval[bool](b, settle)
	b.mu.Lock()
	refused := strings.Contains(strings.Join(b.faults, " "), "403")
	b.mu.Unlock()
	if !refused {
		t.Errorf("another page is shown in a frame: %q", b.faults)
	}
	b.forget()
	b.visit(url + "/embed/watch?n=6&step=20")
	b.await(`document.querySelector("trace-player")?.step === 20`)
	expect(b, `[...document.querySelectorAll("header, footer, form.controls")].filter((e) => e.offsetParent !== null).map((e) => e.tagName).join(" ")`, "", "in a frame")
}

// TestEmbedElement puts each kind of element into a bare page of another origin, from the server and
// from the site: a solution, a text that is played to its end, a puzzle in a frame, a film, a mistake.
func TestEmbedElement(t *testing.T) {
	b, url := open(t)
	b.size(1000, 900)
	for _, host := range []func() string{func() string { return url }, func() string { return serveSite(t, builtSite(t)).URL }} {
		site := host()
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `<!doctype html><html lang="en"><title>other</title><script async src="%s/static/embed.js"></script><main>
<queens-embed solution="15863724"></queens-embed><queens-embed text="AAABBC/ABBBBC/DDDDDC/DDDDDD/EDDDDD/EEEFFF"></queens-embed>
<queens-embed puzzle="%s"></queens-embed><queens-embed film="wirth-8"></queens-embed><queens-embed solution="19"></queens-embed>`, site, levelID(t, url))
		}))
		defer other.Close()
		b.visit(other.URL)
		const parts = `[...document.querySelectorAll("queens-embed")].map((e) => e.shadowRoot)`
		b.await(parts + `.every(Boolean)`)
		expect(b, parts+`[0].querySelectorAll("svg path").length`, 11, "%s: squares and queens of the solution", site)
		expect(b, parts+`[4].textContent`, "queens-embed: “19” is not a placement: want a row from 1 to n for each of n columns.", "%s: a mistake", site)
		eval[bool](b, `(() => { const squares = `+parts+`[1].querySelectorAll("button"); [1, 3, 5, 2, 0, 4].forEach((col, row) => { squares[6 * row + col].click(); squares[6 * row + col].click(); }); return true; })()`)
		expect(b, parts+`[1].querySelector("[role=status]").textContent`, "Solved!", "%s: the text", site)
		eval[bool](b, `(document.querySelectorAll("queens-embed")[3].scrollIntoView(), true)`)
		b.await(parts + `[3].querySelector("img").naturalWidth > 200`)
		eval[bool](b, `(document.querySelectorAll("queens-embed")[2].scrollIntoView(), true)`)
		b.await(`document.querySelector("queens-embed[ready]") && ` + parts + `[2].querySelector("iframe").clientHeight > 300`)
		b.picture("embed-element")
		b.forget() // a frame of the site registers no service worker everywhere
	}
	b.media("prefers-reduced-motion", "reduce")
	defer b.theme("light")
	b.visit(url + "/embed")
	b.await(`document.querySelector("queens-embed[film]")?.shadowRoot?.textContent === "Play the film" && !document.querySelector("queens-embed[film]").shadowRoot.querySelector("img")`)
	b.await(`[...document.querySelectorAll("queens-embed")].length === 4 && document.querySelector("queens-embed[ready]")`)
}

// levelID returns the ID of the first level.
func levelID(t *testing.T, url string) string {
	t.Helper()
	return string(regexp.MustCompile(`data-level="([^"]+)"`).FindSubmatch(bodyOf(t, url+"/play"))[1])
}
