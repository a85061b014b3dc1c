package known

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestRecords(t *testing.T) {
	bibliography, err := os.ReadFile(filepath.Join("..", "docs", "bibliography.md"))
	if err != nil {
		t.Fatal(err)
	}
	records := Records()
	for _, r := range records {
		for source := range strings.FieldsSeq(r.Source) {
			if !strings.Contains(string(bibliography), "`"+source+"`") && !regexp.MustCompile(`\|[^|]*\b`+source+`\b`).Match(bibliography) {
				t.Errorf("%+v: no source %q", r, source)
			}
		}
		if r.Method == "" || r.Year < 1848 {
			t.Errorf("%+v: no method or no year", r)
		}
		if r.Value().IsZero() {
			t.Errorf("%+v: the value is not known", r)
		}
	}
	if !slices.IsSortedFunc(records, func(a, b Record) int {
		return cmp.Or(strings.Compare(a.Series, b.Series), a.Order-b.Order, a.Year-b.Year)
	}) {
		t.Error("the records are not sorted by series, order and year")
	}
}
