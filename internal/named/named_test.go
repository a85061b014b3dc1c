package named

import (
	"errors"
	"strings"
	"testing"

	"queens"
)

func TestFind(t *testing.T) {
	table := []string{"one", "two"}
	self := func(s string) string { return s }
	if found, err := Find("test: number", "two", table, self); found != "two" || err != nil {
		t.Errorf("found %q, error %v", found, err)
	}
	_, err := Find("test: number", "three", table, self)
	if !errors.Is(err, queens.ErrFormat) || !strings.HasPrefix(err.Error(),
		`test: number "three": want one of one, two: `) {
		t.Error(err)
	}
}

func TestTexts(t *testing.T) {
	texts := Texts("# one\nfirst\nsecond\n\n# two\n# of\n")
	if got := strings.Join(texts["one"], "/"); got != "first/second" || len(texts["two"]) != 0 || len(texts) != 1 {
		t.Errorf("%q", texts)
	}
}
