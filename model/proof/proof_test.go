package proof_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/internal/must"
	"queens/internal/proofcheck"
	"queens/model"
	"queens/model/proof"
	"queens/symmetry"
)

func certify(t *testing.T, p queens.Problem, except queens.Perm, o complete.Options) (complete.Answer, []byte, []byte) {
	t.Helper()
	var nogoods [][]queens.Square
	if except != nil {
		nogoods = [][]queens.Square{except.Squares()}
	}
	m := must.Get(model.New(p, model.Options{Nogoods: nogoods}))(t)
	var formula bytes.Buffer
	must.Do(t, proof.WriteFormula(&formula, m))
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "proof")))(t)
	defer file.Close()
	w := proof.New(file, m)
	o.Proof = w
	var a complete.Answer
	if except == nil {
		a = must.Get(complete.One(t.Context(), p, o))(t)
	} else {
		a = must.Get(complete.Another(t.Context(), p, except, o))(t)
	}
	must.Do(t, w.End())
	text := must.Get(os.ReadFile(file.Name()))(t)
	if a.Solution == nil {
		keep(t, formula.Bytes(), text)
	}
	return a, formula.Bytes(), text
}

// keep leaves formula and proof in the directory named by KEEP_PROOFS, for other checkers.
func keep(t *testing.T, formula, text []byte) {
	dir := os.Getenv("KEEP_PROOFS")
	if dir == "" {
		return
	}
	name := filepath.Join(dir, fmt.Sprintf("%04d", len(must.Get(os.ReadDir(dir))(t))/2))
	must.Do(t, errors.Join(os.WriteFile(name+".opb", formula, 0o600), os.WriteFile(name+proof.Suffix, text, 0o600)))
}

func check(formula, text []byte) (proofcheck.Proof, error) {
	return proofcheck.Check(bytes.NewReader(formula), bytes.NewReader(text))
}

// TestRandomBoards refutes random small boards, on both topologies, by search and by
// counting, and checks that a proof is right if there is no solution, and refused if there is one.
func TestRandomBoards(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 1))
	engines := map[string]int{}
	for k := range 450 {
		n := 2 + random.IntN(8)
		p := queens.Problem{Order: n, Topology: queens.Topology(k % 2)}
		for v := range n * n {
			if random.IntN(100) < 20+k%40 {
				p.Blocked = append(p.Blocked, queens.Square{Row: v / n, Col: v % n})
			}
		}
		for range random.IntN(n) {
			p.Excluded = append(p.Excluded, queens.Diagonal{
				Line:  queens.Rising + queens.Line(random.IntN(2)),
				Index: random.IntN(n),
			})
		}
		if q := p; random.IntN(2) == 0 {
			if q.Given = []queens.Square{{Row: random.IntN(n), Col: random.IntN(n)}}; q.Validate() == nil {
				p = q
			}
		}
		for _, o := range []complete.Options{{}, {Engine: complete.DFS, Seed: 3}} {
			a, formula, text := certify(t, p, nil, o)
			report, err := check(formula, text)
			if (err == nil) != (a.Solution == nil) {
				t.Fatalf("%+v: %+v, but the proof: %+v, %v\n%s", p, a, report, err, text)
			}
			if err != nil && !errors.Is(err, proofcheck.ErrRefused) {
				t.Fatalf("%+v: %v", p, err)
			}
			if a.Solution == nil {
				engines[a.Engine]++
				continue
			}
			b, formula, text := certify(t, p, a.Solution, o)
			if _, err = check(formula, text); (err == nil) != (b.Solution == nil) {
				t.Fatalf("%+v: only %v? %+v, but the proof: %v", p, a.Solution, b, err)
			}
			if b.Solution == nil {
				engines["only"]++
			}
		}
	}
	for _, want := range []string{complete.DFS, complete.Matching, complete.Theorem, "only"} {
		if engines[want] < 3 {
			t.Errorf("%d proofs of kind %q, want some: %v", engines[want], want, engines)
		}
	}
}

// TestSums proves that boards with few rising diagonals have no completion: by weights, by weights
// in cases, also with a given queen.
func TestSums(t *testing.T) {
	cases, given := 0, 0
	prove := func(p queens.Problem) {
		t.Helper()
		a, formula, text := certify(t, p, nil, complete.Options{Seed: 1})
		if a.Engine != complete.Program {
			t.Fatalf("%+v: by %s", p, a.Engine)
		}
		if report, err := check(formula, text); err != nil {
			t.Errorf("%+v: %+v, %v", p, report, err)
		}
		cases = max(cases, a.Weights.Cases())
		at := bytes.LastIndex(text, []byte("pol "))
		if _, err := check(formula, append(text[:at:at], bytes.Replace(text[at:], []byte(" +"), nil,
			1)...)); err == nil {
			t.Errorf("%+v: a term was left out", p)
		}
	}
	prove(must.Get(complete.Generate("diagonal-sum", 30, 32, queens.Regular, 117))(t))
	for seed := range uint64(10) {
		p := must.Get(complete.Generate("diagonal-sum", 22, 24, queens.Regular, seed))(t)
		q := p
		q.Given = []queens.Square{{Row: 3, Col: 7 + int(seed)}}
		for _, p := range []queens.Problem{p, q} {
			if a, err := complete.One(t.Context(), p, complete.Options{Seed: 1}); err != nil ||
				a.Engine != complete.Program {
				continue
			}
			prove(p)
			given += len(p.Given)
		}
	}
	if cases < 4 || given == 0 {
		t.Errorf("at most %d cases, %d boards with a given queen", cases, given)
	}
}

// TestTheorem proves the theorem about modular boards [polya1918] for some orders.
func TestTheorem(t *testing.T) {
	for _, n := range []int{2, 3, 4, 6, 8, 9, 15, 27, 40, 45} {
		a, formula, text := certify(t, queens.Problem{Order: n, Topology: queens.Modular}, nil, complete.Options{})
		if report, err := check(formula, text); err != nil || a.Engine != complete.Theorem && n > 3 || n > 3 &&
			report.Steps != 3 {
			t.Errorf("order %d: %+v, %+v, %v", n, a, report, err)
		}
	}
}

// TestRestarts takes a board that weights refute after a search: the file holds the weights only,
// and what cannot be cut holds all, which is a proof as well.
func TestRestarts(t *testing.T) {
	p := must.Get(complete.Generate("diagonal-sum", 30, 32, queens.Regular, 117))(t)
	_, formula, text := certify(t, p, nil, complete.Options{Seed: 1}) // right: see TestSums
	m := must.Get(model.New(p, model.Options{}))(t)
	var all bytes.Buffer
	w := proof.New(&all, m)
	if _, err := complete.One(t.Context(), p, complete.Options{Seed: 1, Proof: w}); err != nil || w.End() != nil {
		t.Fatal(err)
	}
	if _, err := check(formula, all.Bytes()); err != nil || all.Len() <= len(text) {
		t.Errorf("%v; %d bytes, want more than the %d of the weights", err, all.Len(), len(text))
	}
}

// TestFirst proves the first solutions of some orders, and that the proof does not hold
// for a solution that is not the first.
func TestFirst(t *testing.T) {
	for _, n := range []int{1, 4, 5, 6, 8, 10, 13, 16} {
		r := must.Get(complete.First(t.Context(), n, complete.FirstOptions{}))(t)
		m := must.Get(model.New(queens.Problem{Order: n}, model.Options{Nogoods: proof.Before(r.Solution)}))(t)
		var formula, text bytes.Buffer
		w := proof.New(&text, m)
		again, err := complete.First(t.Context(), n, complete.FirstOptions{Proof: w, Workers: 2})
		if err != nil || !again.Solution.Equal(r.Solution) || again.Refuted != r.Refuted {
			t.Fatalf("order %d: %+v, %v, without proof %+v", n, again, err, r)
		}
		must.Do(t, errors.Join(w.End(), proof.WriteFormula(&formula, m)))
		keep(t, formula.Bytes(), text.Bytes())
		if _, err := check(formula.Bytes(), text.Bytes()); err != nil {
			t.Errorf("order %d: %v", n, err)
		}
		if n < 5 {
			continue
		}
		mirrored := proof.Before(symmetry.Apply(symmetry.FlipRows, r.Solution))
		later, _ := model.New(queens.Problem{Order: n}, model.Options{Nogoods: mirrored})
		formula.Reset()
		must.Do(t, proof.WriteFormula(&formula, later))
		if _, err := check(formula.Bytes(), text.Bytes()); !errors.Is(err, proofcheck.ErrRefused) {
			t.Errorf("order %d: the proof holds for a later solution, too: %v", n, err)
		}
	}
}

// TestDamage takes steps out of proofs and changes others: a proof of a board that has
// no solution may stay right, but for one that has a solution no proof is.
func TestDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	solvable, _ := model.New(queens.Problem{Order: 14}, model.Options{})
	p := must.Get(complete.Generate("blocked", 14, 120, queens.Regular, 4))(t)
	_, formula, text := certify(t, p, nil, complete.Options{Engine: complete.DFS})
	must.Get(check(formula, text))(t)
	var other bytes.Buffer
	must.Do(t, proof.WriteFormula(&other, solvable))
	refused := 0
	for range 60 {
		lines := strings.SplitAfter(string(text), "\n")
		at := random.IntN(len(lines) - 1)
		lines[at] = strings.Replace(lines[at], "1", "2", 1)
		changed := []byte(strings.Join(append(lines[:at:at], lines[at+random.IntN(2):]...), ""))
		if _, err := check(other.Bytes(), changed); err == nil {
			t.Fatalf("a proof that 14 queens cannot be placed:\n%s", changed)
		}
		if _, err := check(formula, changed); err != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no change of 60 did any harm")
	}
}

// TestInstances certifies the verdicts of the frozen instances without a completion, those that do
// not take too long to check, with -short the easy ones.
func TestInstances(t *testing.T) {
	for _, i := range complete.Instances() {
		if i.Possible || i.Nodes > 300_000 || testing.Short() && i.Nodes > 20_000 {
			continue
		}
		_, formula, text := certify(t, must.Get(i.Problem())(t), nil, complete.Options{Seed: 1})
		if _, err := check(formula, text); err != nil {
			t.Errorf("%s: %v", i.Name, err)
		}
	}
}
