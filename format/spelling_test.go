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
