package format_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/format"
	"queens/internal/must"
	"queens/symmetry"
)

// spelling is a way to write a board.
type spelling struct {
	name   string
	shape  string // that --from names
	marks  string // of a picture: the queen and the empty square, and more empty ones
	by     string
	base   int                         // of numbers
	labels bool                        // the text before and after the squares has letters or digits
	facts  bool                        // the first number is the order
	write  func(b format.Board) framed // without a body if it cannot write b
}

// framed is a text and what is before and after its squares.
type framed struct{ begin, body, end string }

func (f framed) String() string { return f.begin + f.body + f.end }

// frames of a picture: before and after the board; before, between and after the squares of a row;
// between rows.
var frames = []struct{ begin, open, between, end, next, finish string }{
	{"", "", "", "", "\n", ""},
	{"", "", " ", "", "\n", "\n"},
	{"", " ", " ", " ", "\n", "\n"},
	{"", "", "\t", "", "\n", ""},
	{"", "", ",", "", "\r\n", "\r\n"},
	{"", "", ", ", "", "\n", ""},
	{"", "", ";", "", "\n", ""},
	{"", "", " ", "", "\n\n", "\n"},
	{"", "|", "|", "|", "\n", "\n"},
	{"", "| ", " | ", " |", "\n", ""},
	{"+--------+\n", "| ", " ", " |", "\n", "\n+--------+\n"},
	{"+--------+\n", "|", "", "|", "\n", "\n+--------+\n"},
	{"+---+---+\n", "| ", " | ", " |", "\n+---+---+\n", "\n+---+---+\n"},
	{"┌───┬───┐\n", "│ ", " │ ", " │", "\n├───┼───┤\n", "\n└───┴───┘\n"},
	{"", `"`, `","`, `"`, "\n", "\n"},
	{"[", `"`, "", `"`, ",", "]"},
	{"[", `'`, " ", `'`, ", ", "]"},
	{"[\n", `  "`, "", `"`, ",\n", "\n]\n"},
	{"[[", `["`, `","`, `"]`, ",", "]]"},
	{"[", `['`, `', '`, `']`, ",\n ", "]\n"},
	{`{"board": [`, `["`, `", "`, `"]`, ",", `]}`},
	{`{"size": 4, "cells": [`, `"`, "", `"`, ",", `]}`},
	{"Solution 1:\n", "", " ", "", "\n", "\n"},
	{"Solution 1\n", "", "", "", "\n", ""},
	{"Solution 1: \n", "", "", "", "\n", ""},
	{"# a comment\n", "", "", "", "\n", ""},
	{"```\n", "", "", "", "\n", "\n```\n"},
	{"╔═══╦═══╗\n", "║ ", " ║ ", " ║", "\n╠═══╬═══╣\n", "\n╚═══╩═══╝\n"},
	{"╭───────╮\n", "│ ", " ", " │", "\n", "\n╰───────╯\n"},
	{"array([", "['", "', '", "']", ",\n       ", "])"},
	{"{", "{'", "','", "'}", ",", "}"},
	{"[", "[", " ", "]", " ", "]"},
	{"N = 8 queens:\n\n", "", "\t", "\t", "\r\n", "\r\n"},
	{"", "", "", "", "/", ""},
	{"", "", "", "", " ", ""},
	{"-----\n", "", " ", "", "\n", "\n-----\n"},
	{"", "[", "][", "]", "\n", "\n"},
	{"", "[ ", ", ", " ]", "\n", "\n"},
	{"", "(", ") (", ")", "\n", "\n"},
}

const chessQueens, chessEmpty = "Qq♕♛👑", ".*#"

func isChess(queen string) bool { return strings.Contains(chessQueens, queen) }

// pictures are boards of any two symbols, a queen and an empty square, in any frame. The reader
// knows neither; some are only told apart by their numbers.
func pictures() (all []spelling) {
	for _, marks := range []string{
		"Q.", "Q_", "q-", "Q*", "*.", "X.", "xo", "10", "1.", "♛·", "♕□", "👑⬜", "#.", "O-", "ab", "Q0", "@ø", ".Q",
		"·♛", "♛ ", "X ",
	} {
		queen, empty := string([]rune(marks)[:1]), string([]rune(marks)[1:])
		if isChess(empty) {
			queen, empty = empty, queen
		}
		for _, f := range frames {
			if empty == " " && (!strings.ContainsAny(f.open+f.between, "|│║,;'\"") || f.between == " " ||
				f.begin == "" && strings.ContainsAny(f.open, "[\"")) {
				continue // squares without a frame of their own
			}
			write := func(b format.Board) framed {
				if len(b.Squares()) != b.Order && (!isChess(queen) || b.Order == 1) || marks == "10" && b.Order == 2 {
					return framed{} // 01 and 10 are placements
				}
				var lines []string
				for _, row := range rowsOf(b, queen, empty) {
					lines = append(lines, f.open+strings.Join(row, f.between)+f.end)
				}
				return framed{f.begin, strings.Join(lines, f.next), f.finish}
			}
			all = append(all, spelling{
				name: fmt.Sprintf("%s in %q", marks, f), shape: format.Pictures, marks: queen + empty, base: 1,
				labels: hasText.MatchString(f.begin), write: write,
			})
		}
	}
	return all
}

func rowsOf(b format.Board, queen, empty string) [][]string {
	rows := make([][]string, b.Order)
	for r := range rows {
		rows[r] = slices.Repeat([]string{empty}, b.Order)
	}
	for _, sq := range b.Squares() {
		rows[sq.Row][sq.Col] = queen
	}
	return rows
}

// hasText finds labels, comments and lines of boxes, which a slow reader does not know.
var hasText = regexp.MustCompile("[\\pL\\d#`─═>-]")

// numbers are one-line notation with any separator and frame.
func numbers() (all []spelling) {
	for _, between := range []string{",", " ", ", ", "; ", ";", "\t", "  ", ""} {
		for _, frame := range []string{
			"%s", "%s\n", "%s,", "(%s)", "[%s]", "{%s}", "Solution 1: [%s]", "Solution 1: %s\r\n", "1: %s", "1) %s",
			"# note\n%s\n", `{"queens": [%s]}`, `{"n": 8, "cells": [%s]}`, "x = [%s];",
			"array([%s])", "q <- c(%s)", "std::vector<int> q = {%s};", "vec![%s]", "List(%s)", "=> [%s]",
			"Qs = [%s] ;", "queens = [%s];\n----------\n==========\n",
		} {
			for base := range 2 {
				for _, by := range []string{"columns", "rows"} {
					begin, end, _ := strings.Cut(frame, "%s")
					write := func(b format.Board) (text framed) {
						p := b.Perm
						if by == "rows" && isPermutation(p) {
							p = symmetry.Apply(symmetry.Transpose, p)
						} else if by == "rows" {
							return text
						}
						if p == nil || between == "" && b.Order-1+base > 9 || len(p) == 2 && p[0] == p[1] {
							return text // (1, 1) is a square
						}
						var words []string
						for _, row := range p {
							words = append(words, strconv.Itoa(row+base))
						}
						return framed{begin, strings.Join(words, between), end}
					}
					all = append(all, spelling{
						name:  fmt.Sprintf("%q between, %q, by %s from %d", between, frame, by, base),
						shape: format.Placements, by: by, base: base, labels: hasText.MatchString(begin), write: write,
					})
				}
			}
		}
	}
	return all
}

func isPermutation(p queens.Perm) bool {
	return p != nil && len(slices.Compact(slices.Sorted(slices.Values(p)))) == len(p)
}

// lists are squares as pairs or names: one of them, between them, and before and after all.
func lists() (all []spelling) {
	add := func(name string, base int, between, frame string, one func(sq queens.Square, n int) string) {
		begin, end, _ := strings.Cut(frame, "%s")
		write := func(b format.Board) framed {
			var words []string
			for _, sq := range b.Squares() {
				words = append(words, one(sq, b.Order))
			}
			few := !slices.ContainsFunc(b.Squares(), func(sq queens.Square) bool { return max(sq.Row, sq.Col) > 1 })
			if len(words) != b.Order || few && strings.ContainsAny(name[:1], "%[") && name[1] != 's' {
				return framed{} // 1,1 and [1,1] are placements of order 2
			}
			if words[0] == "c1" && between == "\n" && frame == "%s" {
				return framed{} // the header of a table of order 1
			}
			return framed{begin, strings.Join(words, between), end}
		}
		all = append(all, spelling{
			name: fmt.Sprintf("%s from %d, %q between, %q", name, base, between, frame), shape: format.Lists,
			base: base, labels: hasText.MatchString(begin), write: write,
		})
	}
	for base := range 2 {
		for _, pair := range []string{"(%d,%d)", "(%d, %d)", "[%d,%d]", "[%d, %d]", "queen(%d,%d)", "q(%d, %d)."} {
			for _, between := range []string{" ", ", ", "\n"} {
				for _, frame := range []string{"%s", "[%s]", "Solution 1: %s"} {
					if hasText.MatchString(pair) && frame != "%s" || frame == "[%s]" && between != ", " {
						continue
					}
					add(pair, base, between, frame, func(sq queens.Square, _ int) string {
						return fmt.Sprintf(pair, sq.Row+base, sq.Col+base)
					})
				}
			}
		}
		for _, pair := range []string{"%d,%d", "%d %d", "%d, %d"} {
			add(pair, base, "\n", "%s", func(sq queens.Square, _ int) string {
				return fmt.Sprintf(pair, sq.Row+base, sq.Col+base)
			})
		}
	}
	for _, name := range []string{"%s", "Q%s"} {
		for _, between := range []string{" ", ",", ", ", "\n"} {
			for _, frame := range []string{"%s", "[%s]", "Solution 1: %s"} {
				for _, upper := range []bool{false, true} {
					add(fmt.Sprint(name, upper), 1, between, frame, func(sq queens.Square, n int) string {
						if upper {
							return fmt.Sprintf(name, strings.ToUpper(sq.Name(n)))
						}
						return fmt.Sprintf(name, sq.Name(n))
					})
				}
			}
		}
	}
	return all
}

// written are the formats and spellings that the program writes.
func written(t *testing.T) (all []spelling) {
	shapes := map[string]string{
		"board": format.Pictures, "fen": format.Pictures, "leetcode": format.Pictures, "asp": format.Lists,
		"param": format.Lists,
	}
	for _, f := range format.All() {
		for i, name := range queens.Spellings() {
			for base := range 2 {
				s := spelling{name: f.Name, shape: shapes[f.Name], by: "columns", base: base}
				o := format.Options{Spelling: queens.Spelling(i), FromZero: base == 0}
				switch {
				case f.Name == "text":
					s.name += " " + name
					if o.Spelling >= queens.Squares {
						s.shape = format.Lists
					}
				case i > 0 || f.Name == "param" && base == 1:
					continue
				}
				if s.shape == format.Pictures {
					s.marks = "Q."
				} else if s.shape == "" {
					s.shape = format.Placements
				}
				s.facts = f.Name == "param" || f.Name == "dzn"
				mark := map[string]string{"csv": "\n", "json": "\n", "ndjson": "[", "param": "[", "dzn": "["}[f.Name]
				s.labels = mark != ""
				s.write = func(b format.Board) framed {
					if b.Perm == nil {
						return framed{}
					}
					var text bytes.Buffer
					w := format.NewWriter(&text, f.Encoder(b.Order, o))
					must.Do(t, w.WritePerm(b.Perm))
					must.Do(t, w.Close())
					at := strings.Index(text.String(), mark) + len(mark)
					return framed{begin: text.String()[:at], body: text.String()[at:]}
				}
				all = append(all, s)
			}
		}
	}
	return all
}

func spellings(t *testing.T) []spelling {
	return slices.Concat(pictures(), numbers(), lists(), written(t))
}

// respelled are the spellings of permutations of order 4 or more that are rewritten before they are
// read.
func respelled() (all []spelling) {
	for name, text := range rewritten {
		for base := range 2 {
			all = append(all, spelling{name: name, shape: format.Placements, by: "columns", base: base})
			all[len(all)-1].write = func(b format.Board) framed {
				if b.Order < 4 || !isPermutation(b.Perm) {
					return framed{}
				}
				return framed{body: text(b.Perm, base)}
			}
		}
	}
	return all
}

// rewritten holds functions that write a permutation whose rows and columns count from base.
var rewritten = map[string]func(p queens.Perm, base int) string{
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
