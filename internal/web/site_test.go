package web

import (
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/internal/web/api"
)

func TestGrouped(t *testing.T) {
	for digits, want := range map[string]string{
		"0": "0", "999": "999", "1000": "1 000", "100000": "100 000", "234907967154122528": "234 907 967 154 122 528",
	} {
		if got := strings.ReplaceAll(grouped(must.Get(queens.ParseTotal(digits))(t)), "\u202f", " "); got != want {
			t.Errorf("%s becomes %q, want %q", digits, got, want)
		}
	}
	if got := grouped(12345); got != "12\u202f345" {
		t.Errorf("an int becomes %q", got)
	}
}

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"40,320 for n = 8, and 16,777,216": "40_320 for n = 8, and 16_777_216",
		"the solution 1,5,8,6,3,7,2,4":     "the solution 1,5,8,6,3,7,2,4",
		"1,000":                            "1_000",
	} {
		if got := strings.ReplaceAll(prose(text), "\u202f", "_"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestLinesAreWhole reads every style sheet: Firefox draws no line of less than a pixel.
func TestLinesAreWhole(t *testing.T) {
	thin := regexp.MustCompile(`(box-shadow|border|outline)[a-z-]*:[^;}]*[ (:]0?\.\d+px`)
	sheets := 0
	for name, asset := range newSite(api.NewStill(http.NewServeMux(), false), false, true).assets {
		if path.Ext(name) != ".css" {
			continue
		}
		sheets++
		if lines := thin.FindAllString(asset.body, -1); lines != nil {
			t.Errorf("%s: %s", name, lines)
		}
	}
	if sheets < 10 {
		t.Errorf("%d style sheets", sheets)
	}
}

// TestPagesUseWords looks for keys and enumerations of the program on pages.
func TestPagesUseWords(t *testing.T) {
	_, url, _ := serve(t, Options{})
	for page, c := range map[string]struct{ not, but string }{
		"/watch":                  {"wirth1971", "Program development by stepwise refinement"},
		"/numbers?name=solutions": {"recomputed-and-published", "recomputed and published"},
	} {
		_, _, body := get(t, url+page)
		if strings.Contains(body, c.not) || !strings.Contains(body, c.but) {
			t.Errorf("%s has %q or lacks %q", page, c.not, c.but)
		}
		if !strings.Contains(body, `<meta name="description" content="`) {
			t.Errorf("%s does not describe itself", page)
		}
	}
}

// TestPagesWriteNumbers asks for the pages with long numbers; those of scripts are grouped
// by the scripts. The rows of a placement can be broken behind commas only. The numbers are Q(27),
// Q(16) and F(16), OEIS A000170 and A002562, and the 1787 orbits of order 12, A002562 as well.
func TestPagesWriteNumbers(t *testing.T) {
	_, url, _ := serve(t, Options{})
	for page, want := range map[string]string{
		"/numbers/papers?claim=T1": "73 712 solutions",
		"/":                        "<strong>234 907 967 154 122 528</strong>",
		"/numbers?name=solutions":  "14 772 512</td>",
		"/solutions?n=16":          "<strong>1 846 955</strong>",
		"/solutions?n=10":          `<span class="mono">1,<wbr>3,<wbr>6,<wbr>8,<wbr>10,<wbr>5,<wbr>9,<wbr>2,<wbr>4,<wbr>7</span>`,
		"/solutions/search?n=12":   "of 1 787</strong> orbits",
	} {
		if _, _, body := get(t, url+page); !strings.Contains(strings.ReplaceAll(body, "\u202f", " "), want) {
			t.Errorf("%s has no %q", page, want)
		}
	}
}
