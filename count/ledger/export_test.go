package ledger

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

func exportFile(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "n8.csv")
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	if err = errors.Join(err, z.Close()); err != nil {
		panic(err)
	}
	return b.String()
}

// An export that is read has the header and the results of its run, exports itself, and has the
// same head for every reader. The run may have lost results, and questions have squares.
func TestReadExport(t *testing.T) {
	for _, subproblems := range [][]int{{}, {2}, {3, 0}, {0, 1, 2, 3}} {
		h := testHeader(4)
		h.Given, h.Blocked, h.Kernel = "a1,c2", "b7", "generic"
		run := readBytes(t, runBytes(t, h, subproblems...))
		var text strings.Builder
		must.Do(t, run.Export(&text))
		var head Hash
		for _, data := range []string{text.String(), packed(text.String())} {
			got := must.Get(Read(t.Context(), exportFile(t, data)))(t)
			want := h
			want.Schema, want.Kernel, want.Program, want.Created = Schema, "", got.Header.Program, got.Header.Created
			if got.Header != want || got.Name() != "n8.csv" {
				t.Errorf("header of %s:\n%+v, want\n%+v", got.Name(), got.Header, want)
			}
			if got.Tally.Total != run.Tally.Total || got.Tally.Results != len(subproblems) || !got.Recovery.Sound() {
				t.Errorf("%+v, %v, want %v of %v", got.Tally, got.Recovery, run.Tally.Total, subproblems)
			}
			var found []int
			for r, err := range got.Computations() {
				if what, one, two := testResult(r.Subproblem).Differs(r); err != nil || what != "" {
					t.Errorf("result %d: %v, %s is %s, want %s", r.Subproblem, err, what, two, one)
				}
				found = append(found, r.Subproblem)
			}
			if want := slices.Sorted(slices.Values(subproblems)); !slices.Equal(found, want) {
				t.Errorf("results of %v, want %v", found, want)
			}
			var again strings.Builder
			if must.Do(t, got.Export(&again)); again.String() != text.String() {
				t.Errorf("the export of an export:\n%s, want\n%s", &again, &text)
			}
			if last := must.Get(got.Frame(t.Context(), got.Tally.Head))(t); last != got.Tally.Last {
				t.Errorf("its head is frame %d, want %d", last, got.Tally.Last)
			}
			if head != (Hash{}) && got.Tally.Head != head {
				t.Errorf("packed, its head is %v, want %v", got.Tally.Head, head)
			}
			head = got.Tally.Head
		}
	}
}

// What is not exactly an export is refused, with the line.
func TestDamagedExports(t *testing.T) {
	rows := []string{"0,1000003,4,13", "3,18446744073713551628,6,8"}
	sound := exportTop + strings.Join(rows, "\n") + "\n"
	must.Get(Read(t.Context(), exportFile(t, sound)))(t)
	for _, c := range []struct {
		old, new, want string
		is             error
	}{
		{"subproblem,total", "total", `line 2 of the export: want "subproblem,total,mod13,mod15"`, queens.ErrFormat},
		{`"order":8`, `"order":"8"`, "line 1 of the export: its header is not JSON", queens.ErrFormat},
		{`"order":8`, `"order":-8`, "order -8 is outside", queens.ErrOrder},
		{`20","sub`, `","sub`, "its header is not JSON", queens.ErrFormat},
		{`s":4}`, `s":3}`, `line 4 of the export: "3,1844`, queens.ErrFormat},
		{`s":4}`, `s":99999999999}`, "99999999999 subproblems, want 0..", queens.ErrFormat},
		{"0,1000003", "0,1000004", `line 3 of the export: "0,1000004,4,13": want "0,1000004,5,14"`, ErrResidue},
		{"0,1000003,4,13\n", "0,1000003,4\n", `want "0,1000003,4,13"`, ErrResidue},
		{"0,1000003,4,13\n", "0,1000003,4,13,\n", `want "0,1000003,4,13"`, ErrResidue},
		{"0,1000003", "0,-1000003", `"0,-1000003,4,13" is no result of a subproblem from 0 to 3`, queens.ErrFormat},
		{rows[1], rows[0], fmt.Sprintf("line 4 of the export: %q is no result", rows[0]), queens.ErrFormat},
		{rows[1], strings.Repeat("3", 1<<17), "line 4 of the export: bufio.Scanner: token too long", queens.ErrFormat},
	} {
		text := strings.Replace(sound, c.old, c.new, 1)
		for _, data := range []string{text, packed(text)} {
			_, err := Read(t.Context(), exportFile(t, data))
			if !errors.Is(err, c.is) || !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("%q for %q: %v, want %v with %q", c.new, c.old, err, c.is, c.want)
			}
		}
	}
	whole := packed(sound)
	for _, cut := range []int{len(whole) - 1, len(whole) - 9, len(whole) / 2} {
		if _, err := Read(t.Context(), exportFile(t, whole[:cut])); err == nil {
			t.Errorf("%d of %d packed bytes are read", cut, len(whole))
		}
	}
	for _, text := range []string{"subproblem,total,mod13,mod15\n0,2,2,2\n", packed("hello"), exportBeginning[:20]} {
		if run, err := Read(t.Context(), exportFile(t, text)); err == nil {
			t.Errorf("%.30q is read as %+v", text, run.Header)
		}
	}
}

// FuzzExport reads hostile exports. One that is read exports itself, with its results.
func FuzzExport(f *testing.F) {
	f.Add([]byte(exportTop + "0,1000003,4,13\n"))
	f.Add([]byte(packed(exportTop + "0,1000003,4,13\n3,18446744073713551628,6,8\n")))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := imported(t.Context(), bytes.NewReader(data))
		if err != nil || file == nil {
			return
		}
		run := readBytes(t, file)
		var text strings.Builder
		must.Do(t, run.Export(&text))
		again := must.Get(imported(t.Context(), strings.NewReader(text.String())))(t)
		if run.Recovery.Sound() && !bytes.Equal(again, file) { // it is not if the sum exceeds 128 bits
			t.Errorf("%d bytes, again %d", len(file), len(again))
		}
	})
}
