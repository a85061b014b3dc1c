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
