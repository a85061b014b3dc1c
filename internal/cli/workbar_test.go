package cli

import (
	"strings"
	"testing"
)

func TestWorkBarPrintsLinesWhereThereIsNoTerminal(t *testing.T) {
	var stderr strings.Builder
	a := &app{stderr: &stderr}
	bar := a.startBar("placing queens", 200)
	bar.at(10) // too early
	bar.lineAt = 0
	bar.at(50)
	bar.at(60) // the next line is due in half a minute
	bar.stop()
	if got := stderr.String(); !strings.HasPrefix(got, "queens: placing queens: 25 %, ") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q, want one line with 25 %%", got)
	}
}
