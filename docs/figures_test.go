package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"queens/count/plan"
	"queens/known"
)

// counted is a whole count: a row of the table of docs/record.md.
type counted struct{ total, cpu string }

// TestFiguresAgree compares the pages that say which orders have been counted, how, and in what time, with each other, with
// the known values and with the table of schemes.
func TestFiguresAgree(t *testing.T) {
	page := func(name string) string {
		text, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	exactness, performance, record := page("exactness.md"), page("performance.md"), page("record.md")
	commas := strings.NewReplacer(",", "")

	whole, largest := map[string]counted{}, ""
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| ([^|]* s) \| \d+ \| [0-9a-f]{64} \|`).FindAllStringSubmatch(record, -1) {
		whole[m[1]], largest = counted{m[2], m[3]}, m[1]
	}
	if len(whole) == 0 {
		t.Fatal("record.md has no whole counts")
	}
	for n, c := range whole {
		order, _ := strconv.Atoi(n)
		if v, ok := known.Lookup("solutions", order); !ok || v.Value.String() != c.total || v.Status != known.Confirmed {
			t.Errorf("record.md: order %s: %s; known is %v, %s", n, c.total, v.Value, v.Status)
		}
	}
	last := ""
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \| ([\d,]+) \| ([^|]+) \|`).FindAllStringSubmatch(exactness, -1) {
		last = m[1]
		order, _ := strconv.Atoi(m[1])
		if v, ok := known.Lookup("solutions", order); !ok || v.Value.String() != commas.Replace(m[2]) || v.Status != known.Confirmed {
			t.Errorf("exactness.md: order %s: %s; known is %v, %s", m[1], m[2], v.Value, v.Status)
		}
	}
	if last != largest || !strings.Contains(exactness, "No order above "+largest+" has been counted") {
		t.Errorf("the largest order is %s in record.md and %s in exactness.md", largest, last)
	}
	if v, _ := known.Lookup("solutions", 1+must(t, largest)); v.Status != known.Published {
		t.Errorf("an order above %s is %q", largest, v.Status)
	}

	growth := regexp.MustCompile(`grows by ([\d.]+) with each order`)
	if a, b := growth.FindStringSubmatch(exactness), growth.FindStringSubmatch(performance); a == nil || b == nil || a[1] != b[1] {
		t.Errorf("growth: %q in exactness.md, %q in performance.md", a, b)
	}
	for name, want := range map[string][]string{
		"exactness.md": {
			"orders 16 to " + orders(t, "parity", "") + " are counted", "count to " + orders(t, "parity", "") + ",",
			"All solutions: orders " + orders(t, "families", "0 to ") + ".", "half turn leaves unchanged: orders " + orders(t, "half-turn", "0 to "),
			"a quarter turn: " + orders(t, "quarter-turn", "0 to "),
		},
		"../ARCHITECTURE.md":      {"Orders 16 to " + orders(t, "parity", "") + " use the scheme `parity`", "From order 16 to " + orders(t, "parity", "") + " all"},
		"performance.md":          {"| " + largest + " | " + strings.TrimSuffix(whole[largest].cpu, " s") + ","},
		"notes/parity-classes.md": {fmt.Sprintf("Q(21) took %s and Q(22) %s of one core", whole["21"].cpu, whole["22"].cpu), "Q(22) was counted so in " + whole["22"].cpu},
	} {
		text := strings.Join(strings.Fields(page(name)), " ")
		for _, sentence := range want {
			if !strings.Contains(text, sentence) {
				t.Errorf("%s does not say %q", name, sentence)
			}
		}
	}
}

// orders returns the orders of a scheme, "0 to 32", without what they begin with: "32".
func orders(t *testing.T, scheme, begin string) string {
	s, err := plan.Lookup(scheme)
	if err != nil {
		t.Fatal(err)
	}
	return begin + strings.TrimPrefix(s.Orders(), "0 to ")
}

func must(t *testing.T, number string) int {
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
