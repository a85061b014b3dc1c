package printer

import (
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{struct{}{}, `{"schema":"queens.test/1"}`},
		{struct {
			Text string `json:"text"`
		}{"<1>"}, `{"schema":"queens.test/1","text":"<1>"}`},
		{map[string]int{"order": 8}, `{"schema":"queens.test/1","order":8}`},
	} {
		var b strings.Builder
		if err := WriteJSON(&b, Show("queens.test/1", c.value, nil)); err != nil || b.String() != c.want+"\n" {
			t.Errorf("%#v: %s, %v; want %s", c.value, b.String(), err, c.want)
		}
	}
	var b strings.Builder
	if err := WriteJSON(&b, JSON{"queens.test/1", []int{1}}); err == nil {
		t.Errorf("a list: %s; want an error", b.String())
	}
}

func TestTables(t *testing.T) {
	texts := NewTexts(`{{define "t"}}n	{{len .}}
{{range .}}doubt	{{line .}}
{{end}}{{red "x"}} {{plural (len .) "doubt"}}, {{minus 3 (inc 1)}}: {{join ", " .}}
{{end}}{{define "n"}}n	all
10	724
{{end}}`, nil)
	for got, want := range map[string]string{
		texts.Text(Style{}, "t", []string{"one\ntwo", "three"}): "n      2\ndoubt  one two\ndoubt  three\n" +
			"x 2 doubts, 1: one\ntwo, three\n",
		Lines([][]string{{"a", "b"}, {"long", "c"}}): "a     b\nlong  c\n",
		texts.Right().Text(Style{}, "n", nil):        "   n  all\n  10  724\n",
		Style{Color: true}.Paint(Red, "x"):           "\x1b[31mx\x1b[0m",
		Style{}.Paint(Red, "x"):                      "x",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
