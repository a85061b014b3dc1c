package solve

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/model"
)

// models is the line in which clasp says how many solutions there are.
var models = regexp.MustCompile(`(?m)^(?:c )?Models +: (\d+)`)

var clasp = []string{"clasp -q 0 \"$1\""}

var series = [...]string{queens.Regular: "solutions", queens.Modular: "toroidal"}

// counters run real solvers that count all solutions of a text.
var counters = []struct {
	name    string
	format  string
	options model.Options
	command []string // run by a shell, $1 is the file
	clasp   bool     // says the number; else there is a line of dashes for each
}{
	{"pairwise clauses", "cnf", model.Options{AtMostOne: "pairwise"}, clasp, true},
	{"commander clauses", "cnf", model.Options{AtMostOne: "commander"}, clasp, true},
	{"exact product clauses", "cnf", model.Options{ExactCount: true}, clasp, true},
	{"exact ladder clauses", "cnf", model.Options{AtMostOne: "ladder", ExactCount: true}, clasp, true},
	{"exact binary clauses", "cnf", model.Options{AtMostOne: "binary", ExactCount: true}, clasp, true},
	{"constraints", "opb", model.Options{}, clasp, true},
	{"answer sets", "asp", model.Options{}, []string{"gringo \"$1\"", "clasp -q 0"}, true},
	{"MiniZinc", "mzn", model.Options{}, []string{"minizinc --solver gecode -a \"$1\""}, false},
}

func TestRealSolversCount(t *testing.T) {
	for _, c := range counters {
		t.Run(c.name, func(t *testing.T) {
			for _, command := range c.command {
				name, _, _ := strings.Cut(command, " ")
				must.Find(t, name, name)
			}
			for n := 4; n <= 7; n++ {
				for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
					want, _ := known.Lookup(series[topology], n)
					m := must.Get(model.New(queens.Problem{Order: n, Topology: topology}, c.options))(t)
					path := filepath.Join(t.TempDir(), "queens."+c.format)
					must.Do(t, write(path, m, c.format))
					// The exit codes of clasp say what it found.
					said, _ := exec.CommandContext(t.Context(), "sh", "-c", strings.Join(c.command, " | "), "sh",
						path).CombinedOutput()
					got := uint64(bytes.Count(said, []byte("----------\n")))
					if c.clasp {
						number := models.FindSubmatch(said)
						if number == nil {
							t.Fatalf("order %d: clasp says\n%s", n, said)
						}
						got, _ = strconv.ParseUint(string(number[1]), 10, 64)
					}
					if queens.NewTotal(got) != want.Value {
						t.Errorf("order %d, %v: %d solutions, want %v:\n%.2000s", n, topology, got, want.Value, said)
					}
				}
			}
		})
	}
}

// TestRealZ3Counts lets z3 list the solutions of orders 4 to 6, and of the torus of order 5, each
// excluded when it is found.
func TestRealZ3Counts(t *testing.T) {
	must.Find(t, "z3", "z3")
	for _, p := range []queens.Problem{{Order: 4}, {Order: 5}, {Order: 6}, {Order: 5, Topology: queens.Modular}} {
		want, _ := known.Lookup(series[p.Topology], p.Order)
		m := modelOf(t, p)
		var text bytes.Buffer
		must.Do(t, must.Get(model.FindFormat("smt2"))(t).Write(&text, m))
		found := map[string]bool{}
		for limit := range 20 {
			if limit == 19 {
				t.Fatalf("%+v: no end", p)
			}
			cmd := exec.CommandContext(t.Context(), "z3", "-model", "-in")
			cmd.Stdin = bytes.NewReader(text.Bytes())
			said := must.Get(cmd.Output())(t)
			a, err := ReadAnswer(bytes.NewReader(said), "smt2", m)
			if err != nil {
				t.Fatalf("%v:\n%s", err, said)
			}
			if a.None {
				break
			}
			found[a.Perm.String()] = true
			text.Truncate(bytes.LastIndex(text.Bytes(), []byte("(check-sat)")))
			text.WriteString("(assert (not (and")
			for c, r := range a.Perm {
				fmt.Fprintf(&text, " (= q%d %d)", c+1, r+1)
			}
			text.WriteString(")))\n(check-sat)\n")
		}
		if got := queens.NewTotal(uint64(len(found))); got != want.Value {
			t.Errorf("%+v: %v solutions, want %v", p, got, want.Value)
		}
	}
}
