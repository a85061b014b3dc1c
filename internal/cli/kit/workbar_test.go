package kit

import (
	"strings"
	"testing"
)

func TestWorkBarPrintsLinesWhereThereIsNoTerminal(t *testing.T) {
	var stderr strings.Builder
	a := &App{Stderr: &stderr}
	bar := a.StartBar("placing queens", 200)
	bar.At(10) // too early
	bar.lineAt = 0
	bar.At(50)
	bar.At(60) // the next line is due in half a minute
	bar.Stop()
	if got := stderr.String(); !strings.HasPrefix(got, "queens: placing queens: 25 %, ") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q, want one line with 25 %%", got)
	}
}
