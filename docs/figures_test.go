package docs

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/count/methods"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/known"
)

// processor is the one on which all figures of the documents were measured.
const processor = "AMD EPYC (Zen 5)"

// measured returns the latest measurement of each order by a method of this program, or by another
// program.
func measured(t *testing.T, program, method string) map[int]known.Measurement {
	t.Helper()
	return measuredOn(t, processor, program, method)
}

func measuredOn(t *testing.T, processor, program, method string) map[int]known.Measurement {
	t.Helper()
	latest := map[int]known.Measurement{}
	for _, m := range known.Measurements() {
		if m.Processor == processor && strings.HasPrefix(m.Program, program) && m.Method == method {
			latest[m.Order] = m
		}
	}
	if len(latest) == 0 {
		t.Fatalf("no measurement of %s by %s on %s", program, method, processor)
	}
	return latest
}

// printed formats a time as documents do: 14.5, 882, 5.4 h, 14,800 h.
func printed(seconds float64) string {
	if seconds < 10000 {
		return thousands(strconv.FormatFloat(seconds, 'f', -1, 64))
	}
	return thousands(strconv.FormatFloat(seconds/3600, 'g', 3, 64)) + " h"
}

func thousands(number string) string {
	if x, err := strconv.ParseFloat(number, 64); err == nil && (x >= 1000 || strings.Contains(number, "e+")) {
		number = strconv.FormatFloat(x, 'f', 0, 64)
	}
	for at := strings.IndexByte(number+".", '.') - 3; at > 0; at -= 3 {
		number = number[:at] + "," + number[at:]
	}
	return number
}

// methodTable compares the methods and the fastest public program by order.
func methodTable(t *testing.T) string {
	cell := func(m known.Measurement) string {
		switch {
		case m.Order == 0:
			return ""
		case m.Estimated():
			return fmt.Sprintf("(%s, %s to %s, %d)", printed(m.Seconds), printed(m.Low), printed(m.High), m.Samples)
		}
		return printed(m.Seconds)
	}
	parity, join := measured(t, "queens", "parity-trie"), measured(t, "queens", "join")
	other := measured(t, "N-Queens-Count-Sol", "")
	var table strings.Builder
	fmt.Fprintf(&table, "| n | parity classes | GHz-hours | half-board join | %s |\n|--:|---|--:|---|---|\n",
		other[20].Program)
	for _, n := range slices.Sorted(maps.Keys(parity)) {
		fmt.Fprintf(&table, "| %d | %s | %s | %s | %s |\n", n, cell(parity[n]), figure(parity[n]), cell(join[n]),
			cell(other[n]))
	}
	return table.String()
}

// processorTable compares the GHz-hours of processors by order, with the clock and the commit of
// the largest order on each.
func processorTable(t *testing.T) string {
	var table strings.Builder
	table.WriteString("| n |")
	var on []map[int]known.Measurement
	for _, name := range []string{processor, "AMD EPYC (Zen 4)", "Intel Xeon (Sapphire Rapids)"} {
		all := measuredOn(t, name, "queens", "parity-trie")
		last := all[slices.Max(slices.Collect(maps.Keys(all)))]
		fmt.Fprintf(&table, " %s, %g GHz, %s |", name, last.GHz, last.Commit)
		on = append(on, all)
	}
	table.WriteString("\n|--:|--:|--:|--:|\n")
	for _, n := range slices.Sorted(maps.Keys(on[0])) {
		fmt.Fprintf(&table, "| %d |", n)
		for _, all := range on {
			switch m := all[n]; {
			case m.Order == 0:
				table.WriteString(" |")
			case m.Estimated():
				fmt.Fprintf(&table, " (%s) |", figure(m))
			default:
				fmt.Fprintf(&table, " %s |", figure(m))
			}
		}
		table.WriteString("\n")
	}
	return table.String()
}

// ghzHours returns the hours of processor time that a 1 GHz clock would need.
func ghzHours(m known.Measurement) float64 { return m.Seconds / 3600 * m.GHz }

func figure(m known.Measurement) string {
	if x := ghzHours(m); x < 0.001 {
		return fmt.Sprintf("%.5f", x)
	}
	return thousands(strconv.FormatFloat(ghzHours(m), 'g', 2, 64))
}

// ledgerTable lists the orders counted with a saved ledger, the latest count of each, newest first.
func ledgerTable(t *testing.T) string {
	saved := map[int]known.Measurement{}
	for _, m := range known.Measurements() {
		if m.Results > 0 && strings.HasPrefix(m.Method, "parity") && m.Date >= saved[m.Order].Date {
			saved[m.Order] = m
		}
	}
	var table strings.Builder
	table.WriteString("| count | value | seconds | results | date, commit |\n|---|--:|--:|--:|---|\n")
	for _, m := range slices.SortedFunc(maps.Values(saved), func(a, b known.Measurement) int {
		return cmp.Or(cmp.Compare(b.Date, a.Date), b.Order-a.Order)
	}) {
		total, _ := known.Solutions(m.Order)
		fmt.Fprintf(&table, "| Q(%d) | %v | %s | %d | %s, %s |\n", m.Order, total, printed(m.Seconds), m.Results,
			m.Date, m.Commit)
	}
	return table.String()
}

// openTable has the estimates of terms that are not counted, by the letters of sequences.md.
func openTable(t *testing.T) string {
	var table strings.Builder
	table.WriteString("| term | core-hours | range | samples | GHz | GHz-hours |\n|---|--:|---|--:|--:|--:|\n")
	for _, term := range [][2]string{{"R", "parity-reflecting"}, {"S180", "symmetric-half-turn"}} {
		terms := measured(t, "queens", term[1])
		for _, n := range slices.Sorted(maps.Keys(terms)) {
			m := terms[n]
			hours := func(s float64) string { return fmt.Sprintf("%.2g", s/3600) }
			fmt.Fprintf(&table, "| %s(%d) | %s | %s to %s | %d | %g | %s |\n", term[0], m.Order, hours(m.Seconds),
				hours(m.Low), hours(m.High), m.Samples, m.GHz, figure(m))
		}
	}
	return table.String()
}

// exported returns a link to the export of a term in known/ledgers, or nothing.
func exported(t *testing.T, symbol, order string) string {
	t.Helper()
	method := map[string]string{
		"S180": "half-turn", "S90": "quarter-turn", "R": "reflecting", "T": "torus", "Superqueens": "super",
	}[symbol]
	for _, path := range must.Get(filepath.Glob("../known/ledgers/n" + order + "-*" + method + "-*.csv.gz"))(t) {
		return fmt.Sprintf("[ledger](%s)", filepath.ToSlash(path))
	}
	return ""
}

// savedTable lists the counts with a complete ledger.
func savedTable(t *testing.T) string {
	rows := must.Get(csv.NewReader(strings.NewReader(pageText(t, "../known/measured/saved.csv"))).ReadAll())(t)
	var table strings.Builder
	table.WriteString("| term | value | results | other ways | |\n|---|--:|--:|---|---|\n")
	for _, row := range rows[1:] {
		fmt.Fprintf(&table, "| %s(%s) | %s | %s | %s | %s |\n", row[0], row[1], row[2], row[3], row[4],
			exported(t, row[0], row[1]))
	}
	return table.String()
}

// solverTable has the mean seconds of the solvers for each family of boards; one that is not
// decided counts 20.
func solverTable(t *testing.T) string {
	rows := must.Get(csv.NewReader(strings.NewReader(pageText(t, "../known/measured/solvers.csv"))).ReadAll())(t)
	solvers, families := rows[0][3:], []string{}
	boards, seconds := map[string]int{}, map[string][]float64{}
	for _, row := range rows[1:] {
		family, _, _ := strings.Cut(row[0], "-")
		for _, f := range []string{family, "all"} {
			if boards[f]++; boards[f] == 1 {
				families, seconds[f] = append(families, f), make([]float64, len(solvers))
			}
			for i, cell := range row[3:] {
				s, err := strconv.ParseFloat(cell, 64)
				if err != nil {
					s = 20
				}
				seconds[f][i] += s
			}
		}
	}
	slices.Sort(families)
	var table strings.Builder
	fmt.Fprintf(&table, "| boards | | %s |\n|---|--:%s|\n", strings.Join(solvers, " | "),
		strings.Repeat("|--:", len(solvers)))
	for _, f := range families {
		fmt.Fprintf(&table, "| %s | %d |", f, boards[f])
		for _, s := range seconds[f] {
			fmt.Fprintf(&table, " %.2f |", s/float64(boards[f]))
		}
		table.WriteString("\n")
	}
	return table.String()
}

// TestPagesPrintTheMeasurements compares the tables of measurements with package known; -update
// rewrites them.
func TestPagesPrintTheMeasurements(t *testing.T) {
	for file, tables := range map[string]map[string]string{
		"performance.md": {"methods": methodTable(t), "processors": processorTable(t)},
		"exactness.md":   {"ledgers": ledgerTable(t)},
		"models.md":      {"solvers": solverTable(t)},
		"sequences.md":   {"open": openTable(t), "saved": savedTable(t)},
	} {
		text := pageText(t, file)
		for name, table := range tables {
			block := regexp.MustCompile(`(?s)(<!-- measurements: ` + name + ` -->\n).*?(<!-- end -->)`)
			if !block.MatchString(text) {
				t.Errorf("%s has no table %q", file, name)
			}
			text = block.ReplaceAllString(text, "${1}\n"+table+"\n${2}")
		}
		golden.Compare(t, file, []byte(text))
	}
}

// TestFiguresAgree compares sentences with the measurements, the known values and the methods.
func TestFiguresAgree(t *testing.T) {
	largest := 0
	for _, m := range known.Measurements() {
		if m.Program == "queens" && strings.HasPrefix(m.Method, "parity") && !m.Estimated() {
			largest = max(largest, m.Order)
			if v, ok := known.Lookup("solutions", m.Order); !ok || v.Status != known.Confirmed {
				t.Errorf("order %d was counted and is %q", m.Order, v.Status)
			}
		}
	}
	if v, _ := known.Lookup("solutions", largest+1); v.Status != known.Published {
		t.Errorf("order %d was not counted and is %q", largest+1, v.Status)
	}
	parity, other := measured(t, "queens", "parity-trie"), measured(t, "N-Queens-Count-Sol", "")
	record := parity[28]
	slower := func(kernel string) (ratio float64) { // at order 20, relative to the default kernel
		for _, m := range known.Measurements() {
			if m.Processor == processor && m.Method == "parity-trie" && m.Order == 20 && m.Kernel == kernel {
				ratio = m.Seconds / parity[20].Seconds
			}
		}
		return ratio
	}
	q20, _ := known.Solutions(20)
	q22, _ := known.Solutions(22)
	hours := func(s float64) string { return strings.TrimSuffix(printed(s), " h") }
	cost := fmt.Sprintf("%s core-hours at %g GHz (%s), %s GHz-hours; the range is %s to %s "+
		"core-hours at %g GHz, by %d samples",
		hours(record.Seconds), record.GHz, strings.NewReplacer(" (", ", ", ")", "").Replace(record.Processor),
		thousands(strconv.FormatFloat(ghzHours(record), 'g', 3, 64)), hours(record.Low),
		hours(record.High), record.GHz,
		record.Samples)
	for name, want := range map[string][]string{
		"../README.md": {
			fmt.Sprintf("Q(20) = %s takes %s s of one core at %g GHz", thousands(q20.String()),
				printed(parity[20].Seconds), parity[20].GHz),
			fmt.Sprintf("Q(22) = %s takes %s s", thousands(q22.String()), printed(parity[22].Seconds)),
			fmt.Sprintf("takes %s s for Q(20), %.0f times as long", printed(other[20].Seconds),
				other[20].Seconds/parity[20].Seconds),
		},
		"exactness.md": {
			fmt.Sprintf("No order above %d has been counted", largest),
			"orders 16 to " + orders(t, "parity", "") + " are counted", "count to " + orders(t, "parity", "") + ",",
			"All solutions: orders " + orders(t, "search", "0 to ") + ".", "half turn leaves unchanged: orders " +
				orders(t, "symmetric-half-turn", "0 to "),
			"a quarter turn: " + orders(t, "symmetric-quarter-turn", "0 to "),
		},
		"record.md": {cost},
		"performance.md": {
			"counts orders 16 to " + orders(t, "parity", ""),
			fmt.Sprintf("At order 20 it takes %.1f times as long with AVX2, %.1f times in portable Go",
				slower("groups-avx2"), slower("groups-portable")),
		},
		"../ARCHITECTURE.md": {"Orders 16 to " + orders(t, "parity", "") + " use the method `parity`"},
	} {
		text := strings.Join(strings.Fields(pageText(t, name)), " ")
		for _, sentence := range want {
			if !strings.Contains(text, sentence) {
				t.Errorf("%s does not say %q", name, sentence)
			}
		}
	}
	growth := fmt.Sprintf("the time grows by %.1f with each order", math.Pow(record.Seconds/parity[24].Seconds, 0.25))
	for _, name := range []string{"exactness.md", "performance.md"} {
		if !strings.Contains(pageText(t, name), growth) {
			t.Errorf("%s does not say %q", name, growth)
		}
	}
}

// TestPages requires a clock in every paragraph and table that names core-hours, and no hash: of a
// ledger that is not published it proves nothing.
func TestPages(t *testing.T) {
	hash := regexp.MustCompile(`\b[0-9a-f]{64}\b`)
	must.Do(t, filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata" ||
			d.Name() == "node_modules") {
			if err == nil {
				return fs.SkipDir
			}
			return err
		}
		if d.IsDir() || filepath.Ext(name) != ".md" || d.Name() == "CHANGELOG.md" {
			return nil
		}
		if found := hash.FindString(pageText(t, name)); found != "" {
			t.Errorf("%s prints the hash %s", name, found)
		}
		for block := range strings.SplitSeq(pageText(t, name), "\n\n") {
			if strings.Contains(block, "core-hour") && !strings.Contains(block, "GHz") {
				t.Errorf("%s: core-hours without a clock:\n%s", name, block)
			}
		}
		return nil
	}))
}

func pageText(t *testing.T, name string) string {
	t.Helper()
	return strings.ReplaceAll(string(must.Get(os.ReadFile(filepath.FromSlash(name)))(t)), "\r\n", "\n")
}

func orders(t *testing.T, method, begin string) string {
	return begin + strings.TrimPrefix(must.Get(methods.Find(method))(t).Orders(), "0 to ")
}
