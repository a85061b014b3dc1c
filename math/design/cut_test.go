package design

import (
	"bytes"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/must"
	"queens/symmetry"
)

var (
	cutWanted = flag.String("cut", "12 flips:3",
		"what TestRealCut looks for: an order, and groups with their numbers of orbits")
	cutSolver = flag.String("cutsolver", "cadical -q", "SAT solver that reads DIMACS from standard input")
	cutSteps  = flag.String("cutsteps", "1", "numbers of orbits that TestRealCut chooses together, step by step, "+
		"before it looks for the rest: 3,1,1; 0 for all together")
	cutSeed  = flag.Uint64("cutseed", 1, "what TestRealCut chooses by at its first try")
	cutTries = flag.Uint64("cuttries", 20, "tries of TestRealCut, each by the next seed")
)

// cutPart is so many orbits of solutions under a group, which carries squares to squares.
type cutPart struct {
	group [][]int
	count int
}

// parseCut reads the parts of a cut of the board of order n: "flips:3", or with a shift of rows and
// columns modulo n beside the symmetries of cutGroups "flips+16,16:4".
func parseCut(n int, words []string) (parts []cutPart, err error) {
	classes := 0
	for _, word := range words {
		var p cutPart
		name, count, _ := strings.Cut(word, ":")
		name, shift, shifted := strings.Cut(name, "+")
		if p.count, err = strconv.Atoi(count); err != nil || cutGroups[name] == nil {
			return nil, fmt.Errorf("%q: want a group and a number of orbits, flips:3", word)
		}
		var rows, cols int
		if _, err := fmt.Sscanf(shift, "%d,%d", &rows, &cols); shifted && err != nil {
			return nil, fmt.Errorf("%q: want rows and columns of a shift, flips+12,12:3", word)
		}
		for _, s := range cutGroups[name] {
			for k := range n {
				moved := make([]int, n*n)
				for at := range moved {
					to := s.Square(queens.Square{Row: at / n, Col: at % n}, n)
					moved[at] = (to.Row+k*rows)%n*n + (to.Col+k*cols)%n
				}
				if !slices.ContainsFunc(p.group, func(g []int) bool { return slices.Equal(g, moved) }) {
					p.group = append(p.group, moved)
				}
			}
		}
		classes += p.count * len(p.group)
		parts = append(parts, p)
	}
	if classes != n {
		return nil, fmt.Errorf("%d solutions in all orbits, want %d", classes, n)
	}
	return parts, nil
}

// formula is clauses over the variables 1, 2, ...
type formula struct {
	variables int
	clauses   [][]int
}

// atMostOne adds clauses that say that at most one of the variables is true: of more than five by
// another variable, which tells whether it is one of the first three.
func (f *formula) atMostOne(variables []int) {
	if len(variables) > 5 {
		f.variables++
		f.atMostOne(append([]int{f.variables}, variables[:3]...))
		f.atMostOne(append([]int{-f.variables}, variables[3:]...))
		return
	}
	for i, v := range variables {
		for _, w := range variables[:i] {
			f.clauses = append(f.clauses, []int{-v, -w})
		}
	}
}

// cutFormula returns clauses that say: there is one solution for each orbit, variable k n^2 + row n
// + column + 1 for a queen of the k-th, from 0, such that the images of all lie on different
// squares, none of them taken; and by line, row, column or diagonal, and by image of a solution the
// variables of queens that have their image there; and the same by square, of all images.
func cutFormula(n int, orbits [][][]int, taken []bool) (f *formula, images [][][]int, covers [][]int) {
	f = &formula{variables: len(orbits) * n * n}
	images, covers = make([][][]int, 6*n-2), make([][]int, n*n)
	for k, group := range orbits {
		for _, g := range group {
			lines := make([][]int, len(images))
			for at, to := range g {
				v := k*n*n + at + 1
				if slices.ContainsFunc(group, func(g []int) bool { return taken[g[at]] }) {
					f.clauses = append(f.clauses, []int{-v})
					continue
				}
				covers[to] = append(covers[to], v)
				for _, line := range linesOf(n, to) {
					lines[line] = append(lines[line], v)
				}
			}
			for line, variables := range lines {
				slices.Sort(variables)
				images[line] = append(images[line], variables)
			}
		}
	}
	one := slices.Concat(append(images, covers)...)
	slices.SortFunc(one, slices.Compare)
	for _, variables := range slices.CompactFunc(one, slices.Equal) {
		f.atMostOne(variables)
	}
	f.clauses = append(f.clauses, slices.Concat(images[:2*n]...)...)
	return f, images, covers
}

// linesOf returns the row, the column, from n on, and the diagonals, from 2n and 4n-1 on, of a
// square.
func linesOf(n, at int) [4]int {
	row, col := at/n, at%n
	return [4]int{row, n + col, 2*n + row - col + n - 1, 4*n - 1 + row + col}
}

// allBut adds clauses that say that a variable of each group is true, but of so many.
func (f *formula) allBut(misses int, groups [][]int) {
	if misses == 0 {
		f.clauses = append(f.clauses, groups...)
		return
	}
	for some := range 1 << len(groups) {
		if bits.OnesCount(uint(some)) != misses+1 {
			continue
		}
		var clause []int
		for i, group := range groups {
			if some>>i&1 != 0 {
				clause = append(clause, group...)
			}
		}
		f.clauses = append(f.clauses, clause)
	}
}

// satisfy has the formula solved under other names and in another order, by chance, and returns the
// variables that are true, ascending; none if the solver has found that nothing satisfies them, or
// has given up.
func satisfy(t *testing.T, f *formula, rng *rand.Rand) (found []int) {
	t.Helper()
	clauses, variables := f.clauses, f.variables
	rng.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	names := rng.Perm(variables)
	variable := make([]int, variables) // by name
	for v, name := range names {
		variable[name] = v + 1
	}
	var text, printed bytes.Buffer
	fmt.Fprintf(&text, "p cnf %d %d\n", variables, len(clauses))
	for _, clause := range clauses {
		for _, v := range clause {
			if v < 0 {
				fmt.Fprint(&text, -names[-v-1]-1, " ")
			} else {
				fmt.Fprint(&text, names[v-1]+1, " ")
			}
		}
		fmt.Fprintln(&text, 0)
	}
	call := strings.Fields(*cutSolver)
	solver := exec.CommandContext(t.Context(), call[0], call[1:]...)
	solver.Stdin, solver.Stdout, solver.Stderr = &text, &printed, os.Stderr
	err := solver.Run()
	const unknown, satisfiable, unsatisfiable = 0, 10, 20 // as solvers end
	if code := solver.ProcessState.ExitCode(); code == unknown || code == unsatisfiable {
		return nil
	} else if code != satisfiable {
		t.Fatalf("%s: %v", *cutSolver, err)
	}
	for line := range strings.Lines(printed.String()) {
		literals, isValues := strings.CutPrefix(line, "v ")
		if !isValues {
			continue
		}
		for literal := range strings.FieldsSeq(literals) {
			name, err := strconv.Atoi(literal)
			if err != nil {
				t.Fatalf("%s printed %q", *cutSolver, line)
			}
			if name > 0 {
				found = append(found, variable[name-1])
			}
		}
	}
	slices.Sort(found)
	return found
}

func placements(n int, variables []int) []queens.Perm {
	found := make([]queens.Perm, len(variables)/n)
	for i, v := range variables {
		if i%n == 0 {
			found[i/n] = make(queens.Perm, n)
		}
		found[i/n][(v-1)%n] = (v - 1) / n % n
	}
	return found
}

// findCut returns a solution of each orbit of a cut; orbits are chosen in steps, so many together.
// None if there is none with those of earlier steps.
//
// What is left after a step is carried to itself by the groups of all later orbits. A diagonal of
// n-m squares has a queen of all but m solutions of a cut. So that the rest can be cut, those
// chosen leave it out no more than half as often again as their share.
func findCut(t *testing.T, n int, orbits [][][]int, steps []int, rng *rand.Rand) (found []queens.Perm) {
	t.Helper()
	taken, chosen := make([]bool, n*n), 0
	left := make([]int, 6*n-2) // by line: squares that are not taken
	for at := range taken {
		for _, line := range linesOf(n, at) {
			left[line]++
		}
	}
	length := slices.Clone(left)
	for len(orbits) > 0 {
		count := len(orbits)
		if len(steps) > 0 {
			count, steps = steps[0], steps[1:]
		}
		step, later := orbits[:count], orbits[count:]
		groups := slices.CompactFunc(slices.Clone(later), func(a, b [][]int) bool { return &a[0] == &b[0] })
		f, images, covers := cutFormula(n, step, taken)
		now := chosen + len(images[0])
		for line, queens := range images {
			spare := n - length[line]
			misses := min(spare, (3*spare*now+2*n-1)/(2*n)) - (chosen - length[line] + left[line])
			if len(queens) <= 8 || misses == 0 { // else it is too many clauses
				f.allBut(max(0, misses), queens)
			}
		}
		for at, cover := range covers {
			if len(later) == 0 && !taken[at] {
				f.clauses = append(f.clauses, cover)
			}
			for _, g := range slices.Concat(groups...) {
				for _, v := range cover {
					f.clauses = append(f.clauses, append([]int{-v}, covers[g[at]]...))
				}
			}
		}
		queens := satisfy(t, f, rng)
		if queens == nil {
			return nil
		}
		for _, v := range queens[:n*count] {
			for _, g := range step[(v-1)/(n*n)] {
				at := g[(v-1)%(n*n)]
				taken[at] = true
				for _, line := range linesOf(n, at) {
					left[line]--
				}
			}
		}
		found = append(found, placements(n, queens[:n*count])...)
		orbits, chosen = later, now
	}
	return found
}

// TestRealCut looks for a cut of a board by a SAT solver and prints its line of cuts.txt. Large
// boards need steps: what is left after some is a small formula, which one choice in some has an
// answer to, within seconds.
//
//	QUEENS_TEST_ALL=1 go test ./math/design -timeout 1h -run TestRealCut -v -cut "22 flip:3 flips:4" \
//	  -cutsteps 3,1 -cutsolver "kissat -q --sat --time=150"
func TestRealCut(t *testing.T) {
	must.Find(t, "cadical", strings.Fields(*cutSolver)[0])
	words := strings.Fields(*cutWanted)
	n, err := strconv.Atoi(words[0])
	if err != nil {
		t.Fatalf("-cut %q: want an order first", *cutWanted)
	}
	parts, err := parseCut(n, words[1:])
	if err != nil {
		t.Fatalf("-cut %q: %v", *cutWanted, err)
	}
	var orbits [][][]int
	for _, part := range parts {
		orbits = append(orbits, slices.Repeat([][][]int{part.group}, part.count)...)
	}
	var steps []int
	of := 0
	for word := range strings.SplitSeq(*cutSteps, ",") {
		count, err := strconv.Atoi(word)
		if err != nil || count < 0 || of+count >= len(orbits) {
			t.Fatalf("-cutsteps %q: want numbers, fewer than the orbits, %d, together", *cutSteps, len(orbits))
		}
		if count > 0 {
			steps = append(steps, count)
		}
		of += count
	}
	for seed := *cutSeed; seed < *cutSeed+*cutTries; seed++ {
		if found := findCut(t, n, orbits, steps, rand.New(rand.NewPCG(seed, 0))); found != nil {
			checkCut(t, n, parts, found)
			t.Logf("seed %d: %s", seed, cutLine(n, words[1:], parts, found))
			return
		}
		t.Logf("seed %d: none", seed)
	}
	t.Error("found none; other seeds may, or fewer steps")
}

// cutLine returns the line of cuts.txt: solutions that a shift makes are written, too.
func cutLine(n int, words []string, parts []cutPart, found []queens.Perm) string {
	line := []string{strconv.Itoa(n)}
	for i, part := range parts {
		name, _, _ := strings.Cut(words[i], ":")
		name, _, _ = strings.Cut(name, "+")
		line = append(line, name)
		for _, p := range found[:part.count] {
			var written []queens.Perm
			for _, g := range part.group {
				image := imageUnder(g, p)
				if slices.ContainsFunc(written, image.Equal) {
					continue
				}
				for _, s := range cutGroups[name] {
					written = append(written, symmetry.Apply(s, image))
				}
				line = append(line, image.String())
			}
		}
		found = found[part.count:]
	}
	return strings.Join(line, " ")
}

// imageUnder returns the placement whose squares are those of p, moved.
func imageUnder(g []int, p queens.Perm) queens.Perm {
	n := len(p)
	image := make(queens.Perm, n)
	for col, row := range p {
		to := g[row*n+col]
		image[to%n] = to / n
	}
	return image
}

// checkCut looks that the images of all placements are solutions and lie on different squares.
func checkCut(t *testing.T, n int, parts []cutPart, found []queens.Perm) {
	t.Helper()
	seen := make([]bool, n*n)
	for _, part := range parts {
		for _, p := range found[:part.count] {
			for _, g := range part.group {
				image := imageUnder(g, p)
				if err := queens.Check(image, queens.Regular); err != nil {
					t.Errorf("%v: %v", image, err)
				}
				for col, row := range image {
					if seen[row*n+col] {
						t.Errorf("%v: square (%d,%d) is in two solutions", image, row, col)
					}
					seen[row*n+col] = true
				}
			}
		}
		found = found[part.count:]
	}
}

// TestCompositions counts the orders that compositions give as many banks; a referee's program
// counted as many.
func TestCompositions(t *testing.T) {
	reached := 0
	for n := 33; n <= MaxMemoryMap; n++ {
		if order, small := composition(n, n+1); order == n && small > 0 && bitmath.GCD(n, 6) > 1 {
			reached++
		}
	}
	if reached != 849 {
		t.Errorf("%d orders, want 849", reached)
	}
}
