package table

import "testing"

type kernel struct{ Entry }

var kernels = []kernel{
	{Entry{Name: "generic"}},
	{Entry{Name: "wide", Needs: "wide words", Has: func() bool { return true }}},
	{Entry{Name: "future", Needs: "wider words", Has: func() bool { return false }}},
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{"": "wide", "auto": "wide", "generic": "generic", "wide": "wide"} {
		if k := Find(kernels, name); k.Name != want {
			t.Errorf("%q finds %q, want %q", name, k.Name, want)
		}
	}
	for _, name := range []string{"future", "none"} {
		func() {
			defer func() {
				if got, want := recover(), "table: no usable kernel "+name; got != want {
					t.Errorf("%q: %v, want %q", name, got, want)
				}
			}()
			Find(kernels, name)
		}()
	}
}
