package format_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"queens"
	"queens/format"
)

// respelled are the spellings of a placement that are rewritten before they are read. Each function
// writes a permutation of order 4 or more, whose rows and columns count from base.
var respelled = map[string]func(p queens.Perm, base int) string{
	"x[1]=2":          eachColumn("x[%d]=%d", "\n"),
	"q[1] = 2;":       eachColumn("q[%d] = %d;", "\n"),
	"x_1 = 2":         eachColumn("x_%d = %d", "\n"),
	"x1=2, x2=4":      eachColumn("x%d=%d", ", "),
	"x(1) := 2":       eachColumn("x(%d) := %d", "\n"),
	"queens[0] -> 1":  eachColumn("queens[%d] -> %d", "\n"),
	"queens[0]: 1":    eachColumn("queens[%d]: %d", "\n"),
	"1 -> 2":          eachColumn("%d -> %d", "\n"),
	"one line each":   eachColumn("%[2]d", "\n"),
	"[2. 4. 1. 3.]":   func(p queens.Perm, base int) string { return "[" + eachColumn("%[2]d.", " ")(p, base) + "]" },
	"1.0, 3.0":        eachColumn("%[2]d.0", ", "),
	"[1] 2 4":         func(p queens.Perm, base int) string { return "[1] " + eachColumn("%[2]d", " ")(p, base) },
	"R1C2":            eachColumn("R%[2]dC%[1]d", " "),
	"r1c2, one each":  eachColumn("r%[2]dc%[1]d", "\n"),
	"row 1, column 2": eachColumn("row %[2]d, column %[1]d", "\n"),
	"column 2: row 1": eachColumn("Column %[1]d: row %[2]d", "\n"),
	"row=1 col=2":     eachColumn("row=%[2]d col=%[1]d", "\n"),
	"Queen 1: (1, 2)": func(p queens.Perm, base int) string {
		var text strings.Builder
		for c, r := range p {
			fmt.Fprintf(&text, "Queen %d: (%d, %d)\n", c+1, r+base, c+base)
		}
		return text.String()
	},
	"1-2":                eachColumn("%[2]d-%[1]d", "\n"),
	"1:2 2:4":            eachColumn("%[2]d:%[1]d", " "),
	`{"row":1,"col":2}`:  inList(`{"row":%[2]d,"col":%[1]d}`),
	`{"c":2,"r":1}`:      inList(`{"c":%[1]d,"r":%[2]d}`),
	`{"X": 2, "Y": 1}`:   inList(`{"X": %[1]d, "Y": %[2]d}`),
	"in four lines each": inList("{\n \"column\": %[1]d,\n \"row\": %[2]d\n}"),
	"- row: 1 of YAML":   eachColumn("- row: %[2]d\n  col: %[1]d", "\n"),
	"- {x: 2, y: 1}":     eachColumn("- {x: %[1]d, y: %[2]d}", "\n"),
	"{1: 2, 2: 4} of Python": func(p queens.Perm, base int) string {
		return "{" + eachColumn("%[2]d: %[1]d", ", ")(p, base) + "}"
	},
	"x[1,2] = 1 and others": matrixOf(""),
	"HTML": matrix("<table border=1><tr><th colspan=2>\n", "<tr>", "<td class='a'>%s</td>", "", "</tr>\n",
		"</table>"),
	"HTML, open rows": matrix("<table>", "<tr>\n", "<td>%s\n", "", "", "</table>"),
	"LaTeX": matrix("\\begin{tabular}{|*{4}{c|}}\n\\hline\n", "", "%s", " & ", " \\\\ \\hline\n",
		"\\end{tabular}\n"),
	"LaTeX, one line": matrix("\\begin{pmatrix} ", "", "%s", " & ", " \\\\ ", "\\end{pmatrix}"),
	"Markdown":        markdown(false),
	"Markdown, rows":  markdown(true),
	"R":               printOfR,
}

func eachColumn(word, between string) func(p queens.Perm, base int) string {
	return func(p queens.Perm, base int) string {
		var words []string
		for c, r := range p {
			words = append(words, fmt.Sprintf(word, c+base, r+base))
		}
		return strings.Join(words, between)
	}
}

func inList(word string) func(p queens.Perm, base int) string {
	return func(p queens.Perm, base int) string { return "[" + eachColumn(word, ",\n")(p, base) + "]" }
}

// matrixOf writes a variable of 0 or 1 for each square.
func matrixOf(end string) func(p queens.Perm, base int) string {
	return func(p queens.Perm, base int) string {
		var text strings.Builder
		for r, row := range rowsOf(format.Board{Order: len(p), Perm: p}, "1", "0") {
			for c, value := range row {
				fmt.Fprintf(&text, "x[%d,%d] = %s%s\n", r+base, c+base, value, end)
			}
		}
		return text.String()
	}
}

func matrix(begin, open, square, between, end, finish string) func(p queens.Perm, base int) string {
	return func(p queens.Perm, _ int) string {
		var text strings.Builder
		text.WriteString(begin)
		for _, row := range rowsOf(format.Board{Order: len(p), Perm: p}, "Q", " ") {
			for c, mark := range row {
				row[c] = fmt.Sprintf(square, mark)
			}
			text.WriteString(open + strings.Join(row, between) + end)
		}
		return text.String() + finish
	}
}

func markdown(heads bool) func(p queens.Perm, base int) string {
	return func(p queens.Perm, _ int) string {
		text, rule := "|", "|"
		if heads {
			text, rule = "| |", "|--|"
		}
		for c := range p {
			text, rule = text+fmt.Sprintf(" %c |", 'a'+c), rule+":-:|"
		}
		text += "\n" + rule + "\n"
		for r, row := range rowsOf(format.Board{Order: len(p), Perm: p}, "Q", " ") {
			if text += "|"; heads {
				text += fmt.Sprint(r+1) + "|"
			}
			text += strings.Join(row, "|") + "|\n"
		}
		return text
	}
}

func printOfR(p queens.Perm, _ int) string {
	var text strings.Builder
	text.WriteString("    ")
	for c := range p {
		text.WriteString(fmt.Sprintf(" [,%d]", c+1))
	}
	for r, row := range rowsOf(format.Board{Order: len(p), Perm: p}, "1", "0") {
		text.WriteString(fmt.Sprintf("\n[%d,]    %s", r+1, strings.Join(row, "    ")))
	}
	return text.String()
}

// TestReadsRespelled reads random permutations in all spellings: each is itself, or refused with
// the flag that chooses.
func TestReadsRespelled(t *testing.T) {
	source := rand.New(rand.NewPCG(51, 9))
	for name, write := range respelled {
		chosen := 0
		for range amount(40, 200) {
			p, base := queens.Perm(source.Perm(4+source.IntN(9))), source.IntN(2)
			text := write(p, base)
			boards, _, err := read(text, format.Reading{Base: format.AnyBase})
			if err != nil && strings.Contains(err.Error(), "choose --from") {
				chosen++
				continue
			}
			if err != nil || len(boards) != 1 || !boards[0].Perm.Equal(p) {
				t.Fatalf("%s: %v is read from\n%s\nas %v, %v", name, p, text, boards, err)
			}
		}
		if chosen > 30 {
			t.Errorf("%s: %d are refused", name, chosen)
		}
	}
}

// TestHalfRead reads texts that look like the spellings above and are not: no board of them is
// yielded before the refusal.
func TestHalfRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x[1]=2\nx[2]=4\nx[4]=3\n", "3 values and none with the index 3"},
		{"x[1]=1\n\nx[3]=2\n", "none with the index 2"},
		{".Q..\n...Q\nQ...\n..Q.\n....\n", "want 4 lines of 4 squares"},
		{"|Q| |\n| |Q|\n;Q| |\n| |Q|\n", "line 3"},
		{"+----+\n| Q  |\n|   Q|\n;Q   |\n|  Q |\n+----+\n", "line 4"},
		{"+----+\n| Q  |\n|   Q|\n|Q   |\n|  Q |+----+\n", "line 5"},
		{"row 1, column 2\nrow 2, column 4\nrow 3, column 5\n", "outside"},
		{"1\n2\n4\n1\n", "line 1"},
		{"<table><tr><td></td><td></td><td>Q</td></tr><tr><td></td><td>Q</td></tr></table>", "line 1"},
	} {
		r := format.NewReader(strings.NewReader(c.text), format.Reading{Base: format.AnyBase})
		boards := 0
		var fault error
		for _, err := range r.Boards() {
			if fault = err; err == nil {
				boards++
			}
		}
		if boards > 0 || fault == nil || !strings.Contains(fault.Error(), c.want) {
			t.Errorf("%q is read as %d boards, then %v; want %s", c.text, boards, fault, c.want)
		}
	}
}
