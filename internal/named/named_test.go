package named

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"queens"
)

func TestFind(t *testing.T) {
	table := []string{"one", "two"}
	self := func(s string) string { return s }
	if found, err := Find("number", "two", table, self); found != "two" || err != nil {
		t.Errorf("found %q, error %v", found, err)
	}
	_, err := Find("number", "three", table, self)
	if !errors.Is(err, queens.ErrFormat) || err.Error() != `number "three": want one of one, two` {
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
	if !panics(func() { Fill([]member{{name: "one"}}, "# one\na\n", fields) }) {
		t.Error("a text is missing")
	}
}

func TestDecode(t *testing.T) {
	type row struct {
		Name  string
		Words []string
		Size  int
		Share float64
		Old   bool
	}
	got := Decode[row]("name,words,size,share,old\nfirst,a b,12,0.5,yes\nsecond,,,,\n")
	want := []row{{"first", []string{"a", "b"}, 12, .5, true}, {Name: "second"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, text := range []string{"", "name,color\nfirst,red\n", "size\n12a\n", "name,size\nfirst\n"} {
		if !panics(func() { Decode[row](text) }) {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestJSON(t *testing.T) {
	type row struct{ Name string }
	if got := JSON[[]row]([]byte(`[{"name": "first"}]`)); !slices.Equal(got, []row{{"first"}}) {
		t.Errorf("%+v", got)
	}
	for _, text := range []string{"", `[{"size": 1}]`, `{"name": "first"}`} {
		if !panics(func() { JSON[[]row]([]byte(text)) }) {
			t.Errorf("%q is accepted", text)
		}
	}
}

func panics(f func()) (is bool) {
	defer func() { is = recover() != nil }()
	f()
	return false
}
