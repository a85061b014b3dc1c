package docs

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/count"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/known"
	"queens/list"
)

func number(t *testing.T, series string, n int, index ...int) string {
	t.Helper()
	v, ok := known.Lookup(series, n, index...)
	if !ok {
		t.Fatalf("%s(%d) is not known", series, n)
	}
	return v.Value.String()
}

// testsOf has the tests of a count by parity classes; TestPaper counts those of two orders again,
// scripts/paper and scripts/long the others.
var testsOf = map[int]string{
	16: "3225172", 17: "22526126", 18: "72997954", 19: "517370754", 20: "1550594356",
}

// costTable has the factors of the cost model and the fastest public program, and the times of the
// orders whose tests are not counted.
func costTable(t *testing.T) (table, times string) {
	t.Helper()
	parity, other := measured(t, "queens", "parity-trie"), measured(t, "N-Queens-Count-Sol", "")
	var larger []string
	for _, n := range slices.Sorted(maps.Keys(parity)) {
		m, o, seconds := parity[n], other[n], printed(parity[n].Seconds)
		if testsOf[n] == "" {
			if m.Estimated() {
				seconds = "(" + seconds + ")"
			}
			larger = append(larger, fmt.Sprintf("$n=%d$: %s", n, strings.ReplaceAll(seconds, " ", "~")))
			continue
		}
		tests := must.Get(strconv.ParseFloat(testsOf[n], 64))(t)
		q, _ := known.Solutions(n)
		row := []string{
			strconv.Itoa(n), testsOf[n], fmt.Sprintf("%.3f", tests/q.Float64()), seconds,
			fmt.Sprintf("%.1f", m.Seconds*1e9/tests), "", "",
		}
		if o.Order > 0 {
			row[5], row[6] = printed(o.Seconds), fmt.Sprintf("%.0f", o.Seconds/m.Seconds)
		}
		table += strings.Join(row, " & ") + `\\` + "\n"
	}
	return table, strings.Join(larger, "; ") + ".\n"
}

// newTable has the new terms among the saved counts.
func newTable(t *testing.T) string {
	t.Helper()
	rows := must.Get(csv.NewReader(strings.NewReader(pageText(t, "../known/measured/saved.csv"))).ReadAll())(t)
	var table strings.Builder
	for _, row := range rows {
		if again, isNew := strings.CutPrefix(row[4], "new; "); isNew {
			term := strings.NewReplacer("S180", "S_{180}", "S90", "S_{90}").Replace(row[0])
			fmt.Fprintf(&table, "$%s(%s)$ & %s & %s & %s\\\\\n", term, row[1], row[2], row[3], again)
		}
	}
	return table.String()
}

// whiteTable counts the solutions of small orders by white queens.
func whiteTable(t *testing.T) string {
	t.Helper()
	var table strings.Builder
	for n := 4; n <= 12; n++ {
		solutions := map[int]int{}
		for p := range must.Get(list.Solutions(n, list.Options{}))(t) {
			white := 0
			for column, row := range p {
				white += 1 - (row+column)%2
			}
			solutions[white]++
		}
		var cells []string
		for _, white := range slices.Sorted(maps.Keys(solutions)) {
			cells = append(cells, fmt.Sprintf("$Q(%d,%d)=%d$", n, white, solutions[white]))
		}
		fmt.Fprintf(&table, "%d & %s\\\\\n", n, strings.Join(cells, ", "))
	}
	return table.String()
}

// TestOneConflict checks the permutations that the paper prints: the queens in columns 0 and n/2
// conflict, and no others.
func TestOneConflict(t *testing.T) {
	text := pageText(t, "paper/queens-by-colour.tex")
	boards := regexp.MustCompile(`\\texttt\{(0 [\d ]+)\}`).FindAllStringSubmatch(text, -1)
	if len(boards) != 4 {
		t.Fatalf("%d permutations, want 4", len(boards))
	}
	for _, board := range boards {
		var p []int
		for row := range strings.FieldsSeq(board[1]) {
			p = append(p, must.Get(strconv.Atoi(row))(t))
		}
		n, pairs := len(p), [][2]int{}
		for j := range p {
			for i := range j {
				if rows, columns := p[j]-p[i], j-i; (rows-columns)%n == 0 || (rows+columns)%n == 0 {
					pairs = append(pairs, [2]int{i, j})
				}
			}
		}
		sorted := slices.Sorted(slices.Values(p))
		if n%12 != 2 && n%12 != 10 || len(slices.Compact(sorted)) != n || sorted[0] != 0 || sorted[n-1] != n-1 ||
			!slices.Equal(pairs, [][2]int{{0, n / 2}}) {
			t.Errorf("order %d: %v is no permutation with one conflict: %v", n, p, pairs)
		}
	}
}

// checkWhite adds up the rows of white queens, of which those of large even orders are halves.
func checkWhite(t *testing.T, text string) {
	t.Helper()
	sums := map[int]queens.Total{}
	for _, m := range regexp.MustCompile(`\$Q\((\d+),(\d+)\)=(\d+)\$`).FindAllStringSubmatch(text, -1) {
		n, white := must.Get(strconv.Atoi(m[1]))(t), must.Get(strconv.Atoi(m[2]))(t)
		value := must.Get(queens.ParseTotal(m[3]))(t)
		if sums[n] = sums[n].Plus(value); n > 12 && n%2 == 0 && 2*white < n {
			sums[n] = sums[n].Plus(value)
		}
		if v, ok := known.Lookup("white-queens", n, white); ok && v.Value != value {
			t.Errorf("%s, known is %v", m[0], v.Value)
		}
	}
	for n, sum := range sums {
		if q, _ := known.Solutions(n); sum != q {
			t.Errorf("order %d: the white queens add up to %v, want %v", n, sum, q)
		}
	}
	if len(sums) != 15 {
		t.Errorf("rows of %d orders, want 15", len(sums))
	}
	spread := func(n int) float64 { // variance / n of the white queens, and a mean near n/2
		all, mean, squares := 0.0, 0.0, 0.0
		s, _ := known.Find("white-queens")
		for _, v := range s.Row(n) {
			x := float64(v.Index[0]) - float64(n)/2
			all += v.Value.Float64()
			mean += x * v.Value.Float64()
			squares += x * x * v.Value.Float64()
		}
		if mean /= all; math.Abs(mean) > 0.1*float64(n%2)+1e-9 {
			t.Errorf("order %d: the mean differs from n/2 by %.3f", n, mean)
		}
		return (squares/all - mean*mean) / float64(n)
	}
	ratio := func(n, a, b int) string {
		above, below := must.Get(queens.ParseTotal(number(t, "white-queens", n, a)))(t),
			must.Get(queens.ParseTotal(number(t, "white-queens", n, b)))(t)
		return fmt.Sprintf("$Q(%d,%d)/Q(%d,%d)=%.3f$", n, a, n, b, above.Float64()/below.Float64())
	}
	for _, want := range []string{
		fmt.Sprintf(`only $%.4f\,n$, $%.4f\,n$, $%.4f\,n$, $%.4f\,n$ and $%.4f\,n$`, spread(15), spread(17), spread(19),
			spread(21), spread(23)),
		fmt.Sprintf(`($%.3f\,n$, $%.3f\,n$, $%.3f\,n$, $%.3f\,n$ and $%.3f\,n$`, spread(16), spread(18), spread(20),
			spread(22), spread(24)),
		ratio(20, 12, 10), ratio(22, 14, 12), ratio(24, 14, 12),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the paper lacks %q", want)
		}
	}
}

// TestPaper compares the tables of the paper with package known (-update rewrites them) and looks
// for the texts that it cites in the bibliography.
func TestPaper(t *testing.T) {
	file := filepath.Join("paper", "queens-by-colour.tex")
	text := pageText(t, file)
	var symmetric, reflecting, orbits strings.Builder
	s90 := []int{52, 53, 56, 57, 60, 61, 64, 65, 68, 69}
	for i, n := range []int{30, 31, 32, 33, 34, 35, 36, 37, 38, 39} {
		fmt.Fprintf(&symmetric, "%d & %s & %d & %s\\\\\n", n, number(t, "s180", n), s90[i], number(t, "s90", s90[i]))
	}
	for n := 6; n <= 15; n++ {
		fmt.Fprintf(&reflecting, "%d & %s & %d & %s\\\\\n", n, number(t, "reflecting", n), n+10,
			number(t, "reflecting", n+10))
	}
	var conflicts strings.Builder
	for k := range 13 {
		fmt.Fprintf(&conflicts, "%d", k)
		for n := 17; n <= 20; n++ {
			fmt.Fprintf(&conflicts, " & %s", number(t, "conflicts", n, k))
		}
		conflicts.WriteString("\\\\\n")
	}
	for n := 8; n <= 18; n++ {
		all, _ := known.Lookup("fundamental", n)
		found, _ := known.Lookup("orbit-search-reached", n)
		fmt.Fprintf(&orbits, "%d & %v & %v & %.3f\\\\\n", n, all.Value, found.Value,
			found.Value.Float64()/all.Value.Float64())
	}
	cost, times := costTable(t)
	for name, table := range map[string]string{
		"symmetric": symmetric.String(), "reflecting": reflecting.String(),
		"conflicts": conflicts.String(), "orbits": orbits.String(),
		"cost": cost, "times": times, "white": whiteTable(t), "new": newTable(t),
	} {
		block := regexp.MustCompile(`(?s)(% table ` + name + `\n).*?(% end)`)
		if !block.MatchString(text) {
			t.Errorf("the paper has no table %q", name)
		}
		text = block.ReplaceAllStringFunc(text, func(string) string {
			return "% table " + name + "\n" + table +
				"% end"
		})
	}
	golden.Compare(t, file, []byte(text))
	parity := must.Get(methods.Find("parity"))(t)
	for n, want := range map[int]string{8: "228", 16: testsOf[16], 17: testsOf[17]} {
		p := must.Get(plan.New(t.Context(), n, parity))(t)
		tests := must.Get(count.Run(t.Context(), p, count.Options{}))(t).Nodes
		q, _ := known.Solutions(n)
		if ratio := fmt.Sprintf(" %.2f ", tests.Float64()/q.Float64()); tests.String() != want ||
			n != 17 && !strings.Contains(pageText(t, "parity-classes.md"), ratio) {
			t.Errorf("order %d takes %v tests, want %s; parity-classes.md says%sper solution", n, tests, want, ratio)
		}
	}
	for _, command := range regexp.MustCompile(`\\run\{[^}]*\}`).FindAllString(strings.ReplaceAll(text, "-{}-", ""), -1) {
		if strings.Contains(command, "--") { // which TeX makes a dash
			t.Errorf("%s: write -{}-", command)
		}
	}

	saved := pageText(t, "../known/measured/saved.csv")
	for _, m := range regexp.MustCompile(`\$S_\{(\d+)\}\((\d+)\)=(\d+)\$`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(saved, fmt.Sprintf("S%s,%s,%s,", m[1], m[2], m[3])) {
			t.Errorf("%s is not known", m[0])
		}
	}
	checkWhite(t, text)
	bibliography := pageText(t, "bibliography.md")
	commands := pageText(t, "paper/commands.tsv")
	for _, m := range regexp.MustCompile(`\\run\{queens ((?:[a-z]+ )+)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(commands, "\t"+m[1]) {
			t.Errorf("commands.tsv has no command %q", m[1])
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(commands), "\n")[1:] {
		fields := strings.Split(line, "\t")
		if _, err := strconv.Atoi(fields[0]); err != nil || len(fields) < 3 {
			t.Errorf("commands.tsv: %q has no seconds, command and words", line)
			continue
		}
		for _, word := range fields[2:] {
			for _, digits := range regexp.MustCompile(`\d{5,}`).FindAllString(word, -1) {
				if !strings.Contains(text, digits) {
					t.Errorf("commands.tsv: the paper does not have %s of %q", digits, fields[1])
				}
			}
		}
	}
	for _, key := range regexp.MustCompile(`\\cite\{(\w+)\}`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(bibliography, "| `"+key[1]+"` |") {
			t.Errorf("%s is not in bibliography.md", key[1])
		}
	}
}
