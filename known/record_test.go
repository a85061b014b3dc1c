package known

import (
	"os"
	"path/filepath"
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
		if !strings.Contains(string(bibliography), "`"+r.Source+"`") || r.Method == "" {
			t.Errorf("%+v: no such source", r)
		}
		if r.Value().IsZero() {
			t.Errorf("%+v: the value is not known", r)
		}
	}
	if !slices.IsSortedFunc(records, func(a, b Record) int {
		if c := strings.Compare(a.Series, b.Series); c != 0 {
			return c
		}
		return a.Year - b.Year
	}) {
		t.Error("the records are not sorted by series and year")
	}
}
