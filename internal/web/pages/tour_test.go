package pages

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/internal/must"
	"queens/known"
)

// TestChapters compares the list of chapters with the sections of the template and the
// functions of the script, in this order.
func TestChapters(t *testing.T) {
	names := chapterNames(time.Time{})
	for file, pattern := range map[string]string{
		"tour/page.html": `<section class="chapter" id="([a-z]+)"`,
		"tour/script.js": `(?m)^  (?:async )?([a-z]+)\(chapter\) \{`,
	} {
		text := must.Get(os.ReadFile(file))(t)
		var found []string
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
			found = append(found, string(m[1]))
		}
		if !slices.Equal(found, names) {
			t.Errorf("%s has the chapters %v, want %v", file, found, names)
		}
	}
}

// TestNumbers compares what the page computes with known values.
func TestNumbers(t *testing.T) {
	s := must.Get(tourView(t.Context(), NewQuery(nil, "", false)))(t).Data.(tourData)
	for _, line := range s.Fixed {
		if want, ok := known.Fundamental(line.Order); !ok || line.Orbits != want {
			t.Errorf("order %d: %v orbits, want %v", line.Order, line.Orbits, want)
		}
	}
	sum := uint64(0)
	for _, c := range s.Classes {
		sum += uint64(c.Solutions)
	}
	if all, _ := known.Solutions(classOrder); all.String() != "724" || sum != 724 { // Q(10), OEIS A000170
		t.Errorf("the classes of order %d have %d solutions, want %v", classOrder, sum, all)
	}
	if len(s.Counted) != 27 || s.Counted[26].Order != 27 || s.FirstOf(27) == nil {
		t.Errorf("the orders that are counted are %v", s.Counted)
	}
	// What each operation leaves is what the tiles have, and together it is eight times the
	// families: Burnside.
	sum = 0
	for i, image := range s.Images {
		if image.No != i+1 {
			t.Errorf("image %d has number %d", i+1, image.No)
		}
		stay := uint64(0)
		for _, tile := range s.Tiles {
			if slices.Contains(strings.Fields(tile.Stays), strconv.Itoa(image.No)) {
				stay++
			}
		}
		if image.Fixed != queens.NewTotal(stay) {
			t.Errorf("operation %d leaves %d of the tiles as they are, want %v", image.No, stay, image.Fixed)
		}
		sum += stay
	}
	orbits, _ := known.Fundamental(s.Order)
	if all, _ := known.Solutions(s.Order); queens.NewTotal(uint64(len(s.Tiles))) != all ||
		queens.NewTotal(sum/8) != orbits || len(strings.Fields(s.Fundamental)) != 12 {
		t.Errorf("%d tiles, %d of all operations stay, families %s", len(s.Tiles), sum, s.Fundamental)
	}
	// Products of halves are all solutions of their order.
	groups := allHalves()
	products := 0
	for _, h := range groups {
		products += len(h.White) * len(h.Black)
	}
	if all, _ := known.Solutions(halvesOrder); queens.NewTotal(uint64(products)) != all ||
		len(s.Halves.White)*len(s.Halves.Black) != 4 {
		t.Errorf("halves make %d solutions, want %v; those shown: %v", products, all, s.Halves)
	}
	// 64 choose 8, 8^8, 8!, and 2057 boards: Knuth, TAOCP 4B, 7.2.2, has 2057 nodes for 8 queens.
	partial, err := s.Partial(8)
	if got := strings.Join([]string{s.Ways(8), s.Columns(8), s.Rows(8), partial.String()}, " "); err != nil ||
		got != "4426165368 16777216 40320 2057" {
		t.Errorf("ways: %s (%v)", got, err)
	}
	if s.White() != "a8,d3,e6,h5" || s.Knights() != "a7,b5,c3,d1,e6,f4,g2" {
		t.Errorf("squares: %s and %s", s.White(), s.Knights())
	}
	if _, err := s.Value("solutions", 99); err == nil {
		t.Error("a value that there is not is given")
	}
}
