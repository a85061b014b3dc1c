package count

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/kernel/pairs"
	"queens/internal/kernel/table"
)

// Counts that are not finished can be continued: this program makes their plans.
func TestUnfinishedCountsContinue(t *testing.T) {
	files, err := filepath.Glob("../data/ledgers/*.ledger")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		run, err := ledger.Read(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := plan.Present(lookupScheme(t, run.Header.Scheme), run.Header.Order)
		if !ok {
			t.Errorf("%s: no scheme makes its plan", file)
		}
		p, err := plan.New(t.Context(), run.Header.Order, s)
		if err != nil {
			t.Fatal(err)
		}
		if p.Header("").Plan != run.Header.Plan || p.RunName()+".ledger" != filepath.Base(file) {
			t.Errorf("%s is continued as %s", file, p.RunName())
		}
	}
}

// Questions about symmetric solutions: products count them.
func TestTurnEngines(t *testing.T) {
	noScalar := lookupScheme(t, "half-turn").Kind.Facts().Accepted("scalar")
	for _, test := range []struct {
		of             Quantity
		n              int
		engine, kernel string
		schemes        string // or the error
	}{
		{Symmetric, 12, Auto, Auto, "[half-turn quarter-turn]"},
		{Symmetric, 12, "half-turn", "portable", "[half-turn quarter-turn]"},
		{QuarterTurn, 40, "", "", "[quarter-turn]"},
		{QuarterTurn, 12, "quarter-turn", Auto, "[quarter-turn]"},
		{Reflecting, 12, Auto, Auto, "[reflecting]"},
		{Reflecting, 9, "reflecting", "generic", "[reflecting]"},
		{AllSolutions, 8, "families", Auto, "[half-turn quarter-turn families]"},
		{AllSolutions, 8, Auto, "scalar", "[half-turn quarter-turn families]"},
		{Symmetric, 12, Auto, "scalar", fmt.Sprint("count: ", noScalar)},
		{
			Symmetric, 12, "families", Auto,
			`count: method "families": symmetric solutions are counted by half-turn: malformed input`,
		},
		{
			QuarterTurn, 12, "join", Auto,
			`count: method "join": quarter-turn solutions are counted by quarter-turn: malformed input`,
		},
		{
			AllSolutions, 12, "half-turn", Auto,
			`count: method "half-turn" counts solutions unchanged by a half turn, not all solutions: malformed input`,
		},
		{Symmetric, 42, Auto, Auto, "count: order 42: want 0 to 41: order out of range"},
		{QuarterTurn, 70, Auto, Auto, "count: order 70: want 0 to 69: order out of range"},
		{
			Reflecting, 12, "parity", Auto,
			`count: method "parity": reflecting solutions are counted by reflecting: malformed input`,
		},
		{
			Reflecting, 12, Auto, "scalar",
			`count: count: counts by reflecting have no kernel "scalar": want one of ` +
				strings.Join(table.Names(pairs.All()), ", ") + ": malformed input",
		},
		{Reflecting, 28, Auto, Auto, "count: order 28: want 0 to 27: order out of range"},
		{QuarterTurn, 70, Auto, Auto, "count: order 70: want 0 to 69: order out of range"},
	} {
		r, err := Solve(t.Context(), Question{Order: test.n, Of: test.of},
			Options{Scheme: test.engine, Kernel: test.kernel})
		got := fmt.Sprint(err)
		if err == nil {
			var schemes []string
			for _, run := range r.Runs {
				schemes = append(schemes, run.Scheme)
			}
			got = fmt.Sprint(schemes)
		}
		if got != test.schemes {
			t.Errorf("%s of order %d by engine %q, kernel %q: %s, want %s", test.of, test.n, test.engine,
				test.kernel, got, test.schemes)
		}
	}
}

// A wrong sum is refused where no other count checks it.
func TestSumsAreChecked(t *testing.T) {
	for scheme, of := range map[string]Quantity{"quarter-turn": QuarterTurn, "reflecting": Reflecting} {
		o := Options{Executor: faulty{scheme, 8 * 195}}
		if _, err := Solve(t.Context(), Question{Order: 12, Of: of}, o); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("a wrong sum of %s: error %v", scheme, err)
		}
	}
}
