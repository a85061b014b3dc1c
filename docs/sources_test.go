package docs

import (
	"strings"
	"testing"
)

func TestSourcesAreFound(t *testing.T) {
	s, ok := FindSource("rohl1983")
	if !ok || s.Known != "cited" || !strings.HasPrefix(s.Text, "J. S. Rohl: A faster lexicographical") {
		t.Errorf("rohl1983: %+v, %v", s, ok)
	}
	if s, ok := FindSource("rohl"); ok {
		t.Errorf("half a key is found: %+v", s)
	}
}

func TestErrataAreFound(t *testing.T) {
	e, ok := FindErratum("T11")
	if !ok || e.Where != "Algorithm 2" || e.Printed != "lines scrambled" ||
		!strings.Contains(e.Right, "Not in lexicographic order") {
		t.Errorf("T11: %+v, %v", e, ok)
	}
	if e, ok := FindErratum("E3"); !ok || e.Where != "" || !strings.Contains(e.Right, "never a reflection") {
		t.Errorf("E3: %+v, %v", e, ok)
	}
	if e, ok := FindErratum("T99"); ok {
		t.Errorf("T99: %+v", e)
	}
}
