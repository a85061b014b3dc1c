package web

import (
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
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
	for name, asset := range newSite(newStill(http.NewServeMux(), false), false, true).assets {
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
