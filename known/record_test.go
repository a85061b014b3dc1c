package known

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens/internal/must"
)

func TestRecords(t *testing.T) {
	bibliography := must.Get(os.ReadFile(filepath.Join("..", "docs", "bibliography.md")))(t)
	records := Records()
	for _, r := range records {
		for source := range strings.FieldsSeq(r.Source) {
			if !strings.Contains(string(bibliography), "`"+source+"`") &&
				!regexp.MustCompile(`\|[^|]*\b`+source+`\b`).Match(bibliography) {
				t.Errorf("%+v: no source %q", r, source)
			}
		}
		if r.Method == "" || (r.Year < 1848) != (r.Year == 0 && r.Unseen) {
			t.Errorf("%+v: no method or no year", r)
		}
		if _, ok := Lookup(r.Series, r.Order); ok == r.Unseen {
			t.Errorf("%+v: known %t", r, ok)
		}
		if r.Unseen && !strings.Contains(r.Method, "values not seen") {
			t.Errorf("%+v: the method does not say that the value was not seen", r)
		}
	}
	if !slices.IsSortedFunc(records, func(a, b Record) int {
		return cmp.Or(strings.Compare(a.Series, b.Series), a.Order-b.Order, a.Year-b.Year)
	}) {
		t.Error("the records are not sorted by series, order and year")
	}
}
