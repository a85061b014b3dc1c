package kit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"queens/internal/must"
)

func TestStoppableReader(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := io.ReadAll(&stoppableReader{ctx: ctx, r: r})
		done <- err
	}()
	must.Get(io.WriteString(w, "2413\n"))(t)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestStoppableReaderReadsEverything(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	got, err := io.ReadAll(&stoppableReader{ctx: t.Context(), r: strings.NewReader(text)})
	if string(got) != text || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// TestOtherBoardsAreRefused writes solutions, which no one may call anything else, as a 0/1 matrix
// and as pairs, line by line. A line of either may look like a board from 0.
func TestOtherBoardsAreRefused(t *testing.T) {
	for _, rows := range []string{"2413", "3142", "24135", "14253", "246135", "15863724"} {
		var matrix, pairs, fromZero []string
		for r := range len(rows) {
			row := strings.Repeat("0", len(rows))
			col := strings.IndexByte(rows, byte('1'+r))
			matrix = append(matrix, row[:col]+"1"+row[col+1:])
			pairs = append(pairs, fmt.Sprint(r+1, " ", col+1))
			fromZero = append(fromZero, fmt.Sprint(r, " ", col))
		}
		for _, lines := range [][]string{matrix, pairs, fromZero} {
			for _, between := range []string{" ", ",", ", ", "\t"} {
				var texts []string
				for _, line := range lines {
					if !strings.Contains(line, " ") {
						line = strings.Join(strings.Split(line, ""), " ")
					}
					texts = append(texts, strings.ReplaceAll(line, " ", between))
				}
				for base := range 2 {
					for _, text := range []string{
						strings.Join(lines, "\n"), strings.Join(texts, "\n") + "\n",
						"(" + strings.Join(texts, ")\r\n(") + ")\r\n",
					} {
						input := bufio.NewReader(strings.NewReader(text))
						for pl, err := range (Reading{Base: base}).Read(t.Context(), input, "x") {
							if err == nil || strings.Contains(err.Error(), "--base") {
								t.Errorf("%q from %d is read as %v, %v", text, base, pl.Perm, err)
							}
							break
						}
					}
				}
			}
		}
	}
}
