package compose

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/find/complete"
	"queens/internal/web/page"
)

// deal returns what a page deals.
func deal(t *testing.T, query string) shown {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	v, err := view(t.Context(), page.Query{Values: values})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v.Data.(shown)
}

// TestBoardsCanBeCompleted completes every level and the boards of some days; the same address
// deals the same board.
func TestBoardsCanBeCompleted(t *testing.T) {
	queries := []string{"day=1969-12-30", "day=2000-02-29"}
	for k := range levels {
		queries = append(queries, "level="+string(rune('0'+(k+1)/10))+string(rune('0'+(k+1)%10)))
	}
	for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Day() < 12; day = day.AddDate(0, 0, 1) {
		queries = append(queries, "day="+day.Format(dayFormat))
	}
	seen := map[string]string{}
	for _, query := range queries {
		s := deal(t, query)
		if again := deal(t, query); again.Given != s.Given || again.Order != s.Order {
			t.Errorf("%s: %q and then %q", query, s.Given, again.Given)
		}
		p := queens.Problem{Order: s.Order}
		for word := range strings.SplitSeq(s.Given, ",") {
			if word == "" {
				continue
			}
			sq, err := queens.ParseSquare(word, s.Order)
			if err != nil {
				t.Fatal(err)
			}
			p.Given = append(p.Given, sq)
		}
		answer, err := complete.One(t.Context(), p, complete.Options{})
		if err != nil || answer.Solution == nil {
			t.Errorf("%s: order %d with %s: %v, %v", query, s.Order, s.Given, answer, err)
		}
		if other, ok := seen[s.Given]; ok && s.Given != "" {
			t.Errorf("%s deals what %s does", query, other)
		}
		seen[s.Given] = query
	}
	for _, query := range []string{"level=0", "level=99", "day=tomorrow", "level=1&queens=z9"} {
		values, _ := url.ParseQuery(query)
		if _, err := view(t.Context(), page.Query{Values: values}); err == nil {
			t.Errorf("%s is taken", query)
		}
	}
}
