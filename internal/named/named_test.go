package named

import (
	"errors"
	"slices"
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

func TestFill(t *testing.T) {
	type member struct{ name, first, second string }
	fields := func(m *member) (string, []*string) { return m.name, []*string{&m.first, &m.second} }
	got := Fill([]member{{name: "two"}, {name: "one"}}, "# one\na # b\nc\n\n# two\nd\ne\n", fields)
	if want := []member{{"two", "d", "e"}, {"one", "a # b", "c"}}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("a text is missing")
		}
	}()
	Fill([]member{{name: "one"}}, "# one\na\n", fields)
}
