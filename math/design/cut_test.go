package design

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/sym"
)

var (
	cutWanted = flag.String("cut", "12 flips:3", "what TestFindCut looks for: an order, and groups with their numbers of orbits")
	cutSolver = flag.String("cutsolver", "cadical -q", "SAT solver that reads DIMACS from standard input")
)

// cutPart is so many orbits of solutions under a group, which carries squares to squares.
type cutPart struct {
	group [][]int
	count int
}

// parseCut reads the parts of a cut of the board of order n: "flips:3", or with a shift of rows and columns
// modulo n beside the symmetries of cutGroups "flips+16,16:4".
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

// cutFormula returns clauses that say: there is one solution for each orbit, variable k n^2 + row n + column + 1 for
// a queen of the k-th, from 0, such that the images of all cut the board.
func cutFormula(n int, parts []cutPart) (clauses [][]int) {
	atMostOne := func(variables []int) {
		for i, v := range variables {
			for _, w := range variables[:i] {
				clauses = append(clauses, []int{-v, -w})
			}
		}
	}
	covers := make([][]int, n*n) // by square: variables of queens that have an image there
	first := 1
	for _, part := range parts {
		for range part.count {
			for _, g := range part.group {
				rows, cols := make([][]int, n), make([][]int, n)
				rising, falling := make([][]int, 2*n-1), make([][]int, 2*n-1)
				for at, to := range g {
					row, col, v := to/n, to%n, first+at
					for _, line := range []*[]int{&rows[row], &cols[col], &rising[row+col], &falling[row-col+n-1], &covers[to]} {
						*line = append(*line, v)
					}
				}
				for _, line := range slices.Concat(rows, cols, rising, falling) {
					atMostOne(line)
				}
				clauses = append(clauses, rows...)
				clauses = append(clauses, cols...)
			}
			first += n * n
		}
	}
	for _, cover := range covers {
		atMostOne(cover)
		clauses = append(clauses, cover)
	}
	for _, c := range clauses {
		slices.Sort(c)
	}
	slices.SortFunc(clauses, slices.Compare)
	return slices.CompactFunc(clauses, slices.Equal)
}

// TestFindCut looks for a cut of a board by a SAT solver and prints its line of cuts.txt:
//
//	go test ./math/design -timeout 1h -run TestFindCut -v -cut "18 flips:3 flip:3" -cutsolver "kissat -q --sat --seed=1"
func TestFindCut(t *testing.T) {
	words := strings.Fields(*cutWanted)
	n, err := strconv.Atoi(words[0])
	if err != nil {
		t.Fatalf("-cut %q: want an order first", *cutWanted)
	}
	parts, err := parseCut(n, words[1:])
	if err != nil {
		t.Fatalf("-cut %q: %v", *cutWanted, err)
	}
	call := strings.Fields(*cutSolver)
	if _, err := exec.LookPath(call[0]); err != nil {
		t.Skipf("no %s here (Debian: cadical)", call[0])
	}
	var formula, printed bytes.Buffer
	clauses := cutFormula(n, parts)
	fmt.Fprintf(&formula, "p cnf %d %d\n", slices.Max(slices.Concat(clauses...)), len(clauses))
	for _, c := range clauses {
		fmt.Fprintln(&formula, strings.Trim(fmt.Sprint(c), "[]"), 0)
	}
	solver := exec.CommandContext(t.Context(), call[0], call[1:]...)
	solver.Stdin, solver.Stdout, solver.Stderr = &formula, &printed, os.Stderr
	if err := solver.Run(); solver.ProcessState == nil || solver.ProcessState.ExitCode() != 10 {
		t.Fatalf("%s: %v: found nothing", *cutSolver, err)
	}
	var found []queens.Perm // of each orbit
	for line := range strings.Lines(printed.String()) {
		literals, isValues := strings.CutPrefix(line, "v ")
		if !isValues {
			continue
		}
		for literal := range strings.FieldsSeq(literals) {
			v, err := strconv.Atoi(literal)
			if err != nil {
				t.Fatalf("%s printed %q", *cutSolver, line)
			}
			if v <= 0 {
				continue
			}
			k, at := (v-1)/(n*n), (v-1)%(n*n)
			for len(found) <= k {
				found = append(found, make(queens.Perm, n))
			}
			found[k][at%n] = at / n
		}
	}
	checkCut(t, n, parts, found)
	t.Log(cutLine(n, words[1:], parts, found))
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
					written = append(written, sym.Apply(s, image))
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
