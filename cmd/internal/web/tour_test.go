package web

import (
	"fmt"
	"maps"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/cmd/internal/claims"
	"queens/internal/must"
	"queens/known"
	"queens/symmetry"
)

// TestChapters compares the list of chapters with the sections of the template and the
// functions of the script, in this order.
func TestChapters(t *testing.T) {
	names := chapterNames(time.Time{})
	for file, pattern := range map[string]string{
		"pages/tour/page.html": `<section class="chapter" id="([a-z]+)"`,
		"pages/tour/script.js": `(?m)^  (?:async )?([a-z]+)\(chapter\) \{`,
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

// TestNumbers computes the numbers that the template has, and the table of motions.
func TestNumbers(t *testing.T) {
	const order, halvesOrder, classOrder = usualOrder, 7, 10
	backtracked := queens.Total{}
	for k := range order + 1 {
		backtracked = backtracked.Plus(must.Get(knownValue("backtrack-profile", order, k))(t))
	}
	want := []string{
		grouped(new(big.Int).Binomial(order*order, order)),
		grouped(new(big.Int).Exp(big.NewInt(order), big.NewInt(order), nil)),
		grouped(new(big.Int).MulRange(1, order)), grouped(backtracked),
	}
	var knights, white []string
	for col := range halvesOrder {
		knights = append(knights, queens.Square{Row: 2 * col % halvesOrder, Col: col}.Name(halvesOrder))
	}
	for _, sq := range firstOf(order).Squares() {
		if (sq.Row+sq.Col)%2 == 0 {
			white = append(white, sq.Name(order))
		}
	}
	want = append(want, "queens="+strings.Join(knights, ","), "queens="+strings.Join(white, ","))
	// The halves that make the most solutions: queens on white and on black squares, by the
	// rows and columns of the white ones.
	halves, most := map[[2]uint]*[2][]string{}, 0
	all, _ := solutionsOf(halvesOrder)
	for _, p := range all {
		var sides [2][]string
		var key [2]uint
		for col, row := range p {
			side := (row + col) % 2
			sides[side] = append(sides[side], fmt.Sprint(row, " ", col))
			if side == 0 {
				key[0], key[1] = key[0]|1<<row, key[1]|1<<col
			}
		}
		h := halves[key]
		if h == nil {
			h = new([2][]string)
			halves[key] = h
		}
		for side := range h {
			if half := strings.Join(sides[side], ","); !slices.Contains(h[side], half) {
				h[side] = append(h[side], half)
			}
		}
	}
	products := 0
	for _, h := range halves {
		products += len(h[0]) * len(h[1])
		most = max(most, len(h[0])*len(h[1]))
	}
	if products != len(all) || most != 4 {
		t.Errorf("halves make %d solutions, want %d; at most %d, want 4", products, len(all), most)
	}
	page := string(ownFile("pages/tour/page.html"))
	if !slices.ContainsFunc(slices.Collect(maps.Values(halves)), func(h *[2][]string) bool {
		return strings.Contains(page, fmt.Sprintf("data-white=%q data-black=%q", strings.Join(h[0], ";"),
			strings.Join(h[1], ";")))
	}) {
		t.Error("the page has other halves")
	}
	var classes [classOrder]int // by queens whose row and column are both odd, from 1
	all, _ = solutionsOf(classOrder)
	for _, p := range all {
		odd := 0
		for col := 0; col < classOrder; col += 2 {
			odd += 1 - p[col]%2
		}
		classes[odd]++
	}
	for odd, solutions := range classes {
		if solutions > 0 {
			want = append(want, fmt.Sprintf(`<td class="number">%d</td>`, odd),
				fmt.Sprintf(`<td class="number">%d</td>`, solutions))
		}
	}
	for _, text := range want {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %s", text)
		}
	}
	p := firstOf(order)
	for _, op := range symmetry.All() {
		moved := p
		for range motions()[op.String()][0] {
			moved = symmetry.Apply(symmetry.Rot270, moved)
		}
		for range motions()[op.String()][1] {
			moved = symmetry.Apply(symmetry.FlipRows, moved)
		}
		if image := symmetry.Apply(op, p); !moved.Equal(image) {
			t.Errorf("%v: turns and flips make %v, want %v", op, moved, image)
		}
	}
	if _, err := knownValue("solutions", 99); err == nil {
		t.Error("a value that there is not is given")
	}
}

// TestStories compares the stories of Papers with the findings of their trials: the boards, and
// every number that is no year and no board.
func TestStories(t *testing.T) {
	list := stories()
	if len(list) != 5 {
		t.Errorf("%d stories", len(list))
	}
	for _, s := range list {
		trial, ok := claims.Find(s.Claim)
		if !ok {
			t.Fatalf("no claim %s", s.Claim)
		}
		finding := must.Get(trial.Run(t.Context(), s.Order))(t)
		if len(finding.Boards) == 0 || finding.Boards[0].String() != s.Board {
			t.Errorf("%s: the board %s, want the first of %v", s.Claim, s.Board, finding.Boards)
		}
		found := fmt.Sprint(finding.Printed, " ", finding.Found, " ", finding.Boards, " ", s.Order)
		all, _ := known.Solutions(s.Order)
		digits := regexp.MustCompile(`\d+`)
		for _, number := range digits.FindAllString(s.Text, -1) {
			year := len(number) == 4 && slices.Contains([]string{"19", "20"}, number[:2])
			if !year && number != all.String() && !slices.Contains(digits.FindAllString(found, -1), number) {
				t.Errorf("%s: the finding %q has no %s", s.Claim, found, number)
			}
		}
	}
}
