package e2e

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// TestPrintedBoards prints boards from both themes, each on a page: every square with its colour,
// borders of regions that do without colours, the rule and the name, and nothing else.
func TestPrintedBoards(t *testing.T) {
	b, url := open(t)
	b.size(718, 1000) // A4 without margins
	for _, c := range []struct {
		path, script, want, squares string
		number                      int
	}{
		{"/play/2-r8m-2026-11-28", "", "Puzzle 2026-11-28|regions, 8 by 8, medium|One queen in every row and column. One queen in every region; no two touch, not even at a corner. There is exactly one solution.|2-r8m-2026-11-28", ".square", 64},
		{"/play/2-c8m-4", `document.querySelector(".square:not(.is-given)").click()`, "Puzzle 4|completion, 8 by 8, medium|One queen in every row and column. Some queens and blocked squares are given; no two queens share a diagonal. There is exactly one solution.|2-c8m-4", ".square", 64},
		{"/play/2-d8h-2", "", "Puzzle 2|diagonals, 8 by 8, hard|One queen in every row and column. One queen in every region; no two share a diagonal. There is exactly one solution.|2-d8h-2", ".square", 64},
		{"/play/board?n=8&queens=a1", "", "1|1|2|2|3|3|4|4|5|5|6|6|7|7|8|8|No two queens may share a row, a column or a diagonal.|queens complete 8 a1", ":is(.board-light, .board-dark)", 2},
		{"/", `document.querySelector(".square").click()`, "Place eight queens.|No two in the same row, column or diagonal.|queens board --order 8 a8", ".square", 64},
	} {
		for _, theme := range []string{"light", "dark"} {
			b.visit(url + c.path)
			squares := fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((s) => s.getBoundingClientRect().width > 30)`, c.squares)
			b.await(fmt.Sprintf(`%s.length === %d`, squares, c.number))
			eval[bool](b, c.script+"; true")
			command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
			})
			expect(b, squares+`.filter((s) => s.checkVisibility()).length`, c.number, "%s, %s: squares on paper", c.path, theme)
			expect(b, `[...document.querySelectorAll(":is(button, .button, input, select, details, [role=timer]):not(.square)")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height > 0).map((e) => e.id || e.className).join(" ")`, "", "%s, %s: controls on paper", c.path, theme)
			if text := strings.Join(strings.FieldsFunc(eval[string](b, `document.body.innerText`), func(r rune) bool { return r == '\n' }), "|"); text != c.want {
				t.Errorf("%s, %s: on paper is %q, want %q", c.path, theme, text, c.want)
			}
			if strings.Contains(c.path, "-r8") || strings.Contains(c.path, "-d8") {
				expect(b, `[...document.querySelectorAll(".square")].every((s, i, all) => { const style = getComputedStyle(s), other = (k) => all[k].className.match(/region-./)[0] !== s.className.match(/region-./)[0]; return (i < 8 || other(i - 8) === (parseFloat(style.borderTopWidth) >= 2 && style.borderTopColor === "rgb(22, 25, 29)")) && (i % 8 === 0 || other(i - 1) === (parseFloat(style.borderLeftWidth) >= 2 && style.borderLeftColor === "rgb(22, 25, 29)")); })`, true, "%s, %s: regions have dark borders", c.path, theme)
			}
			colors := eval[[][3]float64](b, `[...new Set(`+squares+`.map((s) => getComputedStyle(s)[s.matches(".square") ? "backgroundColor" : "fill"]))].map((text) => text.match(/[\d.]+/g).slice(0, 3).map((x) => (text.startsWith("rgb") ? x / 255 : Number(x))))`)
			pdf := command(b, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69}).Data
			fine(t, os.WriteFile(filepath.Join(t.ArtifactDir(), theme+regexp.MustCompile(`\W+`).ReplaceAllString(c.path, "-")+".pdf"), pdf, 0o644))
			fills := fillsOf(pdf)
			for _, color := range colors {
				if !fills.have(color) {
					t.Errorf("%s, %s: nothing on paper has the colour %.3f of squares", c.path, theme, color)
				}
			}
			if pages := len(regexp.MustCompile(`/Type /Page\b`).FindAll(pdf, -1)); pages != 1 {
				t.Errorf("%s, %s: %d pages", c.path, theme, pages)
			}
		}
	}
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	b.click("#share-button")
	eval[bool](b, `window.print = () => { document.title = "printed"; }; true`)
	b.click("#print")
	expect(b, `document.title`, "printed", "the button prints")
}

// TestPrintedPages prints pages from the dark theme: pictures are light, the command is at the top, and no
// page has nothing else.
func TestPrintedPages(t *testing.T) {
	b, url := open(t)
	b.size(718, 1000)
	for path, pages := range map[string]int{"/solutions": 1, "/huge?n=1000": 3, "/numbers/papers": 12} {
		b.theme("dark")
		b.visit(url + path)
		eval[bool](b, settle)
		b.await(`document.querySelectorAll("main .is-dark").length > 0`)
		command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		expect(b, `[...document.querySelectorAll("main .is-dark")].every((e) => getComputedStyle(e).filter.startsWith("invert(1)"))`, true, "%s: light pictures", path)
		expect(b, `document.querySelector("#command").getBoundingClientRect().bottom <= document.querySelector(".title").getBoundingClientRect().bottom`, true, "%s: the command is at the top", path)
		pdf := command(b, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69}).Data
		if got := len(regexp.MustCompile(`/Type /Page\b`).FindAll(pdf, -1)); got > pages {
			t.Errorf("%s: %d pages, want at most %d", path, got, pages)
		}
	}
	b.theme("light")
}

type fills [][3]float64

// fillsOf returns the colours, from 0 to 1, with which a PDF fills areas.
func fillsOf(pdf []byte) (all fills) {
	for _, text := range streams(pdf) {
		for _, rg := range regexp.MustCompile(`([\d.]+) ([\d.]+) ([\d.]+) rg`).FindAllStringSubmatch(text, -1) {
			var c [3]float64
			for i := range c {
				fmt.Sscan(rg[i+1], &c[i])
			}
			all = append(all, c)
		}
	}
	return all
}

// streams returns what a PDF has compressed.
func streams(pdf []byte) (texts []string) {
	for _, m := range regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`).FindAllSubmatch(pdf, -1) {
		z, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // no text
		}
		text, _ := io.ReadAll(z) // what follows the last page is no part of it
		texts = append(texts, string(text))
	}
	return texts
}

func (all fills) have(color [3]float64) bool {
	for _, c := range all {
		if max(math.Abs(c[0]-color[0]), math.Abs(c[1]-color[1]), math.Abs(c[2]-color[2])) < 0.004 {
			return true
		}
	}
	return false
}
