package known

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

func TestWriteEntry(t *testing.T) {
	s, _ := Find("mov-isolated")
	var b bytes.Buffer
	must.Do(t, WriteEntry(&b, s))
	const want = `%S A------ 0, 1, 0, 0, 1, 6, 40, 146, 715, 3929, 26465, 166830, 1141413, 7704379
%N A------ Orbits from which moving one row and one column leads to no other.
%C A------ a(5)-a(16): computed-once.
%C A------ a(17): recomputed.
%C A------ a(18): computed-once.
%C A------ As mov-components. Orders to 16 once, 17 by three programs, 18 once, November 2026.
%H A------ b-file, n = 5..18: queens table mov-isolated --format bfile
%K A------ nonn,more
%O A------ 5,6
`
	if got := b.String(); got != want {
		t.Errorf("entry\n%swant\n%s", got, want)
	}
	s, _ = Find("Q")
	b.Reset()
	if err := WriteEntry(&b, s); err != nil || !strings.HasPrefix(b.String(),
		"%S A000170 1, 1, 0, 0, 2, 10, 4, 40, 92,") || !strings.HasSuffix(b.String(), "%O A000170 0,5\n") {
		t.Errorf("entry of Q, %v\n%s", err, &b)
	}
	s, _ = Find("square-counts")
	if err := WriteEntry(&b, s); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("a series with two indices: error %v", err)
	}
}

func TestEntries(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, WriteEntries(&b))
	for _, s := range All() {
		if s.Methods != "" && !strings.Contains(b.String(), "queens table "+s.Name+" --format bfile") {
			t.Errorf("%s is missing", s.Name)
		}
		if s.Methods != "" && !strings.HasSuffix(s.Methods, ".") {
			t.Errorf("%s: methods %q are no sentence", s.Name, s.Methods)
		}
	}
}
